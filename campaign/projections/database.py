"""The file of the projections beside a store (`STORE-tables.db`): its schema, its marks, and what
Datasette reads beside the tables. IO.
"""

import json
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from campaign.kernel.projections import CAMPAIGN, Projection, SavedQuery, TableView
from campaign.kernel.system import AnySystem
from campaign.projections import described
from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonObject
from campaign.world import files
from campaign.world.files import make_once

if TYPE_CHECKING:
    from sqlite_utils import Database


# --- schema -------------------------------------------------------------------------------------
# The read tables and views of all games as SQL: their columns and keys, and what each is for.

T = TypeVar("T", Projection, TableView)

FORM = 2
"""Raised when tables are written to SQL in another way."""
DESCRIPTIONS = "descriptions"
ABOUT_DESCRIPTIONS = "What every table and column of this file is"
ID = "The campaign and the row's key in one text; links in other tables hold it"


def named(tables: Iterable[T]) -> dict[str, T]:
    """Tables by name. Raises `ValueError` if two games use a name for different tables."""
    by_name: dict[str, T] = {}
    for table in tables:
        if by_name.setdefault(table.name, table) != table:
            raise ValueError(f"two games have a read table called {table.name}")
    return by_name


def all_tables(systems: Iterable[AnySystem] | None = None) -> dict[str, Projection]:
    """Every table by name, a table after those that it refers to; of all built-in games if none is
    given.
    """
    chosen = SYSTEMS.at_home if systems is None else systems
    of_games = (table for system in chosen for table in system.tables.tables)
    return named((*described.SHARED_TABLES, *of_games, *described.RECORD_TABLES))


def all_views(systems: Iterable[AnySystem] | None = None) -> dict[str, TableView]:
    """Every view by name, as `all_tables`. Raises `ValueError` if a table has the name of one."""
    chosen = tuple(SYSTEMS.at_home if systems is None else systems)
    views = named((*described.SHARED_VIEWS, *(view for one in chosen for view in one.tables.views)))
    if both := sorted(views.keys() & all_tables(chosen).keys()):
        raise ValueError(f"a read table and a view are both called {', '.join(both)}")
    return views


def row_id(campaign: str, *key: str | int | None) -> str:
    """The `id` of a row that others name: its key in one text, since Datasette follows no other.

    No campaign's name has an underscore, so that the parts can be told apart.
    """
    return "_".join(map(str, (campaign, *key)))


def named_by_others(by_name: Mapping[str, Projection]) -> frozenset[str]:
    """The tables whose rows others name, which therefore have an `id`."""
    return frozenset(other for table in by_name.values() for other in table.links.values())


def schema_number() -> int:
    """A number that changes with the tables, to recognise a file made with other tables. No game is
    loaded for it: the number of its own tables is known.
    """
    shared = _shared_number()
    games = [(name, number or number_of_game(name)) for name, number in SYSTEMS.numbers()]
    return zlib.crc32(repr([FORM, shared, games]).encode()) & 0x7FFF_FFFF or 1


@cache
def _shared_number() -> int:
    """The number of the tables that every game has."""
    return number_of((*described.SHARED_TABLES, *described.RECORD_TABLES), described.SHARED_VIEWS)


def number_of_game(name: str) -> int:
    """The number of a game's own tables. `systems.BUILT_IN` has it too, so no game is loaded."""
    return number_of(SYSTEMS[name].tables.tables, SYSTEMS[name].tables.views)


def number_of(made: Sequence[Projection], seen: Iterable[TableView]) -> int:
    """A number that changes with some tables and views."""
    forms = [
        (table.name, table.description, table.columns, table.pk, table.links, table.optional)
        for table in made
    ]
    views = [(view.name, view.description, view.columns, view.sql) for view in seen]
    return zlib.crc32(repr([forms, [table.indexes for table in made], views]).encode())


def blank_tables() -> bytes:
    """The bytes of a file with every table, view and key, `descriptions`, its marks and no row."""
    return _blank_tables(schema_number())


