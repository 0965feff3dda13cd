"""An occasion: something that members are told of, once. Pure.

Occasions are not stored. They follow from the log, its deadlines and the time.
"""

import msgspec

from campaign.kernel.notices import Owed
from campaign.people.choices import Told


class Occasion(msgspec.Struct, frozen=True):
    """Something to tell members of."""

    key: str
    """What it is called in its campaign, for ever: `turn:1941-ND`, `orders:12`."""
    kind: Told
    turn: str
    """The turn that it belongs to."""
    members: tuple[str, ...]
    """Whom it concerns."""
    since: str
    """When it came about: RFC 3339 in UTC."""
    headline: str = ""
    """What has happened, in a short sentence; empty where the turn's story or `owed` says it."""
    what_to_do: str = ""
    """What its reader can do about that; empty where there is nothing to do."""
    owed: tuple[Owed, ...] = ()
    """What is asked, of all members concerned."""
    until: str = ""
    """By when; empty without a deadline."""
    is_reminder: bool = False
    is_last: bool = False
    """Whether it is the last reminder, which quiet hours do not hold back."""
    until_since: str = ""
    """When that deadline was set; empty without one."""
    version: int = 0
    """The event that brought it about: a correction or a piece of news is told once it is newer
    than what a member was told before. 0 where no event alone did."""
    follows: str = ""
    """The occasion whose message it answers in a mail program: `turn:1941-ND`."""

    @property
    def about(self) -> str:
        """What it is about, for a reader; empty where the turn says it."""
        return self.owed[0].title if self.owed else self.headline.removesuffix(".")


AGAIN = ":again:"
"""Follows in the key of a message that a person had sent once more, with other words by now."""
HALF, LAST = "half", "last"
"""The reminders of a request: at half the time left, and in the last hours."""
HOST = "host"
"""A reminder that a host asked for; the day stands where the others have their deadline."""


def reminder_key(request: str, which: str, until: str) -> str:
    """What a reminder is called: `orders:12:last:2026-11-26T21:00:00Z`."""
    return f"{request}:{which}:{until}"


def is_from_host(key: str) -> bool:
    """Whether it is a reminder that a host asked for."""
    return f":{HOST}:" in key


def again_key(occasion: str, before: str) -> str:
    """What a message is called that goes again with other words, after one of another key."""
    number = int(before.partition(AGAIN)[2] or 1)
    return f"{occasion}{AGAIN}{number + 1}"


def request_key(key: str) -> str:
    """The request that a reminder, or what was sent again, is of: `orders:12`; any other key stays
    as it is.
    """
    key = key.partition(AGAIN)[0]
    for which in (HALF, LAST, HOST):
        request, found, _ = key.partition(f":{which}:")
        if found:
            return request
    return key


class Planned(msgspec.Struct, frozen=True):
    """A notice that a member is to get."""

    occasion: Occasion
    member: str
    not_before: str = ""
    """A digest's hour, or the end of their quiet hours; empty if it may go at once."""
    in_digest: bool = False
    """Whether it goes with others in one message."""
