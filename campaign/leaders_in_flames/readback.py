"""From the events of an act back to the command, and what the world supplied. Pure.

What nobody may know is not made up: markers are judged as ones sealed on a device until they are
opened, and chits of US entry are laid under a known secret. Of a draw it is judged whether it could
fall on that leader or chit, and not the draw: that is the auditor's.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel import readback
from campaign.kernel.chapter import joined
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from campaign.leaders_in_flames import reasons
from campaign.leaders_in_flames.chapters import CHAPTERS
from campaign.leaders_in_flames.on_map import readback as on_map
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import readback as us_entry
from events.base import Event

READERS: Readers[State] = {
    **readback.READERS,
    **joined(chapter.readback for chapter in CHAPTERS),
}

CODED = 2
"""The rules from which on reasons are codes; events before them give them in words."""

ALIKE: tuple[frozenset[str], ...] = (*us_entry.ALIKE, *on_map.ALIKE)
"""Commands that the same events can answer."""


def command_of(state: State, events: Sequence[Event]) -> ReadBack | None:
    """The command that these events answered; None where the first of them begins no act."""
    found = readback.command_of(READERS, state, events)
    if found is None or state.campaign.rules >= CODED:
        return found
    veil = found.veil
    return replace(found, veil=lambda event: reasons.spoken(veil(event) if veil else event))