@lru_cache(maxsize=1)
def _blank_tables(number: int) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        for _, statement in _worked_out(SYSTEMS.at_home):
            db.execute(statement)
        db.executemany(_DESCRIBED, _descriptions(SYSTEMS.at_home))
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute(f"PRAGMA user_version={number}")
        db.commit()
        return db.serialize()


_DESCRIBED = f'INSERT INTO "{DESCRIPTIONS}" VALUES (?, ?, ?)'


def bring(connection: sqlite3.Connection, system: AnySystem) -> None:
    """Makes the tables of a game of another package, where the file has none or older ones. What
    was in those is read again, as the package has changed.
    """
    number = number_of(system.tables.tables, system.tables.views)
    mark = (system.name, "", f"Tables of another package’s game, number {number}")
    marks = f'SELECT 1 FROM "{DESCRIPTIONS}" WHERE ("table", "column", "description")=(?, ?, ?)'
    if connection.execute(marks, mark).fetchone():
        return
    begins = f"{system.name}_*"
    there = "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name GLOB ?"
    for kind, name in connection.execute(there, (begins,)).fetchall():
        connection.execute(f'DROP {kind} "{name}"')
    about = f'DELETE FROM "{DESCRIPTIONS}" WHERE "table" GLOB ? OR "table"=?'
    connection.execute(about, (begins, system.name))
    own = {table.name for table in system.tables.tables}
    own |= {view.name for view in system.tables.views}
    for name, statement in _worked_out((system,)):
        if name in own:
            connection.execute(statement)
    lines = [line for line in _descriptions((system,)) if line[0] in own]
    connection.executemany(_DESCRIBED, [mark, *lines])


def _worked_out(systems: Sequence[AnySystem]) -> list[tuple[str, str]]:
    """The SQL of some games' tables, indexes and views beside the shared ones, each with the table
    that it belongs to; worked out in memory.
    """
    import sqlite_utils  # slow to load, and only a new file needs it

    db = sqlite_utils.Database(memory=True)
    by_name = all_tables(systems)
    with_id = named_by_others(by_name)
    for table in by_name.values():
        db.execute(_table_sql(db, table, with_id))
        indexes = (table.pk, *table.indexes) if table.name in with_id else table.indexes
        for index in indexes:
            db.table(table.name).create_index(("campaign", *index))
    for view in all_views(systems).values():
        db.execute(f'CREATE VIEW "{view.name}" AS {view.sql}')
    keys = ("table", "column")
    db.table(DESCRIPTIONS).create(dict.fromkeys((*keys, "description"), str), pk=keys)
    rows_of = "SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    return [(row["tbl_name"], row["sql"]) for row in db.query(rows_of)]


def _table_sql(db: "Database", table: Projection, with_id: Collection[str]) -> str:
    """The SQL of a table. A link is a generated column: to add one later takes SQLite a hundred
    times as long.
    """
    columns, links = _columns(table, with_id), table.link_columns()
    of_campaign = [] if table is described.CAMPAIGNS else [("campaign", "campaigns", "campaign")]
    natural = ("campaign", *table.pk)
    text = db.create_table_sql(
        table.name,
        {name: kind for name, (kind, _) in columns.items()} | dict.fromkeys(links, str),
        pk="id" if table.name in with_id else natural if table.pk else "campaign",
        foreign_keys=[*of_campaign, *((name, other, "id") for name, other in links.items())],
        not_null={name for name in columns if name not in table.optional},
    )
    for name, key in zip(links, table.links, strict=True):
        text = text.replace(f'"{name}" TEXT', f'"{name}" {_linked(key)}')
    return text


def _columns(table: Projection, with_id: Collection[str]) -> dict[str, tuple[type, str]]:
    """Every column that is written: the campaign, the table's own, and the `id`, if it has one."""
    own = {"campaign": (str, CAMPAIGN), **table.columns}
    return {**own, "id": (str, ID)} if table.name in with_id else own


def _linked(key: Sequence[str]) -> str:
    """A column that holds another row's `id`, worked out from the columns that name it."""
    parts = " || '_' || ".join(f'"{column}"' for column in ("campaign", *key))
    return f"TEXT GENERATED ALWAYS AS ({parts}) VIRTUAL"


