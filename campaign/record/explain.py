"""Explained figures: the events that made a figure what it is, with the running total. Pure."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from campaign.decider import System
from campaign.record.effective import Standing, step
from events.base import Event

Getter = Callable[[Any], Any]
"""A figure's value in a state: a number, or words."""


class Line(msgspec.Struct, frozen=True):
    """One event that changed a figure."""

    version: int
    turn: str
    event: Event
    rule: str
    before: Any
    after: Any

    @property
    def change(self) -> int | None:
        """By how much, where the figure is a number."""
        if isinstance(self.after, bool) or not isinstance(self.after, int):
            return None
        return self.after - (self.before or 0)


def rule_of(event: type[Event] | Event) -> str:
    """The rule that an event follows, as its description begins: `LiF 4.1(3)`; else `Record`."""
    kind = event if isinstance(event, type) else type(event)
    told = (kind.__doc__ or "").partition(":")[0]
    return told.partition(",")[0] if told.startswith("LiF ") else "Record"


def explain(system: System, history: Iterable[Standing], value: Getter) -> Iterator[Line]:
    """Each event that changed a figure, in the effective history's order.

    `value` gives the figure in a state; before there is one it is None.
    """
    state: Any = None
    before: Any = None
    for one in history:
        state = step(system, state, one)
        after = value(state)
        if after != before and (after or before):
            turn = state.campaign.turn or state.campaign.first_turn
            yield Line(one.version, turn, one.event, rule_of(one.event), before, after)
        before = after
