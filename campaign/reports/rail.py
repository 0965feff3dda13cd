"""The turns of a campaign in a row, as the bar and the rail of a page show them. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.page_links import page_name
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog

MOST = 72
"""How many turns a rail shows; of a longer campaign those around the page's own."""
NEAR = 11
"""How many of them a phone shows in one row."""


class RailTurn(msgspec.Struct, frozen=True):
    """A turn in the row."""

    number: int
    name: str
    href: str
    """Its page; empty while there is none, or none that the page may know of."""
    is_now: bool
    """Whether the page is that turn's."""
    is_near: bool


class Rail(msgspec.Struct, frozen=True):
    """The turns around a page's own, and how many there are."""

    turns: tuple[RailTurn, ...]
    number: int
    total: int

    @property
    def before(self) -> RailTurn | None:
        """The turn before the page's own."""
        return self._at(self.number - 1)

    @property
    def after(self) -> RailTurn | None:
        """The turn after it."""
        return self._at(self.number + 1)

    def _at(self, number: int) -> RailTurn | None:
        found = (turn for turn in self.turns if turn.number == number and turn.href)
        return next(found, None)


def rail(
    system: System[S], logs: Sequence[GameLog[S]], place: int, *, is_turn: bool = True
) -> Rail:
    """The row of turns for the page of a turn; it has links to the turns before and the next one.

    So a turn's page does not change once the turn after it has begun.
    """
    shared, calendar = logs[place].end.campaign, system.calendar
    first = shared.first_turn
    number = calendar.count(first, logs[place].turn)
    total = max(calendar.count(first, shared.last_turn), number)
    pages = {calendar.count(first, log.turn): page_name(log.turn) for log in logs[: place + 2]}
    start, end = _around(number, total, MOST)
    near_start, near_end = _around(number, total, NEAR)
    last = max(calendar.ordinal(shared.last_turn), calendar.ordinal(logs[place].turn))
    names = _names(system, first, last)
    return Rail(
        tuple(
            RailTurn(
                which,
                names[which - 1],
                pages.get(which, ""),
                is_turn and which == number,
                near_start <= which <= near_end,
            )
            for which in range(start, end + 1)
        ),
        number,
        total,
    )


def _around(number: int, total: int, most: int) -> tuple[int, int]:
    """The first and last of so many numbers around one, from 1 to a total."""
    start = max(1, min(number - most // 2, total - most + 1))
    return start, min(total, start + most - 1)


def _names(system: System[S], first: str, last: int) -> list[str]:
    """The names of turns, up to that with a number in the calendar."""
    turn, names = first, [system.calendar.in_words(first)]
    while system.calendar.ordinal(turn) < last:
        turn = system.calendar.following(turn)
        names.append(system.calendar.in_words(turn))
    return names
