"""What a chapter of the rules provides for corrections of the record. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

import msgspec

from campaign.kernel import members
from campaign.kernel.decisions import Refused
from campaign.kernel.state import S
from events import codec
from events.base import Event
from events.campaign import CampaignClosed, MemberEnrolled, SeedsRenewed, TurnBegan
from events.disputes import Branched, SealedOpened
from events.handover import SeatOffered, SeatTaken
from events.schedule import AbsenceTold, DeadlineSet

RULE = "Corrections"
INSTEAD = "strike the event instead"
STAYS = f"stays; {INSTEAD}"
"""Why a field may not be amended."""


class Corrected(msgspec.Struct, Generic[S], frozen=True):
    """Which of a chapter's events and fields cannot be undone or amended, and what a strike leaves.

    The tables have entries only for the types of events that need one.
    """

    settling: tuple[type[Event], ...] = ()
    """The events that opened, drew or rolled something: no act before them can be undone."""
    left_behind: Mapping[type[Event], Callable[[S, Any], S]] = {}
    """What a struck event leaves behind, such as draw numbers that are used up."""
    kept: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {}
    """The fields that no amendment may change, each with the reason."""
    restated: Mapping[type[Event], Callable[[S, Any], Mapping[str, object]]] = {}
    """The fields that only repeat what the record holds just before, with what it holds there."""
    numbers: Mapping[type[Event], Callable[[Any], Iterable[str]]] = {}
    """The numbers that an event gives out; none is given out twice."""
    drew: Mapping[type[Event], Callable[[Any], bool]] = {}
    """Whether the ledger, not the table, drew or rolled for an event."""
    faults: Callable[[S], Iterable[Refused]] | None = None
    """What is impossible in a state, with the rules that it breaks."""


def _own_id(event: MemberEnrolled) -> Mapping[str, str]:
    return {"member": "a member keeps their id; enrol another member instead"}


def _own_days(event: AbsenceTold) -> Mapping[str, str]:
    return {"member": "members tell their absence each for themselves; strike the event instead"}


def _own_seat(event: SeatOffered | SeatTaken) -> Mapping[str, str]:
    return {"member": f"whose seat it was {STAYS}"}


def _same_thing(event: DeadlineSet) -> Mapping[str, str]:
    return {"what": f"what a deadline is about {STAYS}"}


SHARED = Corrected[Any](
    settling=(TurnBegan, CampaignClosed, SeedsRenewed, SealedOpened, Branched),
    kept={
        MemberEnrolled: _own_id,
        AbsenceTold: _own_days,
        DeadlineSet: _same_thing,
        SeatOffered: _own_seat,
        SeatTaken: _own_seat,
    },
    faults=lambda state: people(state.campaign),
)
"""What every campaign shares."""

_PLAYED_BY = frozenset({"player", "host"})


def people(campaign: members.Campaign) -> Iterator[Refused]:
    """Members: there is a host, and everyone who holds a seat is enrolled as a player."""
    if not any(campaign.is_host(member) for member in campaign.members):
        yield Refused("Members", "the campaign would be left without a host")
    kind = campaign.seat_kind
    for member in campaign.powers.values():
        known = campaign.members.get(member)
        if known is None:
            yield Refused("Members", f"{member} would play a {kind} without being enrolled")
        elif not _PLAYED_BY & set(known.roles):
            yield Refused("Members", f"{known.name} would play a {kind} without being a player")
    for known in campaign.members.values():
        if not known.roles or not set(known.roles) <= set(members.ROLES):
            yield Refused("Members", f"{known.name} would have no role that exists")
    for away in campaign.schedule.absences:
        for who in filter(None, (away.member, away.substitute)):
            if who not in campaign.members:
                yield Refused(
                    "Members", f"{who} would be away or a substitute without being enrolled"
                )


class CorrectedGame(Generic[S]):
    """What a whole game provides for corrections: its chapters, and what every campaign shares."""

    def __init__(self, chapters: Iterable[Corrected[S]]) -> None:
        self._parts: Sequence[Corrected[S]] = (SHARED, *chapters)
        self._settling = frozenset(kind for part in self._parts for kind in part.settling)
        self._left_behind = {k: f for part in self._parts for k, f in part.left_behind.items()}
        self._kept = {k: f for part in self._parts for k, f in part.kept.items()}
        self._restated = {k: f for part in self._parts for k, f in part.restated.items()}
        self._numbers = {k: f for part in self._parts for k, f in part.numbers.items()}
        self._drew = {k: f for part in self._parts for k, f in part.drew.items()}

    def settles(self, event: Event) -> bool:
        """Undo: whether an event opened, drew or rolled something."""
        return type(event) in self._settling

    def left_behind(self, state: S, event: Event) -> S:
        """The state with what a struck event leaves behind; unchanged if it leaves nothing."""
        leaves = self._left_behind.get(type(event))
        return leaves(state, event) if leaves else state

    def kept(self, event: Event) -> Mapping[str, str]:
        """The fields of an event that no amendment may change, and why."""
        keeps = self._kept.get(type(event))
        return keeps(event) if keeps else {}

    def amended(self, state: S, was: Event, now: Event) -> Refused | None:
        """Why an event may not be amended in this way, given the state before it; None if it may.

        What it repeats of the record stays the same as there, and it gives out the same numbers.
        """
        before, after = codec.fields(was), codec.fields(now)
        for field, why in self.kept(was).items():
            if before.get(field) != after.get(field):
                return Refused(RULE, why)
        repeats = self._restated.get(type(now))
        for field, held in repeats(state, now).items() if repeats else ():
            if after[field] not in (before[field], held):
                text = f"{field} only repeats what the record holds"
                figure = f", and that is {held}" if isinstance(held, int) else ""
                return Refused(RULE, f"{text}{figure}")
        if self.numbers(was) != self.numbers(now):
            return Refused(RULE, f"the numbers that it gave out stay; {INSTEAD}")
        return None

    def numbers(self, event: Event) -> frozenset[str]:
        """The numbers that an event gives out."""
        given = self._numbers.get(type(event))
        return frozenset(given(event)) if given else frozenset()

    def drew(self, event: Event) -> bool:
        """Whether the ledger, not the table, drew or rolled for an event."""
        asks = self._drew.get(type(event))
        return asks(event) if asks else False

    def faults(self, state: S) -> Iterator[Refused]:
        """Everything that is impossible in a state; empty in a sound campaign."""
        for part in self._parts:
            if part.faults is not None:
                yield from part.faults(state)


SHARED_GAME: CorrectedGame[Any] = CorrectedGame(())
"""The default for a game that says nothing about corrections."""
