"""Printing: tables on a terminal, plain text in a pipe, JSON for programs."""

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click
import msgspec

from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign, Naming
    from campaign.kernel.terminal.screens import Grid
    from campaign.store.ledger import Ledger
    from campaign.store.reader import Reader


_MOVING = (
    *range(0x20),  # C0, such as escape and the carriage return
    *range(0x7F, 0xA0),  # delete and C1
    0x061C,
    0x200E,
    0x200F,  # marks of direction
    *range(0x2028, 0x202F),  # line and paragraph ends, embeddings and overrides of direction
    *range(0x2066, 0x206A),  # isolates
)
"""Characters that move the cursor, start a terminal command or reverse the text."""
_SEEN = {
    sign: chr(0x2400 + sign) if sign < 0x20 else "\u2421" if sign == 0x7F else "\ufffd"
    for sign in _MOVING
    if sign != 0x0A
}
"""What is shown instead, character for character: the picture of a control, or U+FFFD."""
_IN_JSON = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def plain(text: str) -> str:
    """A text in which nothing moves the cursor; line ends stay. Old records may hold anything."""
    return text.translate(_SEEN)


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Prints any text safely: every line that the program prints goes through here.

    What is said beside the answer is folded between words where the
    terminal ends; questions are not, as the answer is typed behind them.
    """
    shown = plain(str(text))
    click.echo(folded(shown) if err and nl else shown, err=err, nl=nl)


def cells(*row: str) -> None:
    """Prints a row to be pasted into a sheet: tabs stand between its cells alone."""
    click.echo("\t".join(map(plain, row)))


def folded(text: str) -> str:
    """A text for standard error, folded between words where the terminal ends."""
    if not sys.stderr.isatty():
        return text
    return _wrapped(text, _columns())


def _wrapped(text: str, columns: int) -> str:
    return "\n".join(
        textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        if len(line) > columns
        else line
        for line in text.split("\n")
    )


def _json(value: object) -> bytes:
    """A value as JSON in which every character that could move the cursor is escaped."""
    text = msgspec.json.encode(value).decode()
    return re.sub(_IN_JSON, lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def file_content(content: bytes) -> None:
    """A text file as it is; on a terminal only what cannot move the cursor."""
    if on_terminal():
        echo(content.decode().replace("\r\n", "\n"), nl=False)
    else:
        click.echo(content, nl=False)


def on_terminal() -> bool:
    """Whether the output goes to a terminal."""
    return sys.stdout.isatty()


def json_line(value: object) -> None:
    """A value as one line of JSON."""
    click.echo(_json(value).decode())


def json_indented(value: object) -> None:
    """A value as JSON, always indented."""
    click.echo(msgspec.json.format(_json(value), indent=2).decode())


def json_page(value: object) -> None:
    """A value as JSON, indented for a reader at a terminal."""
    text = _json(value)
    click.echo((msgspec.json.format(text, indent=2) if on_terminal() else text).decode())


def said(text: object, *, as_json: bool, **facts: object) -> None:
    """What was done: in words, or its facts for a program."""
    if as_json:
        json_line(facts)
    else:
        echo(text)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: str = "") -> None:
    """Prints a table; `numbers` names the heads of right-aligned columns, separated by spaces."""
    right = numbers.split()
    cells = [["" if cell is None else _cell(cell) for cell in row] for row in rows]
    if on_terminal():
        _rich_table(heads, cells, right)
        return
    click.echo("\n".join(aligned(heads, cells, right)))


def aligned(heads: Sequence[str], rows: list[list[str]], right: Sequence[str]) -> Iterator[str]:
    """The lines of a table in columns, its heads first."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        line = "  ".join(
            cell.rjust(width) if head in right else cell.ljust(width)
            for cell, width, head in zip(row, widths, heads, strict=True)
        )
        yield line.rstrip()


def grid(content: "Grid") -> None:
    """A table that a game made."""
    table(content.heads, content.rows, content.numbers)


def compact_grid(content: "Grid") -> None:
    """The same in few lines: in two halves side by side where they fit.

    Where not even the whole does, each row is folded between words.
    """
    if not on_terminal():
        grid(content)
        return
    rows = [[_cell(cell) for cell in row] for row in content.rows]
    half = (len(rows) + 1) // 2
    sides = [
        list(aligned(content.heads, part, content.numbers.split()))
        for part in (rows[:half], rows[half:])
    ]
    widest = max(map(len, sides[0]))
    halves = [
        f"{left:<{widest}}    {right}".rstrip() for left, right in zip_longest(*sides, fillvalue="")
    ]
    whole = list(aligned(content.heads, rows, content.numbers.split()))
    for lines in (halves, whole):
        if max(map(len, lines)) <= width():
            heading(lines[0])
            echo("\n".join(lines[1:]))
            return
    for first, *cells in rows:
        pairs = zip(content.heads[1:], cells, strict=True)
        texts = (
            f"{head} {cell}" if head in content.numbers else cell for head, cell in pairs if cell
        )
        entry(f"{first}: ", ", ".join(texts))


