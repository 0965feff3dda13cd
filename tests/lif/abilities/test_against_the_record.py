"""LiF 3.2, 3.3, rulings 42, 43 and 45: in which words what contradicts the record is refused."""

import pytest

from campaign.kernel.decisions import About, Refused
from campaign.lif.names import Names
from campaign.lif.on_map.sentences import SENTENCES
from campaign.lif.roster import kit
from campaign.lif.rulings import resolve
from campaign.lif.state import Placement, State
from support.rules_table import decided, opened, refusal, then

BOOKS = ("lif-1998", "lif-list")
SO = "if the record is wrong, say why with `contradicts`"
LAND = {"kind": "land", "hex": "E1429", "losses": []}
GERMANS = {**LAND, "attackers": ["germany"], "defenders": ["ussr"]}


def table(rulebook: str, **places: str) -> State:
    """Leaders where they are, in the land combat step of the first impulse."""
    state = opened(dict.fromkeys(places, "map"), rulebook=rulebook)
    for who, where in places.items():
        state = then(state, "MoveLeader", leader=who, location=where, means="other")
    return then(then(state, "BeginImpulse", side="axis"), "BeginStep", step="land-combat")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_ruling_45_a_leader_left_out_is_named_with_his_ability(rulebook: str) -> None:
    state = table(rulebook, zhukov="E1428")
    used = then(state, "UseAbility", leader="zhukov", ability=33, hex="E1429", helps=["ussr"])
    text = "on record Zhukov's ability 33 was used in this combat"
    found = refusal(used, "ReportCombat", **GERMANS)
    assert found == Refused("LiF 3.3", f"{text}, and the report leaves Zhukov out; {SO}")
    unused = {"leaders": [{"leader": "zhukov", "side": "defender"}]}
    if rulebook == "lif-1998":
        found = refusal(used, "ReportCombat", **GERMANS, **unused)
        assert found == Refused("LiF 3.3", f"{text}, and the report says that none was; {SO}")
    else:
        then(used, "ReportCombat", **GERMANS, **unused)


@pytest.mark.parametrize(
    ("place", "leader", "side", "text"),
    [
        (
            "E1427",
            "rommel",
            "attacker",
            "on record Rommel is at E1427, neither in E1429 nor beside it",
        ),
        ("E1430", "zhukov", "defender", "on record Zhukov is at E1430, not in E1429"),
        (
            "E1429",
            "rommel",
            "defender",
            "Rommel is on the enemy's side and cannot be the defender's leader",
        ),
    ],
)
def test_ruling_45_a_place_or_side_that_the_record_contradicts(
    place: str, leader: str, side: str, text: str
) -> None:
    state = table("lif-1998", **{leader: place})
    leaders = [{"leader": leader, "side": side, "stacked": True}]
    found = refusal(state, "ReportCombat", **GERMANS, leaders=leaders)
    assert found == Refused("LiF 3.3", f"{text}; {SO}")
    then(state, "ReportCombat", **GERMANS, leaders=leaders, contradicts="his move was forgotten")


@pytest.mark.parametrize(
    ("attackers", "defenders", "text"),
    [
        (
            ["germany", "ussr"],
            ["poland"],
            "on record Germany and the USSR are at war, and both are reported as attackers",
        ),
        (
            ["poland"],
            ["ussr", "germany"],
            "on record the USSR and Germany are at war, and both are reported as defenders",
        ),
        (
            ["germany"],
            ["italy"],
            "on record Germany and Italy are on the same side, and are reported against each other",
        ),
    ],
)
def test_ruling_45_enemies_side_by_side_and_friends_against_each_other(
    attackers: list[str], defenders: list[str], text: str
) -> None:
    state = then(table("lif-1998"), "DeclareWar", attacker="germany", target="ussr")
    state = then(state, "Cooperate", powers=["germany", "italy"])
    fought = {**LAND, "attackers": attackers, "defenders": defenders}
    assert refusal(state, "ReportCombat", **fought) == Refused("LiF 3.3", f"{text}; {SO}")


