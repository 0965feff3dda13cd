"""The picture to share of a turn: its headline, and the standings with what changed. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.pages import NoticeTable, Poster
from campaign.text.english import wrapped

LEFT, RIGHT = 60, 1140
"""Where lines begin and end, in pixels of a picture of 1200 by 630."""
NAMES, MOVES = 120, 190
"""Where names begin, and the width of what changed."""
MOST_ROWS, MOST_COLUMNS = 8, 4
"""How many rows and columns have room."""
TOP, STEP = 262, 40


class Cell(msgspec.Struct, frozen=True):
    """A text of a line, and where it ends."""

    x: int
    text: str


class RankedLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    y: int
    place: str
    name: str
    cells: tuple[Cell, ...]
    moved: str
    """`up 2`, `down 1`, or a dash."""


class StandingsPicture(msgspec.Struct, frozen=True):
    """The picture of a turn."""

    campaign: str
    turn: str
    headline: tuple[str, ...]
    heads: tuple[Cell, ...]
    changed: str
    """The head of what changed."""
    lines: tuple[RankedLine, ...]
    more: int
    """How many rows have no room."""
    words: str
    """The picture in words."""


def picture(ranked: NoticeTable, campaign: str, turn: str, headline: str) -> Poster:
    """The picture of a table of standings: place, name, figures, and what changed at the end."""
    shown = ranked.rows if len(ranked.rows) <= MOST_ROWS else ranked.rows[: MOST_ROWS - 1]
    count = min(len(ranked.heads) - 3, MOST_COLUMNS)
    ends = [RIGHT - MOVES - _width(count) * (count - 1 - place) for place in range(count)]
    room = (ends[0] if ends else RIGHT - MOVES) - _width(count) - NAMES
    lines = tuple(_line(row, place, ends, room) for place, row in enumerate(shown))
    view = StandingsPicture(
        campaign,
        turn,
        wrapped(headline or ranked.title, 48, RIGHT - LEFT, 2),
        _cells(ranked.heads, ends),
        ranked.heads[-1],
        lines,
        len(ranked.rows) - len(shown),
        f"{campaign}, {turn}: " + "; ".join(f"{line.place} {line.name}" for line in lines),
    )
    return Poster("templates/poster.svg", view)


def _width(count: int) -> int:
    """How wide a column is where there are so many."""
    return 200 if count < MOST_COLUMNS else 150


def _line(row: Sequence[str], place: int, ends: Sequence[int], room: int) -> RankedLine:
    y = TOP + STEP * (place + 1)
    return RankedLine(y, row[0], wrapped(row[1], 26, room, 1)[0], _cells(row, ends), row[-1])


def _cells(row: Sequence[str], ends: Sequence[int]) -> tuple[Cell, ...]:
    width = _width(len(ends)) - 16
    texts = (wrapped(text, 26, width, 1)[0] if text else "" for text in row[2 : 2 + len(ends)])
    return tuple(Cell(x, text) for x, text in zip(ends, texts, strict=True))
