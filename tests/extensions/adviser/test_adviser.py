"""LiF 2, 3, 3.2: the adviser on the table, the limits, and what it cannot read."""

import json

import pytest
from msgspec.structs import replace

from campaign.extensions.adviser.advise import advise
from campaign.extensions.adviser.evaluate import House
from campaign.extensions.adviser.model import read_combat
from campaign.kernel.decisions import Refused
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.roster import kit
from campaign.lif.rulings import LIF_1998, LIF_LIST
from support.combats import GERMANS, SOVIETS, Told, ask, leader, party, said, silent, total, unit


def _with_second_assault(rulebook: str = LIF_1998) -> House:
    """A club's sheet: Vatutin calls assaults too, and Guderian may choose the table."""
    sheet = dict(kit())
    sheet["vatutin"] = replace(sheet["vatutin"], abilities=(65,))
    sheet["guderian"] = replace(sheet["guderian"], abilities=(54,))
    return House(sheet=sheet, rulebook=rulebook)


def test_lif_3_2_two_soviets_for_assault_against_one_german_for_blitz_make_an_assault() -> None:
    advised = ask(
        party(GERMANS, leader("guderian", "participating", table="blitz")),
        party(SOVIETS, leader("timoshenko", "range", distance=2), leader("vatutin")),
        house=_with_second_assault(),
        weather="snow",
        table="blitz",
        called_by="attacker",
    )
    assert total(advised, "table") == "assault"
    assert said(advised, "guderian", 54).verdict == "cancelled"
    assert said(advised, "timoshenko", 65).verdict == "cancelled"
    assert said(advised, "vatutin", 65).verdict == "may"
    table = advised.of("table")
    assert table is not None
    assert table.lines[-1].rule == "LiF 3.2"
    assert "2 for assault against 1 for blitz" in table.lines[-1].words


def test_lif_3_2_one_against_one_leaves_the_table_of_the_base_game() -> None:
    advised = ask(
        party(GERMANS, leader("guderian", table="blitz")),
        party(SOVIETS, leader("timoshenko")),
        house=_with_second_assault(),
        weather="blizzard",
        table="assault",
        called_by="defender",
    )
    assert total(advised, "table") == "assault"
    assert {said(advised, "guderian", 54).verdict, said(advised, "timoshenko", 65).verdict} == {
        "cancelled"
    }


def test_lif_abilities_54_lets_patton_call_the_blitz_and_39_follows_from_it() -> None:
    defenders = [unit("germany", face_up=False)]
    advised = ask(
        party([unit("usa", "ARM", 8)], leader("patton", table="blitz")),
        party(defenders),
        table="assault",
        called_by="defender",
    )
    assert total(advised, "table") == "blitz"
    assert said(advised, "patton", 39).verdict == "may"
    asked_nothing = ask(
        party([unit("usa", "ARM", 8)], leader("patton")), party(defenders), table="assault"
    )
    assert silent(asked_nothing, "patton", 39)
    assert "say which table" in asked_nothing.notes[-1]


def test_lif_abilities_65_needs_snow_or_blizzard() -> None:
    for weather, known in (("snow", True), ("blizzard", True), ("rain", False), ("fine", False)):
        advised = ask(party(GERMANS), party(SOVIETS, leader("timoshenko")), weather=weather)
        assert silent(advised, "timoshenko", 65) is not known


def test_lif_2_an_attacking_leader_must_be_stacked_with_a_participant_even_for_range() -> None:
    attack = party([unit("japan")], leader("yamashita", "range", distance=1, table="blitz"))
    more: Told = {"hex": "P1010", "terrain": "jungle"}
    out = said(ask(attack, party([unit("usa")]), **more), "yamashita", 53)
    assert (out.verdict, out.rule) == ("ruled-out", "LiF 2")
    listed = ask(attack, party([unit("usa")]), rulebook=LIF_LIST, **more)
    assert said(listed, "yamashita", 53).verdict == "may"


def test_lif_2_range_is_the_leaders_rank_counted_by_distance_or_by_hexes() -> None:
    far = ask(party(GERMANS), party(SOVIETS, leader("koniev", "range", distance=5)), city=True)
    assert said(far, "koniev", 30).rule == "LiF 2"
    assert said(far, "koniev", 30).why == "he is 5 hexes away and his range is 4"
    counted = ask(party(GERMANS), party(SOVIETS, leader("koniev", "range", hex="E1433")), city=True)
    assert said(counted, "koniev", 30).verdict == "may"
    beyond = ask(party(GERMANS), party(SOVIETS, leader("koniev", "range", hex="E1434")), city=True)
    assert said(beyond, "koniev", 30).verdict == "ruled-out"


def test_lif_3_a_leader_under_attack_helps_no_other_hex() -> None:
    defence = party(SOVIETS, leader("koniev", "attacked-hex", distance=1))
    new, old = (ask(party(GERMANS), defence, city=True, rulebook=r) for r in (LIF_1998, LIF_LIST))
    assert said(new, "koniev", 30).rule == "LiF 3"
    assert said(old, "koniev", 30).verdict == "may"


