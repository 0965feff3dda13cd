"""LiF 5.3: US entry in the campaign's state; of hidden values it has only commitments. Pure."""

from typing import get_args

import msgspec

from events.lif.us_entry import ChartRow, Kind, Pool, Source, StockRow, Theatre

MODULE = "us-entry"
"""The module with which a campaign is played with US entry."""

POOLS: tuple[Pool, ...] = get_args(Pool)
THEATRES: tuple[Theatre, ...] = get_args(Theatre)
THEATRE_NAMES: dict[Theatre, str] = {"germany-italy": "Germany/Italy", "japan": "Japan"}
POOL_NAMES: dict[Pool, str] = {
    "entry-germany-italy": "the Germany/Italy entry pool",
    "entry-japan": "the Japan entry pool",
    "tension-germany-italy": "the Germany/Italy tension pool",
    "tension-japan": "the Japan tension pool",
}
ENTRY: dict[Theatre, Pool] = {"germany-italy": "entry-germany-italy", "japan": "entry-japan"}
TENSION: dict[Theatre, Pool] = {
    "germany-italy": "tension-germany-italy",
    "japan": "tension-japan",
}


def kind_of(pool: Pool) -> Kind:
    """LiF 5.3: whether a pool is an entry or a tension pool."""
    return "entry" if pool.startswith("entry") else "tension"


class TableChit(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: a chit on the table."""

    pool: Pool
    commitment: str
    aside: bool = False
    """LiF 5.3.3: put aside for what its pool lacked."""
    since: str = ""
    """The turn it was put aside in."""
    shown: int | None = None
    """Its value, once it was shown."""
    drawn: str = ""
    """The turn it was drawn in."""


class EntryChoice(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2, 5.3.3: an option or action that was taken."""

    number: int
    target: str = ""
    turn: str = ""
    """Empty: before the campaign began."""
    stated: dict[str, str] = {}


class Showing(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2: which chits were shown to whom."""

    turn: str
    chits: tuple[str, ...]
    to: tuple[str, ...]
    reason: str = ""


class PendingChits(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.3: chits to be drawn at the table and entered."""

    pool: Pool
    count: int
    aside: bool = False
    since: str = ""


class Former(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: a secret that chits were laid under before the vault was renewed."""

    commitment: str
    sealed: str


class UsEntry(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: everything about US entry that the rules need to know."""

    mode: Source = "ledger"
    secret_commitment: str = ""
    """Empty until the common pool is stocked."""
    secret_sealed: str = ""
    former: tuple[Former, ...] = ()
    """The secrets before it, oldest first; they are opened with it."""
    secret_opened: str = ""
    """The secret itself, once it was opened; everybody then knows every value."""
    stock: tuple[StockRow, ...] = ()
    common: int = 0
    """How many chits the common pool holds; counted with the ledger's chits only."""
    chits: dict[str, TableChit] = {}
    """Chits on the table by id, in the order they were drawn."""
    last_chit: int = 0
    """Number in the id of the newest chit; it never goes back."""
    draw: int = 0
    """Number of US entry's last draw, hidden or open; it never goes back."""
    due: tuple[PendingChits, ...] = ()
    fresh: dict[str, bool] = {}
    """Rulings 53, 58: chits entered at the table or drawn in the step on which nothing rests yet;
    whether each was due.
    """
    step: str = ""
    """The turn of the last US entry step in which chits were drawn."""
    step_chits: tuple[str, ...] = ()
    """Ruling 53: those drawn in it."""
    showings: tuple[Showing, ...] = ()
    options: tuple[EntryChoice, ...] = ()
    actions: tuple[EntryChoice, ...] = ()
    chart: dict[str, ChartRow] = {}
    """Rows by `option 12` or `action 3`, as imported."""
    partisans: dict[str, int] = {}
    supply: dict[str, tuple[str, str]] = {}
    """Places gained as supply sources: power and rank."""
    dissolved: tuple[int, ...] = ()
    """Actions whose puppet government is no more."""
    gas_ended: bool = False
    spain_joined: bool = False
    title: str = ""
    """LiF 6: the scenario's, where it states anything."""
    facts: tuple[tuple[str, str], ...] = ()
    """LiF 6: what the scenario states."""
    asks: tuple[tuple[str, str], ...] = ()
    answers: dict[str, str] = {}


def chits_in(entry: UsEntry, pool: Pool, *, aside: bool = False) -> tuple[str, ...]:
    """LiF 5.3: the chits of a pool, or those put aside for it, in the order they were drawn."""
    return tuple(
        who for who, chit in entry.chits.items() if chit.pool == pool and chit.aside is aside
    )


def aside(entry: UsEntry, kind: Kind) -> tuple[str, ...]:
    """LiF 5.3.3: the chits put aside for the entry or the tension pools."""
    return tuple(
        who for who, chit in entry.chits.items() if chit.aside and kind_of(chit.pool) == kind
    )


def drawn_in_step(entry: UsEntry, turn: str) -> tuple[str, ...]:
    """Ruling 53: the chits drawn in a turn's US entry step, wherever they lie by now."""
    return entry.step_chits if entry.step == turn else ()


def unplaced(entry: UsEntry, turn: str) -> tuple[str, ...]:
    """Ruling 53: the chits of a turn's US entry step on which nothing rests yet."""
    return tuple(who for who in drawn_in_step(entry, turn) if who in entry.fresh)


def taken(choices: tuple[EntryChoice, ...], number: int, target: str | None = None) -> bool:
    """LiF 5.3: whether an option or action was taken; with a target, for that target."""
    return any(choice.number == number and target in (None, choice.target) for choice in choices)
