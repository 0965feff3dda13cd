"""Replay: a campaign folded from its first event, against reading and decoding its bytes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import chain
from scripts.benchmark.building import NAME
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

TIMES = 5
"""How often each side has its turn in one process, besides the first."""


def loop(path: Path, name: str) -> Callable[[], int]:
    """The bare minimum: a cursor over a campaign's bytes, each decoded and dropped."""
    kinds: Any = reduce(or_, SYSTEMS.codec.events.values())
    decode = msgspec.json.Decoder(kinds).decode

    def read() -> int:
        done = 0
        with closing(sqlite3.connect(path)) as db:
            for (stored,) in db.execute(
                "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version",
                (name,),
            ):
                decode(stored[: -chain.TRAILER])
                done += 1
        return done

    return read


def replay(folder: Path, work: int) -> dict[str, Part]:
    """Ours from the first event, and the bare loop over the same bytes, in turns."""
    first, ours, bare = Stopwatch(), Stopwatch(), Stopwatch()
    read = loop(folder / f"log-{work}.db", NAME)
    with Ledger(folder / f"log-{work}.db") as ledger:
        with first:
            ledger.fresh(NAME)
        for _ in range(TIMES):
            with ours:
                live = ledger.fresh(NAME)
            with bare:
                done = read()
            assert live.version == done == work
    return {
        "first": first.part(work),
        "ours": ours.part(work * TIMES),
        "loop": bare.part(work * TIMES),
    }


def replay_stock(folder: Path, work: int) -> dict[str, Part]:
    """Ours, and the aggregate got from the event library's repository, which must agree."""
    from scripts.benchmark import stock

    ours, library = Stopwatch(), Stopwatch()
    known = UUID((folder / f"stock-{work}.id").read_text())
    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()  # connects
        with ours:
            state = ledger.fresh(NAME).state
    with closing(stock.club(folder / f"stock-{work}.db")) as app, library:
        campaign: stock.Campaign = app.repository.get(known)
    for name in ("leaders", "veto_points", "conquest", "vichy", "at_war", "draw"):
        if getattr(campaign, name) != getattr(state, name):
            raise SystemExit(f"the two replays differ in {name}")
    return {"ours": ours.part(work), "stock": library.part(work)}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about replay."""
    ours, stock = Task("replay", sizes.replay), Task("replay_stock", sizes.replay)
    what = f"Replay of {sizes.replay:,} events"
    warm = "warm: decoders made, store open"
    return [
        Figure(
            about=f"{what} / bare read-and-decode loop over the same bytes, in turns",
            caches=warm,
            tasks=(ours,),
            part="ours",
            form="speed",
            against="loop",
            goal=0.6,
            least=True,
        ),
        Figure(about=what, caches=warm, tasks=(ours,), part="ours", form="time"),
        Figure(
            about=f"{what}, the first in a process",
            caches="cold",
            tasks=(ours,),
            part="first",
            form="time",
        ),
        Figure(
            about=f"{what} / the event library as it comes, one after the other",
            caches="cold: each the first in its process",
            tasks=(stock,),
            part="ours",
            form="speed",
            against="stock",
            goal=10,
            least=True,
        ),
    ]


FAMILY = Family(
    "Replay",
    "No snapshot is used. The bare loop is a cursor over the same store that decodes each event"
    " and drops it.",
    {
        "replay": Lane(replay, needs=("log",)),
        "replay_stock": Lane(replay_stock, needs=("stock",), rounds=3),
    },
    figures,
)
