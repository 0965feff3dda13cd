"""A rule system, as the rest of the program sees it, put together from its chapters. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Protocol

import msgspec

from campaign.kernel import decisions, members, record, shared_rules
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.decisions import (
    NOTHING,
    Auditor,
    Command,
    Decision,
    Needs,
    Refused,
    Supplied,
    Vocabulary,
    joined,
    no_switches,
)
from campaign.kernel.members import (
    Campaign,
    GameState,
    Naming,
    S,
    Seats,
    with_campaign,
)
from campaign.kernel.record import stop_at_correction
from campaign.kernel.terminal.screens import Breakpoints, Help, LivePages, Screens
from campaign.kernel.terminal.verb_lines import VerbLine
from campaign.text.json_values import JsonObject
from campaign.text.turns import Calendar
from events.base import Event
from events.campaign import CampaignOpened, SeedsRenewed
from events.codec import AnyCodec, Codec
from events.disputes import FigureAdjusted, RulingConsented, RulingGiven
from events.sealed import Subject

if TYPE_CHECKING:
    from campaign.kernel.chapters import Readers
    from campaign.kernel.interview.asking import Asking
    from campaign.kernel.interview.available import Recording
    from campaign.kernel.opening import OpenCampaign, OpeningChoices, SeedChain
    from campaign.kernel.pages import Notices, Pages
    from campaign.kernel.projections import FigureKinds, Projections

# --- What is only loaded where it is asked for --------------------------------------------------


class Later:
    """Stands for a facet that only some verbs ask for, and that is read at the first look."""

    def __init__(self, read: Callable[[], object]) -> None:
        self._read = read

    def whole(self) -> Any:
        """The facet itself."""
        return self._read()

    def __getattr__(self, name: str) -> Any:
        """What the facet has under this name, kept for the next look."""
        found = vars(self)[name] = getattr(self._read(), name)
        return found


def later(read: Callable[[], object]) -> Any:
    """A facet that `read` imports."""
    return Later(read)


def _plain(facet: str) -> Any:
    """The facet of a game that says nothing of it."""

    def read() -> object:
        from campaign.kernel.interview.asking import Asking
        from campaign.kernel.interview.available import Recording
        from campaign.kernel.opening import OpeningChoices
        from campaign.kernel.pages import Notices

        kinds = (Asking, Recording, OpeningChoices, Notices)
        return next(kind() for kind in kinds if kind.__name__ == facet)

    return later(read)


def _faults_of_every_game(state: GameState) -> Iterable[Refused]:
    from campaign.kernel.chapters import SHARED_GAME

    return SHARED_GAME.faults(state)


def _settles_in_every_game(event: Event) -> bool:
    from campaign.kernel.chapters import SHARED_GAME

    return SHARED_GAME.settles(event)


def _trusts_all() -> Auditor:
    from campaign.kernel.chapters import TrustAuditor

    return TrustAuditor(())


# --- A rule system, as the rest of the program sees it: a name and a handful of facets ----------
#
# decide(state, command, supplied) -> events, or Refused
# evolve(state, event)             -> state

NO_OWN_VIEW = Refused("Members", "there is nothing in this game that one member alone may see")


class Deciding(msgspec.Struct, Generic[S], frozen=True):
    """Which commands there are, and which events follow from them."""

    commands: Vocabulary
    """Every command by its name, and how it is read."""
    open: "Callable[[OpenCampaign, SeedChain], Decision]"
    """A campaign's first facts."""
    needs: Callable[[S, Command], Needs]
    """What `decide` needs from the world for a command."""
    decide: Callable[[S, Command, Supplied], Decision]
    """The events that follow from a command, or why it is refused."""
    untimely: Callable[[S, type[Command]], Refused | None] = decisions.none
    """Why a command is not possible in a campaign now, whatever it says; None if it may be."""


