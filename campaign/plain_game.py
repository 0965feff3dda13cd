"""Plain parts for a game of another package: names, opening, screens and pages from its seats and
a table, and a whole small game from them. Pure.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.sentences import spoken
from campaign.kernel import assembly, system
from campaign.kernel.chapters import (
    Chapter,
    Corrected,
    CorrectedGame,
    TrustAuditor,
    opening,
    request_of,
)
from campaign.kernel.decisions import Decision, bad_field, none
from campaign.kernel.members import (
    HOST,
    Campaign,
    GameState,
    S,
    Seats,
)
from campaign.kernel.opening import OpenCampaign, OpeningChoices, SeedChain
from campaign.kernel.pages import (
    CampaignStory,
    GameAbout,
    Notices,
    PageContext,
    PageFigures,
    PageLook,
    Pages,
    PageSections,
    Section,
    Stories,
    Task,
    TurnNotes,
    TurnStory,
)
from campaign.kernel.projections import Transition
from campaign.kernel.terminal.screens import (
    Grid,
    Overview,
    Screens,
    Standings,
    Status,
    Unfinished,
    shown,
)
from campaign.kernel.terminal.verb_lines import VerbLine
from campaign.text.turns import Calendar, WrittenTurn
from events.base import Event
from events.campaign import MemberEnrolled, TurnBegan
from events.codec import Codec

if TYPE_CHECKING:
    from campaign.kernel.interview.asking import Asking
    from campaign.kernel.interview.available import Recording


class PlainNames(msgspec.Struct, frozen=True):
    """Names of members, seats and turns."""

    members: Mapping[str, str]
    seats: Seats
    calendar: Calendar
    titles: Mapping[str, str] = {}
    """What scenarios are called; another one is called by its id."""

    def member(self, who: str) -> str:
        """A member's name; the id itself if the campaign does not know them."""
        return self.members.get(who, who)

    def seat(self, seat: str) -> str:
        """A seat as a heading has it."""
        return self.seats.names.get(seat, seat)

    def the_seat(self, seat: str) -> str:
        """A seat inside a sentence."""
        return self.seat(seat)

    def turn(self, turn: str) -> str:
        """A turn as a reader says it."""
        return self.calendar.in_words(turn)

    def draw(self, what: str, number: int) -> str:
        """A draw by its number."""
        return f"draw {number} of {what}"

    def awaited(self, what: str) -> str:
        """Something awaited, as commands name it."""
        return what

    def edition(self, scenario: str, rulebook: str) -> str:
        """What is played, by which rules."""
        return f"{self.titles.get(scenario, scenario)} ({rulebook})"


def plain_names(
    seats: Seats, calendar: Calendar, titles: Mapping[str, str] | None = None
) -> Callable[[GameState], PlainNames]:
    """The names in a campaign, as its members are called now; `titles` are those of scenarios."""

    def names(state: GameState) -> PlainNames:
        return PlainNames(state.campaign.names, seats, calendar, titles or {})

    return names


# --- opening ------------------------------------------------------------------------------------


def plain_opening(
    system: str,
    rulebook: str,
    scenarios: Sequence[str],
    turns: tuple[str, str],
    number: int = 1,
) -> Callable[[OpenCampaign, SeedChain], Decision]:
    """How a campaign is opened in a game with one rulebook and nothing to choose but a scenario.

    The host stands on the roll, and the first turn begins. What the game does not offer is refused.
    """

    def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
        if request.own is not None or request.scenario not in scenarios:
            known = ", ".join(scenarios)
            return bad_field("scenario", f"{request.scenario!r} is not one of {known}")
        if request.rulebook not in (None, rulebook):
            return bad_field("rulebook", f"{request.rulebook!r} is not one of {rulebook}")
        for field in ("rulings", "modules", "setup", "extras", "first_turn", "last_turn"):
            if getattr(request, field):
                return bad_field(field, f"{system} has nothing to choose there")
        first = opening(request, chain, system, rulebook, turns, number=number)
        host = MemberEnrolled(member=HOST, name=HOST.title(), roles=("host",))
        return (first, host, TurnBegan(turn=turns[0]))

    return open_campaign


