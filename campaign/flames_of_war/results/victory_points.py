"""FoW Victory Points: what a battle brings each side, from its losses. Pure, but for its table.

Order of what is left out: what is no platoon, what was lost before the game, then the first
platoon of an Intense Battle.
"""

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from events.fow.words import BySide, Result

INTENSE = "intense-battle"
"""The special rule of missions in which the first platoon lost does not count."""
_TABLE = "tables/victory_points.csv"
_RESULTS: Mapping[str, Result] = {
    "Stunning Victory": "stunning",
    "Major Victory": "major",
    "Minor Victory": "minor",
    "": "fair-fight",
}


class PointsRow(msgspec.Struct, frozen=True):
    """A row of the victory points table: from how many losses on, and what they bring."""

    low: int
    result: Result
    winner: int
    loser: int


class SideLosses(msgspec.Struct, frozen=True):
    """What a side lost in a battle."""

    destroyed: int = 0
    """Platoons Destroyed, whenever and of whatever kind."""
    pre_game: int = 0
    """Those of them that were lost before the first turn."""
    no_platoon: int = 0
    """Those of the rest that do not count as platoons for points."""


class Award(msgspec.Struct, frozen=True):
    """What a battle brings: its result, the losses that count, the points."""

    result: Result
    counted: BySide
    points: BySide


@cache
def points_table(name: Literal["standard", "fair-fight"]) -> tuple[PointsRow, ...]:
    """FoW Victory Points, FoW Fair Fight: a table, the fewest losses first (p. 195)."""
    text = (files("campaign.flames_of_war") / _TABLE).read_text(encoding="utf-8")
    return tuple(
        PointsRow(
            int(row["low"]), _RESULTS[row["result"]], int(row["winner"] or 0), int(row["loser"])
        )
        for row in csv.DictReader(text.splitlines())
        if row["table"] == name
    )


def _row(name: Literal["standard", "fair-fight"], losses: int) -> PointsRow:
    """The last row that begins with no more losses than these."""
    return [row for row in points_table(name) if row.low <= losses][-1]


def counted(losses: Mapping[str, SideLosses], *, intense: bool, first: str | None) -> BySide:
    """FoW Victory Points: each side's losses that count.

    In an Intense Battle the first platoon of each side is left out; where `first` is given, that
    of this side alone (FoW rulings 25 and 26).
    """
    figures: BySide = {}
    for side, lost in losses.items():
        rest = max(0, lost.destroyed - lost.pre_game - lost.no_platoon)
        spared = intense and (first is None or first == side)
        figures[side] = max(0, rest - 1) if spared else rest
    return figures


def award(figures: BySide, winner: str, *, passive: bool) -> Award:
    """FoW Victory Points: the points of both sides, by the winner's losses (p. 195).

    FoW Fair Fight: where nobody won, each side's by the enemy platoons that it destroyed, in the
    loser's column. `passive`: whether a side that destroyed none has points all the same.
    """
    if winner:
        row = _row("standard", figures[winner])
        points = {side: row.winner if side == winner else row.loser for side in figures}
        return Award(row.result, figures, points)
    points = {}
    for side in figures:
        destroyed = next(lost for other, lost in figures.items() if other != side)
        earned = _row("fair-fight", destroyed).loser
        points[side] = earned if destroyed or passive else 0
    return Award("fair-fight", figures, points)
