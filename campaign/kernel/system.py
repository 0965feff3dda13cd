"""A rule system, as the rest of the program sees it: a name and a handful of facets. Pure.

decide(state, command, supplied) -> events, or Refused
evolve(state, event)             -> state
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol

import msgspec

from campaign.kernel import defaults
from campaign.kernel.asking import Asking
from campaign.kernel.calendar import Calendar
from campaign.kernel.corrected import SHARED_GAME
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.decisions import Auditor, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.figures import FigureKinds
from campaign.kernel.members import Campaign
from campaign.kernel.names import Naming
from campaign.kernel.new_campaign import OpenCampaign, OpeningChoices, SeedChain
from campaign.kernel.notices import Notices
from campaign.kernel.pages import Pages
from campaign.kernel.recorded import Readers
from campaign.kernel.rooms import Rooms
from campaign.kernel.screen import Help, Screens
from campaign.kernel.seats import Seats
from campaign.kernel.seed_audit import NothingClaimed
from campaign.kernel.state import GameState, S
from campaign.kernel.stops import Stops
from campaign.kernel.tables import Tables
from campaign.kernel.verb_lines import VerbLine
from campaign.kernel.vocabulary import Vocabulary
from campaign.text.json_values import JsonObject
from events.base import Event
from events.campaign import SeedsRenewed
from events.codec import AnyCodec, Codec
from events.disputes import FigureAdjusted
from events.sealed import Subject


class Rules(msgspec.Struct, Generic[S], frozen=True):
    """Which commands there are, and which events follow from them."""

    commands: Vocabulary
    """Every command by its name, and how it is read."""
    open: Callable[[OpenCampaign, SeedChain], Decision]
    """A campaign's first facts."""
    needs: Callable[[S, Command], Needs]
    """What `decide` needs from the world for a command."""
    decide: Callable[[S, Command, Supplied], Decision]
    """The events that follow from a command, or why it is refused."""
    evolve: Callable[[S | None, Event], S]
    """The state after an event; None before the first."""
    evolvers: Mapping[type[Event], Callable[[S, Any], S]]
    """The same for each event but the first, for fast folds."""
    awaiting: Awaiting[S] = Awaiting()
    """What the game awaits from its players and may have a deadline."""
    number: int = 1
    """Their version number. It rises only with a release that changes what is allowed or what
    follows."""


class Corrections(msgspec.Struct, Generic[S], frozen=True):
    """What a correction of the record does to a game's state."""

    struck: Callable[[S, Event], S] = defaults.unchanged
    """What a struck event leaves behind: revealed seeds and used draw numbers."""
    unshielded: Callable[[S], S] = defaults.unchanged
    """The state in which a correction was made, which may have been made to steer the next draw."""
    adjust: Callable[[S, FigureAdjusted], S] = defaults.no_figure
    """The state with a figure adjusted. Raises `ValueError` where there is no such figure."""
    rule: Callable[[S, Mapping[str, str | int | bool]], S | Refused] = defaults.no_switches
    """The state with rulings on the rules set, or why they cannot be."""
    faults: Callable[[S], Iterable[Refused]] = SHARED_GAME.faults
    """What is impossible in a state, with the rules that it breaks; empty in a sound campaign."""
    amended: Callable[[S, Event, Event], Refused | None] = defaults.none
    """Why an event may not be amended this way, given the state before it; None if it may."""
    again: Callable[[Event, Event], bool] = defaults.never
    """Whether the act with an event was worked out from an amended one, and is with it again."""


class Secrets(msgspec.Struct, Generic[S], frozen=True):
    """What is hidden in a game, and what reveals it."""

    sealed: Callable[[S, str], tuple[Subject, str] | None] = defaults.none
    """What is sealed under a commitment now, for the vault to open; None if nothing is."""
    unopened: Callable[[Iterable[tuple[int, Event]]], frozenset[int]] = defaults.no_numbers
    """The versions of a log's events that seal something which nobody has opened yet."""
    settles: Callable[[Event], bool] = SHARED_GAME.settles
    """Whether an event opened, drew or rolled something, so that no act before it can be undone."""
    numbers: Callable[[Event], frozenset[str]] = defaults.no_numbers
    """The numbers that an event gives out, of draws and the like; none is given out twice."""
    private_needs: Callable[[S, str], Needs | Refused] = defaults.no_view_of_their_own
    """What a member's own view needs from the world, or why they have none."""
    private: Callable[[S, Supplied], JsonObject] = defaults.nothing_private
    """What only that member may see, in JSON values; it is in no event, table or report."""


class Branches(msgspec.Struct, Generic[S], frozen=True):
    """What is drawn and dealt again in a what-if, and when a closed campaign is reopened."""

    branch_needs: Callable[[S, S, str], Needs] = defaults.no_needs
    """What a what-if needs from the world, given the shared state, its first one, its maker."""
    branch_events: Callable[[S, S, Supplied], tuple[Event, ...]] = defaults.empty
    """What a what-if draws and deals again, so that it holds nothing its maker may not know."""
    reopen_needs: Callable[[S], Needs] = defaults.no_needs
    """What a closed campaign needs from the world to be reopened."""
    reopen_events: Callable[[S, Supplied], tuple[Event, ...]] = defaults.empty
    """What a reopened campaign draws and deals again, replacing what its end made public."""
    renew_needs: Callable[[S], Needs] = defaults.no_needs
    """What a game's own secrets need from the world when the vault is renewed."""
    renew_events: Callable[[S, SeedsRenewed, Supplied], Decision] = defaults.renewed
    """The renewal with the numbers of the game's next draws, and what is sealed again."""


