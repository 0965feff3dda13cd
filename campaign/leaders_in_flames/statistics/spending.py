"""LiF 4.1(3), 4.1(5): what veto points were spent on, by power and by player. Pure."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from campaign.leaders_in_flames.statistics.facts import Fact, Paid, PointsPaid


class PointsSpent(msgspec.Struct, frozen=True):
    """The veto points that a power paid, or a member with the powers held at the time."""

    who: str
    vetoes: int
    supports: int
    votes: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.vetoes + self.supports + self.votes


def points_paid(facts: Iterable[Fact]) -> tuple[PointsPaid, ...]:
    """Every payment at the board, in their order."""
    return tuple(fact for fact in facts if isinstance(fact, PointsPaid))


def spending(
    facts: Iterable[Fact], by: Literal["power", "member"] = "power"
) -> tuple[PointsSpent, ...]:
    """What each power or member spent, the most first; those who never paid are left out.

    A power that nobody held is the host's. What was paid while a member held a power stays theirs
    when the power changes hands.
    """
    tally: Counter[tuple[str, Paid]] = Counter()
    for paid in points_paid(facts):
        tally[paid.power if by == "power" else paid.member, paid.on] += paid.points
    rows = [
        PointsSpent(who, tally[who, "veto"], tally[who, "support"], tally[who, "vote"])
        for who in dict.fromkeys(who for who, _ in tally)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.total, row.who)))
