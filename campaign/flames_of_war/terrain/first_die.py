"""Ruling 48: a club's own table for the first die of a terrain chart, as CSV. Pure."""

from collections.abc import Iterator, Mapping

from campaign.flames_of_war.terrain.charts import TerrainChart
from campaign.text import suggest
from campaign.text.csv_sheets import BadRow, is_number, rows, written
from events.fow.ground import FirstDieRow

COLUMNS = ("chart", "low", "high", "category")
FACES = range(1, 7)


FirstDie = tuple[FirstDieRow, ...]


def category_of(table: FirstDie, chart: str, die: int) -> str:
    """Ruling 48: what a first die gives on a chart; empty where the club's table has none."""
    found = (row for row in table if row.chart == chart and row.low <= die <= row.high)
    return next((row.category for row in found), "")


def covers(table: FirstDie, chart: str) -> bool:
    """Whether the club's table holds a chart."""
    return any(row.chart == chart for row in table)


def as_sheet(table: FirstDie) -> str:
    """The club's table as CSV again."""
    rows_ = ((row.chart, str(row.low), str(row.high), row.category) for row in table)
    return written(COLUMNS, rows_)


def read_first_die(
    text: str, charts: Mapping[str, TerrainChart]
) -> tuple[FirstDie, tuple[BadRow, ...]]:
    """Ruling 48: a club's table, with every fault at once; it is whole for each of its charts."""
    found: list[FirstDieRow] = []
    faults: list[BadRow] = []
    last = 1
    for row in rows(text, COLUMNS):
        if isinstance(row, BadRow):
            faults.append(row)
            continue
        last, values = row
        wrong = list(_wrong(last, values, charts))
        faults += wrong
        if not wrong:
            low, high = int(values["low"]), int(values["high"])
            found.append(FirstDieRow(values["chart"], low, high, values["category"]))
    if not faults:
        faults += _whole(found, last)
    return (tuple(found), ()) if not faults else ((), tuple(faults))


def _wrong(
    line: int, values: Mapping[str, str], charts: Mapping[str, TerrainChart]
) -> Iterator[BadRow]:
    for column in ("low", "high"):
        if not is_number(values[column], FACES):
            text = suggest.unfit(values[column], "a number of a die, 1 to 6")
            yield BadRow(line, column, text)
            return
    if int(values["low"]) > int(values["high"]):
        yield BadRow(line, "high", "is less than low")
    chart = charts.get(values["chart"])
    if chart is None:
        text = suggest.unfit(values["chart"], f"one of {', '.join(charts)}")
        yield BadRow(line, "chart", text)
    elif values["category"] not in chart.every_category:
        right = f"one of {', '.join(chart.every_category)}"
        yield BadRow(line, "category", suggest.unfit(values["category"], right))


def _whole(found: list[FirstDieRow], last: int) -> Iterator[BadRow]:
    if not found:
        yield BadRow(last, "", "the table has no rows")
    for chart in dict.fromkeys(row.chart for row in found):
        given = [die for row in found if row.chart == chart for die in range(row.low, row.high + 1)]
        for die in FACES:
            if given.count(die) != 1:
                many = "is listed twice" if given.count(die) else "is missing"
                yield BadRow(last, "", f"{chart}: a first die of {die} {many}")