class Rules(msgspec.Struct, Generic[S], frozen=True):
    """What events do to a state, and what decides commands."""

    deciding: Deciding[S]
    """What is only needed where something is asked for or recorded."""
    evolve: Callable[[S | None, Event], S]
    """The state after an event; None before the first."""
    evolvers: Mapping[type[Event], Callable[[S, Any], S]]
    """The same for each event but the first, for fast folds."""
    awaiting: Awaiting[S] = Awaiting()
    """What the game awaits from its players and may have a deadline."""
    number: int = 1
    """Their version number. It rises only with a release that changes what is allowed or what
    follows."""

    @property
    def commands(self) -> Vocabulary:
        """Every command by its name, and how it is read."""
        return self.deciding.commands

    @property
    def open(self) -> "Callable[[OpenCampaign, SeedChain], Decision]":
        """A campaign's first facts."""
        return self.deciding.open

    @property
    def needs(self) -> Callable[[S, Command], Needs]:
        """What `decide` needs from the world for a command."""
        return self.deciding.needs

    @property
    def decide(self) -> Callable[[S, Command, Supplied], Decision]:
        """The events that follow from a command, or why it is refused."""
        return self.deciding.decide

    @property
    def untimely(self) -> Callable[[S, type[Command]], Refused | None]:
        """Why a command is not possible in a campaign now, whatever it says."""
        return self.deciding.untimely


class Corrections(msgspec.Struct, Generic[S], frozen=True):
    """What a correction of the record does to a game's state."""

    struck: Callable[[S, Event], S] = decisions.unchanged
    """What a struck event leaves behind: revealed seeds and used draw numbers."""
    unshielded: Callable[[S], S] = decisions.unchanged
    """The state in which a correction was made, which may have been made to steer the next draw."""
    adjust: Callable[[S, FigureAdjusted], S] = decisions.no_figure
    """The state with a figure adjusted. Raises `ValueError` where there is no such figure."""
    rule: Callable[[S, Mapping[str, str | int | bool]], S | Refused] = decisions.no_switches
    """The state with rulings on the rules set, or why they cannot be."""
    faults: Callable[[S], Iterable[Refused]] = _faults_of_every_game
    """What is impossible in a state, with the rules that it breaks; empty in a sound campaign."""
    amended: Callable[[S, Event, Event], Refused | None] = decisions.none
    """Why an event may not be amended this way, given the state before it; None if it may."""
    again: Callable[[Event, Event], bool] = decisions.never
    """Whether the act with an event was worked out from an amended one, and is with it again."""


class Secrets(msgspec.Struct, Generic[S], frozen=True):
    """What is hidden in a game, and what reveals it."""

    sealed: Callable[[S, str], tuple[Subject, str] | None] = decisions.none
    """What is sealed under a commitment now, for the vault to open; None if nothing is."""
    unopened: Callable[[Iterable[tuple[int, Event]]], frozenset[int]] = lambda log: frozenset()
    """The versions of a log's events that seal something which nobody has opened yet."""
    settles: Callable[[Event], bool] = _settles_in_every_game
    """Whether an event opened, drew or rolled something, so that no act before it can be undone."""
    numbers: Callable[[Event], frozenset[str]] = decisions.always(frozenset())
    """The numbers that an event gives out, of draws and the like; none is given out twice."""
    private_needs: Callable[[S, str], Needs | Refused] = decisions.always(NO_OWN_VIEW)
    """What a member's own view needs from the world, or why they have none."""
    private: Callable[[S, Supplied], JsonObject] = decisions.always({})
    """What only that member may see, in JSON values; it is in no event, table or report."""


class Branches(msgspec.Struct, Generic[S], frozen=True):
    """What is drawn and dealt again in a what-if, and when a closed campaign is reopened."""

    branch_needs: Callable[[S, S, str], Needs] = decisions.always(NOTHING)
    """What a what-if needs from the world, given the shared state, its first one, its maker."""
    branch_events: Callable[[S, S, Supplied], tuple[Event, ...]] = decisions.empty
    """What a what-if draws and deals again, so that it holds nothing its maker may not know."""
    reopen_needs: Callable[[S], Needs] = decisions.always(NOTHING)
    """What a closed campaign needs from the world to be reopened."""
    reopen_events: Callable[[S, Supplied], tuple[Event, ...]] = decisions.empty
    """What a reopened campaign draws and deals again, replacing what its end made public."""
    renew_needs: Callable[[S], Needs] = decisions.always(NOTHING)
    """What a game's own secrets need from the world when the vault is renewed."""
    renew_events: Callable[[S, SeedsRenewed, Supplied], Decision] = decisions.renewed
    """The renewal with the numbers of the game's next draws, and what is sealed again."""


