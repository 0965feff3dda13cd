"""The lines as tables: all on a terminal, some on the page. Pure but for printing."""

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from scripts.benchmark.figures import Result, Spread

SMALL = 5
"""How many times slower the cores of a small computer are taken to be: an assumption."""
HEADINGS = ("What", "Caches", "Wall", "Least to most", "CPU", "Small", "Peak", "Goal")
INTRODUCTION = (
    "# Speed\n"
    "`./scripts/bench --write` writes this page on a quiet machine; `./scripts/bench` prints many"
    " more lines, `./scripts/bench LANE` those of one lane.\n\n"
    "The figures are medians over several runs, each in a new process. CPU is user and system time"
    " of the process that does the work; a client, the service and a bare service are processes of"
    f" their own. **A small computer is assumed to have cores {SMALL} times slower.** The two sides"
    " of a ratio take turns in the same run, and the goal of a time is a multiple of a limit in the"
    " same table or of a bare text, so that it holds for any machine. Every commit waits for the"
    " disk, and copied files are on it before the clock starts. Played events include ballots,"
    " undos, disputes and corrections; recorded ones have no correction.\n"
)
_TABLES = {
    "felt": (
        "What people feel",
        ("What", "CPU, or what is counted", "On a small computer", "Wall", "Goal"),
        "|---|---:|---:|---:|---|",
    ),
    "ratios": (
        "Beside a limit or a peer",
        ("What", "Limit or peer", "Its CPU", "Ratio of CPU", "Ratio of wall", "Goal"),
        "|---|---|---:|---:|---:|---|",
    ),
    "growth": (
        "How it grows",
        ("What", "From and to", "CPU", "Wall", "Goal"),
        "|---|---|---:|---:|---|",
    ),
}
_TIMES = ("ns", "ms", "s")


class Section(msgspec.Struct, frozen=True):
    """A family's lines as measured."""

    title: str
    about: str
    results: Sequence[Result]


def _number(value: float, unit: str) -> str:
    if unit in ("/s", "modules") or (unit == "ms" and abs(value) >= 100):
        return f"{value:,.0f}"
    if unit == "ms" and abs(value) >= 1:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def _middle(spread: Spread | None, unit: str, times: int = 1) -> str:
    if spread is None:
        return ""
    return f"{_number(spread.median * times, unit)}{'' if unit == '/s' else ' '}{unit}"


def _small(line: Result) -> str:
    return _middle(line.cpu, line.unit, SMALL) if line.unit in _TIMES else ""


def _goal(line: Result) -> str:
    return "" if line.goal is None else f"{line.goal}: {'met' if line.met else 'not met'}"


def _cells(line: Result) -> tuple[str, ...]:
    low, high = _number(line.wall.least, line.unit), _number(line.wall.most, line.unit)
    return (
        line.about,
        line.caches,
        _middle(line.wall, line.unit),
        f"{low} – {high}",
        _middle(line.cpu, line.unit),
        _small(line),
        f"{line.megabytes:.0f} MB",
        _goal(line),
    )


def terminal(sections: Sequence[Section], machine: str) -> None:
    """Prints every line on the terminal, a table for each family."""
    console = Console(highlight=False)
    for section in sections:
        table = Table(*HEADINGS, title=section.title, title_justify="left")
        for column in table.columns[2:7]:
            column.justify = "right"
        for line in section.results:
            colour = None if line.met is None else "green" if line.met else "red"
            table.add_row(*_cells(line), style=colour)
        console.print(table)
        console.print(section.about, style="dim")
    console.print(f"Small: CPU on cores {SMALL} times slower, an assumption.", style="dim")
    console.print(machine, style="dim")


def page(results: Sequence[Result], machine: str) -> str:
    """The page: three tables of the lines that have a row on it."""
    goals = [line for line in results if line.row and line.goal]
    met = sum(bool(line.met) for line in goals)
    parts = [INTRODUCTION, f"{machine}. {met} of {len(goals)} goals are met.", ""]
    for table, (title, headings, rule) in _TABLES.items():
        rows = [_row(line) for line in results if line.row and line.row.table == table]
        parts += [f"## {title}", f"| {' | '.join(headings)} |", rule, *rows, ""]
    return "\n".join(parts)


def _row(line: Result) -> str:
    assert line.row is not None
    wall, cpu = _middle(line.wall, line.unit), _middle(line.cpu, line.unit)
    cells = {
        "felt": (cpu or wall, _small(line), wall if cpu else ""),
        "ratios": (line.row.beside, _other(line), cpu, wall),
        "growth": (line.row.beside, cpu, wall),
    }[line.row.table]
    return f"| {' | '.join((line.row.what, *cells, _goal(line)))} |"


def _other(line: Result) -> str:
    return "" if line.other is None else f"{_number(line.other, 'ms')} ms"
