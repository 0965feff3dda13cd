"""Commands read back from the war around the board. Pure."""

from collections.abc import Sequence

from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.politics import commands
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
    WarDeclared: same(commands.DeclareWar),
    PeaceMade: _peace,
    ConquestChanged: same(commands.SetConquest),
    VichyInstalled: _vichy,
    VichyCollapsed: same(commands.CollapseVichy),
    MinorChanged: same(commands.SetMinor),
}
