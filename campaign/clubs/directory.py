"""The directory of an installation's clubs: rows in a database, or in `clubs.db` of a folder. IO.

In PostgreSQL it has a schema of its own, `campaign_clubs`, so that it may lie in any database.
Every process of the service reads it, and says which clubs it has open: whoever moves or deletes
one waits until all have let go of it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from campaign.clubs.club import Club, ClubError, ClubState, Quotas, host_of
from campaign.clubs.near import FILE
from campaign.people.protocol import Part, PeopleDatabase
from campaign.store import clock
from campaign.store.place import StorePlace, Where, is_url, place_of

SCHEMA_NAME = "campaign_clubs"
DIRECTORY = "a directory of clubs"
CLUBS = Part(
    "clubs",
    (
        (
            """CREATE TABLE club (
                name TEXT PRIMARY KEY, url TEXT NOT NULL, store TEXT NOT NULL,
                state TEXT NOT NULL, campaigns INTEGER NOT NULL, commands INTEGER NOT NULL,
                mails INTEGER NOT NULL, bytes INTEGER NOT NULL, since TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE club_use (
                club TEXT NOT NULL, what TEXT NOT NULL, span TEXT NOT NULL,
                used INTEGER NOT NULL, PRIMARY KEY (club, what)
            ) WITHOUT ROWID""",
            """CREATE TABLE club_process (
                process TEXT PRIMARY KEY, seen TEXT NOT NULL, clubs TEXT NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""`club_use` counts what a club used in the running minute or day; `club_process` has the clubs
that a process of the service has open, and when it was last heard of."""
UNHEARD = timedelta(seconds=20)
"""After how long without a word a process counts as ended."""
_COLUMNS = "name, url, store, state, campaigns, commands, mails, bytes, since"


class ClubDirectory:
    """The clubs of an installation. Several threads and processes may use it at once."""

    def __init__(self, where: Where, now: Callable[[], str] = clock.utc_now) -> None:
        self.place = directory_place(where)
        self._now = now
        self._rows: PeopleDatabase = _opened(self.place)

    def __str__(self) -> str:
        return str(self.place if self.place.is_database else self.place.folder)

    def exists(self) -> bool:
        """Whether any club was ever added."""
        return self._rows.exists()

    def close(self) -> None:
        """Lets go of the database."""
        self._rows.close()

    # --- clubs ----------------------------------------------------------------------------------

    def clubs(self) -> tuple[Club, ...]:
        """Every club that has a row, by name."""
        if not self.exists():
            return ()
        with self._rows.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM club ORDER BY name").fetchall()
        return tuple(_club(row) for row in rows)

    def club(self, name: str) -> Club | None:
        """A club by its name."""
        if not self.exists():
            return None
        with self._rows.reading() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM club WHERE name=?", (name,)).fetchone()
        return None if row is None else _club(row)

    def must(self, name: str) -> Club:
        """A club by its name. Raises `ClubError` if there is none."""
        if (found := self.club(name)) is None:
            raise ClubError(f"there is no club {name!r} in {self}")
        return found

    def add(self, club: Club) -> None:
        """Adds a club. Raises `ClubError` where its name, address or store is another's."""
        with self._rows.writing() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM club ORDER BY name").fetchall()
            for other in (_club(row) for row in rows):
                if other.name == club.name:
                    raise ClubError(f"there is a club {club.name!r} in {self} already")
                if club.url and host_of(other.url) == host_of(club.url):
                    raise ClubError(
                        f"{other.name} has the name of {club.url} already; "
                        "another port is not enough"
                    )
                if other.store == club.store:
                    raise ClubError(f"{other.name} has that store already")
            quotas = club.quotas
            given = (quotas.campaigns, quotas.commands, quotas.mails, quotas.bytes)
            done = db.execute(
                f"INSERT INTO club ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
                (club.name, club.url, club.store, club.state, *given, club.since or self._now()),
            )
            if done.rowcount != 1:
                raise ClubError(f"there is a club {club.name!r} in {self} already")

    def becomes(self, name: str, state: ClubState, *before: ClubState) -> bool:
        """Changes a club's state, if it is still one of `before`."""
        marks = ",".join("?" * len(before))
        with self._rows.writing() as db:
            done = db.execute(
                f"UPDATE club SET state=? WHERE name=? AND state IN ({marks})",
                (state, name, *before),
            )
            return done.rowcount == 1

    def lives_at(self, name: str, store: str) -> None:
        """A club's store is somewhere else from now on."""
        with self._rows.writing() as db:
            db.execute("UPDATE club SET store=? WHERE name=?", (store, name))

    def may_use(self, name: str, quotas: Quotas) -> None:
        """A club has other quotas from now on."""
        given = (quotas.campaigns, quotas.commands, quotas.mails, quotas.bytes)
        with self._rows.writing() as db:
            db.execute(
                "UPDATE club SET campaigns=?, commands=?, mails=?, bytes=? WHERE name=?",
                (*given, name),
            )

    def remove(self, name: str) -> None:
        """Forgets a club."""
        with self._rows.writing() as db:
            db.execute("DELETE FROM club_use WHERE club=?", (name,))
            db.execute("DELETE FROM club WHERE name=?", (name,))

    # --- what they use --------------------------------------------------------------------------

    def counted(self, name: str, what: str, span: str, most: int) -> bool:
        """Counts one use in a span of time, unless it would be more than `most`.

        One statement, so that several processes together count no more than that.
        """
        with self._rows.beside_others() as db:
            done = db.execute(
                "INSERT INTO club_use (club, what, span, used) VALUES (?,?,?,1)"
                " ON CONFLICT (club, what) DO UPDATE SET span=excluded.span,"
                " used=CASE WHEN club_use.span=excluded.span THEN club_use.used + 1 ELSE 1 END"
                " WHERE club_use.span<>excluded.span OR club_use.used<?",
                (name, what, span, most),
            )
            return done.rowcount == 1

    def used(self, name: str, what: str, span: str) -> int:
        """How much was used in a span of time."""
        if not self.exists():
            return 0
        with self._rows.reading() as db:
            query = "SELECT used FROM club_use WHERE club=? AND what=? AND span=?"
            row = db.execute(query, (name, what, span)).fetchone()
        return 0 if row is None else row[0]

    # --- who serves them ------------------------------------------------------------------------

    def serving(self, process: str, clubs: Iterable[str]) -> None:
        """A process of the service has these clubs open."""
        with self._rows.beside_others() as db:
            db.execute(
                "INSERT INTO club_process VALUES (?,?,?) ON CONFLICT (process)"
                " DO UPDATE SET seen=excluded.seen, clubs=excluded.clubs",
                (process, self._now(), "\n".join(sorted(clubs))),
            )

    def stopped(self, process: str) -> None:
        """A process of the service has ended; so have those that nobody has heard of for long."""
        with self._rows.writing() as db:
            long_ago = clock.written(_moment(self._now()) - UNHEARD * 10)
            db.execute("DELETE FROM club_process WHERE process=? OR seen<?", (process, long_ago))

    def who_has(self, name: str) -> list[str]:
        """The processes of the service that have a club open."""
        since = clock.written(_moment(self._now()) - UNHEARD)
        with self._rows.reading() as db:
            query = "SELECT process, clubs FROM club_process WHERE seen>=? ORDER BY process"
            rows = db.execute(query, (since,)).fetchall()
        return [row[0] for row in rows if name in row[1].split("\n")]


def directory_place(where: Where) -> StorePlace:
    """Where a directory is: a database, or a file in a folder."""
    if isinstance(where, StorePlace) or (isinstance(where, str) and is_url(where)):
        return place_of(where)
    return StorePlace(Path(where) / FILE)


def _opened(place: StorePlace) -> PeopleDatabase:
    if place.is_database:
        from campaign.people.postgres import PostgresPeople  # its libraries are slow to load

        return PostgresPeople(place, (CLUBS,), schema=SCHEMA_NAME, what=DIRECTORY)
    from campaign.people.database import PeopleFile

    return PeopleFile(place.file, (CLUBS,), place, DIRECTORY)


def _moment(stamp: str) -> datetime:
    found = clock.read(stamp)
    assert found is not None, stamp
    return found


def _club(row: "tuple[object, ...]") -> Club:
    name, url, store, state, campaigns, commands, mails, size, since = row
    return Club(name, url, store, state, Quotas(campaigns, commands, mails, size), since)  # type: ignore[arg-type]
