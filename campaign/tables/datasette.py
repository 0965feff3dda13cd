"""What Datasette reads beside the tables: their descriptions, and saved queries. IO.

Datasette 0.64 and 0.65 read all of it as metadata. Datasette 1.0 takes the descriptions from
metadata and the queries from its configuration: it is given the same file as both.
"""

import json
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from campaign.kernel.system import AnySystem
from campaign.kernel.tables import SavedQuery, Table, TableView
from campaign.tables import database, frame_views, schema
from campaign.text.json_values import JsonObject

ADDRESS = "Tables and queries of the campaign tracker; what is still secret is in none of them."

IN_ORDER = ("version", "number")
"""Columns that rows are sorted by where a table has one: by its `id` the tenth is the second."""


def queries(system: AnySystem) -> tuple[SavedQuery, ...]:
    """Every question that is saved for a game's campaigns, those of any game first."""
    return (*frame_views.QUERIES, *system.tables.queries)


def write(store: Path, name: str, title: str, system: AnySystem, folder: Path) -> Path:
    """Writes the file for a campaign, whose tables are up to date; returns where it is."""
    file = folder / f"{name}-datasette.json"
    content = _content(database.path(store), name, title, system)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def _content(tables: Path, name: str, title: str, system: AnySystem) -> JsonObject:
    about: JsonObject = {
        "title": title or name,
        "description": ADDRESS,
        "tables": descriptions(hidden(tables)),
        "queries": {query.name: _query(query, name) for query in queries(system)},
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
    with closing(sqlite3.connect(tables)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        full = {one for one in names if db.execute(f'SELECT 1 FROM "{one}" LIMIT 1').fetchone()}
    full -= {schema.DESCRIPTIONS}
    return frozenset(
        one for one in names if one not in full and not any(other.startswith(one) for other in full)
    )


def descriptions(without: Collection[str] = ()) -> JsonObject:
    """Every table and view with its columns in words; some left out of the list."""
    by_name = schema.tables()
    with_id = schema.named_by_others(by_name)
    tables = {table.name: _table(table, with_id) for table in by_name.values()}
    views = {view.name: _view(view) for view in schema.views().values()}
    own: JsonObject = {"description": schema.ABOUT_DESCRIPTIONS}
    every = {**tables, **views, schema.DESCRIPTIONS: own}
    return {
        name: {**text, "hidden": True} if name in without else text for name, text in every.items()
    }


def _table(table: Table, with_id: Collection[str]) -> JsonObject:
    known: JsonObject = {
        "description": table.description,
        "columns": dict(schema.meanings(table, with_id)),
    }
    if table.name in with_id:
        known["label_column"] = table.label
        known["sort"] = next((one for one in IN_ORDER if one in table.columns), table.label)
    return known


def _view(view: TableView) -> JsonObject:
    return {"description": view.description, "columns": dict(schema.view_meanings(view))}
