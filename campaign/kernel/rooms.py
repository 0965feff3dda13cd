"""What a game brings to the pages that members play on: the table, and the stages of a turn. Pure.

Everybody sees these, so none of them holds anything sealed or hidden.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Literal

import msgspec

from campaign.kernel import defaults
from campaign.kernel.notices import Owed
from campaign.kernel.state import S
from campaign.kernel.turn_log import AnyLog
from campaign.text.json_values import JsonFields


class TableCard(msgspec.Struct, frozen=True):
    """The piece that is being decided about."""

    heading: str
    group: str
    """Whose colour it has: a seat, or another group of the game's look."""
    about: str
    """The line below the heading."""
    signs: str = ""
    """Signs beside the heading, such as stars."""
    signs_in_words: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    """What is printed on it: names, each with a text to unfold."""


class Pip(msgspec.Struct, frozen=True):
    """Whether a seat has answered."""

    seat: str
    is_in: bool
    text: str
    """The same in a word: `in`, `awaited`."""
    is_awaited: bool = True
    """Whether it is waited for, as long as it is not in."""


class Shown(msgspec.Struct, frozen=True):
    """What a seat had answered, once all answers are open."""

    seat: str
    text: str
    is_strong: bool = False


class Room(msgspec.Struct, frozen=True):
    """The table as it is now."""

    title: str
    sentence: str
    """What is waited for, and of whom."""
    card: TableCard | None = None
    pips: tuple[Pip, ...] = ()
    stamp: str = ""
    """The verdict in a word, where there is one."""
    is_good: bool = True
    """Whether the verdict says yes."""
    answers: tuple[Shown, ...] = ()
    """What was answered, once it is open."""


class StageButton(msgspec.Struct, frozen=True):
    """Something that the host can do now, with one tap."""

    key: str
    """What it is called while it can be done: another word for another moment."""
    text: str
    command: JsonFields = {}
    """What is sent; empty where a form has to be filled in."""
    form: str = ""
    """The command whose form has to be filled in."""
    is_careful: bool = False
    """Whether it passes over something that somebody owes."""


class TurnStage(msgspec.Struct, frozen=True):
    """A stage of the turn, for the host."""

    title: str
    stands: Literal["done", "now", "later"]
    note: str = ""
    buttons: tuple[StageButton, ...] = ()


class SeatFigure(msgspec.Struct, frozen=True):
    """A figure of a seat that everybody follows."""

    seat: str
    number: int
    text: str
    """The same in words: `3 points`."""


class ActGroup(msgspec.Struct, frozen=True):
    """Commands that a host looks for in one place."""

    title: str
    commands: tuple[str, ...]


class RoomSheet(msgspec.Struct, frozen=True):
    """A page of figures: parts of the reports as they are now, and the account of each figure."""

    path: str
    """Its place below the campaign's address: a word."""
    title: str
    sections: tuple[str, ...] = ()
    """The parts of the reports on it, by their ids."""
    figures: tuple[str, ...] = ()
    """The kinds of figures whose accounts it opens."""
    page: str = ""
    """The page of the reports that tells more."""
    more: str = ""
    """What that page is called."""


class PieceDrawn(msgspec.Struct, frozen=True):
    """A draw, and who could have known beforehand what came."""

    number: int
    version: int
    """The event of the draw."""
    piece: str
    """What was drawn, in words."""
    foreseen: str
    """By whom it could have been foreseen, in words; empty: by nobody."""


class ProgramExamples(msgspec.Struct, frozen=True):
    """Examples of the game's own values, for whoever writes programs."""

    asked: Mapping[str, JsonFields] = {}
    """What a call is asked, by its parameters; the calls by their ids."""
    answers: JsonFields = {}
    """What a call answers when all is well."""
    sent: tuple[JsonFields, ...] = ()
    """Commands."""


class Rooms(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to the pages that members play on."""

    table: Callable[[S], Room | None] = defaults.none
    """The table as it is now; None where there is nothing on it."""
    answered: Callable[[S], tuple[Owed, ...]] = defaults.empty
    """What seats have answered and may still change."""
    stages: Callable[[S], tuple[TurnStage, ...]] = defaults.empty
    """The stages of the turn before its end."""
    words: Callable[[S], Mapping[str, Mapping[str, str]]] = defaults.no_words
    """For fields of commands, by name: the values that are likely now, each with what it is. For a
    field with a value for each of several: what those are, under the field's name and a colon.
    """
    figures: Callable[[S], tuple[SeatFigure, ...]] = defaults.empty
    """The figure of each seat that everybody follows, in the seats' order."""
    called: Callable[[S], Mapping[str, str]] = defaults.no_names
    """Names of the pieces, by their ids, for tables of figures."""
    acts: tuple[ActGroup, ...] = ()
    """What a host records most often besides the stages."""

    sheets: tuple[RoomSheet, ...] = ()
    """The pages of figures."""
    standing: tuple[str, ...] = ()
    """The parts of the reports that show a state, by their ids."""
    drawn: Callable[[Sequence[AnyLog]], tuple[PieceDrawn, ...]] = defaults.empty
    """The draws of all turns, in their order."""
    examples: ProgramExamples = ProgramExamples()
    """Values of the game in the description of the calls for programs."""
    wall: tuple[str, ...] = ()
    """The parts of the reports on the big screen, by their ids."""
    rare: frozenset[str] = frozenset()
    """Fields of commands that are seldom filled in: a form folds them away, where it may."""
    closed: frozenset[str] = frozenset()
    """The fields of which `words` has every value, so that one of them is chosen."""