# --- screens ------------------------------------------------------------------------------------


def plain_screens(
    standings: Callable[[S], Grid],
    unfinished: Callable[[S], tuple[Unfinished, ...]] = lambda state: (),
) -> Screens[S]:
    """Screens that show one table: the standings; and what is still to be done in the turn."""

    def status(state: S) -> Status:
        left = unfinished(state)
        owed = "; ".join(part.waits or part.text for part in left if part.is_owed)
        waits = owed or f"the {HOST}: the turn can end"
        return Status((), (waits,), {}, seats=standings(state), may_end=True, unfinished=left)

    def overview(state: S) -> Overview:
        return Overview((), standings(state))

    def stand(state: S) -> Standings:
        grid = standings(state)
        return Standings(grid, {str(key): value[0] for key, *value in grid.rows})

    return Screens(status, overview, stand, lambda before, after: (), lambda state, kind: "")


# --- pages --------------------------------------------------------------------------------------


def _nothing_noted(notes: None, step: Transition[Any], sentence: Callable[[], str]) -> None:
    """No notes: the journal says it all."""


def _nothing_to_begin_with(before: None, state: object, is_whole: bool) -> None:
    """No notes."""


def _no_notes(notes: None) -> None:
    """Nothing to copy, and nothing to leave out."""


def plain_notes(*news: type[Event]) -> TurnNotes[Any, None]:
    """A turn has no notes besides its journal; some events are reported as news."""
    return TurnNotes(_nothing_to_begin_with, _nothing_noted, _no_notes, _no_notes, news)


def plain_about(game: str, credits: str) -> Callable[[GameState], GameAbout]:
    """What every page says about the game: its name and its owner."""

    def about(state: GameState) -> GameAbout:
        campaign = state.campaign
        chance = "The ledger rolls and draws; campaign verify checks it."
        return GameAbout(game, campaign.scenario, campaign.rulebook, chance, (), credits)

    return about


QUIET = "Nothing happened."


def _turn_story(page: PageContext[Any, Any]) -> TurnStory:
    """The first news of the turn, and the rest in a row; a turn that is over may have none."""
    is_over = page.place + 1 < len(page.logs) or page.log.end.campaign.closed
    headline = "".join(page.log.news[:1]) or QUIET * is_over
    return TurnStory(headline, " ".join(page.log.news[1:]))


def _campaign_story(page: PageContext[Any, Any]) -> CampaignStory:
    """The news of the last turn in a row."""
    return CampaignStory(" ".join(page.log.news))


PLAIN_STORIES: Stories[Any, Any] = Stories(_turn_story, _campaign_story)

# --- a whole small game -------------------------------------------------------------------------

ROUNDS = Calendar(
    written=WrittenTurn("round-02"),
    parse=lambda typed: typed if typed.startswith("round-") and typed[6:].isdigit() else None,
    ordinal=lambda turn: int(turn[6:]),
    following=lambda turn: f"round-{int(turn[6:]) + 1:02}",
    in_words=lambda turn: f"Round {int(turn[6:])}",
    starts_year=lambda turn: False,
    noun="round",
)
"""Turns that are numbered: `round-01` is Round 1."""
FIRST = "round-01"


def rolled(kind: type[Event], left_behind: Callable[[S, Any], S]) -> Corrected[S]:
    """What corrections do to an event for which the ledger rolled, and whose `draw` is the number
    of that roll: it cannot be rolled twice. `left_behind` keeps the number where it is struck.
    """
    return Corrected(
        settling=(kind,),
        numbers={kind: lambda event: (str(event.draw),)},
        drew={kind: lambda event: event.draw > 0},
        left_behind={kind: left_behind},
    )


class SmallGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a game in rounds must say of itself; `small_system` adds the rest."""

    name: str
    """The word that the topics of its events begin with."""
    title: str
    seats: Seats
    rounds: int
    """How many there are at most."""
    state: type[Any]
    """The position; its field `campaign` is what every campaign shares."""
    begin: Callable[[Campaign], Any]
    """The position at the start."""
    chapter: Chapter[Any]
    """Its commands, and each of its events as a sentence."""
    evolve: Mapping[type[Event], Callable[[Any, Any], Any]]
    """What each of its events, and a new round, does to a position."""
    standings: Callable[[Any], Grid]
    corrected: Corrected[Any] = Corrected()
    owed: Callable[[Any], tuple[Task, ...]] = lambda state: ()
    """What members have yet to do."""
    verbs: tuple[VerbLine, ...] = ()
    credits: str = ""
    """Whose game it is, below each page."""


def small_system(game: SmallGame) -> system.System[Any]:
    """A whole game with plain pages, one rulebook, and one scenario, which has the game's name."""
    corrected: CorrectedGame[Any] = CorrectedGame([game.corrected])
    rulebook, events = f"{game.name}-1", tuple(game.chapter.sentences)
    turns = (FIRST, f"round-{game.rounds:02}")
    decider = assembly.decider((game.chapter,), ROUNDS, none, lambda state, member: 0)
    opens = plain_opening(game.name, rulebook, (game.name,), turns)
    score: Section[Any, None] = Section(
        "score", "Standings", "standings.html", lambda page: game.standings(page.log.end)
    )
    return system.System(
        name=game.name,
        rulebooks=(rulebook,),
        codec=Codec(events, game.seats.ids),
        calendar=ROUNDS,
        seats=game.seats,
        rules=system.rules(
            (game.evolve,),
            lambda event, shared: game.begin(shared),
            game.seats,
            assembly.deciding(decider, RECORD, opens, game.seats),
        ),
        corrections=system.Corrections(
            system.struck(corrected.left_behind),
            faults=corrected.faults,
            amended=corrected.amended,
        ),
        secrets=system.Secrets(settles=corrected.settles, numbers=corrected.numbers),
        audit=system.Audit(
            request_of,
            auditor=lambda: TrustAuditor((game.chapter,)),
            recorded=game.chapter.recorded,
            field_of=game.chapter.field_of,
            drew=corrected.drew,
        ),
        view=system.GameView(
            shown(lambda state: {"standings": _in_json(game.standings(state))}),
            plain_names(game.seats, ROUNDS, {game.name: game.title}),
            spoken(game.chapter.sentences),
        ),
        front=system.Front(
            plain_screens(game.standings),
            verbs=game.verbs,
            choices=OpeningChoices(lambda: (game.name,)),
        ),
        pages=Pages(
            plain_notes(*events),
            plain_about(game.title, game.credits),
            PLAIN_STORIES,
            PageSections(turn=(score,), index=(score,)),
            PageFigures(),
            PageLook("campaign"),
        ),
        notices=Notices(game.owed),
        asking=system.later(lambda: _asking(game)),
        recording=system.later(lambda: _recording(game)),
        tables=game.chapter.tables,
        snapshots=system.Snapshots(game.state, system.fold_modules((game.evolve,), game.begin)),
    )


def _asking(game: SmallGame) -> "Asking[Any]":
    """What its commands and those of every campaign ask; read when somebody is asked."""
    from campaign.disputes.routing import INTERVIEWS
    from campaign.kernel.assembly import asking

    return asking((game.chapter,), INTERVIEWS, dict)


def _recording(game: SmallGame) -> "Recording[Any]":
    """A tile with its acts, and what every campaign has."""
    from campaign.disputes import recording as shared
    from campaign.kernel.interview.available import Recording, Tile, TileAct

    acts = tuple(
        TileAct(kind.__name__, kind.in_short.removesuffix(".") or kind.verb)
        for kind in game.chapter.decide
    )
    own = Tile("acts", game.title, "What the rules let you do", "record", acts)
    return Recording((own, shared.PUT_RIGHT), shared.OTHERS, shared.AVAILABLE)


def _in_json(grid: Grid) -> list[dict[str, Any]]:
    return [dict(zip(grid.heads, row, strict=True)) for row in grid.rows]
