"""The tables that a sheet has in every game: who takes part, and the club's rulings. Pure."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.interview.positions import (
    CellFinding,
    GamePosition,
    PositionColumn,
    PositionRow,
    PositionTable,
    Reader,
    ReadPosition,
    at_cell,
    by_key,
    email,
    member_name,
    named,
    several,
    text,
    twice,
    word,
)
from campaign.kernel.members import HOST, Campaign, GameState, Role, member_ids
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from campaign.text.name_matching import KnownNames, apart, apart_number

# --- Who takes part -----------------------------------------------------------------------------

ROLES = {role: role for role in get_args(Role)}


def people(seat: Reader, *words: str) -> PositionTable:
    """The table of members: their names, what they play, their roles and addresses."""
    column = PositionColumn
    return PositionTable(
        "members",
        "Members",
        (
            column("name", ("name", "member", "player", "spieler"), member_name, True),
            column("plays", ("plays", "spielt", *words), several(seat)),
            column("roles", ("role", "roles", "rolle"), several(word(ROLES, "role"))),
            column("email", ("e-mail", "email", "mail", "address"), email),
        ),
    )


def with_ids(
    rows: Sequence[PositionRow], taken: Collection[str] = (HOST,)
) -> list[tuple[str, PositionRow]]:
    """The rows of members with their ids; the first who is a host runs a campaign that begins."""
    members = [row for row in rows if row.table == "members"]
    begins = set(taken) == {HOST}
    host = next((row for row in members if begins and HOST in row.values.get("roles", ())), None)
    others = [row for row in members if row is not host]
    ids = member_ids([row.values["name"] for row in others], taken)
    first = [] if host is None else [(HOST, host)]
    return [*first, *zip(ids, others, strict=True)]


def of_people(
    rows: Sequence[PositionRow], seat: Callable[[str], str] = str, *, alone: bool = True
) -> Iterator[CellFinding]:
    """Two of one name may be one person or two; a power has one player."""
    rows = [row for row in rows if row.table == "members"]
    for one in twice(rows, "members", "name"):
        text = f"{one.typed} stands here twice: one person? Write all they play in one row. "
        text += f"Two? Tell them apart, such as {one.typed} A and {one.typed} B"
        yield msgspec.structs.replace(one, how="ask", text=text)
    held: dict[str, str] = {}
    for row in rows:
        for power in row.values.get("plays", ()):
            if alone and power in held:
                text = f"{seat(power)} has a player already, {held[power]}"
                yield at_cell(row, "plays", text)
            held[power] = row.values["name"]


def members_sheet(system: AnySystem, state: GameState) -> GamePosition:
    """How a sheet of members is read who join a campaign that has begun."""
    campaign, seats = state.campaign, system.seats_of(state)
    table = people(named(KnownNames(seats.names, seats.also), seats.kind), "power", "side")
    taken = {one.name.casefold() for one in campaign.members.values()}
    called = system.view.names(state).seat

    def requested(rows: Sequence[PositionRow]) -> tuple[JsonObject, tuple[CellFinding, ...]]:
        known = (
            at_cell(row, "name", f"there is a {row.values['name']} already")
            for row in rows
            if row.values["name"].casefold() in taken
        )
        return {}, (*of_people(rows, called, alone=not seats.own), *known)

    return GamePosition(lambda: (table,), requested)


def enrolments(
    read: ReadPosition, campaign: Campaign, *, is_apart: bool = False
) -> Iterator[JsonObject]:
    """The commands that enrol everybody in a sheet of members, and hand them what they play.

    `is_apart` says that the record calls members by numbers.
    """
    known = (*campaign.members, *campaign.left)
    joining = with_ids(read.rows, known)
    if is_apart:
        first = max((1, *map(apart_number, known))) + 1
        rows = [row for _, row in joining]
        joining = [(apart(number)[0], row) for number, row in enumerate(rows, first)]
    for who, row in joining:
        enrolled = {"member": who, "name": row.values["name"]}
        roles = row.values.get("roles") or ("player",)
        address = {"email": row.values["email"]} if "email" in row.values else {}
        yield {"command": "EnrolMember", **enrolled, "roles": list(roles), **address}
        for power in row.values.get("plays", ()):
            yield {"command": "AssignPower", "power": power, "member": who}


# --- House rulings ------------------------------------------------------------------------------

LONGEST_CHOICE = 80


def rulings(questions: Mapping[str, str]) -> PositionTable:
    """The table of house rulings: each by its key or its question, and what was chosen.

    `questions` are those of the game, by their keys.
    """
    also = {question: key for key, question in questions.items()}
    known = KnownNames({key: key for key in questions}, also)
    column = PositionColumn
    return PositionTable(
        "rulings",
        "House rulings",
        (
            column("ruling", ("ruling", "house ruling", "hausregel"), named(known, "ruling"), True),
            column("choice", ("choice", "value", "wahl", "wert"), text(LONGEST_CHOICE), True),
        ),
    )


def chosen(rows: Sequence[PositionRow]) -> JsonObject:
    """What the club has ruled, by the rulings' keys."""
    return by_key(rows, "rulings", "ruling", "choice")


def of_rulings(
    rows: Sequence[PositionRow], resolve: Callable[[Mapping[str, Any]], object]
) -> Iterator[CellFinding]:
    """A ruling has one of its values, and stands once; `resolve` judges it as an opening does."""
    yield from twice(rows, "rulings", "ruling")
    for row in rows:
        if row.table == "rulings":
            judged = resolve({row.values["ruling"]: row.values["choice"]})
            if isinstance(judged, Refused):
                yield at_cell(row, "choice", judged.detail or judged.reason)
