"""Flames of War: its decider, its chapters and its front. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.routing import INTERVIEWS as CORRECTIONS
from campaign.disputes.sentences import spoken
from campaign.fow import corrections, figures, names, permissions, state
from campaign.fow.battle_log.chapter import CHAPTER as BATTLE_LOG
from campaign.fow.dice import draws
from campaign.fow.dice.chapter import CHAPTER as DICE
from campaign.fow.forces.chapter import CHAPTER as FORCES
from campaign.fow.forces.entries import of_set_up
from campaign.fow.members.chapter import CHAPTER as MEMBERS
from campaign.fow.missions.chapter import CHAPTER as MISSIONS
from campaign.fow.opening import new_campaign
from campaign.fow.opening.new_campaign import CHOICES
from campaign.fow.results.chapter import CHAPTER as RESULTS
from campaign.fow.rulings import RULEBOOKS, RULES
from campaign.fow.screens import AWAITING, ROOMS, SCREENS
from campaign.fow.state import SEATS, State, seats_of
from campaign.fow.terrain.chapter import CHAPTER as TERRAIN
from campaign.fow.verb_lines import OTHER_WORDS, VERBS
from campaign.kernel import system
from campaign.kernel.chapters import Chapter, TrustAuditor, asking, joined
from campaign.kernel.decisions import Decision, OpenCampaign, SeedChain
from campaign.kernel.interview.answers import Choice
from campaign.kernel.projections import combined
from campaign.kernel.terminal.screens import Breakpoints, Help
from campaign.kernel.terminal.screens import shown as with_shared
from events.base import Event
from events.codec import Codec
from events.fow import EVENTS
from events.fow.battles import BattleBegun, ResultReported
from events.fow.missions import MissionChosen, MissionRolled

# --- The chapters of Flames of War campaigns, in the order of a campaign's course ---------------

CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter("beginning", evolve=state.EVOLVE, sentences=new_campaign.SENTENCES),
    Chapter("draws", evolve=draws.EVOLVE),
    MEMBERS,
    FORCES,
    MISSIONS,
    TERRAIN,
    RESULTS,
    BATTLE_LOG,
    DICE,
)


# --- What Flames of War brings to the command line, put together --------------------------------

_EXAMPLES: dict[str, str] = {
    "turn": "round-01",
    "next turn": "round-02",
    "later turn": "round-03",
    "scenario": "anzio",
    "other scenario": "linked",
    "seat": "allies",
    "other seat": "axis",
    "command": '{"command": "ConfirmResult"}',
    "event": "ResultReported",
}
"""What the help of shared verbs names as an example."""


def _rolled(event: Event) -> bool:
    """Whether a mission was rolled for."""
    return isinstance(event, MissionRolled)


FRONT = system.Front[State](
    screens=SCREENS,
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=CHOICES,
    help=Help(_EXAMPLES),
    stops=Breakpoints(
        stages=(MissionChosen, BattleBegun, ResultReported),
        draws=_rolled,
        example="side=allies, type=ResultReported, by=anna, rule=FoW",
    ),
)


# --- Flames of War: its decider -----------------------------------------------------------------
# Each rule file decides and folds its own part.

DECIDER = system.decider(
    CHAPTERS, names.CALENDAR, permissions.untimely, draws.entropies_of, AWAITING
)


def _forces(facts: tuple[Event, ...], forces: Mapping[str, Mapping[str, Any]]) -> Decision:
    """FoW Choosing Your Force: the forces of a set-up, in the state that its first facts make."""
    state: State | None = None
    for fact in facts:
        state = SYSTEM.rules.evolve(state, fact)
    return of_set_up(state, forces) if state is not None else ()


def _open(request: OpenCampaign, chain: SeedChain) -> Decision:
    return new_campaign.open_campaign(request, chain, _forces)


RARE = frozenset(("pre_game", "first_lost", "left_behind", "played_on", "note", "witness"))
"""Fields of commands that are seldom filled in."""


def _choices() -> Mapping[str, Callable[[State], Choice]]:
    from campaign.fow.interviews import CHOICES

    return CHOICES


def _pages() -> object:
    from campaign.fow.report.pages import PAGES

    return PAGES


def _notices() -> object:
    from campaign.fow.report.notifications import NOTICES

    return NOTICES


SYSTEM = system.System(
    name="fow",
    rulebooks=RULEBOOKS,
    codec=Codec(EVENTS, SEATS.ids, own=SEATS.own),
    calendar=names.CALENDAR,
    seats=SEATS,
    rules=system.rules(DECIDER, RECORD, _open, state.begun, SEATS, state.rule, RULES),
    corrections=system.Corrections(
        struck=system.struck(corrections.left_behind),
        rule=state.rule,
        faults=corrections.CORRECTED.faults,
        amended=corrections.refused,
        again=corrections.again,
    ),
    secrets=system.Secrets(
        settles=corrections.CORRECTED.settles,
        numbers=corrections.CORRECTED.numbers,
    ),
    audit=system.Audit(
        request_of=new_campaign.request_of,
        auditor=lambda: TrustAuditor(CHAPTERS),
        recorded=joined(chapter.recorded for chapter in CHAPTERS),
        field_of=joined(chapter.field_of for chapter in CHAPTERS),
        drew=corrections.CORRECTED.drew,
    ),
    view=system.GameView(
        show=with_shared(figures.show),
        concerned=corrections.concerned,
        figures=lambda: figures.KINDS,
        names=names.names_of,
        seats=seats_of,
        sentence=spoken(joined(chapter.sentences for chapter in CHAPTERS)),
    ),
    front=FRONT,
    pages=system.later(_pages),
    notices=system.later(_notices),
    rooms=ROOMS,
    asking=asking(CHAPTERS, CORRECTIONS, _choices, RARE),
    tables=combined([chapter.tables for chapter in CHAPTERS]),
    snapshots=system.Snapshots(
        State,
        system.fold_modules(CHAPTERS, State, state.begun, corrections.left_behind, state.rule),
    ),
)
