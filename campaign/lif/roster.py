"""LiF 1, 4: the eight major powers and their leaders: the kit's 58 counters or a club's own sheet,
with the fields that name them. Pure, but for its table.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import get_data
from typing import Annotated, get_args

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.members import Seats, about
from events.base import Slug
from events.lif.cup import LeaderCounter
from events.lif.on_map import Place
from events.lif.politics import Power


def table(name: str) -> str:
    """A table of the kit, or another file among them, as it was written."""
    content = get_data("campaign.lif", f"tables/{name}")
    assert content is not None
    return content.decode()


@cache
def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """The rows of a table, each cell by its column."""
    return tuple(csv.DictReader(table(f"{name}.csv").splitlines()))


# --- The eight major powers, which are the game's seats -----------------------------------------

POWERS: tuple[str, ...] = get_args(Power)

_POWERS = rows("powers")
POWER_NAMES = {row["power"]: row["name"] for row in _POWERS}
POWER_CODES = {row["power"]: row["code"] for row in _POWERS}
"""Two letters that stand beside a power's colour wherever it is used."""
ALSO_CALLED = {other: row["power"] for row in _POWERS for other in row["also"].split()}
"""Other names that people type for a power."""

SEATS = Seats(kind="major power", names=POWER_NAMES, codes=POWER_CODES, also=ALSO_CALLED)


def misspelt_power(word: str) -> str:
    """The power that a word is probably meant to be; empty if it is like none."""
    import difflib  # slow to load, and few words are mistyped

    return next(iter(difflib.get_close_matches(word, POWERS, 1, 0.8)), "")


def in_full(word: str) -> str:
    """A power's id for another name of it, such as `UK`; any other word as it is."""
    return ALSO_CALLED.get(word.lower().replace(" ", "-"), word)


# --- LiF 1, 4: the leader counters, the kit's own 58 or a club's sheet --------------------------

MARKS = ("Ge", "Ja", "Res", "free-france")
ALLEGIANCES = ("", "free-france", "vichy-france")
RANKS = range(3, 6)
SLUG = r"[a-z0-9][a-z0-9-]{0,62}"
COLUMNS = ("id", "name", "power", "rank", "year", "mark", "allegiance", "abilities")

Sheet = dict[str, LeaderCounter]


@cache
def kit() -> Sheet:
    """LiF 1: the kit's 58 leader counters by id; they serve both rulebooks (ruling 4)."""
    text = table("leaders.csv")
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
    for is_right, text in _checked(row):
        if not is_right:
            raise ValueError(text)
    return LeaderCounter(
        id=row["id"],
        name=row["name"],
        power=row["power"],
        rank=int(row["rank"]),
        year=int(row["year"]) if row["year"] else None,
        mark=row["mark"],
        allegiance=row["allegiance"],
        abilities=tuple(map(int, row["abilities"].split())),
    )


def _checked(row: dict[str, str]) -> Iterator[tuple[bool, str]]:
    """Whether the values of a row are right, each with what is said if not.

    None is looked at after the first that is wrong.
    """
    for column in ("rank", "year") if row["year"] else ("rank",):
        yield row[column].isdecimal(), f"{column} must be a whole number, not {row[column]!r}"
    for column in ("id", "power"):
        is_slug = re.fullmatch(SLUG, row[column]) is not None
        yield is_slug, f"{column} must be lower-case letters, not {row[column]!r}"
    yield int(row["rank"]) in RANKS, f"rank must be from 3 to 5 stars, not {row['rank']}"
    yield bool(row["year"]) != bool(row["mark"]), "needs a year or a mark, and not both"
    mark, allegiance, abilities = row["mark"], row["allegiance"], row["abilities"]
    yield mark in ("", *MARKS), f"mark must be one of {', '.join(MARKS)}, not {mark!r}"
    text = f"allegiance must be free-france or vichy-france, not {allegiance!r}"
    yield allegiance in ALLEGIANCES, text
    are_abilities = all(n.isdecimal() and 1 <= int(n) <= 122 for n in abilities.split())
    yield are_abilities, f"abilities must be numbers from 1 to 122, not {abilities!r}"


def is_minor(counter: LeaderCounter) -> bool:
    """Whether a leader serves a minor country."""
    return counter.power not in POWERS


MINORS = "minors"
"""Stands for all minor countries: in the colours of pages, and in a table of the powers."""


def owner(power: str) -> str:
    """Whose colour a piece has: its power's, or that of all minor countries."""
    return power if power in POWERS else MINORS


def code_of(power: str) -> str:
    """The two letters beside a piece's colour."""
    return POWER_CODES.get(power, "Mi")


def place_of(power: str, rank: int, name: str) -> tuple[int, int, str]:
    """The order of leaders: by power, minor countries last, then by rank and name."""
    return POWERS.index(power) if power in POWERS else len(POWERS), -rank, name


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


# --- Fields that commands of several chapters have ----------------------------------------------

LeaderOnMap = Annotated[Slug, about("the leader", choices="leader_on_map")]
CountryField = Annotated[Slug, about("a major power or a minor country", choices="country")]
PlaceField = Annotated[Place, about("the place", choices="place")]
PowerField = Annotated[Power, about("the major power")]
TurnField = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^19[0-9]{2}-(JF|MA|MJ|JA|SO|ND)$",
        description="a turn: 1941-MJ",
        extra={"form": "a turn like 1941-MJ"},
    ),
]
