"""LiF 4: the tables of a position on paper, and the request that they make. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.kernel.interview import positions, shared_tables
from campaign.kernel.interview.positions import CellFinding, CellRead, PositionRow, at_cell, twice
from campaign.kernel.opening import POSITION
from campaign.lif import calendar, names, rulings
from campaign.lif.force_pools.kit import MODULES
from campaign.lif.force_pools.kit import kit as counters_kit
from campaign.lif.parameters import place_of
from campaign.lif.politics.sides import minors
from campaign.lif.roster import ALSO_CALLED, POWER_CODES, POWER_NAMES, POWERS, kit, rows, table
from campaign.lif.rulings import LIF_1998, RULEBOOKS
from campaign.lif.scenarios import catalogue, stated_counters
from campaign.lif.scenarios.position import StatedLeader, leader_fault, turn_fault
from campaign.text.json_values import JsonObject
from campaign.text.name_matching import KnownNames, folded
from events.lif.on_map import Place

# --- How the cells of a war are read ------------------------------------------------------------


@cache
def _words(what: str) -> dict[str, str]:
    """The words, English and German, in which people write one kind of thing: a leader's state."""
    return {row["word"]: row["means"] for row in rows("position_words") if row["list"] == what}


SPAIN, NEUTRAL = "spain", "neutral"
_CENTURY = 1900
_MOST_TURNS = 99
_MOST_CHITS = 99


def turn(cell: str) -> CellRead:
    """Reads a turn: `1941-JF`, `Jan/Feb 41`, or its number, which is counted from the first."""
    if cell.isdecimal() and int(cell) <= _MOST_TURNS:
        return CellRead(int(cell))
    if parsed := calendar.parse(cell.replace(" ", "-")):
        return CellRead(parsed)
    months = {_month(word) for word in re.findall(r"[^\W\d_]+", cell.lower())} - {""}
    years = re.findall(r"\d+", cell)
    if len(months) == len(years) == 1:
        year = int(years[0]) + (0 if len(years[0]) > 2 else _CENTURY)
        if calendar.is_turn(text := f"{year}-{months.pop()}"):
            return CellRead(text, "read", f"{cell} is read as {text}")
    return CellRead(None, "wrong", f"{cell} is no turn; write it as 1941-JF, or count it: 12")


def _month(word: str) -> str:
    """The two months of a turn by one of their names or by their code; empty for another word."""
    return word.upper() if word.upper() in calendar.MONTHS else _words("month").get(word[:3], "")


def place(cell: str) -> CellRead:
    """Reads a place on the map."""
    text = place_of(cell.replace(" ", "") if ":" not in cell else cell)
    try:
        return CellRead(msgspec.convert(text, Place))
    except msgspec.ValidationError:
        right = "write W2214, sea:north-sea/3 or dot:canada"
        return CellRead(None, "wrong", f"{cell} is no place; {right}")


def _readers() -> dict[str, positions.Reader]:
    """How the cells of columns are read that hold names or numbers."""
    codes = {code: power for power, code in POWER_CODES.items()}
    also = {**ALSO_CALLED, **codes, **_words("country")}
    countries = {who: names.country(who) for who in (*POWERS, *minors())}
    leaders = {who: one.name for who, one in kit().items()}
    sides = {**POWER_NAMES, NEUTRAL: NEUTRAL}
    listed = (
        ("scenario", catalogue.scenarios()),
        ("rulebook", RULEBOOKS),
        ("part of the kit", catalogue.MODULES),
    )
    return {
        "turn": turn,
        "place": place,
        "points": positions.number(999),
        "number": positions.number(_MOST_CHITS),
        "power": positions.named(KnownNames(POWER_NAMES, also), "major power"),
        "side of Franco": _side_of_franco(KnownNames(sides, also | _words("Franco"))),
        "country": positions.named(KnownNames(countries, also), "country"),
        "leader": positions.named(KnownNames(leaders), "leader"),
        "guards": _counters("Guards Banner army", is_guards=True),
        "counters": _counters("counter of the kit", is_guards=False),
        **{what: positions.word({one: one for one in words}, what) for what, words in listed},
    }


