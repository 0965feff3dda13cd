"""What the host should know about deliveries: what failed, and whose mail rests. Pure."""

import hashlib
from collections.abc import Iterable, Mapping

from campaign.notices.hours import shifted
from campaign.notices.states import TURN, Delivery, rests
from campaign.people.choices import Choices
from campaign.text.moments import later

MARK = 4
"""How many digits the mark of an address has."""


def mark(secret: bytes, address: str) -> str:
    """What an address is told from another by: too short to check a guess."""
    return hashlib.sha256(secret + address.encode()).hexdigest()[:MARK]


def resting(
    rows: Iterable[Delivery], choices: Mapping[str, Choices], secret: bytes
) -> tuple[str, ...]:
    """The members whose mail rests: two turns in a row were refused at their address."""
    return tuple(
        member
        for member, theirs in _by_member(rows).items()
        if member in choices and rests(theirs, mark(secret, choices[member].address))
    )


def in_trouble(rows: Iterable[Delivery]) -> tuple[Delivery, ...]:
    """The deliveries that only a person moves on, until a later turn reached their member
    or a host has seen it.

    Other messages do not count: most servers take whatever comes, and say no a minute later.
    """
    return tuple(
        row
        for theirs in _by_member(rows).values()
        for row in theirs
        if row.state in ("refused", "unknown")
        and not row.seen
        and not any(_makes_good(other, row) for other in theirs)
    )


def put_off(rows: Iterable[Delivery], now: str) -> tuple[Delivery, ...]:
    """The deliveries that a server has put off for more than a day."""
    waiting = (row for row in rows if row.state == "later" and row.first_at)
    return tuple(row for row in waiting if later(now, _a_day_after(row)))


def failed_at(row: Delivery) -> str:
    """When a delivery in trouble, or one that is put off, became so."""
    return _a_day_after(row) if row.state == "later" else row.moved_at or row.made_at


def _a_day_after(row: Delivery) -> str:
    return shifted(row.first_at, 24)


def in_use(rows: Iterable[Delivery], choices: Mapping[str, Choices]) -> tuple[Delivery, ...]:
    """The deliveries of those who get mail: who has no address any more, or wants none, is no
    trouble.
    """
    return tuple(
        row
        for row in rows
        if row.member in choices
        and choices[row.member].address
        and not choices[row.member].is_stopped
    )


def _makes_good(other: Delivery, row: Delivery) -> bool:
    """Whether a turn was sent after a delivery had failed."""
    is_turn = other.occasion.startswith(TURN) and other.state == "sent"
    return is_turn and other.number > row.number and not later(row.moved_at, other.moved_at)


def _by_member(rows: Iterable[Delivery]) -> dict[str, list[Delivery]]:
    found: dict[str, list[Delivery]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        found.setdefault(row.member, []).append(row)
    return found
