"""A campaign by a club's own rules that is under way on paper: the tables of its rules, whose
columns a sheet may fill, and what does not fit together. Pure.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.interview import positions, shared_tables
from campaign.kernel.interview.positions import (
    CellFinding,
    CellRead,
    GamePosition,
    PositionColumn,
    PositionRow,
    PositionTable,
    Reader,
    at_cell,
    twice,
)
from campaign.kernel.members import is_name
from campaign.kernel.opening import POSITION, StatedPosition
from campaign.kit.calendar import read_turn, turn_id
from campaign.kit.language.kinds import Bool, ClubTable, Num, OneWord, Row, TableColumn
from campaign.kit.reading.book import ROW
from campaign.kit.reading.parts import ClubRules
from campaign.kit.state import Rows, as_typed, unfit
from campaign.text.cells import semicolons
from campaign.text.english import capital, counted, near
from campaign.text.json_values import JsonObject
from campaign.text.name_matching import KnownNames
from campaign.text.shapes import Reading
from events.base import Id, Line
from events.kit import PositionStated, StatedPile, Values

NEW = "+"
"""How the name of a row begins that the rules do not begin with."""
_OWN, _DECK = "own ", "deck "
"""What stands before the names of tables and decks, which a club may have called members."""
_WHICH = "which row"
"""The key of the column that names the rows; the club's own columns have no space in theirs."""
Resolve = Callable[[Mapping[str, Any]], object]
_YES = {
    word: "no" if word in ("no", "nein", "false") else "yes"
    for word in ("yes", "no", "ja", "nein", "true", "false", "x")
}


# --- What is stated, and whether the rules have a place for it ------------------------------------


class Position(StatedPosition, frozen=True, kw_only=True):
    """What the club says of its campaign; what it leaves out is as its rules begin with."""

    turn: Line
    phase: Line = ""
    tables: dict[Line, dict[Id, Values]] = msgspec.field(default_factory=dict)
    piles: dict[Line, StatedPile] = msgspec.field(default_factory=dict)


def stated(rules: ClubRules, content: object) -> PositionStated | Refused:
    """What a request states of a campaign that is under way."""
    reading = Reading()
    value = reading.read(content, Position)
    if reading.faults:
        return Refused(None, f"position: {reading.faults[0]}")
    try:
        fields = msgspec.structs.asdict(msgspec.convert(value, Position))
    except msgspec.ValidationError as error:
        return Refused(None, f"position: {error}")
    event = PositionStated(**{**fields, "phase": fields["phase"] or next(iter(rules.phases))})
    fault = next(faults(rules, event), None)
    return Refused(None, f"position: {fault}") if fault else event


def faults(rules: ClubRules, event: PositionStated) -> Iterator[str]:
    """What the rules have no place for, each with where it stands."""
    if event.turn not in map(turn_id, range(1, rules.last + 1)):
        yield f"turn: {event.turn!r} is not between {turn_id(1)} and {turn_id(rules.last)}"
    if event.phase not in rules.phases:
        yield f"phase: there is no {event.phase!r}{near(event.phase, rules.phases)}"
    tables = _with_new(rules, event)
    for name, rows in event.tables.items():
        if name in ("house", *set(event.tables).difference(rules.tables)):
            yield f"tables.{name}: there is no such table{near(name, rules.tables)}"
        elif name in ("seats", "sides") and set(rows) - set(rules.tables[name].rows):
            yield f"tables.{name}: the rules say which there are; others join afterwards"
        elif len(tables[name]) > max(rules.tables[name].at_most, len(rules.tables[name].rows)):
            yield f"tables.{name}: there may be {rules.tables[name].at_most}"
        else:
            found = (_of_row(rules.tables[name], row, rows[row], tables) for row in rows)
            yield from (f"tables.{name}.{fault}" for fault in chain.from_iterable(found))
    yield from _of_decks(rules, event)


def _of_decks(rules: ClubRules, event: PositionStated) -> Iterator[str]:
    for name, pile in event.piles.items():
        if name not in rules.decks:
            yield f"piles.{name}: there is no such deck{near(name, rules.decks)}"
        copies = rules.decks[name].copies if name in rules.decks else {}
        for card in {**pile.cards, **pile.discard}:
            if pile.cards.get(card, 0) + pile.discard.get(card, 0) > copies.get(card, 0):
                yield f"piles.{name}.{card}: there are {copies.get(card, 0)} of it"


