"""Read tables as values: their columns, and how a history fills them. Pure.

A game gives its tables and their rows; the frame turns them into SQL.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic

import msgspec

from campaign.kernel.state import S
from campaign.kernel.transition import Transition


class Table(msgspec.Struct, frozen=True):
    """A read table; its primary key is `campaign` and the columns of `pk`.

    Rows of events: where `version` is in the key, it is the number of the one event that makes the
    row. Any other row may be made again by later events of the same turn, and beyond it only while
    `Tables.since` names a table.
    """

    name: str
    description: str
    columns: Mapping[str, tuple[type, str]]
    """Each column's type and meaning, `campaign` apart."""
    pk: tuple[str, ...]
    links: Mapping[tuple[str, ...], str] = {}
    """Columns that together name a row of another table."""
    optional: tuple[str, ...] = ()
    """Columns that may be empty."""
    indexes: tuple[tuple[str, ...], ...] = ()
    label: str = ""
    """The column that says in words which row it is; empty where no other table names one."""

    def link_columns(self) -> dict[str, str]:
        """For each link the one column that holds the `id` of the row meant, and its table."""
        return {_id_column(columns[-1]): other for columns, other in self.links.items()}


class TableView(msgspec.Struct, frozen=True):
    """A view over read tables, with names for ids. Its first column is `campaign`."""

    name: str
    description: str
    columns: Mapping[str, str]
    """Each column's meaning, `campaign` apart."""
    sql: str


class SavedQuery(msgspec.Struct, frozen=True):
    """A question about one campaign, which whoever reads the tables asks by a click."""

    name: str
    """As it is in an address: lower case and hyphens."""
    title: str
    description: str
    sql: str
    """With `:campaign` for the campaign's name."""


def _id_column(column: str) -> str:
    return "event_id" if column == "version" else f"{column}_id"


Row = dict[str, str | int | None]
"""A row's values by column, `campaign` apart."""
TableRow = tuple[Table, Row]
RowMaker = Callable[[Transition[S]], Iterable[TableRow]]
"""Gives the rows that an event adds or replaces. It may remember earlier events."""
Current = Iterable[tuple[Table, Sequence[Row]]]
"""Tables of the current state, each with all its rows."""

CAMPAIGN = "Name of the campaign"
VERSION = (int, "Number of the event")
TURN = (str, "Game turn, such as 1939-SO")
MEMBER = (str, "Member, by id")


RULINGS = Table(
    "rulings",
    "The switches of the campaign: how it reads the rules",
    {
        "switch": (str, "Name of the switch"),
        "ruling": (int, "Number of the ruling"),
        "rule": (str, "Rule it belongs to"),
        "question": (str, "What it decides"),
        "value": (str, "What holds in this campaign"),
        "default_value": (str, "What holds where a club chooses nothing"),
        "house": (int, "1 where the club chose otherwise"),
    },
    ("switch",),
)
"""For a game that has such switches: it puts the table among its own."""


def no_rows(step: Transition[S]) -> Iterator[TableRow]:
    """For tables that no event adds rows to."""
    return iter(())


def nothing_current(state: S) -> Current:
    """For tables without any that are rewritten whole."""
    return ()


def the_state(state: S) -> tuple[object, ...]:
    """For tables that may look at all of it."""
    return (state,)


def from_anywhere(state: S) -> str:
    """For rows that depend only on an event and the states around it."""
    return ""


class Tables(msgspec.Struct, Generic[S], frozen=True):
    """The read tables of a game or of a chapter, and where their rows come from."""

    tables: tuple[Table, ...] = ()
    """A table after those that it refers to."""
    rows: Callable[[], RowMaker[S]] = lambda: no_rows
    """Makes a fresh row maker, which is given the transitions of a history in order."""
    current: Callable[[S], Current] = nothing_current
    """The tables that are written whole, from the state."""
    made_from: Callable[[S], tuple[object, ...]] = the_state
    """All of a state that `current` looks at: where each is the same object as in an earlier
    state, the rows are the same too, and need not be made again.
    """
    since: Callable[[S], str] = from_anywhere
    """The table whose newest row has, as its `version`, the event from which a fresh maker must
    read on (inclusive); empty if it may begin at this state.
    """
    parts: tuple["Tables[S]", ...] = ()
    """The tables that these are made of, where they were combined."""
    views: tuple[TableView, ...] = ()
    queries: tuple[SavedQuery, ...] = ()

    @property
    def single(self) -> tuple["Tables[S]", ...]:
        """These tables, or those that they were combined of."""
        if not self.parts:
            return (self,)
        return tuple(one for part in self.parts for one in part.single)

    @property
    def modules(self) -> frozenset[str]:
        """The modules that make the rows."""
        functions = (self.rows, self.current, self.made_from, self.since)
        own = {function.__module__ for function in functions}
        return frozenset(own).union(*(part.modules for part in self.parts))


def combined(parts: Sequence[Tables[S]]) -> Tables[S]:
    """The tables of several chapters, in this order. Raises `ValueError` on a name twice."""
    tables = tuple(table for part in parts for table in part.tables)
    names = [table.name for table in tables]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two read tables are called {', '.join(doubled)}")

    def rows() -> RowMaker[S]:
        makers = [part.rows() for part in parts]
        return lambda step: (row for maker in makers for row in maker(step))

    def current(state: S) -> Current:
        return (pair for part in parts for pair in part.current(state))

    def since(state: S) -> str:
        return next((table for part in parts if (table := part.since(state))), "")

    views = tuple(view for part in parts for view in part.views)
    queries = tuple(query for part in parts for query in part.queries)
    return Tables(
        tables, rows, current, since=since, parts=tuple(parts), views=views, queries=queries
    )
