"""A chapter of a game's rules and of its corrections, and how a campaign opens. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import (
    Command,
    Decision,
    Finding,
    K,
    Needs,
    RecordedAct,
    Refused,
    Supplied,
    V,
    bad_field,
    filled,
    joined,
)
from campaign.kernel.members import AdvanceTurn, CloseCampaign, GameState, S
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kernel.projections import Projections
from campaign.text.json_values import JsonObject
from events import codec
from events.base import Event
from events.campaign import (
    CampaignClosed,
    CampaignOpened,
    MemberEnrolled,
    MemberLeft,
    SeedsRenewed,
    TurnBegan,
)
from events.club import AbsenceTold, DeadlineSet, SeatOffered, SeatTaken
from events.disputes import Branched, SealedOpened

if TYPE_CHECKING:
    from campaign.kernel.interview.asking import Interviews

# --- What the world supplied for a recorded act, from its events, for commands of every game ----

Reader = Callable[[S, Any, Sequence[Event]], RecordedAct]
Readers = Mapping[type, Reader[S]]
"""By command, what the world supplied for an act of it, given the state before and the events."""


def _seed_of(state: object, command: Any, events: Sequence[Event]) -> RecordedAct:
    """The seed that the act reveals."""
    shown = [event for event in events if isinstance(event, TurnBegan | CampaignClosed)]
    return RecordedAct(command, Supplied(seed=shown[0].seed_revealed if shown else ""))


def seeds_renewed(state: GameState, command: Any, events: Sequence[Event]) -> RecordedAct:
    """The new chain of seeds, and the seed that ends the old one."""
    first = events[0]
    if not isinstance(first, SeedsRenewed):
        return RecordedAct(command)
    chain = SeedChain(state.campaign.id, first.anchor, first.links, first.sealed)
    return RecordedAct(command, Supplied(seed=first.seed_revealed, chain=chain))


SHARED_READERS: Readers[Any] = {AdvanceTurn: _seed_of, CloseCampaign: _seed_of}
"""A game's own reader stands before one of these."""


# --- A chapter of a game's rules, and how the chapters of a game are put together ---------------
#
# All chapters have the same shape. If two of them claim the same thing, that is a bug, found when
# the program loads.


def nothing_more() -> "Interviews[Any]":
    """For a chapter whose commands ask no more than their fields say."""
    from campaign.kernel.interview.asking import Interviews

    return Interviews()


class Chapter(msgspec.Struct, Generic[S], frozen=True):
    """What a chapter of the rules decides, and what is known of its events."""

    name: str
    decide: Mapping[type[Command], Callable[[S, Any, Supplied], Decision]] = {}
    """The events that follow from each of its commands, or why it is refused."""
    needs: Mapping[type[Command], Callable[[S, Any], Needs]] = {}
    """What its commands need from the world, for those that need anything."""
    before: Mapping[type[Command], Callable[[S, Any], Refused | None]] = {}
    """Why a command of every campaign is not possible now, by command."""
    at_turn: Callable[[S, str, Supplied], tuple[Event, ...]] | None = None
    """The events that the beginning of a turn brings by itself, given the state before it."""
    at_close: Callable[[S, Supplied], tuple[Event, ...]] | None = None
    """The events that reveal hidden things just before the campaign closes."""
    sentences: Mapping[type[Event], Callable[[Any, Any], str]] = {}
    """Each of its events as a sentence, given the names."""
    recorded: Readers[S] = {}
    """What the world supplied for a recorded act, by command, where it opens or seals something."""
    trusted: Mapping[type[Event], str] = {}
    """Its events that rest only on what people saw or said, by kind: a war's target, a place. That
    the rules allow it is checked, never that it happened."""
    counted: Mapping[type[Event], Callable[[S, Any], Iterable[tuple[str, int]]]] = {}
    """What else of its events rests on that, by kind, and how often."""
    field_of: Mapping[type[Event], Callable[[Any], JsonObject]] = {}
    """What its events say of their commands otherwise than in fields of the same names."""
    interviews: "Callable[[], Interviews[S]]" = nothing_more
    """What its commands ask more than their fields say; imported when somebody is asked."""
    tables: Projections[S] = Projections()
    """Its read tables."""


RULES_SAY = {
    "decide": "DECIDE",
    "needs": "NEEDS",
    "recorded": "RECORDED",
    "sentences": "SENTENCES",
    "trusted": "TRUSTED",
}
"""The tables of a chapter that a file of its rules may have a part of, by their names there."""


