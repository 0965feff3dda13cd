"""What the host should know about deliveries: what failed, and whose mail rests. Pure."""

import hashlib
from collections.abc import Iterable, Mapping

from campaign.notices.states import Delivery, rests
from campaign.people.choices import Choices

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
    """The deliveries that only a person moves on, and after which nothing reached their member."""
    return tuple(
        row
        for theirs in _by_member(rows).values()
        for row in theirs
        if row.state in ("refused", "unknown")
        and not any(other.state == "sent" and other.number > row.number for other in theirs)
    )


def _by_member(rows: Iterable[Delivery]) -> dict[str, list[Delivery]]:
    found: dict[str, list[Delivery]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        found.setdefault(row.member, []).append(row)
    return found
