"""FoW Axis of Attack: where a campaign that joins in mid-way begins. Pure."""

from collections.abc import Iterator, Mapping

from campaign.flames_of_war.missions.catalogue import missions
from campaign.text.shapes import Fault
from campaign.text.suggest import near
from events.fow.axes import Axis
from events.fow.set_up import LineStart

MOST_POINTS = 999


def of_start(
    start: Mapping[str, LineStart], sides: tuple[str, ...], axes: tuple[Axis, ...]
) -> Iterator[Fault]:
    """What a set-up says of a line's start that cannot be."""
    by_id = {axis.id: axis for axis in axes}
    for line, at in start.items():
        where = f"start.{line}"
        yield from _names(where, at, sides)
        yield from _points(where, at, sides)
        axis = by_id.get(line)
        if axis is None and (at.sector or at.mission or at.attacker):
            yield Fault(where, "linked missions have no sectors, and their first mission is rolled")
        if axis is not None and at.sector:
            yield from _sector(where, at.sector, axis)


def _names(where: str, at: LineStart, sides: tuple[str, ...]) -> Iterator[Fault]:
    if at.mission and at.mission not in missions():
        hint = near(at.mission, missions()) or f"; it is one of {', '.join(missions())}"
        yield Fault(f"{where}.mission", f"{at.mission!r} is no mission{hint}")
    for field in ("attacker", "winner"):
        side = getattr(at, field)
        if side and side not in sides:
            yield Fault(f"{where}.{field}", f"{side!r} is no side{_instead(side, sides)}")


def _points(where: str, at: LineStart, sides: tuple[str, ...]) -> Iterator[Fault]:
    for field in ("victory_points", "last"):
        for side, points in getattr(at, field).items():
            if side not in sides:
                yield Fault(f"{where}.{field}", f"{side!r} is no side{_instead(side, sides)}")
            elif not 0 <= points <= MOST_POINTS:
                text = f"is a number from 0 to {MOST_POINTS}"
                yield Fault(f"{where}.{field}.{side}", text)


def _sector(where: str, place: int, axis: Axis) -> Iterator[Fault]:
    fought = [sector.place for sector in axis.sector if sector.battle]
    if place not in fought:
        text = f"is a sector that is fought over, from {min(fought)} to {max(fought)}"
        yield Fault(f"{where}.sector", text)


def _instead(side: str, sides: tuple[str, ...]) -> str:
    return near(side, sides) or f"; it is one of {', '.join(sides)}"
