"""Writes rows of the projections as SQL: only those that differ from what is there. IO."""

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from campaign.kernel.members import GameState
from campaign.kernel.projections import Projection, Row
from campaign.kernel.system import AnySystem
from campaign.projections import database, described, rows
from campaign.projections.rows import Keyed, MadeFrom, RowReading, Seeds

# --- Writes rows of the read tables as SQL: only those that differ from what is there -----------
#
# `sqlite-utils` makes the tables. Rows go through `executemany` with statements made once: there
# are some after every command, and the library would look at every table each time.

Values = tuple[str | int | None, ...]
"""A row's values in the order of its table's columns, the campaign first, the `id` last."""


class CurrentTables(msgspec.Struct):
    """The current tables of a campaign as they were written last, as far as that is known."""

    system: AnySystem
    rows: dict[str, list[Row]] = {}
    made_from: MadeFrom = {}


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


class _Statements:
    """What is said to SQLite about one table."""

    def __init__(self, table: Projection, *, has_id: bool) -> None:
        self.columns = ("campaign", *table.columns)
        keys = ("campaign", *table.pk)
        self._pk = table.pk
        self._has_id = has_id
        named = f'"{table.name}"'
        written = (*self.columns, "id") if has_id else self.columns
        marks = ", ".join("?" * len(written))
        same = " AND ".join(f'"{key}"=?' for key in keys)
        rest = [column for column in self.columns if column not in keys]
        changes = ", ".join(f'"{column}"=excluded."{column}"' for column in rest)
        then = f"UPDATE SET {changes}" if changes else "NOTHING"
        chosen = "id" if has_id else _listed(keys)
        self.insert = f"INSERT INTO {named} ({_listed(written)}) VALUES ({marks})"
        self.upsert = f"{self.insert} ON CONFLICT ({chosen}) DO {then}"
        self.delete = f"DELETE FROM {named} WHERE {same}"
        self.clear = f"DELETE FROM {named} WHERE campaign=?"
        own = _listed(table.columns)
        self.select = f"SELECT {own} FROM {named} WHERE campaign=? ORDER BY rowid"

    def values(self, campaign: str, row: Row) -> Values:
        """A row's values in order."""
        values = (campaign, *map(row.__getitem__, self.columns[1:]))
        return (*values, database.row_id(campaign, *self.key(row))) if self._has_id else values

    def key(self, row: Row) -> Values:
        """The key of a row."""
        return tuple(row[key] for key in self._pk)


def forget(db: sqlite3.Connection, campaign: str) -> None:
    """Deletes all rows of a campaign, of whatever game it was."""
    kinds = "SELECT name FROM sqlite_master WHERE type='table' AND sql LIKE '%campaign%'"
    for (table,) in db.execute(kinds).fetchall():
        if table != database.DESCRIPTIONS:
            db.execute(f'DELETE FROM "{table}" WHERE campaign=?', (campaign,))


