"""What corrections of the record ask of a chapter of the rules. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

import msgspec

from campaign.kernel import members
from campaign.kernel.decisions import Refused
from campaign.kernel.state import S
from events.base import Event
from events.campaign import CampaignClosed, MemberEnrolled, SeedsRenewed, TurnBegan
from events.disputes import Branched, SealedOpened

STAYS = "stays; strike the event instead"
"""Why a field is not amended."""


class Corrected(msgspec.Struct, Generic[S], frozen=True):
    """What may not be taken back or amended of a chapter's events, and what striking them leaves.

    The tables have an entry for each type of event that they say something of.
    """

    settling: tuple[type[Event], ...] = ()
    """What opened, drew or rolled something: no act before it is undone."""
    left_behind: Mapping[type[Event], Callable[[S, Any], S]] = {}
    """What a struck event leaves behind, such as draw numbers that are used up."""
    kept: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {}
    """The fields that no amendment touches, each with the reason."""
    numbers: Mapping[type[Event], Callable[[Any], Iterable[str]]] = {}
    """The numbers that an event gives out; none comes twice."""
    drew: Mapping[type[Event], Callable[[Any], bool]] = {}
    """Whether the ledger, not the table, drew or rolled for an event."""
    faults: Callable[[S], Iterable[Refused]] | None = None
    """What cannot be in a state, with the rules that it breaks."""


def _own_id(event: MemberEnrolled) -> Mapping[str, str]:
    return {"member": "a member keeps their id; enrol another member instead"}


SHARED = Corrected[Any](
    settling=(TurnBegan, CampaignClosed, SeedsRenewed, SealedOpened, Branched),
    kept={MemberEnrolled: _own_id},
    faults=lambda state: people(state.campaign),
)
"""What every campaign shares."""

_PLAYED_BY = frozenset({"player", "host"})


def people(campaign: members.Campaign) -> Iterator[Refused]:
    """Members: somebody hosts, and whoever has a seat is enrolled to play."""
    if not any(campaign.is_host(member) for member in campaign.members):
        yield Refused("Members", "the campaign would be left without a host")
    for seat, member in campaign.powers.items():
        known = campaign.members.get(member)
        if known is None:
            yield Refused("Members", f"{seat} would be played by {member}, who is not enrolled")
        elif not _PLAYED_BY & set(known.roles):
            yield Refused("Members", f"{seat} would be played by {member}, who is no player")
    for member, known in campaign.members.items():
        if not known.roles or not set(known.roles) <= set(members.ROLES):
            yield Refused("Members", f"{member} would have no role that there is")


class CorrectedGame(Generic[S]):
    """What corrections ask of a whole game: its chapters, and what every campaign shares."""

    def __init__(self, chapters: Iterable[Corrected[S]]) -> None:
        self._parts: Sequence[Corrected[S]] = (SHARED, *chapters)
        self._settling = tuple(kind for part in self._parts for kind in part.settling)
        self._left_behind = {k: f for part in self._parts for k, f in part.left_behind.items()}
        self._kept = {k: f for part in self._parts for k, f in part.kept.items()}
        self._numbers = {k: f for part in self._parts for k, f in part.numbers.items()}
        self._drew = {k: f for part in self._parts for k, f in part.drew.items()}

    def settles(self, event: Event) -> bool:
        """Undo: whether an event opened, drew or rolled something."""
        return isinstance(event, self._settling)

    def left_behind(self, state: S, event: Event) -> S:
        """What a struck event leaves behind; the state itself where it leaves nothing."""
        leaves = self._left_behind.get(type(event))
        return leaves(state, event) if leaves else state

    def kept(self, event: Event) -> Mapping[str, str]:
        """The fields of an event that no amendment touches, and why."""
        keeps = self._kept.get(type(event))
        return keeps(event) if keeps else {}

    def numbers(self, event: Event) -> frozenset[str]:
        """The numbers that an event gives out."""
        given = self._numbers.get(type(event))
        return frozenset(given(event)) if given else frozenset()

    def drew(self, event: Event) -> bool:
        """Whether the ledger, not the table, drew or rolled for an event."""
        asks = self._drew.get(type(event))
        return asks(event) if asks else False

    def faults(self, state: S) -> Iterator[Refused]:
        """Everything about a state that cannot be; nothing in a sound campaign."""
        for part in self._parts:
            if part.faults is not None:
                yield from part.faults(state)


SHARED_GAME: CorrectedGame[Any] = CorrectedGame(())
"""What holds of a game that says nothing of it."""
