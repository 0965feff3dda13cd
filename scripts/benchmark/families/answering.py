"""Answers while the tables for reading are kept, and how fast those are made."""

import sqlite3
from contextlib import closing
from pathlib import Path

from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from scripts.benchmark import building, long_play
from scripts.benchmark.building import NAME, accepted, copied, scratch
from scripts.benchmark.door import Door
from scripts.benchmark.families.writing import Watcher, Written, insert, new_raw
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part

BLOCK = 50
"""After how many commands the tables may catch up."""


def answer(folder: Path, work: int) -> dict[str, Part]:
    """An answer, and a raw insert of the same bytes, in turns; now and then the tables catch up.

    The follower works behind both, so that both wait for the same disk; it lets bursts pass, and
    disturbs few of either side's operations: the medians are compared.
    """
    ours, plain, behind = Stopwatch(), Stopwatch(), Stopwatch()
    lines = building.keyed(work)
    found = _written(folder, lines)
    ledger = building.opened(scratch(folder))
    with closing(new_raw(scratch(folder))) as db, Door(ledger) as door:
        door.begin(NAME)
        for start in range(0, work, BLOCK):
            block = slice(start, start + BLOCK)
            for text, written in zip(lines[block], found[block], strict=True):
                with plain:
                    insert(db, written)
                with ours:
                    door.answer(NAME, text)
            with behind:
                door.wait_for_tables(NAME)
    return {"ours": ours.part(), "raw": plain.part(), "behind": behind.part()}


def burst(folder: Path, work: int) -> dict[str, Part]:
    """All commands at once until the tables are current; half the same bytes before, half after."""
    ours, plain, behind = Stopwatch(), Stopwatch(), Stopwatch()
    lines = building.keyed(work)
    found = _written(folder, lines)
    ledger = building.opened(scratch(folder))
    with closing(new_raw(scratch(folder))) as db, Door(ledger) as door:
        door.begin(NAME)
        _insert(db, found[: work // 2], plain)
        with ours:
            for text in lines:
                door.answer(NAME, text)
            with behind:
                door.wait_for_tables(NAME)
        _insert(db, found[work // 2 :], plain)
    raw = part([sum(plain.walls)], [sum(plain.cpus)], work)
    return {"ours": ours.part(work), "raw": raw, "behind": behind.part()}


def _insert(db: sqlite3.Connection, found: list[Written], watch: Stopwatch) -> None:
    with watch:
        for written in found:
            insert(db, written)


def _written(folder: Path, lines: list[bytes]) -> list[Written]:
    """What the same commands leave in a store, found out beforehand."""
    found = []
    path = scratch(folder)
    with building.opened(path) as ledger, closing(Watcher(path)) as watcher:
        for text in lines:
            accepted(ledger.submit(NAME, text))
            found.append(watcher.written())
    return found


def rebuild(folder: Path, work: int) -> dict[str, Part]:
    """The tables of the recorded campaign made anew."""
    first, again = Stopwatch(), Stopwatch()
    with Ledger(copied(folder, "played")) as ledger, TablesFollower(ledger) as tables:
        with first:
            read = tables.rebuild(NAME)
        for _ in range(work):
            with again:
                tables.rebuild(NAME)
    return {"first": first.part(read), "again": again.part(read * work)}


def rebuild_played(folder: Path, work: int) -> dict[str, Part]:
    """The tables of a long campaign made anew."""
    watch = Stopwatch()
    with Ledger(copied(folder, f"long-{work}")) as ledger, TablesFollower(ledger) as tables, watch:
        read = tables.rebuild(long_play.NAME)
    return {"first": watch.part(read)}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about answers and tables."""
    answered, all_at_once = Task("answer", sizes.commands), Task("burst", sizes.commands)
    long = Task("rebuild_played", sizes.played[-1])
    warm = "warm: store and tables open"
    raw = "raw durable inserts of the same rows"
    many = f"{sizes.commands:,} commands"
    return [
        Figure(
            about=f"The answer of the desk while the tables are kept / {raw}, in turns,"
            " medians of the operations",
            caches=warm,
            tasks=(answered,),
            form="speed",
            against="raw",
            over="median",
            goal=0.45,
        ),
        Figure(
            about="One such answer",
            caches=warm,
            tasks=(answered,),
            over="median",
        ),
        Figure(
            about="One such answer, the slowest hundredth",
            caches=warm,
            tasks=(answered,),
            over="p99",
        ),
        Figure(
            about=f"{many} without a pause until the tables are current / {raw},"
            " half of them before and half after",
            caches=warm,
            tasks=(all_at_once,),
            form="speed",
            against="raw",
            goal=0.35,
        ),
        Figure(
            about=f"The tables behind the last of {BLOCK} answers",
            caches=warm,
            tasks=(answered,),
            part="behind",
            over="median",
            goal=50,
        ),
        Figure(
            about=f"The tables behind the last of {BLOCK} answers, at worst",
            caches=warm,
            tasks=(answered,),
            part="behind",
            over="worst",
        ),
        Figure(
            about=f"The tables behind the last of {many} without a pause",
            caches=warm,
            tasks=(all_at_once,),
            part="behind",
            goal=50,
        ),
        Figure(
            about="The tables of the recorded campaign made anew",
            caches="cold: the first",
            tasks=(Task("rebuild", sizes.again),),
            part="first",
        ),
        Figure(
            about="The tables of the recorded campaign made anew",
            caches="warm: again",
            tasks=(Task("rebuild", sizes.again),),
            part="again",
        ),
        Figure(
            about=f"The tables of {long.work:,} events made anew",
            caches="cold: the first",
            tasks=(long,),
            part="first",
            unit="s",
        ),
    ]


FAMILY = Family(
    "Answers and tables",
    "Through the desk, as a service has it: one lane for all writers, and a thread that keeps the"
    " tables for reading behind the answers. Until the tables are current nothing hurries it.",
    {
        "answer": Lane(answer),
        "burst": Lane(burst),
        "rebuild": Lane(rebuild, needs=("played",)),
        "rebuild_played": Lane(rebuild_played, needs=("long",), rounds=2),
    },
    figures,
)
