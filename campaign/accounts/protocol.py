"""The database of accounts, SQLite's or PostgreSQL's: what it can do, and its tables of people and
mail. IO.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

import msgspec

from campaign.store.protocol import StorePlace

# --- protocol -----------------------------------------------------------------------------------
# What a database of people can do, whichever it is: SQLite beside a store's file, or PostgreSQL.
#
# Statements are written once for both. They keep to what both understand: `?` and `:name` for what
# is given, `ON CONFLICT` for rows that are there already, whole numbers for yes and no. Tables are
# written as SQLite takes them; `extensions/postgres/people.py` says what becomes of them there.

PEOPLE_TITLE = "the people of a store"
"""What a file or a database of them is called where it is not read."""
Given = Sequence[object] | Mapping[str, object]
"""What a statement is given, in order or by name."""


class Part(msgspec.Struct, frozen=True):
    """Some tables of a database of people, and how each schema became the next."""

    name: str
    steps: tuple[tuple[str, ...], ...]
    """The statements that make schema 1, then those that lead from each schema to the next."""

    @property
    def schema(self) -> int:
        """The newest schema."""
        return len(self.steps)


class PersonRow(Protocol):
    """A row: its columns by number or by name."""

    def __getitem__(self, column: int | str) -> Any:
        """One column."""

    def __iter__(self) -> Iterator[Any]:
        """All columns in order."""

    def keys(self) -> Iterable[str]:
        """The names of the columns in order."""


class Found(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left."""


