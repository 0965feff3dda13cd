"""Draws made again after a strike, counted so that nobody can fish for a better one. Pure.

A draw that is struck is drawn again with a fresh seed. Each strike has its ruling; how many there
were in a campaign, everybody shall see.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from events.base import Event, public_type
from events.lif import on_map as play
from events.lif import us_entry as entry
from events.lif.board import LeaderDrawn


class Placed(Protocol):
    """An event of a history, with the correction that struck it."""

    @property
    def version(self) -> int: ...
    @property
    def event(self) -> Event: ...
    @property
    def struck_by(self) -> int: ...


class Drawn(msgspec.Struct, frozen=True):
    """A draw or a roll that the ledger made."""

    version: int
    kind: str
    struck_by: int = 0


class Redraw(msgspec.Struct, frozen=True):
    """A draw made in place of one that was struck."""

    struck: int
    struck_by: int
    version: int


def drawn(placed: Placed) -> Drawn | None:
    """An event as a draw; None where the ledger drew and rolled nothing for it."""
    if not _drew(placed.event):
        return None
    return Drawn(placed.version, public_type(placed.event), placed.struck_by)


def _drew(event: Event) -> bool:
    match event:
        case LeaderDrawn():
            return event.source == "ledger"
        case play.LeaderRecalled():
            return event.draw > 0 and event.source == "ledger"
        case (entry.EntryChitsDrawn() | entry.EntryChitsReturned() | entry.EntryChitsMoved()
              | entry.PoolBelowZero()):  # fmt: skip
            return event.draw > 0
        case entry.EntryOptionPicked() | entry.EntryActionTaken():
            return any(one.roll and one.roll.source == "ledger" for one in event.outcomes.values())
        case entry.NeutralMinorEntered():
            return event.roll.source == "ledger"
    return False


def redraws(draws: Iterable[Drawn]) -> tuple[Redraw, ...]:
    """Each struck draw with the first of its kind behind the strike that replaces no other."""
    whole = list(draws)
    free = [(one.version, one.kind) for one in whole]
    found = []
    for struck in sorted((one for one in whole if one.struck_by), key=lambda one: one.version):
        again = next(
            (pair for pair in free if pair[0] > struck.struck_by and pair[1] == struck.kind), None
        )
        if again is not None:
            free.remove(again)
            found.append(Redraw(struck.version, struck.struck_by, again[0]))
    return tuple(found)


def in_words(found: Iterable[Redraw]) -> str:
    """How many draws were made again, and which; nothing where none was."""
    pairs = [f"event {one.struck}, again as {one.version}" for one in found]
    if not pairs:
        return ""
    count = "1 draw was" if len(pairs) == 1 else f"{len(pairs)} draws were"
    return f"{count} made again after a strike: {'; '.join(pairs)}."
