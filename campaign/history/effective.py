"""The effective history: the log after its corrections, and ways to look back at it. Pure."""

import zlib
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from campaign.kernel import record
from campaign.kernel.members import S, with_campaign
from campaign.kernel.system import System
from campaign.text.json_values import JsonObject
from events import campaign as shared
from events import disputes as facts
from events.base import Event
from events.campaign import MemberEnrolled, MemberLeft, PowerAssigned, PowerReleased
from events.codec import AnyCodec

if TYPE_CHECKING:
    from campaign.kernel.projections import HistoryEntry, HistoryPlace, Transition

# --- When each member joined; those who joined before play count as there from the start --------

_BEFORE_PLAY = (MemberEnrolled, MemberLeft, PowerAssigned, PowerReleased)


class Joining:
    """One pass over a log."""

    def __init__(self) -> None:
        self._found: dict[str, int] = {}
        self._started = False

    @property
    def play_has_begun(self) -> bool:
        """Whether something was played; from then on only enrolments matter."""
        return self._started

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event."""
        if not self._started:  # neither the opening nor the preparations are play
            self._started = not (version == 1 or event.nth or isinstance(event, _BEFORE_PLAY))
        if isinstance(event, MemberEnrolled):
            self._found.setdefault(event.member, version if self._started else 0)

    def before(self, version: int) -> dict[str, int]:
        """The event with which each member joined, up to a version; 0 for the start."""
        return {who: since for who, since in self._found.items() if since < version}


# --- The effective history: the log after its corrections, in order -----------------------------
#
# The log keeps everything. What counts is the log without events that were struck, undone or
# rewound, with amended events in their new form and forgotten ones at their place. The fold still
# visits a struck event: what it revealed stays revealed, and no draw number is used again.

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

REWRITING = frozenset(record.REWRITING)
"""Corrections."""
OWN = frozenset({*record.RECORD_FACTS, *record.REWRITING, facts.Branched, shared.SeedsRenewed})
"""Facts about the record itself."""
_KEPT = OWN | {*_BEFORE_PLAY}
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
    return type(event) in REWRITING


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
    plan = CorrectionPlan(codec, corrections)
    for version, event in log:
        yield from plan.placed(version, event)


class CorrectionPlan:
    """What corrections do to each event of a log.

    Later corrections are applied first: a correction that was itself struck corrects nothing.
    """

    def __init__(self, codec: AnyCodec, corrections: Sequence[Logged]) -> None:
        self._codec = codec
        self._amended: dict[int, tuple[int, facts.EventAmended]] = {}
        """The events that are amended, with the correction's version and its new form."""
        self._inserted: dict[int, list[Effective]] = {}
        """What was forgotten, behind the event that it follows."""
        self._struck: dict[int, int] = {}
        self._rewound: list[tuple[int, int]] = []
        """Where play went back to, and at which event."""
        for version, event in reversed(corrections):
            if version not in self._struck:
                self._take(codec, version, event)

    @property
    def versions(self) -> set[int]:
        """The events that may count otherwise than they were recorded."""
        rewound = (number for to, back in self._rewound for number in range(to + 1, back))
        return {*self._struck, *self._amended, *self._inserted, *rewound}

    def placed(self, version: int, event: Event) -> Sequence[Effective]:
        """An event as it counts, and what was forgotten behind it."""
        struck_by = self._struck_by(version, event)
        amended_by, change = self._amended.get(version, (0, None))
        if change is not None:
            event = _amended(self._codec, event, change)
        return (Effective(version, event, struck_by, amended_by), *self._inserted.get(version, ()))

    def _struck_by(self, version: int, event: Event) -> int:
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
                self._amended.setdefault(event.about, (version, event))
            case facts.EventsInserted():
                rewound = (
                    back for to, back in self._rewound if to < event.after and version < back
                )
                struck = min(rewound, default=0)
                new = [
                    Effective(version, form(codec, fields, event), struck, inserted=True)
                    for fields in event.events
                ]
                self._inserted[event.after] = new + self._inserted.get(event.after, [])


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


def step(system: System[S], state: S | None, placed: "HistoryPlace") -> S:
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


def transitions(
    system: System[S], history: "Iterable[HistoryEntry]", state: S | None = None
) -> "Iterator[Transition[S]]":
    """Folds a history from a state, which is None before the first event."""
    from campaign.kernel.projections import Transition

    for placed in history:
        after = step(system, state, placed)
        turn = after.campaign.turn or after.campaign.first_turn
        yield Transition(placed, turn, state, after)
        state = after


def fold(system: System[S], history: Iterable[Effective], state: S | None = None) -> Any:
    """The state after an effective history, from its beginning or from a state before it.

    Raises what a fold raises for events that do not follow from one another.
    """
    for placed in history:
        state = step(system, state, placed)
    return state


# --- A record's events for looking back: the newest as they are, older ones packed --------------
#
# The audit of a long record may need any earlier event again, but needs few of them. A packed
# event takes an eighth of the memory; where older ones can be read again, none is kept at all.

CHUNK = 256
"""How many events are packed together."""
FRESH = 4 * CHUNK
"""The least number of events at the end that are not packed."""
_LEVEL = 1
_MOST = 8
"""How many chunks stay unpacked after somebody has looked into them."""


def at(past: Sequence[Logged], version: int) -> Event | None:
    """The event of a version; None if it is not among these."""
    place = behind(past, version) - 1
    return past[place][1] if place >= 0 and past[place][0] == version else None


