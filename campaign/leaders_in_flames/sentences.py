"""Every event as an English sentence, for the journal; nothing sealed is told. Pure."""

from campaign.disputes import sentences as disputes
from campaign.kernel import sentences as kernel
from campaign.kernel.chapter import joined
from campaign.leaders_in_flames.board import sentences as board
from campaign.leaders_in_flames.force_pools import sentences as force_pools
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.names import Names, Sentences
from campaign.leaders_in_flames.on_map import sentences as on_map
from campaign.leaders_in_flames.politics import sentences as politics
from campaign.leaders_in_flames.us_entry import sentences as us_entry
from events.base import Event, public_type

__all__ = ["SENTENCES", "Names", "sentence"]

SENTENCES: Sentences = joined(
    chapter.SENTENCES
    for chapter in (kernel, disputes, politics, board, on_map, force_pools, us_entry)
)
"""A sentence for every type of event."""


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    words = SENTENCES.get(type(event))
    if words is None:
        return f"{public_type(event)} was recorded."
    return words(event, names or Names(kit()))
