"""Opens a store: the one place that knows which stores there are. IO."""

from pathlib import Path

from campaign.store.log import Store
from campaign.store.protocol import EventStore


def open_store(where: Path | str) -> EventStore:
    """The store at a place; it is looked at when it is first used."""
    return Store(Path(where))
