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


class StandingsPicture(msgspec.Struct, frozen=True):
    """The picture of a turn."""

    campaign: str
    turn: str
    headline: tuple[str, ...]
    ends: tuple[int, ...]
    """Where each column of figures ends."""
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    """Each with its place, a name, figures, and what changed: `up 2`, `down 1`, or a dash."""
    more: int
    """How many rows have no room."""
    words: str
    """The picture in words."""


def picture(ranked: NoticeTable, campaign: str, turn: str, headline: str) -> Poster:
    """The picture of a table of standings: place, name, figures, and what changed at the end."""
    shown = ranked.rows if len(ranked.rows) <= MOST_ROWS else ranked.rows[: MOST_ROWS - 1]
    count = min(len(ranked.heads) - 3, MOST_COLUMNS)
    width = 200 if count < MOST_COLUMNS else 150
    ends = tuple(RIGHT - MOVES - width * (count - 1 - place) for place in range(count))
    room = (ends[0] if ends else RIGHT - MOVES) - width - NAMES
    rooms = (RIGHT, room, *(width - 16 for _ in ends))

    def cut(row: Sequence[str]) -> tuple[str, ...]:
        texts = zip(row, rooms, strict=False)
        return *(wrapped(text, 26, room, 1)[0] if text else "" for text, room in texts), row[-1]

    lines = tuple(map(cut, shown))
    view = StandingsPicture(
        campaign,
        turn,
        wrapped(headline or ranked.title, 48, RIGHT - LEFT, 2),
        ends,
        cut(ranked.heads),
        lines,
        len(ranked.rows) - len(shown),
        f"{campaign}, {turn}: " + "; ".join(f"{line[0]} {line[1]}" for line in lines),
    )
    return Poster("templates/poster.svg", view)
