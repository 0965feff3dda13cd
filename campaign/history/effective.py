"""The effective history: the log after its corrections, in order. Pure.

The log keeps everything. What counts is the log without events that were struck, undone or rewound,
with amended events in their new form and forgotten ones at their place. The fold still visits a
struck event: what it revealed stays revealed, and no draw number is used again.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from campaign.kernel import record
from campaign.kernel.state import S, with_campaign
from campaign.kernel.system import System
from campaign.kernel.transition import HistoryPlace
from campaign.text.json_values import JsonObject
from events import campaign as shared
from events import disputes as facts
from events.base import Event
from events.codec import AnyCodec

Logged = tuple[int, Event]
"""An event with its version."""

DOES_NOT_FOLD = (
    LookupError,
    AttributeError,
    ValueError,
    TypeError,
    ArithmeticError,
    StopIteration,
    msgspec.MsgspecError,
)
"""The errors of a fold over events that do not follow from one another."""

_REWRITING = frozenset(record.REWRITING)
OWN = frozenset({*record.FACTS, *record.REWRITING, facts.Branched, shared.SeedsRenewed})
"""Facts about the record itself."""
_KEPT = OWN | {shared.MemberEnrolled, shared.PowerAssigned, shared.PowerReleased}
"""What going back leaves unchanged: facts about the record, and who plays."""


class Effective(msgspec.Struct, frozen=True, gc=False):
    """An event at its place in the effective history."""

    version: int
    """Its version in the log; for an inserted event, its correction's."""
    event: Event
    struck_by: int = 0
    """Version of the correction that struck it; 0 where it counts."""
    amended_by: int = 0
    inserted: bool = False


def rewriting(event: Event) -> bool:
    """Whether an event changes the effective history before it."""
    return type(event) in _REWRITING


def own(event: Event) -> bool:
    """Whether an event is a fact about the record itself."""
    return type(event) in OWN


def effective(codec: AnyCodec, log: Iterable[Logged]) -> list[Effective]:
    """The effective history of a log from its first event on."""
    whole = list(log)
    return list(corrected(codec, [pair for pair in whole if rewriting(pair[1])], whole))


def corrected(
    codec: AnyCodec, corrections: Sequence[Logged], log: Iterable[Logged]
) -> Iterator[Effective]:
    """The events of a log as its corrections leave them, one after the other."""
    plan = _Plan(codec, corrections)
    for version, event in log:
        struck_by = plan.struck_by(version, event)
        amended_by, change = plan.amended.get(version, (0, None))
        if change is not None:
            event = _amended(codec, event, change)
        yield Effective(version, event, struck_by, amended_by)
        yield from plan.inserted.get(version, ())


class _Plan:
    """What corrections do to each event of a log.

    Later corrections are applied first: a correction that was itself struck corrects nothing.
    """

    def __init__(self, codec: AnyCodec, corrections: Sequence[Logged]) -> None:
        self.amended: dict[int, tuple[int, facts.EventAmended]] = {}
        """The events that are amended, with the correction's version and its new form."""
        self.inserted: dict[int, list[Effective]] = {}
        """What was forgotten, behind the event that it follows."""
        self._struck: dict[int, int] = {}
        self._rewound: list[tuple[int, int]] = []
        """Where play went back to, and at which event."""
        for version, event in reversed(corrections):
            if version not in self._struck:
                self._take(codec, version, event)

    def struck_by(self, version: int, event: Event) -> int:
        """The first correction that struck an event; 0 where it counts."""
        struck = self._struck.get(version, 0)
        if not self._rewound or type(event) in _KEPT:
            return struck
        rewound = (back for to, back in self._rewound if to < version < back)
        return min((by for by in (struck, *rewound) if by), default=0)

    def _take(self, codec: AnyCodec, version: int, event: Event) -> None:
        match event:
            case facts.EventsStruck() | facts.ActUndone():
                self._struck |= dict.fromkeys(event.versions, version)
            case facts.Rewound():
                self._rewound.append((event.to, version))
            case facts.EventAmended():
                self.amended.setdefault(event.about, (version, event))
            case facts.EventsInserted():
                rewound = (
                    back for to, back in self._rewound if to < event.after and version < back
                )
                struck = min(rewound, default=0)
                new = [
                    Effective(version, form(codec, fields, event), struck, inserted=True)
                    for fields in event.events
                ]
                self.inserted[event.after] = new + self.inserted.get(event.after, [])


def form(codec: AnyCodec, fields: JsonObject, stamp: Event) -> Event:
    """An event from its type and fields, with the stamp of another; it keeps a member it names.

    Raises `msgspec.ValidationError` or `KeyError` if they make no event.
    """
    event = codec.form(fields)
    by = event.by or stamp.by
    return replace(event, at=stamp.at, by=by, key=stamp.key, prev=stamp.prev)


def newest(codec: AnyCodec, event: Event) -> Event:
    """A correction with the events that it holds in their newest form; any other as it is.

    Raises what an upcaster raises.
    """
    match event:
        case facts.EventAmended():
            return replace(event, event=dict(codec.newest(event.event)))
        case facts.EventsInserted():
            return replace(event, events=tuple(dict(codec.newest(one)) for one in event.events))
    return event


def _amended(codec: AnyCodec, event: Event, change: facts.EventAmended) -> Event:
    made = form(codec, change.event, event)
    return replace(made, nth=event.nth, act=made.act or event.act, drawn=event.drawn)


def step(system: System[S], state: S | None, placed: HistoryPlace) -> S:
    """The state after one event of the effective history; None before the first."""
    event = placed.event
    if not placed.struck_by and not rewriting(event):
        return system.rules.evolve(state, event)
    state = cast(S, state)  # nothing strikes or rewrites the first event
    if placed.struck_by:
        return system.corrections.struck(state, event)
    campaign = state.campaign
    noted = record.noted(campaign.record, placed.version, event, campaign.turn)
    state = with_campaign(state, replace(campaign, record=noted))
    if isinstance(event, facts.FigureAdjusted):
        return system.corrections.adjust(state, event)
    return system.corrections.unshielded(state)


def fold(system: System[S], history: Iterable[Effective], state: S | None = None) -> Any:
    """The state after an effective history, from its beginning or from a state before it.

    Raises what a fold raises for events that do not follow from one another.
    """
    for placed in history:
        state = step(system, state, placed)
    return state


def touched(log: Sequence[Logged], version: int) -> int:
    """The first event that a correction touches, directly or through another correction."""
    event = log[version - 1][1]
    about = record.about(event)
    if isinstance(event, facts.Rewound):
        about = (event.to + 1,)  # the event that play goes back to stays as it is
    return min([version, *(touched(log, number) for number in about if number < version)])
