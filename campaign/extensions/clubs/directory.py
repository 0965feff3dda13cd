"""The directory of an installation's clubs, and what each of them may still use. IO."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from msgspec.structs import astuple

from campaign.accounts.allowance import (
    FILE,
    UNITS,
    UNLIMITED,
    Allowance,
    Quotas,
    Stay,
    Used,
    WaitingClub,
    bytes_of,
    from_environment,
    in_words,
)
from campaign.accounts.protocol import Part, PeopleDatabase
from campaign.extensions.clubs.club import (
    ENDED,
    WHY_AWAY,
    Club,
    ClubError,
    ClubState,
    as_directory_enters,
    host_of,
    without_password,
)
from campaign.kernel.decisions import Refused
from campaign.store.protocol import StorePlace, Where, is_url, place_of
from campaign.text.english import counted
from campaign.text.moments import day_in_words, later
from campaign.world import clock

# --- directory ----------------------------------------------------------------------------------
# The directory of an installation's clubs: rows in a database, or in `clubs.db` of a folder.
#
# In PostgreSQL it has a schema of its own, `campaign_clubs`, so that it may lie in any database.
# Every process of the service reads it, and says which clubs it has open: whoever moves or deletes
# one waits until all have let go of it.

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
        (
            "ALTER TABLE club ADD COLUMN title TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE club ADD COLUMN origin TEXT NOT NULL DEFAULT 'operator'",
            "ALTER TABLE club ADD COLUMN ends TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE club ADD COLUMN form TEXT NOT NULL DEFAULT ''",
            "CREATE TABLE club_past (name TEXT PRIMARY KEY, free TEXT NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""`club_use` counts what a club used in the running minute or day; `club_process` has the clubs
that a process of the service has open, and when it was last heard of; `club_past` has the words of
clubs that were let go, and when each is free again."""
UNHEARD = timedelta(seconds=20)
"""After how long without a word a process counts as ended."""
_COLUMNS = "name, url, store, state, campaigns, commands, mails, bytes, since"
_COLUMNS += ", title, origin, ends, form"


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
        return self._found()

    def club(self, name: str) -> Club | None:
        """A club by its name."""
        return next(iter(self._found("name", name)), None)

    def _found(self, column: str = "", value: str = "") -> tuple[Club, ...]:
        """The clubs with a value in a column; without one all."""
        if not self.exists():
            return ()
        where, values = (f" WHERE {column}=?", (value,)) if column else ("", ())
        with self._rows.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM club{where} ORDER BY name", values)
            return tuple(map(_club, rows.fetchall()))

    def begun_by(self, form: str) -> Club | None:
        """The club that a form has begun."""
        return next((one for one in self._found("form", form) if one.ends), None)

    def must(self, name: str) -> Club:
        """A club by its name. Raises `ClubError` if there is none."""
        if (club := self.club(name)) is None:
            raise ClubError(f"there is no club {name!r} in {self}")
        return club

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
            since = club.since or self._now()
            own = (club.name, club.url, club.store, club.state, *astuple(club.quotas), since)
            done = db.execute(
                f"INSERT INTO club ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"
                " ON CONFLICT DO NOTHING",
                (*own, club.title, club.origin, club.ends, club.form),
            )
            if done.rowcount != 1:
                raise ClubError(f"there is a club {club.name!r} in {self} already")

    def becomes(
        self, name: str, state: ClubState, *before: ClubState, ends: str | None = None
    ) -> bool:
        """Changes a club's state, if it is still one of `before`; of a club that a visitor has
        begun, also until when it stays.
        """
        marks = ",".join("?" * len(before))
        also, own = ("", "") if ends is None else (", ends=?", " AND origin='door'")
        values = () if ends is None else (ends,)
        with self._rows.writing() as db:
            done = db.execute(
                f"UPDATE club SET state=?{also} WHERE name=?{own} AND state IN ({marks})",
                (state, *values, name, *before),
            )
            return done.rowcount == 1

    def lives_at(self, name: str, store: str) -> None:
        """A club's store is somewhere else from now on."""
        with self._rows.writing() as db:
            db.execute("UPDATE club SET store=? WHERE name=?", (store, name))

    def may_use(self, name: str, quotas: Quotas) -> None:
        """A club has other quotas from now on."""
        with self._rows.writing() as db:
            db.execute(
                "UPDATE club SET campaigns=?, commands=?, mails=?, bytes=? WHERE name=?",
                (*astuple(quotas), name),
            )

    def adopt(self, name: str) -> bool:
        """A club that a visitor has begun stays for good; False if it is none, or is gone."""
        with self._rows.writing() as db:
            done = db.execute(
                "UPDATE club SET ends='', origin='operator',"
                " state=CASE WHEN state='ended' THEN 'open' ELSE state END"
                " WHERE name=? AND origin='door' AND ends<>'' AND state<>'deleting'",
                (name,),
            )
            return done.rowcount == 1

    def past(self, now: str) -> frozenset[str]:
        """The words of clubs that were let go and are not free yet."""
        if not self.exists():
            return frozenset()
        with self._rows.reading() as db:
            rows = db.execute("SELECT name FROM club_past WHERE free>?", (now,)).fetchall()
        return frozenset(row[0] for row in rows)

    def remove(self, name: str, free: str = "") -> None:
        """Forgets a club. Its name is taken until `free`."""
        with self._rows.writing() as db:
            if free:
                db.execute(
                    "INSERT INTO club_past VALUES (?,?) ON CONFLICT (name) DO UPDATE SET free=?",
                    (name, free, free),
                )
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

    def forget(self, what: str, span: str) -> None:
        """Forgets what was counted in other spans of time than this."""
        with self._rows.beside_others() as db:
            db.execute("DELETE FROM club_use WHERE what=? AND span<>?", (what, span))

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
        from campaign.extensions.postgres.people import (
            PostgresPeople,  # its libraries are slow to load
        )

        return PostgresPeople(place, (CLUBS,), schema=SCHEMA_NAME, what=DIRECTORY)
    from campaign.accounts.database import PeopleFile

    return PeopleFile(place.file, (CLUBS,), place, DIRECTORY)