class PeopleRows(Protocol):
    """The rows of people, to read or to write."""

    skip_locked: str
    """Behind a query for rows to take: those that somebody else is just taking are not found."""

    def execute(self, statement: str, values: Given = (), /) -> Found:
        """Runs one statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object:
        """Runs one statement for each of many rows."""


class PeopleDatabase(Protocol):
    """Where the people of a store are. Several threads may use it at once.

    Every failure of the database is raised as `StoreError`.
    """

    @property
    def place(self) -> StorePlace:
        """The store whose people they are."""

    def exists(self) -> bool:
        """Whether anything is kept yet."""

    def reading(self) -> AbstractContextManager[PeopleRows]:
        """Rows to read. The tables are made if there are none."""

    def looked_up(self, query: str, values: tuple[object, ...]) -> Sequence[Any]:
        """Every row that a query finds now, none where there is nothing yet. For what each request
        asks again: of a file nothing is read anew as long as nothing was written, while PostgreSQL
        is asked each time.
        """

    def writing(self) -> AbstractContextManager[PeopleRows]:
        """One transaction: all of it is kept when this returns, or nothing.

        Nobody else writes meanwhile, on any machine.
        """

    def beside_others(self) -> AbstractContextManager[PeopleRows]:
        """The same without waiting for other writers, for statements that are right by themselves:
        one that counts up, or that takes rows which nobody else has.
        """

    def sweep(self) -> None:
        """Leaves no copy of what was taken away."""

    def close(self) -> None:
        """Lets go of the database. Using it again opens it again."""


# --- Reads and writes rows, in the words of either database -------------------------------------

K = TypeVar("K")


def rows(file: PeopleDatabase, kind: Callable[..., K], query: str, values: Given = ()) -> list[K]:
    """What a query finds, each row as a value. Nothing is made where there is nothing yet."""
    if not file.exists():
        return []
    with file.reading() as db:
        return [kind(*row) for row in db.execute(query, values)]


def row(file: PeopleDatabase, kind: Callable[..., K], query: str, values: Given = ()) -> K | None:
    """The first of them; None if there is none."""
    return next(iter(rows(file, kind, query, values)), None)


def known(
    file: PeopleDatabase, kind: Callable[..., K], query: str, values: Sequence[object] = ()
) -> K | None:
    """The first row that a query finds, as a value; for what each request asks again."""
    return next((kind(*row) for row in file.looked_up(query, tuple(values))), None)


def has(file: PeopleDatabase, query: str, values: Given = ()) -> bool:
    """Whether a query finds anything."""
    return bool(rows(file, lambda *_: True, query, values))


def change(file: PeopleDatabase, statement: str, values: Given = ()) -> int:
    """Runs one statement in a transaction of its own; how many rows it changed."""
    with file.writing() as db:
        return db.execute(statement, values).rowcount


def put(db: PeopleRows, table: str, keys: Mapping[str, object], more: Mapping[str, object]) -> None:
    """Writes the only row with these keys; of the one before nothing stays.

    The caller writes alone.
    """
    where = " AND ".join(f"{column}=?" for column in keys)
    db.execute(f"DELETE FROM {table} WHERE {where}", tuple(keys.values()))
    row = {**keys, **more}
    marks = ",".join("?" * len(row))
    statement = f"INSERT INTO {table} ({','.join(row)}) VALUES ({marks})"
    db.execute(statement, tuple(row.values()))


# --- tables -------------------------------------------------------------------------------------
# The tables of people: who they are, which seat is theirs, what they chose, what is pending.

PEOPLE = Part(
    "people",
    (
        (
            """
            CREATE TABLE person (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL DEFAULT '',
                address TEXT,
                zone TEXT NOT NULL DEFAULT 'UTC',
                created TEXT NOT NULL DEFAULT '',
                seen TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE seat (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                person TEXT NOT NULL REFERENCES person (id),
                since TEXT NOT NULL DEFAULT '',
                until TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (campaign, member, person)
            ) WITHOUT ROWID
            """,
            "CREATE UNIQUE INDEX seat_taken ON seat (campaign, member) WHERE until = ''",
            """
            CREATE TABLE choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                sending TEXT NOT NULL,
                digest_at TEXT NOT NULL,
                quiet_from INTEGER NOT NULL,
                quiet_to INTEGER NOT NULL,
                turns_after TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE kind_choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                kind TEXT NOT NULL,
                is_on INTEGER NOT NULL,
                PRIMARY KEY (campaign, member, kind)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE stopped (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE pending (
                campaign TEXT NOT NULL,
                name TEXT NOT NULL,
                key TEXT NOT NULL,
                member TEXT NOT NULL,
                address TEXT NOT NULL,
                PRIMARY KEY (campaign, key, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE answered (
                campaign TEXT NOT NULL,
                key TEXT NOT NULL,
                sender TEXT NOT NULL,
                mark TEXT NOT NULL,
                version INTEGER NOT NULL,
                head TEXT NOT NULL,
                PRIMARY KEY (campaign, key)
            ) WITHOUT ROWID
            """,
            "CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE given_address (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                address TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX seat_of ON seat (person)",
        ),
    ),
)
"""`person.address` is NULL where nobody has said; empty where it is to be forgotten. `pending` has
an address until its command is decided, under the command's key, or none for a campaign's start.
`answered` has the commands that changed an address alone: no log knows their keys. `stopped` has
the members whose mail rests; with an empty member, all of a campaign. `given_address` has what a
host said of somebody who is in other campaigns too: it counts for theirs alone, until the person
proves an address.
"""

CHECKED = Part(
    "checked",
    (
        (
            """CREATE TABLE record_check (
                campaign TEXT PRIMARY KEY, outcome BLOB NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table of what the last check of each campaign found."""


# --- The tables of mail: what was sent to whom, and what became of the mails that came in -------

DELIVERIES = Part(
    "deliveries",
    (
        (
            "CREATE TABLE delivery (number INTEGER PRIMARY KEY AUTOINCREMENT,"
            " campaign TEXT NOT NULL, occasion TEXT NOT NULL, member TEXT NOT NULL,"
            " channel TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,"
            " server TEXT NOT NULL DEFAULT '', next_try TEXT NOT NULL DEFAULT '',"
            " digest TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 0,"
            " made_at TEXT NOT NULL, first_at TEXT NOT NULL DEFAULT '',"
            " address TEXT NOT NULL DEFAULT '',"
            " run TEXT NOT NULL DEFAULT '', moved_at TEXT NOT NULL DEFAULT '',"
            " about TEXT NOT NULL DEFAULT '', no_from TEXT NOT NULL DEFAULT '',"
            " letter TEXT NOT NULL DEFAULT '', seen TEXT NOT NULL DEFAULT '',"
            " UNIQUE (campaign, occasion, member, channel))",
            "CREATE TABLE cursor (campaign TEXT PRIMARY KEY, version INTEGER NOT NULL)",
            "CREATE TABLE standstill (campaign TEXT PRIMARY KEY, since TEXT NOT NULL,"
            " why TEXT NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""The tables, in the file of people. `run` and `moved_at` say who has a row, and since when."""

ANSWERS = Part(
    "answers",
    (
        (
            "CREATE TABLE answer (campaign TEXT NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL,"
            " occasion TEXT NOT NULL, outcome TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',"
            " sentence TEXT NOT NULL DEFAULT '', sent TEXT NOT NULL DEFAULT '',"
            " receipt INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL DEFAULT '',"
            " thread TEXT NOT NULL DEFAULT '', is_told INTEGER NOT NULL DEFAULT 0,"
            " about TEXT NOT NULL DEFAULT '',"
            " PRIMARY KEY (campaign, id))",
            "CREATE TABLE mailbox (campaign TEXT NOT NULL, account TEXT NOT NULL,"
            " validity INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY (campaign, account))",
            "CREATE TABLE reading (campaign TEXT PRIMARY KEY, since TEXT NOT NULL)",
            "CREATE TABLE letter (campaign TEXT NOT NULL, occasion TEXT NOT NULL,"
            " member TEXT NOT NULL, PRIMARY KEY (campaign, occasion, member))",
        ),
    ),
)
"""The tables, in the file of people."""
