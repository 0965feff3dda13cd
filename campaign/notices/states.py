"""The states of a delivery: one occasion, one member, one channel. Pure.

    due → claimed → talking → sending → sent
           ↑  ↓        ↓         ├→ refused   (the server's no, or a bounce)
          later ←──────┘         └→ unknown   (no answer came: it may have arrived)

Only between the text of a message and the server's answer can nobody know whether it arrived. So a
row is `sending` before the text goes out, and only a person's decision leaves `unknown`.
"""

from collections.abc import Collection, Iterable
from itertools import chain, count
from typing import Literal, get_args

import msgspec

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
