"""Many at once: eight writers on one store, as threads and as processes; a reader meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from threading import Barrier as ThreadBarrier
from time import perf_counter, process_time
from typing import Any

import msgspec

from campaign.store.ledger import Ledger
from campaign.text.json_values import JsonObject
from scripts.benchmark.building import NAME, accepted, copied
from scripts.benchmark.door import Door
from scripts.benchmark.figures import Figure, Statistic, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part

CALLERS = 8
POWERS = ("germany", "japan", "commonwealth", "ussr")
SPREAD: dict[Statistic, str] = {
    "median": "the median",
    "p99": "the slowest hundredth",
    "worst": "the slowest",
}
READS = 5
"""How many times as often the reader looks in each block as a writer writes."""
BLOCKS = 4
"""How often the reader has quiet and then a writer beside it."""


def _bought(number: int) -> JsonObject:
    """A command that is allowed while no board is open."""
    power = POWERS[number % len(POWERS)]
    return {"command": "BuyVetoPoints", "power": power, "intelligence_points": 5}


def _texts(count: int, caller: int) -> list[bytes]:
    """One caller's commands, each with a key of its own."""
    return [
        msgspec.json.encode({**_bought(caller), "id": f"caller-{caller}-{number}"})
        for number in range(count)
    ]


def threads(folder: Path, work: int) -> dict[str, Part]:
    """Eight threads call one desk, which keeps the tables behind its answers."""
    watches = [Stopwatch() for _ in range(CALLERS)]
    together = ThreadBarrier(CALLERS)
    with Door(Ledger(copied(folder, "resting"))) as door:
        door.begin(NAME)

        def call(caller: int) -> None:
            together.wait()
            for text in _texts(work, caller):
                with watches[caller]:
                    door.answer(NAME, text)

        wall, cpu = perf_counter(), process_time()
        with ThreadPoolExecutor(CALLERS) as pool:
            list(pool.map(call, range(CALLERS)))
        return _all([watch.walls for watch in watches], perf_counter() - wall, process_time() - cpu)


def processes(folder: Path, work: int) -> dict[str, Part]:
    """Eight processes, each with the store open."""
    path, context = copied(folder, "resting"), get_context("spawn")
    together, told = context.Barrier(CALLERS), context.Queue()
    callers = [
        context.Process(target=_caller, args=(path, work, caller, together, told))
        for caller in range(CALLERS)
    ]
    for process in callers:
        process.start()
    found = [told.get(timeout=600) for _ in callers]
    for process in callers:
        process.join()
    wall = max(end for _, _, _, end in found) - min(begin for _, _, begin, _ in found)
    return _all([walls for walls, _, _, _ in found], wall, sum(cpu for _, cpu, _, _ in found))


def _caller(path: Path, work: int, caller: int, together: Barrier, told: Any) -> None:
    watch, texts = Stopwatch(), _texts(work, caller)
    with Ledger(path) as ledger:
        ledger.live(NAME)
        together.wait()
        begin, cpu = perf_counter(), process_time()
        for text in texts:
            with watch:
                answer = ledger.submit(NAME, text)
            accepted(answer)
        told.put((watch.walls, process_time() - cpu, begin, perf_counter()))


def _all(walls: list[list[float]], wall: float, cpu: float) -> dict[str, Part]:
    """Every caller's answers together, and how long the whole took."""
    each = [one for caller in walls for one in caller]
    return {"answer": part(each, [cpu]), "whole": part([wall], [cpu], len(each))}


def reader(folder: Path, work: int) -> dict[str, Part]:
    """A reader sees what everybody may see, in quiet and while a process writes, in turns."""
    path, context = copied(folder, "resting"), get_context("spawn")
    may, idle, writing = context.Event(), context.Event(), context.Event()
    over = context.Event()
    writer = context.Process(target=_writer, args=(path, may, idle, writing, over))
    writer.start()
    quiet, busy = Stopwatch(), Stopwatch()
    with Ledger(path) as ledger:
        before = ledger.live(NAME).version
        for _ in range(BLOCKS):
            idle.wait(60)
            _look(ledger, work, quiet)
            idle.clear()
            writing.clear()
            may.set()
            writing.wait(60)
            _look(ledger, work, busy)
            may.clear()
        over.set()
        may.set()
        writer.join(60)
        assert ledger.live(NAME).version > before
    return {"quiet": quiet.part(), "busy": busy.part()}


def _look(ledger: Ledger, count: int, watch: Stopwatch) -> None:
    for _ in range(count):
        with watch:
            ledger.show(NAME)


def _writer(path: Path, may: Event, idle: Event, writing: Event, over: Event) -> None:
    """Writes while it may."""
    with Ledger(path) as ledger:
        ledger.live(NAME)
        number = 0
        while not over.is_set():
            idle.set()
            may.wait(60)
            while may.is_set() and not over.is_set():
                accepted(ledger.submit(NAME, _bought(number)))
                number += 1
                writing.set()


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about many at once."""
    warm = "warm: store open, campaign loaded"
    found = []
    for lane, who in (("threads", "Eight threads at one desk"), ("processes", "Eight processes")):
        task = Task(lane, sizes.callers)
        for over, how in SPREAD.items():
            found.append(
                Figure(
                    about=f"{who} write at once: {how} answer",
                    caches=warm,
                    tasks=(task,),
                    part="answer",
                    over=over,
                )
            )
        found.append(
            Figure(
                about=f"{who} write at once: commands",
                caches=warm,
                tasks=(task,),
                part="whole",
                form="rate",
            )
        )
    looked = Task("reader", READS * sizes.callers)
    return [
        *found,
        Figure(
            about="The state read while a process writes / in quiet, in turns, medians",
            caches=warm,
            tasks=(looked,),
            part="busy",
            form="cost",
            against="quiet",
            over="median",
        ),
        Figure(
            about="The state read while a process writes",
            caches=warm,
            tasks=(looked,),
            part="busy",
            over="median",
        ),
        Figure(
            about="The state read while a process writes: the slowest hundredth",
            caches=warm,
            tasks=(looked,),
            part="busy",
            over="p99",
        ),
        Figure(
            about="The state read while a process writes: the slowest",
            caches=warm,
            tasks=(looked,),
            part="busy",
            over="worst",
        ),
    ]


FAMILY = Family(
    "Many at once",
    "Each writer waits for its answer before it sends the next command. Threads share"
    " a desk, which keeps the tables behind its answers; each process has its own ledger. CPU time"
    " is that of all callers. The writer beside the reader never pauses.",
    {
        "threads": Lane(threads, needs=("played",)),
        "processes": Lane(processes, needs=("played",), rounds=3),
        "reader": Lane(reader, needs=("played",)),
    },
    figures,
)
