"""Live streams: readers are told that a campaign has grown, by its version and nothing else, and
that there was talk, that somebody came or that something is held, at most four times a second.
ASGI.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from campaign.store.protocol import StoreError

if TYPE_CHECKING:
    from starlette.types import Receive, Send


# --- pace ---------------------------------------------------------------------------------------
# When readers of a live stream are told that a campaign has grown: at most four times a second.
#
# What comes sooner waits, and a newer version replaces one that waits.

GAP = 0.25
"""How many seconds lie between two notices of one campaign."""
HERE_GAP = 2.0
"""The same for who is here: going from page to page is no news."""


class _Watched(msgspec.Struct):
    """What is known of a campaign."""

    version: int
    announced: int
    at: float
    """When its readers were last told."""


class RateLimit:
    """The versions of the campaigns that somebody watches."""

    def __init__(self, gap: float = GAP) -> None:
        self._gap = gap
        self._known: dict[str, _Watched] = {}

    def watch(self, name: str, version: int, now: float) -> None:
        """Somebody watches a campaign, and knows this version of it."""
        self._known.setdefault(name, _Watched(version, version, now - self._gap))

    def forget(self, name: str) -> None:
        """Nobody watches a campaign any more."""
        self._known.pop(name, None)

    def is_watched(self, name: str) -> bool:
        """Whether somebody watches a campaign."""
        return name in self._known

    def watched(self) -> list[str]:
        """The campaigns that somebody watches."""
        return list(self._known)

    def seen(self, name: str, version: int) -> None:
        """A campaign has this version now. It may be lower: an older store was put back."""
        if name in self._known:
            self._known[name].version = version

    def grown(self, name: str, version: int) -> bool:
        """Whether a campaign has this version now, and had a lower one. Words of it may overtake
        each other.
        """
        if name not in self._known or version <= self._known[name].version:
            return False
        self._known[name].version = version
        return True

    def due(self, now: float) -> list[tuple[str, int]]:
        """The campaigns whose readers are to be told now, each with its version."""
        due = []
        for name, known in self._known.items():
            if known.version != known.announced and now - known.at >= self._gap:
                known.announced, known.at = known.version, now
                due.append((name, known.version))
        return due

    def wait(self, now: float) -> float | None:
        """In how many seconds the next one is due; None if nothing waits."""
        waiting = (known for known in self._known.values() if known.version != known.announced)
        return min((max(0.0, known.at + self._gap - now) for known in waiting), default=None)


# --- live ---------------------------------------------------------------------------------------
# Live streams: readers are told that a campaign has grown, by its version and nothing else. ASGI.
# That there was talk, that somebody came or left, or that something is held or requested, is said
# without a word about it.
#
# What this process records is heard from the desk at once; what others record (the command line,
# the mail, another process of the service) is seen by asking the store a few times a second, once
# for all campaigns, as long as somebody watches. So it does not matter which process a reader is
# at.

POLL = 0.25
"""How many seconds lie between two looks at the store."""
SILENCE = 20.0
"""After how many seconds without a word a comment is sent, so that no proxy ends the stream."""
RETRY = 3000
"""After how many milliseconds a browser comes back."""
MOST = 20
"""How many streams one person may have at once."""
BYE = b"event: bye\ndata:\n\n"
Numbers = Mapping[str, tuple[int, int, int]]
"""For each campaign three numbers, of its talk, of who is here and of what is held or requested,
that are others once it has changed."""
BESIDE = ("talk", "here", "held")
"""What is told beside the version, in the order of those numbers."""
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)


def line_of(version: int) -> bytes:
    """What a reader is told."""
    return f"id: {version}\nevent: version\ndata: {version}\n\n".encode()


def word_of(kind: str) -> bytes:
    """What a reader is told of what goes on beside the record."""
    return f"event: {kind}\ndata:\n\n".encode()


class Stream:
    """One reader's stream: the newest version that they have not been told, and what else."""

    def __init__(self, name: str, who: str) -> None:
        self.name = name
        self.who = who
        self.changed = asyncio.Event()
        self.is_over = False
        self._version: int | None = None
        self._beside: set[str] = set()

    def offer(self, version: int) -> None:
        """A newer version; one that waits is replaced."""
        self._version = version
        self.changed.set()

    def say(self, kind: str) -> None:
        """Something has changed beside the record."""
        self._beside.add(kind)
        self.changed.set()

    def end(self) -> None:
        """The stream is to end."""
        self.is_over = True
        self.changed.set()

    def taken(self) -> bytes:
        """What to send now."""
        version, self._version = self._version, None
        words = b"".join(word_of(kind) for kind in BESIDE if kind in self._beside)
        self._beside.clear()
        self.changed.clear()
        return words if version is None else line_of(version) + words


