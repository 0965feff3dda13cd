"""Plain parts of the toy games: names, opening, screens and pages from their seats and a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from campaign.kernel.chapters import opening
from campaign.kernel.decisions import Decision, bad_field
from campaign.kernel.members import HOST, Calendar, GameState, S, Seats
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kernel.pages import (
    CampaignStory,
    GameAbout,
    PageContext,
    Stories,
    TurnNotes,
    TurnStory,
)
from campaign.kernel.projections import Transition
from campaign.kernel.terminal.screens import Grid, Overview, Screens, Standings, Status, Unfinished
from events.base import Event
from events.campaign import MemberEnrolled, TurnBegan


class PlainNames(msgspec.Struct, frozen=True):
    """Names of members, seats and turns."""

    members: Mapping[str, str]
    seats: Seats
    calendar: Calendar

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


def plain_names(seats: Seats, calendar: Calendar) -> Callable[[GameState], PlainNames]:
    """The names in a campaign, as its members are called now."""

    def names(state: GameState) -> PlainNames:
        members = {who: member.name for who, member in state.campaign.members.items()}
        return PlainNames(members, seats, calendar)

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


def _turn_story(page: PageContext[Any, Any]) -> TurnStory:
    """The first news of the turn, and the rest in a row."""
    return TurnStory("".join(page.log.news[:1]), " ".join(page.log.news[1:]))


def _campaign_story(page: PageContext[Any, Any]) -> CampaignStory:
    """The news of the last turn in a row."""
    return CampaignStory(" ".join(page.log.news))


PLAIN_STORIES: Stories[Any, Any] = Stories(_turn_story, _campaign_story)
