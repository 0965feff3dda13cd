"""LiF 5.3: a club's own chart as CSV, and the chits of its common pool: their verbs. Pure."""

import difflib
from collections.abc import Iterator
from functools import partial
from typing import get_args

import msgspec

from campaign.kernel.terminal import verbs
from campaign.lif import parameters
from campaign.lif.roster import POWERS, in_full
from campaign.lif.state import State
from campaign.lif.us_entry import chart, fold
from campaign.lif.us_entry.commands import ImportEntryChart, StockEntryChits
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.english import unfit
from campaign.text.json_values import JsonObject
from events.lif.us_entry import ChartRow, Colour

CHART_COLUMNS = chart.COLUMNS
KINDS = ("option", "action")
COLOURS = tuple(colour for colour in get_args(Colour) if colour)
_COLOURS: dict[str, str] = {"": "", "grey": "gray", **{colour: colour for colour in COLOURS}}
_NUMBERS = {"level": chart.LEVELS, "germany_italy": chart.NUMBERS, "japan": chart.NUMBERS}


def chart_template() -> str:
    """Ruling 38: an empty chart with its headers, and the kit's rows as far as they are known."""
    return csv_sheets.written(CHART_COLUMNS, (_written(row) for row in chart.kit().values()))


def _written(row: ChartRow) -> list[str]:
    values = (getattr(row, column) for column in CHART_COLUMNS)
    return ["" if value in (None, False) else str(value) for value in values]


def read(text: str) -> csv_sheets.JudgedSheet[ChartRow]:
    """Ruling 38: the options and actions of a sheet, with every fault of every row."""
    return csv_sheets.read(text, CHART_COLUMNS, partial(_judged, {}), "options or actions")


def _judged(
    first: dict[str, int], line: int, values: dict[str, str]
) -> Iterator[ChartRow | BadRow | str]:
    """A row, its faults, or the name of the kit's; `first` has the line of each so far."""
    row, faults = _row(values)
    name = f"{values['kind'].lower()} {values['number'].lstrip('0')}"
    if first.setdefault(name, line) != line:
        faults = [*faults, ("number", f"{name} is on line {first[name]} already")]
    yield from (BadRow(line, column, text) for column, text in faults)
    if row is not None and not faults:
        yield name if _is_kits(name, row) else row


def _is_kits(name: str, row: ChartRow) -> bool:
    """Whether a row says no more than the kit's own."""
    known = chart.kit().get(name)
    return known is not None and chart.merged(known, row) == known


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
    yield from _power_faults(values["power"])
    for column, allowed in _NUMBERS.items():
        if values[column] and not is_number(values[column], allowed):
            right = f"a whole number from {allowed[0]} to {allowed[-1]}"
            yield column, unfit(values[column], f"{right}, or nothing where it is unknown")
    if values["once"].lower() not in ("", *YES):
        yield "once", unfit(values["once"], "yes or no")


def _power_faults(word: str) -> Iterator[tuple[str, str]]:
    power = word.lower()
    if power and power not in POWERS:
        near = difflib.get_close_matches(power, POWERS, 1)
        meant = f"there is no {power!r}; did you mean {near[0]}?" if near else ""
        yield "power", meant or unfit(word, f"one of {', '.join(POWERS)}")


CHECK = verbs.Flag("--check", "Only judge the rows; record nothing.")

# --- the chart ----------------------------------------------------------------------------------


def template(call: verbs.Call, file: str | None, force: bool, example: bool) -> verbs.Course[None]:
    """Writes an empty chart of options and actions: its headers, and the kit's rows as far as they
    are known. Fill in the levels and numbers of your own chart, and add its other rows. With
    --example the chart is filled, with numbers that are made up.
    """
    if example:
        return (yield from parameters.write("us_entry_chart.csv", file, force=force))
    yield from verbs.write_file(file, chart_template(), force=force)


TEMPLATE = verbs.Verb(
    words="us-entry template",
    line="Write an empty chart of options and actions.",
    example="""
    campaign us-entry template chart.csv
    campaign us-entry template --example
    """,
    on_campaign=False,
    json=False,
    parameters=(*verbs.TO_FILE, parameters.EXAMPLE),
    course=template,
)


