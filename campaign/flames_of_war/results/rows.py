"""Rows of the read tables of battles and their results. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.results import read_tables
from campaign.flames_of_war.results.standings import standings
from campaign.flames_of_war.state import Battle, State
from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.battles import SectorChanged, SectorHeld, VictoryPointsWon


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Victory Points: points won and sectors moved by an event."""
    if step.record.struck_by:
        return
    base: Row = {"version": step.record.version, "turn": step.turn}
    match step.record.event:
        case VictoryPointsWon() as event:
            for side, points in event.points.items():
                left = step.after.lines[event.line].points[side].balance
                won: Row = {"line": event.line, "battle": event.battle, "side": side}
                row = {**base, **won, "points": points, "balance": left, "result": event.result}
                yield read_tables.POINTS_WON, row
        case SectorChanged() as event:
            row = _moved(step.after, event.line, event.left, event.to)
            yield read_tables.SECTOR_MOVES, {**base, **row, "side": event.side, "why": None}
        case SectorHeld() as event:
            row = _moved(step.after, event.line, event.sector, event.sector)
            yield read_tables.SECTOR_MOVES, {**base, **row, "side": None, "why": event.why}


def _moved(state: State, line: str, left: int, to: int) -> Row:
    sector = state.lines[line].at(to)
    name = sector.name if sector else str(to)
    return {"line": line, "left_place": left, "place": to, "sector": name}


def current(state: State) -> Current:
    """Battles, their sides and the standings as they are now."""
    battles = state.battles.values()
    yield read_tables.BATTLES, [_battle(battle) for battle in battles]
    yield (
        read_tables.BATTLE_SIDES,
        [_side(battle, side) for battle in battles for side in state.sides],
    )
    yield (
        read_tables.STANDINGS,
        [
            {
                "member": who,
                "battles": one.battles,
                "won": one.won,
                "drawn": one.drawn,
                "points": one.points,
            }
            for who, one in standings(state).items()
        ],
    )


def _battle(battle: Battle) -> Row:
    return {
        "battle": battle.id,
        "line": battle.line,
        "turn": battle.round,
        "sector": battle.sector,
        "mission": battle.mission,
        "attacker": battle.attacker or None,
        "defender": battle.defender or None,
        "state": battle.state,
        "ended_by": battle.ended_by or None,
        "winner": battle.winner or None,
        "result": battle.result or None,
    }


def _side(battle: Battle, side: str) -> Row:
    report = battle.report
    return {
        "battle": battle.id,
        "side": side,
        "commander": battle.commanders.get(side) or None,
        "force": battle.forces.get(side) or None,
        "platoons": battle.platoons.get(side),
        "lost": report.lost.get(side) if report else None,
        "pre_game": report.pre_game.get(side, 0) if report else None,
        "counted": battle.counted.get(side),
        "points": battle.points.get(side),
    }


TABLES = Tables[State](
    tables=(
        read_tables.BATTLES,
        read_tables.BATTLE_SIDES,
        read_tables.POINTS_WON,
        read_tables.SECTOR_MOVES,
        read_tables.STANDINGS,
    ),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.battles, state.players, state.sides),
)
