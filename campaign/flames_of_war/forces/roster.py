"""FoW Choosing Your Force: a roster: the platoons of a force, as CSV or as a command has them.

All rows are checked before any is taken. Each fault names its line, its column and what would be
right. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

import msgspec

from campaign.flames_of_war.forces.commands import LONGEST, MOST
from campaign.kernel.decisions import Refused, bad_field
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.english import listed
from campaign.text.suggest import near, unfit
from events.base import Slug
from events.fow.forces import Platoon
from events.fow.words import Motivation, PlatoonClass, Skill

COLUMNS = (
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
NEWER = (*COLUMNS[4:], "company")
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


def template() -> str:
    """An empty roster: the headers alone."""
    return csv_sheets.written(COLUMNS, ())


def written(platoons: Iterable[Platoon]) -> str:
    """Platoons as a sheet that reads back as the same platoons."""
    rows = [_row(platoon) for platoon in platoons]
    columns = (*COLUMNS, "company") if any(row["company"] for row in rows) else COLUMNS
    return csv_sheets.written(columns, ([row[name] for name in columns] for row in rows))


def _row(platoon: Platoon) -> dict[str, str]:
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


def read(text: str) -> Roster:
    """The platoons of a sheet, with every fault of every row."""
    numbered: list[tuple[int, dict[str, str]]] = []
    bad: list[BadRow] = []
    for found in csv_sheets.rows(text, (*COLUMNS, "company"), NEWER):
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
    rows = [(place, _row(platoon)) for place, platoon in enumerate(platoons, 1)]
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
        for column, text in _faults(row):
            yield BadRow(line, column, text)


def _faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
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
