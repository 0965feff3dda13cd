"""LiF 2, ruling 28: places, hexes between them, a leader's range and the diagram of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.kernel.decisions import Refused
from campaign.lif.abilities.command_range import (
    Dot,
    Hex,
    Reach,
    Rows,
    SeaBox,
    diagram,
    distance,
    hexes_in_range,
    in_range,
    maps,
    parse,
    text_rows,
)

NUMBERS = st.integers(min_value=0, max_value=99)
HEXES = st.builds(Hex, st.just("E"), NUMBERS, NUMBERS)
ROWS = st.sampled_from(("odd", "even"))


def at(text: str) -> Hex:
    place = parse(text)
    assert isinstance(place, Hex)
    return place


def test_lif_2_each_map_has_its_cost_and_its_rule() -> None:
    """European hexes count 1, Asian and Pacific 2, American 6."""
    costs = {letter: (one.scale, one.hex_cost) for letter, one in maps().items()}
    assert costs == {
        "E": ("european", 1), "W": ("european", 1), "A": ("asian-pacific", 2),
        "P": ("asian-pacific", 2), "M": ("american", 6),
    }  # fmt: skip
    assert all(one.rule == "LiF 2" and one.name for one in maps().values())


def test_places_are_hexes_sections_and_dots() -> None:
    assert parse("E1429") == Hex("E", 14, 29)
    assert parse("sea:north-sea/3") == SeaBox("north-sea", 3)
    assert parse("dot:canada") == Dot("canada")
    for text in ("E1429", "E0102", "sea:north-sea/3", "dot:canada"):
        assert str(parse(text)) == text


def test_a_letter_that_is_no_map_is_refused_as_malformed() -> None:
    refused = parse("Q1010")
    assert isinstance(refused, Refused) and refused.rule is None
    assert "E (East European map)" in refused.reason


NEXT_TO_EVEN = {"E1428", "E1430", "E1328", "E1329", "E1528", "E1529"}
"""Around E1429 on a sheet whose odd rows lie half a hex right."""
NEXT_TO_ODD = {"E1328", "E1330", "E1229", "E1230", "E1429", "E1430"}
"""Around E1329 there."""


@pytest.mark.parametrize(
    ("centre", "rows", "neighbours"),
    [
        ("E1429", "odd", NEXT_TO_EVEN),
        ("E1329", "odd", NEXT_TO_ODD),
        ("E1429", "even", {"E1428", "E1430", "E1329", "E1330", "E1529", "E1530"}),
    ],
)
def test_lif_2_six_hexes_adjoin_a_hex(centre: str, rows: Rows, neighbours: set[str]) -> None:
    near = {
        str(Hex("E", row, column))
        for row in range(11, 18)
        for column in range(25, 34)
        if distance(at(centre), Hex("E", row, column), rows) == 1
    }
    assert near == neighbours


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("E1429", "E1429", 0),
        ("E1429", "E1434", 5),
        ("E1429", "E1029", 4),  # four rows up, and the way leans by two columns each side
        ("E1429", "E1027", 4),
        ("E1429", "E1026", 5),
        ("E1429", "E1831", 4),
        ("E1429", "E1832", 5),
        ("E0000", "E9900", 99),
    ],
)
def test_lif_2_hexes_are_counted_the_shortest_way(one: str, other: str, hexes: int) -> None:
    assert distance(at(one), at(other), "odd") == hexes


@given(HEXES, HEXES, HEXES, ROWS)
def test_lif_2_hexes_measure_like_any_distance(
    one: Hex, other: Hex, third: Hex, rows: Rows
) -> None:
    """As far back as there, nothing only from itself, and no detour is shorter."""
    there = distance(one, other, rows)
    assert there == distance(other, one, rows)
    assert (there == 0) == (one == other)
    assert there <= distance(one, third, rows) + distance(third, other, rows)


def test_two_maps_have_no_distance() -> None:
    with pytest.raises(ValueError, match="two maps"):
        distance(at("E1429"), at("W1429"), "odd")


@pytest.mark.parametrize(
    ("stars", "european", "asian"), [(3, 3, 1), (4, 4, 2), (5, 5, 2)]
)  # fmt: skip
def test_lif_2_ruling_28_range_by_rank(stars: int, european: int, asian: int) -> None:
    """The rulebook's three stars: 3, 1 and the hex he is in. Halves are dropped."""
    assert hexes_in_range(stars, at("E1429")) == european
    assert hexes_in_range(stars, at("A1010")) == hexes_in_range(stars, at("P1010")) == asian
    assert hexes_in_range(stars, at("M1010")) == hexes_in_range(stars, Dot("canada")) == 0


