"""Reads the tables, charts, decks and the map of a club's file. Pure."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from campaign.kit.language import kinds
from campaign.kit.reading.book import KEYS, SEEN, FilePart
from campaign.text.english import listed

MOST_ROWS = 400
_LONGEST_CHAIN = 2_000
_NAME = kinds.TableColumn("name", kinds.OneLine(80), "")
Ids = Mapping[str, list[str]]
"""The rows of each table by their ids."""


class _Outline(NamedTuple):
    """A table before its rows are read."""

    name: str
    part: FilePart
    one: str
    columns: dict[str, kinds.TableColumn]
    rows: list[str]


def read_tables(file: FilePart) -> dict[str, kinds.ClubTable]:
    """Every table of the file. Columns are read before rows, which name rows of other tables."""
    outlines = {outline.name: outline for outline in _outlines(file)}
    ones = _ones(outlines)
    for outline in outlines.values():
        _columns(outline, ones, with_side="sides" in outlines)
    ids = {name: outline.rows for name, outline in outlines.items()}
    tables = {name: _rows(outline, ids) for name, outline in outlines.items()}
    if "seats" in tables:
        _check_enrol(file["seats"]["enrol"], tables["seats"])
    house = {"name": _NAME, **{one.name: one for one in _switches(file, ones)}}
    starts = tuple(one.start for one in house.values())
    tables["house"] = kinds.ClubTable("house", "", house, {"house": starts}, 1)
    return tables


def _check_enrol(part: FilePart, seats: kinds.ClubTable) -> None:
    """A seat that is added begins as its columns do; only its side is asked for."""
    without = [name for name in seats.to_be_said if name != "side"]
    if without and seats.at_most > len(seats.rows):
        wants = "give the type a start, or let an act set it"
        part.warn(f"a further seat begins without {listed(without)}; {wants}")


def _outlines(file: FilePart) -> Iterator[_Outline]:
    yield _Outline("campaign", file["campaign"], "", {}, ["campaign"])
    for name, one in (("sides", "side"), ("seats", "seat")):
        if file[name].value is not None:
            yield _Outline(name, file[name], file[name]["one"].text(one), {}, [])
    for part in file["things"].named():
        name = part.key
        if name in ("campaign", "house", "sides", "seats"):
            part.fault(f"{name!r} is a table already; use another name")
        else:
            yield _Outline(name, part, part["one"].text(name), {}, [])


def _ones(outlines: Mapping[str, _Outline]) -> dict[str, str]:
    """The tables by what a row of each is called."""
    ones: dict[str, str] = {}
    for outline in outlines.values():
        part, one = outline.part["one"], outline.one
        if one in ones:
            part.fault(f"{one!r} is a row of {ones[one]}")
        elif one and part.is_named(row=True, name=one):
            ones[one] = outline.name
    return ones


def _columns(outline: _Outline, ones: Mapping[str, str], *, with_side: bool) -> None:
    name, part, columns = outline.name, outline.part, outline.columns
    part.keys(*KEYS[name if name in ("campaign", "sides", "seats") else "things.NAME"])
    columns["name"] = _NAME
    if name == "seats" and with_side:
        columns["side"] = kinds.TableColumn("side", kinds.Row("sides"), given_in_rows=True)
    for place in part["columns"].named(alone=False):
        if place.key in columns:
            place.fault(f"every row has {place.key!r} already")
        else:
            columns[place.key] = _column(place, place.key, ones)
    if name != "campaign":
        outline.rows.extend(place.key for place in part["rows"].named(row=True))


def _column(part: FilePart, name: str, ones: Mapping[str, str]) -> kinds.TableColumn:
    """A column of a written type; where it is none, that is noted."""
    try:
        return kinds.column(name, part.text(), ones)
    except kinds.SyntaxFaultError as error:
        part.fault(str(error), error.name, error.known)
        return kinds.TableColumn(name, kinds.Unclear())


def _switches(file: FilePart, ones: Mapping[str, str]) -> Iterator[kinds.TableColumn]:
    """The switches that a club sets."""
    for part in file["house"].named(alone=False):
        part.keys(*KEYS["house.NAME"])
        read = _column(part["type"], part.key, ones)
        if isinstance(read.kind, kinds.Row | kinds.OneLine):
            part["type"].fault("a house rule is a number, yes or no, or a word")
        else:
            yield read._replace(ask=part["ask"].text())


# --- Rows -----------------------------------------------------------------------------------------


def _rows(outline: _Outline, ids: Ids) -> kinds.ClubTable:
    name, part = outline.name, outline.part
    for key, held in outline.columns.items():
        if isinstance(held.kind, kinds.Row) and held.start is not None:
            _known(part["columns"][key], held.kind, held.start, ids)
    starts = tuple(one.start for one in outline.columns.values())
    rows = dict.fromkeys(outline.rows, starts)
    for row in () if name == "campaign" else outline.rows[:MOST_ROWS]:
        rows[row] = _row(part["rows"][row], outline, ids)
    least = max(1, len(rows))
    most = part["enrol" if name == "seats" else "at_most"].number(least, MOST_ROWS, least)
    if len(rows) > MOST_ROWS:
        part["rows"].fault(f"a table has at most {MOST_ROWS} rows")
    title = part["title"].label(name.replace("_", " "))
    return kinds.ClubTable(name, outline.one, outline.columns, rows, most, title)


def _row(part: FilePart, outline: _Outline, ids: Ids) -> tuple[kinds.Value, ...]:
    if isinstance(part.value, str):
        says = {"name": part}
    else:
        part.keys(tuple(outline.columns))
        says = part.table()
    values = {key: known.start for key, known in outline.columns.items()}
    values["name"] = part.key.capitalize()
    for key, known in outline.columns.items():
        if key in says:
            values[key] = value_of(says[key], known.kind, ids)
        elif known.given_in_rows:
            part.fault(f"{key} is missing")
    return tuple(values.values())


_SAID: Mapping[type, tuple[type, str]] = {
    kinds.Bool: (bool, "true or false"),
    kinds.Num: (int, "a number"),
    kinds.Row: (str, "a row by its id"),
}
"""As what a file says a value of each kind, and what that is called; of any other it is a text."""


def value_of(part: FilePart, kind: kinds.Kind, ids: Ids) -> kinds.Value:
    """A value as a file says it; where it does not fit, that is noted."""
    said = part.value
    if isinstance(kind, kinds.Unclear):
        return None
    of, called = _SAID.get(type(kind), (str, "a text"))
    if type(said) is not of:
        part.fault(f"write {called} here")
        return None
    if of is int:
        said = part.number(-kinds.TOP, kinds.TOP, 0)
    if isinstance(kind, kinds.Row):
        return _known(part, kind, said, ids)
    if why := kinds.misfit(kind, said) or (
        "" if of is not str or SEEN(str(said)) else "it is blank"
    ):
        part.fault(f"{said!r} does not fit; {why}")
    assert isinstance(said, bool | int | str)
    return said


def _known(part: FilePart, kind: kinds.Row, said: object, ids: Ids) -> str | None:
    if said == "none" and kind.optional:
        return None
    rows = ids.get(kind.table, [])
    if said not in rows:
        instead = f"; there is {', '.join(rows[:8])}"
        part.fault(f"{kind.table} have no row {said!r}", str(said), rows, instead)
    return str(said)


# --- Charts, decks and the map --------------------------------------------------------------------

_SPAN = re.compile(r"(-?[0-9]{1,13})(?:\.\.(-?[0-9]{1,13}))?")


def read_charts(file: FilePart) -> dict[str, kinds.Chart]:
    """The charts, each without gaps."""
    return {part.key: _chart(part) for part in file["charts"].named()}


def _chart(part: FilePart) -> kinds.Chart:
    """A chart; without entries where it is none, which is noted."""
    none = kinds.Chart(part.key)
    spans: list[tuple[int, int, int | str]] = []
    for place in part.table().values():
        span = _span(place)
        if span is None or not _is_entry(place, spans[0][2] if spans else place.value):
            return none
        spans.append((*span, place.value))
    if not spans:
        part.fault("a chart has at least one line")
        return none
    spans.sort(key=lambda span: span[:2])
    for (_, end, _), (begin, _, _) in pairwise(spans):
        if begin != end + 1:
            wrong = f"{begin} stands twice" if begin <= end else f"{end + 1} is missing"
            part.fault(f"{wrong}; a chart has no gaps")
            return none
    lows, highs, values = zip(*spans, strict=True)
    return kinds.Chart(part.key, lows, values, highs[-1])


def _span(part: FilePart) -> tuple[int, int] | None:
    """The first and last number of a line of a chart; None where it has none, which is noted."""
    match = _SPAN.fullmatch(part.key)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
    if -kinds.TOP <= low <= high <= kinds.TOP:
        return low, high
    part.fault(f"{part.key!r} is no span; write 3 or 3..5")
    return None


def _is_entry(part: FilePart, other: object) -> bool:
    """Whether something can stand in a chart, beside what stands there."""
    value = part.value
    if type(value) not in (int, str):
        part.fault("a chart gives numbers or words")
    elif type(value) is not type(other):
        part.fault("a chart gives numbers or words, not both")
    elif isinstance(value, str) and not _is_word(value):
        part.fault(f"{value!r} is no word; write at most 60 letters and signs, without '")
    else:
        return isinstance(value, str) or value == part.number(-kinds.TOP, kinds.TOP, 0)
    return False


def _is_word(value: str) -> bool:
    """Whether an expression can name it between single quotes."""
    return value.isprintable() and "'" not in value and 0 < len(value.strip()) <= len(value) <= 60


def read_decks(file: FilePart, tables: Mapping[str, kinds.ClubTable]) -> dict[str, kinds.Deck]:
    """The decks."""
    decks: dict[str, kinds.Deck] = {}
    things = file["things"].table()
    own = {name: table for name, table in tables.items() if name in things}
    for part in file["decks"].named():
        part.keys(*KEYS["decks.NAME"])
        of = part["of"].row_of(own, "table of things")
        if of and any(deck.table == of for deck in decks.values()):
            part["of"].fault(f"a table fills one deck, and {of} fill one already")
            of = ""
        if not of:  # what is said of its cards elsewhere says nothing more
            decks[part.key] = kinds.Deck("", {})
            continue
        copies = dict.fromkeys(tables[of].rows, 1)
        for card, place in part["copies"].table().items():
            if card in copies:
                copies[card] = place.number(0, 20, 1)
            else:
                place.fault(f"{of} have no row {card!r}", card, copies)
        decks[part.key] = kinds.Deck(of, copies)
    return decks


def read_map(part: FilePart, tables: Mapping[str, kinds.ClubTable]) -> kinds.Map | None:
    """The map."""
    if part.value is None:
        return None
    part.keys(*KEYS["map"])
    of = part["of"].row_of(
        {name: one for name, one in tables.items() if not one.is_single}, "table"
    )
    if not of:
        return None
    table, owner = tables[of], part["owner"].text()
    if owner and not isinstance(getattr(table.columns.get(owner), "kind", None), kinds.Row):
        wrong = f"{owner!r} is no column of {of} that names a row"
        part["owner"].fault(wrong, owner, table.columns)
        owner = ""
    return kinds.Map(of, _links(part["links"], table), owner, _grid(part["at"], table))


def _links(part: FilePart, table: kinds.ClubTable) -> dict[str, tuple[str, ...]]:
    links: dict[str, list[str]] = {row: [] for row in table.rows}
    for place in part.listed():
        said = place.text(longest=_LONGEST_CHAIN)
        chain = [one.strip() for one in said.split(" - ")]
        strange = dict.fromkeys(one for one in chain if one not in table.rows)
        for one in strange:
            place.fault(f"{said!r}: {table.name} have no row {one!r}", one, table.rows)
        if not strange and len(chain) < 2:
            place.fault(f"{said!r}: write two or more places, as keep - moor")
        for one, other in pairwise([] if strange else chain):
            if one == other:
                place.fault(f"{said!r}: {one} is next to itself; write it once")
            elif other not in links[one]:
                links[one].append(other)
                links[other].append(one)
    return {row: tuple(near) for row, near in links.items()}


def _grid(part: FilePart, table: kinds.ClubTable) -> dict[str, tuple[int, int]]:
    places = {}
    for row, place in part.table().items():
        said = place.value
        if row not in table.rows:
            place.fault(f"{table.name} have no row {row!r}", row, table.rows)
        elif not (isinstance(said, list) and len(said) == 2 and all(map(_is_step, said))):
            place.fault("write two whole numbers from -50 to 50, as [0, 0]")
        else:
            places[row] = (said[0], said[1])
    return places


def _is_step(said: object) -> bool:
    return type(said) is int and -50 <= said <= 50
