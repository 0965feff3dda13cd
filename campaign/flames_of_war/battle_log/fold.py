"""What the battle log does to a battle. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.battle_log import falling_due
from campaign.flames_of_war.state import Evolvers, State, TableTop, with_battle
from events.fow.table_top import (
    CompanyBroke,
    DelayCounterGained,
    DeploymentRecorded,
    FortificationsBought,
    PlatoonLost,
    PlatoonWithdrew,
    PlayerTurnBegan,
)
from events.fow.words import Fate

BATTALION = "battalion"
"""In place of a company's id: the whole battalion broke."""


def with_table(state: State, battle: str, table: TableTop) -> State:
    """The state with the table of a battle as it is now."""
    return with_battle(state, replace(state.battles[battle], table=table))


def table_of(state: State, battle: str) -> TableTop:
    """What was recorded of the table in a battle."""
    return state.battles[battle].table


def without(table: TableTop, due: str) -> tuple[str, ...]:
    """What is still due in this turn, once something is done."""
    return tuple(one for one in table.due if one != due)


def lost(table: TableTop, side: str, platoon: str, how: Fate) -> TableTop:
    """FoW Company Morale Checks: a platoon more is gone, and how."""
    gone = (*table.gone.get(side, ()), (platoon, how))
    return replace(table, gone={**table.gone, side: gone})


def _deployed(state: State, event: DeploymentRecorded) -> State:
    table = table_of(state, event.battle)
    table = replace(table, deployed={**table.deployed, event.side: event})
    return with_table(state, event.battle, table)


def _fortified(state: State, event: FortificationsBought) -> State:
    table = replace(table_of(state, event.battle), fortifications=event)
    return with_table(state, event.battle, table)


def _turn(state: State, event: PlayerTurnBegan) -> State:
    table = table_of(state, event.battle)
    turns = {**table.turns, event.side: event.number}
    return with_table(
        state, event.battle, replace(table, turns=turns, turn_of=event.side, due=event.due)
    )


def _counter(state: State, event: DelayCounterGained) -> State:
    """FoW Strategic Withdrawal: a Delay Counter more (p. 201)."""
    table = table_of(state, event.battle)
    due = without(table, falling_due.WITHDRAWAL)
    return with_table(state, event.battle, replace(table, counters=event.counters, due=due))


def _withdrew(state: State, event: PlatoonWithdrew) -> State:
    """FoW Strategic Withdrawal: a platoon has gone, and all counters with it (p. 201)."""
    table = table_of(state, event.battle)
    away = (*table.withdrawn.get(event.side, ()), event.platoon)
    withdrawn = {**table.withdrawn, event.side: away}
    due = without(table, falling_due.WITHDRAWAL)
    table = replace(table, withdrawn=withdrawn, counters=0, due=due)
    return with_table(state, event.battle, table)


def _lost(state: State, event: PlatoonLost) -> State:
    table = lost(table_of(state, event.battle), event.side, event.platoon, event.how)
    return with_table(state, event.battle, table)


def _broke(state: State, event: CompanyBroke) -> State:
    """FoW Company Morale Checks: a battalion outlives its companies (p. 230)."""
    if state.battles[event.battle].battalion and event.company != BATTALION:
        return state
    table = table_of(state, event.battle)
    return with_table(state, event.battle, replace(table, broke=(*table.broke, event.side)))


EVOLVE: Evolvers = {
    DeploymentRecorded: _deployed,
    FortificationsBought: _fortified,
    PlayerTurnBegan: _turn,
    DelayCounterGained: _counter,
    PlatoonWithdrew: _withdrew,
    PlatoonLost: _lost,
    CompanyBroke: _broke,
}
