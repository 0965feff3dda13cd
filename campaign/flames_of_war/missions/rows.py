"""Rows of the read tables of choosing a mission. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.missions import read_tables
from campaign.flames_of_war.missions.sentences import mission_name
from campaign.flames_of_war.state import State
from campaign.kernel.tables import Row, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.missions import (
    MissionChosen,
    MissionRolled,
    RolesDecided,
    RolesRolled,
    VictoryPointsSpent,
)


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Mission Selector: what an event adds."""
    if step.record.struck_by:
        return
    base: Row = {"version": step.record.version, "turn": step.turn}
    match step.record.event:
        case MissionRolled() as event:
            for row in _rolled(event):
                yield read_tables.MISSION_ROLLS, {**base, **row}
        case MissionChosen() as event:
            yield read_tables.MISSIONS_CHOSEN, {**base, **_chosen(event)}
        case RolesRolled() as event:
            for row in _thrown(event):
                yield read_tables.ATTACK_ROLLS, {**base, **row}
        case RolesDecided() as event:
            yield read_tables.ATTACKERS, {**base, **_decided(step.after, event)}
        case VictoryPointsSpent() as event:
            yield read_tables.POINTS_SPENT, {**base, **_spent(step.after, event)}


def _rolled(event: MissionRolled) -> Iterator[Row]:
    for side, score in event.rolls.items():
        yield {
            "line": event.line,
            "battle": event.battle,
            "side": side,
            "kind": event.kind,
            "dice": " ".join(map(str, score.dice)),
            "last": score.last,
            "lead": score.lead,
            "won_defending": score.won_defending,
            "score": score.score,
            "row": event.row,
            "source": event.source,
        }


def _chosen(event: MissionChosen) -> Row:
    return {
        "line": event.line,
        "battle": event.battle,
        "mission": event.mission,
        "name": mission_name(event.mission),
        "row": event.row,
        "how": event.how,
    }


def _thrown(event: RolesRolled) -> Iterator[Row]:
    for side, dice in event.dice.items():
        yield {
            "line": event.line,
            "battle": event.battle,
            "side": side,
            "dice": " ".join(map(str, dice)),
            "source": event.source,
        }


def _decided(after: State, event: RolesDecided) -> Row:
    return {
        "line": event.line,
        "battle": after.lines[event.line].battle,
        "attacker": event.attacker or None,
        "how": event.how,
    }


def _spent(after: State, event: VictoryPointsSpent) -> Row:
    return {
        "line": event.line,
        "side": event.side,
        "points": event.points,
        "bought": event.on,
        "balance": after.lines[event.line].points[event.side].balance,
    }


TABLES = Tables[State](
    tables=(
        read_tables.MISSION_ROLLS,
        read_tables.MISSIONS_CHOSEN,
        read_tables.ATTACK_ROLLS,
        read_tables.ATTACKERS,
        read_tables.POINTS_SPENT,
    ),
    rows=lambda: rows,
)
