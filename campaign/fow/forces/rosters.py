"""FoW Choosing Your Force: a force's roster and a club's army list, as CSV. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

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

ROSTER_COLUMNS = (
    "id",
    "name",
    "class",
    "points",
    "squads",
    "recce",
    "transport",
    "allied",
    "infantry_teams",
    "skill",
    "motivation",
)
NEWER = (*ROSTER_COLUMNS[4:], "company")
"""Columns that a sheet may leave out."""
ID = re.compile(get_args(Slug)[1].pattern)
RANGES = {"points": range(10_000), "squads": range(100), "infantry_teams": range(1_000)}
WORDS: dict[str, tuple[str, ...]] = {
    "class": get_args(PlatoonClass),
    "skill": get_args(Skill),
    "motivation": get_args(Motivation),
}
_FLAGS = ("recce", "transport", "allied")
_TICKS = {**YES, "": False, "x": True}


class Roster(msgspec.Struct, frozen=True):
    """What a sheet holds: platoons in their order, and every fault."""

    platoons: tuple[Platoon, ...]
    bad: tuple[BadRow, ...] = ()


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
    return {
        "id": platoon.id,
        "name": platoon.name,
        "class": platoon.unit_class,
        "points": str(platoon.points),
        "squads": str(platoon.squads or ""),
        **{flag: "yes" if getattr(platoon, flag) else "" for flag in _FLAGS},
        "infantry_teams": str(platoon.infantry_teams or ""),
        "skill": platoon.skill,
        "motivation": platoon.motivation,
        "company": platoon.company,
    }


# --- reading ------------------------------------------------------------------------------------


def read_roster(text: str) -> Roster:
    """The platoons of a sheet, with every fault of every row."""
    numbered: list[tuple[int, dict[str, str]]] = []
    bad: list[BadRow] = []
    for found in csv_sheets.rows(text, (*ROSTER_COLUMNS, "company"), NEWER):
        if isinstance(found, BadRow):
            bad.append(found)
        else:
            numbered.append(found)
    bad += _bad(numbered)
    if not numbered and not bad:
        bad.append(BadRow(1, "", "there are no platoons below the headers"))
    if len(numbered) > MOST:
        bad.append(BadRow(numbered[MOST][0], "", f"a force has at most {MOST:,} platoons"))
    if bad:
        return Roster((), tuple(sorted(bad, key=lambda row: row.line)))
    return Roster(tuple(_platoon(row) for _, row in numbered))


def refused(platoons: Sequence[Platoon]) -> Refused | None:
    """Every fault of platoons that a command names, by the same rules as a sheet's."""
    rows = [(place, _roster_row(platoon)) for place, platoon in enumerate(platoons, 1)]
    faults = [
        f"{rows[bad.line - 1][1]['id'] or f'platoon {bad.line}'}: {bad.column} {bad.text}"
        for bad in _bad(rows, "platoon")
    ]
    return bad_field("platoons", "; ".join(faults)) if faults else None


def _bad(numbered: Sequence[tuple[int, dict[str, str]]], place: str = "line") -> Iterator[BadRow]:
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
    if len(row["name"]) > LONGEST or not row["name"].isprintable():
        yield "name", f"takes one line of up to {LONGEST} characters"
    if row["company"] and not ID.search(row["company"]):
        yield "company", unfit(row["company"], "an id, such as first, or nothing")
    for column, words in WORDS.items():
        may_lack = column != "class"
        if row[column].lower() not in words and (row[column] or not may_lack):
            right = f"{listed(words, 'or')}{', or nothing' if may_lack else ''}"
            yield column, f"{unfit(row[column], right)}{near(row[column], words)}"
    for column, allowed in RANGES.items():
        may_lack = column != "points"
        if not is_number(row[column], allowed) and (row[column] or not may_lack):
            right = f"a whole number from 0 to {allowed[-1]}{', or nothing' if may_lack else ''}"
            yield column, unfit(row[column], right)
    for column in _FLAGS:
        if row[column].lower() not in _TICKS:
            yield column, unfit(row[column], "yes, no or nothing")
    if _TICKS.get(row["allied"].lower()) and row["class"].lower() in ("hq", "combat", "weapons"):
        yield "class", "expected support: an allied platoon counts as Support"
    if _TICKS.get(row["transport"].lower()) and row["class"].lower() == "hq":
        yield "transport", "the headquarters is no Transport Platoon"


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


def list_template() -> str:
    """An empty list: the headers alone."""
    return csv_sheets.written(LIST_COLUMNS, ())


def written_list(rows: Iterable[ListRow]) -> str:
    """A list as a sheet."""
    return csv_sheets.written(
        LIST_COLUMNS,
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


def read_list(text: str) -> ArmyList:
    """The rows of a list, with every fault of every row."""
    rows: list[ListRow] = []
    bad: list[BadRow] = []
    first: dict[tuple[str, str], int] = {}
    for found in csv_sheets.rows(text, LIST_COLUMNS):
        if isinstance(found, BadRow):
            bad.append(found)
            continue
        line, row = found
        key = (_known(row["company"]), _known(row["platoon"]))
        if all(key) and first.setdefault(key, line) != line:
            bad.append(BadRow(line, "platoon", f"is on line {first[key]} already"))
        faults = [BadRow(line, column, text) for column, text in _list_faults(row)]
        bad += faults
        if not faults:
            rows.append(_list_row(row))
    if not rows and not bad:
        bad.append(BadRow(1, "", "there are no platoons below the headers"))
    return ArmyList(() if bad else tuple(rows), tuple(bad))


def _list_faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
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
