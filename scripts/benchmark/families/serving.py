"""The service against the same server and framework doing the least that the answer needs."""

import http.client
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from campaign.web.api.serving import CallerLimits, programs
from campaign.web.app import application
from campaign.web.auth.rate_limits import NoLimit
from campaign.web.context import House
from campaign.web.live import Streams
from campaign.web.replies import PublicAddress
from campaign.web.server.connections import listening
from campaign.web.server.serve import close, opened
from scripts.benchmark.building import NAME, copied
from scripts.benchmark.figures import Figure, Statistic, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from campaign.web.context import House

CALLERS = 8
STREAMS = 200
HOST = "127.0.0.1"
API = f"/api/v1/campaigns/{NAME}"
BATCHES = 10
"""How often each side has its turn."""


@contextmanager
def running(app: "ASGIApp", listener: socket.socket) -> Iterator[int]:
    """An application on a port, in a thread."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(10)


class Bare:
    """The same framework: a text, and one durable insert of what was sent, on one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lane = ThreadPoolExecutor(1)
        self._db = self._lane.submit(self._opened).result()
        routes = [Route("/text", self._text), Route("/insert", self._insert, methods=["POST"])]
        self.app = Starlette(routes=routes)

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


class Line:
    """One client's connection, kept open."""

    def __init__(self, port: int, **headers: str) -> None:
        self._line = http.client.HTTPConnection(HOST, port, timeout=60)
        self._headers = headers

    def ask(self, method: str, path: str, body: bytes = b"") -> None:
        """A request and its whole answer, which must be a good one."""
        self._line.request(method, path, body or None, self._headers)
        answer = self._line.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {text[:200]!r}")


class Both:
    """Our service over a copy of the recorded campaign, and the bare one beside it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        store = copied(folder, "resting")
        listener = stack.enter_context(listening(HOST, 0))
        address = PublicAddress(f"http://{HOST}:{listener.getsockname()[1]}")
        self.house: House = opened(store, address)
        stack.callback(close, self.house)
        limits = CallerLimits(lambda name, rate: NoLimit())
        streams = Streams(lambda name: self.house.ledger.store.head(name)[0], most=STREAMS)
        here = programs(self.house, limits, streams)
        self.ours = stack.enter_context(running(application(self.house, here), listener))
        stack.callback(here.streams.stop)
        other = stack.enter_context(listening(HOST, 0))
        self.bare = stack.enter_context(running(Bare(store.with_name("bare.db")).app, other))
        campaign = self.house.ledger.live(NAME).state.campaign
        self.members = list(campaign.members)
        self.campaign = campaign.id

    def token(self, member: str) -> dict[str, str]:
        """What a program of a member sends with each request."""
        made = self.house.doors.hand_out("program", self.campaign, member, "act", None)
        return {"Authorization": f"Bearer {made}"}

    def device(self, member: str) -> dict[str, str]:
        """What a member's browser sends with each request."""
        doors, people = self.house.doors, self.house.people
        token = doors.hand_out("invitation", self.campaign, member, "", None)
        let_in = doors.let_in(token, lambda db, at, who: people.seated(db, at, who, ""), "a phone")
        if let_in is None:
            raise SystemExit("nobody was let in")
        return {"Cookie": f"device={let_in[1]}"}


def command(key: str) -> bytes:
    """A command of the host's that is allowed while no board is open."""
    fields = {"command": "BuyVetoPoints", "power": "ussr", "intelligence_points": 5, "id": key}
    return msgspec.json.encode(fields)


def _together(calls: list[Callable[[int], None]], each: int, watches: list[Stopwatch]) -> None:
    """Every caller in a thread of its own, so many requests one after the other."""
    begin = Barrier(len(calls))

    def run(caller: int) -> None:
        begin.wait()
        for number in range(each):
            with watches[caller]:
                calls[caller](number)

    with ThreadPoolExecutor(len(calls)) as pool:
        list(pool.map(run, range(len(calls))))