def _with_new(rules: ClubRules, event: PositionStated) -> Mapping[str, Rows]:
    """The rows of every table, with those that were stated."""
    new = {name: dict.fromkeys(rows, ()) for name, rows in event.tables.items()}
    return {name: {**new.get(name, {}), **table.rows} for name, table in rules.tables.items()}


def _of_row(
    table: ClubTable, row: str, values: Values, tables: Mapping[str, Rows]
) -> Iterator[str]:
    is_new = row not in table.rows
    if is_new and (row == "none" or ROW.fullmatch(row) is None):
        yield f"{row}: is no name for a row"
    if is_new != ("name" in values):
        yield f"{row}: only a new row has a name, and every one does"
    for key, text in values.items():
        column = table.columns.get(key)
        why = unfit(column.kind, text, tables) if column else "there is no such column"
        if why:
            yield f"{row}.{key}: {why}"
    for key in filter(lambda key: key not in values, table.to_be_said if is_new else ()):
        yield f"{row}.{key}: say it of a new {table.one}"


# --- The tables of a sheet ------------------------------------------------------------------------


def game(rules: ClubRules, request: JsonObject, resolve: Resolve) -> GamePosition:
    """What may be stated by a club's rules. `request` names them, and `resolve` judges its switches
    as an opening does.
    """
    asked = partial(requested, rules, request, resolve)
    return GamePosition(cache(partial(_tables, rules)), asked, _example(rules))


def _tables(rules: ClubRules) -> tuple[PositionTable, ...]:
    """The tables of the rules first: a head that members have too is theirs."""
    seats = positions.named(_names(rules.seats), rules.seats.one)
    questions = {name: one.ask or name for name, one in rules.house.items()}
    own = (table for table in rules.tables.values() if not table.is_single)
    return (
        PositionTable("about", "About", (*_pairs(rules),), is_pairs=True),
        *(
            PositionTable(f"{_OWN}{one.name}", capital(one.title), (*_columns(one, rules),))
            for one in own
        ),
        *(_deck(rules, name) for name in rules.decks),
        shared_tables.people(seats, rules.seats.one.replace("_", " ")),
        shared_tables.rulings(questions),
    )


def _pairs(rules: ClubRules) -> Iterator[PositionColumn]:
    for column in list(rules.tables["campaign"].columns.values())[1:]:
        yield _column(column, rules)
    phases = KnownNames({key: phase.title for key, phase in rules.phases.items()})
    yield PositionColumn("phase", ("phase",), positions.named(phases, "phase"))
    words = ("turn",) if rules.turn == "turn" else (rules.turn, "turn")
    yield PositionColumn("turn", words, _turn(rules))


def _columns(table: ClubTable, rules: ClubRules) -> Iterator[PositionColumn]:
    one = table.one.replace("_", " ")
    yield PositionColumn(_WHICH, (one, table.one), _row(table), True)
    for column in list(table.columns.values())[1:]:
        yield _column(column, rules)


def _column(column: TableColumn, rules: ClubRules) -> PositionColumn:
    words = (column.name.replace("_", " "), column.name)
    return PositionColumn(column.name, words, _reader(column, rules))


def _deck(rules: ClubRules, name: str) -> PositionTable:
    """Which cards lie in a deck's pile, and which beside it."""
    table, copies = rules.tables[rules.decks[name].table], rules.decks[name].copies
    card = positions.named(_names(table), table.one)
    number = positions.number(max(copies.values(), default=0))
    columns = (
        PositionColumn(_WHICH, (table.one.replace("_", " "), table.one), card, True),
        PositionColumn("cards", (name.replace("_", " "), name), number, True),
        PositionColumn("discard", ("discarded", "discard"), number),
    )
    return PositionTable(f"{_DECK}{name}", f"The cards of {name.replace('_', ' ')}", columns)


def _names(table: ClubTable) -> KnownNames:
    return KnownNames({row: str(values[0]) for row, values in table.rows.items()})


def _turn(rules: ClubRules) -> Reader:
    def read(cell: str) -> CellRead:
        turn = read_turn(f"turn {cell.lower().removeprefix(rules.turn.lower()).strip()}")
        turn = turn or read_turn(cell)
        if turn and turn in map(turn_id, range(1, rules.last + 1)):
            return CellRead(turn)
        return CellRead(None, "wrong", f"{cell} is not a number from 1 to {rules.last}")

    return read


