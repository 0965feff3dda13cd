"""FoW Axis of Attack: the way along an axis, towards either objective. Pure."""

from events.fow.axes import Axis, Sector, SectorRule

COUNTERBATTERY = "counterbattery"
"""The guns that fire before an attack."""


def at(axis: Axis, place: int) -> Sector:
    """The sector of a place; places are counted from 1."""
    return next(sector for sector in axis.sector if sector.place == place)


def is_fought_over(axis: Axis, place: int) -> bool:
    """Ruling 15: whether battles are fought in a sector; in an objective there are none."""
    return place not in axis.objective.values() and at(axis, place).battle


def onward(axis: Axis, side: str, place: int) -> int:
    """FoW Axis of Attack: the next place towards a side's objective (p. 239)."""
    goal = axis.objective[side]
    return place + (goal > place) - (goal < place)


def distance(axis: Axis, side: str, place: int) -> int:
    """How many sectors a side still has to advance."""
    return abs(axis.objective[side] - place)


def rules_at(axis: Axis, place: int, attacker: str = "") -> dict[str, SectorRule]:
    """FoW Axis of Attack: the special rules of a sector, by slug.

    FoW ruling 16: Counterbattery only where the side that it serves attacks (p. 234), if that is
    settled.
    """
    found = {slug: axis.rule[slug] for slug in at(axis, place).rules if slug in axis.rule}
    guns = found.get(COUNTERBATTERY)
    if guns is not None and attacker and guns.side not in ("", attacker):
        del found[COUNTERBATTERY]
    return found
