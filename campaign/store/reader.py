"""Opening and reading a store: its campaigns, their events, their state now or earlier. IO."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from campaign.history.effective import DOES_NOT_FOLD, CorrectionPlan, Effective, Logged, step
from campaign.kernel import decisions
from campaign.kernel.members import GameState
from campaign.kernel.record import REWRITING, Origin, RewritingError
from campaign.kernel.system import AnySystem, foreign
from campaign.store import snapshots
from campaign.store.protocol import EventStore, StoreError, Where, database, place_of
from campaign.store.snapshots import Trail
from campaign.systems import SYSTEMS, lacking
from campaign.text.json_values import JsonObject
from campaign.text.turns import Calendar
from campaign.world import clock as world_clock
from campaign.world import threads
from campaign.world.clock import utc_now
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened, TurnBegan
from events.disputes import EventsInserted

if TYPE_CHECKING:
    from campaign.history.refold import KnownCorrections
    from campaign.history.timeline import Timeline
    from campaign.kernel.interview.asking import PastEvent
    from campaign.store.campaign_ids import CampaignIds

# --- The events in a log's rows, as they were recorded and as they count ------------------------
#
# A log is never held as a whole: what was struck, amended or forgotten is worked out event by
# event.


class LogEntry(msgspec.Struct, frozen=True):
    """An event as the log holds it."""

    version: int
    event: Event
    digest: str
    struck_by: int = 0
    """Version of the correction that struck it; 0 where it counts."""
    amended_by: int = 0
    inserted: bool = False
    was: Event | None = None
    """The event as recorded, if it was amended."""

    @property
    def recorded(self) -> Event:
        """The event as recorded."""
        return self.was or self.event


def decoded(version: int, stored: bytes, source: str) -> Event:
    """A row's event. Raises `StoreError` if it is not one.

    `source` is what `campaign verify` takes to show more: the campaign, or an export.
    """
    try:
        return SYSTEMS.codec.decode(chain.body(stored))
    except codec.UnreadableEventError as error:
        text = f"event {version} is not one that this program knows"
        raise StoreError(f"{text}; `campaign verify {source}` shows what is wrong") from error


def log_entry(version: int, stored: bytes, source: str) -> LogEntry:
    """A row's event with its digest. Raises `StoreError` if it is no event."""
    return LogEntry(version, decoded(version, stored, source), chain.head(stored))


