"""A club's own sheets on the command line: templates written, sheets read."""

import sys
from pathlib import Path

from campaign.cli import output
from campaign.cli.session import WrongUsage


def write_template(file: Path | None, text: str, *, force: bool) -> None:
    """Writes a template to a file, or prints it if none is given."""
    if file is None:
        output.echo(text, nl=False)
        return
    if file.exists() and not force:
        raise WrongUsage(f"{file} is there already; --force writes over it")
    file.write_text(text, encoding="utf-8")
    output.echo(f"{file}")


def sheet_text(file: Path) -> str:
    """The text of a sheet, or of standard input. One line says which line is not text."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        fault = "is no text in UTF-8; save it as CSV in UTF-8"
        raise WrongUsage(f"{file}, line {line}: {fault}") from error
