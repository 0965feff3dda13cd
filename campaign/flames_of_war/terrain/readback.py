"""Commands about the battlefield, read back from the events of their acts. Pure."""

from collections.abc import Sequence

from campaign.flames_of_war import rolling
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain.commands import (
    DescribeBattlefield,
    KeepBattlefield,
    RollTerrain,
)
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled


def _rolled(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Terrain Chart: the square, and the dice that were thrown for it."""
    first = events[0]
    assert isinstance(first, TerrainRolled)
    command = RollTerrain(
        by=first.by,
        line=first.line,
        square=first.square,
        side=first.side or None,
        chart=first.chart,
        category=None if first.first_die else first.category,
        dice=rolling.typed(first, first.dice) or None,
        witness=first.witness,
    )
    return ReadBack(command, rolling.given(first, first.dice))


def _kept(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, BattlefieldKept)
    return ReadBack(KeepBattlefield(by=first.by, line=first.line))


def _described(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, BattlefieldDescribed)
    command = DescribeBattlefield(
        by=first.by,
        line=first.line,
        text=first.text,
        width_feet=first.width_feet or None,
        depth_feet=first.depth_feet or None,
        photo=first.photo,
    )
    return ReadBack(command)


READERS: Readers[State] = {
    TerrainRolled: _rolled,
    BattlefieldKept: _kept,
    BattlefieldDescribed: _described,
}
