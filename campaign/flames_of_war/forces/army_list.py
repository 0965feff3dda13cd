"""FoW Choosing Your Force: a club's own army list, and what of a force it does not allow. Pure.

A platoon of a force belongs to the row that its name names, or else its id: `2nd Rifle Platoon`,
`rifle-platoon-2` and `rifle-1` are of `Rifle Platoon`. An empty number bounds nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

import msgspec

from campaign.flames_of_war.forces.commands import LONGEST
from campaign.flames_of_war.state import Force
from campaign.text import csv_sheets
from campaign.text.csv_sheets import BadRow, is_number
from campaign.text.english import listed
from campaign.text.suggest import near, unfit
from events.fow.forces import ListRow, Platoon
from events.fow.words import CompanyType, PlatoonClass

COLUMNS = ("company", "type", "platoon", "class", "min", "max", "points_min", "points_max")
_NAMES = ("company", "platoon")
_RANGES = {
    "min": range(1_000),
    "max": range(1, 1_000),
    "points_min": range(10_000),
    "points_max": range(10_000),
}
_WORDS: dict[str, tuple[str, ...]] = {
    "type": get_args(CompanyType),
    "class": get_args(PlatoonClass),
}
_COUNTED = re.compile(r"^\d+(?:st|nd|rd|th) | \d+$")
_PLATOON = " platoon"
_SIGNS = re.compile(r"[^0-9a-z]+")


class ArmyList(msgspec.Struct, frozen=True):
    """What a sheet holds: its rows in their order, and every fault."""

    rows: tuple[ListRow, ...]
    bad: tuple[BadRow, ...] = ()

    @property
    def companies(self) -> int:
        """How many companies it lists."""
        return len({_known(row.company) for row in self.rows})


def template() -> str:
    """An empty list: the headers alone."""
    return csv_sheets.written(COLUMNS, ())


def written(rows: Iterable[ListRow]) -> str:
    """A list as a sheet."""
    return csv_sheets.written(
        COLUMNS,
        (
            (
                row.company,
                row.type,
                row.platoon,
                row.unit_class,
                *(str(number or "") for number in (row.least, row.most)),
                *(str(number or "") for number in (row.points_min, row.points_max)),
            )
            for row in rows
        ),
    )


# --- reading ------------------------------------------------------------------------------------


def read(text: str) -> ArmyList:
    """The rows of a list, with every fault of every row."""
    rows: list[ListRow] = []
    bad: list[BadRow] = []
    first: dict[tuple[str, str], int] = {}
    for found in csv_sheets.rows(text, COLUMNS):
        if isinstance(found, BadRow):
            bad.append(found)
            continue
        line, row = found
        key = (_known(row["company"]), _known(row["platoon"]))
        if all(key) and first.setdefault(key, line) != line:
            bad.append(BadRow(line, "platoon", f"is on line {first[key]} already"))
        faults = [BadRow(line, column, text) for column, text in _faults(row)]
        bad += faults
        if not faults:
            rows.append(_row(row))
    if not rows and not bad:
        bad.append(BadRow(1, "", "there are no platoons below the headers"))
    return ArmyList(() if bad else tuple(rows), tuple(bad))


def _faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    for column in _NAMES:
        if not row[column]:
            yield column, f"is empty; write the {column} as your rosters name it"
        elif len(row[column]) > LONGEST or not row[column].isprintable():
            yield column, f"takes one line of up to {LONGEST} characters"
    for column, words in _WORDS.items():
        if row[column].lower() not in words:
            hint = near(row[column], words)
            yield column, f"{unfit(row[column], listed(words, 'or'))}{hint}"
    wrong = False
    for column, allowed in _RANGES.items():
        if row[column] and not is_number(row[column], allowed):
            wrong = True
            right = f"a whole number from {allowed[0]} to {allowed[-1]}, or nothing"
            yield column, unfit(row[column], right)
    for least, most in () if wrong else (("min", "max"), ("points_min", "points_max")):
        if row[most] and int(row[most]) < int(row[least] or 0):
            yield most, f"is {row[most]}, less than the {row[least]} of {least}"


def _row(row: dict[str, str]) -> ListRow:
    words = {column: row[column].lower() for column in _WORDS}
    numbers = {column: int(row[column] or 0) for column in _RANGES}
    return msgspec.convert({**row, **words, **numbers}, ListRow)


# --- checking -----------------------------------------------------------------------------------


def covers(force: Force, rows: Sequence[ListRow]) -> tuple[ListRow, ...]:
    """The rows of a force's company; none where the list has nothing on it."""
    return tuple(row for row in rows if _known(row.company) == _known(force.company))


def against(force: Force, rows: Sequence[ListRow]) -> Iterator[str]:
    """FoW ruling 67: what the rows of its company do not allow in a force."""
    types = {row.type for row in rows}
    if force.company_type not in types:
        yield f"{force.company} is {listed(sorted(types), 'or')}, not {force.company_type}"
    has: Counter[str] = Counter()
    for platoon in force.platoons.values():
        row = _row_of(platoon, rows)
        if row is None:
            names = [row.platoon for row in rows if row.unit_class == platoon.unit_class]
            there = f"; it has {listed(names)}" if names else ""
            called = platoon.name or platoon.id
            yield f"the list has no {platoon.unit_class} platoon like {called}{there}"
            continue
        has[row.platoon] += 1
        if platoon.points < row.points_min:
            yield f"{platoon.id} costs {platoon.points}, and {row.points_min} at least"
        if row.points_max and platoon.points > row.points_max:
            yield f"{platoon.id} costs {platoon.points}, and {row.points_max} at most"
    for row in rows:
        if has[row.platoon] < row.least * force.companies:
            yield f"{row.platoon}: {has[row.platoon]} of at least {row.least * force.companies}"
        if row.most and has[row.platoon] > row.most * force.companies:
            yield f"{row.platoon}: {has[row.platoon]} of at most {row.most * force.companies}"


def _row_of(platoon: Platoon, rows: Sequence[ListRow]) -> ListRow | None:
    """The row that a platoon is of, by its name, otherwise by its id."""
    for called in (platoon.name, platoon.id):
        for row in rows:
            same = _known(called) == _known(row.platoon)
            same = same or _uncounted(called) == _uncounted(row.platoon)
            if called and same and row.unit_class == platoon.unit_class:
                return row
    return None


def _known(name: str) -> str:
    """A name without its signs and capitals."""
    return _SIGNS.sub(" ", name.lower()).strip()


def _uncounted(name: str) -> str:
    """The same without a platoon's own number."""
    return _COUNTED.sub("", _known(name)).removesuffix(_PLATOON)
