"""Facts of the US entry expansion and of a scenario's table. LiF 5.3 and 6.

Until it is shown, a chit is known by its id (`c17`) and a commitment to its value.
"""

from typing import Literal

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Name, Signed, Text

Theatre = Literal["germany-italy", "japan"]
"""LiF 5.3.2: whom a pool, an option or an action is aimed at."""
Pool = Literal["entry-germany-italy", "entry-japan", "tension-germany-italy", "tension-japan"]
Kind = Literal["entry", "tension"]
Colour = Literal["red", "gray", "green", ""]
"""LiF 5.3.2: aimed at Japan, at Germany and Italy, at both; empty where nobody has said."""
Source = Literal["ledger", "table"]


class StockRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 5.3: so many chits of one value in the common pool, from a year on."""

    value: int
    count: int
    year: int | None = None
    """None: from the first turn."""


class Chit(msgspec.Struct, frozen=True):
    """LiF 5.3: a chit laid face-down: its id and a commitment to its value."""

    id: Id
    commitment: str


class ShownChit(msgspec.Struct, frozen=True):
    """LiF 5.3.2: a chit turned face-up; value and nonce open its commitment."""

    value: int
    nonce: str


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ten-sided die: 1 to 10. The ledger's have the number of their draw."""

    value: int
    source: Source
    draw: Count = 0


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 5.3.3: what a chart's number came to: each full ten a chit, the remainder rolled for."""

    number: Signed
    """From the chart; negative where chits are removed."""
    chits: Signed
    """How many: negative where they are removed."""
    roll: Roll | None = None
    """None where nothing was left to roll for."""


class ChartRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 5.3.2, 5.3.3: an option or action as the club's chart has it; None where it is silent."""

    kind: Literal["option", "action"]
    number: Signed
    name: Name = ""
    colour: Colour = ""
    """Options only."""
    power: IdOrEmpty = ""
    """Actions only: who takes it."""
    level: Signed | None = None
    """Options only: the entry level that must be shown."""
    germany_italy: Signed | None = None
    """Number for the German/Italian pool: tension of an option, entry of an action."""
    japan: Signed | None = None
    """The same for the Japanese pool."""
    once: bool = False
    """Taken once in a campaign; the kit's own have their limits built in."""


class Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option or action taken before the campaign begins."""

    number: Signed
    target: str = ""


# --- setting up ---------------------------------------------------------------------------------


class EntryOpened(Event, frozen=True, kw_only=True, tag="lif.EntryOpened"):
    """LiF 5.3, 6: what of US entry is on the table when the campaign opens."""

    mode: Source
    """Whether the common pool is the ledger's or lies in a cup at the table (ruling 38)."""
    options: tuple[Taken, ...] = ()
    actions: tuple[Taken, ...] = ()
    due: dict[Pool, int] = msgspec.field(default_factory=dict)
    """Chits with which the pools begin; still to be drawn."""


class ScenarioStated(Event, frozen=True, kw_only=True, tag="lif.ScenarioStated"):
    """LiF 6: what the scenario says of matters that no rule of the tracker reads."""

    title: Name
    facts: tuple[tuple[Text, Text], ...]
    """Heading and text, in the scenario's order."""
    asks: tuple[tuple[Text, Text], ...] = ()
    """What it leaves open: key and question."""


class ScenarioAnswered(Event, frozen=True, kw_only=True, tag="lif.ScenarioAnswered"):
    """LiF 6: the club's answer to what the scenario leaves open."""

    question: Id
    answer: Line
    options: tuple[Taken, ...] = ()
    """Options whose targets the answer names."""


class EntryChartImported(Event, frozen=True, kw_only=True, tag="lif.EntryChartImported"):
    """LiF 5.3: options, actions and their numbers join from the club's chart (ruling 38)."""

    rows: tuple[ChartRow, ...]
    source: Line


class EntryChitsStocked(Event, frozen=True, kw_only=True, tag="lif.EntryChitsStocked"):
    """LiF 5.3: the common pool is filled, and the secret that hides its draws is fixed."""

    rows: tuple[StockRow, ...]
    """Empty where the chits lie in a cup at the table."""
    commitment: str
    """To the secret; opened when the campaign closes."""
    sealed: str
    """The secret, encrypted for the vault."""
    source: Line = ""


class EntryChitsJoined(Event, frozen=True, kw_only=True, tag="lif.EntryChitsJoined"):
    """LiF 5.3: January/February adds a year's chits to the common pool."""

    year: int
    count: int


class EntrySecretOpened(Event, frozen=True, kw_only=True, tag="lif.EntrySecretOpened"):
    """LiF 5.3: with the campaign's end anybody can check every chit that was ever drawn."""

    secret: str
    former: tuple[str, ...] = ()  # from before each renewal of the vault


class EntryChitsDealtAnew(Event, frozen=True, kw_only=True, tag="lif.EntryChitsDealtAnew"):
    """LiF 5.3: chits lie under a new secret: a what-if's own, or with the vault's renewal."""

    commitment: str
    sealed: str
    chits: tuple[Chit, ...]
    kept: tuple[Id, ...] = ()
    """Those of them that keep their values; the others were drawn anew."""
    due: tuple[Id, ...] = ()
    """Chits of a cup at the table whose values are to be entered anew."""
    draw: Count = 0
    renewal: bool = False


