"""The verbs about the club's own US entry chart and the chits of its common pool. Pure."""

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    fail,
    json_line,
    read_sheet,
    say,
    state_of,
    write_file,
)
from campaign.kernel.sheets import (
    CALLED,
    TO_FILE,
    good_rows,
    left_out,
    must_be_filled_in,
    no_faults,
    sheet_name,
)
from campaign.kernel.verbs import Argument, CampaignName, FilePath, Flag, Verb, VerbOption
from campaign.leaders_in_flames import filled_examples
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chart, chart_sheet
from campaign.leaders_in_flames.us_entry.commands import ImportEntryChart, StockEntryChits
from campaign.text import csv_sheets
from campaign.text.csv_sheets import BadRow
from campaign.text.suggest import unfit

SOURCE = VerbOption("--source", "What the record calls the sheet; else its name.", metavar="TEXT")
CHECK = Flag("--check", "Only judge the rows; record nothing.")

# --- the chart ----------------------------------------------------------------------------------


def template(call: Call, file: str | None, force: bool, example: bool) -> Course[None]:
    """Writes an empty chart of options and actions: its headers, and the kit's rows as far as they
    are known. Fill in the levels and numbers of your own chart, and add its other rows. With
    --example the chart is filled, with numbers that are made up.
    """
    if example:
        return (yield from filled_examples.write("us_entry_chart.csv", file, force=force))
    yield from write_file(file, chart_sheet.template(), force=force)


TEMPLATE = Verb(
    words="us-entry template",
    line="Write an empty chart of options and actions.",
    example="""
    campaign us-entry template chart.csv
    campaign us-entry template --example
    """,
    on_campaign=False,
    json=False,
    parameters=(*TO_FILE, filled_examples.EXAMPLE),
    course=template,
)


def import_chart(call: Call, file: str, check: bool, source: str | None) -> Course[None]:
    """Takes options, actions and their numbers from your own chart (CSV, see template). All rows
    are judged first; every fault is told, and with one fault nothing is recorded. A row that is
    imported again replaces the one before.
    """
    state = yield from state_of(State)
    known = state.entry.chart
    title = sheet_name(file)
    sheet = chart_sheet.read((yield from read_sheet(file)))
    yield from no_faults(call, sheet.bad, title)
    new = [row for row in sheet.chart if known.get(chart.key(row.kind, row.number)) != row]
    old = [chart.key(row.kind, row.number) for row in sheet.chart if row not in new]
    if not call.as_json:
        yield from left_out(sheet.blank, "left out, as nobody has filled them in")
        yield from left_out(old, "known already, with nothing new")
    yield from must_be_filled_in(call, title, new, old)
    if not call.as_json:
        yield from say(good_rows(len(new)))
    if check or not new:
        if call.as_json:
            judged = {"rows": new, "known": old, "blank": sheet.blank, "bad": []}
            yield from json_line({"accepted": True, **judged})
        return
    yield from act(ImportEntryChart, rows=new, source=(source or title)[:CALLED])


IMPORT = Verb(
    words="us-entry import",
    line="Take options and actions from your chart.",
    example="""
    echo 'option,70,Our own option,red,,2,,10,yes' >> chart.csv
    echo 'action,71,Our own action,,japan,,,-10,' >> chart.csv
    campaign us-entry import club chart.csv --check
    campaign us-entry import club chart.csv
    """,
    parameters=(Argument("file", "FILE", FilePath(dash=True)), CHECK, SOURCE),
    course=import_chart,
)

# --- the common pool ----------------------------------------------------------------------------

COLUMNS = ("value", "count", "year")
StockRows = list[dict[str, int]]


def stock(
    call: Call,
    file: str | None,
    table: bool,
    template: bool,
    check: bool,
    source: str | None,
) -> Course[None]:
    """Fills the common pool from a sheet (CSV) of value, count and year: the year whose
    January/February adds them, empty for those that are in from the start. The ledger then lays
    the chits that the scenario begins with. With --table the chits lie in a cup, and the USA's
    player enters what they draw.
    """
    if template:
        yield from say(",".join(COLUMNS))
        return
    if not call.campaign:
        advice = "`campaign us-entry stock --template` prints a sheet"
        yield from fail(f"give a campaign; {advice}")
    state = yield from state_of(State)
    if file is not None and table:
        yield from fail("give a sheet or --table, not both")
    if file is None and not (table or state.entry.mode == "table"):
        advice = "`campaign us-entry stock --template` prints its headers"
        yield from fail(f"give your sheet of chits; {advice}")
    rows: StockRows = []
    title = "the table"
    if file is not None:
        title = sheet_name(file)
        rows, bad = _stock((yield from read_sheet(file)))
        yield from no_faults(call, bad, title)
        if check:
            yield from _checked(call, rows)
            return
    source = (source or title)[:CALLED]
    yield from act(StockEntryChits, rows=rows, source=source)


def _stock(text: str) -> tuple[StockRows, list[BadRow]]:
    """The rows of a sheet of chits, and every fault."""
    rows: StockRows = []
    bad: list[BadRow] = []
    for found in csv_sheets.rows(text, COLUMNS):
        if isinstance(found, BadRow):
            bad.append(found)
            continue
        line, values = found
        faults = [
            BadRow(line, column, unfit(values[column], right))
            for column, allowed, right in _ALLOWED
            if (values[column] or column != "year")
            and not csv_sheets.is_number(values[column], allowed)
        ]
        bad += faults
        if not faults:
            rows.append({column: int(values[column]) for column in COLUMNS if values[column]})
    if not (rows or bad):
        bad.append(BadRow(1, "", "there are no chits below the headers"))
    return rows, bad


_ALLOWED = (
    ("value", range(100), "a whole number from 0 to 99"),
    ("count", range(1, 1000), "a whole number from 1 to 999"),
    ("year", range(1930, 1960), "a year such as 1941, or nothing"),
)


def _checked(call: Call, rows: StockRows) -> Course[None]:
    if call.as_json:
        yield from json_line({"accepted": True, "rows": rows, "bad": []})
        return
    chits = sum(row["count"] for row in rows)
    yield from say(f"{good_rows(len(rows))}, {chits} chits")


STOCK = Verb(
    words="us-entry stock",
    line="Fill the common pool with your chits.",
    example="""
    campaign us-entry stock --template > chits.csv
    printf '1,20,\\n1,10,1940\\n2,30,1946\\n' >> chits.csv
    campaign us-entry stock club chits.csv
    """,
    on_campaign=False,
    parameters=(
        Argument("name", "[NAME]", CampaignName(), required=False),
        Argument("file", "[FILE]", FilePath(dash=True), required=False),
        Flag("--table", "The chits lie in a cup at the table."),
        Flag("--template", "Print the headers of a sheet."),
        CHECK,
        SOURCE,
    ),
    course=stock,
)

VERBS = (TEMPLATE, IMPORT, STOCK)
