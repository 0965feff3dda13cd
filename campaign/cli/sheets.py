"""Sheets of cells on the command line: read from a file or pasted, and their open cells. IO."""

import sys
from pathlib import Path

from campaign.cli import output, terminal
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.kernel.positions import ReadPosition
from campaign.text import cells
from campaign.text.english import counted
from campaign.text.shapes import Fault

NOTHING = "Nothing was recorded"
END = "."
"""A line of it ends what is pasted at a terminal."""


def pasted(session: Session, file: str | None) -> tuple[str, str]:
    """The text of the cells, and what it was read from."""
    if file is None:
        if not terminal.is_there():
            raise WrongUsage(f"name a FILE with the position, or - for what is piped. {NOTHING}")
        session.note(f"Paste the position here. End it with a line that has only {END!r}.")
        lines = iter(sys.stdin.readline, "")
        return "".join(iter(lambda: next(lines, f"{END}\n"), f"{END}\n")), "form"
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise WrongUsage(f"cannot read {file}: {error.strerror}. {NOTHING}") from error
    decoded = cells.decoded(content)
    if isinstance(decoded, Fault):
        raise WrongUsage(f"{file}: {decoded.text}. {NOTHING}")
    text, is_older = decoded
    if is_older:
        session.note(f"{file} was read as Windows-1252, not as UTF-8: look at letters like ö")
    return text, "sheet" if file == "-" else Path(file).name


def refuse_open(read: ReadPosition) -> None:
    """Lists what is not plain about a sheet, and ends the call if anything is to be settled."""
    if read.open:
        for finding in read.findings:
            output.echo(str(finding))
        cannot = counted(len(read.open), "cell is", "cells are")
        raise WrongUsage(f"{cannot} not plain yet; change them, and try again. {NOTHING}")
