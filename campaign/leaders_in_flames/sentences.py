"""Every event as an English sentence, for the journal; nothing sealed is shown. Pure."""

from campaign.disputes import sentences as disputes
from campaign.kernel import sentences as kernel
from campaign.kernel.chapter import joined
from campaign.leaders_in_flames.chapters import CHAPTERS
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.names import Names, Sentences
from events.base import Event, public_type

__all__ = ["SENTENCES", "Names", "sentence"]

SENTENCES: Sentences = joined(
    (kernel.SENTENCES, disputes.SENTENCES, *(chapter.sentences for chapter in CHAPTERS))
)
"""A sentence for every type of event."""


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    words = SENTENCES.get(type(event))
    if words is None:
        return f"{public_type(event)} was recorded."
    return words(event, names or Names(kit()))
