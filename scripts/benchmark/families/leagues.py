"""A store in PostgreSQL beside a bare transaction, beside SQLite; a thousand campaigns beside ten.

The server is one of our own, on the disk, and durable: a commit is flushed before it is answered.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

from campaign.store.ledger import Ledger
from campaign.store.protocol import Row, StorePlace, place_of
from campaign.store.reader import open_store
from campaign.verify.receipts import Receipt, sealed_row
from events import chain
from scripts.benchmark import league
from scripts.benchmark.building import NAME, opened, play, scratch
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part

WRITERS = 8
FEW, TRIAL = 10, 12
DISK = Path("/var/tmp")
"""Where the server's data lie: whoever it runs as may go there."""
TIME = "1999-01-01T00:00:00.000Z"
TOPIC = "campaign.Noted"
SALT = "0" * 120
"""As long as a sealed one."""


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


def _row(version: int) -> Row:
    """Bytes as long as most events are."""
    return version, TOPIC, chain.seal(b'{"type":"%b","text":"%b"}' % (TOPIC.encode(), b"x" * 330))


def _receipt(version: int) -> Receipt:
    return Receipt(TIME, "0" * 64, "1" * 64, "anna", "SealBallot", (version, version))


class _Bare:
    """The same rows and the same lock, by psycopg alone."""

    def __init__(self, place: StorePlace, name: str) -> None:
        import psycopg

        from campaign.extensions.postgres.database import SCHEMA_NAME

        self._name, self._paper, self._schema = name, b"", SCHEMA_NAME
        self._db = psycopg.connect(place.url, autocommit=True)
        self._run("INSERT INTO {}.heads VALUES (%s, 0, '', 0, '')", name)

    def _run(self, statement: str, *given: object) -> Any:
        return self._db.execute(statement.format(self._schema).encode(), given)

    def append(self, row: Row, receipt: Receipt, salt: str) -> None:
        """One transaction."""
        name, run = self._name, self._run
        self._db.execute("BEGIN")
        run("SELECT version, paper FROM {}.heads WHERE campaign=%s FOR UPDATE", name).fetchone()
        self._paper = sealed_row(receipt, self._paper)
        version, kind, stored = row
        run("INSERT INTO {}.stored_events VALUES (%s, %s, %s, %s)", name, version, kind, stored)
        run("INSERT INTO {}.receipts VALUES (%s, %s, %s)", name, version, self._paper)
        run("INSERT INTO {}.salts VALUES (%s, %s, %s)", name, version, salt)
        run(
            "UPDATE {}.heads SET version=%s, head=%s, receipt=%s, paper=%s WHERE campaign=%s",
            *(version, chain.head(stored), version, chain.head(self._paper), name),
        )
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Lets go of the connection."""
        self._db.close()


def append(folder: Path, work: int) -> dict[str, Part]:
    """An event with receipt and salt, by the store and by psycopg alone, in turns."""
    ours, bare = Stopwatch(), Stopwatch()
    with _server(folder) as new, closing(open_store(place := new())) as store:
        store.make()
        with closing(_Bare(place, "bare")) as other:
            for version in range(1, work + 11):
                row, receipt, warm = _row(version), _receipt(version), version > 10
                with bare if warm else Stopwatch():
                    other.append(row, receipt, SALT)
                with ours if warm else Stopwatch():
                    store.append("ours", [row], receipt=receipt, salt=SALT)
    return {"ours": ours.part(), "bare": bare.part()}


def eight(folder: Path, work: int) -> dict[str, Part]:
    """One campaign's appends, and those of eight campaigns at once, a thread each."""
    with _server(folder) as new, closing(open_store(new())) as store:
        store.make()
        versions = {number: count(1) for number in range(WRITERS)}

        def write(number: int, times: int) -> None:
            for _ in range(times):
                version = next(versions[number])
                store.append(f"c{number}", [_row(version)], receipt=_receipt(version), salt=SALT)

        def together(times: int) -> None:
            begin = Barrier(WRITERS)

            def run(number: int) -> None:
                begin.wait()
                write(number, times)

            with ThreadPoolExecutor(WRITERS) as pool:
                list(pool.map(run, range(WRITERS)))

        together(5)
        one, many = Stopwatch(), Stopwatch()
        with one:
            write(0, work)
        with many:
            together(work)
    return {
        "one": part([sum(one.walls)], [sum(one.cpus)], work),
        "eight": part([sum(many.walls) / WRITERS], [sum(many.cpus) / WRITERS], work),
    }


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


PATHS = {
    "opening": "A campaign opened",
    "command": "A command through the desk",
    "status": "`campaign status` as a process",
    "waiting": "What waits in a campaign, by the service",
    "home": "A member's home page",
}
KINDS = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about leagues."""
    appended, at_once = Task("league_append", sizes.appends), Task("league_eight", sizes.callers)
    warm = "warm: connections open"
    found = [
        Figure(
            about="An append in PostgreSQL with receipt and salt / a bare psycopg transaction with"
            " the same rows and the same lock, in turns, medians of the operations",
            caches=warm,
            tasks=(appended,),
            part="ours",
            form="speed",
            against="bare",
            over="median",
            goal=0.8,
            least=True,
        ),
        Figure(
            about="One such append",
            caches=warm,
            tasks=(appended,),
            part="ours",
            form="time",
            over="median",
        ),
        Figure(
            about="Appends to eight campaigns at once / to one: speed",
            caches=warm,
            tasks=(at_once,),
            part="eight",
            form="speed",
            against="one",
            goal=4,
            least=True,
        ),
        Figure(
            about="The recorded campaign opened from its snapshot, PostgreSQL / SQLite, in turns,"
            " medians",
            caches="warm: connections open, files in memory",
            tasks=(Task("league_opening", sizes.cold),),
            part="postgres",
            form="cost",
            against="sqlite",
            over="median",
            goal=1.5,
        ),
    ]
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
                )
            )
    return found


FAMILY = Family(
    "A league",
    "PostgreSQL of our own on the disk, durable: a commit is flushed before it is answered. Client"
    " and server share the machine's cores. Campaigns are laid in bulk, with 1,001 events each.",
    {
        "league_append": Lane(append),
        "league_eight": Lane(eight),
        "league_opening": Lane(opening),
        "league_crowded": Lane(crowded, rounds=1),
    },
    figures,
)
