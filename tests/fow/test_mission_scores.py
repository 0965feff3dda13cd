"""FoW Mission Selector, FoW Linked Missions: scores, rows, and who attacks."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.fow.missions import roles


def test_how_often_each_row_comes_of_all_1296_throws_of_four_dice() -> None:
    """By hand: n totals of 36 are at most a row's, so the higher of two is n * n of 1296."""
    rows: Counter[int] = Counter()
    for a, b, c, d in product(range(1, 7), repeat=4):
        rolled = roles.one_off({"able": (a, b), "baker": (c, d)})
        rows[roles.row_of(max(side.score for side in rolled.values()))] += 1
    assert [rows[row] for row in range(4, 13)] == [36, 64, 125, 216, 235, 224, 189, 136, 71]


def test_twelve_and_more_is_a_row_and_four_and_less_is_one() -> None:
    rows = {-1: 4, 0: 4, 4: 4, 5: 5, 11: 11, 12: 12, 13: 12, 20: 12}
    assert {score: roles.row_of(score) for score in rows} == rows


@given(st.integers(min_value=-10, max_value=30), st.integers(min_value=-10, max_value=30))
def test_a_higher_score_never_finds_a_lower_row(one: int, other: int) -> None:
    assert (roles.row_of(one) <= roles.row_of(other)) or one > other


def test_every_mission_of_a_row_is_found_on_that_row() -> None:
    for row in range(4, 13):
        assert roles.row_with(roles.mission_of(row)) == row
    assert roles.row_with("not-one-step-back") == 0


def test_one_row_up_or_down_and_none_beyond_the_ends() -> None:
    assert roles.neighbours(9) == (10, 8)
    assert roles.neighbours(12) == (11,)
    assert roles.neighbours(4) == (5,)


def test_footnotes_and_the_ruling_that_allows_any_mission() -> None:
    assert roles.agreeable(4, "big-push", False) == ("trench-fight", "hold-the-line")
    assert roles.agreeable(5, "trench-fight", False) == ("hold-the-line",)
    assert roles.agreeable(8, "breakthrough", False) == ()
    assert roles.agreeable(4, "trench-fight", False) == ("hold-the-line",)
    anything = roles.agreeable(8, "breakthrough", True)
    assert "not-one-step-back" in anything
    assert "breakthrough" not in anything
    assert len(anything) == 9


@pytest.mark.parametrize(
    ("able", "baker", "attacks"),
    [
        ("tank", "mechanised", "able"),
        ("mechanised", "tank", "baker"),
        ("tank", "infantry", "able"),
        ("mechanised", "infantry", "able"),
        ("infantry", "tank", "baker"),
        ("tank", "tank", ""),
        ("mechanised", "mechanised", ""),
        ("infantry", "infantry", ""),
        ("infantry", "", ""),
    ],
)
def test_company_types_say_who_attacks(able: str, baker: str, attacks: str) -> None:
    assert roles.attacker_by_types({"able": able, "baker": baker}) == attacks


def test_a_roll_off_is_decided_by_the_first_throw_that_differs() -> None:
    assert roles.rolled_off({"a": (3, 5), "b": (3, 2)}) == "a"
    assert roles.rolled_off({"a": (1,), "b": (6,)}) == "b"
    assert roles.rolled_off({"a": (3,), "b": (3,)}) == ""


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ({"a": (), "b": ()}, "the same number of dice for both sides, and at least one"),
        ({"a": (3, 4), "b": (3,)}, "the same number of dice for both sides, and at least one"),
        ({}, "the same number of dice for both sides, and at least one"),
        ({"a": (3, 4), "b": (2, 4)}, "throw 1 has decided it; there is nothing more to throw"),
    ],
)
def test_dice_of_a_roll_off_that_do_not_belong_together(
    dice: dict[str, tuple[int, ...]], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        roles.rolled_off(dice)
