"""Reads the tables, charts, decks and the map of a club's file. Pure."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from campaign.kit.language.kinds import (
    Bool,
    Chart,
    ClubTable,
    Kind,
    Map,
    Num,
    OneLine,
    OneWord,
    Row,
    TableColumn,
    Unclear,
    Value,
    column,
    meant,
)
from campaign.kit.language.trees import SyntaxFaultError
from campaign.kit.reading.book import At, RulesBook
from campaign.kit.reading.parts import Deck, HouseRule

MOST_ROWS = 400
_OWN = ("campaign", "house", "sides", "seats")
"""Tables that have their place at the top of the file."""


class _Outline:
    """A table before its rows are read."""

    def __init__(self, name: str, at: At, one: str) -> None:
        self.name, self.at, self.one = name, at, one
        self.columns: dict[str, TableColumn] = {}
        self.rows: list[str] = []


def read_tables(book: RulesBook) -> dict[str, ClubTable]:
    """Every table of the file. Columns are read before rows, which name rows of other tables."""
    outlines = {outline.name: outline for outline in _outlines(book)}
    ones = _ones(book, outlines)
    for outline in outlines.values():
        _columns(book, outline, ones, with_side="sides" in outlines)
    house = read_house(book, ones)
    ids = {name: outline.rows for name, outline in outlines.items()}
    tables = {name: _rows(book, outline, ids) for name, outline in outlines.items()}
    columns = {"name": _NAME, **{key: rule.column for key, rule in house.items()}}
    switches = tuple(one.start for one in columns.values())
    tables["house"] = ClubTable("house", "", columns, {"house": switches}, 1)
    return tables


_NAME = TableColumn("name", OneLine(80), "")


def _outlines(book: RulesBook) -> Iterator[_Outline]:
    yield _Outline("campaign", ("campaign",), "")
    if book.value(("sides",)) is not None:
        yield _Outline("sides", ("sides",), book.text(("sides", "one"), "side"))
    yield _Outline("seats", ("seats",), book.text(("seats", "one"), "seat"))
    for name in book.table(("things",)):
        at = ("things", name)
        if book.is_named(at, name):
            if name in _OWN:
                book.fault(at, f"{name!r} is a table already; use another name")
            else:
                yield _Outline(name, at, book.text((*at, "one"), name))


def _ones(book: RulesBook, outlines: Mapping[str, _Outline]) -> dict[str, str]:
    """The tables by what a row of each is called."""
    ones: dict[str, str] = {}
    for outline in outlines.values():
        if not outline.one:
            continue
        if outline.one in ones:
            book.fault((*outline.at, "one"), f"{outline.one!r} is a row of {ones[outline.one]}")
        elif book.is_named((*outline.at, "one"), outline.one, row=True):
            ones[outline.one] = outline.name
    return ones


_KEYS = {
    "campaign": ("columns",),
    "sides": ("one", "columns", "rows"),
    "seats": ("one", "enrol", "columns", "rows"),
}


def _columns(
    book: RulesBook, outline: _Outline, ones: Mapping[str, str], *, with_side: bool
) -> None:
    known = _KEYS.get(outline.name, ("one", "title", "at_most", "columns", "rows"))
    book.keys(outline.at, known, ("rows",) if outline.name in ("seats", "sides") else ())
    outline.columns["name"] = _NAME
    if outline.name == "seats" and with_side:
        outline.columns["side"] = TableColumn("side", Row("sides"), given_in_rows=True)
    for name in book.table((*outline.at, "columns")):
        at = (*outline.at, "columns", name)
        if not book.is_named(at, name):
            continue
        if name in outline.columns:
            book.fault(at, f"every row has {name!r} already")
            continue
        outline.columns[name] = read_column(book, at, name, ones)
    rows = book.table((*outline.at, "rows"))
    outline.rows = [row for row in rows if book.is_named((*outline.at, "rows", row), row, row=True)]
    if outline.name == "campaign":
        outline.rows = ["campaign"]


def read_column(book: RulesBook, at: At, name: str, ones: Mapping[str, str]) -> TableColumn:
    """A column of a written type; where it is none, that is noted."""
    try:
        return column(name, book.text(at), ones)
    except SyntaxFaultError as error:
        book.fault(at, str(error))
        return TableColumn(name, Unclear())


def read_house(book: RulesBook, ones: Mapping[str, str]) -> dict[str, HouseRule]:
    """The switches that a club sets."""
    switches = {}
    for name in book.table(("house",)):
        at = ("house", name)
        if not book.is_named(at, name):
            continue
        book.keys(at, ("type", "ask"), ("type", "ask"))
        read = read_column(book, (*at, "type"), name, ones)
        if isinstance(read.kind, Row | OneLine):
            book.fault((*at, "type"), "a house rule is a number, yes or no, or a word")
        else:
            switches[name] = HouseRule(read, book.text((*at, "ask")))
    return switches


# --- Rows -----------------------------------------------------------------------------------------


def _rows(book: RulesBook, outline: _Outline, ids: Mapping[str, list[str]]) -> ClubTable:
    at = (*outline.at, "rows")
    for name, held in outline.columns.items():
        if isinstance(held.kind, Row) and held.start is not None:
            _known(book, (*outline.at, "columns", name), held.kind, held.start, ids)
    rows = {row: _row(book, (*at, row), row, outline, ids) for row in outline.rows}
    more = "enrol" if outline.name == "seats" else "at_most"
    least = max(1, len(rows))
    most = book.number((*outline.at, more), least, MOST_ROWS, least)
    if len(rows) > MOST_ROWS:
        book.fault(at, f"a table has at most {MOST_ROWS} rows")
    return ClubTable(outline.name, outline.one, outline.columns, rows, most)


def _row(
    book: RulesBook, at: At, row: str, outline: _Outline, ids: Mapping[str, list[str]]
) -> tuple[Value, ...]:
    if outline.name == "campaign":
        return tuple(column.start for column in outline.columns.values())
    held = book.value(at)
    name = row.capitalize()
    if isinstance(held, str):
        says: Mapping[str, Any] = {"name": book.text(at, name, 80)}
    else:
        book.keys(at, tuple(outline.columns))
        says = {"name": name, **book.table(at)}
    values = []
    for key, known in outline.columns.items():
        if key in says:
            values.append(value_of(book, (*at, key), known.kind, says[key], ids))
            continue
        if known.given_in_rows:
            book.fault(at, f"{key} is missing")
        values.append(known.start)
    return tuple(values)


_SAID: Mapping[type, type] = {Bool: bool, Num: int, OneLine: str, OneWord: str, Row: str}
"""As what a file says a value of each kind."""


def value_of(
    book: RulesBook, at: At, kind: Kind, said: object, ids: Mapping[str, list[str]]
) -> Value:
    """A value as a file says it; where it does not fit, that is noted."""
    if isinstance(kind, Unclear):
        return None
    if type(said) is not _SAID.get(type(kind)):
        wants = {Bool: "true or false", Num: "a number", Row: "a row by its id"}
        book.fault(at, f"write {wants.get(type(kind), 'a text')} here")
        return None
    assert isinstance(said, bool | int | str)
    if isinstance(kind, Row):
        return _known(book, at, kind, said, ids)
    if why := _ill_said(kind, said):
        book.fault(at, why)
    return said


def _ill_said(kind: Kind, said: Any) -> str:
    """Why a value of the right type does not fit; empty if it does."""
    match kind:
        case Num(low=low, high=high):
            return "" if low <= said <= high else f"{said} is not from {low} to {high}"
        case OneLine(longest=longest):
            fits = 1 <= len(said) <= longest and said.isprintable()
            return "" if fits else f"write a text of 1 to {longest} characters"
        case OneWord(words=words):
            hint = meant(said, words) or f"; write {' or '.join(words)}"
            return "" if said in words else f"{said!r} is none of the words{hint}"
    return ""


def _known(
    book: RulesBook, at: At, kind: Row, said: object, ids: Mapping[str, list[str]]
) -> str | None:
    if said == "none" and kind.optional:
        return None
    rows = ids.get(kind.table, [])
    if said not in rows:
        hint = meant(str(said), rows) or f"; there is {', '.join(rows[:8])}"
        book.fault(at, f"{kind.table} have no row {said!r}{hint}")
    return str(said)


# --- Charts, decks and the map --------------------------------------------------------------------

_SPAN = re.compile(r"(-?\d+)(?:\.\.(-?\d+))?")


def read_charts(book: RulesBook) -> dict[str, Chart]:
    """The charts, each without gaps."""
    charts = {}
    for name in book.table(("charts",)):
        at = ("charts", name)
        if book.is_named(at, name):
            charts[name] = _chart(book, at, name) or Chart(name, 0, ())
    return charts


def _chart(book: RulesBook, at: At, name: str) -> Chart | None:
    spans = _spans(book, at)
    values: list[int | str] = []
    for low, high, key, value in spans or ():
        due = spans[0][0] + len(values) if spans else low
        if low != due:
            text = f"{due} is missing" if low > due else f"{low} stands twice"
            book.fault(at, f"{text}; a chart has no gaps")
            return None
        if high - low > MOST_ROWS or not _is_entry(book, (*at, key), value, values):
            return None
        values += [value] * (high - low + 1)
    return Chart(name, spans[0][0], tuple(values)) if spans else None


def _spans(book: RulesBook, at: At) -> list[tuple[int, int, str, Any]] | None:
    """The lines of a chart by their numbers; None where one is none, which is noted."""
    spans = []
    for key, value in book.table(at).items():
        match = _SPAN.fullmatch(key)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            book.fault((*at, key), f"{key!r} is no span; write 3 or 3..5")
            return None
        spans.append((int(match[1]), int(match[2] or match[1]), key, value))
    if not spans:
        book.fault(at, "a chart has at least one line")
    return sorted(spans, key=lambda span: span[0])


def _is_entry(book: RulesBook, at: At, value: object, before: list[int | str]) -> bool:
    """Whether something can stand in a chart, behind what stands there."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        book.fault(at, "a chart gives numbers or words")
        return False
    if before and type(value) is not type(before[0]):
        book.fault(at, "a chart gives numbers or words, not both")
        return False
    if isinstance(value, str) and not re.fullmatch(r"[a-z0-9][a-z0-9_]*", value):
        book.fault(at, f"{value!r} is no word; write small letters without spaces")
        return False
    return True


