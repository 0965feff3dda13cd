"""Rows of the read tables of leaders' moves, of combats and of the leaders lost in them. Pure."""

from collections.abc import Iterator

from campaign.kernel.tables import Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.on_map import table_views
from campaign.leaders_in_flames.on_map.read_tables import (
    COMBAT_LOSSES,
    COMBATS,
    LEADER_MOVES,
    LEADERS_LOST,
)
from campaign.leaders_in_flames.on_map.sentences import lost
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from events.lif.on_map import CombatReported, LeaderKilled, LeaderRecalled, Loss


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 3: each move of a leader, each combat with its losses, each leader recalled or killed."""
    if step.record.struck_by:
        return
    yield from _moves(step)
    match step.record.event:
        case CombatReported() as combat:
            yield COMBATS, _combat(step, combat)
            for number, loss in enumerate(combat.losses, 1):
                yield COMBAT_LOSSES, _loss(combat.combat, number, loss)
        case LeaderRecalled() as recalled:
            yield LEADERS_LOST, _leader(step, recalled, "recalled", recalled.chosen_by)
        case LeaderKilled() as killed:
            yield LEADERS_LOST, _leader(step, killed, "killed", "rule")


def _moves(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 2, 3.1: the leaders who are elsewhere after an event."""
    was, now = step.before, step.after
    if was is None or (was.leaders is now.leaders and was.play.placements is now.play.placements):
        return
    for leader, status in now.leaders.items():
        here, before = _place(now, leader), _place(was, leader)
        then = was.leaders.get(leader)
        if then is not None and (then, before) != (status, here):
            row: Row = {
                "version": step.record.version,
                "turn": step.turn,
                "leader": leader,
                "status": status,
                "location": here,
                "from_status": then,
                "from_location": before,
            }
            yield LEADER_MOVES, row


def _place(state: State, leader: str) -> str | None:
    placement = state.play.placements.get(leader)
    return placement.location if placement else None


def _combat(step: Transition[State], event: CombatReported) -> Row:
    return {
        "version": step.record.version,
        "turn": step.turn,
        "combat": event.combat,
        "kind": event.kind,
        "hex": event.hex,
        "attackers": " ".join(event.attackers),
        "defenders": " ".join(event.defenders),
        "attacker_lost": lost(event, "attacker"),
        "defender_lost": lost(event, "defender"),
    }


def _loss(combat: str, number: int, loss: Loss) -> Row:
    return {
        "combat": combat,
        "number": number,
        "side": loss.side,
        "power": loss.power,
        "controlled_by": loss.controlled_by,
        "type": loss.type,
        "size": loss.size,
        "hq": int(loss.hq),
        "fate": loss.fate,
        "build_points": loss.build_points,
        "counter": loss.counter or None,
        "counts_for_attacker": int(loss.counts_for_attacker),
        "counts_for_defender": int(loss.counts_for_defender),
    }


def _leader(
    step: Transition[State], event: LeaderRecalled | LeaderKilled, fate: str, chosen_by: str
) -> Row:
    return {
        "version": step.record.version,
        "turn": step.turn,
        "leader": event.leader,
        "fate": fate,
        "reason": words(event.reason),
        "combat": event.combat or None,
        "chosen_by": chosen_by,
    }


TABLES = Tables[State](
    tables=(COMBATS, COMBAT_LOSSES, LEADERS_LOST, LEADER_MOVES),
    rows=lambda: rows,
    views=table_views.VIEWS,
    queries=table_views.QUERIES,
)
