"""The state as everybody may see it, in JSON values. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.flames_of_war.results.standings import standings
from campaign.flames_of_war.state import Battle, Force, LineState, State, commander
from campaign.text.json_values import JsonObject


def show(state: State) -> JsonObject:
    """The game's part: sides, lines, forces, battles, standings, and how it was decided."""
    powers = state.campaign.powers
    return {
        "kind": state.kind,
        "limits": {"games": state.games, "points": state.limit},
        "units": state.units,
        "sides": {
            side: {
                "name": name,
                "speaker": powers.get(side, ""),
                "players": sorted(who for who, plays in state.players.items() if plays == side),
            }
            for side, name in state.sides.items()
        },
        "lines": {line.id: _line(state, line) for line in state.lines.values()},
        "forces": {force.id: _force(force) for force in state.forces.values()},
        "battles": {battle.id: _battle(state, battle) for battle in state.battles.values()},
        "standings": {who: msgspec.to_builtins(one) for who, one in standings(state).items()},
        "free_battles": [
            {"title": one.title, "winner": one.winner, "players": dict(one.players)}
            for one in state.free_battles
        ],
        "decided": _decided(state),
        "draw": state.draw,
    }


def _decided(state: State) -> JsonObject:
    end = state.decided
    if end is None:
        return {"winner": "", "how": "", "line": ""}
    return {"winner": end.winner, "how": end.how, "line": end.line}


def _line(state: State, line: LineState) -> JsonObject:
    here = line.here
    battle = state.battles.get(line.battle)
    return {
        "name": line.name,
        "sectors": len(line.axis.sector) if line.axis else 0,
        "sector": line.sector,
        "sector_id": here.id if here else "",
        "phase": line.phase,
        "game": line.game,
        "victory_points": {
            side: {
                "won": points.won,
                "spent": points.spent,
                "balance": points.balance,
                "last": points.last,
            }
            for side, points in line.points.items()
        },
        "mission": line.mission,
        "row": line.row,
        "how": line.how,
        "attacker": line.attacker,
        "defender": state.other(line.attacker) if line.attacker else "",
        "roles_how": line.roles_how,
        "change": {
            "offered_to": line.change.offered_to,
            "declined": list(line.change.declined),
            "paid_by": line.change.paid_by,
        },
        "commanders": {side: commander(state, line.id, side) for side in state.sides},
        "battle": battle.id if battle and battle.state in ("running", "reported") else "",
        "weather": line.battlefield.weather,
        "battlefield": {
            "squares": {
                square: lies.feature or lies.category
                for square, lies in line.battlefield.squares.items()
            },
            "of": line.battlefield.of,
        },
        "broken_by": line.broken_by,
    }


def _force(force: Force) -> JsonObject:
    return {
        "side": force.side,
        "member": force.member,
        "name": force.name,
        "company": force.company,
        "type": force.company_type,
        "limit": force.limit,
        "points": force.points,
        "air": force.air.level if force.air else "none",
        "variant": force.variant.name if force.variant else "",
        "checked": force.checked,
        "platoons": {
            platoon.id: {"class": platoon.unit_class, "points": platoon.points}
            for platoon in force.platoons.values()
        },
    }


def _battle(state: State, battle: Battle) -> JsonObject:
    report = battle.report
    sides = tuple(state.sides)
    return {
        "line": battle.line,
        "round": battle.round,
        "sector": battle.sector,
        "mission": battle.mission,
        "attacker": battle.attacker,
        "defender": battle.defender,
        "state": battle.state,
        "commanders": {side: battle.commanders.get(side, "") for side in sides},
        "turns": _by_side(sides, battle.table.turns),
        "counters": battle.table.counters,
        "ended_by": battle.ended_by,
        "winner": battle.winner,
        "result": battle.result,
        "lost": _by_side(sides, report.lost if report else {}),
        "counted": _by_side(sides, battle.counted),
        "points": _by_side(sides, battle.points),
    }


def _by_side(sides: tuple[str, ...], figures: Mapping[str, int]) -> JsonObject:
    return {side: figures.get(side, 0) for side in sides}