def read_decks(book: RulesBook, tables: Mapping[str, ClubTable]) -> dict[str, Deck]:
    """The decks."""
    decks: dict[str, Deck] = {}
    for name in book.table(("decks",)):
        at = ("decks", name)
        if not book.is_named(at, name, row=True):
            continue
        book.keys(at, ("of", "copies"), ("of",))
        of = book.text((*at, "of"))
        if of not in tables or of in _OWN:
            book.fault((*at, "of"), f"there is no table {of!r}{meant(of, tables)}")
            continue
        if any(deck.table == of for deck in decks.values()):
            book.fault((*at, "of"), f"a table fills one deck, and {of} fill one already")
            continue
        copies = dict.fromkeys(tables[of].rows, 1)
        for card in book.table((*at, "copies")):
            where = (*at, "copies", card)
            if card not in copies:
                book.fault(where, f"{of} have no row {card!r}{meant(card, copies)}")
            else:
                copies[card] = book.number(where, 0, 20, 1)
        decks[name] = Deck(of, copies)
    return decks


def read_map(book: RulesBook, tables: Mapping[str, ClubTable]) -> Map | None:
    """The map."""
    at = ("map",)
    if book.value(at) is None:
        return None
    book.keys(at, ("of", "links", "owner", "at"), ("of", "links"))
    of = book.text((*at, "of"))
    if of not in tables or of in ("campaign", "house"):
        book.fault((*at, "of"), f"there is no table {of!r}{meant(of, tables)}")
        return None
    owner = book.text((*at, "owner"))
    if owner and not isinstance(getattr(tables[of].columns.get(owner), "kind", None), Row):
        hint = meant(owner, tables[of].columns)
        book.fault((*at, "owner"), f"{owner!r} is no column of {of} that names a row{hint}")
        owner = ""
    return Map(of, _links(book, tables[of]), owner, _grid(book, tables[of]))


