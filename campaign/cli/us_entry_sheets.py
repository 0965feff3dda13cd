"""Verbs about the club's own US entry chart and the chits of its common pool."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.cli import output
from campaign.cli.params import Campaign, argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.sheets import called, fault_count, good_rows, left_out, sheet_text, write_template

if TYPE_CHECKING:
    from campaign.text.csv_sheets import BadRow

the_sheet = click.Path(path_type=Path, allow_dash=True)
source_option = click.option(
    "--source", metavar="TEXT", help="What the record calls the sheet; else its name."
)
check_option = click.option("--check", is_flag=True, help="Only judge the rows; record nothing.")


def _faults(bad: "Iterable[BadRow]", sheet: str, *, as_json: bool) -> None:
    """Every fault on a line of its own, and the end of the call."""
    faults = list(bad)
    if not faults:
        return
    if as_json:
        output.json_line({"accepted": False, "bad": msgspec.to_builtins(faults)})
    else:
        for fault in faults:
            output.entry(f"{sheet}, ", str(fault))
    raise Refusal(f"{fault_count(len(faults))} in {sheet}; nothing was recorded")


# --- the chart ----------------------------------------------------------------------------------


@verb(
    "template",
    "campaign us-entry template chart.csv",
    short_help="Write an empty chart of options and actions.",
)
@argument("file", "[FILE]", click.Path(path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def template(session: Session, file: Path | None, force: bool) -> None:
    """Writes an empty chart of options and actions: its headers, and the kit's rows as far as they
    are known. Fill in the levels and numbers of your own chart, and add its other rows.
    """
    from campaign.leaders_in_flames.us_entry.chart_sheet import template as text

    write_template(file, text(), force=force)


@verb(
    "import",
    """
    echo 'option,70,Our own option,red,,2,,10,yes' >> chart.csv
    echo 'action,71,Our own action,,japan,,,-10,' >> chart.csv
    campaign us-entry import club chart.csv --check
    campaign us-entry import club chart.csv
    """,
    short_help="Take options and actions from your chart.",
)
@the_campaign
@argument("file", "FILE", the_sheet)
@check_option
@source_option
@as_json
def import_(
    session: Session, name: str, file: Path, check: bool, source: str | None, as_json: bool
) -> None:
    """Takes options, actions and their numbers from your own chart (CSV, see template). All rows
    are judged first; every fault is told, and with one fault nothing is recorded. A row that is
    imported again replaces the one before.
    """
    from campaign.leaders_in_flames.us_entry import chart, chart_sheet

    known = session.live(name).state.entry.chart
    title = called(file)
    sheet = chart_sheet.read(sheet_text(file))
    _faults(sheet.bad, title, as_json=as_json)
    new = [row for row in sheet.chart if known.get(chart.key(row.kind, row.number)) != row]
    old = [chart.key(row.kind, row.number) for row in sheet.chart if row not in new]
    if not as_json:
        left_out(sheet.blank, "left out, as nobody has filled them in")
        left_out(old, "known already, with nothing new")
        output.echo(good_rows(len(new)))
    if check or not new:
        if as_json:
            told: dict[str, Any] = {"rows": new, "known": old, "blank": sheet.blank, "bad": []}
            output.json_line({"accepted": True, **msgspec.to_builtins(told)})
        return
    rows = msgspec.to_builtins(new)
    session.act(name, "ImportEntryChart", as_json=as_json, rows=rows, source=(source or title)[:80])


# --- the common pool ----------------------------------------------------------------------------


@verb(
    "stock",
    """
    campaign us-entry stock --template > chits.csv
    printf '1,20,\\n1,10,1940\\n2,30,1946\\n' >> chits.csv
    campaign us-entry stock club chits.csv
    """,
    short_help="Fill the common pool with your chits.",
)
@argument("name", "[NAME]", Campaign(), required=False)
@argument("file", "[FILE]", the_sheet, required=False)
@click.option("--table", is_flag=True, help="The chits lie in a cup at the table.")
@click.option("--template", is_flag=True, help="Print the headers of a sheet.")
@check_option
@source_option
@as_json
def stock(
    session: Session,
    name: str | None,
    file: Path | None,
    table: bool,
    template: bool,
    check: bool,
    source: str | None,
    as_json: bool,
) -> None:
    """Fills the common pool from a sheet (CSV) of value, count and year: the year whose
    January/February adds them, empty for those that are in from the start. The ledger then lays
    the chits that the scenario begins with. With --table the chits lie in a cup, and the USA's
    player enters what he draws.
    """
    if template:
        output.echo(",".join(STOCK))
        return
    if name is None:
        raise WrongUsage("give a campaign; `campaign us-entry stock --template` prints a sheet")
    in_a_cup = session.live(name).state.entry.mode == "table"
    if file is not None and table:
        raise WrongUsage("give a sheet or --table, not both")
    if file is None and not (table or in_a_cup):
        told = "give your sheet of chits; `campaign us-entry stock --template` prints its headers"
        raise WrongUsage(told)
    rows: list[dict[str, int]] = []
    title = "the table"
    if file is not None:
        title = called(file)
        rows, bad = _stock(sheet_text(file))
        _faults(bad, title, as_json=as_json)
        chits = sum(row["count"] for row in rows)
        if check:
            _checked(rows, chits, as_json=as_json)
            return
    session.act(name, "StockEntryChits", as_json=as_json, rows=rows, source=(source or title)[:80])


STOCK = ("value", "count", "year")


def _stock(text: str) -> "tuple[list[dict[str, int]], list[BadRow]]":
    """The rows of a sheet of chits, and every fault."""
    from campaign.text import csv_sheets

    rows: list[dict[str, int]] = []
    bad: list[BadRow] = []
    for found in csv_sheets.rows(text, STOCK):
        if isinstance(found, csv_sheets.BadRow):
            bad.append(found)
            continue
        line, values = found
        faults = [
            csv_sheets.BadRow(line, column, f"{values[column]!r} will not do; write {told}")
            for column, allowed, told in _ALLOWED
            if (values[column] or column != "year")
            and not csv_sheets.is_number(values[column], allowed)
        ]
        bad += faults
        if not faults:
            rows.append({column: int(values[column]) for column in STOCK if values[column]})
    if not (rows or bad):
        bad.append(csv_sheets.BadRow(1, "", "there are no chits below the headers"))
    return rows, bad


_ALLOWED = (
    ("value", range(100), "a whole number from 0 to 99"),
    ("count", range(1, 1000), "a whole number from 1 to 999"),
    ("year", range(1930, 1960), "a year such as 1941, or nothing"),
)


def _checked(rows: list[dict[str, int]], chits: int, *, as_json: bool) -> None:
    if as_json:
        output.json_line({"accepted": True, "rows": rows, "bad": []})
        return
    output.echo(f"{good_rows(len(rows))}, {chits} chits")


VERBS = (template, import_, stock)
