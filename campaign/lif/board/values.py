"""LiF 4.1: what leaders are worth: the usual convention, and the club's own table. Pure.

A value point is an ability usable at its leader's full range for the whole campaign. No rule reads
values; veto advice does.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from campaign.lif.abilities.catalogue import ability
from campaign.lif.board.cup import MOST_WORTH
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS, in_full
from campaign.lif.state import State, at_war
from campaign.text import csv_sheets
from campaign.text.csv_sheets import BadRow, JudgedSheet
from campaign.text.english import near
from events.lif.board import LeaderValue

WHOLE = 100
FULL, NEARBY, RESTRICTION = 100, 75, -50
"""What an ability is worth at range, beside its leader, and where it only restricts."""
_WIDE = frozenset({"range", "sea-box", "own-power"})


class Values(msgspec.Struct, frozen=True):
    """What every leader is worth, in value points."""

    all: Mapping[str, float]
    own: Mapping[tuple[str, str], float]
    """By leader and power, where a power has a value of its own."""
    recall: float = 0.0

    def to(self, leader: str, power: str) -> float:
        """What a leader is worth to a power."""
        return self.own.get((leader, power), self.all[leader])


# --- the convention -----------------------------------------------------------------------------


def usual(state: State, leader: str) -> float:
    """Half a point a star, and his abilities by their reach; half while his power is at peace.

    Nobody's leaders are worth nothing.
    """
    of = sides.allegiance(state, leader)
    if of.side is None:
        return 0.0
    counter = state.sheet[leader]
    total = counter.rank * WHOLE // 2
    for number in counter.abilities:
        if number in state.rulings.white:
            total += RESTRICTION
        else:
            reach = ability(number, state.campaign.rulebook).scope
            total += FULL if reach in _WIDE else NEARBY
    fights = any(at_war(state, of.power or counter.power, foe) for foe in POWERS)
    return max(0, total) / WHOLE / (1 if fights else 2)


def table_of(state: State, rows: Sequence[LeaderValue] | None = None) -> Values:
    """Every leader's value: the club's, or that of other rows; else the usual one."""
    used = state.values if rows is None else rows
    everybody = {row.leader: row.value / WHOLE for row in used if row.power is None}
    return Values(
        {who: everybody[who] if who in everybody else usual(state, who) for who in state.sheet},
        {(row.leader, row.power): row.value / WHOLE for row in used if row.power is not None},
        state.recall / WHOLE,
    )


# --- as a sheet ---------------------------------------------------------------------------------

Rows = tuple[LeaderValue, ...]


def read_values(state: State, text: str) -> JudgedSheet[Rows]:
    """A sheet `leader,value`, with a column for any power: the values of each line, and its faults.

    A blank cell of a power means the value of the row, a blank value the usual one.
    """
    head = text.removeprefix("\ufeff").split("\n", 1)[0].replace(";", ",").replace("\t", ",")
    names = [name.strip().lower() for name in head.split(",")]
    columns = ("leader", "value", *(name for name in names if in_full(name) in POWERS))
    return csv_sheets.read(text, columns, partial(_judged, state, {}), "values")


def _judged(
    state: State, first: dict[str, int], line: int, cells: Mapping[str, str]
) -> Iterator[Rows | BadRow]:
    """The values of a row, and its faults; `first` has the line of each leader so far."""
    names = {counter.name.lower(): who for who, counter in state.sheet.items()}
    typed = cells["leader"].lower()
    who = names.get(typed, typed)
    if first.setdefault(who, line) != line:
        yield BadRow(line, "leader", f"{who} is on line {first[who]} already")
    if who not in state.sheet:
        reason = f"there is no leader {cells['leader']!r}{near(who, state.sheet)}"
        yield BadRow(line, "leader", reason)
    values = []
    for column, cell in cells.items():
        power: Any = None if column == "value" else in_full(column)
        if column == "leader" or not cell:
            continue
        if (value := hundredths(cell, MOST_WORTH)) is None:
            reason = f"must be a number from 0 to {MOST_WORTH // WHOLE}, not {cell!r}"
            yield BadRow(line, column, reason)
        else:
            values.append(LeaderValue(who, value, power))
    yield tuple(values)


def hundredths(typed: str, most: int) -> int | None:
    """A number in whole hundredths; None where it is none, or over the most that it may be.

    It is written in plain digits, with at most two behind its point or comma.
    """
    whole, _, part = typed.replace(",", ".").partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal() and len(whole) < 4 and len(part) < 3):
        return None
    value = int(whole or "0") * WHOLE + int(part.ljust(2, "0"))
    return value if value <= most else None


def written(state: State) -> str:
    """The table in force as a sheet."""
    table = table_of(state)
    powers = [power for power in POWERS if any(power == of for _, of in table.own)]
    rows = (
        (who, _figure(value), *(_figure(table.own.get((who, power))) for power in powers))
        for who, value in table.all.items()
    )
    return csv_sheets.written(("leader", "value", *powers), rows)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{round(value, 2):g}"
