"""Replay: a campaign's history step by step, each event with what it changed. Pure."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Literal, get_args

import msgspec

from campaign.history.acts import acts_of
from campaign.history.diff import Difference, differences
from campaign.history.effective import Effective, Logged, effective, form
from campaign.history.explain import Query, rule_of
from campaign.history.timeline import States
from campaign.kernel.system import AnySystem
from campaign.kernel.terminal.screens import StyledLine
from campaign.text.english import MINUS
from campaign.text.json_values import JsonObject
from events import disputes as facts
from events.base import Event, public_type

# --- Replay: a campaign's history step by step, each event with what it changed -----------------
#
# Replayed as recorded, the state at a version is what the record held then, and a correction's
# change is what folding the history again changed. Replayed as it counts now, struck events are
# skipped, and amended or forgotten ones appear as they should have been.

By = Literal["event", "act", "draw", "stage", "turn"]
BY: tuple[By, ...] = get_args(By)

Mark = Literal["struck", "undone", "rewound", "amended", "inserted"]
_STRUCK_BY: dict[type[Event], Mark] = {facts.ActUndone: "undone", facts.Rewound: "rewound"}


class Marked(msgspec.Struct, frozen=True):
    """What a correction did to an event."""

    what: Mark
    by: int
    """Version of the correction."""
    dispute: str = ""


class BookmarkNote(msgspec.Struct, frozen=True):
    """A bookmark on an event."""

    by: str
    note: str


class Frame(msgspec.Struct, frozen=True):
    """An event as a reader sees it."""

    version: int
    turn: str
    at: str
    by: str
    rule: str
    type: str
    sentence: str
    marks: tuple[Marked, ...] = ()
    """What later corrections did to it."""
    now: str = ""
    """How it counts now, if it was amended."""
    takes: tuple[str, ...] = ()
    """Events that it takes out or amends, as they were recorded."""
    brings: tuple[str, ...] = ()
    """Forgotten events that it inserts, or the new form that it gives to one."""
    bookmarks: tuple[BookmarkNote, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """One stop of a replay: its events, and what they changed."""

    frames: tuple[Frame, ...]
    changes: tuple[Difference, ...]


class Span(msgspec.Struct, frozen=True):
    """Neighbouring places of a replay, the first and the last."""

    first: int
    last: int


def _is_corrected(entry: Effective) -> bool:
    return bool(entry.struck_by or entry.amended_by or entry.inserted)


class Replay:
    """A history to walk through. Places run from 0; each is one event."""

    def __init__(
        self, system: AnySystem, log: Sequence[Logged], *, effectively: bool = False
    ) -> None:
        self._log = log
        self.system = system
        counted = effective(system.codec, log)
        self._today = {entry.version: entry for entry in counted if not entry.inserted}
        self.is_corrected = any(map(_is_corrected, counted))
        """Whether anything counts otherwise than it was recorded."""
        self._entries = counted if effectively else [Effective(*pair) for pair in log]
        self.calendar = system.calendar
        self._states = States(system, log, self._entries, effectively=effectively)
        self._places = [
            index
            for index, entry in enumerate(self._entries)
            if not effectively or not entry.struck_by
        ]
        self._index = {
            entry.version: n for n, entry in enumerate(self._entries) if not entry.inserted
        }
        self._spans: dict[By, list[Span]] = {}
        self._notes: defaultdict[int, list[BookmarkNote]] = defaultdict(list)
        for mark in self._states.last.campaign.record.bookmarks:
            self._notes[mark.version].append(BookmarkNote(mark.by, mark.note))

    def __len__(self) -> int:
        return len(self._places)

    # --- what a reader sees ---------------------------------------------------------------------

    def state(self, place: int) -> Any:
        """The state after the event at a place."""
        return self._states.after(self._places[place] + 1)

    def shown(self, place: int) -> JsonObject:
        """The state after the event at a place, as everybody may see it."""
        return self._states.shown(self._places[place] + 1)

    def shown_before(self, place: int) -> JsonObject:
        """The state before the event at a place; for the first event, the state it created."""
        return self._states.shown(max(self._places[place], 1))

    def panel(self, span: Span) -> Sequence[StyledLine]:
        """The standings after a span, in the game's words."""
        before, after = self.shown_before(span.first), self.shown(span.last)
        return self.system.front.screens.panel(before, after)

    def entry(self, place: int) -> Effective:
        """The event at a place, with what corrections did to it."""
        return self._entries[self._places[place]]

    def frame(self, place: int) -> Frame:
        """The event at a place, with the names as they were then."""
        entry = self.entry(place)
        event, view = entry.event, self.system.view
        # the opening stands before the words that a club's own rules have for it
        names = view.names(self.state(place or min(1, len(self) - 1)))
        today = entry if entry.inserted else self._today[entry.version]
        amended = today.amended_by and today.event != event
        gone, come = self._corrects(event)
        return Frame(
            entry.version,
            self.turn_of(place),
            event.at,
            event.by,
            rule_of(event),
            public_type(event),
            view.sentence(event, names),
            self._marks(today),
            view.sentence(today.event, names) if amended else "",
            tuple(view.sentence(event, names) for event in gone),
            tuple(view.sentence(event, names) for event in come),
            () if entry.inserted else tuple(self._notes.get(entry.version, ())),
        )

    def _corrects(self, event: Event) -> tuple[list[Event], list[Event]]:
        """The events that a correction removes from what counts, and those it adds."""
        match event:
            case facts.EventsStruck() | facts.ActUndone():
                return [self._log[version - 1][1] for version in event.versions], []
            case facts.EventAmended():
                old = self._log[event.about - 1][1]
                return [old], [form(self.system.codec, event.event, old)]
            case facts.EventsInserted():
                return [], [form(self.system.codec, fields, event) for fields in event.events]
        return [], []

    @property
    def last(self) -> int:
        """The last version of the log."""
        return self._log[-1][0]

    def marks(self, version: int) -> tuple[Marked, ...]:
        """What corrections did to an event of the log."""
        return self._marks(self._today[version])

    def _marks(self, today: Effective) -> tuple[Marked, ...]:
        marks: list[tuple[Mark, int]] = []
        if today.inserted:
            marks.append(("inserted", today.version))
        if today.amended_by:
            marks.append(("amended", today.amended_by))
        if today.struck_by:
            correction = type(self._log[today.struck_by - 1][1])
            marks.append((_STRUCK_BY.get(correction, "struck"), today.struck_by))
        return tuple(
            Marked(what, by, getattr(self._log[by - 1][1], "dispute", "")) for what, by in marks
        )

    def changes(self, span: Span) -> tuple[Difference, ...]:
        """What the events of a span changed together; the opening changes nothing."""
        return tuple(differences(self.shown_before(span.first), self.shown(span.last)))

    def passage(self, span: Span) -> Passage:
        """A span's events and what they changed together."""
        changes = self.changes(span)
        frames = tuple(self.frame(place) for place in range(span.first, span.last + 1))
        return Passage(frames, changes)

    # --- stops ----------------------------------------------------------------------------------

    def spans(self, by: By) -> list[Span]:
        """The whole replay in stops."""
        if by not in self._spans:
            begins = sorted({0, *self._beginnings(by)} - {len(self)})
            ends = [begin - 1 for begin in begins[1:]] + [len(self) - 1]
            self._spans[by] = [Span(*both) for both in zip(begins, ends, strict=True)]
        return self._spans[by]

    def _beginnings(self, by: By) -> list[int]:
        if by == "turn":
            return [self._from(index) for index, _ in self._states.turns]
        if by == "act":
            lengths = (len(act.placed) for act in acts_of(self._entries))
            return [self._from(index) for index in accumulate(lengths)]
        stops = self.system.front.stops
        if by == "draw":
            return self._places_of(stops.draws)
        if by == "stage":
            stages = self._places_of(lambda event: isinstance(event, stops.stages))
            return [*self._beginnings("turn"), *stages]
        return list(range(len(self)))

    def _places_of(self, is_one: Callable[[Event], bool]) -> list[int]:
        return [place for place in range(len(self)) if is_one(self.entry(place).event)]

    def _from(self, index: int) -> int:
        """The first place at an entry or after it."""
        return bisect_left(self._places, index)

    def stop(self, by: By, place: int) -> int:
        """The stop that a place belongs to."""
        return bisect_right(self.spans(by), place, key=lambda span: span.first) - 1

    # --- finding --------------------------------------------------------------------------------

    def turn_of(self, place: int) -> str:
        """The turn that an event belongs to; events before the first turn belong to it."""
        return self._states.turn(self._places[place])

    def turns(self) -> list[tuple[str, Span]]:
        """The turns as they were played; one that was played again is listed again."""
        return [(self.turn_of(span.first), span) for span in self.spans("turn")]

    def place_of(self, version: int) -> int | None:
        """The place of an event by its version; None if there is none, or it was struck."""
        index = self._index.get(version)
        if index is None:
            return None
        place = self._from(index)
        return place if place < len(self) and self._places[place] == index else None

    def noted(self) -> list[int]:
        """The places of events with bookmarks."""
        places = (self.place_of(version) for version in sorted(self._notes))
        return [place for place in places if place is not None]

    def by_time(self, until: str) -> int | None:
        """The last event recorded up to a time, written like a stamp; None before all."""
        places = range(len(self) - 1, -1, -1)
        return next((p for p in places if self.entry(p).event.at <= until), None)

    def since(self, time: str) -> int | None:
        """The first event recorded at a time or later; None after the last."""
        return next((p for p in range(len(self)) if self.entry(p).event.at >= time), None)

    def find(self, query: Query, after: int = -1, *, back: bool = False) -> int | None:
        """The first place after another that a query matches, or with `back` the last before it."""
        places = range(after - 1, -1, -1) if back else range(after + 1, len(self))
        for place in places:
            if query.matches(self.entry(place).event, self.turn_of(place)):
                return place
        return None


# --- What corrections did to an event of a replay, and its bookmarks, as lines with a sign ------

_MARKS: dict[Mark, str] = {
    "struck": "struck by event {}",
    "undone": "taken back by event {}",
    "rewound": "passed over since event {}, when play went back",
    "amended": "amended by event {}",
    "inserted": "was forgotten, and put here by event {}",
}


def mark_in_words(what: Mark, by: int, dispute: str = "") -> str:
    """What a correction did to an event."""
    return _MARKS[what].format(by) + (f" ({dispute})" if dispute else "")


def notes(frame: Frame) -> list[tuple[str, str]]:
    """What corrections did to an event, what it corrects itself, and its bookmarks."""
    lines = [("!", mark_in_words(mark.what, mark.by, mark.dispute)) for mark in frame.marks]
    if frame.now:
        lines.append(("!", f"it counts as: {frame.now}"))
    lines += [(MINUS, line) for line in frame.takes]
    lines += [("+", line) for line in frame.brings]
    return lines + [("*", f"{mark.by}: {mark.note}") for mark in frame.bookmarks]
