"""PostgreSQL beside a bare transaction and beside SQLite; a thousand campaigns beside ten.

The server is one of our own, on the disk, and durable: a commit is flushed before it is answered.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace, place_of
from events import chain
from scripts.benchmark import league
from scripts.benchmark.building import NAME, accepted, keyed, opened, play, scratch
from scripts.benchmark.families.starting import CALL, Starter
from scripts.benchmark.families.writing import Watcher, Written
from scripts.benchmark.figures import Figure, Limit, Row, Side, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

FEW, TRIAL = 10, 12
WARM = 10
"""How many commands both sides write before they count."""
LISTED = 3
"""How often each verb about a whole store is started in one run."""
DISK = Path("/var/tmp")
"""Where the server's data lie: whoever it runs as may go there."""


@contextmanager
def _server(folder: Path) -> Iterator[Callable[[], StorePlace]]:
    """A server for a while; called, it gives a new database."""
    from scripts.postgres_server import DURABLE, WANTED, started

    os.environ["CAMPAIGN_HOME"] = str(scratch(folder).parent)
    server = started(DURABLE, DISK)
    if server is None:
        raise SystemExit(f"bench: this needs {WANTED}")
    try:
        yield lambda: place_of(server.database())
    finally:
        server.stop()


class _Bare:
    """The same rows and the same lock, by psycopg alone."""

    def __init__(self, place: StorePlace, name: str) -> None:
        import psycopg

        from campaign.extensions.postgres.database import SCHEMA_NAME

        self._name, self._schema = name, SCHEMA_NAME
        self._db = psycopg.connect(place.url, autocommit=True)
        self._run("INSERT INTO {}.heads VALUES (%s, 0, '', 0, '')", name)

    def _run(self, statement: str, *given: object) -> Any:
        return self._db.execute(statement.format(self._schema).encode(), given)

    def insert(self, found: Written) -> None:
        """One transaction with the same bytes."""
        name, run = self._name, self._run
        self._db.execute("BEGIN")
        run("SELECT version, paper FROM {}.heads WHERE campaign=%s FOR UPDATE", name).fetchone()
        for row in found.rows:
            run("INSERT INTO {}.stored_events VALUES (%s, %s, %s, %s)", name, *row)
        first, last, number = found.rows[0][0], found.rows[-1][0], found.number
        run("INSERT INTO {}.command_keys VALUES (%s, %s, %s, %s)", name, found.key, first, last)
        run("INSERT INTO {}.receipts VALUES (%s, %s, %s)", name, number, found.receipt)
        run("INSERT INTO {}.salts VALUES (%s, %s, %s)", name, number, found.salt)
        run("DELETE FROM {}.outlines WHERE campaign=%s", name)
        run("INSERT INTO {}.outlines VALUES (%s, %s, %s, %s, %s)", name, *found.outline)
        run(
            "UPDATE {}.heads SET version=%s, head=%s, receipt=%s, paper=%s WHERE campaign=%s",
            *(last, chain.head(found.rows[-1][2]), number, chain.head(found.receipt), name),
        )
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Lets go of the connection."""
        self._db.close()


def command(folder: Path, work: int) -> dict[str, Part]:
    """Each command of the recorded campaign, whole, then its rows by psycopg alone, in turns."""
    ours, bare = Stopwatch(), Stopwatch()
    with (
        _server(folder) as new,
        opened(place := new()) as ledger,
        closing(Watcher(place)) as watcher,
        closing(_Bare(place, "bare")) as other,
    ):
        for number, text in enumerate(keyed(work + WARM)):
            with ours if number >= WARM else Stopwatch():
                answer = ledger.submit(NAME, text)
            accepted(answer)
            found = watcher.written()
            with bare if number >= WARM else Stopwatch():
                other.insert(found)
    return {"ours": ours.part(), "bare": bare.part()}


def opening(folder: Path, work: int) -> dict[str, Part]:
    """The recorded campaign opened from its snapshot, in PostgreSQL and in SQLite, in turns."""
    with _server(folder) as new:
        places = {"postgres": new(), "sqlite": place_of(scratch(folder))}
        watches = {kind: Stopwatch() for kind in places}
        ledgers = {kind: opened(place) for kind, place in places.items()}
        for ledger in ledgers.values():
            play(ledger)
        for number in range(work + 2):
            for kind, place in places.items():
                with Ledger(place) as ledger:
                    ledger.store.version(NAME)
                    with watches[kind] if number > 1 else Stopwatch():
                        ledger.live(NAME)
        for ledger in ledgers.values():
            ledger.close()
    return {kind: watch.part() for kind, watch in watches.items()}


def crowded(folder: Path, work: int) -> dict[str, Part]:
    """What somebody in one campaign waits for, among ten campaigns and among many."""
    found = {}
    rounds, events = (50, league.EVENTS) if work > TRIAL else (1, 60)
    with _server(folder) as new:
        for kind in ("sqlite", "postgres"):
            stores = [
                (new() if kind == "postgres" else place_of(scratch(folder)), campaigns)
                for campaigns in (FEW, work)
            ]
            for place, campaigns in stores:
                league.lay(place, campaigns, events)
                league.seat_all(place, campaigns)
            for path, watches in league.compared(stores, rounds, folder).items():
                for side, watch in zip(("few", "many"), watches, strict=True):
                    found[f"{kind}-{path}-{side}"] = watch.part()
    return found


def listed(folder: Path, work: int) -> dict[str, Part]:
    """`list` and `doctor` as processes, in turns, on a store of so many campaigns."""
    starters = {verb: Starter(folder / "bytecode") for verb in ("list", "doctor")}
    store, compiling = folder / f"league-{work}.db", Starter(folder / "bytecode")
    for number in range(LISTED + 1):
        for verb, starter in starters.items():
            (starter if number else compiling).run(*CALL, "--store", str(store), verb)
    return {verb: starter.part() for verb, starter in starters.items()}


PATHS = {
    "opening": "A campaign opened",
    "command": "A command through the desk",
    "status": "`campaign status` as a process",
    "waiting": "What waits in a campaign, by the service",
    "home": "A member's home page",
}
_SIDES: tuple[tuple[Side, float], ...] = (("wall", 0.7), ("cpu", 0.5))
KINDS = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about leagues."""
    sent = Task("league_command", sizes.commands - WARM)
    warm, open_ = "warm: connections open, campaign loaded", "warm: files compiled and in memory"
    whole = "A command in PostgreSQL, whole"
    found = [
        Figure(
            about=f"{whole} / a bare psycopg transaction with the same rows and the same lock, in"
            " turns",
            caches=warm,
            tasks=(sent,),
            form="speed",
            against="bare",
            goal=goal,
            by=by,
            row=Row("ratios", f"{whole}, speed", "the same rows by psycopg"),
        )
        for by, goal in _SIDES
    ]
    found += [
        Figure(about=whole, caches=warm, tasks=(sent,)),
        Figure(
            about="The recorded campaign opened from its snapshot, PostgreSQL / SQLite, in turns,"
            " medians",
            caches="warm: connections open, files in memory",
            tasks=(Task("league_opening", sizes.cold),),
            part="postgres",
            form="cost",
            against="sqlite",
            over="median",
        ),
    ]
    grown = f"{FEW} → {sizes.campaigns:,} campaigns"
    for kind, where in KINDS.items():
        for path, about in PATHS.items():
            found.append(
                Figure(
                    about=f"{about} among {sizes.campaigns:,} campaigns / among {FEW}, {where},"
                    " in turns, medians",
                    caches="warm: store open",
                    tasks=(Task("league_crowded", sizes.campaigns),),
                    part=f"{kind}-{path}-many",
                    form="cost",
                    against=f"{kind}-{path}-few",
                    over="median",
                    goal=1.25,
                    row=Row("growth", about, grown) if kind == "sqlite" else None,
                )
            )
    few, many = Task("listed", FEW), Task("listed", sizes.campaigns)
    limit = Limit(few, "list", f"`list` of {FEW}", "median")
    for verb, goal in (("list", 1.33), ("doctor", 3.33)):
        about = f"`campaign {verb}` as a process, {many.work:,} campaigns"
        for form, tasks, row in (
            ("time", (many,), Row("felt", f"`campaign {verb}`, {many.work:,} campaigns")),
            ("times", (few, many), Row("growth", f"`campaign {verb}`", grown)),
        ):
            found.append(
                Figure(
                    about=about if form == "time" else f"{about} / {FEW}",
                    caches=open_,
                    tasks=tasks,
                    part=verb,
                    form=form,  # type: ignore[arg-type]
                    over="median",
                    goal=goal if form == "time" else None,
                    limit=limit if form == "time" else None,
                    by="cpu",
                    row=row,
                )
            )
    return found


FAMILY = Family(
    "A league",
    "PostgreSQL of our own on the disk, durable: a commit is flushed before it is answered. Client"
    " and server share the machine's cores. Campaigns are laid in bulk, with 1,001 events each.",
    {
        "league_command": Lane(command, rounds=3),
        "league_opening": Lane(opening),
        "league_crowded": Lane(crowded, rounds=1),
        "listed": Lane(listed, needs=("league",), rounds=3, of_children=True),
    },
    figures,
)
