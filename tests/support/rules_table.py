"""A campaign of leaders without a store: events in, state out, for tests of single rules."""

from typing import Any

from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.lif.state import State
from campaign.lif.system import SYSTEM
from events.base import Event

SEEDED = Supplied(seed="b" * 64)
"""What the world gives where nothing else is said."""


def opened(leaders: dict[str, str] | None = None, **request: Any) -> State:
    """The state after an opening; `leaders` have these statuses from the start."""
    setup = {"leaders": leaders or {}, **request.pop("setup", {})}
    asked = OpenCampaign(name="club", setup=setup, **{"scenario": "global-war", **request})
    events = SYSTEM.rules.open(asked, SeedChain("0" * 32, "a" * 64, 36, "sealed"))
    assert not isinstance(events, Refused), events
    return after(None, *events)


def after(state: State | None, *events: Event) -> State:
    """The state after some events."""
    for event in events:
        state = SYSTEM.rules.evolve(state, event)
    assert state is not None
    return state


def decided(
    state: State, command: str, world: Supplied = SEEDED, **fields: Any
) -> tuple[Event, ...] | Refused:
    """What the rules make of a command."""
    asked = SYSTEM.rules.commands.command(command, fields)
    return SYSTEM.rules.decide(state, asked, world)


def then(state: State, command: str, **fields: Any) -> State:
    """The state after a command that must be accepted."""
    events = decided(state, command, **fields)
    assert not isinstance(events, Refused), events
    return after(state, *events)


def refusal(state: State, command: str, **fields: Any) -> Refused:
    """The refusal of a command that must be refused."""
    refused = decided(state, command, **fields)
    assert isinstance(refused, Refused), refused
    assert refused.reason
    return refused
