"""Figures that can be explained: victory points, and where a line's battle stands. Pure."""

from collections.abc import Collection, Iterable, Sequence

from campaign.flames_of_war.state import State
from campaign.kernel.figures import Cause, Causes, Figure, FigureKind
from campaign.kernel.transition import Transition
from campaign.text.english import counted
from events.base import Event
from events.fow.battles import VictoryPointsWon


def _points(state: State, of: Sequence[str]) -> Figure[State]:
    line, side = of
    title = f"Victory points of {state.sides[side]} ({state.lines[line].name})"
    return Figure(title, lambda s: s.lines[line].points[side].balance if line in s.lines else 0)


def _won(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Victory Points: what a battle brought, by the losses that counted."""
    line, side = of
    found: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, VictoryPointsWon) and event.line == line:
            points = counted(event.points.get(side, 0), "point")
            lost = _lost(step.before or step.after, event, side)
            cause = Cause(f"{points} from {event.battle}: {lost}")
            found[(step.record.version, VictoryPointsWon)] = cause
    return found


def _lost(state: State, event: VictoryPointsWon, side: str) -> str:
    """FoW Victory Points: whose losses set the points."""
    if not event.winner:
        other = state.other(side)
        destroyed = counted(event.counted.get(other, 0), "enemy platoon")
        return f"nobody won a Fair Fight, and {state.sides[side]} destroyed {destroyed}"
    lost = counted(event.counted.get(event.winner, 0), "platoon")
    return f"{state.sides[event.winner]} won and lost {lost} that count"


def _sector(state: State, of: Sequence[str]) -> Figure[State]:
    (line,) = of

    def where(now: State) -> str:
        here = now.lines[line].here if line in now.lines else None
        return here.name if here else ""

    return Figure(f"Where the battle stands ({state.lines[line].name})", where)


def _lines(state: State) -> Collection[str]:
    return tuple(state.lines)


def _sides(state: State) -> Collection[str]:
    return tuple(state.sides)


def _with_sectors(state: State) -> Collection[str]:
    return tuple(line.id for line in state.lines.values() if line.axis)


KINDS: dict[str, FigureKind[State]] = {
    "points": FigureKind(
        "a side's victory points on a line", "LINE SIDE", _points, (_lines, _sides), causes=_won
    ),
    "sector": FigureKind(
        "the sector in which a line's battle stands", "LINE", _sector, (_with_sectors,)
    ),
}
"""Every kind of figure by its name."""
