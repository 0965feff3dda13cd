"""FoW Campaign Types: a campaign that joins in mid-way: where its lines stand. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from campaign.flames_of_war.missions.catalogue import missions
from campaign.text.shapes import Fault
from campaign.text.suggest import near
from events.fow.axes import Axis
from events.fow.set_up import LineStart
from events.fow.words import BySide


def joins_in(
    start: Mapping[str, LineStart], axes: Sequence[Axis], sides: Sequence[str]
) -> Iterator[Fault]:
    """FoW Campaign Types: what is wrong in where the lines stand; their names are known."""
    lines = {axis.id: axis for axis in axes}
    for name, at in start.items():
        where = f"start.{name}"
        if name in lines:
            yield from _on_a_line(where, at, lines[name])
        else:
            yield from _linked(where, at)
        yield from _sides(where, at, sides)


def _on_a_line(where: str, at: LineStart, axis: Axis) -> Iterator[Fault]:
    """Ruling 15: a battle is fought between the objectives, and in one of the missions."""
    places = [sector.place for sector in axis.sector]
    if at.sector and at.sector not in places:
        yield Fault(
            f"{where}.sector", f"there is no place {at.sector}; there is 1 to {max(places)}"
        )
    elif at.sector in axis.objective.values():
        text = f"place {at.sector} is an objective, where no battle is fought"
        yield Fault(f"{where}.sector", f"{text}; start between the objectives")
    if at.mission and at.mission not in missions():
        hint = near(at.mission, missions()) or f"; it is one of {', '.join(missions())}"
        yield Fault(f"{where}.mission", f"there is no mission {at.mission!r}{hint}")
    if at.attacker and at.last and not at.mission:
        text = "the next mission is rolled for, and tells who attacks; name the mission as well"
        yield Fault(f"{where}.attacker", text)


def _linked(where: str, at: LineStart) -> Iterator[Fault]:
    """FoW Linked Missions: there are no sectors, and every mission is rolled for."""
    if at.sector:
        yield Fault(f"{where}.sector", "linked missions have no sectors; leave it out")
    for field in ("mission", "attacker"):
        if getattr(at, field):
            yield Fault(f"{where}.{field}", "linked missions roll for it; leave it out")


def _sides(where: str, at: LineStart, sides: Sequence[str]) -> Iterator[Fault]:
    """The sides are the campaign's, and nobody has fewer than no points."""
    for field in ("attacker", "winner"):
        if (side := getattr(at, field)) and side not in sides:
            yield Fault(f"{where}.{field}", _no_side(side, sides))
    yield from _points(f"{where}.victory_points", at.victory_points, sides)
    yield from _points(f"{where}.last", at.last, sides)
    if at.won_defending and not at.winner:
        yield Fault(f"{where}.won_defending", "say as well who won; winner is missing")


def _points(where: str, points: BySide, sides: Sequence[str]) -> Iterator[Fault]:
    for side, number in points.items():
        if side not in sides:
            yield Fault(where, _no_side(side, sides))
        elif number < 0:
            yield Fault(f"{where}.{side}", f"victory points are 0 or more, not {number}")


def _no_side(typed: str, sides: Sequence[str]) -> str:
    hint = near(typed, sides) or f"; it is one of {', '.join(sides)}"
    return f"{typed!r} is no side{hint}"
