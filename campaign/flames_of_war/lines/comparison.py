"""FoW Axis of Attack: a campaign beside its history, to judge each side's performance. Pure.

The book asks not who won, but whether a commander did better than the one in history (p. 240).
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from campaign.flames_of_war.lines import route
from events.fow.axes import Axis


class Fought(msgspec.Struct, frozen=True):
    """A battle that was played: who attacked where, and where it left the line."""

    battle: str
    attacker: str
    sector: int
    after: int
    """The place where the line stood afterwards."""
    winner: str = ""


class ComparedBattle(msgspec.Struct, frozen=True):
    """The battle of a number, as it was played and as it happened; one of them may be absent."""

    number: int
    played: Fought | None
    date: str = ""
    happened: Fought | None = None


class Reach(msgspec.Struct, frozen=True):
    """How near a side came to its objective: sectors short of it, and after how many battles."""

    side: str
    played: int
    played_after: int
    happened: int
    happened_after: int

    @property
    def verdict(self) -> str:
        """FoW Axis of Attack: `better`, `as-history` or `worse`; an equal reach counts as better
        where it came sooner, and as worse where it took longer."""
        mine = (self.played, self.played_after)
        theirs = (self.happened, self.happened_after)
        if mine == theirs:
            return "as-history"
        return "better" if mine < theirs else "worse"


class HistoryCompared(msgspec.Struct, frozen=True):
    """FoW Axis of Attack: a campaign's battles beside those of history, and how far each came."""

    battles: tuple[ComparedBattle, ...] = ()
    reach: tuple[Reach, ...] = ()


def compared(axis: Axis, battles: Sequence[Fought]) -> HistoryCompared:
    """FoW Axis of Attack: the comparison with history; empty where the axis has none."""
    if not axis.history:
        return HistoryCompared()
    past = tuple(_history(axis))
    dates = [battle.date for battle in axis.history]
    rows = tuple(
        ComparedBattle(number, played, date or "", happened)
        for number, (played, date, happened) in enumerate(zip_longest(battles, dates, past), 1)
    )
    return HistoryCompared(rows, tuple(_reach(axis, side, battles, past) for side in _SIDES))


_SIDES = ("allies", "axis")


def _history(axis: Axis) -> Iterator[Fought]:
    for battle in axis.history:
        onward = route.onward(axis, battle.attacker, battle.sector)
        other = next(side for side in _SIDES if side != battle.attacker)
        yield Fought(
            battle.date,
            battle.attacker,
            battle.sector,
            onward if battle.won else battle.sector,
            battle.attacker if battle.won else other,
        )


def _reach(axis: Axis, side: str, battles: Sequence[Fought], past: Sequence[Fought]) -> Reach:
    return Reach(side, *_nearest(axis, side, battles), *_nearest(axis, side, past))


def _nearest(axis: Axis, side: str, battles: Sequence[Fought]) -> tuple[int, int]:
    """How many sectors a side was short of its objective at best, and after how many battles."""
    start = route.distance(axis, side, axis.start.sector)
    found = [
        (route.distance(axis, side, battle.after), number)
        for number, battle in enumerate(battles, 1)
    ]
    return min([(start, 0), *found])
