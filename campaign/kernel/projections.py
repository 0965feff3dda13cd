"""A history's steps, and what is made of them: read tables, logs of turns, figures. Pure."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from campaign.kernel.decisions import Refused, always
from campaign.kernel.members import GameState, S
from events.base import Event, public_type

# --- A step of a history: an event, with the state before it and the state after ----------------


class HistoryPlace(Protocol):
    """An event of a history, with all that corrections did to it."""

    @property
    def version(self) -> int:
        """Its version in the log; for an inserted event, its correction's."""

    @property
    def event(self) -> Event:
        """The event, in its amended form where it was amended."""

    @property
    def struck_by(self) -> int:
        """Version of the correction that struck it; 0 where it counts."""

    @property
    def amended_by(self) -> int:
        """Version of the correction that amended it; 0 if it stands as recorded."""

    @property
    def inserted(self) -> bool:
        """Whether a correction put it there."""


class HistoryEntry(HistoryPlace, Protocol):
    """An event at its place in a log, as the corrections leave it."""

    @property
    def digest(self) -> str:
        """The digest of the event's bytes in the log."""

    @property
    def was(self) -> Event | None:
        """The event as recorded, if it was amended."""


class Transition(msgspec.Struct, Generic[S], frozen=True):
    """An event with the states around it."""

    record: HistoryEntry
    turn: str
    """The turn that it belongs to."""
    before: S | None
    """None before a campaign's first event."""
    after: S

    @property
    def version(self) -> int:
        """The event's version, as its rows have it."""
        return self.record.version


# --- Read tables as values: their columns, and how a history fills them -------------------------
#
# A game gives its tables and their rows; the frame turns them into SQL.


class Column(NamedTuple):
    """A column that names a row of another table, wherever it stands."""

    kind: type
    meaning: str
    names: str
    """The table whose row it names."""


class Projection(msgspec.Struct, frozen=True):
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
        named = ((columns[-1], other) for columns, other in self.links.items())
        return {f"{'event' if name == 'version' else name}_id": other for name, other in named}

    def row(self, *sources: object, **own: object) -> "Row":
        """A row: each column as it is given, else as the first source that has it holds it.

        Yes and no become 1 and 0, and the values of a list stand one behind the other. An empty
        text in a column that may be empty is left out.
        """
        assert own.keys() <= self.columns.keys(), own.keys() - self.columns.keys()
        return {
            column: _written(
                own[column] if column in own else _held(sources, column), column in self.optional
            )
            for column in self.columns
        }

    def of(self, *sources: object, **own: object) -> "TableRow":
        """The same with its table: a row that an event adds or replaces."""
        return self, self.row(*sources, **own)


def projection(
    name: str,
    description: str,
    columns: Mapping[str, tuple[type, str] | Column],
    pk: tuple[str, ...],
    links: Mapping[tuple[str, ...], str] = {},
    **more: Any,
) -> Projection:
    """A read table whose columns say themselves which other table's row they name."""
    named: dict[tuple[str, ...], str] = {
        (column,): kind.names
        for column, kind in columns.items()
        if isinstance(kind, Column) and kind.names != name
    }
    plain = {column: (kind[0], kind[1]) for column, kind in columns.items()}
    return Projection(name, description, plain, pk, {**links, **named}, **more)


_NOTHING = object()


def _held(sources: Sequence[object], column: str) -> object:
    for source in sources:
        value = getattr(source, column, _NOTHING)
        if value is not _NOTHING:
            return value
    raise AttributeError(f"nothing has {column}")


def _written(value: Any, may_be_empty: bool) -> str | int | None:
    """A value as a table holds it."""
    if type(value) is int or (type(value) is str and value):
        plain: str | int = value
        return plain
    match value:
        case bool():
            return int(value)
        case tuple() | list():
            value = " ".join(map(str, value))
    written: str | int | None = None if may_be_empty and value == "" else value
    return written


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


# --- Read tables that the frame and its games describe in files ----------------------------------
#
# `read_tables.csv` has each table and view with its key, and which links come first where not all
# stand in the order of their columns, or several columns name a row: `dispute+ruling=rulings`;
# `read_columns.csv` has the columns, with the table whose row each names; `read_tables.sql` the SQL
# of views and questions, each behind a line that names it.

