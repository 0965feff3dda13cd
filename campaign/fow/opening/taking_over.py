"""FoW Campaign Types: the tables of a position on paper, and the request that they make. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from campaign.fow import csv_tables, names, rulings, state
from campaign.fow.forces.rosters import RANGES
from campaign.fow.missions.catalogue import missions
from campaign.fow.opening.axes import kit_axis
from campaign.fow.opening.set_ups import GAMES, MOST_POINTS
from campaign.kernel import members, opening
from campaign.kernel.interview import positions, shared_tables
from campaign.kernel.interview.positions import (
    CellFinding,
    CellRead,
    GamePosition,
    PositionRow,
    PositionTable,
    at_cell,
    twice,
)
from campaign.text.json_values import JsonObject
from campaign.text.name_matching import KnownNames
from events.fow.words import CompanyType, PlatoonClass

ANZIO = "anzio"
_ALSO = {"allied": state.ALLIES, "alliierte": state.ALLIES, "achse": state.AXIS}
_TYPES = {one: one for one in get_args(CompanyType)}
_CLASSES = {one: one for one in get_args(PlatoonClass)} | {"headquarters": "hq"}
_LINES = {ANZIO: "Anzio", state.LINKED: "Linked missions"}


@cache
def _sectors() -> KnownNames:
    return KnownNames({str(one.place): one.name for one in kit_axis(ANZIO).sector})


def sector(cell: str) -> CellRead:
    """Reads a sector by its number on the line, or by its name."""
    match = _sectors().read(cell)
    if cell.isdecimal() or match.how == "same":
        return positions.number(len(kit_axis(ANZIO).sector))(match.id or cell)
    read = positions.named(_sectors(), "sector")(cell)
    return CellRead(int(read.value) if read.value else None, read.how, read.text, read.near)


def _readers() -> dict[str, positions.Reader]:
    """How the cells of columns are read."""
    known = KnownNames({who: one.name for who, one in missions().items()})
    scenarios = {one: one for one in _LINES}
    return {
        "round": positions.number(names.MOST_ROUNDS),
        "points": positions.number(MOST_POINTS),
        "side": positions.named(KnownNames(state.SIDES, _ALSO), "side"),
        "line": positions.named(KnownNames(_LINES), "line"),
        "sector": sector,
        "mission": positions.named(known, "mission"),
        "name": positions.text(members.LONGEST_NAME),
        "points of a platoon": positions.number(RANGES["points"][-1]),
        "squads": positions.number(RANGES["squads"][-1]),
        "member": positions.member_name,
        **{
            what: positions.word(words, what)
            for what, words in (
                ("scenario that can be taken over", scenarios),
                ("type of company", _TYPES),
                ("class of platoon", _CLASSES),
            )
        },
    }


@cache
def _tables() -> tuple[PositionTable, ...]:
    readers = _readers()
    about, *others = positions.tables_of(csv_tables.rows("position_tables"), readers.__getitem__)
    people = shared_tables.people(readers["side"], "side", "seite")
    questions = {one.key: one.question for one in rulings.SWITCHES}
    return (about, people, *others, shared_tables.rulings(questions))


def requested(rows: Sequence[PositionRow]) -> tuple[JsonObject, tuple[CellFinding, ...]]:
    """FoW Campaign Types: the request to open the campaign, and what does not fit together."""
    about, values = positions.pairs(rows)
    lines = [row for row in rows if row.table == "lines"]
    findings = (
        *_of_round(about, values),
        *twice(rows, "lines", "line", lambda line: _LINES[line]),
        *shared_tables.of_people(rows, alone=False),
        *(one for row in rows for one in _of_player(row)),
        *(one for row in lines for one in _of_line(row, values)),
        *_of_forces(rows),
        *shared_tables.of_rulings(rows, rulings.resolve),
    )
    setup: JsonObject = {key: values[key] for key in ("games", "points") if key in values}
    setup["start"] = {row.values["line"]: _start(row) for row in lines}
    return {
        "scenario": values.get("scenario", ANZIO),
        "setup": {**setup, **_people(rows), **_forces(rows)},
        "rulings": shared_tables.chosen(rows),
        "extras": {opening.POSITION: {"turn": names.round_id(values.get("turn", 1))}},
    }, findings


def _of_round(about: Mapping[str, PositionRow], values: JsonObject) -> Iterator[CellFinding]:
    most = values.get("games", GAMES)
    if "turn" not in about:
        text = "say which round it is: a row with round, and beside it its number"
        yield CellFinding("A1", 1, "round", "", "wrong", text)
    elif not 1 <= values.get("turn", 1) <= most:
        yield at_cell(about["turn"], "turn", f"the campaign has rounds from 1 to {most}")


def _of_line(row: PositionRow, values: Mapping[str, Any]) -> Iterator[CellFinding]:
    """Ruling 15: a battle is fought between the objectives; linked missions have no sectors."""
    line, at = row.values["line"], row.values.get("sector")
    if line != values.get("scenario", ANZIO):
        yield at_cell(row, "line", f"this line is not in {_LINES[values.get('scenario', ANZIO)]}")
    elif line == state.LINKED:
        for key in ("sector", "mission", "attacker"):
            if key in row.values:
                text = "linked missions have no sectors and roll for the rest; leave it empty"
                yield at_cell(row, key, text)
    elif at == 0 or at in kit_axis(line).objective.values():
        yield at_cell(row, "sector", f"no battle is fought at place {at}; it is between the ends")


def _of_player(row: PositionRow) -> Iterator[CellFinding]:
    """Somebody plays for one side; addresses are told to the service."""
    if len(row.values.get("plays", ())) > 1:
        yield at_cell(row, "plays", "somebody plays for one side")
    if "email" in row.values:
        text = "addresses are not read here; each member says theirs under Me"
        yield at_cell(row, "email", text, how="read")


def _of_forces(rows: Sequence[PositionRow]) -> Iterator[CellFinding]:
    """FoW Choosing Your Force: a force has one side, type and player; a player one side."""
    first: dict[tuple[str, str], PositionRow] = {}
    players = {row.values["name"].casefold() for row in rows if row.table == "members"}
    for row in (one for one in rows if one.table == "forces"):
        for key in ("side", "type", "player"):
            value = row.values.get(key)
            same = first.setdefault((row.values["force"].casefold(), key), row) if value else row
            if value != same.values.get(key):
                text = f"{row.values['force']} has another {key} in row {same.number}"
                yield at_cell(row, key, text)
        if row.values.get("player", "").casefold() not in {"", *players}:
            yield at_cell(row, "player", f"{row.values['player']} is not among the members")


def _forces(rows: Sequence[PositionRow]) -> JsonObject:
    """Forces with their platoons, as a set-up has them."""
    players = {row.values["name"].casefold(): who for who, row in shared_tables.with_ids(rows)}
    of: dict[str, list[PositionRow]] = {}
    for row in rows:
        if row.table == "forces":
            of.setdefault(row.values["force"].casefold(), []).append(row)
    ids = members.member_ids([platoons[0].values["force"] for platoons in of.values()], ())
    forces = {who: _force(of_one, players) for who, of_one in zip(ids, of.values(), strict=True)}
    return {"forces": forces} if forces else {}


def _force(rows: Sequence[PositionRow], players: Mapping[str, str]) -> JsonObject:
    first = rows[0].values
    named = next((row.values["player"] for row in rows if "player" in row.values), "")
    ids = members.member_ids([row.values["platoon"] for row in rows], ())
    platoons = [{"id": who, **_platoon(row)} for who, row in zip(ids, rows, strict=True)]
    said = {"name": first["force"], "side": first["side"], "type": first["type"]}
    return {**said, "member": players.get(named.casefold(), ""), "platoons": platoons}


def _platoon(row: PositionRow) -> JsonObject:
    fields = {key: row.values[key] for key in ("class", "points", "squads") if key in row.values}
    return {"name": row.values["platoon"], **fields}


def _start(row: PositionRow) -> JsonObject:
    start = {key: row.values[key] for key in ("sector", "mission", "attacker") if key in row.values}
    points = {side: row.values[side] for side in state.SIDES if side in row.values}
    return {**start, "victory_points": points}


def _people(rows: Sequence[PositionRow]) -> JsonObject:
    """Who takes part; the first of a side speaks for it."""
    people: JsonObject = {"members": {}, "players": {}, "speakers": {}}
    for who, row in shared_tables.with_ids(rows):
        named: JsonObject = {"name": row.values["name"]}
        if roles := row.values.get("roles"):
            named["roles"] = list(roles)
        people["members"][who] = named
        for side in row.values.get("plays", ()):
            people["players"][who] = side
            people["speakers"].setdefault(side, who)
    return people


EXAMPLE = csv_tables.table("examples/position.csv")
TABLES = GamePosition(_tables, requested, EXAMPLE)
"""What a club may state of a campaign of Flames of War that is under way."""