def _side_of_franco(sides: KnownNames) -> positions.Reader:
    """Reads a power; Franco himself is none, and only by chance a letter away from France."""
    read = positions.named(sides, "power")

    def asked(cell: str) -> CellRead:
        near = (("france", sides.title("france")), (NEUTRAL, NEUTRAL))
        text = f"{cell} is no power; write whose side Spain is on, or {NEUTRAL}"
        return CellRead(None, "ask", text, near) if folded(cell) == "franco" else read(cell)

    return asked


def _counters(what: str, *, is_guards: bool) -> positions.Reader:
    kits = counters_kit().items()
    rows = {who: row.name or who for who, row in kits if row.guards_banner == is_guards}
    return positions.named(KnownNames(rows, _words("guards")), what)


@cache
def _tables() -> tuple[positions.PositionTable, ...]:
    readers = _readers()

    def reader(what: str) -> positions.Reader:
        return readers.get(what) or positions.word(_words(what), what)

    about, points, *others = positions.tables_of(rows("position_tables"), reader)
    others.insert(0, replace(points, across="power"))
    people = shared_tables.people(readers["power"], "powers", "power", "side", "macht")
    questions = {one.key: one.question for one in rulings.switches(LIF_1998)}
    return (about, people, *others, shared_tables.rulings(questions))


# --- What the rows make together ----------------------------------------------------------------


def requested(rows: Sequence[PositionRow]) -> tuple[JsonObject, tuple[CellFinding, ...]]:
    """LiF 4: the request to open the campaign, and what does not fit together in its rows."""
    about, values = positions.pairs(rows)
    findings = (*_of_turns(about, values), *_of_rows(rows, values))
    members = [_member(who, row) for who, row in shared_tables.with_ids(rows)]
    turns: JsonObject = {key: values[key] for key in ("first_turn", "last_turn") if key in values}
    return {
        "scenario": "global-war",
        **{key: values[key] for key in ("scenario", "rulebook") if key in values},
        **({**turns, "scenario": catalogue.CUSTOM} if len(turns) == 2 else {}),
        "modules": dict.fromkeys(values.get("without", ()), False),
        "rulings": shared_tables.chosen(rows),
        "setup": {"members": members, "us_entry": _entry(rows)},
        "extras": {POSITION: _position(rows, values)},
    }, findings


def _position(rows: Sequence[PositionRow], values: JsonObject) -> JsonObject:
    """What is said of the turn itself, as `position.Position` has it."""
    position: JsonObject = {
        "turn": values.get("turn", ""),
        "veto_points": positions.by_key(rows, "points", "power", "points"),
        "leaders": {row.values["leader"]: _leader(row) for row in _of("leaders", rows)},
        "reserves": positions.by_key(rows, "reserves", "power", "marks"),
        **_countries(_of("countries", rows), values.get("franco", "")),
        "counters": {row.values["counter"]: _counter(row) for row in _counter_rows(rows)},
    }
    if wars := [sides for row in _of("wars", rows) for sides in _wars(row)]:
        position["wars"] = wars
    return {**position, "vichy": values["vichy"]} if "vichy" in values else position


def _of(table: str, rows: Sequence[PositionRow]) -> list[PositionRow]:
    return [row for row in rows if row.table == table]


def _counter_rows(rows: Sequence[PositionRow]) -> list[PositionRow]:
    return [*_of("guards", rows), *_of("counters", rows)]


def _counter(row: PositionRow) -> JsonObject:
    """A counter as `position.Position` has it."""
    fields = {"place": row.values["state"], "face_up": row.values.get("face") != "down"}
    return fields | {key: row.values[key] for key in ("where", "due", "power") if key in row.values}


