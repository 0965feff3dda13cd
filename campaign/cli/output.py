"""How things are told: tables on a terminal, plain text in a pipe, JSON for programs."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

if TYPE_CHECKING:
    from campaign.leaders_in_flames.journal import Names
    from campaign.ledger import Ledger


def on_terminal() -> bool:
    """Whether a person reads along."""
    return sys.stdout.isatty()


def json_line(value: Any) -> None:
    """A value as one line of JSON."""
    click.echo(msgspec.json.encode(value).decode())


def json_page(value: Any) -> None:
    """A value as JSON, indented for a reader at a terminal."""
    text = msgspec.json.encode(value)
    click.echo((msgspec.json.format(text, indent=2) if on_terminal() else text).decode())


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: str = "") -> None:
    """A table; the columns whose heads `numbers` names, divided by spaces, stand right."""
    right = numbers.split()
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if on_terminal():
        _rich_table(heads, cells, right)
        return
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for row in (heads, *cells):
        line = "  ".join(
            cell.rjust(width) if head in right else cell.ljust(width)
            for cell, width, head in zip(row, widths, heads, strict=True)
        )
        click.echo(line.rstrip())


def _rich_table(heads: Sequence[str], cells: list[list[str]], right: list[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in heads:
        grid.add_column(head, justify="right" if head in right else "left", overflow="fold")
    for row in cells:
        grid.add_row(*(Text(cell) for cell in row))
    Console(highlight=False).print(grid)


def width() -> int:
    """How wide a line may be: the terminal's width, and no limit in a pipe."""
    return shutil.get_terminal_size().columns if on_terminal() else 10_000


def entry(label: str, text: str) -> None:
    """A text behind its label, folded under itself where the terminal ends."""
    click.echo(
        textwrap.fill(
            text,
            max(width(), len(label) + 20),
            initial_indent=label,
            subsequent_indent=" " * len(label),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def heading(text: str) -> None:
    """A line that stands out on a terminal."""
    click.echo(click.style(text, bold=True) if on_terminal() else text)


def what_if(ledger: "Ledger", name: str) -> None:
    """Says of a branch that it is one; nothing of a campaign."""
    if (origin := ledger.branch_of(name)) is not None:
        maker = names_of(ledger, name).member(origin.maker)
        click.echo(f"A what-if of {origin.name}, behind its event {origin.version}; {maker}’s")


def older(ledger: "Ledger", name: str) -> None:
    """Says of a campaign that follows other rules than the program's what can be done about it."""
    from campaign.record import adopting

    if told := adopting.older(ledger.live(name).state.campaign):
        entry("", told)


def names_of(ledger: "Ledger", name: str) -> "Names":
    """What sentences about a campaign need to call leaders and members by name."""
    from campaign.leaders_in_flames.journal import Names

    state = ledger.live(name).state
    return Names(state.sheet, {who: one.name for who, one in state.campaign.members.items()})


def accepted(ledger: "Ledger", name: str, answer: dict[str, Any], *, as_json: bool) -> None:
    """What an accepted command recorded: the answer itself, or a numbered sentence an event."""
    if as_json:
        json_line(answer)
        return
    from campaign.leaders_in_flames.journal import sentence

    names = names_of(ledger, name)
    last = answer["version"]
    for recorded in ledger.history(name, last - len(answer["events"]), last):
        entry(f"{recorded.version:>5}  ", sentence(recorded.event, names))


def receipt(answer: dict[str, Any], *, secret: bool) -> None:
    """One quiet line: the receipt's id and time, and the salt of what no event tells."""
    kept = answer.get("receipt")
    if kept is None:
        return
    told = f"receipt {kept['id']}, in at {kept['at'][11:19]} UTC"
    if secret:
        told += f"; keep it with its salt {kept['salt']}, secret until all is opened"
    click.echo(click.style(f"       {told}", dim=True) if on_terminal() else f"       {told}")
