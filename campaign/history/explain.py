"""Explained figures: the events that made a figure what it is, with the running total. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from campaign.history.effective import step
from campaign.kernel.system import AnySystem
from campaign.kernel.transition import CorrectedPlace
from events.base import Event

Getter = Callable[[Any], Any]
"""A figure's value in a state: a number, or words."""


class FigureEvent(msgspec.Struct, frozen=True):
    """One event that changed a figure."""

    version: int
    turn: str
    event: Event
    rule: str
    before: Any
    after: Any
    amended_by: int = 0
    """The correction that amended it; 0 where it counts as it was recorded."""
    inserted: bool = False
    """Whether the correction of that version inserted it as a forgotten event."""

    @property
    def change(self) -> int | None:
        """By how much, if the figure is a number."""
        if isinstance(self.after, bool) or not isinstance(self.after, int):
            return None
        return self.after - (self.before or 0)


def rule_of(event: type[Event] | Event) -> str:
    """The rule with which an event's description begins, such as `XY 4.1(3)`,
    or `XyZ Heading` in a book without numbers; else `Record`."""
    kind = event if isinstance(event, type) else type(event)
    found = _RULE.match(kind.__doc__ or "")
    return found.group(1) if found else "Record"


_RULE = re.compile(
    r"([A-Z][A-Za-z]+ [0-9][^:,]*|[A-Z][a-z]*[A-Z][A-Za-z]* (?:[A-Z]|ruling [0-9])[^:,]*)[:,]"
)
"""The short name of a rulebook and a rule's number or heading, with which a description begins."""


def explain(
    system: AnySystem, history: Iterable[CorrectedPlace], value: Getter
) -> Iterator[FigureEvent]:
    """Each event that changed a figure, in the effective history's order.

    `value` gives the figure in a state. Its value at the opening is not a change.
    """
    state: Any = None
    before: Any = None
    for place in history:
        opens, state = state is None, step(system, state, place)
        after = value(state)
        if after != before and not opens:
            turn = state.campaign.turn or state.campaign.first_turn
            yield FigureEvent(
                place.version,
                turn,
                place.event,
                rule_of(place.event),
                before,
                after,
                place.amended_by,
                place.inserted,
            )
        before = after
