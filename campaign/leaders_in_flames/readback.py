"""From the events of an act back to its command, and to the values supplied for it. Pure.

Hidden values are not invented: until they are opened, markers are judged as if sealed on a device,
and chits of US entry are laid under a known secret. For a draw it is judged only whether this
leader or chit could be drawn; the audit checks the draw itself.
"""

from collections.abc import Sequence

from campaign.kernel import readback
from campaign.kernel.chapter import joined
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from campaign.leaders_in_flames.chapters import CHAPTERS
from campaign.leaders_in_flames.on_map import readback as on_map
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import readback as us_entry
from events.base import Event

READERS: Readers[State] = {
    **readback.READERS,
    **joined(chapter.readback for chapter in CHAPTERS),
}

ALIKE: tuple[frozenset[str], ...] = (*us_entry.ALIKE, *on_map.ALIKE)
"""Commands that the same events can answer."""


def command_of(state: State, events: Sequence[Event]) -> ReadBack | None:
    """The command that led to these events; None if the first of them does not begin an act."""
    return readback.command_of(READERS, state, events)
