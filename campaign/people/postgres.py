"""The people of a store in PostgreSQL, in a schema of their own beside the record. IO."""

from collections.abc import Iterator
from contextlib import contextmanager

from campaign.people.protocol import Part, PeopleRows
from campaign.store.place import StorePlace


class PostgresPeople:
    """The people in a database of PostgreSQL. Several threads and machines may use them at once."""

    def __init__(self, place: StorePlace, parts: tuple[Part, ...]) -> None:
        self.place = place
        self._parts = parts

    def exists(self) -> bool:
        """Whether anything is kept yet."""
        return False

    @contextmanager
    def reading(self) -> Iterator[PeopleRows]:
        """Rows to read. The tables are made if there are none."""
        raise NotImplementedError
        yield

    @contextmanager
    def writing(self) -> Iterator[PeopleRows]:
        """One transaction: all of it is kept when this returns, or nothing."""
        raise NotImplementedError
        yield

    def sweep(self) -> None:
        """Leaves no copy of what was taken away."""

    def close(self) -> None:
        """Lets go of the database."""
