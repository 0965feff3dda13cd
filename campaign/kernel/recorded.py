"""What the world supplied for a recorded act, from its events, for commands of every game. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.kernel.decisions import RecordedAct, Supplied
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.kernel.state import S
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan

Reader = Callable[[S, Any, Sequence[Event]], RecordedAct]
Readers = Mapping[type, Reader[S]]
"""By command, what the world supplied for an act of it, given the state before and the events."""


def _seed_of(state: object, command: Any, events: Sequence[Event]) -> RecordedAct:
    """The seed that the act reveals."""
    shown = [event for event in events if isinstance(event, TurnBegan | CampaignClosed)]
    return RecordedAct(command, Supplied(seed=shown[0].seed_revealed if shown else ""))


SHARED: Readers[Any] = {AdvanceTurn: _seed_of, CloseCampaign: _seed_of}
"""A game's own reader stands before one of these."""
