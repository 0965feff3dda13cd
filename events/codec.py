"""Events to bytes and back; older forms are brought up to date as they are read."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

from events import campaign, leaders_in_flames
from events.base import Event, topic

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class UnreadableEventError(ValueError):
    """Stored bytes that are no event this program knows."""


def _events_of(module: object) -> list[type[Event]]:
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]


EVENTS: dict[str, type[Event]] = {
    topic(kind): kind for module in (campaign, leaders_in_flames) for kind in _events_of(module)
}
"""Every event by its topic, in the order of the files that define them."""

UPCASTERS: dict[str, Upcaster] = {}
"""A topic no longer written, to the step that turns its fields into those of the next form.

The step returns the fields with `type` set to the newer topic; steps chain.
"""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(
    reduce(lambda known, kind: known | kind, EVENTS.values())  # type: ignore[arg-type, return-value]
)


def encode(event: Event) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def decode(stored: bytes | memoryview, name: str) -> Event:
    """The event that JSON of a topic tells.

    Raises `UnreadableEventError` where the bytes are no event of that topic.
    """
    try:
        if name not in UPCASTERS:
            return _decoder.decode(stored)
        fields = msgspec.json.decode(stored)
        while (step := UPCASTERS.get(fields["type"])) is not None:
            fields = step(fields)
        return msgspec.convert(fields, EVENTS[fields["type"]])
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise UnreadableEventError(f"{name}: {error}") from error


def fields(event: Event) -> dict[str, Any]:
    """An event's fields as plain JSON values, defaults included, the stamp left out."""
    told: dict[str, Any] = msgspec.to_builtins(event)
    stamp = ("type", *Event.__struct_fields__)
    return {
        name: told.get(name, msgspec.to_builtins(getattr(event, name)))
        for name in event.__struct_fields__
        if name not in stamp
    }
