"""The seam below the store, and evenings from seeds: what both cost."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from campaign.world import chance, clock, crossing, threads
from scripts.benchmark import building
from scripts.benchmark.building import NAME, accepted, scratch
from scripts.benchmark.families.starting import Starter
from scripts.benchmark.figures import Figure, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part

CALLS = 100
"""How many thousands of crossings are timed at once."""
ROOT = Path(__file__).parents[3]
SIMULATE = (
    sys.executable,
    "-c",
    "import runpy; runpy.run_module('simulation', run_name='__main__', alter_sys=True)",
    "--seeds",
)
MACHINE: tuple[tuple[ModuleType, dict[str, Callable[..., object]]], ...] = (
    (crossing, {"cross": lambda point: None}),
    (
        clock,
        {
            "now": lambda: datetime.now(UTC),
            "wall": time.time,
            "nanoseconds": time.time_ns,
            "monotonic": time.monotonic,
            "sleep": time.sleep,
        },
    ),
    (chance, {"random_bytes": os.urandom}),
    (
        threads,
        {
            "lock": threading.Lock,
            "rlock": threading.RLock,
            "condition": threading.Condition,
            "event": threading.Event,
        },
    ),
)
"""What a program without a seam would call."""


@contextmanager
def _without_seam() -> Iterator[None]:
    """The machine's own functions in the places of the seam's."""
    before = [(module, name, getattr(module, name)) for module, own in MACHINE for name in own]
    for module, own in MACHINE:
        for name, function in own.items():
            setattr(module, name, function)
    try:
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)


def cross(folder: Path, work: int) -> dict[str, Part]:
    """Crossings where nothing is simulated, the loop around them included."""
    watch = Stopwatch()
    for _ in range(work):
        with watch:
            for _ in range(CALLS * 1_000):
                crossing.cross("nothing")
    return {"ours": watch.part(work * CALLS * 1_000)}


def seam(folder: Path, work: int) -> dict[str, Part]:
    """Each command of the recorded campaign in two stores, one of them without the seam, in turns.

    Which is first changes with every command: the second finds the processor's caches filled.
    """
    ours, bare = Stopwatch(), Stopwatch()
    with building.opened(scratch(folder)) as one, building.opened(scratch(folder)) as other:
        for number, text in enumerate(building.keyed(work)):
            for is_ours in (True, False) if number % 2 else (False, True):
                if is_ours:
                    with ours:
                        answer = one.submit(NAME, text)
                else:
                    with _without_seam(), bare:
                        answer = other.submit(NAME, text)
                accepted(answer)
    return {"ours": ours.part(), "bare": bare.part()}


def seeds(folder: Path, work: int) -> dict[str, Part]:
    """So many seeds in one process, from its start to its end."""
    paths = os.pathsep.join(map(str, (ROOT / "tests", ROOT)))
    compiling, starter = (Starter(folder / "bytecode", PYTHONPATH=paths) for _ in range(2))
    compiling.run(*SIMULATE, "1")
    starter.run(*SIMULATE, str(work))
    return {"ours": part(starter.walls, starter.cpus, work)}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about the seam and the simulation."""
    played = Task("seeds", sizes.seeds)
    return [
        Figure(
            about="A crossing where nothing is simulated, with the loop that calls it",
            caches="warm",
            tasks=(Task("cross", sizes.again),),
            unit="ns",
            per=1,
            goal=100,
            by="cpu",
        ),
        Figure(
            about="One `submit` / the same with the machine's own functions in the seam's place,"
            " in turns; medians of the operations",
            caches="warm: both stores open, campaigns loaded",
            tasks=(Task("seam", sizes.commands),),
            form="cost",
            against="bare",
            over="median",
            goal=1.02,
            by="cpu",
        ),
        Figure(
            about=f"Seeds of the simulation on one core, {sizes.seeds} in a process",
            caches="warm: files compiled and in memory; all else cold",
            tasks=(played,),
            form="rate",
            goal=15,
            by="cpu",
            row=Row("felt", "Evenings simulated on one core"),
        ),
    ]


FAMILY = Family(
    "Simulation",
    "A seed plays an evening of several members, with mail, faults and crashes, on the whole"
    " program. The same functions are called where people are served, and do almost nothing there.",
    {
        "cross": Lane(cross),
        "seam": Lane(seam),
        "seeds": Lane(seeds, rounds=3, of_children=True),
    },
    figures,
)
