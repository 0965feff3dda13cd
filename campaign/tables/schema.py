"""The read tables and views of all games as SQL: their columns and keys, and what each is for."""

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from campaign.disputes import read_tables as disputes
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import CAMPAIGN, Table, TableView
from campaign.systems import SYSTEMS
from campaign.tables import frame, frame_views

if TYPE_CHECKING:
    from sqlite_utils import Database

T = TypeVar("T", Table, TableView)

FORM = 2
"""Raised when tables are written to SQL in another way."""
DESCRIPTIONS = "descriptions"
ABOUT_DESCRIPTIONS = "What every table and column of this file is"
ID = "The campaign and the row's key in one text; links in other tables hold it"


def named(tables: Iterable[T]) -> dict[str, T]:
    """Tables by name. Raises `ValueError` if two games use a name for different tables."""
    found: dict[str, T] = {}
    for table in tables:
        if found.setdefault(table.name, table) != table:
            raise ValueError(f"two games have a read table called {table.name}")
    return found


def tables(systems: Iterable[AnySystem] | None = None) -> dict[str, Table]:
    """Every table by name, a table after those that it refers to; of all games if none is given."""
    chosen = SYSTEMS.values() if systems is None else systems
    of_games = (table for system in chosen for table in system.tables.tables)
    return named((*frame.TABLES, *of_games, *disputes.TABLES))


def views() -> dict[str, TableView]:
    """Every view of all games by name. Raises `ValueError` if a table has the name of one."""
    of_games = (view for system in SYSTEMS.values() for view in system.tables.views)
    found = named((*frame_views.VIEWS, *of_games))
    if both := sorted(found.keys() & tables().keys()):
        raise ValueError(f"a read table and a view are both called {', '.join(both)}")
    return found


def row_id(campaign: str, *key: str | int | None) -> str:
    """The `id` of a row that others name: its key in one text, since Datasette follows no other.

    No campaign's name has an underscore, so that the parts can be told apart.
    """
    return "_".join(map(str, (campaign, *key)))


def named_by_others(by_name: Mapping[str, Table]) -> frozenset[str]:
    """The tables whose rows others name, which therefore have an `id`."""
    return frozenset(other for table in by_name.values() for other in table.links.values())


def number() -> int:
    """A number that changes with the tables, to recognise a file made with other tables. No game is
    loaded for it: the number of its own tables is known.
    """
    shared = number_of((*frame.TABLES, *disputes.TABLES), frame_views.VIEWS)
    games = [(name, SYSTEMS.tables_of(name) or number_of_game(name)) for name in SYSTEMS]
    return zlib.crc32(repr([FORM, shared, games]).encode()) & 0x7FFF_FFFF or 1


def number_of_game(name: str) -> int:
    """The number of a game's own tables. `systems.GAMES` has it too, for who has not loaded it."""
    return number_of(SYSTEMS[name].tables.tables, SYSTEMS[name].tables.views)


def number_of(made: Sequence[Table], seen: Iterable[TableView]) -> int:
    """A number that changes with some tables and views."""
    forms = [
        (table.name, table.description, table.columns, table.pk, table.links, table.optional)
        for table in made
    ]
    views = [(view.name, view.description, view.columns, view.sql) for view in seen]
    return zlib.crc32(repr([forms, [table.indexes for table in made], views]).encode())


def create(connection: sqlite3.Connection) -> None:
    """Makes every table with its keys, every view, and `descriptions`."""
    for statement in _statements(number()):
        connection.execute(statement)
    connection.executemany(f'INSERT INTO "{DESCRIPTIONS}" VALUES (?, ?, ?)', _descriptions())


@cache
def _statements(number: int) -> tuple[str, ...]:
    """The SQL of the tables, indexes and views of this number, worked out in memory."""
    import sqlite_utils  # slow to load, and only a new file needs it

    db = sqlite_utils.Database(memory=True)
    by_name = tables()
    with_id = named_by_others(by_name)
    for table in by_name.values():
        db.execute(_table_sql(db, table, with_id))
        indexes = (table.pk, *table.indexes) if table.name in with_id else table.indexes
        for index in indexes:
            db.table(table.name).create_index(("campaign", *index))
    for view in views().values():
        db.execute(f'CREATE VIEW "{view.name}" AS {view.sql}')
    keys = ("table", "column")
    db.table(DESCRIPTIONS).create(dict.fromkeys((*keys, "description"), str), pk=keys)
    found = db.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    return tuple(row["sql"] for row in found)


def _table_sql(db: "Database", table: Table, with_id: Collection[str]) -> str:
    """The SQL of a table. A link is a generated column: to add one later takes SQLite a hundred
    times as long.
    """
    columns, links = _columns(table, with_id), table.link_columns()
    of_campaign = [] if table is frame.CAMPAIGNS else [("campaign", "campaigns", "campaign")]
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


def _columns(table: Table, with_id: Collection[str]) -> dict[str, tuple[type, str]]:
    """Every column that is written: the campaign, the table's own, and the `id`, if it has one."""
    own = {"campaign": (str, CAMPAIGN), **table.columns}
    return {**own, "id": (str, ID)} if table.name in with_id else own


def _linked(key: Sequence[str]) -> str:
    """A column that holds another row's `id`, worked out from the columns that name it."""
    parts = " || '_' || ".join(f'"{column}"' for column in ("campaign", *key))
    return f"TEXT GENERATED ALWAYS AS ({parts}) VIRTUAL"


def meanings(table: Table, with_id: Collection[str]) -> dict[str, str]:
    """What each column of a table holds, in its order."""
    columns = {name: text for name, (_, text) in _columns(table, with_id).items()}
    links = {name: f"The row of {other}" for name, other in table.link_columns().items()}
    return {**columns, **links}


def view_meanings(view: TableView) -> dict[str, str]:
    """What each column of a view holds, in its order."""
    return {"campaign": CAMPAIGN, **view.columns}


def _descriptions() -> list[tuple[str, str, str]]:
    by_name = tables()
    with_id = named_by_others(by_name)
    lines = [(DESCRIPTIONS, "", ABOUT_DESCRIPTIONS)]
    for table in by_name.values():
        lines.append((table.name, "", table.description))
        lines += [(table.name, name, text) for name, text in meanings(table, with_id).items()]
    for view in views().values():
        lines.append((view.name, "", view.description))
        lines += [(view.name, name, text) for name, text in view_meanings(view).items()]
    return lines
