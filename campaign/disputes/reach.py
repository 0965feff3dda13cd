"""How far back a correction reaches: the part of the record it needs, and the state there. Pure."""

from collections.abc import Callable, Iterable, Sequence

from campaign.disputes.commands import AmendEvent, Correct, InsertCommand, Rewind, StrikeEvents
from campaign.disputes.undo import sought
from campaign.history.effective import Logged
from campaign.history.timeline import Base, Timeline, named
from campaign.kernel.decisions import LastAct
from campaign.kernel.system import AnySystem
from events import disputes as facts

Log = Callable[[int], Sequence[Logged]]
"""Reads the events after a version."""


def named_by(command: Correct) -> tuple[int, ...]:
    """The events that a correction names."""
    match command:
        case StrikeEvents():
            return (*command.versions, *command.also)
        case AmendEvent():
            return (command.version, *command.also)
        case InsertCommand():
            return (command.after, *command.also)
        case Rewind():
            return (command.to, *command.also)
    return command.also


def named_in(events: Iterable[Logged]) -> tuple[int, ...]:
    """The events that recorded corrections name, and the event that play goes back to."""
    found: list[int] = []
    for _, event in events:
        found += [event.to] if isinstance(event, facts.Rewound) else named(event)
    return tuple(found)


def base(timeline: Timeline, versions: Iterable[int]) -> Base:
    """A state before all these events, before those they corrected, and before the last event.

    Raises `BaseError` if the record is not followed from that far back.
    """
    touched = (timeline.first_touched(version) for version in versions if version > 0)
    return timeline.before(min((timeline.version, *touched)))


def last_act(timeline: Timeline, by: str) -> LastAct | None:
    """A member's last act, if it is the last one that counts and the state before it is sound.

    Its undo then changes nothing later, and need not be audited.
    """
    last = timeline.last_act
    if (
        last is None
        or last.by != by
        or any(True for _ in timeline.system.corrections.faults(last.before))
    ):
        return None
    return last


def base_of_undo(system: AnySystem, timeline: Timeline, by: str, log: Log) -> Base:
    """A state before the last act that a member may undo, or before which there surely is none.

    Raises `BaseError` if the record is not followed from that far back.
    """
    found = timeline.before(timeline.version)
    while True:
        act, over = _sought(system, by, log(found[0]), found)
        if act:
            return base(timeline, act)
        if over:
            return found
        found = timeline.before(found[0])


def _sought(
    system: AnySystem, by: str, past: Sequence[Logged], found: Base
) -> tuple[tuple[int, ...], bool]:
    last = sought(system, by, past, found)
    return (last.act.versions if last.act else ()), last.over