def _row(table: ClubTable) -> Reader:
    """Reads a row by its name, or a new one where the rules have room for more."""
    known = positions.named(_names(table), table.one.replace("_", " "))
    has_room = table.name not in ("sides", "seats") and len(table.rows) < table.at_most

    def read(cell: str) -> CellRead:
        name = cell.removeprefix(NEW).strip()
        if has_room and cell.startswith(NEW) and is_name(name):
            return CellRead(f"{NEW}{name}")
        found = known(cell)
        if not has_room or found.how != "ask" or not is_name(name):
            return found
        text = f"{found.text}; for a new {table.one} write {NEW}{name}"
        more = (f"{NEW}{name}", f"a new {table.one}, {name}")
        return msgspec.structs.replace(found, text=text, near=(*found.near, more))

    return read


def _reader(column: TableColumn, rules: ClubRules) -> Reader:
    """Reads the cells of a column by its kind; their values are as they are typed in rules."""
    kind = column.kind
    match kind:
        case Row(table=name):
            rows = _row(rules.tables[name])
            is_nobody = ("none", "-", "–") if kind.optional else ()
            return lambda cell: CellRead("none") if cell.lower() in is_nobody else rows(cell)
        case Bool():
            return positions.word(_YES, "answer")
        case OneWord(words=words):
            return positions.word(dict(zip(words, words, strict=True)), column.name)
    wanted = f"a number from {kind.low} to {kind.high}" if isinstance(kind, Num) else "such a text"

    def read(cell: str) -> CellRead:
        why = unfit(kind, cell, {})
        text = f"{cell} is not {wanted}" if isinstance(kind, Num) else f"{wanted}: {why}"
        return CellRead(None, "wrong", text) if why else CellRead(cell)

    return read


# --- What the rows say together -------------------------------------------------------------------


def requested(
    rules: ClubRules, request: JsonObject, resolve: Resolve, rows: Sequence[PositionRow]
) -> tuple[JsonObject, tuple[CellFinding, ...]]:
    """The request to take the campaign over, and what does not fit together."""
    about, values = positions.pairs(rows)
    own = [row for row in rows if row.table.startswith(_OWN)]
    new = _new(rules, own)
    tables: dict[str, dict[str, Values]] = {}
    for row in own:
        name, typed = row.table.removeprefix(_OWN), row.values[_WHICH]
        said = _values(rules.tables[name], row, new)
        tables.setdefault(name, {})[new.get((name, typed), typed)] = said
    shared = {key: values.pop(key) for key in rules.tables["campaign"].columns if key in values}
    if shared:
        tables["campaign"] = {"campaign": shared}
    position = {"turn": turn_id(1), **values, "tables": tables, "piles": _piles(rows)}
    findings = (
        *_without_turn(rules, about),
        *_of_rows(rules, rows),
        *(one for row in own for one in _of_own(rules, row, new)),
        *shared_tables.of_people(rows, lambda seat: _called(rules, "seats", seat)),
        *shared_tables.of_rulings(rows, resolve),
    )
    members = [_member(who, row) for who, row in shared_tables.with_ids(rows)]
    setup, rulings = {"members": members}, shared_tables.chosen(rows)
    extras = {**request["extras"], POSITION: position}
    return {**request, "setup": setup, "rulings": rulings, "extras": extras}, findings


NewRows = Mapping[tuple[str, str], str]
"""The ids of new rows by their tables, and as they stand in the sheet."""


def _new(rules: ClubRules, rows: Sequence[PositionRow]) -> NewRows:
    """New rows under the next free numbers, as an act of the rules adds them."""
    ids: dict[tuple[str, str], str] = {}
    for row in rows:
        table, typed = rules.tables[row.table.removeprefix(_OWN)], row.values[_WHICH]
        if typed.startswith(NEW) and (table.name, typed) not in ids:
            added = [row for (name, _), row in ids.items() if name == table.name]
            ids[table.name, typed] = table.fresh((*table.rows, *added))
    return ids


def _values(table: ClubTable, row: PositionRow, new: NewRows) -> Values:
    """What is said of a row, as it is typed in rules."""
    values = {}
    for key, text in row.values.items():
        if key != _WHICH:
            kind = table.columns[key].kind
            values[key] = new.get((kind.table, text), text) if isinstance(kind, Row) else text
    typed: str = row.values[_WHICH]
    return {**values, "name": typed.removeprefix(NEW)} if typed.startswith(NEW) else values


def _piles(rows: Sequence[PositionRow]) -> JsonObject:
    """The decks that were stated."""
    piles: JsonObject = {}
    for row in rows:
        if row.table.startswith(_DECK):
            pile = piles.setdefault(row.table.removeprefix(_DECK), {"cards": {}, "discard": {}})
            for key in pile:
                if row.values.get(key):
                    pile[key][row.values[_WHICH]] = row.values[key]
    return piles


