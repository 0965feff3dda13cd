"""LiF abilities: the table of 122 against what the sources print, both editions."""

import pytest

from campaign.lif.abilities import catalogue as book
from campaign.lif.roster import kit
from campaign.lif.rulings import LIF_1998, LIF_LIST

DICE = {
    18: 1, 26: 1, 27: 1, 28: 1, 29: 1, 45: 1,
    30: -1, 31: -1, 32: -1, 33: -1, 34: -1, 35: -2, 69: -2,
}  # fmt: skip
"""Every change of the land combat die that the abilities print."""

FACTORS = {38: 1, 50: 1, 68: 1, 70: 1, 72: 1}
ADVANCE = {36: 1, 39: 1, 71: 1}
MARCH = {46: 1, 47: 2, 60: 2}


@pytest.mark.parametrize("rulebook", [LIF_1998, LIF_LIST])
def test_lif_abilities_are_1_to_122_in_both_editions(rulebook: str) -> None:
    assert list(book.abilities(rulebook)) == list(range(1, 123))
    assert all(one.text and one.name and one.steps for one in book.abilities(rulebook).values())


def test_lif_abilities_change_the_land_die_as_printed() -> None:
    told = {
        number: one.number_of("die") for number, one in book.abilities().items() if "die" in
        one.numbers
    }  # fmt: skip
    assert told == DICE
    assert book.ability(45).number_of("armour_die") == 2
    for number, die in DICE.items():
        assert book.ability(number).numbers["on"] == ("attack" if die > 0 else "defence")


def test_lif_abilities_change_factors_and_movement_as_printed() -> None:
    told = {n: one.number_of("factors") for n, one in book.abilities().items()}
    assert {n: value for n, value in told.items() if value} == FACTORS
    moves = {n: one.number_of("movement") for n, one in book.abilities().items() if n != 94}
    assert {n: value for n, value in moves.items() if value} == ADVANCE | MARCH
    assert book.ability(63).number_of("times") == 2
    assert book.ability(59).number_of("times") == 2
    assert book.ability(62).number_of("odds") == -2


def test_lif_abilities_change_air_combat_as_printed() -> None:
    assert book.ability(81).number_of("air_to_air") == 1
    assert book.ability(76).number_of("air_to_air") == 5
    assert book.ability(82).number_of("cleared") == 2
    assert dict(book.ability(83).numbers) == {"cleared": 2, "flak": 2}
    assert book.ability(86).number_of("dice") == book.ability(87).number_of("dice") == 2


def test_lif_abilities_change_naval_combat_as_printed() -> None:
    assert {n: book.ability(n).number_of("search") for n in (91, 93, 122)} == {91: 1, 93: 1, 122: 2}
    assert dict(book.ability(92).numbers) == {"surprise": 1, "sub_combat_cost": 3}
    assert dict(book.ability(94).numbers) == {"movement": 6, "section": 4, "enemy_surprise": 4}
    assert dict(book.ability(106).numbers) == {"section": 2, "minor_port": 5, "major_port": 7}
    assert dict(book.ability(111).numbers) == {"targets": 2, "of": 3}
    assert book.ability(112).number_of("surface_combat_cost") == 2
    assert book.ability(117).number_of("search_die") == 2
    assert book.ability(105).number_of("defence") == 1
    assert book.ability(115).number_of("times") == 2
    assert book.ability(98).number_of("ships") == 4


def test_lif_abilities_the_list_edition_differs_in_these_and_no_others() -> None:
    differ = [
        number
        for number in range(1, 123)
        if book.ability(number, LIF_1998).text != book.ability(number, LIF_LIST).text
    ]
    assert differ == [25, 28, 33, 57, 62, 76, 77, 100]


def test_lif_abilities_100_lowers_the_search_die_by_1_and_in_the_list_by_2() -> None:
    assert dict(book.ability(100, LIF_1998).numbers) == {"search_die": -1, "missed": 10}
    assert dict(book.ability(100, LIF_LIST).numbers) == {"search_die": -2, "missed": 10}


@pytest.mark.parametrize(
    ("number", "only_1998", "only_list"),
    [
        (25, "production circle", "Nothing is said on supply"),
        (28, "ability 41 included", "names ability 40"),
        (33, "weather is anything but fine", "call the table."),
        (57, "transports where option 26", "An armour or mechanised unit"),
        (62, "defenders retreat, attackers advance", "breaks through as ever."),
        (76, "counts 5 in the air", "Fougier"),
        (77, "before his interceptors", "nothing is said of his interceptors"),
        (100, "Takes 1 off", "Takes 2 off"),
    ],
)
def test_lif_abilities_say_what_each_edition_says(
    number: int, only_1998: str, only_list: str
) -> None:
    new, old = book.ability(number, LIF_1998).text, book.ability(number, LIF_LIST).text
    assert only_1998 in new and only_1998 not in old
    assert only_list in old


def test_ruling_29_prints_1_2_and_97_white() -> None:
    white = [number for number, one in book.abilities().items() if one.print == "white"]
    assert white == [1, 2, 97]


def test_lif_2_ranges_reach_only_where_the_text_says_so() -> None:
    in_range = {
        5, 7, 8, 9, 10, 11, 14, 15, 21, 30, 31, 32, 33, 34, 38, 40, 41, 42, 43, 45, 48, 49, 50, 51,
        52, 53, 55, 59, 64, 65, 67, 68, 69, 70, 72, 77, 78, 79, 80, 90, 114,
    }  # fmt: skip
    assert {n for n, one in book.abilities().items() if one.scope == "range"} == in_range


def test_lif_1_zhukov_and_the_abilities_on_his_counter() -> None:
    assert [one.number for one in book.for_leader("zhukov", kit())] == [33, 37, 40, 47]
    listed = book.for_leader("halsey", kit(), LIF_LIST)
    assert listed[1].number_of("search_die") == -2
    assert book.holders(94, kit()) == ("mikawa",)
    assert book.holders(89, kit()) == ()


def test_abilities_are_found_by_words() -> None:
    assert [one.number for one in book.search("forest die")] == [34, 69]
    assert [one.number for one in book.search("PARTISAN production")] == []
    assert book.search("  ") == ()


def test_an_ability_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        book.ability(39).numbers["die"] = 9  # type: ignore[index]
    with pytest.raises(AttributeError):
        book.ability(39).text = ""  # type: ignore[misc]
