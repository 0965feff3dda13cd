"""LiF 4: honours of a campaign, worked out by hand from a few facts."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from campaign.kernel.volume.blocks import Honour
from campaign.lif.book.charts import vetoes
from campaign.lif.book.honours import honours
from campaign.lif.book.measures import cup_luck
from campaign.lif.book.sums import sums
from campaign.lif.story.facts import (
    CareerEvent,
    CareerStep,
    CupDraw,
    Fact,
    GroupInCup,
    PointsPaid,
    VetoCast,
)

NAMES: Any = SimpleNamespace(leader=str.title, member=str.title)


def drawn(draw: int, turn: str, leader: str, cup: str, **powers: tuple[int, int]) -> CupDraw:
    """A draw from a cup; of powers the leaders in it and the rank of the one drawn."""
    groups = {
        power: GroupInCup(count, count, count, rank) for power, (count, rank) in powers.items()
    }
    return CupDraw(draw, turn, draw, leader, tuple(cup.split()), groups, "ledger", True)


def vetoed(draw: int, leader: str, power: str, member: str, of: str, of_member: str) -> VetoCast:
    return VetoCast(draw, "1939-SO", draw, leader, power, member, "veto", of, of_member)


def paid(draw: int, power: str, member: str, on: Any, points: int) -> PointsPaid:
    return PointsPaid(draw, "1939-SO", draw, "x", power, member, on, points)


def step(leader: str, what: CareerEvent) -> CareerStep:
    return CareerStep(1, "1939-SO", leader, what)


FACTS: tuple[Fact, ...] = (
    drawn(1, "1939-SO", "rommel", "rommel guderian patton balbo", germany=(2, 3), usa=(1, 0)),
    vetoed(1, "rommel", "usa", "ben", "germany", "anna"),
    vetoed(1, "rommel", "italy", "anna", "germany", "anna"),
    paid(1, "usa", "ben", "veto", 3),
    step("rommel", "vetoed"),
    drawn(2, "1939-SO", "patton", "patton guderian rommel", germany=(2, 0), usa=(1, 4)),
    vetoed(2, "patton", "germany", "anna", "usa", "ben"),
    paid(2, "germany", "anna", "veto", 2),
    paid(2, "usa", "ben", "support", 3),
    step("patton", "vetoed"),
    drawn(3, "1939-ND", "rommel", "rommel guderian patton", germany=(2, 3), usa=(1, 0)),
    step("rommel", "vetoed"),
    step("rommel", "fought"),
)
"""Rommel twice and Patton once before the Board."""


def by_title() -> dict[str, Honour]:
    given_out = honours(FACTS, sums(FACTS), {"germany": 1, "usa": 4, "japan": 4}, NAMES)
    return {one.title: one for one in given_out}


def test_lif_4_1_luck_is_what_was_drawn_against_the_share_of_each_cup() -> None:
    """Germany: 2 drawn, 2/4 + 2/3 + 2/3 expected; the USA: 1 drawn, 1/4 + 1/3 + 1/3 expected."""
    assert {row.group: row.luck for row in cup_luck(sums(FACTS))} == {
        "germany": 2 - Fraction(11, 6),
        "usa": 1 - Fraction(11, 12),
    }


def test_lif_4_1_honours_are_as_counted_by_hand() -> None:
    """Who was vetoed most, what cost most, who spent, who saved, who fell out."""
    found = {title: (one.name, one.why) for title, one in by_title().items()}
    assert found == {
        "Most vetoed": ("Rommel", "The Board sent him back twice"),
        "Dearest draw": ("Patton", "Draw 2 cost 5 veto points around the table"),
        "Luck of the cup": ("Germany", "2 leaders drawn, where 1.8 were to be expected"),
        "Longest Board": ("September/October 1939", "2 draws in one turn"),
        "The spender": ("Ben", "Paid 6 veto points"),
        "The miser": ("Japan and USA", "Ended with 4 veto points unspent"),
        "The feud": ("Anna and Ben", "2 vetoes against each other’s leaders"),
        "Hardest fighter": ("Rommel", "Stood in 1 combat"),
    }


def test_nobody_is_honoured_for_nothing() -> None:
    """Without a draw, a point or a combat."""
    assert honours((), sums(()), dict.fromkeys(("germany", "usa"), 0), NAMES) == ()


def test_those_who_share_an_honour_are_few_by_name() -> None:
    """Three of five, and how many more."""
    alike = [step(leader, "fought") for leader in ("e", "d", "c", "b", "a")]
    (one,) = honours(alike, sums(alike), {}, NAMES)
    assert one.name == "A, B, C and 2 others"


def test_rivals_are_powers_that_vetoed_each_others_leaders() -> None:
    """A power's own leaders are no rivals: the fiercest first, then by name."""
    chart = vetoes(sums(FACTS))
    assert chart is not None and chart.caption.endswith(
        " Germany vetoed leaders of the USA once; Italy vetoed leaders of Germany once; "
        "the USA vetoed leaders of Germany once."
    )
