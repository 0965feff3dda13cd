"""Corrections of the battle log: each entry keeps its battle. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.battle_log.deploying import GROUPS
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow import table_top as facts
from events.fow.table_top import DeploymentRecorded


def _place(event: Any) -> Mapping[str, str]:
    return {"battle": f"which battle it was {STAYS}"}


def _turn(state: State, event: facts.PlayerTurnBegan) -> Mapping[str, object]:
    """FoW Turn Order: a side's own turns are counted from 1."""
    return {"number": state.battles[event.battle].table.turns.get(event.side, 0) + 1}


def _counters(state: State, event: facts.DelayCounterGained) -> Mapping[str, object]:
    """FoW Strategic Withdrawal: one Delay Counter more than before."""
    return {**_total(state, event), "counters": state.battles[event.battle].table.counters + 1}


def _total(state: State, event: Any) -> Mapping[str, object]:
    """FoW Strategic Withdrawal: platoons on the table, with the Delay Counters."""
    battle = state.battles[event.battle]
    left = platoons.on_table(battle, battle.defender)
    return {"total": left + battle.table.counters} if left is not None else {}


CORRECTED = Corrected[State](
    kept=dict.fromkeys(
        (
            facts.DeploymentRecorded,
            facts.FortificationsBought,
            facts.PlayerTurnBegan,
            facts.DelayCounterGained,
            facts.PlatoonWithdrew,
            facts.PlatoonLost,
            facts.CompanyBroke,
        ),
        _place,
    ),
    restated={
        facts.PlayerTurnBegan: _turn,
        facts.DelayCounterGained: _counters,
        facts.PlatoonWithdrew: _total,
    },
)


# --- what an amendment changes of a command -----------------------------------------------------


def _deployed(event: DeploymentRecorded) -> JsonObject:
    """FoW Reserves: numbers, or the platoons where they were named."""
    return {group: event.platoons.get(group) or getattr(event, group) for group in GROUPS}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {DeploymentRecorded: _deployed}
