"""A game put together from its chapters: which of them is asked, what they decide and ask. Pure."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec

from campaign.kernel import deadlines, members, shared_rules
from campaign.kernel.chapters import Chapter
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.decisions import (
    NOTHING,
    Command,
    Decision,
    Needs,
    Refused,
    Supplied,
    Vocabulary,
    joined,
)
from campaign.kernel.members import AdvanceTurn, CloseCampaign, S, Seats
from campaign.kernel.system import Deciding
from campaign.text.turns import Calendar
from events.base import Event

if TYPE_CHECKING:
    from campaign.kernel.interview.answers import Choice
    from campaign.kernel.interview.asking import Asking, AskingPart
    from campaign.kernel.opening import OpenCampaign, SeedChain

# --- Which chapter is asked: each is imported when something of it is wanted --------------------


class ChapterPlace(NamedTuple):
    """Where a chapter of a game is, and what is its own."""

    package: str
    """The commands that are defined here are its own."""
    read: "Callable[[], Chapter[Any]]"
    """Imports it."""
    events: tuple[str, ...] = ()
    """The modules of its events."""

    def owns(self, kind: type) -> bool:
        """Whether a kind of command or event is the chapter's own."""
        return kind.__module__.startswith(f"{self.package}.") or kind.__module__ in self.events


class Chapters(Generic[S]):
    """A game's chapters in their order, each imported when something of it is asked for.

    A command or an event that is a chapter's own is known to no other; of any other kind all are
    asked.
    """

    def __init__(self, *places: ChapterPlace) -> None:
        self.places = places
        self._read: dict[ChapterPlace, Chapter[S]] = {}

    def __iter__(self) -> Iterator[Chapter[S]]:
        """All of them, in order."""
        return map(self.at, self.places)

    def at(self, place: ChapterPlace) -> Chapter[S]:
        """The chapter in a place."""
        if place not in self._read:
            self._read[place] = place.read()
        return self._read[place]

    def of(self, kind: type) -> Iterable[Chapter[S]]:
        """Those that may know a kind of command or event."""
        own = [place for place in self.places if place.owns(kind)]
        return map(self.at, own or self.places)

    @property
    def imported(self) -> tuple[Chapter[S], ...]:
        """Those that were asked for something before."""
        return tuple(self._read.values())

    def facet(self, name: str) -> "Mapping[Any, Any]":
        """What they say together in one of their tables."""
        return _Facet(self, name)


class _Entries(dict[type, Any]):
    """What chapters say of a kind, looked up when it is first asked for; None if they do not."""

    def __init__(self, chapters: Chapters[Any], name: str) -> None:
        self._chapters, self._name = chapters, name

    def __missing__(self, kind: type) -> Any:
        tables = (getattr(chapter, self._name) for chapter in self._chapters.of(kind))
        self[kind] = entry = next((table[kind] for table in tables if kind in table), None)
        return entry


class _Facet(Mapping[Any, Any]):
    """A table of all chapters, of which only those are read that may know a kind."""

    def __init__(self, chapters: Chapters[Any], name: str) -> None:
        self._chapters, self._name = chapters, name
        self._entries = _Entries(chapters, name)

    @cached_property
    def _whole(self) -> Mapping[Any, Any]:
        """Raises `ValueError` where two chapters claim a kind, or one what is another's own."""
        for place in self._chapters.places:
            for kind in getattr(self._chapters.at(place), self._name):
                if any(other.owns(kind) for other in self._chapters.places) > place.owns(kind):
                    raise ValueError(f"{place.package} claims {kind.__name__}")
        return joined(getattr(chapter, self._name) for chapter in self._chapters)

    def __getitem__(self, kind: type) -> Any:
        if (entry := self._entries[kind]) is None:
            raise KeyError(kind)
        return entry

    def get(self, kind: Any, default: Any = None) -> Any:
        """The entry of a kind; every command asks, and mostly there is none."""
        return default if (entry := self._entries[kind]) is None else entry

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, type) and self._entries[kind] is not None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole)

    def __len__(self) -> int:
        return len(self._whole)


class LateCommands(Collection[type[Command]]):
    """Commands that are only imported for a kind that can be one of them."""

    def __init__(
        self, owns: Callable[[type], bool], read: Callable[[], Collection[type[Command]]]
    ) -> None:
        self._owns, self._read = owns, read

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, type) and self._owns(kind) and kind in self._read()

    def __iter__(self) -> Iterator[type[Command]]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