class Audit(msgspec.Struct, Generic[S], frozen=True):
    """What lets anybody judge a record of a game."""

    request_of: Callable[[Sequence[Event], bool], OpenCampaign | None]
    """The request to open a campaign, read back from its first facts; on request without the club's
    set-up. None if the facts do not hold it.
    """
    auditor: Callable[[], Auditor] = NothingClaimed
    """A fresh auditor of what its events claim beyond what the rules say."""
    recorded: Readers[S] = {}
    """What the world supplied for recorded acts that open or seal something."""
    field_of: Mapping[type[Event], Callable[[Any], JsonObject]] = {}
    """What an event says of its command otherwise than in fields of the same names."""
    drew: Callable[[Event], bool] = defaults.never
    """Whether the ledger, not the table, drew or rolled for an event."""
    dealt: tuple[type[Event], ...] = ()
    """The events with which a what-if may begin, as `Branches` gives them."""


class GameView(msgspec.Struct, Generic[S], frozen=True):
    """How a game's state and events are shown to people."""

    show: Callable[[S], JsonObject]
    """The state as everybody may see it, in JSON values."""
    names: Callable[[S], Naming]
    """What sentences about a campaign need to call members, seats and pieces by name."""
    sentence: Callable[[Event, Any], str]
    """An event as a sentence, with the names that `names` gave."""
    then: tuple[type[Event], ...] = ()
    """Events whose sentence depends on the position: it needs the names of their own time."""
    concerned: Callable[[S, Iterable[Event]], tuple[str, ...]] = defaults.empty
    """The seats whose things events name, besides those that they name themselves."""
    below_zero: Callable[[S], tuple[str, ...]] = defaults.empty
    """Figures below zero that cannot be shown, each in words; none if play led to the state."""
    figures: FigureKinds[S] = {}
    """The figures that can be explained, by their names."""
    seats: Callable[[S], Seats] | None = None
    """The seats of a campaign that names its own; None where every campaign has the game's."""


class Front(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to the command line, besides what every campaign has there."""

    screens: Screens[S]
    """What it has to say on the screens of every campaign."""
    verbs: tuple[VerbLine, ...] = ()
    """This game's own verbs."""
    choices: OpeningChoices = OpeningChoices()
    """The choices it offers when a campaign is opened."""
    help: Help = Help()
    """What the program's help says about it."""
    stops: Stops = Stops()
    """Where a replay stops."""


class Snapshots(msgspec.Struct, Generic[S], frozen=True):
    """What a kept state rests on."""

    state_type: type[S]
    """As what it is read again."""
    folds: frozenset[str]
    """The modules whose functions a fold calls, for the label of the snapshot."""


class System(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A rule system: its name, and a facet for each kind of thing that others ask of it."""

    name: str
    rulebooks: tuple[str, ...]
    codec: Codec
    """Reads its events, and those of every campaign."""
    calendar: Calendar
    seats: Seats
    rules: Rules[S]
    corrections: Corrections[S]
    secrets: Secrets[S]
    branches: Branches[S] = Branches()
    audit: Audit[S]
    view: GameView[S]
    front: Front[S]
    pages: Pages[S, Any]
    notices: Notices[S] = Notices()
    rooms: Rooms[S] = Rooms()
    asking: Asking[S] = Asking()
    tables: Tables[S]
    snapshots: Snapshots[S]

    def seats_of(self, state: S) -> Seats:
        """The seats of a campaign: those that it named itself, otherwise the game's."""
        return self.view.seats(state) if self.view.seats else self.seats


AnySystem = System[GameState]
"""A rule system whose state type is not known."""


class Systems(Protocol):
    """The rule systems that a program knows, by name."""

    @property
    def codec(self) -> AnyCodec:
        """Reads the events of them all, and those of every campaign."""

    def __getitem__(self, name: str, /) -> AnySystem: ...
    def __contains__(self, name: object, /) -> bool: ...


def not_known(system: str) -> str:
    """Why a campaign cannot be read whose game the program lacks, behind the campaign's name."""
    return f"plays {system!r}, a game that this program does not have"


def foreign(system: System[S], campaign: Campaign) -> str:
    """Why nothing is recorded in a campaign that follows other rules; empty if it does not."""
    if campaign.rules == system.rules.number:
        return ""
    known = f"this program plays {system.name} by rules {system.rules.number}"
    return (
        f"{campaign.name} follows rules {campaign.rules}, and {known}: "
        "it can be read, shown and exported, and nothing is recorded in it"
    )


def fold(system: System[S], state: S | None, events: Iterable[Event]) -> S | None:
    """The state after a run of events."""
    evolve = system.rules.evolve
    for event in events:
        state = evolve(state, event)
    return state
