"""Commands read back from what happened to counters. Pure."""

from collections.abc import Sequence

from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from campaign.leaders_in_flames.force_pools import commands as play
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif import force_pools as pools


def _added(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.4: new counters, and counters with newly known numbers."""
    first = events[0]
    assert isinstance(first, pools.CountersAdded | pools.CounterDescribed)
    rows: list[pools.Counter] = []
    for event in events:
        if isinstance(event, pools.CountersAdded):
            rows += event.counters
        elif isinstance(event, pools.CounterDescribed):
            rows.append(event.counter)
    return ReadBack(play.AddCounters(by=first.by, counters=tuple(rows), source=first.source))


def _went(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, pools.CounterMoved)
    command = play.MoveCounter(
        by=first.by,
        counter=first.counter,
        to=first.to,
        reason=first.reason,
        arrives=first.arrives or None,
        location=first.location or None,
        face_up=first.face_up,
    )
    return ReadBack(command)


READERS: Readers[State] = {
    pools.CountersAdded: _added,
    pools.CounterDescribed: _added,
    pools.CounterMoved: _went,
}