def commands(folder: Path, work: int) -> dict[str, Part]:
    """Eight programs send commands at once, in turns with as many bare inserts; then to readers."""
    sides = {name: [Stopwatch() for _ in range(CALLERS)] for name in ("ours", "bare", "read")}
    each = max(1, work // BATCHES)
    with ExitStack() as stack:
        both = Both(folder, stack)
        token = both.token("host")
        ours = [Line(both.ours, **token) for _ in range(CALLERS)]
        bare = [Line(both.bare) for _ in range(CALLERS)]
        for batch in range(BATCHES):
            for side in ("ours", "bare"):
                sends = _senders(side, ours if side == "ours" else bare, batch)
                _together(sends, each, sides[side])
        with ExitStack() as readers:
            for _ in range(STREAMS):
                readers.enter_context(_reading(both.ours, token))
            for batch in range(BATCHES):
                _together(_senders("ours", ours, BATCHES + batch), each, sides["read"])
    return {
        name: part([wall for one in watches for wall in one.walls],
                   [cpu for one in watches for cpu in one.cpus])
        for name, watches in sides.items()
    }  # fmt: skip


def _senders(side: str, lines: list[Line], batch: int) -> list[Callable[[int], None]]:
    path = f"{API}/commands" if side == "ours" else "/insert"
    return [
        lambda number, line=line, nth=nth: line.ask(  # type: ignore[misc]
            "POST", path, command(f"{batch}-{nth}-{number}")
        )
        for nth, line in enumerate(lines)
    ]


@contextmanager
def _reading(port: int, headers: dict[str, str]) -> Iterator[None]:
    """A reader's stream; what it is told stays in the socket, which has room for it."""
    with socket.create_connection((HOST, port), timeout=60) as line:
        told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line.sendall(
            f"GET {API}/events/live HTTP/1.1\r\nHost: {HOST}:{port}\r\n{told}\r\n".encode()
        )
        if b" 200 " not in line.recv(4096):
            raise SystemExit("a reader was turned away")
        yield


def pages(folder: Path, work: int) -> dict[str, Part]:
    """One browser asks for the board, a program for the state, in turns with a bare text."""
    board, state, text = Stopwatch(), Stopwatch(), Stopwatch()
    with ExitStack() as stack:
        both = Both(folder, stack)
        member = both.members[0]
        browser = Line(both.ours, **both.device(member))
        program, bare = Line(both.ours, **both.token(member)), Line(both.bare)
        sides = ((browser, f"/c/{NAME}/board", board), (program, API, state), (bare, "/text", text))
        for line, path, _ in sides:
            line.ask("GET", path)
        for _ in range(work):
            for line, path, watch in sides:
                with watch:
                    line.ask("GET", path)
    return {"board": board.part(), "state": state.part(), "text": text.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about the service."""
    sent, seen = Task("served", sizes.callers), Task("pages", sizes.callers)
    warm = "warm: service running, lines open"
    found: list[tuple[str, str, str, Statistic, float, bool]] = [
        ("Eight programs' commands / durable inserts: speed", "ours", "bare", "mean", 0.7, True),
        ("The same: the slowest hundredth", "ours", "bare", "p99", 2, False),
        (f"The same with {STREAMS} readers / without: the slowest hundredth", "read", "ours", "p99",
         3, False),
    ]  # fmt: skip
    lines = [
        Figure(about=about, caches=warm, tasks=(sent,), part=ours, against=other, over=over,
               form="speed" if least else "cost", goal=goal, least=least)
        for about, ours, other, over, goal, least in found
    ]  # fmt: skip
    kept = (("The board's page", "board", 0.2), ("The state for a program", "state", None))
    return lines + [
        Figure(about=f"{what} / a bare text: speed", caches=warm, tasks=(seen,), part=name,
               against="text", over="median", form="speed", goal=goal, least=goal is not None)
        for what, name, goal in kept
    ]  # fmt: skip


FAMILY = Family(
    "The service",
    "Clients, our service and a bare one (the same server and framework, one durable insert of the "
    "same bytes on one thread, or a text) share a process and its interpreter lock. CPU time is "
    "that of all of it.",
    {
        "served": Lane(commands, needs=("played",), rounds=3),
        "pages": Lane(pages, needs=("played",)),
    },
    figures,
)