class Audit(msgspec.Struct, Generic[S], frozen=True):
    """What lets anybody judge a record of a game."""

    request_of: "Callable[[Sequence[Event], bool], OpenCampaign | None]"
    """The request to open a campaign, read back from its first facts; on request without the club's
    set-up. None if the facts do not hold it.
    """
    auditor: Callable[[], Auditor] = _trusts_all
    """A fresh auditor of what its events claim beyond what the rules say."""
    recorded: "Readers[S]" = {}
    """What the world supplied for recorded acts that open or seal something."""
    field_of: Mapping[type[Event], Callable[[Any], JsonObject]] = {}
    """What an event says of its command otherwise than in fields of the same names."""
    drew: Callable[[Event], bool] = decisions.never
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
    concerned: Callable[[S, Iterable[Event]], tuple[str, ...]] = decisions.empty
    """The seats whose things events name, besides those that they name themselves."""
    below_zero: Callable[[S], tuple[str, ...]] = decisions.empty
    """Figures below zero that cannot be shown, each in words; none if play led to the state."""
    figures: "Callable[[], FigureKinds[S]]" = dict
    """The figures that can be explained, by their names; imported when one is asked about."""
    subjects: Callable[[S], Mapping[str, str]] = decisions.always({})
    """What a dispatch may be about besides a turn, each with its name."""
    seats: Callable[[S], Seats] | None = None
    """The seats of a campaign that names its own; None where every campaign has the game's."""
    calendar: Callable[[S], Calendar] | None = None
    """The turns of a campaign that has a word of its own for them; None as above."""


