"""FoW Axis of Attack: an axis file to fill in, and what a file is found to hold. Pure."""

from collections.abc import Iterable

from campaign.flames_of_war.lines import kit, route
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.terrain.charts import charts
from campaign.text.english import counted, listed
from events.fow.axes import Axis


def template() -> str:
    """FoW Axis of Attack: a file to fill in, with every key explained."""
    return kit.axis_text("template")


def summary(found: Axis) -> Iterable[str]:
    """FoW Axis of Attack: what a sound file holds, line by line."""
    yield f"{found.name}: {counted(len(found.sector), 'sector')}"
    for sector in found.sector:
        yield f"{sector.place}. {sector.name}{_about(found, sector.place)}"
    start = found.start
    mission, attacker = missions()[start.mission].name, _side(start.attacker)
    yield f"First battle: {route.at(found, start.sector).name}, {mission}; the {attacker} attack"
    if points := {side: number for side, number in start.victory_points.items() if number}:
        each = (f"{_side(side)} {number}" for side, number in sorted(points.items()))
        yield f"Victory points at the start: {', '.join(each)}"
    yield f"Terrain chart: {charts()[found.chart].name if found.chart else 'none'}"
    winner = "a stalemate" if found.at_limit == "stalemate" else f"the {_side(found.at_limit)} win"
    yield f"When the rounds are over: {winner}"
    if found.history:
        yield f"History to compare with: {counted(len(found.history), 'battle')}"


def _about(found: Axis, place: int) -> str:
    goals = [_side(side) for side, goal in sorted(found.objective.items()) if goal == place]
    parts = [f"objective of the {goals[0]}"] if goals else []
    if rules := route.at(found, place).rules:
        parts.append(f"{'rules' if len(rules) > 1 else 'rule'} {listed(rules)}")
    return f" ({'; '.join(parts)})" if parts else ""


def _side(side: str) -> str:
    return side.capitalize()
