"""Rejudging: from the events of an act back to the command, and what the world supplied. Pure.

What nobody may know is not made up: markers are judged as ones sealed on a device until they are
opened, and chits of US entry are laid anew. Of a draw it is judged whether it could fall on that
leader or chit, and not the draw: that is the auditor's.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import ReadBack
from campaign.leaders_in_flames import reasons
from campaign.leaders_in_flames.readback import in_play, leaders, renewing, reopening, us_entry
from campaign.leaders_in_flames.readback.readers import Readers
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan
from events.disputes import CampaignReopened

READERS: Readers = {
    TurnBegan: us_entry.turn,
    CampaignClosed: us_entry.closing,
    CampaignReopened: reopening.asked,
    **leaders.READERS,
    **in_play.READERS,
    **us_entry.READERS,
    **renewing.READERS,
}


CODED = 2
"""The rules from which on reasons are codes; events before them tell them in words."""

ALIKE: tuple[frozenset[str], ...] = (
    frozenset({"ReturnEntryChits", "MoveEntryChits"}),
    frozenset({"MoveLeader", "ReportLeaderLost"}),
)
"""LiF 3.3, 5.3.3: out of an empty pool a return and a move are alike; so are a leader's move away
from an overrun and the host's report of it.
"""


def asked(state: State, events: Sequence[Event]) -> ReadBack | None:
    """The command that these events answered; None where the first of them begins no act."""
    read = READERS.get(type(events[0]))
    found = read(state, events) if read else None
    if found is None or state.campaign.rules >= CODED:
        return found
    veil = found.veil
    return replace(found, veil=lambda event: reasons.spoken(veil(event) if veil else event))