def test_ruling_45_those_who_co_operated_before_their_war_fight_each_other() -> None:
    state = then(table("lif-1998"), "Cooperate", powers=["germany", "italy"])
    state = then(state, "DeclareWar", attacker="germany", target="italy")
    then(state, "ReportCombat", **{**GERMANS, "defenders": ["italy"]})


def test_a_combat_of_no_country_is_refused_with_the_nearest_ones() -> None:
    """The field `new` of the report records it."""
    found = refusal(table("lif-1998"), "ReportCombat", **{**GERMANS, "attackers": ["germny"]})
    text = "germny is not on the list of countries, and `new` records it even so"
    assert found == Refused("Record", f"{text}; did you mean germany?", About("attackers"))


def test_ruling_45_there_must_be_something_to_contradict() -> None:
    found = refusal(table("lif-1998"), "ReportCombat", **GERMANS, contradicts="none")
    assert found == Refused("LiF 3.3", "contradicts: the report agrees with the record")


def test_ruling_42_the_report_names_units_beyond_his_limits() -> None:
    attack = {"attacking": True, "stacked_with_participant": True, "helps": ["italy"]}
    state = table("lif-1998", graziani="E1428")
    used = then(state, "UseAbility", leader="graziani", ability=27, hex="E1429", **attack)
    both = {**GERMANS, "attackers": ["germany", "italy"]}
    leaders = [{"leader": "graziani", "side": "attacker", "ability_used": True}]
    text = "Graziani's ability 27 could not be used in this combat"
    why = "Graziani is Italian and serves only Italian units"
    found = refusal(used, "ReportCombat", **both, leaders=leaders)
    assert found == Refused("LiF 3.3", f"{text}: {why}; {SO}")


def test_lif_3_2_an_ability_of_another_step_and_too_many_units_are_refused() -> None:
    state = table("lif-1998", vatutin="E1429", graziani="W1814")
    moving = then(state, "BeginStep", step="naval-movement")
    found = refusal(
        moving, "UseAbility", leader="graziani", ability=27, hex="W1814", helps=["italy"]
    )
    assert found == Refused(
        "LiF 3.2", "ability 27 serves in land combat, and this is naval movement"
    )
    supplied = {"leader": "vatutin", "ability": 49, "helps": ["ussr"]}
    used = then(state, "UseAbility", **supplied, hex="E1429", units=3)
    found = refusal(used, "UseAbility", **supplied, hex="E1430", units=2)
    text = "Vatutin's ability 49 serves 4 units in a step, and 3 + 2 are 5"
    assert found == Refused("LiF 3.2", text)
    asked = refusal(used, "UseAbility", **supplied, hex="E1430")
    assert asked.reason == "units: say how many units ability 49 serves here"
    spent = then(used, "UseAbility", **supplied, hex="E1430", units=1)
    found = refusal(spent, "UseAbility", **supplied, hex="E1431", units=1)
    text = "Vatutin's ability 49 serves 4 units in a step, and has served 4"
    assert found == Refused("LiF 3.2", text)
    other = refusal(
        used, "UseAbility", leader="vatutin", ability=72, hex="E1430", helps=["ussr"], units=1
    )
    assert other.reason == "units: ability 72 does not count units"


def test_a_yes_or_no_ruling_is_said_with_yes_or_no() -> None:
    for word, value in (("yes", True), ("no", False), ("true", True), ("false", False)):
        found = resolve({"shattered_counts": word}, "lif-1998")
        assert not isinstance(found, Refused) and found["shattered_counts"] is value


@pytest.mark.parametrize("rulebook", BOOKS)
def test_ruling_45_a_leader_for_whose_side_nobody_fights(rulebook: str) -> None:
    """A minor that is not aligned on record is on no side; Vichy's side is ruling 14's."""
    state = table(rulebook, manstein="E1428")
    leaders = [{"leader": "manstein", "side": "attacker", "took_part": True}]
    alone = {**LAND, "attackers": ["rumania"], "defenders": ["ussr"], "leaders": leaders}
    found = refusal(state, "ReportCombat", **alone)
    assert found == Refused("LiF 3.3", f"on record no attacker is on Manstein's side; {SO}")
    then(state, "ReportCombat", **alone, contradicts="aligned last turn, not recorded")
    then(state, "ReportCombat", **{**alone, "attackers": ["vichy-france"]})


