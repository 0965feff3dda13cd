"""A user's files: read as text or values, a club's own sheets, and what a file of a command's
fields may hold. IO.
"""

import sys
from collections.abc import Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.cli.help_pages import example
from campaign.cli.stores import WrongUsage
from campaign.kernel.decisions import Command
from campaign.systems import SYSTEMS
from campaign.text.english import counted
from campaign.text.json_values import JsonObject, not_written_as

if TYPE_CHECKING:
    from campaign.cli.session import Session
    from campaign.kernel.interview.positions import ReadPosition


def text_of(typed: object) -> str:
    """A file's text. One line says why it cannot be read."""
    file = Path(str(typed))
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongUsage(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{file} is not text in UTF-8") from error


def parsed(file: str, text: str) -> JsonObject:
    """A file's values: JSON if its name or first letter says so, TOML otherwise.

    Raises `ValueError` with the line if it is neither.
    """
    is_json = file.lower().endswith(".json") or text.lstrip().startswith("{")
    try:
        content = _read_json(text) if is_json else _read_toml(text)
    except (ValueError, RecursionError) as error:
        form = "JSON" if is_json else "TOML"
        raise ValueError(not_written_as(form, error)) from error
    if not isinstance(content, dict):
        raise ValueError(f"needs names with values, such as {example('value')}")
    return content


def _read_json(text: str) -> object:
    import json  # slow to load, as the other is

    return json.loads(text)


def _read_toml(text: str) -> object:
    import tomllib

    return tomllib.loads(text)


def content_of(what: str, file: str) -> JsonObject:
    """The values of a TOML or JSON file. One line says what is wrong with it."""
    text = text_of(file)
    try:
        return parsed(file, text)
    except ValueError as error:
        raise WrongUsage(f"{what} {file}: {error}") from error


# --- A club's own sheets on the command line: templates written, sheets read --------------------


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


# --- What a file of a command's fields may hold -------------------------------------------------

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FILLED_IN = ("command", "by", "id")


def schemas_of(kinds: Iterable[type]) -> JsonObject:
    """The schema of each, with the seats of every game where a seat is to be named."""
    import msgspec

    from campaign.text import moments
    from events.seats import schema

    made = msgspec.json.schema_components(
        list(kinds), schema_hook=schema(SYSTEMS.seats, own=SYSTEMS.own_seats)
    )
    schemas: JsonObject = moments.as_published(made[1])
    for described in schemas.values():
        for name, field in described.get("properties", {}).items():
            described["properties"][name] = _first("description", field)
            if field.get("default") == ():
                field["default"] = []
    return schemas


def schema_key(kind: type, schemas: Container[str]) -> str:
    """The name of a type among such schemas: with its module, where two games have one of it."""
    plain = kind.__name__
    return plain if plain in schemas else f"{kind.__module__}.{plain}"


def _first(key: str, values: JsonObject) -> JsonObject:
    """The same values with one of them first, if it is there."""
    return {key: values[key], **values} if key in values else values


def schema_of(kind: type[Command]) -> JsonObject:
    """What a command's fields may be, as a JSON schema; without those that the program fills in."""
    schemas = schemas_of([kind])
    own = schemas.pop(kind.__name__)
    fields = {key: value for key, value in own["properties"].items() if key not in _FILLED_IN}
    required = [name for name in own.get("required", ()) if name in fields]
    return {"$schema": DIALECT, **own, "properties": fields, "required": required, "$defs": schemas}


# --- A sheet of cells: from a file, piped or pasted, and what is not plain about it --------------

NOTHING = "Nothing was recorded"
END = "."
"""A line of it ends what is pasted at a terminal."""


def pasted(session: "Session", file: str | None) -> tuple[str, str]:
    """The text of the cells, and what it was read from."""
    from campaign.cli import terminal
    from campaign.text import cells
    from campaign.text.shapes import Fault

    if file is None:
        if not terminal.is_there():
            raise WrongUsage(f"name a FILE with the position, or - for what is piped. {NOTHING}")
        session.note(f"paste the position; a line that has only {END!r} ends it")
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


def refuse_open(read: "ReadPosition") -> None:
    """Lists what is not plain about a sheet, and ends the call if anything is to be settled."""
    if read.open:
        for finding in read.findings:
            output.echo(str(finding))
        cannot = counted(len(read.open), "cell is", "cells are")
        raise WrongUsage(f"{cannot} not plain yet; change them, and try again. {NOTHING}")