def import_chart(
    call: verbs.Call, file: str, check: bool, source: str | None
) -> verbs.Course[None]:
    """Takes options, actions and their numbers from your own chart (CSV, see template). All rows
    are judged first; every fault is told, and with one fault nothing is recorded. A row that is
    imported again replaces the one before.
    """
    state = yield from verbs.state_of(State)
    known = state.entry.chart
    title = verbs.sheet_name(file)
    sheet = read((yield from verbs.read_sheet(file)))
    yield from verbs.no_faults(call, sheet.bad, title)
    new = [row for row in sheet.good if known.get(fold.key(row.kind, row.number)) != row]
    old = [fold.key(row.kind, row.number) for row in sheet.good if row not in new]
    if not call.as_json:
        yield from verbs.left_out(sheet.blank, "left out, as nobody has filled them in")
        yield from verbs.left_out(old, "known already, with nothing new")
    yield from verbs.must_be_filled_in(call, title, new, old)
    if not call.as_json:
        yield from verbs.say(verbs.good_rows(len(new)))
    if new and not check:
        source = (source or title)[: verbs.CALLED]
        yield from verbs.act(ImportEntryChart, rows=new, source=source)
    elif call.as_json:
        judged = {"rows": new, "known": old, "blank": sheet.blank, "bad": []}
        yield from verbs.json_line({"accepted": True, **judged})


IMPORT = verbs.Verb(
    words="us-entry import",
    line="Take options and actions from your chart.",
    example="""
    echo 'option,70,Our own option,red,,2,,10,yes' >> chart.csv
    echo 'action,71,Our own action,,japan,,,-10,' >> chart.csv
    campaign us-entry import club chart.csv --check
    campaign us-entry import club chart.csv
    """,
    parameters=(
        verbs.Argument("file", "FILE", verbs.FilePath(dash=True)),
        CHECK,
        parameters.SOURCE,
    ),
    course=import_chart,
)

# --- the common pool ----------------------------------------------------------------------------

STOCK_COLUMNS = ("value", "count", "year")
StockRows = list[dict[str, int]]


def stock(
    call: verbs.Call, file: str | None, table: bool, template: bool, check: bool, source: str | None
) -> verbs.Course[None]:
    """Fills the common pool from a sheet (CSV) of value, count and year: the year whose
    January/February adds them, empty for those that are in from the start. The ledger then lays
    the chits that the scenario begins with. With --table the chits lie in a cup, and the USA's
    player enters what they draw.
    """
    if template:
        yield from verbs.say(",".join(STOCK_COLUMNS))
        return
    if not call.campaign:
        advice = "`campaign us-entry stock --template` prints a sheet"
        yield from verbs.fail(f"give a campaign; {advice}")
    state = yield from verbs.state_of(State)
    rows: StockRows = []
    title = "the table"
    if file is None:
        if not (table or state.entry.mode == "table"):
            advice = "`campaign us-entry stock --template` prints its headers"
            yield from verbs.fail(f"give your sheet of chits; {advice}")
    elif table:
        yield from verbs.fail("give a sheet or --table, not both")
    else:
        title = verbs.sheet_name(file)
        text = yield from verbs.read_sheet(file)
        sheet = csv_sheets.read(text, STOCK_COLUMNS, _stocked, "chits")
        yield from verbs.no_faults(call, sheet.bad, title)
        rows = list(sheet.good)
        if check:
            yield from _checked(call, rows)
            return
    source = (source or title)[: verbs.CALLED]
    yield from verbs.act(StockEntryChits, rows=rows, source=source)


def _stocked(line: int, values: dict[str, str]) -> Iterator[dict[str, int] | BadRow]:
    """So many chits of a value, or every fault of the row."""
    faults = [
        BadRow(line, column, unfit(values[column], right))
        for column, allowed, right in _ALLOWED
        if (values[column] or column != "year") and not is_number(values[column], allowed)
    ]
    yield from faults
    if not faults:
        yield {column: int(values[column]) for column in STOCK_COLUMNS if values[column]}


_ALLOWED = (
    ("value", range(100), "a whole number from 0 to 99"),
    ("count", range(1, 1000), "a whole number from 1 to 999"),
    ("year", range(1930, 1960), "a year such as 1941, or nothing"),
)


def _checked(call: verbs.Call, rows: StockRows) -> verbs.Course[None]:
    if call.as_json:
        yield from verbs.json_line({"accepted": True, "rows": rows, "bad": []})
        return
    chits = sum(row["count"] for row in rows)
    yield from verbs.say(f"{verbs.good_rows(len(rows))}, {chits} chits")


STOCK = verbs.Verb(
    words="us-entry stock",
    line="Fill the common pool with your chits.",
    example="""
    campaign us-entry stock --template > chits.csv
    printf '1,20,\\n1,10,1940\\n2,30,1946\\n' >> chits.csv
    campaign us-entry stock club chits.csv
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("name", "[NAME]", verbs.CampaignName(), required=False),
        verbs.Argument("file", "[FILE]", verbs.FilePath(dash=True), required=False),
        verbs.Flag("--table", "The chits lie in a cup at the table."),
        verbs.Flag("--template", "Print the headers of a sheet."),
        CHECK,
        parameters.SOURCE,
    ),
    course=stock,
)

VERBS = (TEMPLATE, IMPORT, STOCK)
