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
from scripts.benchmark import long_play
from scripts.benchmark.building import NAME
from scripts.benchmark.figures import Figure, Row, Task
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
    """A record with undos and corrections, folded; and the bare loop over the same bytes."""
    return _in_turns(folder / f"long-{work}.db", long_play.NAME)


def team_replay(folder: Path, work: int) -> dict[str, Part]:
    """The same of a team campaign of Flames of War."""
    from scripts.benchmark import team_play

    return _in_turns(folder / "team.db", team_play.NAME)


def _in_turns(path: Path, name: str) -> dict[str, Part]:
    first, ours, bare = Stopwatch(), Stopwatch(), Stopwatch()
    read = loop(path, name)
    with Ledger(path) as ledger:
        ledger.names()  # connects
        with first:
            ledger.fresh(name)
        for _ in range(TIMES):
            with ours:
                live = ledger.fresh(name)
            with bare:
                done = read()
            assert live.version == done
    return {
        "first": first.part(done),
        "ours": ours.part(done * TIMES),
        "loop": bare.part(done * TIMES),
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
    ours, stock = Task("replay", sizes.played[-2]), Task("replay_stock", sizes.replay)
    what = f"Replay of {ours.work:,} played events"
    warm = "warm: decoders made, store open"
    games = ((what, ours), ("Replay of a Flames of War campaign", Task("team_replay", 0)))
    return [
        *(
            Figure(
                about=f"{about} / bare read-and-decode loop over the same bytes, in turns",
                caches=warm,
                tasks=(task,),
                form="speed",
                against="loop",
                goal=0.5,
                by="cpu",
                row=Row("ratios", f"{about}, speed", "decode and drop"),
            )
            for about, task in games
        ),
        Figure(about=what, caches=warm, tasks=(ours,)),
        Figure(
            about=f"{what}, the first in a process",
            caches="cold",
            tasks=(ours,),
            part="first",
        ),
        Figure(
            about=f"Replay of {sizes.replay:,} events without corrections / the event library as it"
            " comes, one after the other",
            caches="cold: each the first in its process",
            tasks=(stock,),
            form="speed",
            against="stock",
            row=Row(
                "ratios", f"Replay of {sizes.replay:,} events, speed", "the event library as it is"
            ),
        ),
    ]


FAMILY = Family(
    "Replay",
    "No snapshot is used. The record is played, with undos, disputes and corrections; the event"
    " library, which knows none of these, has the recorded campaign, repeated. The bare loop is a"
    " cursor over the same store that decodes each event and drops it.",
    {
        "replay": Lane(replay, needs=("long",)),
        "team_replay": Lane(team_replay, needs=("team",)),
        "replay_stock": Lane(replay_stock, needs=("stock",), rounds=3),
    },
    figures,
)
