"""The lines as tables: for a terminal, and as the page `docs/speed.md`. Pure but for printing."""

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from scripts.benchmark.figures import Result, Spread

HEADINGS = ("What", "Caches", "Wall", "Least to most", "CPU", "Peak", "Goal")
INTRODUCTION = (
    "# Speed\n"
    "This page is written by `./scripts/bench --write`; `./scripts/bench LANE` measures one"
    " lane again.\n\n"
    "Each lane runs several times, each time in a process of its own, which it shares with"
    " nothing; the table has the median over these runs, and the least and the most. Where two"
    " things are compared, both are done in the same process and take turns, operation by"
    " operation where nothing else is said; the figure is the ratio of their times. CPU time"
    " is that of the whole process, beside the wall time, and a ratio in its column is one of"
    " CPU times. Peak is the largest memory of that process, with the program in it, in"
    " megabytes; of a comparison it includes both sides.\n\n"
    "*Cold* means the first time in a process that has loaded the program, *warm* that the"
    " same was done before; the column says what exactly. Nothing empties the operating"
    " system's file cache, so files are in memory throughout. Every commit waits for the disk,"
    " as it does in use. Absolute times vary with the machine, ratios less.\n"
)


class Section(msgspec.Struct, frozen=True):
    """A family's lines as measured."""

    title: str
    about: str
    results: Sequence[Result]


def _number(value: float, unit: str) -> str:
    if unit == "/s":
        return f"{value:,.0f}"
    if unit == "ms" and abs(value) >= 100:
        return f"{value:,.0f}"
    if unit == "ms" and abs(value) >= 1:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def _middle(spread: Spread | None, unit: str) -> str:
    if spread is None:
        return ""
    number = _number(spread.median, unit)
    return number if unit == "exponent" else f"{number}{'' if unit == '/s' else ' '}{unit}"


def _cells(line: Result) -> tuple[str, ...]:
    low, high = _number(line.wall.least, line.unit), _number(line.wall.most, line.unit)
    return (
        line.about,
        line.caches,
        _middle(line.wall, line.unit),
        f"{low} – {high}",
        _middle(line.cpu, line.unit),
        f"{line.megabytes:.0f} MB",
        "" if line.goal is None else f"{line.goal}: {'met' if line.met else 'not met'}",
    )


def terminal(sections: Sequence[Section], machine: str) -> None:
    """Prints the tables on the terminal."""
    console = Console(highlight=False)
    for section in sections:
        table = Table(*HEADINGS, title=section.title, title_justify="left")
        for column in table.columns[2:6]:
            column.justify = "right"
        for line in section.results:
            colour = None if line.met is None else "green" if line.met else "red"
            table.add_row(*_cells(line), style=colour)
        console.print(table)
    console.print(machine, style="dim")


def page(sections: Sequence[Section], machine: str) -> str:
    """The page with every table."""
    parts = [INTRODUCTION, f"{machine}.\n"]
    goals = [result for section in sections for result in section.results if result.goal]
    met = sum(bool(result.met) for result in goals)
    parts.append(f"{met} of {len(goals)} goals are met.\n")
    for section in sections:
        parts += [f"## {section.title}", f"{section.about}\n", *_table(section.results), ""]
    return "\n".join(parts)


def _table(results: Sequence[Result]) -> list[str]:
    rows = [f"| {' | '.join(_cells(line))} |" for line in results]
    return [f"| {' | '.join(HEADINGS)} |", "|---|---|---:|---:|---:|---:|---|", *rows]
