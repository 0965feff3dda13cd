"""The service while others watch, and from its start until it answers."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, sleep

from scripts.benchmark.building import copied
from scripts.benchmark.families.serving import (
    API,
    STREAMS,
    Line,
    Service,
    both,
    command,
    reader,
)
from scripts.benchmark.families.starting import CALL
from scripts.benchmark.figures import Figure, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, part, resident, used
from scripts.benchmark.server import HOST

REST = 10
"""For how many seconds a service is left alone."""
PACE = 0.3
"""Seconds between two commands: readers are told of a campaign four times a second at most."""


def noticed(folder: Path, work: int) -> dict[str, Part]:
    """How long after its sender a reader knows that something was sent, in turns with the bare."""
    walls: dict[str, list[float]] = {"ours": [], "bare": []}
    with ExitStack() as stack:
        ours, bare = both(folder, stack)
        port, token = ours.ready.port, ours.ready.host
        sides = (
            ("ours", Line(port, **token), f"{API}/commands",
             stack.enter_context(reader(port, f"{API}/events/live", **token))),
            ("bare", Line(bare.ready.port), "/send",
             stack.enter_context(reader(bare.ready.port, "/live"))),
        )  # fmt: skip
        for number in range(work + 1):
            sleep(PACE)
            for name, line, path, listener in sides:
                line.ask("POST", path, command(f"noticed-{number}"))
                answered = perf_counter()
                walls[name].append(max(listener.next() - answered, 0.0))
    return {name: part(found[1:], [0.0]) for name, found in walls.items()}


def streams(folder: Path, work: int) -> dict[str, Part]:
    """How much memory the service gains while so many readers listen; each is told something."""
    with ExitStack() as stack:
        ours = stack.enter_context(Service("ours", copied(folder, "resting")))
        port, token = ours.ready.port, ours.ready.host
        sender = Line(port, **token)
        sender.ask("POST", f"{API}/commands", command("streams-0"))
        before, path = ours.used().megabytes, f"{API}/events/live"
        readers = [stack.enter_context(reader(port, path, **token)) for _ in range(work)]
        sender.ask("POST", f"{API}/commands", command("streams-1"))
        for one in readers:
            one.next()
        gained = ours.used().megabytes - before
    return {"gained": part([gained], [0.0])}


def ready(folder: Path, work: int) -> dict[str, Part]:
    """A process from its start until it says that it answers."""
    begin = perf_counter()
    with _served(folder / f"log-{work}.db") as process:
        wall = perf_counter() - begin
        return {"ready": part([wall], [used(process)])}


def at_rest(folder: Path, work: int) -> dict[str, Part]:
    """A service of so many campaigns that nobody visits, once it answers."""
    with _served(folder / f"league-{work}.db") as process:
        before = used(process)
        sleep(REST)
        found = {"rest": part([REST], [used(process) - before])}
        return found | {"memory": part([resident(process)], [0.0])}


@contextmanager
def _served(store: Path) -> Iterator[int]:
    """The service in a process of its own, which answers; its number."""
    call = [*CALL, "--store", str(store), "serve", "--listen", f"{HOST}:0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            if not process.stdout.readline().startswith("ready "):
                raise SystemExit("the service does not answer")
            yield process.pid
        finally:
            process.terminate()


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about readers, and about the start."""
    short, long = Task("ready", sizes.short), Task("ready", sizes.long)
    resting = Task("at_rest", sizes.campaigns)
    told_, warm = Task("noticed", sizes.callers), "warm: service running, lines open"
    return [
        Figure(
            about="A reader is told, behind the answer to the sender: the slowest hundredth",
            caches=warm, tasks=(told_,), over="p99",
        ),
        Figure(
            about="The same / a bare stream of the same framework",
            caches=warm, tasks=(told_,), against="bare", form="cost", over="p99",
            goal=2,
        ),
        Figure(
            about=f"Memory gained by {STREAMS} readers",
            caches=warm, tasks=(Task("streams", STREAMS),), part="gained",
            over="worst", unit="MB", goal=40,
        ),
        Figure(
            about=f"From its start until it answers: {sizes.long:,} events / {sizes.short:,}",
            caches="warm: files compiled and in memory", tasks=(short, long), part="ready",
            form="times", goal=1.25,
        ),
        Figure(
            about=f"From its start until it answers: {sizes.short:,} events",
            caches="warm: files compiled and in memory", tasks=(short,), part="ready",
        ),
        Figure(
            about=f"CPU in the {REST} seconds after that, {resting.work:,} campaigns",
            caches="cold", tasks=(resting,), part="rest", goal=50, by="cpu",
            row=Row("felt", f"The service at rest, {REST} seconds, {resting.work:,} campaigns"),
        ),
        Figure(
            about=f"Memory of the service, {resting.work:,} campaigns", caches="cold",
            tasks=(resting,), part="memory", over="worst", unit="MB", goal=80,
            row=Row("felt", f"Memory of the service at rest, {resting.work:,} campaigns"),
        ),
    ]  # fmt: skip


FAMILY = Family(
    "The service, watched and started",
    "A sender's answer and a reader's news come over two connections to a service in a process of"
    " its own. A start is a process, from nothing to the line that says it answers.",
    {
        "noticed": Lane(noticed, needs=("played",), rounds=3),
        "streams": Lane(streams, needs=("played",), rounds=3),
        "ready": Lane(ready, needs=("log",), of_children=True),
        "at_rest": Lane(at_rest, needs=("league",), rounds=3, of_children=True),
    },
    figures,
)
