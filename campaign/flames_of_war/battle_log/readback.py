"""Acts of the battle log, read back to their commands. Pure."""

from collections.abc import Sequence
from typing import Any

from campaign.flames_of_war.battle_log import commands
from campaign.flames_of_war.battle_log.deploying import GROUPS
from campaign.flames_of_war.battle_log.fortifying import table
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow import table_top as facts


def _line(state: State, battle: str) -> str | None:
    known = state.battles.get(battle)
    return known.line if known else None


def _deployed(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Reserves: numbers, or the platoons where they were named."""
    first = events[0]
    assert isinstance(first, facts.DeploymentRecorded)
    told: dict[str, Any] = {
        group: first.platoons.get(group) or getattr(first, group) for group in GROUPS
    }
    line = _line(state, first.battle)
    return ReadBack(commands.RecordDeployment(by=first.by, line=line, side=first.side, **told))


def _fortified(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.FortificationsBought)
    return ReadBack(
        commands.BuyFortifications(
            by=first.by,
            line=_line(state, first.battle),
            width_feet=first.width_feet,
            infantry_teams=first.infantry_teams,
            sections=first.sections,
            pioneers={
                slug: -(-number // table().pioneers.get(slug, 1))
                for slug, number in first.pioneers.items()
            },
        )
    )


def _turn(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.PlayerTurnBegan)
    line = _line(state, first.battle)
    return ReadBack(commands.BeginPlayerTurn(by=first.by, line=line, side=first.side))


def _counter(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.DelayCounterGained)
    return ReadBack(commands.WithdrawPlatoon(by=first.by, line=_line(state, first.battle)))


def _withdrew(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.PlatoonWithdrew)
    line = _line(state, first.battle)
    return ReadBack(commands.WithdrawPlatoon(by=first.by, line=line, platoon=first.platoon or None))


def _lost(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.PlatoonLost)
    return ReadBack(
        commands.LosePlatoon(
            by=first.by,
            line=_line(state, first.battle),
            side=first.side,
            platoon=first.platoon or None,
            how=first.how,
        )
    )


READERS: Readers[State] = {
    facts.DeploymentRecorded: _deployed,
    facts.FortificationsBought: _fortified,
    facts.PlayerTurnBegan: _turn,
    facts.DelayCounterGained: _counter,
    facts.PlatoonWithdrew: _withdrew,
    facts.PlatoonLost: _lost,
}