def meanings(table: Projection, with_id: Collection[str]) -> dict[str, str]:
    """What each column of a table holds, in its order."""
    columns = {name: text for name, (_, text) in _columns(table, with_id).items()}
    links = {name: f"The row of {other}" for name, other in table.link_columns().items()}
    return {**columns, **links}


def view_meanings(view: TableView) -> dict[str, str]:
    """What each column of a view holds, in its order."""
    return {"campaign": CAMPAIGN, **view.columns}


def _descriptions(systems: Sequence[AnySystem]) -> list[tuple[str, str, str]]:
    by_name = all_tables(systems)
    with_id = named_by_others(by_name)
    lines = [(DESCRIPTIONS, "", ABOUT_DESCRIPTIONS)]
    for table in by_name.values():
        lines.append((table.name, "", table.description))
        lines += [(table.name, name, text) for name, text in meanings(table, with_id).items()]
    for view in all_views(systems).values():
        lines.append((view.name, "", view.description))
        lines += [(view.name, name, text) for name, text in view_meanings(view).items()]
    return lines


# --- The file of the read tables beside a store (`STORE-tables.db`): opened, marked, deleted ----

APPLICATION_ID = 0x43545232
"""Marks a file as the read tables of a campaign store."""
LOCK_TIMEOUT = 60_000
"""How many milliseconds to wait for another process that updates the tables."""


class ReadModelError(StoreError):
    """The read tables cannot be used as requested. One line for the user."""


def path(store: Path) -> Path:
    """The file of a store's read tables; Datasette wants no dot in its stem."""
    return store.with_name(f"{store.stem.replace('.', '-')}-tables.db")


def delete(store: Path) -> None:
    """Deletes a store's read tables; the next update rebuilds them."""
    _remove(path(store))


def _remove(main: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        main.with_name(main.name + tail).unlink(missing_ok=True)


class ReadDatabase:
    """The read tables of one store. The file stays open from one transaction to the next.

    One thread at a time may use it.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._open: sqlite3.Connection | None = None
        self._inode = 0
        self._number = 0

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The tables, in one transaction that is committed only if all went well."""
        try:
            db = self._begun()
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError) as error:
            self.close()
            text = f"the read tables {self.file} cannot be written: {error}"
            raise ReadModelError(text) from error

    def close(self) -> None:
        """Closes the file; the next transaction opens it again."""
        db, self._open = self._open, None
        if db is not None:
            db.close()

    def _begun(self) -> sqlite3.Connection:
        """The open file, in a transaction that nobody else writes beside."""
        if (open_file := self._kept()) and self._begins(open_file):
            return open_file
        self.close()
        db = self._opened()
        if not self._begins(db):
            raise sqlite3.OperationalError("another program has made it anew")
        return db

    def _begins(self, db: sqlite3.Connection) -> bool:
        """Begins a transaction; whether the file has today's tables."""
        db.execute("BEGIN IMMEDIATE")
        number: int = db.execute("PRAGMA user_version").fetchone()[0]
        return number == self._number

    def _kept(self) -> sqlite3.Connection | None:
        """The open file, if it is still the one that lies at the path."""
        if self._open is not None:
            try:
                if self.file.stat().st_ino == self._inode:
                    return self._open
            except FileNotFoundError:
                return None
        return None

    def _opened(self) -> sqlite3.Connection:
        self._number = schema_number()
        # On another machine than the first a database's folder begins with the read tables.
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.file.exists() and not self._is_of_today():
            self.close()
            _remove(self.file)
        if self._open is None:
            if not self.file.exists():
                make_once(self.file, blank_tables())
            self._open = self._connected()
        db = self._open
        # WAL with synchronous=NORMAL survives a power cut; what it may lose is read again.
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.isolation_level = None
        return db

    def _connected(self) -> sqlite3.Connection:
        """A connection to the file that lies at the path now, or to one that comes after it."""
        self._inode = self.file.stat().st_ino
        # Whoever uses it may be another thread than the one that closes it in the end.
        return files.connect(self.file, timeout=LOCK_TIMEOUT / 1000, check_same_thread=False)

    def _is_of_today(self) -> bool:
        """Opens a file and looks whether it has today's form: it may be empty, or ours but of
        another form. Raises if it is not ours.

        It reads through SQLite, not from the file's header: recent writes of another process, or of
        one that was killed, may still be in the write-ahead log beside the file.
        """
        if self.file.stat().st_size == 0:
            return False
        db = self._open = self._connected()
        try:
            blank = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            marked = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            number = db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            blank, marked, number = False, False, 0
        if not blank and not marked:
            self.close()
            raise ReadModelError(
                f"{self.file} is none of ours; move it away, the tracker needs its name"
            )
        return not blank and bool(number == self._number)