class RowWriter:
    """Writes the rows of a game's campaigns."""

    def __init__(self, system: AnySystem) -> None:
        self._tables = database.all_tables([system])
        self._with_id = database.named_by_others(self._tables)
        self._made: dict[str, _Statements] = {}

    def _statements(self, name: str) -> _Statements:
        """What is said about a table; made when it is first needed, as most are empty."""
        if (made := self._made.get(name)) is None:
            made = _Statements(self._tables[name], has_id=name in self._with_id)
            self._made[name] = made
        return made

    def upsert(self, db: sqlite3.Connection, campaign: str, rows: Keyed) -> None:
        """Writes rows; one of the same key is replaced."""
        for name in self._tables:
            if keyed := rows.get(name):
                statements = self._statements(name)
                values = (statements.values(campaign, row) for row in keyed.values())
                db.executemany(statements.upsert, values)

    def change(self, db: sqlite3.Connection, campaign: str, was: Keyed, now: Keyed) -> None:
        """Writes the rows that differ from what they were, and deletes those that are no more."""
        changed = {
            name: {key: row for key, row in rows.items() if was.get(name, {}).get(key) != row}
            for name, rows in now.items()
        }
        self.upsert(db, campaign, changed)
        for name, old in was.items():
            gone = [(campaign, *key) for key in old if key not in now.get(name, {})]
            if gone:
                db.executemany(self._statements(name).delete, gone)

    def reveal(self, db: sqlite3.Connection, campaign: str, was: Seeds, now: Seeds) -> None:
        """Puts the draw seeds that a reading revealed into the rows of their turns.

        They come behind those revealed earlier; those of another reading are taken out first.
        """
        for turn in was.keys() | now.keys():
            about = (campaign, turn)
            cursor = db.execute("SELECT seed FROM turns WHERE campaign=? AND turn=?", about)
            there = ((cursor.fetchone() or ("",))[0] or "").split()
            earlier = there[: max(0, len(there) - len(was.get(turn, ())))]
            seed = " ".join((*earlier, *now.get(turn, ()))) or None
            db.execute("UPDATE turns SET seed=? WHERE campaign=? AND turn=?", (seed, *about))

    def current(self, db: sqlite3.Connection, state: GameState, there: CurrentTables) -> None:
        """Brings the current tables to a state, from what is known to be there."""
        campaign = state.campaign.name
        for table, current in rows.current(there.system, state, there.made_from):
            statements = self._statements(table.name)
            was = there.rows.get(table.name)
            if was is None:
                read = db.execute(statements.select, (campaign,))
                was = [dict(zip(table.columns, row, strict=True)) for row in read]
            there.rows[table.name] = now = list(current)
            if was != now:
                self._bring(db, campaign, statements, was, now)

    def _bring(
        self,
        db: sqlite3.Connection,
        campaign: str,
        statements: _Statements,
        was: Sequence[Row],
        now: Sequence[Row],
    ) -> None:
        """Writes the rows that differ. Where rows come or go, all are written in their order."""
        if list(map(statements.key, was)) == list(map(statements.key, now)):
            changed = (new for old, new in zip(was, now, strict=True) if old != new)
            values = (statements.values(campaign, row) for row in changed)
            db.executemany(statements.upsert, values)
            return
        if was:
            db.execute(statements.clear, (campaign,))
        values = (statements.values(campaign, row) for row in now)
        db.executemany(statements.insert, values)

    def campaign(self, db: sqlite3.Connection, row: Row) -> None:
        """Writes a campaign's own row."""
        statements = self._statements(described.CAMPAIGNS.name)
        db.execute(statements.upsert, tuple(map(row.__getitem__, statements.columns)))


# --- rereading ----------------------------------------------------------------------------------
# A part of a history read twice, as it counted and as it counts: rows that differ are written.
#
# A row that is numbered by its event comes from one place in the history, so that such rows can be
# compared part by part. Any other may be written again by later events, and is compared in the
# end.

PART = 1_000
"""How many events are read before the rows numbered by them are compared."""


def reread(
    db: sqlite3.Connection,
    writes: RowWriter,
    name: str,
    was: RowReading,
    now: RowReading,
    *,
    is_last: bool,
) -> bool:
    """Whether the rows are now what the second reading gives; it must reach the end.

    Not so if the first gave a row that the second does not, and that an event before both may have
    written too. `is_last` says that no event before both has.
    """
    end, more = was.version, True
    while more:
        end += PART
        was.through(end)
        more = now.through(end)
        writes.change(db, name, was.rows.placed(), now.rows.placed())
    old, new = was.rows.taken(), now.rows.taken()
    gone = any(rows.keys() - new.get(table, {}).keys() for table, rows in old.items())
    if gone and not is_last:
        return False
    writes.change(db, name, old, new)
    writes.reveal(db, name, was.rows.seeds, now.rows.seeds)
    return True
