"""What a game shows on the terminal's screens and on live pages; nothing of it is secret. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal

import msgspec

from campaign.kernel import deadlines, decisions
from campaign.kernel.decisions import Command
from campaign.kernel.members import Campaign, S
from campaign.text.json_values import JsonFields, JsonObject
from events.base import Event

if TYPE_CHECKING:
    from campaign.kernel import pages, projections

# --- screen -------------------------------------------------------------------------------------
# What a game shows on the screens that every campaign has, as values that the command line
# prints.
#
# None of them holds anything sealed, as anyone at the keyboard can read them.

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
    act: str = ""
    """The command that does it; empty where none does."""
    given: Mapping[str, str] = {}
    """What is known of it: `{"city": "port"}`."""


def owed_by(
    who: str,
    does: str,
    step: NextStep | None = None,
    seat: str = "",
    act: str = "",
    given: Mapping[str, str] = {},
) -> Unfinished:
    """What somebody still has to do: `Ben`, `answer the attack`."""
    text, waits = f"{who} still has to {does}", f"{who}, to {does}"
    return Unfinished(text, step, waits=waits, does=does, seat=seat, act=act, given=given)


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


# --- Where a replay of a game's record stops, and what readers search for -----------------------


class Breakpoints(msgspec.Struct, frozen=True):
    """A game's own stops, in addition to those of every record: events, acts and turns."""

    stages: tuple[type[Event], ...] = ()
    """The events that begin a stage of a turn; a turn begins one too."""
    draws: Callable[[Event], bool] = decisions.never
    """Whether an event is a draw to stop at."""
    example: str = "type=MemberEnrolled, by=anna"
    """What a reader may search for: fields of its events with values."""


# --- rooms --------------------------------------------------------------------------------------
# What a game brings to the pages that members play on: the table, and the stages of a turn.
#
# Everybody sees these, so none of them holds anything sealed or hidden.


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
    name: str = ""
    """The seat in few letters, where its name is long."""


class Turned(msgspec.Struct, frozen=True):
    """What a seat had answered, once all answers are open."""

    seat: str
    text: str
    """The answer in a word or two."""
    tone: Literal["against", "for", "plain"] = "plain"
    """Whether it spoke against what was decided about, for it, or neither."""
    paid: int = 0
    left: int = 0
    """What the seat had after it had paid."""
    how: str = ""
    """What is said of it besides: `not in`, `withheld`."""
    name: str = ""
    """The seat in few letters, where its name is long."""


class Reveal(msgspec.Struct, frozen=True):
    """What the answers said that were opened last, and what was decided by them.

    It is shown until something else is decided about.
    """

    key: str
    """Another for each opening, so that a device knows which it has seen."""
    at: str
    """When they were opened."""
    card: TableCard
    stamp: str
    """The verdict in a word."""
    is_good: bool
    """Whether the verdict says yes."""
    heading: str
    """What decided it."""
    sentence: str
    """The whole result: what was decided, by whom and at what price."""
    turned: tuple[Turned, ...]
    following: str
    """What comes next."""
    account: str = ""
    """What the seats paid with, as a heading; empty where nothing is paid."""
    before: str = ""
    """What was decided just before about the same piece."""


class LivePage(msgspec.Struct, frozen=True):
    """The table as it is now."""

    title: str
    sentence: str
    """What is waited for, and of whom."""
    card: TableCard | None = None
    pips: tuple[Pip, ...] = ()
    stamp: str = ""
    """The verdict in a word, where there is one that no answers gave."""
    reveal: Reveal | None = None
    """What was opened last, until something else is decided about."""
    about: str = ""
    """What talk at this table is about, such as `draw:27`; empty: the turn."""

    @property
    def piece(self) -> TableCard | None:
        """What is decided about, or was last."""
        return self.card or (self.reveal.card if self.reveal else None)

    @property
    def verdict(self) -> tuple[str, bool]:
        """The verdict in a word, and whether it says yes; no word while there is none."""
        return (self.reveal.stamp, self.reveal.is_good) if self.reveal else (self.stamp, True)


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


class MetricSheet(msgspec.Struct, frozen=True):
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


class WarPicture(msgspec.Struct, frozen=True):
    """How the war stands, as a game draws it."""

    template: str
    """Below the game's package; it finds the view as `view`."""
    view: object | None
    """What the template shows; None where there is nothing yet."""
    empty: str = ""
    """What is said while there is nothing yet: who begins."""


