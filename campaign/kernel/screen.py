"""What a game shows on the screens that every campaign has, as values that the command line prints.
Pure.

None of them holds anything sealed, as anyone at the keyboard can read them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Literal

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.state import S
from campaign.text.json_values import JsonFields

Labelled = tuple[str, str]
"""A line of a screen: its label, and its text."""
Style = Literal["", "dim", "strong", "up", "down"]
"""How a piece of a line looks: quiet, bold, a gain, a loss."""
StyledLine = tuple[tuple[str, Style], ...]
"""A line of a panel, piece by piece."""


class Grid(msgspec.Struct, frozen=True):
    """A table on a screen."""

    heads: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    numbers: str = ""
    """The heads of the columns that hold numbers, separated by spaces."""


class NextStep(msgspec.Struct, frozen=True):
    """Something that can be done next."""

    call: str
    """What to type, without the name of the program."""
    does: str


class Unfinished(msgspec.Struct, frozen=True):
    """Something that is still to be done in the running turn."""

    text: str
    """What it is, and whose: a clause without a full stop."""
    step: NextStep | None = None
    """What can be done about it now."""
    is_owed: bool = True
    """Whether somebody owes it. Otherwise the turn may well end without it."""
    waits: str = ""
    """The same behind `waits for`."""
    does: str = ""
    """What somebody has to do, in the infinitive: `answer the attack`."""
    seat: str = ""
    """The seat whose player it is; empty for the host."""


def owed_by(who: str, does: str, step: NextStep | None = None, seat: str = "") -> Unfinished:
    """What somebody still has to do: `Ben`, `answer the attack`."""
    text = f"{who} still has to {does}"
    return Unfinished(text, step, waits=f"{who}, to {does}", does=does, seat=seat)


class Status(msgspec.Struct, frozen=True):
    """What a campaign waits for, as `status` prints it."""

    now: tuple[Labelled, ...]
    """What is going on."""
    waits_for: tuple[str, ...]
    """What comes next and who has yet to act for it. While play is frozen, the dispute takes the
    place of the first line.
    """
    json: JsonFields
    """The same for programs: the game's part of the object."""
    owed: tuple[Labelled, ...] = ()
    """What else somebody has to do."""
    seats: Grid | None = None
    """Who plays what, and how they stand."""
    steps: tuple[NextStep, ...] = ()
    """What the host can do now; empty if the campaign has ended."""
    may_end: bool = False
    """Whether the end of the turn, or of the campaign in its last turn, is among the next steps."""
    unfinished: tuple[Unfinished, ...] = ()
    """What is still to be done before the turn ends; its end is asked about where it is owed."""

    @property
    def owed_this_turn(self) -> tuple[str, ...]:
        """What somebody owes before the turn ends, and who."""
        return tuple(part.text for part in self.unfinished if part.is_owed)

    @property
    def left_undone(self) -> tuple[str, ...]:
        """What nobody owes, and the turn may end without."""
        return tuple(part.text for part in self.unfinished if not part.is_owed)


class Overview(msgspec.Struct, frozen=True):
    """The state of a campaign, as `show` prints it."""

    now: tuple[Labelled, ...]
    """What is going on."""
    seats: Grid
    """Who plays what, and how they stand."""
    rest: tuple[Labelled, ...] = ()


class Standings(msgspec.Struct, frozen=True):
    """The standings that a campaign's events give, as `verify` prints them."""

    grid: Grid
    json: JsonFields
    """The same for programs."""


class Screens(msgspec.Struct, Generic[S], frozen=True):
    """What a game shows on the screens that every campaign has."""

    status: Callable[[S], Status]
    """What the campaign waits for."""
    overview: Callable[[S], Overview]
    """The whole state."""
    standings: Callable[[S], Standings]
    """The standings in short."""
    panel: Callable[[JsonFields, JsonFields], Sequence[StyledLine]]
    """The standings at a stop of a replay, narrow; given the states before and after it."""
    hint: Callable[[S, type[Command]], str]
    """The verb that comes next, if a command was refused as too early; else nothing."""


class Help(msgspec.Struct, frozen=True):
    """What the program's help says about a game."""

    examples: Mapping[str, str] = {}
    """What the help of shared verbs names as an example, by the words that stand for it there:
    `seat`, `figure`, `command` and so on."""
    codes: Callable[[], Mapping[str, str]] = dict
    """The codes used as reasons in the game's events, with the words shown for them."""
