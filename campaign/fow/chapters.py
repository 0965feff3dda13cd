"""The chapters of Flames of War: what they decide, correct and audit together. Pure."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.routing import INTERVIEWS
from campaign.disputes.sentences import spoken
from campaign.fow import corrections, names
from campaign.fow.battle_log.chapter import CHAPTER as BATTLE_LOG
from campaign.fow.dice import commands, draws
from campaign.fow.dice.chapter import CHAPTER as DICE
from campaign.fow.folding import FOLDS
from campaign.fow.forces.chapter import CHAPTER as FORCES
from campaign.fow.forces.entries import of_set_up
from campaign.fow.members import permissions
from campaign.fow.members.chapter import CHAPTER as MEMBERS
from campaign.fow.missions.chapter import CHAPTER as MISSIONS
from campaign.fow.missions.commands import RollMission, RollRoles
from campaign.fow.opening import new_campaign
from campaign.fow.report import figures
from campaign.fow.results.chapter import CHAPTER as RESULTS
from campaign.fow.screens import AWAITING
from campaign.fow.state import SEATS, State, begun, rule
from campaign.fow.terrain.chapter import CHAPTER as TERRAIN
from campaign.fow.terrain.commands import RollTerrain
from campaign.kernel import projections, system
from campaign.kernel.assembly import asking, decider, deciding
from campaign.kernel.chapters import Chapter, TrustAuditor, unless_the_ledgers
from campaign.kernel.decisions import Decision, joined
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.asking import Interviews
from campaign.kernel.terminal.screens import shown
from events.base import Event
from events.fow.set_up import PositionStated

# --- The chapters of Flames of War campaigns, in the order of a campaign's course ---------------

_BEGINNING = Chapter[State](
    "beginning",
    needs=dict.fromkeys((RollMission, RollRoles, RollTerrain, commands.RollDice), draws.needs),
    sentences=new_campaign.SENTENCES,
    trusted={PositionStated: "positions taken over"},
    counted=dict.fromkeys(corrections.ROLLED, unless_the_ledgers("dice thrown at the table")),
)


def _interviews(chapter: str) -> Interviews[State]:
    """What a chapter's acts ask; imported when somebody is asked."""
    match chapter:
        case "forces":
            from campaign.fow.forces.interviews import INTERVIEWS
        case "missions":
            from campaign.fow.missions.interviews import INTERVIEWS
        case "terrain":
            from campaign.fow.terrain.interviews import INTERVIEWS
        case "results":
            from campaign.fow.results.interviews import INTERVIEWS
        case "battle log":
            from campaign.fow.battle_log.interviews import INTERVIEWS
        case _:
            from campaign.fow.dice.interviews import INTERVIEWS
    return INTERVIEWS


_ASKING = (
    replace(chapter, interviews=partial(_interviews, chapter.name))
    for chapter in (FORCES, MISSIONS, TERRAIN, RESULTS, BATTLE_LOG, DICE)
)
CHAPTERS: tuple[Chapter[State], ...] = (_BEGINNING, MEMBERS, *_ASKING)


# --- Flames of War: its decider -----------------------------------------------------------------
# Each rule file decides and folds its own part.

DECIDER = decider(CHAPTERS, names.CALENDAR, permissions.untimely, draws.entropies_of, AWAITING)


def _forces(facts: tuple[Event, ...], forces: Mapping[str, Mapping[str, Any]]) -> Decision:
    """FoW Choosing Your Force: the forces of a set-up, in the state that its first facts make."""
    evolve = system.evolver(begun, system.evolvers(FOLDS, rule), SEATS)
    state: State | None = None
    for fact in facts:
        state = evolve(state, fact)
    return of_set_up(state, forces) if state is not None else ()


RARE = frozenset(("pre_game", "first_lost", "left_behind", "played_on", "note", "witness"))
"""Fields of commands that are seldom filled in."""


def _choices() -> Mapping[str, Callable[[State], Choice]]:
    from campaign.fow.interviews import CHOICES

    return CHOICES


# --- What the chapters say together, facet by facet ---------------------------------------------

show = shown(figures.show)
"""A state in JSON values."""
sentence = spoken(joined(chapter.sentences for chapter in CHAPTERS))
"""An event as a sentence."""
DECIDING = deciding(DECIDER, RECORD, partial(new_campaign.open_campaign, then=_forces), SEATS)
SECRETS = system.Secrets[State](
    settles=corrections.CORRECTED.settles,
    numbers=corrections.CORRECTED.numbers,
)
AUDIT = system.Audit[State](
    request_of=new_campaign.request_of,
    auditor=lambda: TrustAuditor(CHAPTERS),
    recorded=joined(chapter.recorded for chapter in CHAPTERS),
    field_of=joined(chapter.field_of for chapter in CHAPTERS),
    drew=corrections.CORRECTED.drew,
)
ASKING = asking(CHAPTERS, INTERVIEWS, _choices, RARE)
TABLES = projections.combined([chapter.tables for chapter in CHAPTERS])
