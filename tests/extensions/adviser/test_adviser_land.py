"""LiF abilities: the adviser on die and factors of land combats, worked out by hand."""

from typing import Any

import pytest

from campaign.lif.rulings import LIF_1998, LIF_LIST
from support.combats import GERMANS, SOVIETS, Told, ask, leader, party, said, silent, total, unit


def test_lif_abilities_27_and_28_add_to_the_die_before_and_after_the_roll() -> None:
    advised = ask(
        party(GERMANS, leader("manstein"), leader("guderian", "participating")),
        party(SOVIETS, leader("zhukov", "range", distance=5)),
        table="blitz",
        called_by="attacker",
        weather="rain",
    )
    # 1998: Manstein +1 for the blitz, Zhukov -1 for the rain; Guderian +1 once it is rolled.
    assert total(advised, "die") == 0
    assert total(advised, "die after the roll") == 1
    die = advised.of("die")
    assert die is not None
    assert [(line.amount, line.words.split(",")[0]) for line in die.lines] == [
        (1, "Manstein"),
        (-1, "Zhukov"),
    ]


def test_lif_abilities_33_the_list_edition_asks_who_called_and_not_for_the_weather() -> None:
    attack, defence = party(GERMANS), party(SOVIETS, leader("zhukov", "range", distance=5))
    assert total(ask(attack, defence, weather="rain"), "die") == -1
    assert total(ask(attack, defence, weather="rain", rulebook=LIF_LIST), "die") is None
    for rulebook in (LIF_1998, LIF_LIST):
        called = ask(attack, defence, table="assault", called_by="defender", rulebook=rulebook)
        assert total(called, "die") == -1


@pytest.mark.parametrize(
    ("who", "units", "enemy", "more", "die"),
    [
        ("vasilevsky", SOVIETS, [unit("italy")], {}, 1),
        ("vasilevsky", SOVIETS, [unit("italy"), unit("germany")], {}, None),
        ("de-lattre", [unit("france")], [unit("germany")], {"terrain": "mountain"}, 1),
        ("de-lattre", [unit("france")], [unit("germany")], {"terrain": "desert-mountain"}, None),
        ("montgomery", [unit("commonwealth")], [unit("italy")], {}, 1),
        ("oconnor", [unit("commonwealth")], [unit("italy")], {"table": "assault"}, None),
    ],
)
def test_lif_abilities_18_26_27_29_in_attack(
    who: str, units: list[Told], enemy: list[Told], more: Told, die: int | None
) -> None:
    assert total(ask(party(units, leader(who)), party(enemy), **more), "die") == die


@pytest.mark.parametrize(
    ("who", "units", "more", "die"),
    [
        ("koniev", [unit("ussr")], {"city": True}, -1),
        ("pretelat", [unit("france")], {"city": True}, -1),
        ("vatutin", [unit("ussr")], {"terrain": "forest"}, -1),
        ("vatutin", [unit("ussr")], {"terrain": "jungle"}, None),
        ("mannerheim", [unit("finland", controlled_by="germany")], {"terrain": "forest"}, -2),
        ("darlan", [unit("france")], {"capital": True}, -2),
    ],
)
def test_lif_abilities_30_34_35_69_in_defence(
    who: str, units: list[Told], more: Told, die: int | None
) -> None:
    assert total(ask(party(GERMANS), party(units, leader(who)), **more), "die") == die


def test_lif_abilities_31_helps_one_german_and_one_italian_corps_in_a_blitz_of_their_choice() -> (
    None
):
    pair = [unit("germany", "ARM"), unit("italy")]
    blitz: Told = {"table": "blitz", "called_by": "defender"}
    attack = party([unit("commonwealth")])
    assert total(ask(attack, party(pair, leader("messe")), **blitz), "die") == -1
    assert (
        total(ask(attack, party([*pair, unit("italy")], leader("messe")), **blitz), "die") is None
    )
    against = ask(attack, party(pair, leader("messe")), table="blitz", called_by="attacker")
    assert total(against, "die") is None


def test_lif_abilities_32_needs_us_support_for_half_the_factors() -> None:
    def die(support: list[Told], options: list[int] | None = None, kind: str = "INF") -> Any:
        us = party(
            [unit("usa", kind, 5), unit("usa", "INF", 4)],
            leader("macarthur", "range", distance=2),
            support=support,
        )
        attack = party([unit("japan")])
        return total(ask(attack, us, hex="P1010", options=options or []), "die")

    # 9 factors: half is 4.5.
    assert die([{"power": "usa", "kind": "aircraft", "factors": 4.5}]) == -1
    assert die([{"power": "usa", "kind": "aircraft", "factors": 4}]) is None
    ships = {"power": "usa", "kind": "ship", "factors": 3}
    planes = {"power": "usa", "kind": "aircraft", "factors": 2}
    assert die([planes, ships]) is None
    assert die([planes, ships], [38]) == -1
    assert die([planes, ships], [38], "MAR") is None


def test_lif_abilities_45_a_sacrificed_corps_is_worth_2_if_armoured_and_1_if_not() -> None:
    def die(kind: str) -> Any:
        units = [unit("ussr", kind, sacrificed=True), unit("ussr", "INF")]
        return total(ask(party(units, leader("koniev")), party(GERMANS)), "die")

    assert die("ARM") == die("MECH") == die("HQ-A") == 2
    assert die("INF") == die("HQ-I") == 1
    undecided = ask(party(SOVIETS, leader("koniev")), party(GERMANS))
    assert said(undecided, "koniev", 45).verdict == "may"
    assert total(undecided, "die") is None


