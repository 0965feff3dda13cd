"""The service while others watch, and from its start until it answers."""

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from campaign.web.live import line_of
from campaign.web.server.connections import listening
from scripts.benchmark.families.serving import API, HOST, STREAMS, Both, Line, command, running
from scripts.benchmark.families.starting import CALL
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, part, resident

if TYPE_CHECKING:
    from starlette.types import ASGIApp

PACE = 0.3
"""Seconds between two commands: readers are told of a campaign four times a second at most."""


class BareStream:
    """The same framework: whoever listens is told a number as soon as something was sent."""

    def __init__(self) -> None:
        self._sent = 0
        self._changed: list[asyncio.Event] = []
        routes = [Route("/live", self._live), Route("/send", self._send, methods=["POST"])]
        self.app: ASGIApp = Starlette(routes=routes)

    async def _send(self, request: Request) -> PlainTextResponse:
        await request.body()
        self._sent += 1
        for one in self._changed:
            one.set()
        return PlainTextResponse("sent")

    async def _live(self, request: Request) -> StreamingResponse:
        return StreamingResponse(self._numbers(), media_type="text/event-stream")

    async def _numbers(self) -> AsyncIterator[bytes]:
        changed = asyncio.Event()
        self._changed.append(changed)
        yield b":\n\n"
        while True:
            await changed.wait()
            changed.clear()
            yield line_of(self._sent)


class Reader:
    """Somebody who listens to a stream."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def next(self) -> float:
        """When the next number has come; comments are passed over."""
        while b"event: version" not in self._line.recv(4096):
            pass
        return perf_counter()


@contextmanager
def reader(port: int, path: str, **headers: str) -> Iterator[Reader]:
    """A stream, opened; what it begins with is read."""
    with socket.create_connection((HOST, port), timeout=60) as line:
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{more}\r\n".encode())
        found = line.recv(4096)
        while b"\r\n\r\n" not in found or found.endswith(b"\r\n\r\n"):
            found += line.recv(4096)  # the head, then the first words of the stream
        if b" 200 " not in found:
            raise SystemExit("a reader was turned away")
        yield Reader(line)


def noticed(folder: Path, work: int) -> dict[str, Part]:
    """How long after its sender a reader knows that something was sent, in turns with the bare."""
    ours: list[float] = []
    bare: list[float] = []
    with ExitStack() as stack:
        both, port = _both(folder, stack)
        token = both.token("host")
        sides = (
            (ours, Line(both.ours, **token), f"{API}/commands",
             stack.enter_context(reader(both.ours, f"{API}/events/live", **token))),
            (bare, Line(port), "/send", stack.enter_context(reader(port, "/live"))),
        )  # fmt: skip
        for number in range(work + 1):
            sleep(PACE)
            for walls, line, path, listener in sides:
                line.ask("POST", path, command(f"noticed-{number}"))
                answered = perf_counter()
                walls.append(max(listener.next() - answered, 0.0))
    return {"ours": part(ours[1:], [0.0]), "bare": part(bare[1:], [0.0])}


def _both(folder: Path, stack: ExitStack) -> tuple[Both, int]:
    other = stack.enter_context(listening(HOST, 0))
    return Both(folder, stack), stack.enter_context(running(BareStream().app, other))


def streams(folder: Path, work: int) -> dict[str, Part]:
    """How many megabytes a process gains by streams that were all told something."""
    with ExitStack() as stack:
        both, _ = _both(folder, stack)
        token = both.token("host")
        sender = Line(both.ours, **token)
        sender.ask("POST", f"{API}/commands", command("streams-0"))
        before = resident()
        path = f"{API}/events/live"
        readers = [stack.enter_context(reader(both.ours, path, **token)) for _ in range(work)]
        sender.ask("POST", f"{API}/commands", command("streams-1"))
        for one in readers:
            one.next()
        gained = resident() - before
    return {"gained": part([gained], [0.0])}


def ready(folder: Path, work: int) -> dict[str, Part]:
    """A process from its start until it says that it answers."""
    begin = perf_counter()
    with _served(folder / f"log-{work}.db"):
        wall = perf_counter() - begin
    return {"ready": part([wall], [0.0])}


@contextmanager
def _served(store: Path) -> Iterator[None]:
    """The service in a process of its own, which answers."""
    call = [*CALL, "--store", str(store), "serve", "--listen", f"{HOST}:0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            if not process.stdout.readline().startswith("ready "):
                raise SystemExit("the service does not answer")
            yield
        finally:
            process.terminate()


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about readers, and about the start."""
    short, long = Task("ready", sizes.short), Task("ready", sizes.long)
    told_, warm = Task("noticed", sizes.callers), "warm: service running, lines open"
    return [
        Figure(
            about="A reader is told, behind the answer to the sender: the slowest hundredth",
            caches=warm, tasks=(told_,), part="ours", form="time", over="p99",
        ),
        Figure(
            about="The same / a bare stream of the same framework",
            caches=warm, tasks=(told_,), part="ours", against="bare", form="cost", over="p99",
            goal=2,
        ),
        Figure(
            about=f"Memory gained by {STREAMS} readers",
            caches=warm, tasks=(Task("streams", STREAMS),), part="gained", form="time",
            over="worst", unit="MB", goal=40,
        ),
        Figure(
            about=f"From its start until it answers: {sizes.long:,} events / {sizes.short:,}",
            caches="warm: files compiled and in memory", tasks=(short, long), part="ready",
            form="times", over="worst", goal=1.25,
        ),
        Figure(
            about=f"From its start until it answers: {sizes.short:,} events",
            caches="warm: files compiled and in memory", tasks=(short,), part="ready",
            form="time", over="worst",
        ),
    ]  # fmt: skip


FAMILY = Family(
    "The service, watched and started",
    "A sender's answer and a reader's news come over two connections to one process. A start is a "
    "process of its own, from nothing to the line that says it answers.",
    {
        "noticed": Lane(noticed, needs=("played",), rounds=3),
        "streams": Lane(streams, needs=("played",), rounds=3),
        "ready": Lane(ready, needs=("log",), of_children=True),
    },
    figures,
)
