"""A position as pasted cells: a game's tables of columns, and every row read or named. Pure.

A game says which tables there are and what their columns hold (`OpeningChoices.position`); what is
read of one sheet is the same at the keyboard and on the page.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Literal

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import LONGEST_NAME, address_fault, is_name
from campaign.kernel.opening import POSITION, OpenCampaign, SeedChain
from campaign.kernel.system import AnySystem, fold
from campaign.text import cells, csv_sheets, shapes
from campaign.text.cells import SheetRow, cell_name, is_formula
from campaign.text.english import listed, or_else
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.name_matching import KnownNames, folded
from events.base import Event

How = Literal["same", "read", "ask", "wrong"]
LONGEST_CELL = 254
"""Letters of a cell that are read: an address for mail has as many."""


class CellRead(msgspec.Struct, frozen=True):
    """What a cell says."""

    value: Any = None
    how: How = "same"
    text: str = ""
    """How it was read, or what would be right."""
    near: tuple[tuple[str, str], ...] = ()
    """What may be meant: as it is written, and in words."""

    @property
    def is_known(self) -> bool:
        """Whether it has a value, be it the likely one."""
        return self.how in ("same", "read")


Reader = Callable[[str], CellRead]


class PositionColumn(msgspec.Struct, frozen=True):
    """A column: what may stand above it, and how its cells are read."""

    key: str
    words: tuple[str, ...]
    """The first is its title."""
    read: Reader
    is_needed: bool = False
    """Whether a table is known by it, and no row may leave it empty."""


class PositionTable(msgspec.Struct, frozen=True):
    """A table of a position: rows under the heads of its columns."""

    key: str
    title: str
    columns: tuple[PositionColumn, ...]
    is_pairs: bool = False
    """Whether it has a column's title and its value in each row, and no heads."""
    across: str = ""
    """The column whose values may stand above numbers in one row, for the table's other column."""

    @property
    def needed(self) -> frozenset[str]:
        """The columns that it needs."""
        return frozenset(one.key for one in self.columns if one.is_needed)


class PositionRow(msgspec.Struct, frozen=True):
    """A row as it was read: the values of its columns, and the cells in which they stand."""

    table: str
    number: int
    values: Mapping[str, Any]
    at: Mapping[str, str]


