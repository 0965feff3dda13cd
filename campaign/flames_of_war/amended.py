"""Corrections: what an amended event may say, beside what a command could have said. Pure."""

from campaign.flames_of_war.corrections import CORRECTED
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.results import ends, losses
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain import amended as terrain
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.suggest import near
from events.base import Event
from events.fow.axes import AxisStart
from events.fow.battles import ResultReported
from events.fow.set_up import CampaignSetUp

RULE = "Corrections"


def refused(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended in this way, given the state before it; None if it may."""
    if refused := CORRECTED.amended(state, was, now):
        return refused
    if isinstance(was, ResultReported) and isinstance(now, ResultReported):
        return _winner(state, was, now) or _losses(state, was, now)
    if isinstance(was, CampaignSetUp) and isinstance(now, CampaignSetUp):
        return _other_campaign(was, now)
    return _no_mission(now) or terrain.refused(state, now)


def _no_mission(now: Event | AxisStart) -> Refused | None:
    """FoW missions: what is played on is one of the book's, or none is named."""
    slug = getattr(now, "mission", "")
    if not slug or slug in missions():
        return None
    return bad_field("mission", f"{slug!r} is no mission{near(slug, missions())}")


def _other_campaign(was: CampaignSetUp, now: CampaignSetUp) -> Refused | None:
    """Corrections: everything since the opening is about its sides and lines."""
    if list(was.sides) != list(now.sides):
        return Refused(RULE, "the sides stay as the campaign opened; only their names are amended")
    if [axis.id for axis in was.axes] != [axis.id for axis in now.axes]:
        return Refused(RULE, "the lines stay as the campaign opened")
    starts = (_no_mission(axis.start) for axis in now.axes)
    return next((refused for refused in starts if refused), None)


def _winner(state: State, was: ResultReported, now: ResultReported) -> Refused | None:
    """FoW missions: who won follows from how a battle ended, so that is what is put right.

    An end that the mission does not have, or not so early, has no winner to follow from it.
    """
    battle = state.battles[now.battle]
    mission = missions()[battle.mission]
    won = ends.winner(mission, battle, now.ended_by, now.side, now.turn)
    if (was.ended_by, was.side, was.turn) != (now.ended_by, now.side, now.turn):
        turn = ends.own_turn(state, battle, now.side, now.turn)
        for found in (ends.about(mission, battle, now.ended_by, now.side), turn, won):
            if isinstance(found, Refused):
                return found
    if now.winner in (was.winner, won):
        return None
    text = "who won follows from how the battle ended: amend ended_by, side or turn instead"
    return Refused(RULE, text)


def _losses(state: State, was: ResultReported, now: ResultReported) -> Refused | None:
    """Where platoons are named, how many there were follows from the names."""
    battle = state.battles[now.battle]
    for field, figures, before, named in (
        ("lost", now.lost, was.lost, now.lost_platoons),
        ("pre_game", now.pre_game, was.pre_game, now.pre_game_platoons),
    ):
        for side, names in named.items():
            if refused := losses.unknown(state, battle, side, f"{field}_platoons", names):
                return refused
            if figures.get(side, 0) not in (before.get(side, 0), len(names)):
                text = f"the platoons are named: amend {field}_platoons, and their number follows"
                return Refused(RULE, text)
    return losses.among_all(now.lost_platoons, now.pre_game_platoons)
