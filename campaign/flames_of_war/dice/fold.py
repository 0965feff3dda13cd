"""What an audited roll does to the battle it was rolled in. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.battle_log import falling_due
from campaign.flames_of_war.battle_log.fold import lost, table_of, with_table, without
from campaign.flames_of_war.dice import night
from campaign.flames_of_war.dice.kinds import PASSED
from campaign.flames_of_war.state import Evolvers, State, with_battle, with_line
from events.fow.dice import DiceRolled


def _rolled(state: State, event: DiceRolled) -> State:
    """FoW Air Support, FoW Reserves, FoW Turn Order: pools, arrivals, who begins."""
    table = table_of(state, event.battle)
    due = without(table, event.aid)
    if event.left >= 0:
        table = replace(table, air_pool={**table.air_pool, event.side: event.left})
    match event.aid:
        case falling_due.RESERVES | falling_due.DELAYED | falling_due.RESCUE:
            more = event.outcome if isinstance(event.outcome, int) else 0
            came = table.arrived.get(event.side, 0) + more
            table = replace(table, arrived={**table.arrived, event.side: came})
        case "first-turn":
            table = replace(table, first=str(event.outcome))
        case "head-to-rear" if event.outcome == PASSED:
            table = lost(table, event.side, event.platoon, "rear")
        case "rout":
            due = without(table, falling_due.WITHDRAWAL)
            table = replace(table, counters=0)
        case "infiltration" if event.outcome == night.DETECTED:
            table = replace(table, first=state.other(event.side))
        case "wind":
            table = replace(table, wind=(*table.wind, *event.dice))
        case "dawn":
            turns, broke = sum(table.turns.values()), event.outcome == night.DAWN
            table = replace(table, dawn_rolled=turns, daylight=broke)
        case "weather":
            due = without(table, falling_due.KHAMSEEN)
            state = _weather(state, event)
    table = replace(table, due=due, rolled=table.rolled + 1)
    return with_table(rolling.rolled(state, event), event.battle, table)


def _weather(state: State, event: DiceRolled) -> State:
    """FoW Terrain Chart: the weather of a battle and its table as it is now; the ground that may be
    fought over again stays as it was set up.
    """
    now, battle = str(event.outcome), state.battles[event.battle]
    line = state.lines[battle.line]
    state = with_battle(state, replace(battle, weather=now))
    if line.battle != battle.id:
        return state
    return with_line(state, replace(line, battlefield=replace(line.battlefield, weather=now)))


EVOLVE: Evolvers = {DiceRolled: _rolled}
