"""Draws made again after a strike, counted so that nobody can fish for a better one. Pure.

A draw that is struck is drawn again with a fresh seed. Each strike needs a ruling, and everybody
can see how many redraws a campaign had.
"""

from collections.abc import Callable, Iterable

import msgspec

from campaign.kernel.transition import HistoryPlace
from events.base import Event, public_type


class LedgerDraw(msgspec.Struct, frozen=True):
    """A draw or a roll that the ledger made."""

    version: int
    kind: str
    struck_by: int = 0


class Redraw(msgspec.Struct, frozen=True):
    """A draw made in place of one that was struck."""

    struck: int
    struck_by: int
    version: int


def ledger_draw(placed: HistoryPlace, drew: Callable[[Event], bool]) -> LedgerDraw | None:
    """An event as a draw; None if the ledger neither drew nor rolled for it."""
    if not drew(placed.event):
        return None
    return LedgerDraw(placed.version, public_type(placed.event), placed.struck_by)


def redraws(draws: Iterable[LedgerDraw]) -> tuple[Redraw, ...]:
    """Each struck draw, paired with the first free draw of its kind after the strike."""
    whole = list(draws)
    free = [(draw.version, draw.kind) for draw in whole]
    found = []
    for struck in sorted((draw for draw in whole if draw.struck_by), key=lambda draw: draw.version):
        again = next(
            (pair for pair in free if pair[0] > struck.struck_by and pair[1] == struck.kind), None
        )
        if again is not None:
            free.remove(again)
            found.append(Redraw(struck.version, struck.struck_by, again[0]))
    return tuple(found)


def in_words(found: Iterable[Redraw]) -> str:
    """How many draws were made again, and which; empty if none."""
    pairs = [f"event {redraw.struck}, again as {redraw.version}" for redraw in found]
    if not pairs:
        return ""
    count = "1 draw was" if len(pairs) == 1 else f"{len(pairs)} draws were"
    return f"{count} made again after a strike: {'; '.join(pairs)}."
