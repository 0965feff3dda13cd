"""The figures as tables: for a terminal and as Markdown."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from scripts.benchmark.plan import Told

_HEADINGS = ("What", "Median", "Least to most", "Goal")


def _number(value: float, unit: str) -> str:
    if unit == "commands/s":
        return f"{value:,.0f}"
    if unit == "ms":
        return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _cells(told: Told) -> tuple[str, str, str, str]:
    unit = " ×" if told.unit == "x" else f" {told.unit}"
    goal = "" if told.goal is None else f"{told.goal}: {'met' if told.met else 'not met'}"
    low, high = _number(told.least, told.unit), _number(told.most, told.unit)
    return told.about, _number(told.median, told.unit) + unit, f"{low} – {high}", goal


def terminal(figures: Sequence[Told], memory: dict[str, float], machine: str) -> None:
    """Prints the tables on the terminal."""
    console = Console(highlight=False)
    table = Table(*_HEADINGS, title="Speed", title_justify="left")
    table.columns[1].justify = table.columns[2].justify = "right"
    for told in figures:
        colour = None if told.met is None else "green" if told.met else "red"
        table.add_row(*_cells(told), style=colour)
    console.print(table)
    table = Table("Process", "MB", title="Peak of memory", title_justify="left")
    table.columns[1].justify = "right"
    for what, megabytes in memory.items():
        table.add_row(what, f"{megabytes:.0f}")
    console.print(table)
    console.print(machine, style="dim")


def markdown(figures: Sequence[Told], memory: dict[str, float], machine: str) -> str:
    """The tables for the README."""
    lines = [f"| {' | '.join(_HEADINGS)} |", "|---|---:|---:|---|"]
    lines += [f"| {' | '.join(_cells(told))} |" for told in figures]
    peaks = ", ".join(f"{what} {megabytes:.0f} MB" for what, megabytes in memory.items())
    return "\n".join((*lines, "", f"Peak of memory, a process each: {peaks}.", "", f"{machine}."))
