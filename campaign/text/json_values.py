"""Types for JSON without a struct of its own, and what is wrong with JSON or with a text that is
none. Pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
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


# --- Fields that a value read from JSON does not have, at any depth -----------------------------
#
# Reading skips such a field, so nothing else would notice it.


def unknown_fields(stored: object, read: object) -> Iterator[str]:
    """A sentence for each field of the JSON that the value read from it does not have."""
    for name in _names(stored, read):
        yield f"holds {name!a}, which this program does not know"


def _names(stored: object, read: object) -> Iterator[str]:
    import msgspec  # whoever only names types of JSON does without

    match read:
        case msgspec.Struct() if isinstance(stored, Mapping):
            known = {field.encode_name: field.name for field in msgspec.structs.fields(type(read))}
            yield from sorted(stored.keys() - {*known, read.__struct_config__.tag_field})
            for name in sorted(stored.keys() & known.keys()):
                yield from _names(stored[name], getattr(read, known[name]))
        case Mapping() if isinstance(stored, Mapping):
            for key in sorted(stored.keys() & read.keys()):
                yield from _names(stored[key], read[key])
        case list() | tuple() if isinstance(stored, Sequence) and not isinstance(stored, str):
            for item, made in zip(stored, read, strict=False):
                yield from _names(item, made)


# --- Texts in JSON that are plain ---------------------------------------------------------------

_LED_AWAY = re.compile(rb'\.(?<=[".]\.)').search
"""A dot behind another, or at the beginning of a text."""


def are_plain(body: bytes) -> bool:
    """Whether all texts in some JSON are of printable ASCII, and each can be a file's name.

    JSON escapes whatever else would move the cursor, and a quotation mark inside a text. A no may
    be mistaken.
    """
    return (
        body.isascii()
        and b"\\" not in body
        and b"\x7f" not in body
        and b"/" not in body
        and _LED_AWAY(body) is None
    )