def test_lif_3_2_a_face_down_leader_helps_with_nothing_but_48() -> None:
    attack = party(GERMANS, leader("rundstedt", face_up=False), overstacked=True)
    advised = ask(attack, party(SOVIETS))
    assert said(advised, "rundstedt", 55).why == "he is face-down"
    assert said(advised, "rundstedt", 48).verdict == "may"


def test_lif_3_2_an_italian_leader_helps_italians_alone() -> None:
    mixed = [unit("italy"), unit("germany")]
    more: Told = {"table": "blitz", "called_by": "attacker", "cooperating": [["germany", "italy"]]}
    out = said(
        ask(party(mixed, leader("graziani")), party([unit("commonwealth")]), **more), "graziani", 27
    )
    assert (out.verdict, out.rule) == ("ruled-out", "LiF 3.2")
    alone = ask(party([unit("italy")], leader("graziani")), party([unit("usa")]), **more)
    assert total(alone, "die") == 1


def test_lif_3_2_cooperating_powers_are_helped_and_abilities_1_and_2_forbid_it() -> None:
    mixed = [unit("usa", "ARM", across_river=True), unit("commonwealth", "ARM", across_river=True)]
    allied: Told = {"cooperating": [["commonwealth", "usa"]]}
    defence = party([unit("germany")])
    patton = ask(party(mixed, leader("patton", table="blitz")), defence, **allied)
    assert said(patton, "patton", 54).verdict == "may"
    stranger = ask(party(mixed, leader("patton", table="blitz")), defence)
    assert said(stranger, "patton", 54).verdict == "ruled-out"
    montgomery = ask(party(mixed, leader("montgomery")), defence, **allied)
    assert said(montgomery, "montgomery", 29).why == "ability 1: he helps no other major power"
    assert said(montgomery, "montgomery", 1).verdict == "must"
    minors = [unit("rumania", controlled_by="germany")]
    assert said(ask(party(minors, leader("rundstedt")), defence), "rundstedt", 2).verdict == "must"
    assert said(ask(party(minors, leader("rommel")), defence), "rommel", 56).verdict == "may"


def test_lif_3_2_of_two_leaders_of_one_rank_and_map_one_may_be_chosen() -> None:
    attack = party(GERMANS, leader("rommel"), leader("kleist"))
    advised = ask(attack, party(SOVIETS))
    first, second = said(advised, "rommel", 56), said(advised, "kleist", 36)
    assert (first.verdict, first.counted) == ("may", True)
    assert (second.verdict, second.counted) == ("may", False)
    assert first.one_of == second.one_of == ("rommel", "kleist")
    assert second.why == (
        "one of these: Rommel or Kleist; Germany uses one leader of 3 stars on map E"
        " in an impulse or stage"
    )
    assert second.command is not None
    chosen = party(GERMANS, leader("rommel", uses=[]), leader("kleist", uses=[36]))
    advised = ask(chosen, party(SOVIETS))
    assert said(advised, "kleist", 36).counted
    assert not said(advised, "rommel", 56).counted
    assert said(advised, "rommel", 56).why.startswith("one of these: Rommel or Kleist")


def test_lif_3_2_list_edition_a_helped_power_is_blocked_and_so_is_the_hex() -> None:
    stack = [unit("germany"), unit("italy")]
    more: Told = {"cooperating": [["germany", "italy"]], "called_by": "defender", "table": "blitz"}
    # Guderian's four stars would block Balbo's; here Kesselring, who helps both, blocks Balbo.
    sheet = dict(kit())
    sheet["balbo"] = replace(sheet["balbo"], abilities=(38,))
    sheet["kesselring"] = replace(sheet["kesselring"], abilities=(30,))
    notional = [*stack, unit("italy", "INF", 1, notional=True)]
    defence = party(notional, leader("kesselring", "range", distance=1), leader("balbo", "range"))
    shared = {
        rulebook: said(
            ask(
                party(SOVIETS), defence, city=True, house=House(sheet=sheet, rulebook=rulebook),
                **more,
            ), "balbo", 38,
        ).one_of
        for rulebook in (LIF_1998, LIF_LIST)
    }  # fmt: skip
    assert shared == {LIF_1998: (), LIF_LIST: ("kesselring", "balbo")}
    in_one_hex = party(SOVIETS, leader("zhukov"), leader("koniev"))
    listed = ask(party(GERMANS), in_one_hex, city=True, weather="rain", table="assault",
                 called_by="defender", rulebook=LIF_LIST)  # fmt: skip
    assert said(listed, "koniev", 30).why == (
        "one of these: Zhukov or Koniev; one leader at E1429 uses black print in a segment"
    )
    assert not said(listed, "koniev", 30).counted