def counted(made: Sequence[LogEntry], log: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """A part of a log as corrections leave it; what was forgotten follows its event."""
    digests = {entry.version: entry.digest for entry in made}
    plan = CorrectionPlan(SYSTEMS.codec, [(entry.version, entry.event) for entry in made])
    special = plan.versions
    for entry in log:
        if entry.version not in special:
            yield entry
            continue
        for placed in plan.placed(entry.version, entry.event):
            digest = digests[placed.version] if placed.inserted else entry.digest
            was = entry.event if placed.amended_by else None
            marks = placed.struck_by, placed.amended_by, placed.inserted
            yield LogEntry(placed.version, placed.event, digest, *marks, was)


def entry_in_json(entry: LogEntry) -> JsonObject:
    """An event for programs, as it was recorded, with the corrections that concern it."""
    return {
        **decisions.stamped(entry.version, entry.recorded, entry.digest),
        "struck_by": entry.struck_by or None,
        "amended_by": entry.amended_by or None,
    }


T = TypeVar("T")

# --- The newest known state of each campaign, shared by all threads -----------------------------
# Pure but for its lock.
#
# States are frozen values, so whoever got one keeps it, whatever is recorded meanwhile.


class Live(msgspec.Struct, frozen=True):
    """A campaign folded up to a version."""

    version: int
    head: str
    state: Any
    system: AnySystem
    at: str = ""
    """When its last event was recorded."""
    known: dict[str, tuple[Any, str, Any]] = {}
    """What was worked out of it, by what it is: the state that it is of, what else, and itself."""

    @property
    def calendar(self) -> Calendar:
        """Its turns, as it calls them."""
        return self.system.calendar_of(self.state)

    def once(self, what: str, of: str, work: Callable[[], T]) -> T:
        """What was worked out of this very state and something else; worked out where it was not.

        With another state, such as that behind a correction, it is worked out anew.
        """
        state, known_of, made = self.known.get(what, (self, "", None))
        if state is not self.state or known_of != of:
            made = work()
            self.known[what] = self.state, of, made
        known: T = made
        return known


class LiveStates:
    """What one store's readers and its writer know of its campaigns.

    A state gives way only to a later one: a reader who was slow does not take back what the writer
    has recorded since. Only if the campaign itself is gone is its state forgotten.
    """

    def __init__(self) -> None:
        self._states: dict[str, Live] = {}
        self._turn = threads.lock()

    def get(self, name: str) -> Live | None:
        """The newest known state of a campaign; None if none is known."""
        return self._states.get(name)

    def keep(self, name: str, live: Live) -> None:
        """Keeps a state, unless a later one is known."""
        with self._turn:
            known = self._states.get(name)
            if known is None or known.version <= live.version:
                self._states[name] = live

    def forget(self, name: str) -> None:
        """Forgets a campaign that was deleted, or is another one under its name."""
        with self._turn:
            self._states.pop(name, None)


# --- Opens a store: the one place that knows which stores there are -----------------------------


def open_store(where: Where) -> EventStore:
    """The store at a place; it is looked at when it is first used."""
    place = place_of(where)
    if place.is_database:
        opened: EventStore = database().store(place)
        return opened
    from campaign.store.sqlite.store import Store

    return Store(place.file)


# --- Reading a store: its campaigns, their history, and their state now or then -----------------

REWRITES = tuple(topic(kind) for kind in REWRITING)
"""The topics of corrections."""


def as_recorded(live: Live) -> Live:
    """A campaign with the names that its record has."""
    return live


class Reader:
    """The campaigns of one store, to read. Several threads may use it at once."""

    def __init__(self, store: "Where | Reader", clock: Callable[[], str] = utc_now) -> None:
        """Another reader's store is taken over with the states that it has read."""
        self.store: EventStore = store.store if isinstance(store, Reader) else open_store(store)
        self._live: LiveStates = store._live if isinstance(store, Reader) else LiveStates()
        self.naming: Callable[[Live], Live] = as_recorded
        """Puts names in place that are kept apart from the record, for whoever looks; nothing that
        is decided or kept has them."""
        if isinstance(store, Reader):
            self.naming = store.naming
        self._clock = clock

    @cached_property
    def _ids(self) -> "CampaignIds":
        from campaign.store.campaign_ids import CampaignIds

        return CampaignIds(self.store, lambda name: self.plain(name).state.campaign.id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the store."""
        self.store.close()

    def now(self) -> str:
        """The time on this computer. No event gets an earlier stamp than the one before it."""
        return self._clock()

    def about_the_clock(self, name: str) -> str:
        """One line if the clock is far from a campaign's last event; else nothing."""
        return world_clock.notice(self._clock(), self.live(name).at)

    def clock_is_ahead(self, name: str) -> bool:
        """Whether the clock is more than a day ahead of a campaign's last event."""
        return world_clock.is_ahead(self._clock(), self.live(name).at)

    def clock_is_behind(self, name: str) -> bool:
        """Whether the clock is five minutes or more behind a campaign's last event."""
        return world_clock.is_behind(self._clock(), self.live(name).at)

    def has(self, name: str) -> bool:
        """Whether the store has a campaign of this name."""
        return self.store.version(name) > 0

    def name_of(self, campaign_id: str) -> str:
        """The name of the campaign with a random id; empty if there is none."""
        return self._ids.name(campaign_id)

    def names(self) -> list[str]:
        """The campaigns of the store."""
        return self.store.names()

    def history(self, name: str, after: int = 0, until: int | None = None) -> Iterator[LogEntry]:
        """A campaign's events in order. Raises `StoreError` on a row that is no event."""
        for version, _, stored in self.store.rows(name, after, until):
            yield log_entry(version, stored, name)

    def log(self, name: str, until: int | None = None) -> list[tuple[int, Event]]:
        """A campaign's events with their versions, as they were recorded."""
        return [(entry.version, entry.event) for entry in self.history(name, until=until)]

    def corrected(self, name: str, after: int = 0) -> bool:
        """Whether there is a correction after a version of a campaign's log."""
        return self.store.has_topic(name, REWRITES, after)

    def corrections(
        self, name: str, after: int = 0, until: int | None = None
    ) -> tuple[LogEntry, ...]:
        """The corrections in a part of a campaign's log."""
        rows = self.store.of_topics(name, REWRITES, after, until)
        return tuple(log_entry(version, stored, name) for version, _, stored in rows)

    def effective(self, name: str, after: int = 0, until: int | None = None) -> Iterator[LogEntry]:
        """A part of a campaign's log as it counts today; what is struck says so.

        What was forgotten follows the event behind which it belongs.
        """
        return counted(self.corrections(name, after), self.history(name, after, until))

    def counted(self, name: str) -> Iterable[LogEntry]:
        """A campaign's events as they count, corrections made."""
        return self.effective(name)

    def whole_act(self, name: str, version: int) -> tuple[int, ...]:
        """The events of one command, by one of them; none if there is no such event."""
        first = version
        while (event := self._event(name, first)) is not None and event.nth:
            first -= 1
        if event is None:
            return ()
        later = takewhile(lambda pair: pair[1].nth, self.behind(name, first))
        return (first, *(number for number, _ in later))

    def _event(self, name: str, version: int) -> Event | None:
        logged = next(self.behind(name, version - 1, version), None)
        return logged[1] if logged else None

    def live(self, name: str, at: int | None = None) -> Live:
        """A campaign's state for whoever looks, now or after an earlier version."""
        return self.naming(self.plain(name, at))

    def called(self, name: str) -> Mapping[str, str]:
        """What members are called in place of what the record says, those who left among them."""
        plain = self.plain(name)
        shown = self.naming(plain)
        if shown is plain:
            left: Mapping[str, str] = plain.state.campaign.left
            return left
        names: Mapping[str, str] = shown.state.campaign.names
        return names

    def plain(self, name: str, at: int | None = None) -> Live:
        """A campaign's state as it was recorded, now or after an earlier version."""
        if at is None:
            now = self.passing(name)
            self._live.keep(name, now)
            return now
        if at < 1 or at > self.store.version(name):
            raise StoreError(f"{name} has no version {at}; its last is {self.store.version(name)}")
        return self._loaded(name, at)

    def passing(self, name: str) -> Live:
        """A campaign's state now, for whoever looks at all of them: it is not kept."""
        known = self._live.get(name)
        return self._advanced(name, known) if known else self._loaded(name, None)

    def past_of(self, name: str) -> "Callable[[int], PastEvent | None]":
        """What finds an event of a campaign by its version, for the questions of corrections."""

        from campaign.kernel.interview.asking import PastEvent

        def past(version: int) -> PastEvent | None:
            if not 1 <= version <= self.store.version(name):
                return None
            entries = self.effective(name, version - 1, version)
            event = next((one.event for one in entries if one.version == version), None)
            return PastEvent(self.live(name, version).state, event) if event else None

        return past

    def system(self, name: str) -> AnySystem:
        """The rule system of a campaign. Raises `StoreError` if there is no such campaign."""
        live = self._live.get(name)
        return live.system if live else self._first(name).system

    def branch_of(self, name: str) -> Origin | None:
        """The origin of a branch; None for a campaign."""
        origin: Origin | None = self.live(name).state.campaign.record.branch_of
        return origin

    def show(self, name: str, at: int | None = None) -> JsonObject:
        """A campaign's state as everybody may see it, as `campaign show --json` prints it.

        A branch says that it is one at every version, even those shared with its origin.
        """
        now = self.live(name, at)
        fields = now.system.view.show(now.state)
        if at is not None and (origin := self.branch_of(name)) is not None:
            fields |= {"campaign": name, "branch_of": origin.shown()}
        return {
            "campaign": fields.pop("campaign"),
            "system": fields.pop("system"),
            "rulebook": fields.pop("rulebook"),
            "version": now.version,
            "head": now.head,
            **fields,
        }

    def unopened(self, name: str) -> frozenset[int]:
        """The versions of events that seal something which nobody has opened yet."""
        return self.live(name).system.secrets.unopened(self.behind(name, 0))

    def spans(self, name: str) -> dict[str, tuple[int, int]]:
        """Each turn's first and last version; events before the first turn belong to it."""
        began = [
            (entry.version, entry.event.turn)
            for entry in self._turns(name)
            if isinstance(entry.event, TurnBegan) and not entry.struck_by
        ]
        ends = [version - 1 for version, _ in began[1:]] + [self.store.version(name)]
        spans: dict[str, tuple[int, int]] = {}
        for (version, turn), end in zip(began, ends, strict=True):
            spans[turn] = (version if spans else 1, end)
        return spans

    def _turns(self, name: str) -> Iterator[LogEntry]:
        """The beginnings of turns as they count, and what was forgotten behind other events."""
        rows = self.store.of_topics(name, [topic(TurnBegan)])
        entries = {version: log_entry(version, stored, name) for version, _, stored in rows}
        made = self.corrections(name)
        for entry in made:
            if isinstance(entry.event, EventsInserted):
                after = entry.event.after
                entries |= {one.version: one for one in self.history(name, after - 1, after)}
        return counted(made, [entries[version] for version in sorted(entries)])

    def fresh(self, name: str) -> Live:
        """A campaign's state folded from its first event, whatever snapshots say."""
        return self._folded(name, None, None, keeping=False)[0]

    def _loaded(self, name: str, until: int | None) -> Live:
        start = snapshots.load(self.store, name, until)
        base = (
            Live(start.version, start.head, start.state, SYSTEMS[start.system]) if start else None
        )
        loaded, cost = self._folded(name, base, until)
        corrected = loaded.state.campaign.record.corrections
        fresh = bool(corrected) and corrected[-1].version > (start.version if start else 0)
        if until is None and cost >= (snapshots.COSTLY if fresh else snapshots.EVERY):
            snapshots.keep(self.store, name, loaded.version, loaded.head, loaded.state)
        return loaded

    def _advanced(self, name: str, known: Live) -> Live:
        version, head = self.store.head(name)
        if (version, head) == (known.version, known.head):
            return known
        before = version > known.version and next(
            self.store.rows(name, known.version - 1, known.version), None
        )
        if before and chain.head(before[2]) == known.head:
            return self._folded(name, known, None)[0]
        self._live.forget(name)  # another what-if under the name of a deleted one
        return self._loaded(name, None)

    def _folded(
        self, name: str, base: Live | None, until: int | None, *, keeping: bool = True
    ) -> tuple[Live, int]:
        """The state from a base on, and how many events were folded for it.

        Snapshots are kept on a long way if `keeping`.
        """
        base = base or self._first(name)
        version, state, evolvers = base.version, base.state, base.system.rules.evolvers
        try:
            with Trail(self.store, name, base.system.name, version, keeping=keeping) as trail:
                due = trail.due
                for event in base.system.codec.decode_rows(self.store.states(name, version, until)):
                    if version >= due and not event.nth:
                        due = trail.keep(version, state)
                    version += 1
                    state = evolvers[type(event)](state, event)
        except RewritingError:
            older = self.older(name, version) if keeping else None
            newest = max(filter(None, (base, older)), key=lambda live: live.version)
            return self._refolded(name, newest, until, keeping=keeping)
        except codec.UNREADABLE as error:
            raise StoreError(_unknown(name, version, base)) from error
        except DOES_NOT_FOLD as error:
            text = f"{name}: event {version} does not follow from those before it{_more(name)}"
            raise StoreError(text) from error
        return self._at(name, version, state, base.system), version - base.version

    def _refolded(
        self, name: str, base: Live, until: int | None, *, keeping: bool
    ) -> tuple[Live, int]:
        """The state after corrections: one pass from before the first event that any touches."""
        from campaign.history.refold import Refold
        from campaign.history.timeline import START

        end = until if until is not None else self.store.version(name)
        known, basis = self._reached(name, base, end)
        start = (basis.version, basis.state) if basis else START
        system = base.system
        try:
            if not known.look_back:
                state = self._amid(self.timeline(name, basis, end, keeping=keeping))
            else:
                events = system.codec.decode_rows(self.store.states(name, start[0], end))
                with Trail(self.store, name, system.name, start[0], keeping=keeping) as trail:
                    state = Refold(system, known, start).follow(events, end, trail.due, trail.keep)
        except DOES_NOT_FOLD as error:
            for _ in self.history(name, start[0], end):
                pass  # raises at a row that is no event
            raise StoreError(f"{name}: its corrections do not fit{_more(name)}") from error
        return self._at(name, end, state, system), end - start[0]

    def _reached(
        self, name: str, base: Live | None, end: int
    ) -> "tuple[KnownCorrections, Live | None]":
        """The corrections behind a base that none of them touches; no base: from the opening on.

        Each time it goes at least twice as far back, so a row of corrections, each of which reaches
        further back, costs no more than twice the furthest.
        """
        from campaign.history.refold import KnownCorrections

        following = self._event(name, end + 1)
        while True:
            after = base.version if base else 0
            made = [(one.version, one.event) for one in self.corrections(name, after, end)]
            known = KnownCorrections(made, following)
            if base is None or not 0 < known.first <= after:
                return known, base
            base = self.older(name, min(known.first, 2 * after - end))

    def older(self, name: str, version: int) -> Live | None:
        """The newest snapshot before an event that a correction touches; None: start anew."""
        last = snapshots.load(self.store, name, version - 1)
        return Live(last.version, last.head, last.state, SYSTEMS[last.system]) if last else None

    def timeline(
        self, name: str, base: Live | None, until: int, *, keeping: bool = True
    ) -> "Timeline":
        """A campaign's states up to a version, from `base` or an older snapshot.

        If corrections touch something before it, it starts again from an older one, each time at
        least twice as far back: a row of corrections, each of which reaches further back, costs no
        more than twice the furthest. Raises what a fold raises.
        """
        from campaign.history.timeline import BaseError

        while True:
            try:
                return self._followed(name, base, until, keeping=keeping)
            except BaseError as error:
                back = 2 * base.version - until if base else 0
                base = self.older(name, min(error.version, back))

    def _followed(self, name: str, base: Live | None, until: int, *, keeping: bool) -> "Timeline":
        """The same from this base. Raises `BaseError` if something before it is touched."""
        from campaign.history.timeline import START, Timeline

        system = base.system if base else self._first(name).system
        start = (base.version, base.state) if base else START
        timeline = Timeline(system, lambda after: self.behind(name, after), start)
        with Trail(self.store, name, system.name, start[0], keeping=keeping) as trail:
            due = trail.due
            for version, event in self.behind(name, start[0], until):
                if version > due and not event.nth:
                    due = trail.keep(version - 1, timeline.settle())
                timeline.follow(version, event)
        following = next(iter(self.behind(name, until, until + 1)), None)
        if following is None or not timeline.continued_by(following[1]):
            timeline.settle()
        return timeline

    @staticmethod
    def _amid(timeline: "Timeline") -> Any:
        """The state at a version: a correction of several events takes effect with the last one.

        At the versions before that, they are on record but have no effect yet.
        """
        state, system = timeline.state, timeline.system
        for version, item in timeline.waiting:
            state = step(system, state, Effective(version, item))
        return state

    def behind(self, name: str, after: int, until: int | None = None) -> Iterator[Logged]:
        """A campaign's events after a version, as they were recorded."""
        rows = self.store.rows(name, after, until)
        return ((version, decoded(version, stored, name)) for version, _, stored in rows)

    def _at(self, name: str, version: int, state: GameState, system: AnySystem) -> Live:
        """A folded campaign: the state with the digest and time of its last event."""
        for _, _, stored in self.store.rows(name, version - 1, version):
            return Live(
                version, chain.head(stored), state, system, decoded(version, stored, name).at
            )
        raise StoreError(f"{name}: the log ends before event {version}{_more(name)}")

    def _first(self, name: str) -> Live:
        """A campaign just after its opening."""
        first = next(self.store.rows(name, until=1), None)
        if first is None:
            raise StoreError(f"there is no campaign {name!r} in {self.store.place}{self._near()}")
        version, _, stored = first
        event = decoded(version, stored, name)
        if isinstance(event, CampaignOpened) and (why := lacking(event)):
            raise StoreError(f"{name} {why}")
        if not isinstance(event, CampaignOpened):
            raise StoreError(f"{name}: its first event does not start it{_more(name)}")
        system = SYSTEMS[event.system]
        try:
            state = system.rules.evolve(None, event)
        except DOES_NOT_FOLD as error:
            raise StoreError(f"{name}: its first event cannot be read{_more(name)}") from error
        return Live(version, chain.head(stored), state, system, event.at)

    def lacks(self, name: str) -> str:
        """Why a campaign's game is not here, behind the campaign's name; empty if it is."""
        try:
            event = next((event for _, event in self.behind(name, 0, 1)), None)
        except StoreError:
            return ""
        return lacking(event) if isinstance(event, CampaignOpened) else ""

    def _near(self) -> str:
        names = self.names()
        return f"; there is {', '.join(names[:8])}" if names else ""


def _unknown(name: str, version: int, base: Live) -> str:
    """What to do about an event that cannot be read: it is of other rules, or damaged."""
    if other := foreign(base.system, base.state.campaign):
        return f"{name}: event {version + 1} is not one that this program knows; {other}"
    return f"{name}: event {version + 1} is not one that this program knows{_more(name)}"


def _more(name: str) -> str:
    """Which command shows what is wrong with a record."""
    return f"; `campaign verify {name}` shows what is wrong"
