"""A record's events for looking back: the newest as they are, older ones packed. Pure.

The audit of a long record may need any earlier event again, but needs few of them. A packed event
takes an eighth of the memory; where older ones can be read again, none is kept at all.
"""

import zlib
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import overload

import msgspec

from campaign.history.effective import Logged
from campaign.history.joining import Joining
from events.base import Event
from events.codec import AnyCodec

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


class Log(Sequence[Logged]):
    """The events of a record up to now."""

    def __init__(self, codec: AnyCodec, again: Again | None = None) -> None:
        """`again` reads older events where they are kept already; their versions have no gaps."""
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
            self._packed.append((versions, b"" if self._again else _pack(self._stored[:CHUNK])))
            del self._fresh[:CHUNK], self._stored[:CHUNK]

    @property
    def fresh(self) -> int:
        """How many events are not packed."""
        return len(self._fresh)

    def _chunk(self, number: int) -> list[Logged]:
        if (found := self._seen.get(number)) is not None:
            return found
        versions, packed = self._packed[number]
        bodies = self._again(versions[0], versions[-1]) if self._again else _unpack(packed)
        if len(self._seen) == _MOST:
            del self._seen[next(iter(self._seen))]
        found = list(zip(versions, map(self._codec.decode, bodies), strict=True))
        self._seen[number] = found
        self.read += len(found)
        return found

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

    @overload
    def __getitem__(self, at: int) -> Logged: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Logged]: ...
    def __getitem__(self, at: int | slice) -> Logged | Sequence[Logged]:
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

    def __init__(self, log: Log, count: int) -> None:
        self._log = log
        self._count = count

    def joined(self) -> dict[str, int]:
        """The event with which each member joined; 0 for those there from the start."""
        return self._log.joining.before(self[-1][0] + 1 if self._count else 0)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Logged: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Logged]: ...
    def __getitem__(self, at: int | slice) -> Logged | Sequence[Logged]:
        if isinstance(at, slice):
            return self._log[: self._count][at]
        if not -self._count <= at < self._count:
            raise IndexError(at)
        return self._log[at % self._count]

    def __iter__(self) -> Iterator[Logged]:
        return self._log.part(0, self._count)


def _pack(bodies: list[bytes]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(bodies), _LEVEL)


def _unpack(packed: bytes) -> list[bytes]:
    return msgspec.msgpack.decode(zlib.decompress(packed), type=list[bytes])
