"""What a database of people can do, whichever it is: SQLite beside a store's file, or PostgreSQL.

Statements are written once for both. They keep to what both understand: `?` and `:name` for what is
given, `ON CONFLICT` for rows that are there already, whole numbers for yes and no. Tables are
written as SQLite takes them; `campaign/people/postgres.py` says what becomes of them there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from campaign.store.place import StorePlace

PEOPLE = "the people of a store"
"""What a file or a database of them is called where it is not read."""
Given = Sequence[object] | Mapping[str, object]
"""What a statement is given, in order or by name."""


class Part(msgspec.Struct, frozen=True):
    """Some tables of a database of people, and how each schema became the next."""

    name: str
    steps: tuple[tuple[str, ...], ...]
    """The statements that make schema 1, then those that lead from each schema to the next."""

    @property
    def schema(self) -> int:
        """The newest schema."""
        return len(self.steps)


class PersonRow(Protocol):
    """A row: its columns by number or by name."""

    def __getitem__(self, column: int | str) -> Any:
        """One column."""

    def __iter__(self) -> Iterator[Any]:
        """All columns in order."""

    def keys(self) -> Iterable[str]:
        """The names of the columns in order."""


class Found(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left."""


class PeopleRows(Protocol):
    """The rows of people, to read or to write."""

    skip_locked: str
    """Behind a query for rows to take: those that somebody else is just taking are not found."""

    def execute(self, statement: str, given: Given = (), /) -> Found:
        """Runs one statement."""

    def executemany(self, statement: str, given: Iterable[Sequence[object]], /) -> object:
        """Runs one statement for each of many rows."""


class PeopleDatabase(Protocol):
    """Where the people of a store are. Several threads may use it at once.

    Every failure of the database is raised as `StoreError`.
    """

    @property
    def place(self) -> StorePlace:
        """The store whose people they are."""

    def exists(self) -> bool:
        """Whether anything is kept yet."""

    def reading(self) -> AbstractContextManager[PeopleRows]:
        """Rows to read. The tables are made if there are none."""

    def writing(self) -> AbstractContextManager[PeopleRows]:
        """One transaction: all of it is kept when this returns, or nothing.

        Nobody else writes meanwhile, on any machine.
        """

    def beside_others(self) -> AbstractContextManager[PeopleRows]:
        """The same without waiting for other writers, for statements that are right by themselves:
        one that counts up, or that takes rows which nobody else has.
        """

    def sweep(self) -> None:
        """Leaves no copy of what was taken away."""

    def close(self) -> None:
        """Lets go of the database. Using it again opens it again."""