def _entry(rows: Sequence[PositionRow]) -> JsonObject:
    """LiF 5.3: chits by their pools, and the options and actions that were taken."""
    chits = positions.by_key(rows, "pools", "pool", "chits")
    entry: JsonObject = {"chits": chits, "options": [], "actions": []}
    for row in rows:
        if row.table == "entry":
            taken = {key: row.values[key] for key in ("number", "target") if key in row.values}
            entry[f"{row.values['kind']}s"].append(taken)
    return entry


def _of_turns(about: Mapping[str, PositionRow], values: JsonObject) -> Iterator[CellFinding]:
    """The turn that is taken over: counted from the first where its number was written."""
    for key in ("first_turn", "last_turn"):
        if isinstance(values.get(key), int):
            yield at_cell(about[key], key, "write this turn as 1939-SO")
            del values[key]
    ends = [key for key in ("first_turn", "last_turn") if key in values]
    scenario = catalogue.scenarios()[values.get("scenario", "global-war")]
    first = values.get("first_turn", scenario.first_turn)
    last = values.get("last_turn", scenario.last_turn)
    if len(ends) == 1:
        yield at_cell(about[ends[0]], ends[0], "write both first and last turn, or neither")
    elif "turn" not in about:
        text = "say which turn it is: a row with turn, and beside it 1941-JF or its number"
        yield CellFinding("A1", 1, "turn", "", "wrong", text)
    elif "turn" in values:
        yield from _of_turn(about["turn"], values, first, last)


def _of_turn(
    row: PositionRow, values: JsonObject, first: str | None, last: str | None
) -> Iterator[CellFinding]:
    if not (first and last):
        yield at_cell(row, "turn", "write the first turn and the last turn as well")
        return
    if isinstance(values["turn"], int):
        values["turn"] = calendar.named(calendar.ordinal(first) + values["turn"] - 1)
    if text := turn_fault(values["turn"], first, last):
        yield at_cell(row, "turn", text)


def _of_rows(rows: Sequence[PositionRow], values: Mapping[str, Any]) -> Iterator[CellFinding]:
    """What stands twice, and what does not fit in a row."""
    yield from twice(rows, "leaders", "leader", lambda who: kit()[who].name)
    for part, key in (("points", "power"), ("countries", "country"), ("reserves", "power")):
        yield from twice(rows, part, key, names.country)
    yield from twice(rows, "pools", "pool")
    for part in ("guards", "counters"):
        yield from twice(rows, part, "counter")
    yield from shared_tables.of_people(rows, names.country)
    rulebook = values.get("rulebook", LIF_1998)
    yield from shared_tables.of_rulings(rows, lambda said: rulings.resolve(said, rulebook))
    for row in rows:
        if row.table == "leaders":
            yield from _of_leader(row, values.get("turn", ""))
        elif row.table == "countries":
            yield from _of_country(row)
            if row.values["country"] == SPAIN and "franco" in values:
                yield at_cell(row, "country", "Spain is said beside Franco already; leave one row")
    yield from _of_wars(_of("wars", rows))
    yield from _of_counter_rows(rows, values)


def _of_leader(row: PositionRow, turn: str) -> Iterator[CellFinding]:
    back = row.values.get("back", "")
    if isinstance(back, int):
        yield at_cell(row, "back", f"{back} is no turn; write it as 1941-MJ")
    elif wrong := leader_fault(msgspec.convert(_leader(row), StatedLeader), turn):
        yield at_cell(row, *wrong)


def _of_counter_rows(
    rows: Sequence[PositionRow], values: Mapping[str, Any]
) -> Iterator[CellFinding]:
    """LiF 5: what does not fit in the rows of counters, with the rulings of the same sheet."""
    playing = _playing(rows, values)
    for row in _counter_rows(rows):
        if isinstance(row.values.get("due"), int):
            yield at_cell(row, "due", f"{row.values['due']} is no turn; write it as 1941-MJ")
            continue
        said = msgspec.convert(_counter(row), stated_counters.CounterSaid)
        if wrong := stated_counters.fault(row.values["counter"], said, playing):
            yield at_cell(row, *wrong)