_TYPES = {"text": str, "number": int, "real": float}
_NAMED = re.compile(r"-- (?:view|query) ([\w-]+)(?:: (.+)\n-- (.+))?\n")


class DescribedTables:
    """The read tables, views and questions of a game, as its files describe them.

    A column without a type is the one that the rows without a table have under its name.
    """

    def __init__(self, text_of: Callable[[str], str], *, has_sql: bool = False) -> None:
        """`text_of` gives the text of one of the game's files."""
        self._tables = {row["table"]: row for row in _sheet(text_of("read_tables.csv"))}
        self._columns: dict[str, dict[str, Mapping[str, str]]] = {}
        for row in _sheet(text_of("read_columns.csv")):
            self._columns.setdefault(row["table"], {})[row["column"]] = row
        blocks = text_of("read_tables.sql").split("\n\n") if has_sql else ()
        named = ((_NAMED.match(block), block) for block in blocks)
        self._sql = {at[1]: (at[2], at[3], block[at.end() :].strip()) for at, block in named if at}

    def table(self, name: str) -> Projection:
        """A read table. Raises `KeyError` for a name that the files do not have."""
        head, own = self._tables[name], self._columns[name]
        columns = {key: row if row["type"] else self._columns[""][key] for key, row in own.items()}
        names = {key: row["names"] for key, row in columns.items()}
        return Projection(
            name,
            head["description"],
            {key: (_TYPES[row["type"]], row["meaning"]) for key, row in columns.items()},
            _words(head["key"]),
            _links(name, head["links"], names),
            optional=tuple(key for key, row in own.items() if row["empty"]),
            indexes=tuple(map(_words, filter(None, head["indexes"].split(";")))),
            label=head["label"],
        )

    def view(self, name: str, **words: str) -> TableView:
        """A view; `words` take the place of `{name}` in its SQL. Raises `KeyError` as above."""
        columns = {key: row["meaning"] for key, row in self._columns[name].items()}
        sql = self._sql[name][2].format(**words)
        return TableView(name, self._tables[name]["description"], columns, f"\n{sql}\n")

    def query(self, name: str, **words: str) -> SavedQuery:
        """A question, in the same way."""
        title, description, sql = self._sql[name]
        return SavedQuery(name, title, description, f"\n{sql.format(**words)}\n")


