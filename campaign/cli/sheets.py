"""A club's own sheets on the command line: templates written, sheets read, rows counted."""

import sys
from collections.abc import Iterable
from pathlib import Path

from campaign.cli import output
from campaign.cli.session import WrongUsage

_FEW = 3
"""So many rows are named one by one."""


def write_template(file: Path | None, text: str, *, force: bool) -> None:
    """Writes a template into a file, or prints it where none is given."""
    if file is None:
        output.echo(text, nl=False)
        return
    if file.exists() and not force:
        raise WrongUsage(f"{file} is there already; --force writes over it")
    file.write_text(text, encoding="utf-8")
    output.echo(f"{file}")


def sheet_text(file: Path) -> str:
    """The text of a sheet, or of standard input. One line says which line is no text."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        told = "is no text in UTF-8; save it as CSV in UTF-8"
        raise WrongUsage(f"{file}, line {line}: {told}") from error


def called(file: Path) -> str:
    """What a sheet is called in an answer and in the record."""
    return "the sheet" if str(file) == "-" else file.name


def fault_count(count: int) -> str:
    """How many faults a sheet has."""
    return "1 fault" if count == 1 else f"{count} faults"


def good_rows(count: int) -> str:
    """How many rows of a sheet are taken."""
    return "1 good row" if count == 1 else f"{count or 'no'} good rows"


def left_out(rows: Iterable[str], why: str) -> None:
    """Tells which rows of a sheet are passed over, and why; nothing where none is."""
    found = list(rows)
    if found:
        count = "1 row" if len(found) == 1 else f"{len(found)} rows"
        some = ", ".join(found) if len(found) <= _FEW else f"{found[0]} to {found[-1]}"
        output.echo(f"{count} {why}: {some}")
