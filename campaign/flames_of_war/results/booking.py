"""FoW Victory Points: a confirmed result is booked: points, sector, the end. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.results.losses import of_sides
from campaign.flames_of_war.results.moves import decided, moved
from campaign.flames_of_war.results.victory_points import INTENSE, Award, award, counted
from campaign.flames_of_war.state import (
    Battle,
    Evolvers,
    LastBattle,
    SidePoints,
    State,
    with_battle,
    with_line,
)
from events.base import Event
from events.fow.battles import (
    ObjectiveReached,
    ResultConfirmed,
    ResultReported,
    SectorChanged,
    SectorHeld,
    VictoryPointsWon,
)


def worth(state: State, battle: Battle, report: ResultReported) -> Award:
    """FoW Victory Points: what a report brings, with its result."""
    alone = state.rulings.intense_first == "overall"
    figures = counted(
        of_sides(state, battle, report),
        intense=INTENSE in battle.rules,
        first=report.first_lost if alone else None,
    )
    return award(figures, report.winner, passive=state.rulings.passive_draw == "table")


def booked(state: State, battle: Battle, report: ResultReported) -> tuple[Event, ...]:
    """FoW Campaign Sequence: everything that follows once a result stands."""
    line, gains = state.lines[battle.line], worth(state, battle, report)
    moves = tuple(moved(state, battle, report.winner))
    through = next((move.side for move in moves if isinstance(move, ObjectiveReached)), "")
    end = decided(state, line, played=True, points=gains.points, through=through)
    defended = report.winner == battle.defender and not missions()[battle.mission].fair
    won = VictoryPointsWon(
        line=line.id,
        battle=battle.id,
        result=gains.result,
        winner=report.winner,
        counted=gains.counted,
        points=gains.points,
        won_defending=bool(report.winner) and defended,
    )
    return (ResultConfirmed(battle=battle.id), won, *moves, *((end,) if end else ()))


def _won(state: State, event: VictoryPointsWon) -> State:
    """FoW Axis of Attack: points are added to the line's, and the last mission's are these."""
    line, battle = state.lines[event.line], state.battles[event.battle]
    report = battle.report
    points = {
        side: SidePoints(has.won + event.points[side], has.spent, event.points[side])
        for side, has in line.points.items()
    }
    line = replace(
        line,
        points=points,
        phase="settled",
        last=LastBattle(event.winner, event.won_defending, battle.id),
    )
    settled = replace(
        battle,
        state="settled",
        contested="",
        rosters={},
        ended_by=report.ended_by if report else "",
        winner=event.winner,
        result=event.result,
        counted=event.counted,
        points=event.points,
    )
    return with_battle(with_line(_squads_free(state, battle), line), settled)


def _squads_free(state: State, battle: Battle) -> State:
    """FoW ruling 21: squads may change again once a battle of their force was fought.

    One that was abandoned has not been, and gives no second change.
    """
    fought = {
        name: replace(state.forces[name], squads_changed=frozenset())
        for name in battle.forces.values()
        if name in state.forces
    }
    return replace(state, forces={**state.forces, **fought}) if fought else state


def _changed(state: State, event: SectorChanged) -> State:
    """FoW Axis of Attack: an advance is part of a booking, and is struck with its points.

    Otherwise the battle, booked again, would move its line a second time.
    """
    line = state.lines[event.line]
    return with_line(state, replace(line, sector=event.to)) if line.phase == "settled" else state


def _reached(state: State, event: ObjectiveReached) -> State:
    """FoW Axis of Attack: likewise the objective that was reached by it."""
    line = state.lines[event.line]
    broken = replace(line, broken_by=event.side)
    return with_line(state, broken) if line.phase == "settled" else state


def _nothing(state: State, event: Event) -> State:
    """What is said for the record: the points that follow it change the state."""
    return state


EVOLVE: Evolvers = {
    ResultConfirmed: _nothing,
    VictoryPointsWon: _won,
    SectorChanged: _changed,
    SectorHeld: _nothing,
    ObjectiveReached: _reached,
}
