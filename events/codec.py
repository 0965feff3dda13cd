"""Events to bytes and back; older forms are brought up to date as they are read."""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import itemgetter, or_
from typing import Any

import msgspec

from events import (
    campaign,
    force_pools,
    leaders_in_flames,
    leaders_in_play,
    record,
    us_entry,
    witnesses,
)
from events.base import Event, topic
from events.chain import TRAILER

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class UnreadableEventError(ValueError):
    """Stored bytes that are no event this program knows."""


def _events_of(module: object) -> list[type[Event]]:
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]


_MODULES = (campaign, record, witnesses, leaders_in_flames, leaders_in_play, force_pools, us_entry)

EVENTS: dict[str, type[Event]] = {
    topic(kind): kind for module in _MODULES for kind in _events_of(module)
}
"""Every event by its topic, in the order of the files that define them."""

UPCASTERS: dict[str, Upcaster] = {}
"""A topic no longer written, to the step that turns its fields into those of the next form.

The step returns the fields with `type` set to the newer topic; steps chain.
"""

UNREADABLE = (UnreadableEventError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading bytes that are no event can raise."""
_encoder = msgspec.json.Encoder()
_ANY: Any = reduce(or_, EVENTS.values())
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(_ANY)
_body = itemgetter(slice(None, -TRAILER))


def encode(event: Event) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def decode(body: bytes) -> Event:
    """The event that JSON tells; an older form is brought up to date.

    Raises `UnreadableEventError` where the bytes are no event this program knows.
    """
    try:
        return _decoder.decode(body)
    except UNREADABLE as error:
        return _upcast(body, error)


def decode_rows(rows: Iterable[bytes]) -> Iterator[Event]:
    """The events of stored rows, one by one as they are asked for: the fold's way in.

    Raises one of `UNREADABLE` where a row is no event. While there are no older forms, no step in
    Python stands between a row and its event.
    """
    return map(decode if UPCASTERS else _decoder.decode, map(_body, rows))


def _upcast(body: bytes, error: Exception) -> Event:
    try:
        fields = msgspec.json.decode(body)
        if fields["type"] not in UPCASTERS:
            raise UnreadableEventError(str(error)) from error
        while (step := UPCASTERS.get(fields["type"])) is not None:
            fields = step(fields)
        return msgspec.convert(fields, EVENTS[fields["type"]])
    except (*UNREADABLE, KeyError, TypeError) as why:
        raise UnreadableEventError(str(why)) from why


def fields(event: Event) -> dict[str, Any]:
    """An event's fields as plain JSON values, defaults included, the stamp left out."""
    told: dict[str, Any] = msgspec.to_builtins(event)
    stamp = ("type", *Event.__struct_fields__)
    return {
        name: told.get(name, msgspec.to_builtins(getattr(event, name)))
        for name in event.__struct_fields__
        if name not in stamp
    }
