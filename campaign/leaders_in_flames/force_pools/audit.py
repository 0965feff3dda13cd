"""LiF 5: the audit of counters: each is in one place. Pure."""

from collections.abc import Iterable, Mapping

from campaign.kernel.decisions import Finding
from campaign.leaders_in_flames.force_pools.view import unfounded
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif.force_pools import CounterDescribed, CounterMoved, CountersAdded


def check(version: int, state: State, event: Event) -> Iterable[Finding]:
    """What an event says about counters that is impossible, given the state before it."""
    return (Finding(version, "counter", text) for text in unfounded(state, event))


TRUSTED: Mapping[type[Event], str] = {
    CountersAdded: "counters",
    CounterDescribed: "counters",
    CounterMoved: "places",
}
"""What only people saw or said."""