class HexRequest(msgspec.Struct, frozen=True):
    """A question about a place, as a page asks for a picture to choose on."""

    command: str
    field: str
    answers: Mapping[str, str]
    """What was typed so far."""
    around: str
    """The place in the middle, where one is asked for."""


class HexChoice(msgspec.Struct, frozen=True):
    """A picture on which a place is chosen."""

    svg: str
    chosen: str
    about: str
    """What is shaded."""
    ways: tuple[tuple[str, str], ...]
    """Directions, each with the place that is in the middle then."""
    maps: tuple[tuple[str, str], ...]


class ProgramExamples(msgspec.Struct, frozen=True):
    """Examples of the game's own values, for whoever writes programs."""

    asked: Mapping[str, JsonFields] = {}
    """What a call is asked, by its parameters; the calls by their ids."""
    answers: JsonFields = {}
    """What a call answers when all is well."""
    sent: tuple[JsonFields, ...] = ()
    """Commands."""


class LivePages(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to the pages that members play on."""

    table: Callable[[S], LivePage | None] = decisions.none
    """The table as it is now; None where there is nothing on it."""
    answered: "Callable[[S], tuple[pages.Task, ...]]" = decisions.empty
    """What seats have answered and may still change."""
    stages: Callable[[S], tuple[TurnStage, ...]] = decisions.empty
    """The stages of the turn before its end."""
    figures: Callable[[S], tuple[SeatFigure, ...]] = decisions.empty
    """The figure of each seat that everybody follows, in the seats' order."""
    called: Callable[[S], Mapping[str, str]] = decisions.always({})
    """Names of the pieces, by their ids, for tables of figures."""
    sheets: tuple[MetricSheet, ...] = ()
    """The pages of figures."""
    standing: tuple[str, ...] = ()
    """The parts of the reports that show a state, by their ids."""
    drawn: "Callable[[Sequence[projections.AnyLog]], tuple[PieceDrawn, ...]]" = decisions.empty
    """The draws of all turns, in their order."""
    examples: ProgramExamples = ProgramExamples()
    """Values of the game in the description of the calls for programs."""
    wall: tuple[str, ...] = ()
    """The parts of the reports on the big screen, by their ids."""
    hexes: Callable[[S, HexRequest, Callable[[str], str]], HexChoice | None] = decisions.none
    """A picture for a question about a place, given the address of each; None where there is none.
    """
    war: "Callable[[pages.PageContext[S, Any], str], WarPicture | None]" = decisions.none
    """How the war stands at the end of the last turn, with something chosen in it by its id; None
    in a game that draws nothing."""


# --- The shared part of a state as everybody may see it, in JSON values -------------------------


def shown(
    own: Callable[[S], JsonObject], more: Callable[[S], JsonObject] = lambda state: {}
) -> Callable[[S], JsonObject]:
    """A game's state as everybody may see it: its own part between the two shared ones."""
    return lambda state: {
        **_campaign(state.campaign),
        **own(state),
        **_table(state.campaign),
        **deadlines.shown(state.campaign),
        **more(state),
    }


def _campaign(campaign: Campaign) -> JsonObject:
    """What is played, and how far it has come."""
    origin = campaign.record.branch_of
    return {
        "campaign": campaign.name,
        **({"title": campaign.title} if campaign.title else {}),
        "system": campaign.system,
        "rulebook": campaign.rulebook,
        "rules": campaign.rules,
        "scenario": campaign.scenario,
        "modules": sorted(campaign.modules),
        "branch_of": origin.shown() if origin else None,
        "disputes": {
            dispute.id: {
                "stage": dispute.stage,
                "raised_by": dispute.raised_by,
                "versions": list(dispute.versions),
                "claim": dispute.claim,
            }
            for dispute in campaign.record.disputes.values()
            if dispute.is_open
        },
        "frozen": campaign.record.frozen_for or None,
        "turn": campaign.turn,
        "last_turn": campaign.last_turn,
        "closed": campaign.closed,
    }


def _table(campaign: Campaign) -> JsonObject:
    """Who takes part, and which rulings they play by."""
    return {
        "members": {
            member: {"name": known.name, "roles": sorted(known.roles)}
            for member, known in sorted(campaign.members.items())
        },
        "powers": {seat: campaign.powers.get(seat) for seat in campaign.seats},
        "rulings": dict(sorted(campaign.rulings.items())),
    }