# --- What decides the commands of a game: those of its chapters, and those of every campaign ----

OF_EVERY_GAME: tuple[type[Command], ...] = (
    *members.COMMANDS,
    *deadlines.COMMANDS,
    *shared_rules.DECIDE,
)
"""The commands that every game has, besides those about the record."""

_REVEALING = (AdvanceTurn, CloseCampaign)
"""The commands that reveal the seed of the turn that ends."""

_Deciding = Callable[[Any, Any, Supplied], Decision]


class Decider(msgspec.Struct, Generic[S], frozen=True):
    """Decides a game's commands, and those that every campaign has."""

    chapters: Iterable[Chapter[S]]
    calendar: Calendar
    untimely: Callable[[S, type[Command]], Refused | None]
    """Why a command is not possible in this campaign now; None if it is."""
    entropies: Callable[[S, str], int]
    """How often a member has added entropy to the next draw."""
    table: Mapping[type[Command], Callable[[S, Any, Supplied], Decision]]
    needs_of: Mapping[type[Command], Callable[[S, Any], Needs]]
    awaiting: Awaiting[S] = Awaiting()
    """What may have a deadline."""
    the_seat: Callable[[str], str] = str
    """A seat's name inside a sentence."""
    before: Mapping[type[Command], Callable[[S, Any], Refused | None]] = {}
    """Why a command of every campaign is not possible now."""
    known: dict[type[Command], _Deciding] = {}
    """What decides a kind of command, of those that were decided before."""

    def needs(self, state: S, command: Command) -> Needs:
        """What `decide` needs from the world for a command; ending a turn reveals its seed."""
        needs = self.needs_of.get(type(command))
        if needs is None:
            return Needs(seed=True) if isinstance(command, _REVEALING) else NOTHING
        return needs(state, command)

    def decide(self, state: S, command: Command, supplied: Supplied) -> Decision:
        """The events that follow from a command, or why it is refused; no clock, no dice."""
        kind = type(command)
        if refused := members.permitted(state.campaign, command) or self.untimely(state, kind):
            return refused
        decides = self.known.get(kind)
        if decides is None:
            self.known[kind] = decides = self._deciding(kind)
        return decides(state, command, supplied)

    def _deciding(self, kind: type[Command]) -> _Deciding:
        """What decides a kind of command that is permitted now."""
        decides, before = self._of_kind(kind), self.before.get(kind)
        if before is None:
            return decides
        return lambda state, command, supplied: (
            before(state, command) or decides(state, command, supplied)
        )

    def _of_kind(self, kind: type[Command]) -> _Deciding:
        """What decides a kind of command: a chapter of the game, or what every campaign has."""
        if kind in self.table:
            return self.table[kind]
        if kind in deadlines.COMMANDS:
            return lambda state, command, supplied: deadlines.decide(
                state, self.awaiting, command, supplied.now
            )
        if kind in shared_rules.DECIDE:
            decides = shared_rules.DECIDE[kind]
            return lambda state, command, supplied: decides(state.campaign, command)
        return self._shared

    def _shared(self, state: S, command: Command, supplied: Supplied) -> Decision:
        """The facts of a command that every campaign has, and what chapters add to them."""
        added = self.entropies(state, command.by)
        shared = shared_rules.decide(
            state.campaign,
            command,
            self.calendar,
            supplied.seed,
            added,
            the_seat=self.the_seat,
        )
        if isinstance(shared, Refused):
            return shared
        return self._with_chapters(state, command, supplied, shared)

    def _with_chapters(
        self, state: S, command: Command, supplied: Supplied, shared: tuple[Event, ...]
    ) -> tuple[Event, ...]:
        """A shared command's facts, with those of the chapters at a turn's beginning or the end."""
        if isinstance(command, CloseCampaign):
            ends = (one.at_close(state, supplied) for one in self.chapters if one.at_close)
            return (*chain.from_iterable(ends), *shared)
        if isinstance(command, AdvanceTurn):
            turn = self.calendar.following(state.campaign.turn)
            begins = (one.at_turn(state, turn, supplied) for one in self.chapters if one.at_turn)
            return (*shared, *chain.from_iterable(begins))
        return shared