# --- What Datasette reads beside the tables: their descriptions, and saved queries --------------
#
# Datasette 0.64 and 0.65 read all of it as metadata. Datasette 1.0 takes the descriptions from
# metadata and the queries from its configuration: it is given the same file as both.

ADDRESS = "Tables and queries of the campaign tracker; what is still secret is in none of them."

IN_ORDER = ("version", "number")
"""Columns that rows are sorted by where a table has one: by its `id` the tenth is the second."""


def saved_queries(system: AnySystem) -> tuple[SavedQuery, ...]:
    """Every question that is saved for a game's campaigns, those of any game first."""
    return (*described.SHARED_QUERIES, *system.tables.queries)


def write_metadata(store: Path, name: str, title: str, system: AnySystem, folder: Path) -> Path:
    """Writes the file for a campaign, whose tables are up to date; returns where it is."""
    file = folder / f"{name}-datasette.json"
    content = _content(path(store), name, title, system)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def _content(tables: Path, name: str, title: str, system: AnySystem) -> JsonObject:
    about: JsonObject = {
        "title": title or name,
        "description": ADDRESS,
        "tables": descriptions(hidden(tables), system),
        "queries": {query.name: _query(query, name) for query in saved_queries(system)},
    }
    return {"title": title or name, "description": ADDRESS, "databases": {tables.stem: about}}


def _query(query: SavedQuery, campaign: str) -> JsonObject:
    """A query of one campaign; a campaign's name is letters, digits and hyphens alone."""
    return {
        "title": query.title,
        "description": query.description,
        "sql": query.sql.strip().replace(":campaign", f"'{campaign}'"),
        "hide_sql": True,
    }


def hidden(tables: Path) -> frozenset[str]:
    """The tables that are left out of the list: empty ones, and what only describes the others.

    Datasette 0.64 hides with a table every other one whose name begins with its name; so a table is
    left in the list if one with rows would go with it.
    """
    with closing(files.connect(tables)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        full = {one for one in names if db.execute(f'SELECT 1 FROM "{one}" LIMIT 1').fetchone()}
    full -= {DESCRIPTIONS}
    return frozenset(
        one for one in names if one not in full and not any(other.startswith(one) for other in full)
    )


def descriptions(without: Collection[str], system: AnySystem) -> JsonObject:
    """Every table and view of the built-in games, and of one, with its columns in words; some left
    out of the list.
    """
    systems = {one.name: one for one in (*SYSTEMS.at_home, system)}.values()
    by_name = all_tables(systems)
    with_id = named_by_others(by_name)
    tables = {table.name: _table(table, with_id) for table in by_name.values()}
    views = {view.name: _view(view) for view in all_views(systems).values()}
    own: JsonObject = {"description": ABOUT_DESCRIPTIONS}
    every = {**tables, **views, DESCRIPTIONS: own}
    return {
        name: {**text, "hidden": True} if name in without else text for name, text in every.items()
    }


def _table(table: Projection, with_id: Collection[str]) -> JsonObject:
    known: JsonObject = {
        "description": table.description,
        "columns": dict(meanings(table, with_id)),
    }
    if table.name in with_id:
        known["label_column"] = table.label
        known["sort"] = next((one for one in IN_ORDER if one in table.columns), table.label)
    return known


def _view(view: TableView) -> JsonObject:
    return {"description": view.description, "columns": dict(view_meanings(view))}