def _links(book: RulesBook, table: ClubTable) -> dict[str, tuple[str, ...]]:
    links: dict[str, list[str]] = {row: [] for row in table.rows}
    for number, said in enumerate(book.listed(("map", "links"))):
        for one, other in pairwise(_chain(book, ("map", "links", number), str(said), table)):
            if other not in links[one]:
                links[one].append(other)
                links[other].append(one)
    return {row: tuple(near) for row, near in links.items()}


def _chain(book: RulesBook, at: At, said: str, table: ClubTable) -> list[str]:
    """The places of a chain; none where one is unknown, which is noted."""
    chain = [part.strip() for part in said.split(" - ")]
    strange = [part for part in chain if part not in table.rows]
    for part in strange:
        book.fault(at, f"{said!r}: {table.name} have no row {part!r}{meant(part, table.rows)}")
    if not strange and len(chain) < 2:
        book.fault(at, f"{said!r}: write two or more places, as keep - moor")
    return [] if strange else chain


def _grid(book: RulesBook, table: ClubTable) -> dict[str, tuple[int, int]]:
    places = {}
    for row, said in book.table(("map", "at")).items():
        at = ("map", "at", row)
        if row not in table.rows:
            book.fault(at, f"{table.name} have no row {row!r}{meant(row, table.rows)}")
        elif not (isinstance(said, list) and len(said) == 2 and all(map(_is_step, said))):
            book.fault(at, "write two whole numbers from -50 to 50, as [0, 0]")
        else:
            places[row] = (said[0], said[1])
    return places


def _is_step(said: object) -> bool:
    return isinstance(said, int) and not isinstance(said, bool) and -50 <= said <= 50