def behind(past: Sequence[Logged], version: int) -> int:
    """The index of the first event after a version. Versions are usually consecutive."""
    if not past:
        return 0
    guess = version - past[0][0] + 1
    if 0 < guess <= len(past) and past[guess - 1][0] == version:
        return guess
    return bisect_right(past, version, key=itemgetter(0))


Again = Callable[[int, int], Iterable[bytes]]
"""Reads the JSON of the events from one version to another, both included, once more."""


class LoggedEvents(Sequence[Logged]):
    """The events of a record up to now."""

    def __init__(self, codec: AnyCodec, again: Again | None = None) -> None:
        """`again` reads older events where they are kept already."""
        self._codec = codec
        self._again = again
        self.read = 0
        """Events that were looked at again."""
        self.joining = Joining()
        self._packed: list[tuple[tuple[int, ...], bytes]] = []
        self._fresh: list[Logged] = []
        self._stored: list[bytes] = []
        self._seen: dict[int, list[Logged]] = {}

    def append(self, version: int, event: Event, body: bytes) -> None:
        """Adds the next event, with the bytes that it was read from."""
        self._fresh.append((version, event))
        self._stored.append(body)
        self.joining.follow(version, event)
        if len(self._fresh) == FRESH + CHUNK:
            versions = tuple(version for version, _ in self._fresh[:CHUNK])
            is_kept = self._again is not None and _without_gaps(versions)
            self._packed.append((versions, b"" if is_kept else _pack(self._stored[:CHUNK])))
            del self._fresh[:CHUNK], self._stored[:CHUNK]

    @property
    def fresh(self) -> int:
        """How many events are not packed."""
        return len(self._fresh)

    def _chunk(self, number: int) -> list[Logged]:
        if (chunk := self._seen.get(number)) is not None:
            return chunk
        versions, packed = self._packed[number]
        if packed:
            bodies: Iterable[bytes] = _unpack(packed)
        else:
            assert self._again is not None
            bodies = self._again(versions[0], versions[-1])
        if len(self._seen) == _MOST:
            del self._seen[next(iter(self._seen))]
        chunk = list(zip(versions, map(self._codec.decode, bodies), strict=True))
        self._seen[number] = chunk
        self.read += len(chunk)
        return chunk

    def __len__(self) -> int:
        return len(self._packed) * CHUNK + len(self._fresh)

    def part(self, first: int, last: int) -> Iterator[Logged]:
        """The events from one index up to another, which is not included."""
        packed = len(self._packed) * CHUNK
        while first < min(last, packed):
            chunk, place = divmod(first, CHUNK)
            for pair in self._chunk(chunk)[place : place + last - first]:
                yield pair
                first += 1
        self.read += max(0, last - first)
        yield from self._fresh[max(0, first - packed) : max(0, last - packed)]

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            first, last, step = at.indices(len(self))
            return list(self.part(first, last))[::step] if step > 0 else [*self][at]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        self.read += 1
        chunk, place = divmod(at % len(self), CHUNK)
        if chunk < len(self._packed):
            return self._chunk(chunk)[place]
        return self._fresh[at % len(self) - len(self._packed) * CHUNK]

    def __iter__(self) -> Iterator[Logged]:
        return self.part(0, len(self))


class LookedBackAt(Sequence[Logged]):
    """A log that need not be read as a whole to tell who joined when."""

    @abstractmethod
    def joined(self) -> dict[str, int]:
        """The event with which each member joined; 0 for those there from the start."""


class Past(LookedBackAt):
    """A log before a version, without copying it."""

    def __init__(self, log: LoggedEvents, count: int) -> None:
        self._log = log
        self._count = count

    def joined(self) -> dict[str, int]:
        """The event with which each member joined; 0 for those there from the start."""
        return self._log.joining.before(self[-1][0] + 1 if self._count else 0)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return self._log[: self._count][at]
        if not -self._count <= at < self._count:
            raise IndexError(at)
        return self._log[at % self._count]

    def __iter__(self) -> Iterator[Logged]:
        return self._log.part(0, self._count)


def _without_gaps(versions: tuple[int, ...]) -> bool:
    """Whether ascending versions follow on one another, and none is something else."""
    ends = versions[0], versions[-1]
    return all(type(end) is int for end in ends) and ends[1] - ends[0] == len(versions) - 1


def _pack(bodies: list[bytes]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(bodies), _LEVEL)


def _unpack(packed: bytes) -> list[bytes]:
    return msgspec.msgpack.decode(zlib.decompress(packed), type=list[bytes])


# --- What a what-if copies from its campaign ----------------------------------------------------

BLANKED = {"sealed": "not taken over", "seed_sealed": ""}
"""Fields of events that a branch does not copy: ciphertexts.

A blanked ciphertext still shows that the value was in the vault, not on a device.
"""


def blanked(event: Event) -> Event:
    """An event without ciphertexts, also inside a correction that amends it."""
    changed = {
        field: blank
        for field in event.__struct_fields__
        if (blank := _blank(field, value := getattr(event, field))) != value
    }
    return replace(event, **changed) if changed else event


def _blank(field: str, value: object) -> object:
    match value:
        case str() if value and field in BLANKED:
            return BLANKED[field]
        case dict():
            return {key: _blank(key, item) for key, item in value.items()}
        case tuple() | list():
            return type(value)(_blank("", item) for item in value)
    return value


def left(event: Event) -> str:
    """The field of an event in a what-if's past that a what-if would not have copied."""
    if event.key:
        return "key"
    plain = blanked(event)
    fields = event.__struct_fields__
    return next((field for field in fields if getattr(plain, field) != getattr(event, field)), "")
