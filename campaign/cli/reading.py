"""Reads a user's files: as text, or as TOML or JSON values."""

import json
import tomllib
from pathlib import Path

from campaign.cli.examples import example
from campaign.cli.session import WrongUsage
from campaign.text.json_values import JsonObject, not_written_as


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
