"""LiF 3.3(d), 5.3: dice and chits against what was to be expected. Pure.

A ten-sided die shows 5½ on average. What counts more is how often it took effect against how often
it should have: a chance of six in ten adds 0.6 to the expectation.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import msgspec

from campaign.leaders_in_flames.statistics.facts import ChitSeen, DieRolled, Fact, Roll

FACES = 10
MEAN = Fraction(FACES + 1, 2)
"""Of a ten-sided die."""


class DiceLuck(msgspec.Struct, frozen=True):
    """The dice of one kind that one power rolled."""

    on: Roll
    power: str
    """Empty where the record does not say who rolled."""
    rolls: int
    total: int
    """The numbers rolled, added up."""
    hits: int
    """How many took effect."""
    expected_hits: Fraction
    variance: Fraction

    @property
    def mean(self) -> Fraction:
        """The number rolled on average; 5½ was to be expected."""
        return Fraction(self.total, self.rolls)

    @property
    def luck(self) -> Fraction:
        """Rolls that took effect above expectation."""
        return self.hits - self.expected_hits

    @property
    def spread(self) -> float:
        """The standard deviation of the hits."""
        return sqrt(self.variance)


class ChitLuck(msgspec.Struct, frozen=True):
    """LiF 5.3: the values of chits that everybody has seen, against those of the club's chart."""

    chits: int
    total: int
    expected: Fraction | None
    """What as many chits are worth on average; None where the chits lie in a cup at the table, as
    the record does not know its chart."""
    is_end: bool
    """Whether these are the chits that the campaign's end opened. Those that the USA showed before
    it chose itself, so that they are no fair sample."""

    @property
    def mean(self) -> Fraction:
        """The value on average."""
        return Fraction(self.total, self.chits)

    @property
    def luck(self) -> Fraction | None:
        """Value above expectation."""
        return None if self.expected is None else self.total - self.expected


def dice_rolled(facts: Iterable[Fact]) -> tuple[DieRolled, ...]:
    """Every die on record, in their order."""
    return tuple(fact for fact in facts if isinstance(fact, DieRolled))


def dice_luck(facts: Iterable[Fact]) -> tuple[DiceLuck, ...]:
    """The luck with dice, by kind of roll and by power, in the order of the first roll."""
    rolled: dict[tuple[Roll, str], list[DieRolled]] = {}
    for die in dice_rolled(facts):
        rolled.setdefault((die.on, die.power), []).append(die)
    return tuple(_of_dice(on, power, dice) for (on, power), dice in rolled.items())


def _of_dice(on: Roll, power: str, dice: list[DieRolled]) -> DiceLuck:
    chances = [Fraction(die.faces, FACES) for die in dice]
    return DiceLuck(
        on,
        power,
        len(dice),
        sum(die.value for die in dice),
        sum(die.took_effect for die in dice),
        sum(chances, Fraction(0)),
        sum((chance * (1 - chance) for chance in chances), Fraction(0)),
    )


def chit_luck(facts: Iterable[Fact]) -> tuple[ChitLuck, ...]:
    """LiF 5.3: the luck with chits: those shown in play, then all that the end opened.

    A chit that was shown more than once counts once, as it was shown first.
    """
    shown: dict[tuple[str, int], ChitSeen] = {}
    opened: dict[tuple[str, int], ChitSeen] = {}
    for fact in facts:
        if isinstance(fact, ChitSeen):
            (opened if fact.is_end else shown).setdefault((fact.chit, fact.value), fact)
    both = (_of_chits(list(seen.values())) for seen in (shown, opened) if seen)
    return tuple(both)


def _of_chits(seen: list[ChitSeen]) -> ChitLuck:
    known = all(chit.pool_chits for chit in seen)
    means = (Fraction(chit.pool_total, chit.pool_chits) for chit in seen) if known else ()
    return ChitLuck(
        len(seen),
        sum(chit.value for chit in seen),
        sum(means, Fraction(0)) if known else None,
        seen[0].is_end,
    )
