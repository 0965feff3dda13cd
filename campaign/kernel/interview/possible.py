"""Which acts are possible now, as far as that is known before anything is asked. Pure.

    possible(system, state, PlacePiece, "anna", decide)     Available(3)
    possible(system, state, OpenStage, "anna", decide)      Available(0, "The host does this.")

A game says it of its own acts where it knows more than their choices do. Of others the rules say
what they refuse whatever is answered, and the first question how many of its choices are left.
"""

from collections.abc import Iterator, Mapping

from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.available import POSSIBLE, ActingMember, Available, sentence
from campaign.kernel.interview.pages import Forbidden, NextPage, Page, TooLongError
from campaign.kernel.interview.runner import Decides, Setting, interviewed, trial_of
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.system import AnySystem, foreign
from campaign.text.english import capital


def possible(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    by: str,
    decides: Decides,
    given: Mapping[str, str] = {},
) -> Available:
    """How many ways a member has to do something now, or why they have none. Of an act of which
    something is `given` already, the ways that are left.
    """
    refused = _refused(system, state, kind, by)
    if refused is not None:
        return Available(0, sentence(refused))
    trial = trial_of(system, state, kind, by, decides)
    if tells := system.recording.available.get(kind):
        seats = _acts_for(state.campaign, by)
        known: Available = tells(state, ActingMember(by, seats, trial, given))
        return known
    return _by_asking(system, state, kind, Setting(by, trial))


def _acts_for(campaign: Campaign, member: str) -> tuple[str, ...]:
    if campaign.is_host(member):
        return (*campaign.seats, "")
    return campaign.seats_of(member)


def _refused(system: AnySystem, state: GameState, kind: type[Command], by: str) -> Refused | None:
    """What is known without any question: the campaign, the sender, the stage of the game."""
    campaign: Campaign = state.campaign
    if other := foreign(system, campaign):
        return Refused("Rules", other)
    if kind.play and campaign.closed:
        return Refused("Calendar", "the campaign is over")
    if kind.play and (resting := campaign.record.frozen_for):
        return Refused("Disputes", f"play rests until dispute {resting} is settled")
    if not may_send(campaign, kind, by):
        who = _WHO.get(kind.who, f"a {campaign.seat_kind}’s player")
        return Refused("Members", f"{who} does this")
    return system.rules.untimely(state, kind)


_WHO = {"host": "the host", "referee": "a referee", "keeper": "the keeper of the vault"}


def may_send(campaign: Campaign, kind: type[Command], by: str) -> bool:
    """Whether a member's roles allow a command; the rules may ask for more."""
    if campaign.is_host(by) or kind.who == "member":
        return True
    if kind.who == "referee":
        return "referee" in campaign.members[by].roles
    if kind.who == "keeper":
        return campaign.record.keeper == by
    return kind.who != "host" and bool(campaign.seats_of(by))


def _by_asking(
    system: AnySystem, state: GameState, kind: type[Command], setting: Setting
) -> Available:
    """What the interview says before anything is answered."""
    try:
        outcome = interviewed(system, state, kind, {}, setting)
    except TooLongError:
        return POSSIBLE
    if isinstance(outcome, Forbidden):
        return Available(0, sentence(outcome.refused))
    if isinstance(outcome, NextPage) and isinstance(outcome.page, Page):
        return _of_choices(outcome.page)
    return POSSIBLE


def _of_choices(page: Page) -> Available:
    """What is left of the choices that a page must have answered; of the fewest, how many."""
    fewest: list[int] = []
    for choice in _needed(page):
        left = sum(not one.refused for one in choice.options)
        if not left and not choice.is_open:
            return Available(0, f"{capital(choice.options[0].refused)}.")
        fewest += [left] if left else []
    return Available(min(fewest, default=1))


def _needed(page: Page) -> Iterator[Choice]:
    """The choices that a page must have answered."""
    for question in page.questions if not page.rows else ():
        kind = question.kind
        if not question.is_optional and isinstance(kind, Choice) and kind.options:
            yield kind
