"""LiF 3, 4.1, 5.3: chances, luck, dice, vetoes, spending and careers, from facts. Pure."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.lif.roster import POWERS
from campaign.lif.story.facts import (
    CareerStep,
    ChitSeen,
    CupDraw,
    DieRolled,
    Fact,
    Paid,
    PointsPaid,
    Roll,
    Said,
    VetoCast,
    only,
)

# --- chances ------------------------------------------------------------------------------------
# LiF 4.1(1): the chance of each leader before a draw: every leader in the cup is as likely.
#
# The cup is open to everybody, so these chances are too. That the ledger's draws follow from seeds
# changes nothing: until a draw only the holder of the vault key could work out what will come.


# --- luck ---------------------------------------------------------------------------------------
# LiF 4.1(1): the luck of the cup: what powers and sides drew, against what was to be expected.
#
# Pure. Before a draw, each leader in the cup adds one in as many as it holds to what his power may
# expect, and his stars as often. So expectations add up over draws, however the cup changed
# between them, and vetoed leaders who come back count each time.

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
    draws = [draw for draw in only(CupDraw, facts) if draw.leader in draw.cup]
    lucks = (_of_group(group, draws) for group in GROUPS)
    return tuple(luck for luck in lucks if luck is not None)


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


# --- LiF 3.3(d), 5.3: dice and chits against what was to be expected ----------------------------
#
# A ten-sided die shows 5½ on average. What counts more is how often it took effect against how
# often it should have: a chance of six in ten adds 0.6 to the expectation.

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


def dice_luck(facts: Iterable[Fact]) -> tuple[DiceLuck, ...]:
    """The luck with dice, by kind of roll and by power, in the order of the first roll."""
    rolled: dict[tuple[Roll, str], list[DieRolled]] = {}
    for die in only(DieRolled, facts):
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
    for chit in only(ChitSeen, facts):
        (opened if chit.is_end else shown).setdefault((chit.chit, chit.value), chit)
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


# --- LiF 4.1(2): who vetoes whom: head-to-head, the leaders vetoed most, the longest board ------


class HeadToHead(msgspec.Struct, frozen=True):
    """LiF 4.1(2): how often one power (or member) vetoed and supported another's leaders."""

    who: str
    of: str
    """Whose leaders; empty for leaders who were nobody's."""
    vetoes: int
    supports: int


class ContestedLeader(msgspec.Struct, frozen=True):
    """LiF 4.1(2): how a leader fared at the Promotions Board."""

    leader: str
    drawn: int
    sent_back: int
    """How many of his draws ended with a veto."""
    vetoes: int
    """Ballots against him that took effect."""
    supports: int


class BoardLength(msgspec.Struct, frozen=True):
    """LiF 4.1: the board of a turn, by how many leaders it drew."""

    turn: str
    draws: int
    version: int
    """The event of its first draw."""


def head_to_head(
    facts: Iterable[Fact], by: Literal["power", "member"] = "power"
) -> tuple[HeadToHead, ...]:
    """Who vetoed and supported whose leaders, the most vetoes first, then the most support."""
    tally: Counter[tuple[str, str, Said]] = Counter()
    for cast in only(VetoCast, facts):
        if by == "power":
            tally[cast.power, cast.of_power, cast.said] += 1
        else:
            tally[cast.member, cast.of_member, cast.said] += 1
    pairs = dict.fromkeys((who, of) for who, of, _ in tally)
    rows = [
        HeadToHead(who, of, tally[who, of, "veto"], tally[who, of, "support"]) for who, of in pairs
    ]
    return tuple(sorted(rows, key=lambda row: (-row.vetoes, -row.supports, row.who, row.of)))


def contested(facts: Iterable[Fact]) -> tuple[ContestedLeader, ...]:
    """Every leader ever drawn, the one sent back most often first, then by vetoes against him."""
    known = list(facts)
    drawn = Counter(fact.leader for fact in only(CupDraw, known))
    back = Counter(step.leader for step in only(CareerStep, known) if step.what == "vetoed")
    cast = Counter((fact.leader, fact.said) for fact in only(VetoCast, known))
    rows = [
        ContestedLeader(who, drawn[who], back[who], cast[who, "veto"], cast[who, "support"])
        for who in drawn
    ]
    return tuple(sorted(rows, key=lambda row: (-row.sent_back, -row.vetoes, row.leader)))


def most_vetoed(facts: Iterable[Fact]) -> tuple[ContestedLeader, ...]:
    """Those whom the board sent back most often; several where they are level, none if nobody was
    ever sent back.
    """
    rows = contested(facts)
    most = max((row.sent_back for row in rows), default=0)
    return tuple(row for row in rows if most and row.sent_back == most)


def boards(facts: Iterable[Fact]) -> tuple[BoardLength, ...]:
    """The turns whose boards drew anybody, each with the number of its draws, in their order."""
    by_turn: dict[str, BoardLength] = {}
    for draw in only(CupDraw, facts):
        before = by_turn.get(draw.turn, BoardLength(draw.turn, 0, draw.version))
        by_turn[draw.turn] = replace(before, draws=before.draws + 1)
    return tuple(by_turn.values())


def longest_board(facts: Iterable[Fact]) -> BoardLength | None:
    """The board with the most draws, the earliest of them where several are as long."""
    return max(boards(facts), key=lambda board: board.draws, default=None)


# --- LiF 4.1(3), 4.1(5): what veto points were spent on, by power and by player -----------------


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


def spending(
    facts: Iterable[Fact], by: Literal["power", "member"] = "power"
) -> tuple[PointsSpent, ...]:
    """What each power or member spent, the most first; those who never paid are left out.

    A power that nobody held is the host's. What was paid while a member held a power stays theirs
    when the power changes hands.
    """
    tally: Counter[tuple[str, Paid]] = Counter()
    for paid in only(PointsPaid, facts):
        tally[paid.power if by == "power" else paid.member, paid.on] += paid.points
    rows = [
        PointsSpent(who, tally[who, "veto"], tally[who, "support"], tally[who, "vote"])
        for who in dict.fromkeys(who for who, _ in tally)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.total, row.who)))