def _links(name: str, first: str, names: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """The links of a table: first those that it names, then those of its other columns."""
    words = (word.partition("=") for word in first.split())
    said = {_words(keys.replace("+", " ")): other or names[keys] for keys, _, other in words}
    return said | {(key,): other for key, other in names.items() if other not in ("", name)}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _sheet(text: str) -> Iterable[Mapping[str, str]]:
    return csv.DictReader(text.splitlines())


Row = dict[str, str | int | None]
"""A row's values by column, `campaign` apart."""
TableRow = tuple[Projection, Row]
RowMaker = Callable[[Transition[S]], Iterable[TableRow]]
"""Gives the rows that an event adds or replaces. It may remember earlier events."""
Current = Iterable[tuple[Projection, Sequence[Row]]]
"""Tables of the current state, each with all its rows."""

CAMPAIGN = "Name of the campaign"
VERSION = Column(int, "Number of the event", "events")
TURN = Column(str, "Game turn, such as 1939-SO", "turns")


RULINGS = Projection(
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


class Projections(msgspec.Struct, Generic[S], frozen=True):
    """The read tables of a game or of a chapter, and where their rows come from."""

    tables: tuple[Projection, ...] = ()
    """A table after those that it refers to."""
    rows: Callable[[], RowMaker[S]] = lambda: always(())
    """Makes a fresh row maker, which is given the transitions of a history in order."""
    current: Callable[[S], Current] = always(())
    """The tables that are written whole, from the state."""
    made_from: Callable[[S], tuple[object, ...]] = lambda state: (state,)
    """All of a state that `current` looks at: where each is the same object as in an earlier
    state, the rows are the same too, and need not be made again.
    """
    since: Callable[[S], str] = always("")
    """The table whose newest row has, as its `version`, the event from which a fresh maker must
    read on (inclusive); empty if it may begin at this state.
    """
    parts: tuple["Projections[S]", ...] = ()
    """The tables that these are made of, where they were combined."""
    views: tuple[TableView, ...] = ()
    queries: tuple[SavedQuery, ...] = ()

    @property
    def single(self) -> tuple["Projections[S]", ...]:
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


def _are_named_once(tables: Sequence[Projection]) -> None:
    names = [table.name for table in tables]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two read tables are called {', '.join(doubled)}")


def combined(parts: Sequence[Projections[S]]) -> Projections[S]:
    """The tables of several chapters, in this order. Raises `ValueError` on a name twice."""
    tables = tuple(table for part in parts for table in part.tables)
    _are_named_once(tables)

    def rows() -> RowMaker[S]:
        makers = [part.rows() for part in parts]
        return lambda step: (row for maker in makers for row in maker(step))

    def current(state: S) -> Current:
        return (pair for part in parts for pair in part.current(state))

    def since(state: S) -> str:
        return next((table for part in parts if (table := part.since(state))), "")

    views = tuple(view for part in parts for view in part.views)
    queries = tuple(query for part in parts for query in part.queries)
    return Projections(
        tables, rows, current, since=since, parts=tuple(parts), views=views, queries=queries
    )


# --- Draws made again after a strike, counted so that nobody can fish for a better one ----------
#
# A draw that is struck is drawn again with a fresh seed. Each strike needs a ruling, and everybody
# can see how many redraws a campaign had.


class LedgerDraw(msgspec.Struct, frozen=True):
    """A draw or a roll that the ledger made."""

    version: int
    kind: str
    struck_by: int = 0


def ledger_draw(placed: HistoryPlace, drew: Callable[[Event], bool]) -> LedgerDraw | None:
    """An event as a draw; None if the ledger neither drew nor rolled for it."""
    if not drew(placed.event):
        return None
    return LedgerDraw(placed.version, public_type(placed.event), placed.struck_by)


# --- The part of a history that belongs to one turn, as the turn's page shows it ----------------

T = TypeVar("T")
"""What a game notes about a turn."""


class JournalLine(msgspec.Struct, frozen=True):
    """One line of the journal."""

    version: int
    sentence: str
    at: str
    """The time, as the log has it."""
    when: str
    """The time, as a reader sees it."""
    by: str
    struck_by: int = 0
    """The correction that struck the event; 0 where it counts."""
    amended_by: int = 0
    was: str = ""
    """The sentence as recorded, if the event was amended and now reads differently."""
    inserted: bool = False
    """Whether the correction of that version inserted it as a forgotten event."""
    sealed: str = ""
    """What it sealed, in the word for several: `Orders`."""
    also: tuple[int, ...] = ()
    """Later events that the same line tells."""


class RecordEvent(msgspec.Struct, frozen=True):
    """An event of the record about itself: a dispute, a ruling, a correction."""

    version: int
    event: Event
    sentence: str


class CorrectedEvents(msgspec.Struct, frozen=True):
    """Events of one turn that one correction struck, amended or inserted."""

    count: int
    """How many; 0 for a correction that changes no event."""
    texts: tuple[str, ...]
    """The first few, each in words."""


class Worked(dict[Any, Any]):
    """What was worked out of a turn, by the function that did; it says nothing more of the turn."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worked)

    __hash__ = None


class TurnLog(msgspec.Struct, Generic[S, T]):
    """What a turn's events say, in their order.

    A whole one is for the turn's own page. In any other, `lines`, `news` and `assigned` are empty,
    and the notes are what other pages need of them. Nobody changes a log once it is in a book.
    """

    turn: str
    end: S
    """The state at the turn's end, or now."""
    version: int
    """The last event that the report is written from."""
    head: str
    """The digest of that event."""
    last: int
    """The last event of the turn so far."""
    notes: T
    """What the game noted about the turn."""
    began: str
    """When its first event was recorded."""
    latest: str
    """When its last one was recorded."""
    lines: list[JournalLine] = []
    news: list[str] = []
    assigned: list[tuple[str, str]] = []
    """Seats taken over, with the member's name."""
    record: list[RecordEvent] = []
    """Disputes, rulings, corrections."""
    drawn: list[LedgerDraw] = []
    """What the ledger drew and rolled, struck or not."""
    corrected: dict[int, CorrectedEvents] = {}
    """What corrections changed in the turn, by the version of each."""
    worked: Worked = msgspec.field(default_factory=Worked)

    def before_next(self) -> T:
        """Notes that the next turn may begin from."""
        return self.notes


class KeptLog(TurnLog[S, T]):
    """A turn that is over, of which the store had the sums.

    Its end, its notes and what was drawn are read when somebody asks for them, each once.
    """

    read: Callable[[str], Any] = always(None)
    """Reads one of them, by its name."""
    before: Callable[[], Any] = always(None)

    def __post_init__(self) -> None:
        for name in ("end", "notes", "drawn"):
            delattr(self, name)

    def __getattr__(self, name: str) -> Any:
        """What was not read yet, kept for the next look."""
        if name not in self.__struct_fields__:
            raise AttributeError(name)
        found = self.read(name)
        setattr(self, name, found)
        return found

    def before_next(self) -> T:
        """Notes that the next turn may begin from, made of its sums."""
        notes: T = self.before()
        return notes

    def whole(self) -> TurnLog[S, T]:
        """The same with all of it read, to be gone on from."""
        fields = (getattr(self, name) for name in TurnLog.__struct_fields__)
        return TurnLog(*fields)


class KeptSums(msgspec.Struct, Generic[S, T], frozen=True):
    """What a game sums up of turns that are over, small enough to be kept in the store.

    It is read again as JSON, in place of the notes. It holds nothing that the turn's page, or a
    later one, does not say.
    """

    turn: Callable[[TurnLog[S, T]], Any]
    """The sums of one turn, as pages ask for them."""
    turn_type: Any
    total: Callable[[Any, TurnLog[S, T]], Any]
    """The total of the turns before and one more, as pages ask for it."""
    total_type: Any
    before: Callable[[Any, S], T]
    """From the sums of a turn and its end, notes that the next turn may begin from."""


GameLog = TurnLog[S, Any]
AnyLog = TurnLog[GameState, Any]
"""A turn log for code that does not look at the game's notes."""


# --- The figures of a campaign that can be explained, and their values in a state ---------------
#
# A game lists the kinds. What was typed names a kind, and whose figure it is.


class Cause(NamedTuple):
    """What an event did to a figure, in the figure's own words."""

    text: str
    rule: str = ""
    """Where it is another than the event's."""


Causes = Mapping[tuple[int, type[Event]], Cause]
"""What events did to a figure, by version and type."""
_FEW = 10
"""How many names are listed when an unknown one was typed."""


class Figure(msgspec.Struct, Generic[S], frozen=True):
    """One figure of a campaign: what it is called, and its value in a state."""

    title: str
    value: Callable[[S], int | str]


class FigureKind(msgspec.Struct, Generic[S], frozen=True):
    """A kind of figure: what it is, which words name one, and how its value is found."""

    meaning: str
    of: str
    """The words after its name, such as `SEAT`."""
    figure: Callable[[S, Sequence[str]], Figure[S]]
    known: tuple[Callable[[S], Collection[str]], ...] = ()
    """The possible values of each word."""
    closed: bool = True
    """Whether only those are allowed; the record may name things that the state has since lost."""
    causes: Callable[[Iterable[Transition[S]], Sequence[str]], Causes] = always({})
    """What events did to it, if their sentences do not say so."""


FigureKinds = Mapping[str, FigureKind[S]]
"""Every kind of figure by its name."""


def figure(kinds: FigureKinds[S], state: S, name: str, of: Sequence[str]) -> Figure[S] | Refused:
    """A figure by its name and whose it is. Refuses one that does not exist."""
    kind = kinds.get(name)
    if kind is None:
        return Refused(None, f"figure: there is no {name!r}; there is {', '.join(kinds) or 'none'}")
    if len(of) != len(kind.of.split()):
        return Refused(None, f"figure: write it as {name} {kind.of}".rstrip())
    stranger = unknown(kinds, state, name, of)
    if kind.closed and stranger is not None:
        what, word, known = stranger
        there = f"; there is {', '.join(known)}" if 0 < len(known) < _FEW else ""
        return Refused(None, f"{what}: there is no {word!r}{there}")
    return kind.figure(state, of)


def unknown(
    kinds: FigureKinds[S], state: S, name: str, of: Sequence[str]
) -> tuple[str, str, Collection[str]] | None:
    """The first word after a figure's name that the state does not know: what it should be, the
    word itself, and the known values.
    """
    kind = kinds[name]
    for what, word, known in zip(kind.of.lower().split(), of, kind.known, strict=True):
        values = known(state)
        if word not in values:
            return what, word, values
    return None
