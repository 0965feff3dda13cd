"""A row of a read table is taken from what holds it; a column says which other row it names."""

import msgspec
import pytest

from campaign.kernel.projections import TURN, Column, projection

PIECE = Column(str, "Piece, by id", "pieces")
FIGHTS = projection(
    "fights",
    "Every fight",
    {
        "fight": (int, "Number"),
        "turn": TURN,
        "piece": PIECE,
        "tags": (str, "What it was called"),
        "won": (int, "1 where it was won"),
        "note": (str, "Words"),
    },
    ("fight",),
    optional=("note",),
)


class Fight(msgspec.Struct, frozen=True):
    """What a row is made of."""

    piece: str
    tags: tuple[str, ...]
    won: bool
    note: str = ""


def test_a_column_says_which_row_it_names() -> None:
    """Unless it stands in the table of those rows."""
    assert FIGHTS.links == {("turn",): "turns", ("piece",): "pieces"}
    assert FIGHTS.columns["piece"] == (str, "Piece, by id")
    pieces = projection("pieces", "Every piece", {"piece": PIECE}, ("piece",), {("x",): "others"})
    assert pieces.links == {("x",): "others"}


def test_a_row_is_taken_from_what_holds_it() -> None:
    """What is given stands before what a source holds, and the first source before the others."""
    fight = Fight("scout", ("night", "rain"), won=True)
    row = FIGHTS.row(fight, Fight("", (), won=False, note="late"), fight=3, turn="round-01")
    assert row == {
        "fight": 3, "turn": "round-01", "piece": "scout", "tags": "night rain", "won": 1,
        "note": None,
    }  # fmt: skip
    assert FIGHTS.of(fight, fight=3, turn="round-01") == (FIGHTS, row)


def test_a_column_that_nothing_holds_is_a_fault_of_the_program() -> None:
    """And so is a value for a column that the table has not."""
    with pytest.raises(AttributeError, match="nothing has turn"):
        FIGHTS.row(Fight("scout", (), won=True), fight=3)
    with pytest.raises(AssertionError):
        FIGHTS.row(Fight("scout", (), won=True), fight=3, turn="1", colour="red")
