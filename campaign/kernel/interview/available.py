"""How acts are found, and how many ways there are now to do one: what a game says of it. Pure."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Generic

import msgspec
from msgspec.structs import replace

from campaign.kernel import decisions, members
from campaign.kernel.interview.asking import Trial
from campaign.text.english import capital
from campaign.text.json_values import JsonObject


class Available(msgspec.Struct, frozen=True):
    """How many ways there are now to do something; where there is none, why, or when it opens."""

    count: int = 0
    reason: str = ""
    """A sentence; empty where it is possible."""


POSSIBLE = Available(1)


class ActingMember(msgspec.Struct, frozen=True):
    """Who would do something, and what the rules would say of it."""

    member: str
    seats: tuple[str, ...]
    """The seats for which they act; a host does for all, and for what is nobody's: an empty one."""
    trial: Trial
    """Why fields of the act would be refused, as far as no secret decides it."""
    given: Mapping[str, str] = {}
    """What is known of the act already."""


class TileAct(msgspec.Struct, frozen=True):
    """An act as somebody looks for it."""

    name: str
    title: str
    """In plain words: `Place a piece`."""
    words: str = ""
    """What else somebody may type who looks for it."""
    page: str = ""
    """Its page below the campaign's, where that is not the form of its command."""
    given: Mapping[str, str] = {}
    """What its form has filled in, where a command is for several acts."""

    @property
    def key(self) -> str:
        """What tells it from all others: its command, and which of its acts it is."""
        return ":".join((self.name, *self.given.values()))


class Tile(msgspec.Struct, frozen=True):
    """Acts that belong together, and how they are called together."""

    id: str
    title: str
    about: str
    icon: str
    acts: tuple[TileAct, ...]


class Recording(msgspec.Struct, Generic[members.S], frozen=True):
    """How a game's acts are found, and which of them are possible."""

    tiles: tuple[Tile, ...] = ()
    others: tuple[TileAct, ...] = ()
    """Acts that stand on no tile, since they are done elsewhere or seldom."""
    available: Mapping[type[decisions.Command], Callable[[members.S, ActingMember], Available]] = {}
    """Of acts of which a game knows more than their first question says."""
    own: Callable[[members.S], tuple[Tile, ...]] = lambda state: ()
    """The tiles that a campaign's own rules bring, which stand before the others."""

    def tiles_of(self, state: members.S) -> tuple[Tile, ...]:
        """Every tile of a campaign."""
        return (*self.own(state), *self.tiles)

    @property
    def acts(self) -> dict[str, TileAct]:
        """All that have a title, by the names of their commands."""
        every = chain(self.others, *(tile.acts for tile in self.tiles))
        return {act.name: act for act in every}


def acts_of(kinds: Iterable[type[decisions.Command]], tile: str) -> tuple[TileAct, ...]:
    """The acts on a tile, of commands that say so themselves: `piece: Note a remark [word]`."""
    said = ((kind.__name__, kind.tile.partition(": ")) for kind in kinds)
    rows = ((name, row.partition(" [")) for name, (on, _, row) in said if on == tile)
    return tuple(TileAct(name, title, words.removesuffix("]")) for name, (title, _, words) in rows)


def with_acts(tiles: Iterable[Tile], kinds: Iterable[type[decisions.Command]]) -> tuple[Tile, ...]:
    """Tiles with the acts of commands that say so themselves behind their own.

    Raises `ValueError` for a command that names another tile.
    """
    tiles, kinds = tuple(tiles), tuple(kinds)
    known = {"", *(tile.id for tile in tiles)}
    if lost := [kind for kind in kinds if kind.tile.partition(": ")[0] not in known]:
        raise ValueError(f"{lost[0].__name__} names no tile that is there: {lost[0].tile}")
    return tuple(replace(tile, acts=(*tile.acts, *acts_of(kinds, tile.id))) for tile in tiles)


def counted(number: int, reason: str) -> Available:
    """So many ways; or, where there are none, why."""
    return Available(number, "" if number else reason)


def tried(attempt: ActingMember, ways: Iterable[JsonObject], reason: str = "") -> Available:
    """How many of some ways the rules allow; where none is, why the first is not.

    What is missing of one, or badly written, is no hindrance: it will be asked.
    """
    allowed, why = 0, ""
    for fields in ways:
        refused = attempt.trial(fields)
        if refused is None or refused.rule is None or refused.about.missing:
            allowed += 1
        else:
            why = why or sentence(refused)
    return Available(allowed, "" if allowed else why or reason)


def sentence(refused: decisions.Refused) -> str:
    """Why something is not possible, as a sentence."""
    return f"{capital(refused.in_place)}."
