"""The figures as tables: for a terminal and as Markdown."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from scripts.benchmark.plan import Result

_HEADINGS = ("What", "Median", "Least to most", "Goal")


def _number(value: float, unit: str) -> str:
    if unit == "commands/s":
        return f"{value:,.0f}"
    if unit == "ms":
        return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _cells(figure: Result) -> tuple[str, str, str, str]:
    unit = " ×" if figure.unit == "x" else f" {figure.unit}"
    goal = "" if figure.goal is None else f"{figure.goal}: {'met' if figure.met else 'not met'}"
    low, high = _number(figure.least, figure.unit), _number(figure.most, figure.unit)
    return figure.about, _number(figure.median, figure.unit) + unit, f"{low} – {high}", goal


def terminal(figures: Sequence[Result], memory: dict[str, float], machine: str) -> None:
    """Prints the tables on the terminal."""
    console = Console(highlight=False)
    table = Table(*_HEADINGS, title="Speed", title_justify="left")
    table.columns[1].justify = table.columns[2].justify = "right"
    for figure in figures:
        colour = None if figure.met is None else "green" if figure.met else "red"
        table.add_row(*_cells(figure), style=colour)
    console.print(table)
    table = Table("Process", "MB", title="Peak of memory", title_justify="left")
    table.columns[1].justify = "right"
    for what, megabytes in memory.items():
        table.add_row(what, f"{megabytes:.0f}")
    console.print(table)
    console.print(machine, style="dim")


def markdown(figures: Sequence[Result], memory: dict[str, float], machine: str) -> str:
    """The tables for the README."""
    lines = [f"| {' | '.join(_HEADINGS)} |", "|---|---:|---:|---|"]
    lines += [f"| {' | '.join(_cells(figure))} |" for figure in figures]
    peaks = ", ".join(f"{what} {megabytes:.0f} MB" for what, megabytes in memory.items())
    return "\n".join((*lines, "", f"Peak of memory, a process each: {peaks}.", "", f"{machine}."))
