"""A service in a process of its own: `python -m scripts.benchmark.server ours|bare STORE`.

Prints one line of JSON once it answers: where, and what opens it. For every line that it is sent
it prints its CPU time and its memory. It ends when nobody can send any more.
"""

import asyncio
import os
import signal
import socket
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from campaign.accounts.settings import ServiceSettings
from campaign.web.api.serving import CallerLimits, programs
from campaign.web.context import House
from campaign.web.jobs.runner import Jobs
from campaign.web.replies import PublicAddress
from campaign.web.server.connections import listening
from campaign.web.server.live import Streams, line_of
from campaign.web.server.operation import OperatedService, Serving
from campaign.web.server.serve import answer, close, opened
from scripts.benchmark.sample import resident

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HOST = "127.0.0.1"
SETTINGS = ServiceSettings(connections_each=4096)
"""All callers come from one address here."""
_STREAMS = 1_000


class NoLimit:
    """Lets everybody pass, since only the work is measured."""

    def wait(self, caller: str) -> int:
        """Never."""
        return 0


class Ready(msgspec.Struct, frozen=True):
    """What a client needs to know."""

    port: int
    host: dict[str, str] = {}
    """What a program of the host's sends with each request."""
    member: dict[str, str] = {}
    """What a program of a member's sends."""
    browser: dict[str, str] = {}
    """What that member's browser sends."""


class Used(msgspec.Struct, frozen=True):
    """What the process has used so far."""

    cpu: float
    megabytes: float


class Bare:
    """The same server and framework, doing the least: a text, one durable insert, a stream."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lane = ThreadPoolExecutor(1)
        self._db = self._lane.submit(self._opened).result()
        self._sent = 0
        self._changed: list[asyncio.Event] = []
        self.app = Starlette(
            routes=[
                Route("/text", self._text),
                Route("/insert", self._insert, methods=["POST"]),
                Route("/live", self._live),
                Route("/send", self._send, methods=["POST"]),
            ]
        )

    def _opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("CREATE TABLE sent (body BLOB)")
        return db

    async def _text(self, request: Request) -> PlainTextResponse:
        return PlainTextResponse("a text")

    async def _insert(self, request: Request) -> PlainTextResponse:
        body = await request.body()
        await run_in_threadpool(lambda: self._lane.submit(self._kept, body).result())
        return PlainTextResponse("kept")

    def _kept(self, body: bytes) -> None:
        self._db.execute("INSERT INTO sent VALUES (?)", (body,))

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


def _ours(store: Path, listener: socket.socket) -> None:
    """The service as it runs, but for its limits on callers and its chores."""
    port = int(listener.getsockname()[1])
    house = opened(store, PublicAddress(f"http://{HOST}:{port}"))
    streams = Streams(lambda name: house.ledger.store.head(name)[0], most=_STREAMS)
    here = programs(house, CallerLimits(lambda name, rate: NoLimit()), streams)
    [name] = house.ledger.names()
    campaign = house.ledger.live(name).state.campaign
    member = next(iter(campaign.members))
    ready = Ready(
        port,
        _program(house, campaign.id, "host"),
        _program(house, campaign.id, member),
        _browser(house, campaign.id, member),
    )
    with OperatedService(house, here, Jobs(()), SETTINGS) as service:
        _answer(service.app, store, listener, ready, service.stopping)
    close(house)


def _program(house: House, campaign: str, member: str) -> dict[str, str]:
    made = house.doors.hand_out("program", campaign, member, "act", None)
    return {"Authorization": f"Bearer {made}"}


def _browser(house: House, campaign: str, member: str) -> dict[str, str]:
    token = house.doors.hand_out("invitation", campaign, member, "", None)
    seated = house.people.seated
    found = house.doors.let_in(token, lambda db, at, who: seated(db, at, who, ""), "a phone")
    if found is None:
        raise SystemExit("nobody was let in")
    return {"Cookie": f"device={found[1]}"}


def _answer(
    app: "ASGIApp", store: Path, listener: socket.socket, ready: Ready, stopping: object = None
) -> None:
    def answers() -> None:
        print(msgspec.json.encode(ready).decode(), flush=True)
        threading.Thread(target=_tell, daemon=True).start()

    serving = Serving(store, HOST, ready.port, settings=SETTINGS)
    answer(app, serving, listener, answers, stopping if callable(stopping) else lambda: None)


def _tell() -> None:
    """Says what was used whenever it is asked."""
    for _ in sys.stdin:
        used = Used(process_time(), resident())
        print(msgspec.json.encode(used).decode(), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serves until nobody asks any more."""
    kind, store = sys.argv[1], Path(sys.argv[2])
    with listening(HOST, 0) as listener:
        if kind == "ours":
            _ours(store, listener)
        else:
            bare = Ready(int(listener.getsockname()[1]))
            _answer(Bare(store).app, store, listener, bare)


if __name__ == "__main__":
    main()