def _playing(rows: Sequence[PositionRow], values: Mapping[str, Any]) -> stated_counters.Playing:
    """What of the sheet decides where its counters may be."""
    rulebook = values.get("rulebook", LIF_1998)
    ruled = rulings.resolve(shared_tables.chosen(rows), rulebook)
    ruled = {} if isinstance(ruled, Refused) else ruled
    left = {*values.get("without", ()), *(() if rulebook == LIF_1998 else (MODULES["5.3"],))}
    taken = (row.values for row in _of("entry", rows))
    return stated_counters.Playing(
        turn=values.get("turn", ""),
        rulebook=rulebook,
        modules=[name for name in catalogue.MODULES if name not in left],
        actions={one["number"] for one in taken if one["kind"] == "action"},
        replaced_guards=str(ruled.get("replaced_guards", "")),
    )


def _of_wars(rows: Sequence[PositionRow]) -> Iterator[CellFinding]:
    seen: dict[frozenset[str], str] = {}
    for row in rows:
        if row.values["side"] in row.values["against"]:
            yield at_cell(row, "against", "nobody is at war with themselves")
        for sides in _wars(row):
            if first := seen.get(frozenset(sides)):
                yield at_cell(row, "against", f"this war stands at {first} already")
            seen[frozenset(sides)] = row.at["against"]


def _of_country(row: PositionRow) -> Iterator[CellFinding]:
    state, by = row.values["state"], row.values.get("by")
    if row.values["country"] in POWERS:
        if state in ("neutral", "aligned"):
            text = "a major power is free, or incompletely or completely conquered"
            yield at_cell(row, "state", text)
        return
    linked = {"aligned": "aligned with", "conquered": "conquered by", "complete": "conquered by"}
    if state in linked and not by:
        yield at_cell(row, "by", f"name the power that it is {linked[state]}")
    elif state not in linked and by:
        yield at_cell(row, "by", f"a country that is {state} has no power here; leave it empty")


def _leader(row: PositionRow) -> JsonObject:
    said: JsonObject = {"status": row.values["state"]}
    if "where" in row.values:
        said["where"] = row.values["where"]
    if row.values.get("face") == "down":
        said["face_up"] = False
    return {**said, "back": row.values["back"]} if "back" in row.values else said


def _wars(row: PositionRow) -> list[tuple[str, str]]:
    return [(row.values["side"], other) for other in row.values["against"]]


def _countries(rows: Sequence[PositionRow], franco: str) -> JsonObject:
    """Major powers by how far they are conquered, minor countries by their status.

    LiF 4.1: Franco is on nobody's side while Spain is neutral, else with the power it aligned with.
    """
    conquest: dict[str, str] = {}
    of_minors: JsonObject = {}
    if franco:
        side = {"status": "aligned", "power": franco}
        of_minors[SPAIN] = {"status": NEUTRAL} if franco == NEUTRAL else side
    for row in rows:
        who, state = row.values["country"], row.values["state"]
        if who in POWERS:
            conquest[who] = "complete" if state == "conquered" else state
        elif state in ("free", "neutral"):
            of_minors[who] = {"status": NEUTRAL}
        else:
            status = "aligned" if state == "aligned" else "conquered"
            of_minors[who] = {"status": status, "power": row.values.get("by")}
    return {"conquest": conquest, "minors": of_minors}


def _member(who: str, row: PositionRow) -> JsonObject:
    """A member as a set-up has them."""
    return {
        "member": who,
        "name": row.values["name"],
        "roles": list(row.values.get("roles", ())) or ["player"],
        "powers": list(row.values.get("plays", ())),
        "email": row.values.get("email", ""),
    }


EXAMPLE = table("examples/position.csv")
TABLES = positions.GamePosition(_tables, requested, EXAMPLE)
"""What a club may state of a war that is under way."""
