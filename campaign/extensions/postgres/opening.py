"""What the rest asks of PostgreSQL: stores, files of people, health and size. IO."""

from campaign.accounts.protocol import Part, PeopleDatabase
from campaign.extensions.postgres.connections import connections_of
from campaign.extensions.postgres.health import examine
from campaign.extensions.postgres.people import PostgresPeople
from campaign.extensions.postgres.store import PostgresStore
from campaign.store.protocol import EventStore, StorePlace

__all__ = ["examine", "people", "size", "store"]


def store(place: StorePlace) -> EventStore:
    """A store in a database; it is looked at when it is first used."""
    return PostgresStore(place)


def people(place: StorePlace, parts: tuple[Part, ...]) -> PeopleDatabase:
    """The people of a store in a database."""
    return PostgresPeople(place, parts)


def size(place: StorePlace) -> int:
    """How many bytes a database takes up."""
    with connections_of(place).one() as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(row[0]) if row else 0
