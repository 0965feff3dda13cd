"""Finds fields in a record that its events do not have, at any depth. Pure.

Reading an event skips such a field, so nothing else would notice it.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec


def fields(stored: object, read: object) -> Iterator[str]:
    """A sentence for each field of the JSON that the value read from it does not have."""
    for name in _names(stored, read):
        yield f"holds {name!a}, which this program does not know"


def _names(stored: object, read: object) -> Iterator[str]:
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