class CellFinding(msgspec.Struct, frozen=True):
    """What is not plain about a cell or a row."""

    where: str
    """The cell, as spreadsheets name it: `B7`."""
    row: int
    title: str
    """The column's; empty where the whole row is meant."""
    typed: str
    how: How
    text: str
    near: tuple[tuple[str, str], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nothing can begin before it is settled."""
        return self.how in ("ask", "wrong")

    def __str__(self) -> str:
        column = f" ({self.title})" if self.title else ""
        return f"{self.where}{column}: {self.text}"


class GamePosition(msgspec.Struct, frozen=True):
    """What a game lets be stated: its tables, and the request that their rows make."""

    tables: Callable[[], tuple[PositionTable, ...]]
    requested: Callable[[Sequence[PositionRow]], tuple[JsonObject, tuple[CellFinding, ...]]]
    """The fields of `OpenCampaign` besides the name, and what does not fit together."""
    example: str = ""
    """A sheet to begin with, with semicolons between its cells."""


class ReadPosition(msgspec.Struct, frozen=True):
    """A sheet as it was read."""

    rows: tuple[PositionRow, ...]
    findings: tuple[CellFinding, ...]
    left_out: tuple[int, ...]
    request: JsonObject

    @property
    def open(self) -> tuple[CellFinding, ...]:
        """What keeps it from beginning."""
        return tuple(one for one in self.findings if one.is_open)


def read_position(text: str, game: GamePosition, source: str) -> ReadPosition | shapes.Fault:
    """Every row of a sheet: read, read as something near, asked or wrong; all of them at once."""
    pasted = cells.read_cells(text)
    if isinstance(pasted, shapes.Fault):
        return pasted
    tables = game.tables()
    reading = _Reading(tables)
    for row, after in zip_longest(pasted.rows, pasted.rows[1:]):
        reading.add(row, after)
    reading.findings += _titles_twice(reading.rows, tables)
    request, further = game.requested(reading.rows)
    stated = request.get("extras", {}).get(POSITION)
    if stated is not None:
        stated |= {"source": source, "left_out": list(pasted.left_out)}
    named = {one.where for one in reading.findings if one.is_open}
    further = tuple(one for one in further if one.where not in named)
    findings = sorted((*reading.findings, *further), key=lambda one: one.row)
    return ReadPosition(tuple(reading.rows), tuple(findings), pasted.left_out, request)


class _Reading:
    """A sheet while it is read, row by row."""

    def __init__(self, tables: Sequence[PositionTable]) -> None:
        self.rows: list[PositionRow] = []
        self.findings: list[CellFinding] = []
        self._tables = tables
        self._heads: dict[str, dict[str, PositionColumn]] = {
            table.key: {folded(word): one for one in table.columns for word in one.words}
            for table in tables
        }
        self._first_words = frozenset[str]().union(*self._heads.values())
        """With one of them a row of heads begins."""
        self._table: PositionTable | None = None
        self._columns: dict[int, PositionColumn] = {}
        self._across: dict[int, CellRead] = {}
        self._width = 0
        """How many cells the row of heads has."""

    def add(self, row: SheetRow, after: SheetRow | None) -> None:
        """Reads a row: heads of columns, a pair, a heading, or a row of the table above."""
        if self._begins(row, after):
            return
        if pair := self._pair(row):
            self._read(pair[0], row, {1: pair[1]})
        elif row.stands_alone and self._is_heading(after):
            return  # what it is about is known by the heads of the columns below
        elif row.begins and self._table is not None and not self._goes_on(row):
            self._found(row, 0, "", f"these heads are not known; write {self._needed_heads()}")
            self._table, self._across = None, {}
        elif self._across:
            self._read_across(row)
        elif self._table is not None:
            self._read(self._table, row, self._columns)
        else:
            text = f"no heads of columns stand above this row; write {self._needed_heads()}"
            self._found(row, 0, "", text)

    def _needed_heads(self) -> str:
        return " or ".join(map(_needed, self._tables)).strip(" or")

    def _goes_on(self, row: SheetRow) -> bool:
        """Whether a row below an empty line belongs to the table above: as many cells as that has
        are filled, and one of those that it needs is known.
        """
        if self._across:
            return any(cell.isdecimal() for cell in row.cells)
        known = (at for at, column in self._columns.items() if column.is_needed)
        is_wider = any(row.cells[self._width :])
        return not is_wider and any(self._is_known(row, at) for at in known)

    def _fits(self, row: SheetRow) -> bool:
        """Whether every cell of a row is known in the table above."""
        filled = [at for at, cell in enumerate(row.cells) if cell]
        is_below = self._table is not None and not self._across
        return is_below and all(self._is_known(row, at) for at in filled)

    def _is_known(self, row: SheetRow, at: int) -> bool:
        cell = _cell(row, at)[:LONGEST_CELL]
        return bool(cell) and at in self._columns and self._columns[at].read(cell).is_known

    def _is_heading(self, after: SheetRow | None) -> bool:
        is_head = after is not None and bool(self._pair(after) or self._headed(after))
        return self._table is None or is_head

    def _headed(self, row: SheetRow) -> tuple[PositionTable, dict[int, PositionColumn]] | None:
        """The table of a row of heads: the one of which most columns are there."""
        first = next(filter(None, (folded(cell) for cell in row.cells if cell)), "")
        if first not in self._first_words:
            return None
        words = [folded(cell) if cell else "" for cell in row.cells]
        headed = [(one, self._columns_of(one, words)) for one in self._tables if not one.is_pairs]
        best = max(headed, key=lambda one: len(one[1]), default=None)
        return best if best and best[1] else None

    def _columns_of(self, table: PositionTable, words: Sequence[str]) -> dict[int, PositionColumn]:
        """The columns by their places; none where the row is no row of heads of this table.

        It begins with a head, at least half of it are heads, and no needed column lacks.
        """
        heads = self._heads[table.key]
        columns = {at: heads[word] for at, word in enumerate(words) if word in heads}
        first = next(filter(None, words), "")
        if first not in heads or 2 * len(columns) < len(words) - words.count(""):
            return {}
        return columns if table.needed <= {one.key for one in columns.values()} else {}

    def _begins(self, row: SheetRow, after: SheetRow | None) -> bool:
        """Whether a row has the heads of a table's columns, or its values across."""
        if headed := self._headed(row):
            self._table, self._columns = headed
            self._across, self._width = {}, len(row.cells)
            text = f"this column is not read; there is {_titles(self._table)}"
            for at, cell in enumerate(row.cells):
                if not cell or at in self._columns:
                    continue
                if other := self._figures_of(row, at):
                    own = f"give {_titles(other)} a table of their own"
                    self._found(row, at, "", f"no figures are read beside these heads; {own}")
                else:
                    self._found(row, at, "", text, how="read")
            return True
        if after is None or not any(cell.isdecimal() for cell in after.cells) or self._pair(row):
            return False
        return any(self._begins_across(row, table) for table in self._tables if table.across)

    def _figures_of(self, row: SheetRow, at: int) -> PositionTable | None:
        """The table of figures whose heads stand in a row beside those of another, one of them
        here; None where this is no head of such a table.
        """
        words = [folded(cell) for cell in row.cells]
        for one in self._tables:
            heads = self._heads[one.key]
            known = {heads[word].key for word in words if word in heads}
            if one.across and words[at] in heads and one.needed <= known:
                return one
        return None

    def _begins_across(self, row: SheetRow, table: PositionTable) -> bool:
        """Whether the values of a column stand beside one another, above a row of numbers."""
        column = next(one for one in table.columns if one.key == table.across)
        values = {at: column.read(cell) for at, cell in enumerate(row.cells) if cell}
        known = {at: one for at, one in values.items() if one.is_known}
        if len(known) < max(2, len(values) - 1):
            return False
        self._table, self._across = table, known
        for at in values.keys() - {0}:
            self._noted(row, at, column.words[0], values[at])
        return True

    def _pair(self, row: SheetRow) -> tuple[PositionTable, PositionColumn] | None:
        """A title with its value; a row of the table above may begin with the same word."""
        if not row.cells[0] or sum(map(bool, row.cells)) > 2:
            return None
        first = folded(row.cells[0])
        for table in self._tables:
            if table.is_pairs and (column := self._heads[table.key].get(first)):
                return None if self._fits(row) else (table, column)
        return None

    def _read_across(self, row: SheetRow) -> None:
        table = self._table
        assert table is not None
        name = next(one for one in table.columns if one.key == table.across)
        number = next(one for one in table.columns if one.key != table.across)
        for at, power in self._across.items():
            if value := self._value(row, at, number, table):
                where = dict.fromkeys((name.key, number.key), cell_name(row.number, at))
                values = {name.key: power.value, number.key: value.value}
                self.rows.append(PositionRow(table.key, row.number, values, where))

    def _read(
        self, table: PositionTable, row: SheetRow, columns: Mapping[int, PositionColumn]
    ) -> None:
        values: dict[str, Any] = {}
        where = {column.key: cell_name(row.number, at) for at, column in columns.items()}
        lacks = set()
        for at, column in columns.items():
            if (value := self._value(row, at, column, table)) is not None:
                values[column.key] = value.value
            elif column.is_needed:
                lacks.add(column.key)
        for at in range(self._width, len(row.cells)):
            if row.cells[at] and not table.is_pairs:
                self._found(row, at, "", "no head stands above this cell", how="read")
        if not lacks:
            self.rows.append(PositionRow(table.key, row.number, values, where))

    def _value(
        self, row: SheetRow, at: int, column: PositionColumn, table: PositionTable
    ) -> CellRead | None:
        """The value of a cell; None where it is empty or has to be settled first."""
        cell, title = _cell(row, at), column.words[0]
        if not cell:
            if column.is_needed or table.is_pairs:
                self._found(row, at, title, "is empty")
            return None
        if len(cell) > LONGEST_CELL:
            self._found(row, at, title, f"write at most {LONGEST_CELL} letters here")
            return None
        if is_formula(cell):
            self._found(row, at, title, f"{cell} is a formula; copy its value")
            return None
        value = column.read(cell)
        self._noted(row, at, title, value)
        return value if value.is_known else None

    def _noted(self, row: SheetRow, at: int, title: str, value: CellRead) -> None:
        """Says how a cell was read, where it is not plain."""
        if value.how != "same":
            self._found(row, at, title, value.text, how=value.how, near=value.near)

    def _found(
        self,
        row: SheetRow,
        at: int,
        title: str,
        text: str,
        *,
        how: How = "wrong",
        near: tuple[tuple[str, str], ...] = (),
    ) -> None:
        where = cell_name(row.number, at)
        typed = _cell(row, at)[:LONGEST_CELL]
        self.findings.append(CellFinding(where, row.number, title, typed, how, text, near))


def _cell(row: SheetRow, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _needed(table: PositionTable) -> str:
    """The heads that a table needs: `name, state`; empty where it needs none."""
    return ", ".join(one.words[0] for one in table.columns if one.is_needed)


def _titles(table: PositionTable) -> str:
    return listed(one.words[0] for one in table.columns)


# --- How cells are read -------------------------------------------------------------------------


def tables_of(
    rows: Iterable[Mapping[str, str]], reader: Callable[[str], Reader]
) -> tuple[PositionTable, ...]:
    """The tables of a sheet with a column in each row, in its order; `about` has pairs.

    `reader` is for what the sheet names; with `several` before it a cell may have more than one.
    """
    made: dict[str, PositionTable] = {}
    for row in rows:
        what, key = row["reads"].removeprefix("several "), row["table"]
        read = reader(what) if what == row["reads"] else several(reader(what))
        heads, is_needed = tuple(row["heads"].split("/")), row["needed"] == "yes"
        column = PositionColumn(row["column"], heads, read, is_needed)
        before = made[key].columns if key in made else ()
        made[key] = PositionTable(key, row["title"], (*before, column), key == "about")
    return tuple(made.values())


def named(names: KnownNames, what: str) -> Reader:
    """Reads a name: the same, near one that is known, or asked with up to three suggestions."""

    def read(cell: str) -> CellRead:
        match = names.read(cell)
        near = tuple((one, names.title(one)) for one in match.near)
        if match.how == "same":
            return CellRead(match.id)
        if match.how == "read":
            return CellRead(match.id, "read", f"{cell} is read as {names.title(match.id)}", near)
        hint = or_else([name for _, name in near])
        return CellRead(None, "ask", f"{cell} is no {what} that is known{hint}", near)

    return read


def several(one: Reader) -> Reader:
    """Reads names with commas between."""

    def read(cell: str) -> CellRead:
        parts = [part.strip() for part in cell.replace(" and ", ",").replace("/", ",").split(",")]
        values = list(map(one, filter(None, parts)))
        if unknown := next((value for value in values if not value.is_known), None):
            return unknown
        texts = [value.text for value in values if value.text]
        how: How = "read" if texts else "same"
        return CellRead(tuple(value.value for value in values), how, "; ".join(texts))

    return read


def word(choices: Mapping[str, str], what: str) -> Reader:
    """Reads one of some words, each spelling with its value."""
    values = sorted(set(choices.values()))
    meanings = KnownNames({value: value for value in values}, choices)

    def read(cell: str) -> CellRead:
        match = meanings.read(cell)
        if match.how == "same":
            return CellRead(match.id)
        near = tuple((one, one) for one in match.near or values)
        if match.how == "read":
            return CellRead(match.id, "read", f"{cell} is read as {match.id}", near)
        return CellRead(None, "ask", f"{cell} is no {what}; there is {listed(values, 'or')}", near)

    return read


def number(most: int) -> Reader:
    """Reads a whole number from 0."""

    def read(cell: str) -> CellRead:
        if csv_sheets.is_number(cell, range(most + 1)):
            return CellRead(int(cell))
        return CellRead(None, "wrong", f"{cell} is not a number from 0 to {most}")

    return read


def text(longest: int) -> Reader:
    """Reads words as they are."""

    def read(cell: str) -> CellRead:
        if len(cell) <= longest and cell.isprintable():
            return CellRead(cell)
        return CellRead(None, "wrong", f"write one line of at most {longest} letters")

    return read


def member_name(cell: str) -> CellRead:
    """Reads what a member is called."""
    if is_name(cell):
        return CellRead(cell)
    return CellRead(None, "wrong", f"write a name of at most {LONGEST_NAME} letters")


def email(cell: str) -> CellRead:
    """Reads an address for mail."""
    fault = address_fault(cell)
    return CellRead(None, "wrong", fault) if fault else CellRead(cell)


# --- How a position will stand, and how it is written so that no name has to be matched ---------

TRIAL = SeedChain("0" * 32, "0" * 64, 1, "")


def foreseen(
    system: AnySystem, name: str, fields: JsonFields
) -> tuple[tuple[Event, ...], tuple[str, ...]] | Refused:
    """The first facts of a campaign that is taken over, and the same in words."""
    decision = system.rules.open(OpenCampaign(name=name, system=system.name, **fields), TRIAL)
    if isinstance(decision, Refused):
        return decision
    state = fold(system, None, decision)
    assert state is not None, "a campaign begins with events"
    called = system.view.names(state)
    return tuple(decision), tuple(system.view.sentence(event, called) for event in decision)


def in_ids(text: str, read: ReadPosition) -> str:
    """The sheet with every cell that was read as the program writes it."""
    written: dict[str, str] = {}
    for row in read.rows:
        for key, value in row.values.items():
            parts = value if isinstance(value, tuple) else (value,)
            written[row.at[key]] = ", ".join(map(str, parts))
    return cells.rewritten(text, written, frozenset())


# --- What rows say together ---------------------------------------------------------------------


def pairs(rows: Sequence[PositionRow]) -> tuple[Mapping[str, PositionRow], JsonObject]:
    """The rows of pairs by their titles, and the values of those that were read."""
    about = {key: row for row in rows if row.table == "about" for key in row.at}
    return about, {key: row.values[key] for key, row in about.items() if key in row.values}


def by_key(rows: Sequence[PositionRow], table: str, key: str, value: str) -> JsonObject:
    """A column of a table by another of its columns."""
    return {row.values[key]: row.values[value] for row in rows if row.table == table}


def twice(
    rows: Sequence[PositionRow], table: str, key: str, called: Callable[[Any], str] = str
) -> Iterator[CellFinding]:
    """Findings for what stands in a table twice: all its rows are named, and none is chosen."""
    alike: dict[str, list[PositionRow]] = {}
    for row in rows:
        if row.table == table and key in row.values:
            alike.setdefault(folded(str(row.values[key])), []).append(row)
    for same in alike.values():
        if len(same) > 1:
            yield from _each_named(same, key, [called(row.values[key]) for row in same])


def _titles_twice(
    rows: Sequence[PositionRow], tables: Sequence[PositionTable]
) -> Iterator[CellFinding]:
    """The same for the titles of pairs."""
    titles = {
        (one.key, column.key): column.words[0]
        for one in tables
        if one.is_pairs
        for column in one.columns
    }
    alike: dict[tuple[str, str], list[PositionRow]] = {}
    for row in rows:
        for key in row.at:
            if (row.table, key) in titles:
                alike.setdefault((row.table, key), []).append(row)
    for (table, key), same in alike.items():
        if len(same) > 1:
            yield from _each_named(same, key, [titles[table, key]] * len(same))


def _each_named(
    rows: Sequence[PositionRow], key: str, names: Sequence[str]
) -> Iterator[CellFinding]:
    cells_of = listed(row.at[key] for row in rows)
    for row, name in zip(rows, names, strict=True):
        text = f"{name} stands in {cells_of}; leave one row, and put // before the others"
        yield at_cell(row, key, text)


def at_cell(row: PositionRow, key: str, text: str, how: How = "wrong") -> CellFinding:
    """A finding at the cell of a column; at the row's first where it has no such column."""
    where, value = row.at.get(key, f"A{row.number}"), row.values.get(key, "")
    typed = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return CellFinding(where, row.number, key, typed, how, text)