STACKED = {"leaders": [{"leader": "rommel", "side": "attacker", "stacked": True}]}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_ruling_45_a_place_that_nobody_recorded_is_asked_for(rulebook: str) -> None:
    """The refusal is about the field that states it; what is stated stands on record."""
    state = opened({"rommel": "map"}, rulebook=rulebook)
    text = "the record does not say where Rommel is; name the place with `places`"
    about = About("places", key="rommel", prompt="Where is Rommel?", missing=True)
    asked = Refused(None, f"places: {text}", about, text)
    assert refusal(state, "ReportCombat", **GERMANS, **STACKED) == asked
    assert refusal(state, "ReportCombat", **GERMANS, **STACKED, contradicts="so it was") == asked
    alone = {"leaders": [{"leader": "rommel", "side": "attacker"}], "left_alone": ["rommel"]}
    assert refusal(state, "ReportCombat", **GERMANS, **alone) == asked
    told = then(state, "ReportCombat", **GERMANS, **STACKED, places={"rommel": "E1428"})
    assert told.play.placements["rommel"] == Placement("E1428", face_up=True)
    from_afar = {"leaders": [{"leader": "rommel", "side": "attacker", "took_part": True}]}
    then(state, "ReportCombat", **GERMANS, **from_afar)
    then(state, "ReportCombat", **{**GERMANS, "kind": "air"}, **STACKED)


@pytest.mark.parametrize(
    ("places", "text"),
    [
        ({"rommel": "E1431"}, "Rommel is at E1431, neither in E1429 nor beside it"),
        ({"rommel": "E1428", "zhukov": "E1429"}, "Zhukov is not in this report"),
        ({"rommel": "Q1428"}, "Q1428: there is no map Q; there is"),
    ],
)
def test_ruling_45_a_stated_place_must_be_possible(places: dict[str, str], text: str) -> None:
    state = opened({"rommel": "map", "zhukov": "map"})
    found = refusal(state, "ReportCombat", **GERMANS, **STACKED, places=places)
    assert found.reason.startswith(f"places: {text}")


def test_ruling_45_a_stated_place_is_no_move() -> None:
    state = table("lif-1998", rommel="E1427")
    found = refusal(state, "ReportCombat", **GERMANS, **STACKED, places={"rommel": "E1428"})
    assert found == Refused("LiF 3.3", "places: on record Rommel is at E1427; record the move")


def test_ruling_45_whether_hexes_of_two_maps_touch_is_asked() -> None:
    state = table("lif-1998", rommel="W1140")
    text = "Rommel is at W1140, on another map than E1429"
    prompt = f"{text}. If the two touch, type W1140"
    about = About("places", key="rommel", prompt=prompt, missing=True)
    words = f"{text}; if the two touch, name W1140 with `places`"
    asked = Refused(None, f"places: {words}", about, words)
    assert refusal(state, "ReportCombat", **GERMANS, **STACKED) == asked
    then(state, "ReportCombat", **GERMANS, **STACKED, places={"rommel": "W1140"})
    at_sea = table("lif-1998", rommel="sea:baltic-sea/3")
    then(at_sea, "ReportCombat", **GERMANS, **STACKED)


def test_ruling_45_the_journal_says_what_rests_on_the_host_s_word() -> None:
    """One sentence, behind the combat's own."""
    state = opened({"rommel": "map"})
    events = decided(state, "ReportCombat", **GERMANS, **STACKED, places={"rommel": "E1428"})
    assert not isinstance(events, Refused)
    told = SENTENCES[type(events[0])](events[0], Names(kit()))
    assert told.endswith("without losses. On the host's word, Rommel was at E1428.")