# --- chits --------------------------------------------------------------------------------------


class EntryChitsDrawn(Event, frozen=True, kw_only=True, tag="lif.EntryChitsDrawn"):
    """LiF 5.3: chits from the common pool are laid face-down into a pool."""

    pool: Pool
    chits: tuple[Chit, ...]
    cause: Literal["set-up", "step", "action", "other"]
    draw: Count = 0
    """Number of the first chit's draw, the next chit's is the next; 0 at the table."""
    reason: Text = ""
    """A code as `campaign events` lists it, or a member's own words."""
    wanting: Count = 0
    """Ruling 55: chits that an action brings, and the common pool did not hold."""


class EntryChitsDue(Event, frozen=True, kw_only=True, tag="lif.EntryChitsDue"):
    """LiF 5.3.3: so many chits are to be drawn from the cup at the table and entered."""

    pool: Pool
    count: int
    reason: Text = ""


class EntryChitsReturned(Event, frozen=True, kw_only=True, tag="lif.EntryChitsReturned"):
    """LiF 5.3.3: chits leave a pool for the common pool, unseen."""

    pool: Pool
    chits: tuple[Id, ...]
    draw: Count = 0
    """Number of the first one's draw; 0 where they were named."""
    reason: Text = ""
    """A code as `campaign events` lists it, or a member's own words."""


class EntryChitsMoved(Event, frozen=True, kw_only=True, tag="lif.EntryChitsMoved"):
    """LiF 5.3.2: chits go from one pool to another, face-down, as from entry to tension."""

    pool: Pool
    to: Pool
    chits: tuple[Id, ...]
    draw: Count = 0
    reason: Text = ""
    """A code as `campaign events` lists it, or a member's own words."""


class EntryChitsPlaced(Event, frozen=True, kw_only=True, tag="lif.EntryChitsPlaced"):
    """Ruling 53: chits that the USA drew and saw in its entry step go to the other entry pool."""

    pool: Pool
    to: Pool
    chits: tuple[Id, ...]


class EntryChitsShown(Event, frozen=True, kw_only=True, tag="lif.EntryChitsShown"):
    """LiF 5.3.2: chits are turned face-up for others to see, and face-down again."""

    chits: dict[str, ShownChit]
    to: tuple[str, ...]
    """Powers to whom they were shown."""
    reason: Text = ""


class PoolBelowZero(Event, frozen=True, kw_only=True, tag="lif.PoolBelowZero"):
    """LiF 5.3.3: a pool lacked chits; as many are put aside face-down, and turns must pass."""

    pool: Pool
    missing: int
    chits: tuple[Chit, ...] = ()
    """Empty where they are still to be drawn at the table."""
    draw: Count = 0
    reason: Text = ""


class AsideChitsEntered(Event, frozen=True, kw_only=True, tag="lif.AsideChitsEntered"):
    """LiF 5.3.3: the chits drawn at the table for a shortfall lie face-down at one side."""

    pool: Pool
    chits: tuple[Chit, ...]


class EntryTakenBack(Event, frozen=True, kw_only=True, tag="lif.EntryTakenBack"):
    """Ruling 58: chits entered at the table by mistake; those that were due are due again."""

    chits: tuple[Id, ...]


class AsideChitsReturned(Event, frozen=True, kw_only=True, tag="lif.AsideChitsReturned"):
    """LiF 5.3.3: the turns have passed; what was put aside and shown goes back to the pool."""

    kind: Kind
    chits: tuple[Id, ...]


# --- options ------------------------------------------------------------------------------------


class EntryOptionPicked(Event, frozen=True, kw_only=True, tag="lif.EntryOptionPicked"):
    """LiF 5.3.2: the USA picks an entry option."""

    option: int
    target: str = ""
    level: Signed = 0
    """The entry level that it took."""
    outcomes: dict[Theatre, Outcome] = msgspec.field(default_factory=dict)
    """Tension chits by the rolls."""
    stated: dict[str, Line] = msgspec.field(default_factory=dict)
    """What its maker answered about the map, by the question's key."""
    gives: dict[str, int] = msgspec.field(default_factory=dict)
    """Convoy points given, by power (option 34)."""
    removed: int = 0
    """Convoy points taken off the map for it."""
    militia: tuple[Id, ...] = ()
    """Counters that mobilize (option 44); empty where the record has fewer than two."""
    draw: Count = 0
    """Number of the first militia's draw; 0 where they were named, or nobody had to choose."""


class CountersTransferred(Event, frozen=True, kw_only=True, tag="lif.CountersTransferred"):
    """LiF 5.3.2: counters leave a power's force pools for others', for good (option 12)."""

    counters: dict[str, Id]
    """Counter to the country that adds it."""
    reason: Text


# --- actions ------------------------------------------------------------------------------------


class EntryActionTaken(Event, frozen=True, kw_only=True, tag="lif.EntryActionTaken"):
    """LiF 5.3.3: a power's action moves the USA."""

    action: int
    power: IdOrEmpty
    target: str = ""
    outcomes: dict[Theatre, Outcome] = msgspec.field(default_factory=dict)
    stated: dict[str, Line] = msgspec.field(default_factory=dict)
