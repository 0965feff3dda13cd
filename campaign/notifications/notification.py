"""A notification: something that members are told of, once; its e-mail, and the states of its
delivery. Pure.
"""

from collections.abc import Collection, Iterable
from itertools import chain, count
from typing import Literal, get_args

import msgspec

from campaign.accounts.choices import Told
from campaign.kernel.pages import Task

# --- An occasion: something that members are told of, once --------------------------------------
#
# Occasions are not stored. They follow from the log, its deadlines and the time.


class Notification(msgspec.Struct, frozen=True):
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
    owed: tuple[Task, ...] = ()
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
        request, separator, _ = key.partition(f":{which}:")
        if separator:
            return request
    return key


class Planned(msgspec.Struct, frozen=True):
    """A notice that a member is to get."""

    occasion: Notification
    member: str
    not_before: str = ""
    """A digest's hour, or the end of their quiet hours; empty if it may go at once."""
    in_digest: bool = False
    """Whether it goes with others in one message."""


# --- A letter: what a notice says to one member, before it becomes a message --------------------

ROOT = "campaign"
"""The occasion that a campaign's thread begins with in a mail program. Nothing is sent for it."""


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a letter."""

    name: str
    media: str
    """Its media type, with parameters: `text/html`, `text/calendar; method=PUBLISH`."""
    content: bytes


class Email(msgspec.Struct, frozen=True):
    """What one member is told, as text and as a page. The same record gives the same letter."""

    occasion: str
    """The key of its occasion; of a digest `digest:` and its day."""
    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
    follows: tuple[str, ...] = ()
    """Occasions whose messages to the same member come before it in one thread."""
    language: str = "en"
    takes_answers: bool = False
    """Whether it can be answered in a word."""
    version: int = 0
    """The last event that it was written from; 0 where it is about none."""
    campaign: str = ""
    """What the campaign is called: the name that its mail comes from."""


# --- The states of a delivery: one occasion, one member, one channel ----------------------------
#
#     due → claimed → talking → sending → sent
#            ↑  ↓        ↓         ├→ refused   (the server's no, or a bounce)
#           later ←──────┘         └→ unknown   (no answer came: it may have arrived)
#
# Only between the text of a message and the server's answer can nobody know whether it arrived. So
# a row is `sending` before the text goes out, and only a person's decision leaves `unknown`.

State = Literal["due", "claimed", "talking", "sending", "sent", "later", "refused", "unknown"]
STATES: tuple[State, ...] = get_args(State)
MAIL = "mail"
"""The channel of mail."""
WEBHOOK = "webhook"
PUSH = "push"
"""The other channels. A webhook's member is its id."""
TURN = "turn:"
"""What the occasion of an ended turn begins with."""
CORRECTED = "corrected:"
"""What the occasion of an ended turn's correction begins with."""
RECEIPT, NOT_TAKEN, STORY = "receipt:", "not-taken:", "story:"
"""How the deliveries of what members are told begin: the receipt's number follows, or the beginning
of the mail's digest."""
DIGEST = "digest:"
"""What the key of a digest begins with."""
RESTS_AFTER = 2
"""After so many turns refused in a row a member's mail rests."""
DECIDED = ("sent", "refused")
NoFrom = Literal["", "recipient", "bounce", "address", "club"]
"""What a no was about: the recipient, before the message was sent or after (a bounce); an address
that nothing can be sent to; or the club and what it sends. Empty where nobody said no.
"""
RESTING = ("recipient", "bounce", "address")
"""The noes after which a member's mail rests: another address may help."""


class Delivery(msgspec.Struct, frozen=True):
    """One notice on its way to one member."""

    number: int
    """What `mail-again` names it by."""
    campaign: str
    """The campaign's random id."""
    occasion: str
    member: str
    channel: str
    state: State
    attempts: int = 0
    server: str = ""
    """What the server said last."""
    next_try: str = ""
    """Not before this moment; empty if at once."""
    digest: str = ""
    """Of the message as it was written for its last attempt."""
    version: int = 0
    """The last event of the record that the message was written from."""
    made_at: str = ""
    """When the row was made: RFC 3339 in UTC."""
    first_at: str = ""
    """When it was first tried."""
    address: str = ""
    """A short mark of the address that it was last tried at: enough to see that there is another
    one by now, too little to check a guess."""
    about: str = ""
    """What it is about, for a reader: the log may no longer ask for it."""
    moved_at: str = ""
    """When it reached its state."""
    no_from: NoFrom = ""
    """What the no was about, if it is `refused`."""
    letter: str = ""
    """The key of the digest that it last went out in, or of a message that a person had sent again
    with other words; empty if it was the occasion's own.
    """
    seen: str = ""
    """When a host said that they have seen that it failed; empty if they have not."""


def digest_key(numbers: Collection[int], rows: Iterable[Delivery], day: str) -> str:
    """What a digest of some rows is known by: at each attempt the same, while the same go together.

    `rows` are all that there are, `day` is the one on which it is first tried.
    """
    together: dict[str, set[int]] = {}
    for row in rows:
        together.setdefault(row.letter, set()).add(row.number)
    for key, members in together.items():
        if key.startswith(DIGEST) and members == set(numbers):
            return key
    first = f"{DIGEST}{day}:{min(numbers, default=0)}"
    more = (f"{first}:{number}" for number in count(2))  # others have gone out under that
    return next(key for key in chain((first,), more) if key not in together)


class Standstill(msgspec.Struct, frozen=True):
    """Nothing could be sent at all, to anybody."""

    since: str
    """When that was found first: RFC 3339 in UTC."""
    why: str
    """What the host was told last."""


PAUSES = (60, 5 * 60, 15 * 60, 60 * 60, 4 * 60 * 60)
"""Seconds after each attempt that the server put off; then always the last."""
LAST_PAUSE = 8 * 60 * 60
PATIENCE = 5 * 24 * 60 * 60
"""Seconds after the first attempt when no more are made."""
CHANCE = 0.1
"""So large a part of a pause is added by chance at most, so that not all come at the same time."""


def pause(attempts: int, chance: float) -> float:
    """Seconds until the next attempt, after so many; `chance` is from 0 to 1."""
    whole = PAUSES[attempts - 1] if attempts <= len(PAUSES) else LAST_PAUSE
    return whole * (1 + CHANCE * chance)


def rests(rows: Iterable[Delivery], address: str) -> bool:
    """Whether a member's mail rests: two turns in a row were refused for this address's sake.

    `rows` are the member's, in the order in which they were made.
    """
    turns = [row for row in rows if row.occasion.startswith(TURN) and row.state in DECIDED]
    last = turns[-RESTS_AFTER:]
    return len(last) == RESTS_AFTER and all(
        row.state == "refused" and row.no_from in RESTING and row.address in ("", address)
        for row in last
    )