def _moment(stamp: str) -> datetime:
    moment = clock.read(stamp)
    assert moment is not None, stamp
    return moment


def _club(row: "tuple[object, ...]") -> Club:
    name, url, store, state, campaigns, commands, mails, size, *rest = row
    return Club(name, url, store, state, Quotas(campaigns, commands, mails, size), *rest)  # type: ignore[arg-type]


# --- How large a club may be ----------------------------------------------------------------------


def read(typed: str) -> int | None:
    """How many bytes somebody means by `200MB` or `2 GB`; None if it is no size."""
    plain = typed.strip().lower().replace(" ", "").removesuffix("b")
    factor = next((unit for unit, name in UNITS if plain.endswith(name[0].lower())), 1)
    digits = plain[:-1] if factor > 1 else plain
    return int(digits) * factor if digits.isascii() and digits.isdecimal() else None


# --- quotas -------------------------------------------------------------------------------------
# What a club may still use: asked before anything is decided, so a refusal leaves no event.

RULE = "Quota"
"""The rule of what a club may not use."""
CLOSED = "Club"
"""The rule of a club that is not open."""
COMMANDS, MAILS = "commands", "mails"
ASK = "ask whoever runs the installation"
LOOK = 1.0
"""For how many seconds a club's row counts as it was read."""
NEAR = timedelta(days=3)
"""How long before its end members are told that a club ends."""
TAKEN_ALONG = ".moved.zip"
"""The suffix of the zip with which a club has gone elsewhere."""
LOOK_AT_SIZE = 10.0
"""For how many seconds its size counts as it was measured."""