def _member(member: str, row: PositionRow) -> JsonObject:
    roles = list(row.values.get("roles") or ("player",))
    plays = list(row.values.get("plays", ()))
    return {"member": member, "name": row.values["name"], "roles": roles, "powers": plays}


def _without_turn(rules: ClubRules, about: Mapping[str, PositionRow]) -> Iterator[CellFinding]:
    if "turn" not in about:
        text = f"say which {rules.turn} it is: a row with {rules.turn}, and beside it its number"
        yield CellFinding("A1", 1, rules.turn, "", "wrong", text)


def _of_rows(rules: ClubRules, rows: Sequence[PositionRow]) -> Iterator[CellFinding]:
    """A row stands in its table once, and of a card there are no more than the deck has."""
    names = {key: str(row[0]) for one in rules.tables.values() for key, row in one.rows.items()}
    for table in dict.fromkeys(row.table for row in rows):
        yield from twice(rows, table, _WHICH, lambda who: names.get(who, who))
    for row in rows:
        if row.table.startswith(_DECK):
            copies = rules.decks[row.table.removeprefix(_DECK)].copies.get(row.values[_WHICH], 0)
            if row.values["cards"] + row.values.get("discard", 0) > copies:
                yield at_cell(
                    row, "cards", f"there {'is' if copies == 1 else 'are'} {copies} of it"
                )


def _of_own(rules: ClubRules, row: PositionRow, new: NewRows) -> Iterator[CellFinding]:
    """What a row names is there; a new one says what each has to, and there is room for it."""
    table, typed = rules.tables[row.table.removeprefix(_OWN)], row.values[_WHICH]
    for key, column in table.columns.items():
        text, kind = str(row.values.get(key, "")), column.kind
        if isinstance(kind, Row) and text.startswith(NEW) and (kind.table, text) not in new:
            yield at_cell(row, key, f"{text} has no row of its own in this sheet")
    if typed.startswith(NEW):
        yield from _of_new(table, row, [who for name, who in new if name == table.name])


def _of_new(table: ClubTable, row: PositionRow, added: Sequence[str]) -> Iterator[CellFinding]:
    for key in table.to_be_said:
        if key not in row.values:
            yield at_cell(row, key, f"say the {key} of a new {table.one}")
    if len(table.rows) + added.index(row.values[_WHICH]) >= table.at_most:
        yield at_cell(row, _WHICH, f"there may be {counted(table.at_most, table.one)}")


# --- A sheet to begin with ------------------------------------------------------------------------


def _example(rules: ClubRules) -> str:
    """The tables as the rules begin with them, to be filled in."""
    seat, (first, *_) = rules.seats.one, rules.seats.rows
    blocks: list[list[tuple[str, ...]]] = [
        [(rules.turn, "1"), *_shared(rules)],
        [("name", seat), ("Anna", _called(rules, "seats", first))],
    ]
    own = [one for one in rules.tables.values() if not one.is_single and len(one.columns) > 1]
    blocks += [[_heads(table), *(_typed(rules, table, row) for row in table.rows)] for table in own]
    for name, deck in rules.decks.items():
        cards = ((_called(rules, deck.table, one), str(n), "0") for one, n in deck.copies.items())
        blocks.append([(rules.tables[deck.table].one, name, "discarded"), *cards])
    return "\n".join(semicolons(block) for block in blocks)


def _heads(table: ClubTable) -> tuple[str, ...]:
    return (table.one, *(name.replace("_", " ") for name in table.columns if name != "name"))


def _shared(rules: ClubRules) -> Iterator[tuple[str, str]]:
    """The phase, where there are several, and the columns of the campaign."""
    if len(rules.phases) > 1:
        yield "phase", next(iter(rules.phases.values())).title
    table = rules.tables["campaign"]
    columns = zip(table.columns, _typed(rules, table, "campaign"), strict=True)
    yield from ((key.replace("_", " "), text) for key, text in columns if key != "name")


def _typed(rules: ClubRules, table: ClubTable, row: str) -> tuple[str, ...]:
    """A row's name and its values as people write them."""
    kinds = [column.kind for column in table.columns.values()]
    return tuple(
        _called(rules, kind.table, str(value))
        if isinstance(kind, Row) and value is not None
        else as_typed(value)
        for kind, value in zip(kinds, table.rows[row], strict=True)
    )


def _called(rules: ClubRules, table: str, row: str) -> str:
    return str(rules.tables[table].rows[row][0])
