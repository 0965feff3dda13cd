"""LiF 1, 4: the leader counters, the kit's own 58 or a club's sheet. Pure, but for its table."""

import csv
import re
from functools import cache
from importlib.resources import files

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.leaders_in_flames.powers import POWERS
from events.lif.cup import LeaderCounter

MARKS = ("Ge", "Ja", "Res", "free-france")
ALLEGIANCES = ("", "free-france", "vichy-france")
RANKS = range(3, 6)
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
COLUMNS = ("id", "name", "power", "rank", "year", "mark", "allegiance", "abilities")

Sheet = dict[str, LeaderCounter]


@cache
def kit() -> Sheet:
    """LiF 1: the kit's 58 leader counters by id; they serve both rulebooks (ruling 4)."""
    text = (
        files("campaign.leaders_in_flames")
        .joinpath("tables/leaders.csv")
        .read_text(encoding="utf-8")
    )
    sheet = read_sheet(text)
    if isinstance(sheet, Refused):
        raise AssertionError(sheet.reason)
    return sheet


def read_sheet(text: str) -> Sheet | Refused:
    """Ruling 4: a club's own leader sheet, as CSV with the columns of the kit's table.

    Refuses the first row with a fault, naming its line and column.
    """
    rows = csv.DictReader(text.splitlines())
    if tuple(rows.fieldnames or ()) != COLUMNS:
        return bad_field("leaders", f"the first line must read {','.join(COLUMNS)}")
    sheet: Sheet = {}
    for row in rows:
        try:
            counter = _counter(row)
        except ValueError as error:
            return Refused(None, f"leaders, line {rows.line_num}: {error}")
        if counter.id in sheet:
            return Refused(None, f"leaders, line {rows.line_num}: {counter.id} stands here twice")
        sheet[counter.id] = counter
    return sheet if sheet else bad_field("leaders", "the sheet has no leaders")


def _counter(row: dict[str, str]) -> LeaderCounter:
    if None in row or None in row.values():
        raise ValueError(f"needs {len(COLUMNS)} columns")
    for column in ("rank", *(["year"] if row["year"] else [])):
        if not row[column].isdecimal():
            raise ValueError(f"{column} must be a whole number, not {row[column]!r}")
    for column in ("id", "power"):
        if not SLUG.fullmatch(row[column]):
            raise ValueError(f"{column} must be lower-case letters, not {row[column]!r}")
    if int(row["rank"]) not in RANKS:
        raise ValueError(f"rank must be from 3 to 5 stars, not {row['rank']}")
    if bool(row["year"]) == bool(row["mark"]):
        raise ValueError("needs a year or a mark, and not both")
    if row["mark"] and row["mark"] not in MARKS:
        raise ValueError(f"mark must be one of {', '.join(MARKS)}, not {row['mark']!r}")
    if row["allegiance"] not in ALLEGIANCES:
        raise ValueError(
            f"allegiance must be free-france or vichy-france, not {row['allegiance']!r}"
        )
    abilities = row["abilities"].split()
    if not all(number.isdecimal() and 1 <= int(number) <= 122 for number in abilities):
        raise ValueError(f"abilities must be numbers from 1 to 122, not {row['abilities']!r}")
    return LeaderCounter(
        id=row["id"],
        name=row["name"],
        power=row["power"],
        rank=int(row["rank"]),
        year=int(row["year"]) if row["year"] else None,
        mark=row["mark"],
        allegiance=row["allegiance"],
        abilities=tuple(int(number) for number in abilities),
    )


def is_minor(counter: LeaderCounter) -> bool:
    """Whether a leader serves a minor country."""
    return counter.power not in POWERS


def as_rows(sheet: Sheet) -> tuple[LeaderCounter, ...]:
    """A sheet as the opening event records it: nothing if it is the kit's."""
    return () if sheet == kit() else tuple(sheet.values())


def from_rows(rows: tuple[LeaderCounter, ...]) -> Sheet:
    """The sheet that an opening event names."""
    return {counter.id: counter for counter in rows} if rows else kit()


def as_json(counter: LeaderCounter) -> dict[str, object]:
    """A counter as plain JSON values."""
    fields: dict[str, object] = msgspec.to_builtins(counter)
    return fields
