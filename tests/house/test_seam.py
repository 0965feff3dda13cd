"""Clock, chance and threads come through the seam, `campaign.world`: else a simulation would not be
the same twice. Read from the sources, whatever names they give to what they reach for.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.kept import kept

ROOT = Path(__file__).parents[2]
FILES = sorted((*ROOT.glob("events/**/*.py"), *ROOT.glob("campaign/**/*.py")))

SEAM = "campaign.world"
"""Where a simulation puts its own in the place of the machine's clock, chance and threads."""
REAL = (
    "threading", "_thread", "queue", "asyncio", "concurrent.futures", "multiprocessing", "sched",
    "time", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today", "secrets", "random", "uuid", "os.urandom", "os.getrandom", "os.fork",
    "ssl.RAND_bytes", "tempfile.mktemp",
)  # fmt: skip
"""The machine's own clock, chance and threads: modules, with everything in them, and names."""
HARMLESS = (
    "secrets.compare_digest", "uuid.UUID", "uuid.uuid5", "uuid.NAMESPACE_URL", "queue.Full",
    "queue.Empty", "threading.local", "asyncio.CancelledError", "asyncio.TimerHandle",
)  # fmt: skip
"""What of these asks the machine nothing."""
SHELL: dict[str, tuple[str, ...]] = {
    "campaign.web.middleware": ("asyncio", "secrets.token_hex", "time.perf_counter"),
    "campaign.web.server.connections": ("time.monotonic",),
    "campaign.web.server.health": ("concurrent.futures", "threading.Lock", "time.monotonic"),
    "campaign.web.server.live": ("asyncio", "time.monotonic"),
    "campaign.web.server.metrics": ("threading.Thread",),
    "campaign.web.server.operation": ("time.monotonic", "time.sleep"),
    "campaign.web.server.serve": ("asyncio", "secrets.token_hex", "time.monotonic"),
    "campaign.web.server.shared_state": ("secrets.token_bytes", "threading.Lock", "time.monotonic"),
    "campaign.web.server.store_watch": ("asyncio",),
    "campaign.web.server.threads": (
        "asyncio", "concurrent.futures", "queue.SimpleQueue", "threading.Lock",
        "threading.Semaphore", "threading.Thread",
    ),
    "campaign.extensions.clubs.by_host": ("asyncio",),
    "campaign.extensions.clubs.front": ("asyncio",),
    "campaign.extensions.clubs.service": ("concurrent.futures",),
    "campaign.extensions.mail_in.mailbox": ("asyncio",),
    "campaign.conformance.__main__": ("asyncio",),
    "campaign.conformance.pipe": ("asyncio",),
}  # fmt: skip
"""The shells around event loops, and what of the machine each of them may name."""
BESIDE: dict[str, tuple[str, ...]] = {
    "campaign.extensions.mail_out.sign_in_mail": ("queue.Queue",),
    "campaign.notifications.outgoing_requests": ("threading.Timer",),
    "campaign.store.audit": ("multiprocessing",),
}
"""What else may: a line of errands beside the service, a timer that cuts a line which the system
holds, and processes that check a long record at once.
"""


def reached(source: str) -> frozenset[str]:
    """What of the machine's own a source names: by a module, a name from it, or another name."""
    nodes = list(ast.walk(ast.parse(source)))
    known = dict(_imported(nodes))
    for node in nodes:  # `moment = datetime` names the same again
        if isinstance(node, ast.Assign) and (whole := _dotted(node.value, known)):
            known |= {one.id: whole for one in node.targets if isinstance(one, ast.Name)}
    names = {_dotted(node, known) for node in nodes} | set(known.values())
    of_machine = {one for one in names if _within(one, REAL)}
    parts = {one.rpartition(".")[0] for one in of_machine}
    return frozenset(one for one in of_machine - parts if not _within(one, HARMLESS))


def _within(name: str, of: tuple[str, ...]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in of)


def _imported(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """What names stand for that a source imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for one in node.names:
                top = one.name.partition(".")[0]
                yield (one.asname, one.name) if one.asname else (top, top)
        elif isinstance(node, ast.ImportFrom):
            yield from ((one.asname or one.name, f"{node.module}.{one.name}") for one in node.names)


def _dotted(node: ast.AST, known: dict[str, str]) -> str:
    """A name with its dots, from its module on; empty for whatever else a node is."""
    match node:
        case ast.Name(name):
            return known.get(name, "")
        case ast.Attribute(owner, name) if whole := _dotted(owner, known):
            return f"{whole}.{name}"
    return ""


def _read() -> dict[str, frozenset[str]]:
    return {
        str(file.relative_to(ROOT)): found
        for file in FILES
        if (found := reached(file.read_text(encoding="utf-8")))
    }


def _file(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def test_clock_chance_and_threads_come_through_the_seam() -> None:
    """Each exception names exactly what it is for."""
    read = kept("seam", FILES, _read, dict[str, frozenset[str]])
    allowed = {_file(module): names for module, names in (SHELL | BESIDE).items()}
    beside = {
        file: sorted(left)
        for file, names in read.items()
        if not file.startswith(f"{SEAM.replace('.', '/')}/")
        if (left := [one for one in names if not _within(one, allowed.get(file, ()))])
    }
    assert beside == {}
    idle = {
        f"{file}: {one}"
        for file, names in allowed.items()
        for one in names
        if not any(_within(name, (one,)) for name in read.get(file, ()))
    }
    assert idle == set()


WAYS = (
    ("import time\ntime.time()", "time.time"),
    ("import time as t\nt.sleep(1)", "time.sleep"),
    ("from time import monotonic as now\nnow()", "time.monotonic"),
    ("import _thread\n_thread.start_new_thread(list, ())", "_thread.start_new_thread"),
    ("from os import urandom", "os.urandom"),
    ("from os import urandom as dice\ndice(4)", "os.urandom"),
    ("import os\nos.urandom(4)", "os.urandom"),
    ("import uuid\nuuid.uuid4()", "uuid.uuid4"),
    ("from random import choice", "random.choice"),
    ("import asyncio\nasyncio.run(None)", "asyncio.run"),
    ("import queue\nqueue.Queue()", "queue.Queue"),
    (
        "from concurrent.futures import ThreadPoolExecutor",
        "concurrent.futures.ThreadPoolExecutor",
    ),
    ("import concurrent.futures as f\nf.wait(())", "concurrent.futures.wait"),
    ("from datetime import datetime as d\nd.now()", "datetime.datetime.now"),
    ("import datetime\ndatetime.datetime.utcnow()", "datetime.datetime.utcnow"),
    ("from datetime import datetime\nmoment = datetime\nmoment.now()", "datetime.datetime.now"),
    ("from datetime import date\nday = date.today\nday()", "datetime.date.today"),
    ("import time\ngetattr(time, 'time')()", "time"),
)
"""Ways to reach for the machine, and what is found of each."""


@pytest.mark.parametrize(("source", "what"), WAYS, ids=[source for source, _ in WAYS])
def test_no_other_name_hides_the_machine(source: str, what: str) -> None:
    """By its module, by a name from it, under another name."""
    assert reached(source) == {what}


@pytest.mark.parametrize(
    "source",
    [
        "from datetime import UTC, datetime\ndatetime.fromtimestamp(0, UTC)",
        "import uuid\nuuid.uuid5(uuid.NAMESPACE_URL, 'a')",
        "import os\nos.replace('a', 'b')",
        "from campaign.world import clock\nclock.now()",
    ],
)
def test_what_asks_the_machine_nothing_may_be_named(source: str) -> None:
    """A moment from a number, an id from a name, the seam itself."""
    assert reached(source) == set()
