"""LiF 3, 4.1, 5.3: chances, luck, dice, vetoes, spending and careers, from facts. Pure."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm, sqrt

import msgspec

from campaign.lif.book.sums import BoardLength, By, CupShare, Sums
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from campaign.lif.story.facts import ChitSeen, Roll
from campaign.text.english import capital, counted, listed

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


def cup_luck(total: Sums) -> tuple[CupLuck, ...]:
    """LiF 4.1: the luck of every power, then of the sides; those who never had a leader in the cup
    are left out.
    """
    return tuple(_of_group(group, total.cup[group]) for group in GROUPS if group in total.cup)


def _of_group(group: str, sizes: Mapping[int, CupShare]) -> CupLuck:
    shares = sizes.values()
    every = lcm(*sizes)

    def expected(of: Callable[[CupShare], int], power: int = 1) -> Fraction:
        """A sum of shares, each divided by its cup's size or a power of it."""
        parts = (of(share) * (every // size) ** power for size, share in sizes.items())
        return Fraction(sum(parts), every**power)

    return CupLuck(
        group,
        sum(share.drawn for share in shares),
        expected(lambda share: share.leaders),
        sum(share.stars_drawn for share in shares),
        expected(lambda share: share.stars),
        expected(lambda share: share.variance, 2),
        expected(lambda share: share.star_variance, 2),
    )


# --- LiF 3.3(d), 5.3: dice and chits against what was to be expected ----------------------------
#
# A ten-sided die shows 5½ on average. What counts more is how often it took effect against how
# often it should have: a chance of six in ten adds 0.6 to the expectation.

FACES = 10


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


def dice_luck(total: Sums) -> tuple[DiceLuck, ...]:
    """The luck with dice, by kind of roll and by power, in the order of the first roll."""
    return tuple(_of_dice(on, power, rolls) for (on, power), rolls in total.dice.items())


def _of_dice(on: Roll, power: str, rolls: Mapping[tuple[int, int, bool], int]) -> DiceLuck:
    """Of rolls by faces that take effect, number rolled and whether it did."""
    counts = rolls.items()
    chances = [(Fraction(faces, FACES), count) for (faces, _, _), count in counts]
    return DiceLuck(
        on,
        power,
        sum(rolls.values()),
        sum(value * count for (_, value, _), count in counts),
        sum(count for (_, _, took_effect), count in counts if took_effect),
        sum((chance * count for chance, count in chances), Fraction(0)),
        sum((chance * (1 - chance) * count for chance, count in chances), Fraction(0)),
    )


def chit_luck(total: Sums) -> tuple[ChitLuck, ...]:
    """LiF 5.3: the luck with chits: those shown in play, then all that the end opened.

    A chit that was shown more than once counts once, as it was shown first.
    """
    both = (total.shown, total.opened)
    return tuple(_of_chits(list(chits.values())) for chits in both if chits)


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


def head_to_head(total: Sums, by: By = "power") -> tuple[HeadToHead, ...]:
    """Who vetoed and supported whose leaders, the most vetoes first, then the most support."""
    cast = total.cast if by == "power" else total.cast_by_member
    rows = [
        HeadToHead(who, of, cast[who, of, "veto"], cast[who, of, "support"])
        for who, of in dict.fromkeys((who, of) for who, of, _ in cast)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.vetoes, -row.supports, row.who, row.of)))


def contested(total: Sums) -> tuple[ContestedLeader, ...]:
    """Every leader ever drawn, the one sent back most often first, then by vetoes against him."""
    count = total.leaders
    rows = [
        ContestedLeader(
            who, drawn, count[who, "sent-back"], count[who, "veto"], count[who, "support"]
        )
        for (who, what), drawn in count.items()
        if what == "drawn"
    ]
    return tuple(sorted(rows, key=lambda row: (-row.sent_back, -row.vetoes, row.leader)))


def most_vetoed(total: Sums) -> tuple[ContestedLeader, ...]:
    """Those whom the board sent back most often; several where they are level, none if nobody was
    ever sent back.
    """
    rows = contested(total)
    most = max((row.sent_back for row in rows), default=0)
    return tuple(row for row in rows if most and row.sent_back == most)


def boards(total: Sums) -> tuple[BoardLength, ...]:
    """The turns whose boards drew anybody, each with the number of its draws, in their order."""
    return tuple(total.boards.values())


def longest_board(total: Sums) -> BoardLength | None:
    """The board with the most draws, the earliest of them where several are as long."""
    return max(boards(total), key=lambda board: board.draws, default=None)


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


def spending(total: Sums, by: By = "power") -> tuple[PointsSpent, ...]:
    """What each power or member spent, the most first; those who never paid are left out.

    A power that nobody held is the host's. What was paid while a member held a power stays theirs
    when the power changes hands.
    """
    paid = total.paid if by == "power" else total.paid_by_member
    rows = [
        PointsSpent(who, paid[who, "veto"], paid[who, "support"], paid[who, "vote"])
        for who in dict.fromkeys(who for who, _ in paid)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.total, row.who)))


# --- Figures in words: chances, expectations, lists of vetoes -----------------------------------


RIVALS = 3
"""How many pairs are named in a sentence."""


def signed_tenths(number: Fraction | float) -> str:
    """A gain or loss to one decimal: `+3.2`, `−0.5`, `0.0`."""
    text = f"{float(number):+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


def tenths(number: Fraction | float) -> str:
    """A number to one decimal."""
    return f"{float(number):.1f}"


def whose(power: str) -> str:
    """Whose leaders: a power's inside a sentence, or nobody's."""
    return the_country(power) if power else "nobody’s leaders"


def rivalries(rows: Iterable[HeadToHead], most: int) -> str:
    """The fiercest pairs: `Germany against the USA 6, Italy against the USSR 2`."""
    pairs = [row for row in rows if row.vetoes][:most]
    return ", ".join(
        f"{the_country(row.who)} against {whose(row.of)} {row.vetoes}" for row in pairs
    )


def rivals(rows: Iterable[HeadToHead], called: Callable[[str], str]) -> str:
    """The first of some pairs in a sentence, as far as one vetoed the other's leaders."""
    pairs = [
        f"{called(row.who)} vetoed leaders of {called(row.of)} {times(row.vetoes)}"
        for row in rows
        if row.vetoes and row.of not in ("", row.who)
    ]
    return f"{capital('; '.join(pairs[:RIVALS]))}." if pairs else ""


def spent_on(vetoes: int, supports: int, votes: int) -> str:
    """What points went for: `12 on vetoes, 2 on support and 16 on votes`."""
    parts = ((vetoes, "vetoes"), (supports, "support"), (votes, "votes"))
    return listed(f"{points} on {what}" for points, what in parts if points)


def times(number: int) -> str:
    """How often: `never`, `once`, `twice`, `9 times`."""
    return {0: "never", 1: "once", 2: "twice"}.get(number) or counted(number, "time")
