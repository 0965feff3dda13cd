"""The form every event shares. These types are the storage format: old logs must load for ever."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$(?!\n)")]
"""A lower-case id of letters, digits and hyphens, as members and pieces bear.

`$` alone would let a line end follow.
"""

Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""A SHA-256 digest in lower-case hex."""
DigestOrEmpty = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
"""The same, or empty where there is none."""


def _holds(what: str) -> msgspec.Meta:
    """What a field holds, for whoever checks a record; it refuses nothing as it is read."""
    return msgspec.Meta(extra={"holds": what})


Id = Annotated[str, _holds("id")]
"""Names somebody or something by id, in the form of a slug."""
IdOrEmpty = Annotated[str, _holds("id or nothing")]
"""The same, or empty where nobody is meant."""
Name = Annotated[str, _holds("name")]
"""What somebody or something is called."""
Text = Annotated[str, _holds("text")]
"""People's own words, of more than a line where they like."""
Line = Annotated[str, _holds("line")]
"""People's own words, of one line."""
Signed = Annotated[int, _holds("signed")]
"""A figure that may be below zero."""
Moment = Annotated[str, _holds("moment")]
"""A time in UTC, as RFC 3339 writes it."""
Day = Annotated[str, _holds("day")]
"""A date, as ISO 8601 writes it."""
Count = Annotated[int, _holds("count")]
"""A number that grows with the record."""
Seeds = Annotated[int, _holds("seeds")]
"""How many draw seeds a chain has."""


Kept = Annotated[Any, _holds("act")]
"""What an act keeps of its command, whatever it is: whoever reads it says what is wrong with it."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One immutable fact of a campaign, with the stamp the ledger gives it.

    The tag is the event's permanent topic. It never follows a module path, and a changed form gets
    a topic of its own (with `.2` behind it) beside an upcaster for the old one.
    """

    at: str = ""
    """When it was recorded: UTC, ISO 8601 with milliseconds."""
    by: Id = ""
    """The member on whose word it was recorded."""
    key: str = ""
    """The caller's idempotency key, on each event of a command that bore one."""
    nth: Count = 0
    """Its place among the events of its command, from 0."""
    prev: str = ""
    """Digest of the event before it; empty on the first."""
    act: Kept = None
    """On the first event of a command, the command: a table without what the event says itself,
    and without what is secret. An opening has none: its events say everything.
    """
    drawn: Kept = ()
    """On the same event, the public results of the ledger's draws for the command, in order."""


STAMP = Event.__struct_fields__
"""What every event has, whatever it says."""


def unstamped(event: Event) -> Event:
    """What an event says: without its stamp."""
    return replace(event, at="", by="", key="", nth=0, prev="", act=None, drawn=())


def restamped(event: Event, like: Event) -> Event:
    """An event with the stamp of another."""
    return replace(event, **{name: getattr(like, name) for name in STAMP})


def topic(event: type[Event] | Event) -> str:
    """The permanent topic of an event or of its type."""
    return str(event.__struct_config__.tag)


def public_type(event: type[Event] | Event) -> str:
    """The topic without the number of its form: the name that outside programs see."""
    name = topic(event)
    head, _, form = name.rpartition(".")
    return head if form.isdigit() else name