def _cell(value: object) -> str:
    """A cell of a table, on one line."""
    return plain(" ".join(str(value).split("\n")))


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


def _columns() -> int:
    import shutil  # slow to load, and needed at a terminal alone

    return shutil.get_terminal_size().columns


def width() -> int:
    """How wide a line may be: the terminal's width, or no limit in a pipe."""
    return _columns() if on_terminal() else 10_000


def entry(label: str, text: str) -> None:
    """A text behind its label, folded under itself where the terminal ends."""
    if text.isprintable() and text == text.rstrip() != "" and len(label + text) <= width():
        click.echo(plain(label) + text)  # as nearly always: nothing to fold
        return
    click.echo(
        textwrap.fill(
            plain(text),
            max(width(), len(label) + 20),
            initial_indent=plain(label),
            subsequent_indent=" " * len(label),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def heading(text: str) -> None:
    """A line that stands out on a terminal, folded between words where that ends."""
    text = plain(text)
    if on_terminal():
        text = click.style(_wrapped(text, width()), bold=True)
    click.echo(text)


def both_names(campaign: "Campaign") -> str:
    """A campaign's title, and the name that a command needs."""
    return f"{campaign.title} ({campaign.name})" if campaign.title else campaign.name


def what_if(reader: "Reader", name: str) -> None:
    """Prints a note if the campaign is a branch."""
    if (origin := reader.branch_of(name)) is not None:
        maker = names_of(reader, name).member(origin.maker)
        echo(f"A what-if of {origin.name}, behind its event {origin.version}; {maker}’s")


def other_rules(reader: "Reader", name: str) -> None:
    """Says so where a campaign follows other rules than the program's."""
    from campaign.kernel.system import foreign
    from campaign.text.english import capital

    live = reader.live(name)
    if text := foreign(live.system, live.state.campaign):
        entry("", f"{capital(text)}.")


def names_of(reader: "Reader", name: str) -> "Naming":
    """The names of a campaign's members, seats and pieces, for sentences about it."""
    live = reader.live(name)
    return live.system.view.names(live.state)


def sentences(reader: "Reader", name: str) -> "Callable[..., str]":
    """A function that turns an event into a sentence, with the campaign's names."""
    from campaign.handler.wording import sentences as made

    return made(reader, name)


NOTHING_FOR_THE_LOG = "The address is changed. It is kept beside the log, so nothing was recorded."


def accepted(ledger: "Ledger", name: str, answer: JsonObject, *, as_json: bool) -> None:
    """Prints what a command recorded: the answer itself, or a numbered sentence per event.

    Below an act that was taken back stands what it was.
    """
    if as_json:
        json_line(unsalted(answer))
        return
    from events.disputes import ActUndone

    sentence = sentences(ledger, name)
    last = answer["version"]
    if not answer["events"]:
        echo(NOTHING_FOR_THE_LOG)
    for recorded in ledger.history(name, last - len(answer["events"]), last):
        entry(f"{recorded.version:>5}  ", sentence(recorded.event, recorded.version))
        if isinstance(recorded.event, ActUndone):
            for version in recorded.event.versions:
                (gone,) = ledger.history(name, version - 1, version)
                entry("       - ", sentence(gone.event, version))


def unsalted(answer: JsonObject) -> JsonObject:
    """An answer without its salt, for the screen: with it, anybody could try both choices."""
    if not on_terminal() or "salt" not in answer.get("receipt", {}):
        return answer
    bare = {key: value for key, value in answer["receipt"].items() if key != "salt"}
    return {**answer, "receipt": bare}


def receipt(answer: JsonObject, file: str) -> None:
    """One quiet line: the receipt's id and time, and the file with its salt."""
    issued = answer.get("receipt")
    if issued is None:
        return
    text = plain(f"receipt {issued['id']}, in at {issued['at'][11:19]} UTC")
    text += plain(f"; its salt is in {file}") if file else ""
    click.echo(click.style(f"       {text}", dim=True) if on_terminal() else f"       {text}")
