"""LiF 3.3, ruling 45: reports held against the record, where the cases do not reach."""

import pytest

from campaign.kernel.decisions import About, Refused
from campaign.lif.rulings import resolve
from campaign.lif.state import Placement, State
from support.rules_table import opened, refusal, then

BOOKS = ("lif-1998", "lif-list")
LAND = {"kind": "land", "hex": "E1429", "losses": []}
GERMANS = {**LAND, "attackers": ["germany"], "defenders": ["ussr"]}


def table(rulebook: str, **places: str) -> State:
    """Leaders where they are, in the land combat step of the first impulse."""
    state = opened(dict.fromkeys(places, "map"), rulebook=rulebook)
    for who, where in places.items():
        state = then(state, "MoveLeader", leader=who, location=where, means="other")
    return then(then(state, "BeginImpulse", side="axis"), "BeginStep", step="land-combat")


def test_ruling_45_in_the_list_edition_a_leader_is_named_without_his_ability() -> None:
    state = table("lif-list", zhukov="E1428")
    used = then(state, "UseAbility", leader="zhukov", ability=33, hex="E1429", helps=["ussr"])
    then(used, "ReportCombat", **GERMANS, leaders=[{"leader": "zhukov", "side": "defender"}])


def test_ruling_45_those_who_co_operated_before_their_war_fight_each_other() -> None:
    state = then(table("lif-1998"), "Cooperate", powers=["germany", "italy"])
    state = then(state, "DeclareWar", attacker="germany", target="italy")
    then(state, "ReportCombat", **{**GERMANS, "defenders": ["italy"]})


def test_a_yes_or_no_ruling_is_said_with_yes_or_no() -> None:
    for word, value in (("yes", True), ("no", False), ("true", True), ("false", False)):
        found = resolve({"shattered_counts": word}, "lif-1998")
        assert not isinstance(found, Refused) and found["shattered_counts"] is value


@pytest.mark.parametrize("rulebook", BOOKS)
def test_ruling_45_a_leader_for_whose_side_nobody_fights(rulebook: str) -> None:
    """A host may say why a leader is there all the same; Vichy's side is ruling 14's."""
    state = table(rulebook, manstein="E1428")
    leaders = [{"leader": "manstein", "side": "attacker", "took_part": True}]
    alone = {**LAND, "attackers": ["rumania"], "defenders": ["ussr"], "leaders": leaders}
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
    nowhere = refusal(state, "ReportCombat", **GERMANS, **STACKED, places={"rommel": "Q1428"})
    assert nowhere.reason.startswith("places: Q1428: there is no map Q; there is")


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
