"""What a what-if copies from its campaign. Pure."""

from msgspec.structs import replace

from events.base import Event

BLANKED = {"sealed": "not taken over", "seed_sealed": ""}
"""Fields of events that a branch does not copy: ciphertexts.

A blanked ciphertext still shows that the value was in the vault, not on a device.
"""


def blanked(event: Event) -> Event:
    """An event without ciphertexts, also inside a correction that amends it."""
    changed = {
        field: blank
        for field in event.__struct_fields__
        if (blank := _blank(field, value := getattr(event, field))) != value
    }
    return replace(event, **changed) if changed else event


def _blank(field: str, value: object) -> object:
    match value:
        case str() if value and field in BLANKED:
            return BLANKED[field]
        case dict():
            return {key: _blank(key, item) for key, item in value.items()}
        case tuple() | list():
            return type(value)(_blank("", item) for item in value)
    return value


def left(event: Event) -> str:
    """The field of an event in a what-if's past that a what-if would not have copied."""
    if event.key:
        return "key"
    plain = blanked(event)
    fields = event.__struct_fields__
    return next((field for field in fields if getattr(plain, field) != getattr(event, field)), "")