class ClubAllowance(Allowance):
    """What a club of a directory may still use. Several threads may ask at once."""

    def __init__(
        self,
        directory: ClubDirectory,
        name: str,
        place: StorePlace,
        *,
        now: Callable[[], str] = clock.utc_now,
        monotonic: Callable[[], float] = clock.monotonic,
        shares: bool = False,
        contact: str = "",
    ) -> None:
        self._directory = directory
        self._shares = shares
        """Whether the directory is open for others too."""
        self._name = name
        self._place = place
        self._contact = contact
        self._now = now
        self._monotonic = monotonic
        self._row: tuple[float, Club | None] = (float("-inf"), None)
        self._size: tuple[float, int] = (float("-inf"), 0)

    def command(self) -> Refused | None:
        """Counts a command; why it may not be sent, or None."""
        club = self._club()
        if club is None:
            return None
        quotas = club.quotas
        if no := self._closed(club) or self._too_large(quotas):
            return no
        if quotas.commands and not self._is_counted(COMMANDS, self._minute(), quotas.commands):
            may = f"this club may send {counted(quotas.commands, 'command')} a minute, and has"
            left = 60 - int(self._now()[17:19])
            wait = f"try again in {counted(left, 'second')}, or {ASK}"
            return Refused(RULE, f"{may}; {wait}")
        return None

    def campaign(self, there: int) -> Refused | None:
        """Why no campaign may be added to those that are there, or None."""
        club = self._club()
        if club is None:
            return None
        if no := self._closed(club):
            return no
        quotas = club.quotas
        if quotas.campaigns and there >= quotas.campaigns:
            may = f"this club may have {counted(quotas.campaigns, 'campaign')}, and has {there}"
            return Refused(RULE, f"{may}, what-ifs among them; {ASK}")
        return self._too_large(quotas)

    def _closed(self, club: Club) -> Refused | None:
        """Why nothing is recorded in a club."""
        now = self._now()
        is_over = club.state == "ended" or (club.ends and not later(club.ends, now))
        why = ENDED if is_over else WHY_AWAY.get(club.state, "")
        return Refused(CLOSED, why) if why else None

    def _too_large(self, quotas: Quotas) -> Refused | None:
        if quotas.bytes and (size := self._bytes()) > quotas.bytes:
            has = f"this club may take up {in_words(quotas.bytes)}, and takes up {in_words(size)}"
            return Refused(RULE, f"{has}; {ASK} for more room")
        return None

    def mail(self) -> str:
        """Counts a mail; why it must wait, or empty."""
        club = self._club()
        if club is None or not club.quotas.mails:
            return ""
        if self._is_counted(MAILS, self._day(), club.quotas.mails):
            return ""
        may = f"this club may send {counted(club.quotas.mails, 'mail')} a day, and has"
        return f"{may}; what waits goes out after midnight (UTC), or {ASK}"

    def mails_from(self) -> str:
        """When mails may go out again: RFC 3339 in UTC."""
        today = _moment(self._now()).replace(hour=0, minute=0, second=0, microsecond=0)
        return clock.written(today + timedelta(days=1))

    def used(self, campaigns: int) -> Used | None:
        """What is used; None where nobody counts."""
        club = self._directory.club(self._name)
        if club is None:
            return None
        directory, name = self._directory, self._name
        return Used(
            club.quotas,
            campaigns,
            directory.used(name, COMMANDS, self._minute()),
            directory.used(name, MAILS, self._day()),
            self._bytes(),
        )

    def stay(self) -> Stay | None:
        """How long the club stays; None where it stays for good."""
        club = self._club()
        if club is None or not club.ends:
            return None
        now, ends = _moment(self._now()), _moment(club.ends)
        is_over = club.state == "ended" or now >= ends
        last = day_in_words(club.ends[:10]).rpartition(" ")[0]
        is_full = 0 < club.quotas.bytes < self._bytes()
        is_near = now >= ends - NEAR
        return Stay(
            last, self._contact, is_near, is_over, is_full, has_moved=self.taken_along.is_file()
        )

    def waiting(self) -> tuple[WaitingClub, ...]:
        """The clubs of the installation that visitors began and nobody has adopted."""
        begun = (one for one in self._directory.clubs() if one.ends)
        return tuple(WaitingClub(one.name, one.title, one.ends[:10]) for one in begun)

    @property
    def taken_along(self) -> Path:
        """The zip with which the club has gone elsewhere, once it has."""
        return self._place.file.with_suffix(TAKEN_ALONG)

    def end(self) -> bool:
        """Ends a club that a visitor has begun, now; False if it has ended or is none."""
        ended = self._directory.becomes(self._name, "ended", "open", ends=self._now())
        self._row = (float("-inf"), None)
        return ended

    def close(self) -> None:
        """Lets go of the directory, if nobody else has it open."""
        if not self._shares:
            self._directory.close()

    def _is_counted(self, what: str, span: str, most: int) -> bool:
        return self._directory.counted(self._name, what, span, most)

    def _minute(self) -> str:
        return self._now()[:16]

    def _day(self) -> str:
        return self._now()[:10]

    def _club(self) -> Club | None:
        """The club's row, as it was a moment ago; None where it is not in the directory."""
        read_at, club = self._row
        if self._monotonic() - read_at >= LOOK:
            club = self._directory.club(self._name)
            self._row = (self._monotonic(), club)
        return club

    def _bytes(self) -> int:
        """How large the club is, as it was some seconds ago."""
        measured_at, size = self._size
        if self._monotonic() - measured_at >= LOOK_AT_SIZE:
            size = bytes_of(self._place)
            self._size = (self._monotonic(), size)
        return size


# --- Finds the club that a store belongs to, and what it may use --------------------------------


def store_of(club: Club, directory: StorePlace) -> StorePlace:
    """Where a club's store is, for whoever reads the directory."""
    if is_url(club.store):
        return place_of(as_directory_enters(club.store, directory.url))
    path = Path(club.store)
    return place_of(path if path.is_absolute() else directory.folder / path)


def stored(place: StorePlace, directory: StorePlace) -> str:
    """How the directory writes where a store is: a path below its folder from there."""
    if place.is_database:
        return without_password(place.url)
    path = place.file.absolute()
    folder = directory.folder.absolute()
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)


def directory_of(place: StorePlace) -> ClubDirectory | None:
    """The directory that a store may be in: the environment's, or that of its folder."""
    if named := from_environment():
        return ClubDirectory(named)
    if place.is_database:
        return None
    folder = place.file.absolute().parent.parent
    return ClubDirectory(folder) if (folder / FILE).is_file() else None


def club_of(place: StorePlace) -> tuple[ClubDirectory, Club] | None:
    """The club whose store this is, and its directory, for the caller to close."""
    if (directory := directory_of(place)) is None:
        return None
    wanted = _same(place)
    for club in directory.clubs():
        if _same(store_of(club, directory.place)) == wanted:
            return directory, club
    directory.close()
    return None


def allowance_of(place: StorePlace) -> Allowance:
    """What may be used at a store. Where nobody knows of a directory, anything."""
    if (entry := club_of(place)) is None:
        return UNLIMITED
    directory, club = entry
    return ClubAllowance(directory, club.name, place)


def _same(place: StorePlace) -> str:
    """The same text for every way to write the same place."""
    return str(place) if place.is_database else str(place.file.absolute())