def _joined(chapters: Iterable[Chapter[S]], name: str) -> Mapping[Any, Any]:
    """What chapters say together in one of their tables."""
    if isinstance(chapters, Chapters):
        return chapters.facet(name)
    return joined(getattr(chapter, name) for chapter in chapters)


def decider(
    chapters: Iterable[Chapter[S]],
    calendar: Calendar,
    untimely: Callable[[S, type[Command]], Refused | None],
    entropies: Callable[[S, str], int],
    awaiting: Awaiting[S] | None = None,
    the_seat: Callable[[str], str] = str,
) -> Decider[S]:
    """A game's decider. Raises `ValueError` where two chapters claim a command."""
    table, needs_of = _joined(chapters, "decide"), _joined(chapters, "needs")
    due, before = awaiting or Awaiting(), _joined(chapters, "before")
    return Decider(chapters, calendar, untimely, entropies, table, needs_of, due, the_seat, before)


def deciding(
    decider: Decider[S],
    of_record: Iterable[type[Command]],
    open_campaign: "Callable[[OpenCampaign, SeedChain], Decision]",
    seats: Seats,
) -> Deciding[S]:
    """What decides the commands of a game whose chapters a decider has.

    `of_record` are the commands about the record itself: disputes, corrections and the like.
    """
    kinds = (*OF_EVERY_GAME, *decider.table, *of_record)
    commands = Vocabulary(kinds, seats.ids, own=seats.own)
    return Deciding(commands, open_campaign, decider.needs, decider.decide, decider.untimely)


class LateVocabulary(Vocabulary):
    """The commands of a game whose chapters are imported when one of theirs is named."""

    def __init__(
        self,
        chapters: Chapters[Any],
        of_record: Callable[[], Iterable[type[Command]]],
        seats: Seats,
    ) -> None:
        super().__init__(OF_EVERY_GAME, seats.ids, own=seats.own)
        self._chapters, self._of_record = chapters, of_record

    @cached_property
    def _every(self) -> Mapping[str, type[Command]]:
        """In the order in which they are listed."""
        kinds = (*OF_EVERY_GAME, *self._chapters.facet("decide"), *self._of_record())
        return {kind.__name__: kind for kind in kinds}

    def __getitem__(self, name: str) -> type[Command]:
        for known in () if name in self._kinds else self._groups():
            self._kinds = {**self._kinds, **{kind.__name__: kind for kind in known}}
            if name in self._kinds:
                break
        return self._kinds[name]

    def _groups(self) -> Iterator[Iterable[type[Command]]]:
        """Those of chapters that were imported, those about the record, then all others."""
        read = self._chapters.imported
        yield from (chapter.decide for chapter in read)
        yield self._of_record()
        yield from (chapter.decide for chapter in self._chapters)

    def near(self, module: str) -> Iterator[type[Command]]:
        """All of them, first those of the chapter that has a module."""
        own = [place for place in self._chapters.places if module.startswith(f"{place.package}.")]
        for place in own:
            yield from self._chapters.at(place).decide
        yield from self.values()

    def __iter__(self) -> Iterator[str]:
        return iter(self._every)

    def __len__(self) -> int:
        return len(self._every)


# --- What its chapters ask -----------------------------------------------------------------------


def asking(
    chapters: Iterable[Chapter[S]],
    shared: "AskingPart",
    choices: "Callable[[], Mapping[str, Callable[[S], Choice]]]",
    rare: frozenset[str] = frozenset(),
) -> "Asking[S]":
    """What a game's chapters ask, and what every game shares."""
    from campaign.kernel.interview.asking import Asking, AskingPart

    own: Iterable[AskingPart]
    if isinstance(chapters, Chapters):
        own = (_part_at(chapters, place) for place in chapters.places)
    else:
        own = (AskingPart(chapter.decide, chapter.interviews) for chapter in chapters)
    return Asking((*own, shared), choices, rare)


def _part_at(chapters: Chapters[Any], place: ChapterPlace) -> "AskingPart":
    """What the commands of one chapter ask."""
    from campaign.kernel.interview.asking import AskingPart

    commands = LateCommands(place.owns, lambda: chapters.at(place).decide)
    return AskingPart(commands, lambda: chapters.at(place).interviews())
