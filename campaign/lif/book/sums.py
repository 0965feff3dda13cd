"""LiF 3, 4.1, 5.3: what the figures of a campaign are made of, summed turn by turn. Pure.

The sums of a turn that is over are made once; those of a campaign are the sums of its turns, so
that a page costs the turns and not the events. A correction makes a turn anew, and its sums.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.kernel.pages import of_all
from campaign.lif.story.facts import (
    CareerStep,
    ChitSeen,
    CupDraw,
    DieRolled,
    Fact,
    GroupInCup,
    Paid,
    PointsPaid,
    Roll,
    Said,
    VetoCast,
)
from campaign.lif.story.turn_notes import Log

By = Literal["power", "member"]


class CupShare(NamedTuple):
    """LiF 4.1(1): draws from cups of one size, as they counted for a power or a side.

    Whole numbers, which add up: `leaders` and `stars` by the size, variances by its square.
    """

    drawn: int = 0
    stars_drawn: int = 0
    leaders: int = 0
    stars: int = 0
    variance: int = 0
    star_variance: int = 0


class BoardLength(msgspec.Struct, frozen=True):
    """LiF 4.1: the board of a turn, by how many leaders it drew."""

    turn: str
    draws: int
    version: int
    """The event of its first draw."""


class Sums(msgspec.Struct):
    """What some turns add to the figures of a campaign.

    What a new one lacks counts as 0.
    """

    cup: dict[str, dict[int, CupShare]] = {}
    """By power or side, and by the cup's size."""
    rarest: CupDraw | None = None
    """The first of the draws from the fullest cup."""
    boards: dict[str, BoardLength] = {}
    dice: dict[tuple[Roll, str], dict[tuple[int, int, bool], int]] = {}
    """By kind and power, how often: faces that take effect, the number rolled, whether it did."""
    shown: dict[tuple[str, int], ChitSeen] = {}
    opened: dict[tuple[str, int], ChitSeen] = {}
    cast: dict[tuple[str, str, Said], int] = msgspec.field(default_factory=Counter)
    """Ballots that took effect, by power and by whose leader it was."""
    cast_by_member: dict[tuple[str, str, Said], int] = msgspec.field(default_factory=Counter)
    leaders: dict[tuple[str, str], int] = msgspec.field(default_factory=Counter)
    """What the board did to each leader: `drawn`, `sent-back`, and each ballot's kind."""
    paid: dict[tuple[str, Paid], int] = msgspec.field(default_factory=Counter)
    paid_by_member: dict[tuple[str, Paid], int] = msgspec.field(default_factory=Counter)


def sums(facts: Iterable[Fact], before: Sums | None = None) -> Sums:
    """The sums of some facts, in their order, and of those before them."""
    total = _copied(before)
    for fact in facts:
        match fact:
            case CupDraw():
                _drawn(total, fact)
            case VetoCast():
                total.cast[fact.power, fact.of_power, fact.said] += 1
                total.cast_by_member[fact.member, fact.of_member, fact.said] += 1
                total.leaders[fact.leader, fact.said] += 1
            case PointsPaid():
                total.paid[fact.power, fact.on] += fact.points
                total.paid_by_member[fact.member, fact.on] += fact.points
            case CareerStep(what="vetoed"):
                total.leaders[fact.leader, "sent-back"] += 1
            case DieRolled():
                rolls = total.dice.setdefault((fact.on, fact.power), Counter())
                rolls[fact.faces, fact.value, fact.took_effect] += 1
            case ChitSeen():
                chits = total.opened if fact.is_end else total.shown
                chits.setdefault((fact.chit, fact.value), fact)
    return total


def _drawn(total: Sums, draw: CupDraw) -> None:
    """LiF 4.1(1): a draw; of one made at the table from an unknown cup only that it was made."""
    total.leaders[draw.leader, "drawn"] += 1
    board = total.boards.get(draw.turn, BoardLength(draw.turn, 0, draw.version))
    total.boards[draw.turn] = replace(board, draws=board.draws + 1)
    if draw.leader not in draw.cup:
        return
    size = len(draw.cup)
    if total.rarest is None or size > len(total.rarest.cup):
        total.rarest = draw
    for group, part in draw.groups.items():
        sizes = total.cup.setdefault(group, {})
        both = zip(sizes.get(size, CupShare()), _share(part, size), strict=True)
        sizes[size] = CupShare(*map(sum, both))


def _share(part: GroupInCup, size: int) -> CupShare:
    return CupShare(
        int(part.drawn > 0),
        part.drawn,
        part.leaders,
        part.stars,
        part.leaders * (size - part.leaders),
        part.squares * size - part.stars**2,
    )


def of_campaign(logs: Iterable[Log]) -> Sums:
    """The sums of all turns."""
    *past, last = logs
    return with_turn(of_all(past, with_turn), last)


def with_turn(before: Sums | None, log: Log) -> Sums:
    """The sums of some turns, and of the next one."""
    return sums(log.notes.facts, before)


def _copied(total: Sums | None) -> Sums:
    """The same sums, to be added to."""
    if total is None:
        return Sums()
    return Sums(
        {group: dict(sizes) for group, sizes in total.cup.items()},
        total.rarest,
        dict(total.boards),
        {what: Counter(rolls) for what, rolls in total.dice.items()},
        dict(total.shown),
        dict(total.opened),
        Counter(total.cast),
        Counter(total.cast_by_member),
        Counter(total.leaders),
        Counter(total.paid),
        Counter(total.paid_by_member),
    )
