"""Commands read back from the war around the board. Pure."""

from collections.abc import Sequence

from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.politics import commands, countries
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif.cup import LeadersReturnedToReserve
from events.lif.on_map import LeaderMoved
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)


def _war(state: State, events: Sequence[Event]) -> ReadBack:
    """A war on a country that no list has was recorded on the club's word, or before lists."""
    first = events[0]
    assert isinstance(first, WarDeclared)
    new = countries.unknown(state, first.attacker, first.target) is not None
    return ReadBack(
        commands.DeclareWar(by=first.by, attacker=first.attacker, target=first.target, new=new)
    )


def _peace(state: State, events: Sequence[Event]) -> ReadBack:
    """Ruling 11: leaders on the map or the circle went back because the host named them."""
    first, *rest = events
    assert isinstance(first, PeaceMade)
    returned = tuple(
        who
        for event in rest
        if isinstance(event, LeadersReturnedToReserve)
        for who in event.leaders
        if state.leaders[who] in ("map", "circle")
    )
    return ReadBack(commands.MakePeace(by=first.by, powers=first.powers, returned=returned))


def _vichy(state: State, events: Sequence[Event]) -> ReadBack:
    moves = {event.leader: event.location for event in events if isinstance(event, LeaderMoved)}
    return ReadBack(commands.InstallVichy(by=events[0].by, moves=moves))


READERS: Readers[State] = {
    WarDeclared: _war,
    PeaceMade: _peace,
    ConquestChanged: same(commands.SetConquest),
    VichyInstalled: _vichy,
    VichyCollapsed: same(commands.CollapseVichy),
    MinorChanged: same(commands.SetMinor),
}
