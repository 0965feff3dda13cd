"""FoW Reorganise: what is different in a force, and what that cost. Pure."""

from typing import Literal

import msgspec

from campaign.flames_of_war.state import Force
from events.fow.forces import AirSupport
from events.fow.words import AirLevel


class PlatoonChange(msgspec.Struct, frozen=True):
    """What became of a platoon."""

    platoon: str
    how: Literal["in", "out", "changed"]
    unit_class: str
    before: int
    """Its points; 0 where it is new."""
    after: int


class ForceChange(msgspec.Struct, frozen=True):
    """What is different in a force, and what that cost in victory points."""

    platoons: tuple[PlatoonChange, ...]
    air: tuple[AirLevel, AirLevel] | None
    """Its air support before and afterwards, where the level or its points changed."""
    before: int
    after: int
    price: int = 0


def difference(before: Force, after: Force, price: int = 0) -> ForceChange:
    """FoW Reorganise: what changed in a force, platoon by platoon."""
    found: list[PlatoonChange] = []
    for name, was in before.platoons.items():
        now = after.platoons.get(name)
        if now is None:
            found.append(PlatoonChange(name, "out", was.unit_class, was.points, 0))
        elif now != was:
            found.append(PlatoonChange(name, "changed", now.unit_class, was.points, now.points))
    for name, now in after.platoons.items():
        if name not in before.platoons:
            found.append(PlatoonChange(name, "in", now.unit_class, 0, now.points))
    none = AirSupport("none")
    old, new = before.air or none, after.air or none
    air = (old.level, new.level) if old != new else None
    return ForceChange(tuple(found), air, before.points, after.points, price)
