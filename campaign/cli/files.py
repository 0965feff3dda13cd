"""A user's files: read as text or values, a club's own sheets, and what seals write for
nobody else. IO.
"""

import json
import os
import secrets
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.cli.help_pages import example
from campaign.cli.stores import WrongUsage
from campaign.kernel import steps
from campaign.text.json_values import JsonObject, not_written_as
from events.sealed import NONCE_BYTES

if TYPE_CHECKING:
    from campaign.cli.interviews import Runner


# --- Reads a user's files: as text, or as TOML or JSON values -----------------------------------


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
        content = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        form = "JSON" if is_json else "TOML"
        raise ValueError(not_written_as(form, error)) from error
    if not isinstance(content, dict):
        raise ValueError(f"needs names with values, such as {example('value')}")
    return content


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


# --- Steps of the verbs that seal: what they draw, and what they write for nobody else ----------


def write_secret(run: "Runner", step: steps.WriteSecret) -> None:
    """Writes a new file that only its owner can read; one that is there already is left alone."""
    try:
        handle = os.open(step.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise WrongUsage(f"{step.file} is there already; it may hold {step.holds}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(step.text)


def nonce(run: "Runner", step: steps.GetNonce) -> str:
    """A fresh nonce, as hex digits."""
    return secrets.token_hex(NONCE_BYTES)


def card(run: "Runner", step: steps.GetSealCard) -> str:
    """The page that seals from a disk. Other calls do without what makes pages."""
    from campaign.web.rendering import card

    return card(step.kinds, step.seats)