def test_lif_abilities_58_the_river_no_longer_halves() -> None:
    units = [unit("germany", "ARM", 7, across_river=True), unit("germany", "INF", 6)]
    advised = ask(party(units, leader("rommel")), party(SOVIETS))
    # 3.5 + 6 without him, 7 + 6 with him.
    factors = advised.of("attacker factors")
    assert factors is not None
    assert [line.amount for line in factors.lines] == [9.5, 3.5]
    assert factors.total == 13
    assert "7 for 3.5" in factors.lines[1].words


def test_lif_2_rommel_lifts_the_river_for_units_in_his_hex_and_in_the_list_for_the_battle() -> None:
    units = [
        unit("germany", "ARM", 8, across_river=True, hex="E1430"),
        unit("germany", "INF", 6, across_river=True, hex="E1528"),
    ]
    attack = party(units, leader("rommel", "participating", hex="E1430"))
    assert total(ask(attack, party(SOVIETS)), "attacker factors") == 8 + 3
    listed = ask(attack, party(SOVIETS), rulebook=LIF_LIST)
    assert total(listed, "attacker factors") == 8 + 6


def test_lif_abilities_63_doubles_armour_in_a_blitz_called_by_the_attacker() -> None:
    units = [unit("italy", "ARM", 4), unit("italy", "MECH", 3), unit("italy", "INF", 3)]
    attack, defence = party(units, leader("balbo")), party([unit("commonwealth")])
    blitz = ask(attack, defence, table="blitz", called_by="attacker")
    assert total(blitz, "attacker factors") == 8 + 6 + 3
    assert silent(ask(attack, defence, table="blitz", called_by="defender"), "balbo", 63)


def test_lif_abilities_72_and_70_count_the_attackers_across_the_river_and_from_the_passes() -> None:
    attack = [unit("germany", across_river=True), unit("germany", across_river=True), GERMANS[1]]
    advised = ask(party(attack), party(SOVIETS, leader("vatutin", "range", distance=3)))
    assert total(advised, "defender factors") == 6 + 5 + 2
    out_of_mountains = [
        unit("japan", attacks_from="mountain"),
        unit("japan", attacks_from="desert-mountain"),
        unit("japan", attacks_from="clear"),
    ]
    chiang = ask(
        party(out_of_mountains),
        party([unit("china", "INF", 4)], leader("chiang", "range")),
        hex="A1010",
    )
    assert total(chiang, "defender factors") == 4 + 2


def test_lif_abilities_38_50_and_68_add_one_to_each_unit_they_name() -> None:
    kesselring = party(
        [unit("germany", "INF", 1, notional=True), unit("germany", "GAR", 2)],
        leader("kesselring", "range", distance=4),
    )
    assert total(ask(party([unit("usa")]), kesselring), "defender factors") == 4
    weary = [
        unit("japan", "INF", 2, face_up=False, in_supply=False, full_factors=4),
        unit("japan", "INF", 4, face_up=False, in_supply=False, full_factors=4),
        unit("japan", "INF", 3, face_up=False),
    ]
    terauchi = ask(party([unit("china")]), party(weary, leader("terauchi")), hex="A1010")
    assert total(terauchi, "defender factors") == 3 + 4 + 3
    guns = [unit("ussr", "ART", 3), unit("ussr", "AT", 2)]
    rokossovsky = ask(party(guns, leader("rokossovsky")), party(GERMANS))
    assert total(rokossovsky, "attacker factors") == 4 + 2


def test_lif_abilities_49_four_units_attack_as_if_supplied() -> None:
    units = [unit("germany", "INF", 2, full_factors=5, in_supply=False) for _ in range(5)]
    advised = ask(party(units, leader("kleist")), party(SOVIETS))
    assert total(advised, "attacker factors") == 4 * 5 + 2


def test_lif_abilities_59_doubles_ground_support_but_for_artillery() -> None:
    support = [
        {"power": "usa", "kind": "aircraft", "factors": 14},
        {"power": "usa", "kind": "artillery", "factors": 9},
    ]
    attack = party([unit("usa", "INF", 8)], leader("bradley"), support=support, support_limit=8)
    # Without him 8 support; with him 16, of which no more than 8 are artillery.
    advised = ask(attack, party(GERMANS))
    factors = advised.of("attacker factors")
    assert factors is not None
    assert [line.amount for line in factors.lines] == [16, 8]
    assert factors.total == 24


def test_factors_that_were_not_told_leave_words_and_no_sum() -> None:
    bare = [{"power": "germany", "type": "ARM", "across_river": True}]
    advised = ask(party(bare, leader("rommel")), party(SOVIETS))
    assert total(advised, "attacker factors") == "not told"


@pytest.mark.parametrize("rulebook", [LIF_1998, LIF_LIST])
def test_lif_abilities_15_says_what_comes_of_units_destroyed(rulebook: str) -> None:
    """It changes no odds, and is no reason for silence; without own units nobody is rebuilt."""
    ours, theirs = party(SOVIETS, leader("vasilevsky")), party(GERMANS)
    for advised in (ask(ours, theirs, rulebook=rulebook), ask(theirs, ours, rulebook=rulebook)):
        advice = said(advised, "vasilevsky", 15)
        assert (advice.verdict, advice.counted) == ("may", True)
        assert advice.effect == (
            "each home unit of 4 or more build points destroyed in range brings a militia or"
            " garrison next turn, with a working factory in range"
        )
    chinese = party([unit("china")], leader("vasilevsky"))
    alone = said(ask(theirs, chinese, rulebook=rulebook), "vasilevsky", 15)
    assert (alone.verdict, alone.why) == (
        "does-not-apply", "it needs units of his own country on his side",
    )  # fmt: skip
