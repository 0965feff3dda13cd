"""Turns events into bytes and back; older forms are upcast as they are read."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, reduce
from operator import itemgetter, or_
from types import MappingProxyType, ModuleType
from typing import Any

import msgspec

from events import campaign, club, disputes
from events.base import STAMP, Event, topic
from events.chain import TRAILER
from events.seats import reading

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class UnreadableEventError(ValueError):
    """Stored bytes that are not an event this program knows."""


_OF_EVERY = frozenset({"type", *STAMP})
"""Names that no event's own field has: its type's, and those of the stamp."""

UNREADABLE = (UnreadableEventError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading bytes that are not an event can raise."""


def events_of(module: ModuleType) -> tuple[type[Event], ...]:
    """The events that a file defines, in its order."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Event)
        and kind.__module__ == module.__name__
        and kind is not Event
    )


SHARED = tuple(kind for module in (campaign, disputes, club) for kind in events_of(module))
"""The events of every campaign, in any game."""

# --- writing ------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def fields(event: Event) -> dict[str, Any]:
    """An event's fields as plain JSON values, defaults included, the stamp left out."""
    values: dict[str, Any] = msgspec.to_builtins(event)
    return {
        written: values[written] if written in values else msgspec.to_builtins(getattr(event, name))
        for name, written in _said(type(event))
    }


@cache
def _said(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    """The fields of an event but for the stamp's, each with its name as it is stored."""
    named = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return tuple((name, written) for name, written in named if name not in _OF_EVERY)


# --- reading ------------------------------------------------------------------------------------

_body = itemgetter(slice(None, -TRAILER))


class Codec:
    """Reads the events of every campaign, and those of the games given."""

    def __init__(
        self,
        events: Iterable[type[Event]],
        seats: Collection[str],
        upcasters: Mapping[str, Upcaster] | None = None,
        *,
        own: bool = False,
    ) -> None:
        """`seats` are what members play in these games; `own` if campaigns may name their own.

        Upcasters: the topic of an older form, and what turns its fields into the next form's. That
        step returns the fields with `type` set to the newer topic; steps chain. Raises
        `ValueError` where an event has a field by a name of the stamp.
        """
        self.events: Mapping[str, type[Event]] = MappingProxyType(
            {topic(kind): kind for kind in (*SHARED, *events)}
        )
        """Every event by its topic, in the order of the vocabularies."""
        for kind in self.events.values():
            if taken := vars(kind).get("__annotations__", {}).keys() & _OF_EVERY:
                raise ValueError(f"{topic(kind)} has a field of the stamp: {', '.join(taken)}")
        self.upcasters: Mapping[str, Upcaster] = MappingProxyType(dict(upcasters or {}))
        self._read = reading(seats, own=own)
        any_event: Any = reduce(or_, self.events.values())
        self._decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(
            any_event, dec_hook=self._read
        )

    def decode(self, body: bytes) -> Event:
        """The event that JSON holds; an older form is brought up to date.

        Raises `UnreadableEventError` if the bytes are not an event this program knows.
        """
        try:
            return self._decoder.decode(body)
        except UNREADABLE as error:
            return self._upcast(body, error)

    def decode_rows(self, rows: Iterable[bytes]) -> Iterator[Event]:
        """The events of stored rows, one by one as they are asked for: the fold's way in.

        Raises one of `UNREADABLE` if a row is not an event. As long as there are no older forms, no
        Python code runs between a row and its event.
        """
        return map(self.decode if self.upcasters else self._decoder.decode, map(_body, rows))

    def newest(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """An event's type and fields in its newest form. Raises what an upcaster raises."""
        while (step := self.upcasters.get(values["type"])) is not None:
            values = step(dict(values))
        return values

    def form(self, values: Mapping[str, Any]) -> Event:
        """An event from its type and fields; an older form is brought up to date.

        Raises `msgspec.ValidationError`, `KeyError` or `TypeError` if they make no event.
        """
        values = self.newest(values)
        return msgspec.convert(values, self.events[values["type"]], dec_hook=self._read)

    def _upcast(self, body: bytes, error: Exception) -> Event:
        try:
            values = msgspec.json.decode(body)
            if values["type"] not in self.upcasters:
                raise UnreadableEventError(str(error)) from error
            return self.form(values)
        except (*UNREADABLE, KeyError, TypeError) as why:
            raise UnreadableEventError(str(why)) from why


_WORD = re.compile(rb'\{"type":"([a-z]+)\.')
"""What an event's bytes begin with: the first word of its topic."""


class CodecOfGames:
    """Reads the events of any game, and asks for a game's codec when an event of it comes.

    Seats of the facts that every campaign shares are read as any id: the game's own codec and the
    fold say which a campaign has.
    """

    def __init__(self, of: Callable[[str], Codec | None], every: Callable[[], Codec]) -> None:
        """`of` gives the codec of a game by the first word of its topics; `every` reads them all,
        for what no game's word tells.
        """
        self._of, self._every = of, every

    @cached_property
    def _shared(self) -> Codec:
        return Codec((), (), own=True)

    @property
    def events(self) -> Mapping[str, type[Event]]:
        """Every event by its topic, in the order of the vocabularies."""
        return self._every().events

    @property
    def upcasters(self) -> Mapping[str, Upcaster]:
        """Older forms of every game, each with its next step."""
        return self._every().upcasters

    def decode(self, body: bytes) -> Event:
        """The event that JSON holds. Raises `UnreadableEventError` if the bytes are none."""
        found = _WORD.match(body)
        return self._reads(found[1].decode() if found else "").decode(body)

    def decode_rows(self, rows: Iterable[bytes]) -> Iterator[Event]:
        """The events of stored rows, one by one. Raises one of `UNREADABLE` for a row of none."""
        return map(self.decode, map(_body, rows))

    def newest(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """An event's type and fields in its newest form. Raises what an upcaster raises."""
        return self._reads(str(values["type"]).partition(".")[0]).newest(values)

    def form(self, values: Mapping[str, Any]) -> Event:
        """An event from its type and fields. Raises what `Codec.form` raises."""
        return self._reads(str(values["type"]).partition(".")[0]).form(values)

    def _reads(self, word: str) -> Codec:
        return self._shared if word == "campaign" else self._of(word) or self._every()


AnyCodec = Codec | CodecOfGames
"""What reads events, of one game or of any."""