def test_lif_3_2_list_edition_attackers_without_a_hex_are_taken_to_share_one() -> None:
    """Vasilevsky of 3 stars and Koniev of 4 share no rank; once their hexes differ, both serve."""
    river = [unit("ussr", "ARM", 7, across_river=True, hex="E1428")]
    more: Told = {"table": "blitz", "called_by": "attacker", "rulebook": LIF_LIST}

    def other(
        own: str | None, his: str | None, rulebook: str = LIF_LIST
    ) -> tuple[str | None, bool]:
        both = (leader("vasilevsky", hex=own), leader("koniev", hex=his))
        found = ask(party(river, *both), party(GERMANS), **{**more, "rulebook": rulebook})
        usable = [one for one in found.attacker if one.leader == "koniev" and one.one_of]
        return (usable[0].why if usable else None, bool(usable))

    assert other(None, None) == (
        "one of these: Vasilevsky or Koniev; one leader of a hex uses black print in a segment;"
        " give `hex` if theirs differ",
        True,
    )
    assert other("E1428", "E1430") == other(None, None, LIF_1998) == (None, False)


def test_what_the_record_rules_out_is_asked_with_the_command_itself() -> None:
    asked: list[UseAbility] = []

    def ruled_out(use: UseAbility) -> Refused | None:
        asked.append(use)
        return Refused("LiF 3.2", "used already") if use.ability == 56 else None

    house = House(sheet=kit(), ruled_out=ruled_out)
    units = [unit("germany", "ARM", 7, across_river=True)]
    advised = ask(party(units, leader("rommel")), party(SOVIETS), house=house)
    assert said(advised, "rommel", 56).why == "used already"
    assert said(advised, "rommel", 56).command is None
    assert said(advised, "rommel", 58).command == {
        "command": "UseAbility", "leader": "rommel", "ability": 58, "hex": "E1429",
        "helps": ["germany"], "attacking": True, "stacked_with_participant": True,
    }  # fmt: skip
    assert {use.ability for use in asked} == {56, 58}


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ("{", "combat:"),
        ('{"kind": "land"}', "hex"),
        ('{"kind": "land", "hex": "Moscow", "attackers": {"units": []}}', "hex"),
        ('{"kind": "land", "hex": "E1429", "attackers": {"units": [{"power": "ussr", "type": "XX"}]'
         '}}', "combat, attackers.units[0].type: there is no 'XX'; there is AA, AMPH, ARM, ART"),
        ('{"kind": "land", "hex": "E1429", "river": 1}', "combat: there is no river"),
        ('{"kind": "land", "hex": "E1429", "terrain": "city"}', "combat, terrain: there is no "
         "'city'; there is clear, desert, desert-mountain, forest, jungle, mountain, swamp"),
        ('{"kind": "land", "hex": "E1429", "attackers": {"leaders": [{"leader": "zhukov", "place": '
         '"there"}]}}', "there is no 'there'; there is attacked-hex, elsewhere, participating, "),
        ('{"kind": "lnad"}', "combat, kind: there is no 'lnad'; there is air, land, naval"),
        ("[]", "combat: expected a table, got a list"),
    ],
)  # fmt: skip
def test_a_malformed_combat_is_refused_naming_the_field(told: str, named: str) -> None:
    refused = read_combat(told)
    assert isinstance(refused, Refused)
    assert refused.rule is None
    assert named in refused.reason


def test_a_country_that_does_not_exist_is_refused() -> None:
    """With a near one; else the advice would be wrong in silence. A minor is a country too."""
    told = {"kind": "land", "hex": "E1429", "attackers": party([unit("germny", "INF")]),
            "defenders": party(SOVIETS)}  # fmt: skip
    combat = read_combat(json.dumps(told))
    assert not isinstance(combat, Refused)
    refused = advise(combat, House(sheet=kit()))
    assert isinstance(refused, Refused)
    assert refused.reason == "combat: there is no country 'germny'; did you mean germany?"
    told["attackers"] = party([unit("finland", "INF", controlled_by="germny")])
    combat = read_combat(json.dumps(told))
    assert not isinstance(combat, Refused)
    refused = advise(combat, House(sheet=kit()))
    assert isinstance(refused, Refused) and "'germny'" in refused.reason
    told["attackers"] = party([unit("atlantis", "INF", controlled_by="germany")])
    combat = read_combat(json.dumps(told))
    assert not isinstance(combat, Refused)
    assert isinstance(advise(combat, House(sheet=kit())), Refused)
    known = House(sheet=kit(), further=frozenset({"atlantis"}))
    assert not isinstance(advise(combat, known), Refused), "the club's record has it"


@pytest.mark.parametrize(
    ("leaders", "named"),
    [
        ([leader("caesar")], "there is no leader 'caesar'"),
        ([leader("rommel"), leader("rommel")], "Rommel is named 2 times"),
        ([leader("rommel", uses=[62])], "Rommel has no ability 62"),
    ],
)
def test_leaders_who_cannot_be_are_refused(leaders: list[Told], named: str) -> None:
    told = {"kind": "land", "hex": "E1429", "attackers": party(GERMANS, *leaders),
            "defenders": party(SOVIETS)}  # fmt: skip
    combat = read_combat(json.dumps(told))
    assert not isinstance(combat, Refused)
    refused = advise(combat, House(sheet=kit()))
    assert isinstance(refused, Refused)
    assert named in refused.reason
