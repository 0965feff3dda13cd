"""Notes on a round for its page: points with their reasons, news, dice, changed forces. Pure."""

from collections.abc import Callable
from itertools import chain

import msgspec
from msgspec.structs import replace

from campaign.fow.state import State
from campaign.kernel import pages, projections
from events import base, codec
from events.campaign import TurnBegan
from events.fow import battles, forces, missions, set_up, table_top

KEPT_EVENTS = frozenset(chain.from_iterable(map(codec.events_of, (battles, missions, set_up))))
"""Events that are news, change points, or stand on a mission card; kept of every round."""
DETAILS = frozenset((table_top.DiceRolled, forces.ForceEntered, forces.ForceReorganised))
"""Events that a round's own page shows one by one."""


class NotedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event, and its place in the log."""

    version: int
    event: base.Event


class Notes(msgspec.Struct):
    """What a round's sections are made from."""

    start: State
    """How things stood when the round began."""
    events: list[NotedEvent] = []
    details: list[NotedEvent] = []
    is_whole: bool = True
    """Whether they are for the round's own page; otherwise the details are left out."""


Shown = pages.Shown
Log = projections.TurnLog[State, Notes]
Context = pages.PageContext[State, Notes]
GameSection = pages.Section[State, Notes]


def _note(notes: Notes, step: projections.Transition[State], sentence: Callable[[], str]) -> None:
    """Adds an event to the notes of its round."""
    version, event = step.record.version, step.record.event
    kind = type(event)
    if kind is TurnBegan:
        notes.start = step.after
    elif kind in KEPT_EVENTS:
        notes.events.append(NotedEvent(version, event))
    elif kind in DETAILS and notes.is_whole:
        notes.details.append(NotedEvent(version, event))


NOTES = pages.TurnNotes[State, Notes](
    begin=lambda before, state, is_whole: Notes(state, is_whole=is_whole),
    note=_note,
    copied=lambda notes: replace(notes, events=[*notes.events], details=[*notes.details]),
    closed=lambda notes: replace(notes, details=[], is_whole=False),
)
