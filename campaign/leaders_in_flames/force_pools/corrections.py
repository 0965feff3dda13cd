"""LiF 5: corrections of counters. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel.corrected import Corrected
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools.view import misplaced
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif.cup import LeadersReachedYear
from events.lif.force_pools import CountersAvailable


def faults(state: State) -> Iterator[Refused]:
    """LiF 5: each counter is in exactly one place, and the place exists."""
    for text in misplaced(state):
        yield Refused("LiF 5", text)


def _this_year(state: State, event: Event) -> Mapping[str, object]:
    """LiF 4, 5.4: who joins in a year joins in that of the turn."""
    return {"year": calendar.year(state.campaign.turn)}


CORRECTED = Corrected[State](
    restated={CountersAvailable: _this_year, LeadersReachedYear: _this_year}, faults=faults
)
