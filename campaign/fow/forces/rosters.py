"""FoW Choosing Your Force: a force's roster and a club's army list, as CSV. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, get_args

import msgspec

from campaign.fow.forces.commands import LONGEST, MOST
from campaign.fow.state import Force
from campaign.kernel.decisions import Refused, bad_field
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.english import listed, near, unfit
from events.base import Slug
from events.fow.forces import ListRow, Platoon
from events.fow.words import CompanyType, Motivation, PlatoonClass, Skill

# --- roster -------------------------------------------------------------------------------------
# FoW Choosing Your Force: a roster: the platoons of a force, as CSV or as a command has them.
#
# All rows are checked before any is taken. Each fault names its line, its column and what would be
# right.

NEEDED = ("id", "name", "class", "points")
_FLAGS = ("recce", "transport", "allied")
ROSTER_COLUMNS = (*NEEDED, "squads", *_FLAGS, "infantry_teams", "skill", "motivation")
NEWER = (*ROSTER_COLUMNS[len(NEEDED) :], "company")
"""Columns that a sheet may leave out."""
ID = re.compile(get_args(Slug)[1].pattern)
RANGES = {"points": range(10_000), "squads": range(100), "infantry_teams": range(1_000)}
WORDS: dict[str, tuple[str, ...]] = {
    "class": get_args(PlatoonClass),
    "skill": get_args(Skill),
    "motivation": get_args(Motivation),
}
_TICKS = {**YES, "": False, "x": True}


T = TypeVar("T")
Numbered = Sequence[tuple[int, dict[str, str]]]
"""Rows with their lines."""


class Sheet(msgspec.Struct, Generic[T], frozen=True):
    """What a sheet holds: its rows in their order, and every fault."""

    rows: tuple[T, ...]
    bad: tuple[BadRow, ...] = ()


def _sheet(
    text: str,
    columns: Sequence[str],
    newer: Sequence[str],
    faults: Callable[[Numbered], Iterator[BadRow]],
    made: Callable[[dict[str, str]], T],
) -> Sheet[T]:
    """Reads a sheet: all of its rows, or every fault of every row."""
    rows = tuple(csv_sheets.rows(text, columns, newer))
    bad = [row for row in rows if isinstance(row, BadRow)]
    numbered = [row for row in rows if not isinstance(row, BadRow)]
    bad += faults(numbered)
    if not rows:
        bad.append(BadRow(1, "", "there are no platoons below the headers"))
    if bad:
        return Sheet((), tuple(sorted(bad, key=lambda row: row.line)))
    return Sheet(tuple(made(row) for _, row in numbered))


# --- writing ------------------------------------------------------------------------------------


def roster_template() -> str:
    """An empty roster: the headers alone."""
    return csv_sheets.written(ROSTER_COLUMNS, ())


def written_roster(platoons: Iterable[Platoon]) -> str:
    """Platoons as a sheet that reads back as the same platoons."""
    rows = [_roster_row(platoon) for platoon in platoons]
    columns = (
        (*ROSTER_COLUMNS, "company") if any(row["company"] for row in rows) else ROSTER_COLUMNS
    )
    return csv_sheets.written(columns, ([row[name] for name in columns] for row in rows))


def _roster_row(platoon: Platoon) -> dict[str, str]:
    row = _cells(platoon, (*ROSTER_COLUMNS, "company"))
    return row | {flag: "yes" for flag in _FLAGS if row[flag]} | {"points": str(platoon.points)}


def _cells(of: Platoon | ListRow, columns: Iterable[str]) -> dict[str, str]:
    """Its cells by their columns; nothing is written for what is nothing or 0."""
    values = msgspec.to_builtins(of)
    return {column: str(values.get(column) or "") for column in columns}


# --- reading ------------------------------------------------------------------------------------


def read_roster(text: str) -> Sheet[Platoon]:
    """The platoons of a sheet, with every fault of every row."""
    return _sheet(text, (*ROSTER_COLUMNS, "company"), NEWER, _bad_roster, _platoon)


def _bad_roster(numbered: Numbered) -> Iterator[BadRow]:
    yield from _bad(numbered)
    if len(numbered) > MOST:
        yield BadRow(numbered[MOST][0], "", f"a force has at most {MOST:,} platoons")


def refused(platoons: Sequence[Platoon]) -> Refused | None:
    """Every fault of platoons that a command names, by the same rules as a sheet's."""
    rows = [(place, _roster_row(platoon)) for place, platoon in enumerate(platoons, 1)]
    faults = [
        f"{rows[bad.line - 1][1]['id'] or f'platoon {bad.line}'}: {bad.column} {bad.text}"
        for bad in _bad(rows, "platoon")
    ]
    return bad_field("platoons", "; ".join(faults)) if faults else None


def _bad(numbered: Numbered, place: str = "line") -> Iterator[BadRow]:
    """Every fault of rows, doubled ids among them."""
    first: dict[str, int] = {}
    for line, row in numbered:
        if row["id"] and first.setdefault(row["id"], line) != line:
            text = f"{row['id']} is on {place} {first[row['id']]} already"
            yield BadRow(line, "id", text)
        for column, text in _roster_faults(row):
            yield BadRow(line, column, text)