def test_lif_2_a_reach_tells_its_sum() -> None:
    assert in_range(3, "A1010", "A1012") == Reach(
        False, 3, 4, "2 hexes of 2, that is 4, from A1010 to A1012; 3 stars: out of range"
    )
    assert in_range(3, "E1429", "A1010", entered={"E": 1, "A": 1}) == Reach(
        True, 3, 3, "1 on E at 1 and 1 on A at 2 make 3 from E1429 to A1010; 3 stars: in range"
    )
    assert in_range(5, "sea:north-sea/3", "sea:north-sea/3") == Reach(
        True, 5, 0, "sea:north-sea/3 is where he is"
    )


def test_ruling_28_a_way_across_two_maps_is_entered_by_the_club() -> None:
    for entered, rule in (
        ({"E": 0, "A": 0}, "Ruling 28"), ({"X": 1}, None), ({"E": -1, "A": 1}, None),
    ):  # fmt: skip
        refused = in_range(3, "E1429", "A1010", entered=entered)
        assert isinstance(refused, Refused) and refused.rule == rule


def test_lif_2_the_diagram_shows_every_hex_in_range() -> None:
    """Within n hexes there are 1 + 3n(n+1): 37 for three stars, 7 on the Asian map."""
    cells = diagram("E1429", 3)
    assert len(cells) == 37
    assert [cell.place for cell in cells if cell.kind == "leader"] == ["E1429"]
    assert {cell.kind for cell in cells} == {"leader", "in-range"}
    assert len(diagram("A1010", 3)) == 7
    assert [cell.place for cell in diagram("M1010", 5)] == ["M1010"]
    assert diagram("sea:north-sea/3", 5) == diagram("dot:canada", 5) == ()


def test_lif_2_the_diagram_in_text() -> None:
    """A leader of three stars on the Asian map reaches one hex; odd rows lie to the right."""
    assert text_rows(diagram("A1429", 3, "A1430")) == (
        "A13   o o",
        "A14  o L T",
        "A15   o o",
    )
    assert text_rows(diagram("A1429", 3, "A1429"))[1] == "A14  o L o"
    assert text_rows(diagram("A1329", 3)) == (
        "A12   o o",
        "A13  o L o",
        "A14   o o",
    )


def test_lif_2_a_target_just_out_of_range_is_drawn_among_dots() -> None:
    assert text_rows(diagram("A1429", 3, "A1431")) == (
        "A12    · · ·",
        "A13   · o o ·",
        "A14  · o L o T",
        "A15   · o o ·",
        "A16    · · ·",
    )


def test_lif_2_the_diagram_lies_as_the_sheet_does() -> None:
    """Hexes one unit wide, rows half the root of three apart, the odd row half a unit right."""
    cells = {cell.place: (cell.x, cell.y) for cell in diagram("A1429", 3)}
    assert cells["A1429"] == (1.0, 0.866)
    assert cells["A1328"] == (0.5, 0.0)
    assert cells["A1430"] == (2.0, 0.866)
    assert {cell.place: cell.x for cell in diagram("A1429", 3, rows="even")}["A1329"] == 0.5


def test_lif_2_a_far_target_is_not_drawn_and_sheets_have_edges() -> None:
    assert diagram("E1429", 3, "E1450") == diagram("E1429", 3)
    corner = diagram("E0000", 3)
    assert all(cell.place >= "E0000" for cell in corner) and 0 < len(corner) < 37