class Front(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to the command line, besides what every campaign has there."""

    screens: Screens[S]
    """What it has to say on the screens of every campaign."""
    verbs: tuple[VerbLine, ...] = ()
    """This game's own verbs."""
    other_words: Mapping[str, str] = {}
    """The words of its verbs that help leaves out, each with those that it shows instead."""
    choices: "OpeningChoices" = _plain("OpeningChoices")
    """The choices it offers when a campaign is opened."""
    help: Help = Help()
    """What the program's help says about it."""
    stops: Breakpoints = Breakpoints()
    """Where a replay stops."""
    verb_for: Callable[[S, str], str] = lambda state, word: ""
    """The verb that a word behind the name of a campaign stands for; empty for none."""


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
    rulebook_names: Mapping[str, str] = {}
    """What people call a rulebook, by its id."""
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
    pages: "Pages[S, Any]"
    notices: "Notices[S]" = _plain("Notices")
    rooms: LivePages[S] = LivePages()
    asking: "Asking[S]" = _plain("Asking")
    recording: "Recording[S]" = _plain("Recording")
    tables: "Projections[S]"
    snapshots: Snapshots[S]

    def seats_of(self, state: S) -> Seats:
        """The seats of a campaign: those that it named itself, otherwise the game's."""
        return self.view.seats(state) if self.view.seats else self.seats

    def calendar_of(self, state: S) -> Calendar:
        """The turns of a campaign as it calls them."""
        return self.view.calendar(state) if self.view.calendar else self.calendar


AnySystem = System[GameState]
"""A rule system whose state type is not known."""


class Systems(Protocol):
    """The rule systems that a program knows, by name."""

    @property
    def codec(self) -> AnyCodec:
        """Reads the events of them all, and those of every campaign."""

    def __getitem__(self, name: str, /) -> AnySystem: ...
    def __contains__(self, name: object, /) -> bool: ...


def not_known(system: str, package: str = "") -> str:
    """Why a campaign cannot be read whose game the program lacks, behind the campaign's name.

    `package` is what brought the game, where its opening names one.
    """
    if package:
        return f"needs the package {package}"
    return f"plays {system!r}, a game that this program does not have"


def foreign(system: System[S], campaign: Campaign) -> str:
    """Why nothing is recorded in a campaign that follows other rules; empty if it does not."""
    if campaign.rules == system.rules.number:
        return ""
    return of_other_rules(system, campaign.name, campaign.rules)


def of_other_rules(system: System[S], name: str, rules: int) -> str:
    """The same of a campaign of which no more is known than its name and its rules."""
    if rules == system.rules.number:
        return ""
    known = f"this program plays {system.name} by rules {system.rules.number}"
    return (
        f"{name} follows rules {rules}, and {known}: "
        "it can be read, shown and exported, and nothing is recorded in it"
    )


def fold(system: System[S], state: S | None, events: Iterable[Event]) -> S | None:
    """The state after a run of events."""
    evolve = system.rules.evolve
    for event in events:
        state = evolve(state, event)
    return state


# --- What is folded: the state after each event, put together from a game's tables ---------------

Evolver = Callable[[S, Any], S]
Ruling = Callable[[S, Mapping[str, str | int | bool]], S | Refused]

Folds = Sequence[Mapping[type[Event], Evolver[S]]]
"""The state after each event, by its type; a table for each part of a game, in order."""


def evolvers(folds: Folds[S], rule: Ruling[S]) -> dict[type[Event], Evolver[S]]:
    """What each event but the first does to a state.

    A fact of the frame changes the shared part first, then each part of the game in order. An event
    of the game is folded by exactly one part. Raises `ValueError` if two claim it.
    """
    table: dict[type[Event], Evolver[S]] = {
        **dict.fromkeys(record.REWRITING, stop_at_correction),
        **joined(map(_own, folds)),
    }
    for kind in shared_rules.FACTS:
        follows = [part[kind] for part in folds if kind in part]
        table[kind] = _shared(follows, rule if kind in (RulingGiven, RulingConsented) else None)
    return table


def _own(table: Mapping[type[Event], Evolver[S]]) -> dict[type[Event], Evolver[S]]:
    return {kind: fold for kind, fold in table.items() if kind not in shared_rules.FACTS}


def _shared(follows: Sequence[Evolver[S]], rule: Ruling[S] | None) -> Evolver[S]:
    def fold(state: S, event: Event) -> S:
        state = with_campaign(state, shared_rules.evolve(state.campaign, event))
        if rule is not None:
            state = _ruled(state, event, rule)
        for follow in follows:
            state = follow(state, event)
        return state

    return fold


def _ruled(state: S, event: Event, rule: Ruling[S]) -> S:
    """Disputes: sets the switches of a ruling that holds. Raises `ValueError` for bad ones."""
    dispute = state.campaign.record.disputes[getattr(event, "dispute", "")]
    if dispute.stage != "ruled" or not dispute.switches:
        return state
    ruled = rule(state, dispute.switches)
    if isinstance(ruled, Refused):
        raise ValueError(ruled.reason)
    return ruled


def evolver(
    begin: Callable[[CampaignOpened, Campaign], S],
    table: Mapping[type[Event], Evolver[S]],
    seats: Seats,
) -> Callable[[S | None, Event], S]:
    """The whole fold: the opening creates the state, and every other event changes it."""

    def evolve(state: S | None, event: Event) -> S:
        if state is not None:
            return table[type(event)](state, event)
        if not isinstance(event, CampaignOpened):
            raise ValueError("a campaign begins with its opening")
        return begin(event, members.opened(event, seats.ids, seats.noun))

    return evolve


def struck(leaves: Callable[[S, Event], S]) -> Callable[[S | None, Event], S]:
    """What a struck event leaves behind, in the shared part and in the game's own."""

    def after(state: S | None, event: Event) -> S:
        if state is None:
            raise ValueError("a campaign's opening is not struck")
        return leaves(with_campaign(state, shared_rules.struck(state.campaign, event)), event)

    return after


def fold_modules(folds: Folds[Any], *others: Callable[..., Any]) -> frozenset[str]:
    """The modules whose functions a fold calls: those of its tables, and any named besides."""
    tables = chain.from_iterable(part.values() for part in folds)
    return frozenset(function.__module__ for function in (*tables, *others))


def rules(
    folds: Folds[S],
    begin: Callable[[CampaignOpened, Campaign], S],
    seats: Seats,
    deciding: Deciding[S],
    rule: Ruling[S] = no_switches,
    awaiting: Awaiting[S] | None = None,
    number: int = 1,
) -> Rules[S]:
    """The rules of a game that is folded with these tables."""
    table = evolvers(folds, rule)
    return Rules(deciding, evolver(begin, table, seats), table, awaiting or Awaiting(), number)
