"""Where a replay of Leaders in Flames stops, and what its readers look for. Pure."""

from campaign.kernel.stops import Stops
from events.base import Event
from events.lif.board import LeaderDrawn, ReinforcementOpened
from events.lif.on_map import ImpulseBegan, LeaderRecalled, StageBegan, StepBegan


def _drawn(event: Event) -> bool:
    """Whether a leader was drawn; the draws of US entry have numbers of their own."""
    return isinstance(event, LeaderDrawn | LeaderRecalled) and event.draw > 0


STOPS = Stops(
    stages=(ReinforcementOpened, StageBegan, ImpulseBegan, StepBegan),
    draws=_drawn,
    example="leader=rommel, type=LeaderDrawn, by=anna, rule=4.1",
)
