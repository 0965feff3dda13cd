"""LiF 4.1(1): the chance of each leader before a draw: every leader in the cup is as likely. Pure.

The cup is open to everybody, so these chances are too. That the ledger's draws follow from seeds
changes nothing: until a draw only the holder of the vault key could work out what will come.
"""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from campaign.leaders_in_flames.board import cup
from campaign.leaders_in_flames.state import State, with_status
from campaign.leaders_in_flames.statistics.facts import CupDraw, Fact


class NextDraw(msgspec.Struct, frozen=True):
    """LiF 4.1(1): who could be drawn if the board drew now."""

    leaders: tuple[str, ...]
    """In the order of their ids; empty if the cup is and no leader would join it."""
    year: int | None = None
    """The year whose leaders an empty cup would take in first; None where it is not empty, and in
    the list edition."""

    @property
    def chance(self) -> Fraction:
        """The chance of each of them; 0 where there is nobody."""
        return Fraction(1, len(self.leaders)) if self.leaders else Fraction(0)

    def chance_of(self, leader: str) -> Fraction:
        """The chance of one leader."""
        return self.chance if leader in self.leaders else Fraction(0)


def next_draw(state: State) -> NextDraw:
    """LiF 4.1(1): who could be drawn now. A leader who is before the board is not in the cup."""
    if not state.active or state.campaign.closed:
        return NextDraw(())
    in_cup = with_status(state, "cup")
    if in_cup:
        return NextDraw(tuple(in_cup))
    added = cup.next_year(state)
    return NextDraw(
        tuple(sorted(who for event in added for who in event.leaders)),
        added[0].year if added else None,
    )


def cup_draws(facts: Iterable[Fact]) -> tuple[CupDraw, ...]:
    """Every draw that counts, with the cup before it, in the order of the draws."""
    return tuple(fact for fact in facts if isinstance(fact, CupDraw))


def chance_of_drawn(draw: CupDraw) -> Fraction:
    """LiF 4.1(1): how likely it was that this leader came: one in as many as the cup held.

    0 where corrections leave a cup without him.
    """
    return Fraction(1, len(draw.cup)) if draw.leader in draw.cup else Fraction(0)
