"""A game's calendar, as the frame asks it; Leaders in Flames has six turns a year."""

import pytest

from campaign.lif.calendar import CALENDAR
from campaign.text.turns import WrittenTurn


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("1941-MJ", "1941-MJ"), ("1941-mj", "1941-MJ"), ("1941-XX", None), ("1841-MJ", None),
        ("1941-MJ\n", None), ("", None),
    ],
)  # fmt: skip
def test_a_turn_is_known_in_small_letters_too(typed: str, turn: str | None) -> None:
    """What is no turn is none in any writing."""
    assert CALENDAR.parse(typed) == turn


def test_the_turns_from_one_to_another_follow_each_other_over_the_year() -> None:
    """Both ends count; January/February begins the year."""
    turns = list(CALENDAR.turns("1939-SO", "1940-JF"))
    assert turns == ["1939-SO", "1939-ND", "1940-JF"]
    assert CALENDAR.count("1939-SO", "1940-JF") == 3
    assert [CALENDAR.starts_year(turn) for turn in turns] == [False, False, True]
    assert CALENDAR.in_words("1939-SO") == "September/October 1939"


def test_how_a_turn_is_written_is_told_with_its_parts() -> None:
    """Where the example says it all, nothing follows it."""
    assert CALENDAR.written.advice == "write it as 1940-MA (months: JF, MA, MJ, JA, SO, ND)"
    assert WrittenTurn("round-01").advice == "write it as round-01"