class Streams:
    """Every live stream of a service. Used in one event loop; only `heard` comes from threads."""

    def __init__(
        self,
        version: Callable[[str], int],
        *,
        versions: Callable[[list[str]], Mapping[str, int]] | None = None,
        beside: Callable[[list[str]], Numbers] | None = None,
        clock: Callable[[], float] = time.monotonic,
        poll: float = POLL,
        silence: float = SILENCE,
        most: int = MOST,
    ) -> None:
        self._version = version
        self._versions = versions or self._one_by_one
        self._asks_beside = beside
        self.clock = clock
        self._poll = poll
        self.silence = silence
        self._most = most
        self._pace = RateLimit()
        self._paces = {kind: RateLimit(HERE_GAP if kind == "here" else GAP) for kind in BESIDE}
        self._streams: dict[Stream, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heard = asyncio.Event()
        self._overtaken: set[str] = set()
        """The campaigns of which there was word since the last look at the store began."""
        self._watching: asyncio.Task[None] | None = None
        self._is_over = False

    def __len__(self) -> int:
        return len(self._streams)

    def heard(self, name: str) -> None:
        """A campaign has grown. Any thread may say so; it looks how far, as the loop may not."""
        if self._loop is None or self._watching is None:
            return
        with suppress(RuntimeError, StoreError):  # the loop has ended; it is asked again later
            self._loop.call_soon_threadsafe(self._grown, name, self._version(name))

    def _grown(self, name: str, version: int) -> None:
        if self._pace.grown(name, version):
            self._overtaken.add(name)
            self._heard.set()

    def has_room(self, who: str) -> bool:
        """Whether somebody may have another stream."""
        if self._is_over:
            return False
        return sum(stream.who == who for stream in self._streams) < self._most

    def open(self, name: str, who: str, version: int) -> Stream:
        """A new stream of a campaign, from a version on."""
        stream = Stream(name, who)
        self._streams[stream] = None
        self._pace.watch(name, version, self.clock())
        if self._watching is None or self._watching.done():
            self._loop = asyncio.get_running_loop()
            self._heard = asyncio.Event()
            self._watching = self._loop.create_task(self._watch())
        self._heard.set()
        return stream

    def close(self, stream: Stream) -> None:
        """A reader has left; nothing of them is kept."""
        self._streams.pop(stream, None)
        if all(other.name != stream.name for other in self._streams):
            for pace in (self._pace, *self._paces.values()):
                pace.forget(stream.name)
        if not self._streams:
            self._heard.set()

    def stop(self) -> None:
        """Ends every stream with a word; new ones are not opened any more."""
        self._is_over = True
        for stream in self._streams:
            stream.end()

    def leave(self) -> None:
        """Ends every stream with a word; readers may come back. Any thread may say so."""

        def all_of_them() -> None:
            for stream in self._streams:
                stream.end()

        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(all_of_them)

    async def _watch(self) -> None:
        """Looks at the store, and tells readers what it has gained, until nobody is left."""
        looked = self.clock() - self._poll
        while self._streams:
            self._heard.clear()
            if self.clock() - looked >= self._poll:
                looked = self.clock()
                self._overtaken.clear()
                self._note(*await asyncio.to_thread(self._seen, self._pace.watched()))
            self._tell()
            paces = (self._pace, *self._paces.values())
            waits = (left for pace in paces if (left := pace.wait(self.clock())) is not None)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._heard.wait(), min((self._poll, *waits)))

    def _seen(self, names: list[str]) -> tuple[Mapping[str, int], Numbers]:
        """The versions of some campaigns, and what goes on beside them; a store that cannot be
        read is asked again later.
        """
        try:
            beside = self._asks_beside(names) if self._asks_beside else {}
            return self._versions(names), beside  # last, since the desk may say a newer one
        except StoreError:
            return {}, {}

    def _note(self, versions: Mapping[str, int], beside: Numbers) -> None:
        """Compares what was seen with what is known. The first look at what goes on beside a
        record is no news.
        """
        for name, version in versions.items():
            if name not in self._overtaken:
                self._pace.seen(name, version)
        for name, numbers in beside.items():
            if not self._pace.is_watched(name):
                continue  # its last reader has left meanwhile
            for kind, number in zip(BESIDE, numbers, strict=True):
                self._paces[kind].watch(name, number, self.clock())
                self._paces[kind].seen(name, number)

    def _one_by_one(self, names: list[str]) -> Mapping[str, int]:
        return {name: self._version(name) for name in names}

    def _tell(self) -> None:
        for name, version in self._pace.due(self.clock()):
            for stream in self._streams:
                if stream.name == name:
                    stream.offer(version)
                    if version == 0:
                        stream.end()  # a what-if that was deleted
        for kind, pace in self._paces.items():
            due = {name for name, _ in pace.due(self.clock())}
            for stream in self._streams:
                if stream.name in due:
                    stream.say(kind)


async def run(
    streams: Streams,
    stream: Stream,
    first: bytes,
    still: Callable[[], Awaitable[bool]],
    receive: "Receive",
    send: "Send",
) -> None:
    """Serves one reader until they leave, the service stops, or they may not read any more."""
    leaving = asyncio.ensure_future(_left(receive))
    looked = streams.clock()
    try:
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        await _part(send, f"retry: {RETRY}\n\n".encode() + first)
        while not leaving.done():
            waiting = asyncio.ensure_future(stream.changed.wait())
            await asyncio.wait(
                {leaving, waiting}, timeout=streams.silence, return_when=asyncio.FIRST_COMPLETED
            )
            silent = not waiting.done()
            waiting.cancel()
            if leaving.done():
                return
            if silent or streams.clock() - looked >= streams.silence:
                looked = streams.clock()
                if not await still():
                    stream.end()
            await _part(send, stream.taken() or (b"" if stream.is_over else b":\n\n"))
            if stream.is_over:
                await _part(send, BYE, more=False)
                return
    except OSError:  # the line is cut
        return
    finally:
        leaving.cancel()
        streams.close(stream)


async def _part(send: "Send", part: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": part, "more_body": more})


async def _left(receive: "Receive") -> None:
    """Returns once the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
