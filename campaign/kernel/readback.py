"""How a command is read back from the events of its act. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.kernel import handover, members, schedule_commands
from campaign.kernel.decisions import Command, ReadBack, Supplied
from campaign.kernel.state import S
from events import campaign as shared
from events.base import Event
from events.handover import SeatOffered, SeatTaken
from events.schedule import AbsenceTold, DeadlineSet

Reader = Callable[[S, Sequence[Event]], ReadBack | None]
Readers = Mapping[type[Event], Reader[S]]
"""For each event that begins an act: how the command is read back from it.

A reader gives None where a correction took from the act what the command would be read from.
"""


def same(kind: type[Command]) -> Callable[[object, Sequence[Event]], ReadBack]:
    """Reads back a command whose fields the first event holds under the same names."""
    own = [name for name in kind.__struct_fields__ if name not in Command.__struct_fields__]

    def read(state: object, events: Sequence[Event]) -> ReadBack:
        first = events[0]
        fields = {name: getattr(first, name) for name in own}
        return ReadBack(kind(by=first.by, **fields))

    return read


def command_of(readers: Readers[S], state: S, events: Sequence[Event]) -> ReadBack | None:
    """The command that produced these events; None if they are no whole act."""
    read = readers.get(type(events[0]))
    return read(state, events) if read else None


def reader(own: Readers[S]) -> Callable[[S, Sequence[Event]], ReadBack | None]:
    """How a game's acts are read back: by its own readers, otherwise by the shared ones."""
    readers: Readers[S] = {**READERS, **own}
    return lambda state, events: command_of(readers, state, events)


def _turn(state: object, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, shared.TurnBegan)
    command = members.AdvanceTurn(by=first.by, why=first.why or None)
    return ReadBack(command, Supplied(seed=first.seed_revealed))


def _closing(state: object, events: Sequence[Event]) -> ReadBack:
    closed = next(event for event in events if isinstance(event, shared.CampaignClosed))
    command = members.CloseCampaign(by=events[0].by, why=closed.why or None)
    return ReadBack(command, Supplied(seed=closed.seed_revealed))


def _deadline(state: object, events: Sequence[Event]) -> ReadBack:
    """A deadline was judged by the time at which it was set."""
    given = Supplied(now=events[0].at)
    return ReadBack(same(schedule_commands.SetDeadline)(state, events).command, given)


READERS: Readers[Any] = {
    shared.MemberEnrolled: same(members.EnrolMember),
    shared.PowerAssigned: same(members.AssignPower),
    shared.PowerReleased: same(members.ReleasePower),
    shared.EntropyAdded: same(members.AddEntropy),
    DeadlineSet: _deadline,
    AbsenceTold: same(schedule_commands.TellAbsence),
    SeatOffered: same(handover.OfferSeat),
    SeatTaken: same(handover.TakeSeat),
    shared.TurnBegan: _turn,
    shared.CampaignClosed: _closing,
}
"""The readers that every campaign shares. A game's own reader overrides one of these."""
