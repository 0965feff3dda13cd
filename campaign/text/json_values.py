"""Types for JSON without a struct of its own, and what is wrong with a text that is none. Pure."""

import re
from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object, to be written or changed."""
JsonFields = Mapping[str, Any]
"""A JSON object that is only read."""
FORM = "form"
"""The key under which a type's `msgspec.Meta(extra=...)` says what its pattern requires."""
_LINE = r"line (?P<line>[0-9]+),? column (?P<column>[0-9]+)"
_BYTE = r"\(byte (?P<byte>[0-9]+)\)"


def not_written_as(form: str, error: Exception) -> str:
    """Why a text is not JSON or TOML, in our own words: where it breaks off, as far as known."""
    if isinstance(error, RecursionError):
        return f"not {form}: it is nested too deeply"
    if isinstance(error, UnicodeError):
        return f"not {form}: it is not text in UTF-8"
    text = str(error)
    if match := re.search(_LINE, text):
        return f"not {form}: see line {match['line']}, column {match['column']}"
    if match := re.search(_BYTE, text):
        return f"not {form}: see character {int(match['byte']) + 1}"
    return f"not {form}: it breaks off" if "truncated" in text else f"not {form}"
