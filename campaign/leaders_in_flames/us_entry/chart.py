"""LiF 5.3.2, 5.3.3: the chart of options and actions, from the kit and the club. Pure.

The kit's text names ten options and seven actions, and ten more only by number. It prints no level
and no number. It gives colours only in words, and says only of option 32 whom it is aimed at. The
other colours, like everything else, come from the club's chart (ruling 38).
"""

import csv
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry.commands import ImportEntryChart
from campaign.leaders_in_flames.us_entry.state import THEATRE_NAMES, UsEntry
from campaign.text.lines import ONE_LINE
from events.lif.us_entry import ChartRow, EntryChartImported, Theatre

RULE = "Ruling 38"
ROWS = range(1, 100)
"""Numbers that an option or action may have."""
LEVELS = range(1000)
NUMBERS = range(-99, 100)
"""LiF 5.3.3: a negative one removes chits."""
NAME = 80
"""Characters that a name may have."""
COLUMNS = tuple(ChartRow.__struct_fields__)

_COLOURS: dict[Theatre, str] = {"germany-italy": "red", "japan": "gray"}
"""LiF 5.3.2: the colour that is not aimed at a theatre."""
_FIELDS: dict[Theatre, str] = {"germany-italy": "germany_italy", "japan": "japan"}


# --- rows ---------------------------------------------------------------------------------------


@cache
def kit() -> dict[str, ChartRow]:
    """LiF 5.3.2, 5.3.3: the rows that the kit names, by `option 12` or `action 3`."""
    package = files("campaign.leaders_in_flames")
    text = package.joinpath("tables/us_entry.csv").read_text(encoding="utf-8")
    rows = (_kit_row(row) for row in csv.DictReader(text.splitlines()))
    return {key(row.kind, row.number): row for row in rows}


def _kit_row(row: dict[str, str]) -> ChartRow:
    fields = {column: value for column, value in row.items() if value}
    return msgspec.convert(fields, ChartRow, strict=False)


def key(kind: str, number: int) -> str:
    """The key of a row."""
    return f"{kind} {number}"


def merged(known: ChartRow, club: ChartRow) -> ChartRow:
    """Ruling 38: the club's row fills in what the kit leaves open; its colour and name win."""
    fields = {
        field: value
        for field in COLUMNS
        if (value := getattr(club, field)) not in ("", None) and field != "once"
    }
    return replace(known, **fields, once=club.once)


def row(entry: UsEntry, kind: Literal["option", "action"], number: int) -> ChartRow | Refused:
    """Ruling 38: an option or action: the club's row over the kit's.

    Refuses a row that neither has.
    """
    name = key(kind, number)
    if (club := entry.chart.get(name)) is not None:
        return _over_kit(club)
    if (known := kit().get(name)) is not None:
        return known
    verb = f"`campaign {ImportEntryChart.verb}`"
    text = f"is neither in the kit nor in your chart; import its row with {verb}"
    return Refused(RULE, f"{name} {text}")


def rows(entry: UsEntry, kind: Literal["option", "action"]) -> Iterator[ChartRow]:
    """Ruling 38: all options or actions of the kit or the club, by number."""
    known = {**kit(), **entry.chart}
    for number in sorted(row.number for row in known.values() if row.kind == kind):
        found = row(entry, kind, number)
        if isinstance(found, ChartRow):
            yield found


def _over_kit(club: ChartRow) -> ChartRow:
    known = kit().get(key(club.kind, club.number))
    return merged(known, club) if known else club


def number(row: ChartRow, theatre: Theatre) -> int | Refused:
    """Ruling 38: a row's number for a theatre: tension of an option, entry of an action.

    Refuses if nobody has entered it, and says what is missing.
    """
    number: int | None = getattr(row, _FIELDS[theatre])
    if number is not None:
        return number
    pool = "tension" if row.kind == "option" else "entry"
    return _unknown(row, f"its number for {THEATRE_NAMES[theatre]}'s {pool} pool")


def level(row: ChartRow) -> int | Refused:
    """Ruling 38: the entry level that an option needs; refuses if it is unknown, and says so."""
    return row.level if row.level is not None else _unknown(row, "its entry level")


