"""The journal: every event as an English sentence. Pure; tells nothing that is still sealed."""

from collections.abc import Callable
from typing import Any

from campaign.leaders_in_flames.journal import counters, in_play, keys, leaders, record, us_entry
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.names import Names
from events.base import Event, public_type

__all__ = ["SENTENCES", "Names", "sentence"]

SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    **leaders.SENTENCES,
    **in_play.SENTENCES,
    **counters.SENTENCES,
    **record.SENTENCES,
    **keys.SENTENCES,
    **us_entry.SENTENCES,
}
"""A sentence for every type of event."""


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    tell = SENTENCES.get(type(event))
    if tell is None:
        return f"{public_type(event)} was recorded."
    return tell(event, names or Names(kit()))
