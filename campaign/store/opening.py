"""Opens a store: the one place that knows which stores there are. IO."""

from importlib.util import find_spec

from campaign.store.place import Where, place_of
from campaign.store.protocol import EventStore, StoreError


def open_store(where: Where) -> EventStore:
    """The store at a place; it is looked at when it is first used."""
    place = place_of(where)
    if place.is_database:
        must_have_driver()
        from campaign.store.postgres.store import PostgresStore  # its libraries are slow to load

        return PostgresStore(place)
    from campaign.store.sqlite.store import Store

    return Store(place.file)


def must_have_driver() -> None:
    """Raises `StoreError` where what talks to PostgreSQL is not installed."""
    if find_spec("psycopg") is None:
        raise StoreError(
            "a store in PostgreSQL needs one more package; "
            "install the tracker with it: pip install 'campaign-tracker[postgres]'"
        )
