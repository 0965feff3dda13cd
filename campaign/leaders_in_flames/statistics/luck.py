"""LiF 4.1(1): the luck of the cup: what powers and sides drew, against what was to be expected.

Pure. Before a draw, each leader in the cup adds one in as many as it holds to what his power may
expect, and his stars as often. So expectations add up over draws, however the cup changed between
them, and vetoed leaders who come back count each time.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import msgspec

from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.statistics.chances import cup_draws
from campaign.leaders_in_flames.statistics.facts import CupDraw, Fact

SIDES = ("axis", "allies")
GROUPS = (*POWERS, *SIDES)


class CupLuck(msgspec.Struct, frozen=True):
    """What a power or a side drew from the cup, and what it could expect."""

    group: str
    """A power, `axis` or `allies`."""
    leaders: int
    """How many of the leaders drawn counted for it."""
    expected_leaders: Fraction
    stars: int
    """Their ranks, added up."""
    expected_stars: Fraction
    variance: Fraction
    """Of the number of leaders."""
    star_variance: Fraction

    @property
    def luck(self) -> Fraction:
        """Leaders above expectation; negative below it."""
        return self.leaders - self.expected_leaders

    @property
    def star_luck(self) -> Fraction:
        """Stars above expectation."""
        return self.stars - self.expected_stars

    @property
    def spread(self) -> float:
        """The standard deviation of the number of leaders: two thirds of campaigns stay within it,
        nineteen in twenty within twice as much."""
        return sqrt(self.variance)

    @property
    def star_spread(self) -> float:
        """The standard deviation of the stars."""
        return sqrt(self.star_variance)


def cup_luck(facts: Iterable[Fact]) -> tuple[CupLuck, ...]:
    """LiF 4.1: the luck of every power, then of the sides; those who never had a leader in the cup
    are left out.
    """
    draws = [draw for draw in cup_draws(facts) if draw.leader in draw.cup]
    found = (_of_group(group, draws) for group in GROUPS)
    return tuple(luck for luck in found if luck is not None)


def _of_group(group: str, draws: Iterable[CupDraw]) -> CupLuck | None:
    held = [(draw.groups[group], len(draw.cup)) for draw in draws if group in draw.groups]
    if not held:
        return None
    return CupLuck(
        group,
        sum(part.drawn > 0 for part, _ in held),
        _total((part.leaders, size) for part, size in held),
        sum(part.drawn for part, _ in held),
        _total((part.stars, size) for part, size in held),
        _total((part.leaders * (size - part.leaders), size * size) for part, size in held),
        _total((part.squares * size - part.stars**2, size * size) for part, size in held),
    )


def _total(shares: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of fractions; those of one denominator are added as whole numbers first."""
    wholes: dict[int, int] = {}
    for above, below in shares:
        wholes[below] = wholes.get(below, 0) + above
    return sum((Fraction(above, below) for below, above in wholes.items()), Fraction(0))
