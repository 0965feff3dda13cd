"""The service against the same server and framework doing the least that the answer needs.

Client, service and bare service are processes of their own; CPU time is that of the server.
"""

import http.client
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier
from time import perf_counter
from typing import Self

import msgspec

from campaign.store.ledger import Ledger
from scripts.benchmark.building import NAME, accepted, copied
from scripts.benchmark.figures import Figure, Limit, Row, Statistic, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, part
from scripts.benchmark.server import HOST, Ready, Used

CALLERS = 8
STREAMS = 200
API = f"/api/v1/campaigns/{NAME}"
BATCHES = 10
"""How often each side has its turn."""
REQUESTS = 5
"""How many requests come at a turn where one client asks."""
MEMBERS = (8, 60)
SEEN = {
    "board": (f"/c/{NAME}/board", "The board's page"),
    "replay": (f"/c/{NAME}/replay", "The replay's page"),
    "journal": (f"/c/{NAME}/journal", "The journal's page"),
}
"""Pages that a member looks at."""
_LINKED = re.compile(rb'(?:href|src)="(/[^"]+\.(?:css|js|svg|png|ico|woff2|webmanifest)[^"]*)"')
"""What a browser loads with a page."""


class Service:
    """A server in a process of its own; leaving the block ends it."""

    def __init__(self, kind: str, store: Path) -> None:
        call = [sys.executable, "-m", "scripts.benchmark.server", kind, str(store)]
        self._process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ready = msgspec.json.decode(self._line(), type=Ready)

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline() or b"null"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()

    def used(self) -> Used:
        """What it has used so far."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._line(), type=Used)


class Line:
    """One client's connection, kept open."""

    def __init__(self, port: int, **headers: str) -> None:
        self._line = http.client.HTTPConnection(HOST, port, timeout=60)
        self._headers = headers

    def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """A request and its whole answer, which must be a good one."""
        return self._answered(method, path, body)[1]

    def size(self, path: str) -> tuple[bytes, int]:
        """A page as a browser gets it, and how many bytes came, their head among them."""
        head, text = self._answered("GET", path, b"")
        return text, head + len(text)

    def _answered(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        self._line.request(method, path, body or None, self._headers)
        answer = self._line.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {text[:200]!r}")
        return len(str(answer.headers)), text


class Side:
    """What requests of one kind took: of the clients the wall time, of the server the CPU time."""

    def __init__(self, service: Service, lines: Sequence[Line]) -> None:
        self._service, self._lines = service, lines
        self._walls: list[float] = []
        self._cpu = 0.0
        self._turn = 0

    def batch(self, each: int, ask: Callable[[Line, str], object]) -> None:
        """Every client in a thread of its own, so many requests one after the other."""
        self._turn += 1
        begin, before = Barrier(len(self._lines)), self._service.used().cpu

        def run(caller: int) -> list[float]:
            walls = []
            begin.wait()
            for number in range(each):
                key = f"{self._turn}-{caller}-{number}"
                start = perf_counter()
                ask(self._lines[caller], key)
                walls.append(perf_counter() - start)
            return walls

        with ThreadPoolExecutor(len(self._lines)) as pool:
            found = list(pool.map(run, range(len(self._lines))))
        self._cpu += self._service.used().cpu - before
        self._walls += [wall for walls in found for wall in walls]

    def begin(self) -> None:
        """Forgets what came before: it warmed up."""
        self._walls, self._cpu = [], 0.0

    def part(self) -> Part:
        """All of it."""
        return part(self._walls, [self._cpu])


def both(folder: Path, stack: ExitStack, store: Path | None = None) -> tuple[Service, Service]:
    """Our service over a copy of the recorded campaign, and the bare one beside it."""
    path = store or copied(folder, "resting")
    ours = stack.enter_context(Service("ours", path))
    return ours, stack.enter_context(Service("bare", path.with_name("bare.db")))


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


def command(key: str) -> bytes:
    """A command of the host's that is allowed while no board is open."""
    fields = {"command": "BuyVetoPoints", "power": "ussr", "intelligence_points": 5, "id": key}
    return msgspec.json.encode(fields)


def _sent(kind: str) -> Callable[[Line, str], object]:
    """Sends a command with a key of its own."""
    path = "/insert" if kind == "bare" else f"{API}/commands"
    return lambda line, key: line.ask("POST", path, command(f"{kind}-{key}"))


def _got(path: str) -> Callable[[Line, str], object]:
    return lambda line, _: line.ask("GET", path)


def commands(folder: Path, work: int) -> dict[str, Part]:
    """Eight programs send commands at once, in turns with as many bare inserts; then to readers."""
    each = max(1, work // BATCHES)
    with ExitStack() as stack:
        ours, bare = both(folder, stack)
        token = ours.ready.host
        callers = [Line(ours.ready.port, **token) for _ in range(CALLERS)]
        others = [Line(bare.ready.port) for _ in range(CALLERS)]
        sides = {"ours": Side(ours, callers), "bare": Side(bare, others)}
        for _ in range(BATCHES):
            for kind, side in sides.items():
                side.batch(each, _sent(kind))
        sides["read"] = Side(ours, callers)
        with ExitStack() as readers:
            for _ in range(STREAMS):
                readers.enter_context(reader(ours.ready.port, f"{API}/events/live", **token))
            for _ in range(BATCHES):
                sides["read"].batch(each, _sent("read"))
        memory = ours.used().megabytes
    return {kind: side.part() for kind, side in sides.items()} | {"memory": part([memory], [0.0])}


def pages(folder: Path, work: int) -> dict[str, Part]:
    """One browser asks for pages, a program for the state, in turns with a bare text; their sizes.

    A page is loaded once with all that belongs to it, and later alone.
    """
    sides: dict[str, tuple[Side, str]] = {}
    found: dict[str, Part] = {}
    with ExitStack() as stack:
        ours, bare = both(folder, stack)
        phone = {**ours.ready.browser, "Accept-Encoding": "gzip"}
        browser, program = (
            Line(ours.ready.port, **phone),
            Line(ours.ready.port, **ours.ready.member),
        )
        for name, (path, _) in SEEN.items():
            sides[name] = Side(ours, [browser]), path
        sides["state"] = Side(ours, [program]), API
        sides["text"] = Side(bare, [Line(bare.ready.port)]), "/text"
        for name, (_, path) in sides.items():
            if name in SEEN:
                first, later = _sizes(ours, browser, path)
                found[f"{name}-first"] = part([first / 1_000], [0.0])
                found[f"{name}-later"] = part([later / 1_000], [0.0])
        for batch in range(BATCHES + 1):
            for side, path in sides.values():
                side.batch(max(1, work // BATCHES), _got(path))
            if batch == 0:  # warm
                for side, _ in sides.values():
                    side.begin()
    return found | {name: side.part() for name, (side, _) in sides.items()}


def _sizes(ours: Service, browser: Line, path: str) -> tuple[int, int]:
    """The bytes of a first load, and of the page alone."""
    text = Line(ours.ready.port, **ours.ready.browser).ask("GET", path)
    _, later = browser.size(path)
    linked = dict.fromkeys(match.decode() for match in _LINKED.findall(text))
    return later + sum(browser.size(one)[1] for one in linked), later


def members(folder: Path, work: int) -> dict[str, Part]:
    """A campaign of so many members: commands, the board's page and the list of members."""
    store = copied(folder, "resting")
    with Ledger(store) as ledger:
        for number in range(len(ledger.live(NAME).state.campaign.members), work):
            fields = {"member": f"guest-{number}", "name": "A guest", "roles": ["observer"]}
            accepted(ledger.submit(NAME, {"command": "EnrolMember", "by": "host", **fields}))
    asked = {
        "command": _sent("members"),
        "board": _got(SEEN["board"][0]),
        "list": _got(f"/c/{NAME}/members"),
    }
    with ExitStack() as stack:
        ours = stack.enter_context(Service("ours", store))
        program = Line(ours.ready.port, **ours.ready.host)
        browser = Line(ours.ready.port, **ours.ready.browser)
        sides = {name: Side(ours, [program if name == "command" else browser]) for name in asked}
        for batch in range(BATCHES + 1):
            for name, side in sides.items():
                side.batch(REQUESTS, asked[name])
                if batch == 0:  # warm
                    side.begin()
    return {name: side.part() for name, side in sides.items()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about the service."""
    sent, seen = Task("served", sizes.callers), Task("pages", sizes.callers)
    few, many = (Task("members", count) for count in MEMBERS)
    warm = "warm: service running, lines open"
    whole = "A command over HTTP, eight members at once"
    found: list[tuple[str, str, str, Statistic]] = [
        ("The same: the slowest hundredth", "ours", "bare", "p99"),
        (
            f"The same with {STREAMS} readers / without: the slowest hundredth",
            "read",
            "ours",
            "p99",
        ),
    ]
    lines = [
        Figure(about=f"{whole}: CPU of the server", caches=warm, tasks=(sent,),
               goal=1.8, limit=Limit(sent, "bare", "a bare handler"), by="cpu",
               row=Row("felt", whole)),
        Figure(about=f"{whole} / durable inserts: speed", caches=warm, tasks=(sent,),
               against="bare", form="speed", goal=0.55,
               row=Row("ratios", f"{whole}, speed", "a bare handler, one durable insert")),
        *(
            Figure(about=about, caches=warm, tasks=(sent,), part=ours, against=other, over=over,
                   form="cost")
            for about, ours, other, over in found
        ),
        Figure(about="Memory of the service after that", caches=warm, tasks=(sent,), part="memory",
               over="worst", unit="MB", goal=80,
               row=Row("felt", "Memory of the service after use")),
    ]  # fmt: skip
    for name, (_, page) in SEEN.items():
        lines.append(
            Figure(about=page, caches=warm, tasks=(seen,), part=name, goal=8.7,
                   limit=Limit(seen, "text", "a bare text"), by="cpu",
                   row=Row("felt", f"{page} by the service"))
        )  # fmt: skip
    for name, page in (("board", SEEN["board"][1]), ("state", "The state for a program")):
        row = Row("ratios", f"{page}, speed", "a bare handler, a text") if name == "board" else None
        lines.append(
            Figure(about=f"{page} / a bare text: speed", caches=warm, tasks=(seen,), part=name,
                   against="text", form="speed", row=row)
        )  # fmt: skip
    for name, what, goals in (
        ("journal", "without secrets", (25, 10)), ("board", "with secrets", (30, 16))
    ):  # fmt: skip
        for load, goal in zip(("first", "later"), goals, strict=True):
            about = f"A page {what} on a phone, {load} load"
            lines.append(
                Figure(about=about, caches=warm, tasks=(seen,), part=f"{name}-{load}",
                       over="worst", unit="KB", goal=goal, row=Row("felt", about))
            )  # fmt: skip
    grown = {"command": "A command over HTTP", "board": "The board's page"}
    grown["list"] = "The members' page"
    for name, what in grown.items():
        lines.append(
            Figure(about=f"{what}, {MEMBERS[1]} members / {MEMBERS[0]}", caches=warm,
                   tasks=(few, many), part=name, form="times", by="cpu",
                   row=Row("growth", what, f"{MEMBERS[0]} → {MEMBERS[1]} members"))
        )  # fmt: skip
    return lines


FAMILY = Family(
    "The service",
    "Clients, our service and a bare one (the same server and framework, one durable insert of the "
    "same bytes on one thread, or a text) are processes of their own. CPU time is the server's.",
    {
        "served": Lane(commands, needs=("played",), rounds=3, of_children=True),
        "pages": Lane(pages, needs=("played",), rounds=3, of_children=True),
        "members": Lane(members, needs=("played",), rounds=3, of_children=True),
    },
    figures,
)
