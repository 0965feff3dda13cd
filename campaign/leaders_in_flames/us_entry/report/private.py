"""LiF 5.3: the USA's own page: its chits with their values, for its player alone. Pure."""

from collections.abc import Iterable, Mapping

import msgspec

from campaign.kernel.pages import PrivateAnswer, PrivatePage
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import counted, listed
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.available import Move, next_moves
from campaign.leaders_in_flames.us_entry.report.road import AGAINST
from campaign.leaders_in_flames.us_entry.state import ENTRY, POOL_NAMES, TENSION, THEATRES
from events.lif.us_entry import Pool, Theatre


class OwnChit(msgspec.Struct, frozen=True):
    """LiF 5.3: a chit as the ledger gives it to its owner."""

    chit: str
    value: int
    drawn: str | None
    shown: bool


class OwnChits(msgspec.Struct, frozen=True):
    """LiF 5.3: the chits of a pool, and their sum."""

    chits: tuple[OwnChit, ...]
    total: int


class OwnAside(msgspec.Struct, frozen=True):
    """LiF 5.3.3: a chit put aside, and ruling 39: until when it waits."""

    chit: str
    value: int
    pool: Pool
    since: str
    until: str


class OwnSight(msgspec.Struct, frozen=True):
    """LiF 5.3: all that only the USA's player sees."""

    turn: str
    pools: dict[Pool, OwnChits]
    levels: dict[Theatre, int]
    aside: tuple[OwnAside, ...]
    waits: dict[str, str | None]


class Tile(msgspec.Struct, frozen=True):
    """LiF 5.3: a chit, face-up for its owner."""

    chit: str
    value: int
    drawn: str
    """The turn in short; empty where the record does not have it."""
    shown: bool
    """Whether others have seen it."""


class OwnPool(msgspec.Struct, frozen=True):
    """LiF 5.3: a pool with its values."""

    kind: str
    total: int
    chits: tuple[Tile, ...]


class OwnTheatre(msgspec.Struct, frozen=True):
    """LiF 5.3.2: both pools of a theatre; ruling 52: which make its entry level."""

    theatre: Theatre
    level: int
    pools: tuple[OwnPool, ...]


class AsideChit(msgspec.Struct, frozen=True):
    """LiF 5.3.3: a chit put aside."""

    chit: str
    value: int
    pool: str
    since: str
    until: str


class OptionInReach(msgspec.Struct, frozen=True):
    """LiF 5.3.2: an option that the record does not forbid, and whether the level is enough."""

    number: int
    name: str
    level: int
    lacks: str
    """How much is missing, and against whom; empty where nothing is."""


class PrivateView(msgspec.Struct, frozen=True):
    """The page of the USA's player."""

    member: str
    """The player's name."""
    turn: str
    name: str
    theatres: tuple[OwnTheatre, ...]
    aside: tuple[AsideChit, ...]
    waits: tuple[str, ...]
    reach: tuple[OptionInReach, ...]
    version: int
    head: str


def private_view(state: State, answer: PrivateAnswer) -> PrivateView:
    """The page, made from a state and the ledger's private answer to the USA's player."""
    own = msgspec.convert(answer.private, OwnSight)
    return PrivateView(
        state.campaign.members[answer.member].name,
        own.turn,
        calendar.in_words(own.turn),
        tuple(_theatre(own, theatre) for theatre in THEATRES),
        tuple(
            AsideChit(
                chit.chit,
                chit.value,
                POOL_NAMES[chit.pool].removeprefix("the "),
                _in_short(chit.since),
                _in_short(chit.until),
            )
            for chit in own.aside
        ),
        (*_waits(own), *_due(state)),
        tuple(_reach(move, own.levels) for move in next_moves(state).options if not move.missing),
        answer.version,
        answer.head,
    )


def _theatre(own: OwnSight, theatre: Theatre) -> OwnTheatre:
    pools = (("Entry", ENTRY[theatre]), ("Tension", TENSION[theatre]))
    return OwnTheatre(
        theatre,
        own.levels[theatre],
        tuple(
            OwnPool(kind, own.pools[pool].total, tuple(map(_tile, own.pools[pool].chits)))
            for kind, pool in pools
        ),
    )


def _tile(chit: OwnChit) -> Tile:
    return Tile(chit.chit, chit.value, _in_short(chit.drawn), chit.shown)


def _in_short(turn: str | None) -> str:
    """A turn in short: `ND 1939`."""
    return f"{turn[5:]} {turn[:4]}" if turn else ""


def _waits(own: OwnSight) -> Iterable[str]:
    """Ruling 39: when each wait ends; the later end counts."""
    again = {"entry": "draw entry chits", "tension": "pick options"}
    for kind, until in own.waits.items():
        if until is not None:
            over = calendar.ordinal(until) <= calendar.ordinal(own.turn)
            when = "now" if over else f"from {calendar.in_words(until)} on"
            yield f"You may {again[kind]} {when}, once the chits put aside have been shown."


def _due(state: State) -> Iterable[str]:
    """LiF 5.3.3: chits drawn at the table that are still to be entered."""
    for due in state.entry.due:
        be = "is" if due.count == 1 else "are"
        where = f"aside for {POOL_NAMES[due.pool]}" if due.aside else f"in {POOL_NAMES[due.pool]}"
        yield f"{counted(due.count, 'chit')} {be} due {where}; enter the values drawn."


def _reach(move: Move, levels: Mapping[Theatre, int]) -> OptionInReach:
    level = move.level or 0
    lacks = [
        f"{level - levels[theatre]} against {AGAINST[theatre]}"
        for theatre in move.aimed
        if levels[theatre] < level
    ]
    return OptionInReach(move.number, move.name, level, listed(lacks))


PRIVATE = PrivatePage[State]("us-entry", "us_entry/templates/private.html", private_view)