def of_rules(
    chapter: Chapter[S], *files: ModuleType, commands: ModuleType | None = None
) -> Chapter[S]:
    """A chapter with the tables that stand beside its rules.

    A rule's file that is read for every fold imports no commands: there `DECIDE` and the like have
    a command's name, and `commands` is the module that has its class. Raises `ValueError` where
    that has no such class, or two files claim the same.
    """
    tables = {
        facet: joined(
            (
                getattr(chapter, facet),
                *(_by_class(vars(file).get(name, {}), commands) for file in files),
            )
        )
        for facet, name in RULES_SAY.items()
    }
    return replace(chapter, **tables)


def _by_class(table: Mapping[Any, V], commands: ModuleType | None) -> dict[type, V]:
    """A table by the classes that its names stand for."""
    if unknown := [key for key in table if isinstance(key, str) and not hasattr(commands, key)]:
        raise ValueError(f"no such command: {', '.join(unknown)}")
    return {
        getattr(commands, key) if isinstance(key, str) else key: value
        for key, value in table.items()
    }


# --- What of a record rests only on what people saw or said: it is counted, and nothing more ----


class TrustAuditor(Generic[S]):
    """One pass over a campaign whose events claim nothing that the rules do not decide."""

    def __init__(self, chapters: Iterable[Chapter[S]]) -> None:
        known = tuple(chapters)
        self._kinds: Mapping[type[Event], str] = joined(chapter.trusted for chapter in known)
        self._parts = joined(chapter.counted for chapter in known)
        self.counts = frozenset({*self._kinds, *self._parts})
        """The events of which something is counted."""
        self._counted: Counter[str] = Counter()

    def pending(self, state: S | None) -> Mapping[str, int]:
        """Nothing waits but draws, which are counted elsewhere."""
        return {}

    def trusted(self) -> Mapping[str, int]:
        """The facts that rest on people's word alone, by kind."""
        return self._counted

    def check(self, version: int, state: S, event: Event) -> Iterable[Finding]:
        """No findings: the facts are counted."""
        if kind := self._kinds.get(type(event)):
            self._counted[kind] += 1
        if parts := self._parts.get(type(event)):
            for kind, number in parts(state, event):
                self._counted[kind] += number
        return ()


def unless_the_ledgers(kind: str) -> Callable[[Any, Any], Iterator[tuple[str, int]]]:
    """Counts an event whose dice or draw were the table's own."""

    def count(state: Any, event: Any) -> Iterator[tuple[str, int]]:
        if event.source == "table":
            yield kind, 1

    return count


# --- What a chapter of the rules provides for corrections of the record -------------------------

RULE = "Corrections"
INSTEAD = "strike the event instead"
STAYS = f"stays; {INSTEAD}"
"""Why a field may not be amended."""


StayingFields = Mapping[str, str]
"""Fields that no amendment may change, each with the reason."""


def stay(what: str, *fields: str) -> StayingFields:
    """Fields that stay as they are, for one reason: `whose seat it was`."""
    return dict.fromkeys(fields, f"{what} {STAYS}")


class Corrected(msgspec.Struct, Generic[S], frozen=True):
    """Which of a chapter's events and fields cannot be undone or amended, and what a strike leaves.

    The tables have entries only for the types of events that need one.
    """

    settling: tuple[type[Event], ...] = ()
    """The events that opened, drew or rolled something: no act before them can be undone."""
    left_behind: Mapping[type[Event], Callable[[S, Any], S]] = {}
    """What a struck event leaves behind, such as draw numbers that are used up."""
    staying: Mapping[type[Event], StayingFields | Callable[[Any], StayingFields]] = {}
    """The fields that no amendment may change, of those that an event has."""
    restated: Mapping[type[Event], Callable[[S, Any], Mapping[str, object]]] = {}
    """The fields that only repeat what the record holds just before, with what it holds there."""
    numbers: Mapping[type[Event], Callable[[Any], Iterable[str]]] = {}
    """The numbers that an event gives out; none is given out twice."""
    drew: Mapping[type[Event], Callable[[Any], bool]] = {}
    """Whether the ledger, not the table, drew or rolled for an event."""
    faults: Callable[[S], Iterable[Refused]] | None = None
    """What is impossible in a state, with the rules that it breaks."""


