"""Rows of the read tables of leaders in play, from the steps of a history. Pure."""

from collections.abc import Iterator
from typing import Any

from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.force_pools.view import pools
from campaign.leaders_in_flames.on_map.sentences import lost
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.tables import tables_in_play as tables
from campaign.tables.columns import Table
from events.lif import on_map as play

Row = dict[str, Any]


def of(step: Transition[State]) -> Iterator[tuple[Table, Row]]:
    """What one step adds, each row with its table."""
    event, base = step.record.event, {"version": step.record.version, "turn": step.turn}
    match event:
        case play.AbilityUsed():
            known = abilities(step.after.campaign.rulebook).get(event.ability)
            yield tables.ABILITIES_USED, {
                **base,
                "leader": event.leader,
                "ability": event.ability,
                "name": known.name if known else "",
                "hex": event.hex,
                "helps": " ".join(event.helps),
                "map": event.map,
                "step": step.after.play.timing.step,
                "combat": event.combat,
            }  # fmt: skip
        case play.CombatReported():
            yield tables.COMBATS, {
                **base,
                "combat": event.combat,
                "kind": event.kind,
                "hex": event.hex,
                "attackers": " ".join(event.attackers),
                "defenders": " ".join(event.defenders),
                "attacker_lost": lost(event, "attacker"),
                "defender_lost": lost(event, "defender"),
            }  # fmt: skip
            yield from _losses(event)
        case play.LeaderRecalled() | play.LeaderKilled():
            recalled = isinstance(event, play.LeaderRecalled)
            yield tables.LEADERS_LOST, {
                **base,
                "leader": event.leader,
                "fate": "recalled" if recalled else "killed",
                "reason": words(event.reason),
                "combat": event.combat or None,
                "chosen_by": event.chosen_by if isinstance(event, play.LeaderRecalled) else "rule",
            }  # fmt: skip
        case play.GuardsPromoted():
            yield tables.GUARDS_BANNER, {
                **base,
                "combat": event.combat,
                "unit": event.unit,
                "army": event.army,
                "score": event.score,
                "factors": event.factors,
                "needed": event.needed,
            }  # fmt: skip


def _losses(event: play.CombatReported) -> Iterator[tuple[Table, Row]]:
    for number, loss in enumerate(event.losses, 1):
        yield tables.COMBAT_LOSSES, {
            "combat": event.combat,
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
        }  # fmt: skip


def whereabouts(state: State, leader: str) -> Row:
    """LiF 3.1: where a leader is, as columns of `leaders`."""
    placement = state.play.placements.get(leader)
    on_circle = state.leaders.get(leader) == "circle"
    return {
        "location": placement.location if placement else None,
        "face_up": int(placement.face_up) if placement else None,
        "arrives": (state.play.circle.get(leader) or None) if on_circle else None,
    }


def standing(state: State) -> dict[str, list[Row]]:
    """LiF 5: the counters and force pools as they stand now, which are written whole."""
    return {
        "counters": [_counter(state, who) for who in sorted(state.play.counters)],
        "force_pools": [
            {"power": pool.power, "type": pool.type, **pool.counts, "total": pool.total}
            for pool in pools(state)
        ],
    }


def _counter(state: State, who: str) -> Row:
    counter, held = state.play.counters[who], state.play.counter_placements[who]
    return {
        "counter": who,
        "power": counter.power,
        "type": counter.type,
        "name": counter.name,
        "combat": counter.combat,
        "movement": counter.movement,
        "cost": counter.cost,
        "size": counter.size,
        "available": counter.available,
        "guards_banner": int(counter.guards_banner),
        "place": held.place,
        "location": held.location or None,
        "face_up": int(held.face_up),
        "arrives": held.arrives or None,
    }
