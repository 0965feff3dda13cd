"""The rules of one campaign, compiled: its tables, phases, acts, standings and victory. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from campaign.kit.language import kinds
from campaign.kit.language.effects import Done
from campaign.kit.language.kinds import ClubTable, Compiled, Run, TableColumn


class ActField(NamedTuple):
    """What somebody says who reports an act, or what the ledger rolls or draws for it."""

    column: TableColumn
    place: int
    """Where its value stands for expressions."""
    where: Compiled | None = None
    say: Compiled | None = None
    dice: kinds.DicePool | None = None
    size: Run | None = None
    """How many dice, where that is worked out."""
    deck: str = ""
    returns: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.column.name

    @property
    def by_chance(self) -> bool:
        """Whether the ledger rolls or draws it."""
        return self.dice is not None or bool(self.deck)


class Let(NamedTuple):
    """A value that an act works out."""

    place: int
    run: Run
    by_chance: bool


class RefusalRule(NamedTuple):
    """When an act is refused, and why."""

    when: Run
    say: Run
    rule: str


class ActRule(NamedTuple):
    """What members may do."""

    key: str
    does: str
    rule: str
    by: str
    """`seat`, `host`, `referee`, or the field that holds a seat."""
    when: tuple[str, ...]
    """The phases it belongs to; all, where empty."""
    once: str
    confirm: str
    fields: Mapping[str, ActField]
    lets: tuple[Let, ...]
    refusals: tuple[RefusalRule, ...]
    effects: tuple[Done, ...]
    after: tuple[Done, ...]
    say: Run
    news: int
    owed: Run | None
    secret: bool
    missing: Mapping[str, kinds.Value]
    size: int
    """How many places its names take."""
    steps: int

    @property
    def asked(self) -> tuple[ActField, ...]:
        """The fields that people fill in."""
        return tuple(field for field in self.fields.values() if not field.by_chance)

    @property
    def writes(self) -> frozenset[str]:
        """The tables that it changes."""
        return frozenset().union(*(done.writes for done in (*self.effects, *self.after)))


class Phase(NamedTuple):
    """A part of a turn."""

    key: str
    title: str
    play: str
    order: Run | None
    begin: tuple[Done, ...]
    end: tuple[Done, ...]
    size: int


class StandingsColumn(NamedTuple):
    """A column of a table of standings."""

    head: str
    value: Compiled


class StandingsRule(NamedTuple):
    """A table that ranks rows."""

    title: str
    of: str
    only: Run | None
    columns: tuple[StandingsColumn, ...]
    sort: tuple[Run, ...]
    """What rows are sorted by, the least first."""
    size: int


class Victory(NamedTuple):
    """When somebody has won."""

    of: str
    at: str
    when: Run | None
    say: Run
    size: int


class ClubRules(NamedTuple):
    """The rules of one campaign."""

    title: str
    about: str
    turn: str
    """What a turn is called."""
    last: int
    begin: tuple[Done, ...]
    end: tuple[Done, ...]
    size: int
    """How many places the names of a turn's effects take."""
    phases: Mapping[str, Phase]
    tables: Mapping[str, ClubTable]
    map: kinds.Map | None
    decks: Mapping[str, kinds.Deck]
    acts: Mapping[str, ActRule]
    standings: tuple[StandingsRule, ...]
    victories: tuple[Victory, ...]

    @property
    def seats(self) -> ClubTable:
        """The seats."""
        return self.tables["seats"]

    def seals_in(self, phase: str) -> bool:
        """Whether choices are sealed in a phase."""
        return any(act.secret and phase in act.when for act in self.acts.values())

    @property
    def house(self) -> Mapping[str, TableColumn]:
        """The switches that a club sets when it starts, and the host may set later."""
        columns = self.tables["house"].columns
        return {name: column for name, column in columns.items() if name != "name"}