SHARED_CORRECTIONS = Corrected[Any](
    settling=(TurnBegan, CampaignClosed, SeedsRenewed, SealedOpened, Branched),
    staying={
        MemberEnrolled: {"member": "a member keeps their id; enrol another member instead"},
        MemberLeft: stay("who left", "member"),
        AbsenceTold: {
            "member": "members tell their absence each for themselves; strike the event instead"
        },
        DeadlineSet: stay("what a deadline is about", "what"),
        SeatOffered: stay("whose seat it was", "member"),
        SeatTaken: stay("whose seat it was", "member"),
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
    yield from _absent(campaign)


def _absent(campaign: members.Campaign) -> Iterator[Refused]:
    """Members: who is away, and who stands in, is enrolled."""
    for away in campaign.schedule.absences:
        for who in filter(None, (away.member, away.substitute)):
            if who not in campaign.members:
                yield Refused(
                    "Members", f"{who} would be away or a substitute without being enrolled"
                )


class CorrectedGame(Generic[S]):
    """What a whole game provides for corrections: its chapters, and what every campaign shares."""

    def __init__(self, chapters: Iterable[Corrected[S]]) -> None:
        self._parts: Sequence[Corrected[S]] = (SHARED_CORRECTIONS, *chapters)
        self._settling = frozenset(kind for part in self._parts for kind in part.settling)
        self._left_behind = self._of_all(lambda part: part.left_behind)
        self._staying = self._of_all(lambda part: part.staying)
        self._restated = self._of_all(lambda part: part.restated)
        self._numbers = self._of_all(lambda part: part.numbers)
        self._drew = self._of_all(lambda part: part.drew)

    def _of_all(self, table: Callable[[Corrected[S]], Mapping[K, V]]) -> dict[K, V]:
        return joined(table(part) for part in self._parts)

    def settles(self, event: Event) -> bool:
        """Undo: whether an event opened, drew or rolled something."""
        return type(event) in self._settling

    def left_behind(self, state: S, event: Event) -> S:
        """The state with what a struck event leaves behind; unchanged if it leaves nothing."""
        leaves = self._left_behind.get(type(event))
        return leaves(state, event) if leaves else state

    def staying(self, event: Event) -> StayingFields:
        """The fields of an event that no amendment may change, and why."""
        keeps = self._staying.get(type(event), {})
        return keeps(event) if callable(keeps) else keeps

    def amended(self, state: S, was: Event, now: Event) -> Refused | None:
        """Why an event may not be amended in this way, given the state before it; None if it may.

        What it repeats of the record stays the same as there, and it gives out the same numbers.
        """
        before, after = codec.fields(was), codec.fields(now)
        for field, why in self.staying(was).items():
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
        numbers_of = self._numbers.get(type(event))
        return frozenset(numbers_of(event)) if numbers_of else frozenset()

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


# --- A campaign's first event, and the request read back from it --------------------------------


def opening(
    request: OpenCampaign,
    chain: SeedChain,
    system: str,
    rulebook: str,
    turns: tuple[str, str],
    rulings: Mapping[str, str | int | bool] = {},
    modules: tuple[str, ...] = (),
    number: int = 1,
) -> CampaignOpened:
    """The opening event, with the number of the rules and the end of the chain of seeds.

    `turns` are the first and the last turn.
    """
    return filled(
        CampaignOpened,
        request,
        campaign=request.name,
        id=chain.campaign_id,
        system=system,
        rulebook=rulebook,
        first_turn=turns[0],
        last_turn=turns[1],
        rulings=dict(rulings),
        modules=modules,
        seed_anchor=chain.anchor,
        seed_links=chain.links,
        seed_sealed=chain.sealed,
        rules=number,
    )


def untitled(title: str) -> Refused | None:
    """Why a campaign cannot have a title: it is one line of at most 80 characters, as a name."""
    if not title or members.is_name(title):
        return None
    return bad_field("title", f"write one line of at most {members.LONGEST_NAME} characters")


def request_of(events: Sequence[Event], without_setup: bool) -> OpenCampaign | None:
    """The request, for a game whose opening event holds all of it; None if it is not an opening."""
    first = events[0]
    if not isinstance(first, CampaignOpened):
        return None
    modules, own = dict.fromkeys(first.modules, True), {"first_turn": None, "last_turn": None}
    return filled(OpenCampaign, first, name=first.campaign, modules=modules, **own)