def colour_unknown(row: ChartRow) -> Refused:
    """Ruling 38: nobody has said whom an option is aimed at."""
    return _unknown(row, "its colour")


def _unknown(row: ChartRow, what: str) -> Refused:
    name = key(row.kind, row.number)
    where = "our sources do not have it" if name in kit() else "your chart leaves it empty"
    return Refused(RULE, f"{name}: {what} is unknown ({where}); import it from your own chart")


# --- importing ----------------------------------------------------------------------------------


def import_chart(state: State, command: ImportEntryChart, given: Supplied) -> Decision:
    """Ruling 38: rows of the club's chart; a row imported again replaces the one before.

    Rows that say nothing new are left out.
    """
    fresh: list[ChartRow] = []
    seen: set[str] = set()
    for chart_row in command.rows:
        name = key(chart_row.kind, chart_row.number)
        if name in seen:
            return bad_field("rows", f"{name} is listed twice")
        seen.add(name)
        chart_row = replace(chart_row, name=chart_row.name.strip())
        if wrong := next(iter(faults(chart_row)), None):
            column, text = wrong
            return bad_field("rows", f"{name}: {column} {text}")
        if refused := contradicts(chart_row):
            return refused
        if row(state.entry, chart_row.kind, chart_row.number) != _over_kit(chart_row):
            fresh.append(chart_row)
    if not fresh:
        return Refused(RECORD, "the campaign knows all of these rows already, and nothing is new")
    return (EntryChartImported(rows=tuple(fresh), source=command.source.strip()),)


def faults(club: ChartRow) -> list[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: every impossible column of a club's row, and why."""
    row = _over_kit(club)
    return [*_wrong_values(row), *_wrong_columns(row), *_wrong_numbers(row)]


def _wrong_values(row: ChartRow) -> Iterator[tuple[str, str]]:
    if row.number not in ROWS:
        yield "number", f"cannot be {row.number}; write {ROWS[0]} to {ROWS[-1]}"
    if len(row.name) > NAME or (row.name and not re.match(ONE_LINE, row.name)):
        yield "name", f"must be one line of at most {NAME} characters"


def _wrong_columns(row: ChartRow) -> Iterator[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: an action has a power that takes it; an option a colour and a level."""
    if row.kind == "action":
        if row.colour:
            yield "colour", "is for options only"
        if row.level is not None:
            yield "level", "is for options only"
        if row.power not in ("", *POWERS):
            yield "power", f"{row.power!r} is none of {', '.join(POWERS)}"
    elif row.power:
        yield "power", "is for actions only; the USA picks the options"


def _wrong_numbers(row: ChartRow) -> Iterator[tuple[str, str]]:
    if row.level is not None and row.level not in LEVELS:
        yield "level", f"cannot be {row.level}; write 0 to {LEVELS[-1]}"
    for theatre, column in _FIELDS.items():
        number = getattr(row, column)
        if number is None:
            continue
        if number not in NUMBERS:
            yield column, f"cannot be {number}; write {NUMBERS[0]} to {NUMBERS[-1]}"
        elif row.colour == _COLOURS[theatre]:
            aimed = "Japan" if row.colour == "red" else "Germany/Italy"
            yield column, f"must be empty: a {row.colour} option is aimed at {aimed}"


def contradicts(row: ChartRow) -> Refused | None:
    """LiF 5.3.3: the kit says who takes its actions; a chart must not contradict it."""
    known = kit().get(key(row.kind, row.number))
    if known is None or not row.power or known.power in ("", row.power):
        return None
    text = f"its power is {known.power}, and cannot be {row.power}"
    return Refused("LiF 5.3.3", f"{key(row.kind, row.number)}: {text}")


def _imported(state: State, event: EntryChartImported) -> State:
    chart = {**state.entry.chart, **{key(row.kind, row.number): row for row in event.rows}}
    return replace(state, entry=replace(state.entry, chart=chart))


DECIDE: Deciders = {ImportEntryChart: import_chart}
NEEDS: Needing = {}
EVOLVE: Evolvers = {EntryChartImported: _imported}