def _roster_faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every wrong column of a row, and what would be right."""
    if not ID.search(row["id"]):
        yield "id", unfit(row["id"], "lower-case letters, digits and hyphens, such as rifle-1")
    yield from _too_long(row, "name")
    if row["company"] and not ID.search(row["company"]):
        yield "company", unfit(row["company"], "an id, such as first, or nothing")
    yield from _no_words(row, WORDS, needed=("class",))
    yield from _no_numbers(row, RANGES, needed=("points",))
    for column in _FLAGS:
        if row[column].lower() not in _TICKS:
            yield column, unfit(row[column], "yes, no or nothing")
    if _TICKS.get(row["allied"].lower()) and row["class"].lower() in ("hq", "combat", "weapons"):
        yield "class", "expected support: an allied platoon counts as Support"
    if _TICKS.get(row["transport"].lower()) and row["class"].lower() == "hq":
        yield "transport", "the headquarters is no Transport Platoon"


def _too_long(row: dict[str, str], column: str) -> Iterator[tuple[str, str]]:
    if len(row[column]) > LONGEST or not row[column].isprintable():
        yield column, f"takes one line of up to {LONGEST} characters"


def _no_words(
    row: dict[str, str], known: Mapping[str, tuple[str, ...]], needed: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Columns that take some words alone; those that are not needed may be empty."""
    for column, words in known.items():
        if row[column].lower() in words or (not row[column] and column not in needed):
            continue
        right = f"{listed(words, 'or')}{'' if column in needed else ', or nothing'}"
        yield column, f"{unfit(row[column], right)}{near(row[column], words)}"


def _no_numbers(
    row: dict[str, str], known: Mapping[str, range], needed: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """The same of numbers."""
    for column, allowed in known.items():
        if is_number(row[column], allowed) or (not row[column] and column not in needed):
            continue
        right = f"a whole number from {allowed[0]} to {allowed[-1]}"
        yield column, unfit(row[column], right if column in needed else f"{right}, or nothing")


def _platoon(row: dict[str, str]) -> Platoon:
    """The platoon of a correct row."""
    fields = {
        **row,
        **{column: row[column].lower() for column in WORDS},
        **{flag: _TICKS[row[flag].lower()] for flag in _FLAGS},
        **{column: int(row[column] or 0) for column in RANGES},
    }
    return msgspec.convert(fields, Platoon)


# --- FoW Choosing Your Force: a club's own army list, and what of a force it does not allow -----
#
# A platoon of a force belongs to the row that its name names, or else its id: `2nd Rifle Platoon`,
# `rifle-platoon-2` and `rifle-1` are of `Rifle Platoon`. An empty number bounds nothing.

LIST_COLUMNS = ("company", "type", "platoon", "class", "min", "max", "points_min", "points_max")
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
_COUNTED = r"^\d+(?:st|nd|rd|th) | \d+$"
_PLATOON = " platoon"
_SIGNS = r"[^0-9a-z]+"


def companies(rows: Sequence[ListRow]) -> int:
    """How many companies a list has."""
    return len({_known(row.company) for row in rows})


def list_template() -> str:
    """An empty list: the headers alone."""
    return csv_sheets.written(LIST_COLUMNS, ())


def written_list(rows: Iterable[ListRow]) -> str:
    """A list as a sheet."""
    return csv_sheets.written(
        LIST_COLUMNS, (tuple(_cells(row, LIST_COLUMNS).values()) for row in rows)
    )


# --- reading ------------------------------------------------------------------------------------


def read_list(text: str) -> Sheet[ListRow]:
    """The rows of a list, with every fault of every row."""
    return _sheet(text, LIST_COLUMNS, (), _bad_list, _list_row)


def _bad_list(numbered: Numbered) -> Iterator[BadRow]:
    first: dict[tuple[str, str], int] = {}
    for line, row in numbered:
        key = (_known(row["company"]), _known(row["platoon"]))
        if all(key) and first.setdefault(key, line) != line:
            yield BadRow(line, "platoon", f"is on line {first[key]} already")
        for column, fault in _list_faults(row):
            yield BadRow(line, column, fault)


def _list_faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    for column in _NAMES:
        if not row[column]:
            yield column, f"is empty; write the {column} as your rosters name it"
        yield from _too_long(row, column)
    yield from _no_words(row, _WORDS, needed=_WORDS)
    wrong = list(_no_numbers(row, _RANGES))
    yield from wrong
    for least, most in () if wrong else (("min", "max"), ("points_min", "points_max")):
        if row[most] and int(row[most]) < int(row[least] or 0):
            yield most, f"is {row[most]}, less than the {row[least]} of {least}"


def _list_row(row: dict[str, str]) -> ListRow:
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
        yield from _price(platoon, row)
    for row in rows:
        if has[row.platoon] < row.least * force.companies:
            yield f"{row.platoon}: {has[row.platoon]} of at least {row.least * force.companies}"
        if row.most and has[row.platoon] > row.most * force.companies:
            yield f"{row.platoon}: {has[row.platoon]} of at most {row.most * force.companies}"


def _price(platoon: Platoon, row: ListRow) -> Iterator[str]:
    if platoon.points < row.points_min:
        yield f"{platoon.id} costs {platoon.points}, and {row.points_min} at least"
    if row.points_max and platoon.points > row.points_max:
        yield f"{platoon.id} costs {platoon.points}, and {row.points_max} at most"


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
    return re.sub(_SIGNS, " ", name.lower()).strip()


def _uncounted(name: str) -> str:
    """The same without a platoon's own number."""
    return re.sub(_COUNTED, "", _known(name)).removesuffix(_PLATOON)
