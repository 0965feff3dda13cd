"""Opens a store: the one place that knows which stores there are. IO."""

from campaign.store.place import Where, place_of
from campaign.store.protocol import EventStore


def open_store(where: Where) -> EventStore:
    """The store at a place; it is looked at when it is first used."""
    place = place_of(where)
    if place.is_database:
        from campaign.store.postgres.store import PostgresStore  # its libraries are slow to load

        return PostgresStore(place)
    from campaign.store.log import Store

    return Store(place.file)
