"""LiF 5.3: a club's own chart of options and actions as CSV: its template and its reading. Pure."""

import difflib
from collections.abc import Iterator
from typing import get_args

import msgspec

from campaign.leaders_in_flames.powers import POWERS, in_full
from campaign.leaders_in_flames.us_entry import chart
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.json_values import JsonObject
from campaign.text.suggest import unfit
from events.lif.us_entry import ChartRow, Colour

COLUMNS = chart.COLUMNS
KINDS = ("option", "action")
COLOURS = tuple(colour for colour in get_args(Colour) if colour)
_COLOURS: dict[str, str] = {"": "", "grey": "gray", **{colour: colour for colour in COLOURS}}
_NUMBERS = {"level": chart.LEVELS, "germany_italy": chart.NUMBERS, "japan": chart.NUMBERS}


class ChartSheet(msgspec.Struct, frozen=True):
    """What a sheet holds: rows by their line, faults, and kit rows nobody has filled in."""

    rows: dict[int, ChartRow]
    bad: tuple[BadRow, ...] = ()
    blank: tuple[str, ...] = ()

    @property
    def chart(self) -> tuple[ChartRow, ...]:
        """The rows in the order of the sheet."""
        return tuple(self.rows.values())


def template() -> str:
    """Ruling 38: an empty chart with its headers, and the kit's rows as far as they are known."""
    return csv_sheets.written(COLUMNS, (_written(row) for row in chart.kit().values()))


def _written(row: ChartRow) -> list[str]:
    values = (getattr(row, column) for column in COLUMNS)
    return ["" if value in (None, False) else str(value) for value in values]


def read(text: str) -> ChartSheet:
    """Ruling 38: the options and actions of a sheet, with every fault of every row."""
    rows: dict[int, ChartRow] = {}
    bad: list[BadRow] = []
    blank: list[str] = []
    first: dict[str, int] = {}
    for found in csv_sheets.rows(text, COLUMNS):
        if isinstance(found, BadRow):
            bad.append(found)
            continue
        line, values = found
        row, faults = _row(values)
        faults = list(faults)
        name = f"{values['kind'].lower()} {values['number'].lstrip('0')}"
        if first.setdefault(name, line) != line:
            faults.append(("number", f"{name} is on line {first[name]} already"))
        bad += (BadRow(line, column, text) for column, text in faults)
        if row is not None and not faults:
            known = chart.kit().get(name)
            if known is not None and chart.merged(known, row) == known:
                blank.append(name)
            else:
                rows[line] = row
    if not (rows or bad or blank):
        bad.append(BadRow(1, "", "there are no options or actions below the headers"))
    return ChartSheet(rows, tuple(bad), tuple(blank))


def _row(values: dict[str, str]) -> tuple[ChartRow | None, list[tuple[str, str]]]:
    """A row, or its faults: first each value by itself, then all of them together."""
    values = {**values, "power": in_full(values["power"])}
    if faults := list(_faults(values)):
        return None, faults
    fields: JsonObject = {
        **{name: values[name].lower() for name in ("kind", "power")},
        **{name: values[name] or None for name in _NUMBERS},
        "number": values["number"],
        "name": values["name"],
        "colour": _COLOURS[values["colour"].lower()],
        "once": YES.get(values["once"].lower(), False),
    }
    row = msgspec.convert(fields, ChartRow, strict=False)
    if faults := chart.faults(row):
        return None, faults
    if refused := chart.contradicts(row):
        return None, [("power", f"{refused.reason} ({refused.rule})")]
    return row, []


def _faults(values: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every wrong value, and what would be right."""
    if values["kind"].lower() not in KINDS:
        yield "kind", unfit(values["kind"], "option or action")
    if not is_number(values["number"], chart.ROWS):
        right = f"a whole number from {chart.ROWS[0]} to {chart.ROWS[-1]}"
        yield "number", unfit(values["number"], right)
    if values["colour"].lower() not in _COLOURS:
        right = f"one of {', '.join(COLOURS)}, or nothing where it is unknown"
        yield "colour", unfit(values["colour"], right)
    if (power := values["power"].lower()) and power not in POWERS:
        near = difflib.get_close_matches(power, POWERS, 1)
        meant = f"there is no {power!r}; did you mean {near[0]}?" if near else ""
        yield "power", meant or unfit(values["power"], f"one of {', '.join(POWERS)}")
    for column, allowed in _NUMBERS.items():
        if values[column] and not is_number(values[column], allowed):
            right = f"a whole number from {allowed[0]} to {allowed[-1]}"
            yield column, unfit(values[column], f"{right}, or nothing where it is unknown")
    if values["once"].lower() not in ("", *YES):
        yield "once", unfit(values["once"], "yes or no")
