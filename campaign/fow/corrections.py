"""Corrections of the whole game, and what an amended event may say. Pure."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from campaign.fow.battle_log import chapter as battle_log_chapter
from campaign.fow.dice import draws
from campaign.fow.forces import chapter as forces_chapter
from campaign.fow.members import chapter as members_chapter
from campaign.fow.missions import chapter as missions_chapter
from campaign.fow.missions.catalogue import missions
from campaign.fow.results import chapter as results_chapter
from campaign.fow.results import losses, outcomes
from campaign.fow.state import State, rule
from campaign.fow.terrain import battlefields
from campaign.kernel import system
from campaign.kernel.chapters import Corrected, CorrectedGame, StayingFields, stay
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.english import near
from events import base, codec
from events.fow import OF_BATTLES, axes, forces, ground, set_up
from events.fow.battles import ResultConfirmed, ResultReported
from events.fow.missions import MissionRolled, RolesRolled
from events.fow.table_top import DiceRolled

ROLLED = (MissionRolled, RolesRolled, ground.TerrainRolled, DiceRolled)
"""Events with dice, of the table or the ledger."""
_PLACE = stay("which battle it was", "line", "battle")


def _same_roll(event: Any) -> StayingFields:
    """What the ledger rolled stays; dice typed in wrong may be put right."""
    kind, by_ledger = "what the ledger rolled", bool(event.draw)
    if isinstance(event, DiceRolled):
        brought = ("aid", "inputs", "needed", "dice", "outcome", "again", "komissar", "left")
        whose = stay("whose dice they were", "source", "draw")
        return {**stay(kind, *(brought if by_ledger else ())), **whose, **_PLACE}
    if isinstance(event, ground.TerrainRolled):
        fields = ("dice", "category", "feature", "lined", "weather", "hill", "first_die", "chart")
        return {**stay(kind, *(fields if by_ledger else ()), "source", "draw"), **_PLACE}
    fell = stay(kind, *(("rolls", "row", "dice") if by_ledger else ()))
    return {**stay("whose dice they were", "source"), **_PLACE, **fell}


_OF_BATTLES = Corrected[State](
    settling=ROLLED,
    staying={
        **dict.fromkeys(chain.from_iterable(map(codec.events_of, OF_BATTLES)), _PLACE),
        **dict.fromkeys(ROLLED, _same_roll),
        ground.BattlefieldKept: {**stay("whose ground it is", "of"), **_PLACE},
        ResultReported: {**_PLACE, **stay("whose report it was", "by_side")},
    },
    numbers=dict.fromkeys(ROLLED, draws.numbers),
    drew=dict.fromkeys(ROLLED, draws.by_ledger),
)
CORRECTED = CorrectedGame[State](
    (
        _OF_BATTLES,
        members_chapter.CORRECTED,
        forces_chapter.CORRECTED,
        missions_chapter.CORRECTED,
        results_chapter.CORRECTED,
        battle_log_chapter.CORRECTED,
    )
)
"""The first fault found in this order is the one that a member reads."""


def left_behind(state: State, event: base.Event) -> State:
    """What a struck event leaves behind: numbers of draws are used up."""
    left = draws.rolled(state, event) if getattr(event, "draw", 0) else state
    return CORRECTED.left_behind(left, event)


def again(amended: base.Event, event: base.Event) -> bool:
    """Corrections: whether an act is worked out again with an amended event of its chapter.

    FoW Victory Points: a report is booked again, with points, sector and the end; so is the end of
    a linked campaign, which goes by all its battles. FoW Reorganise: later changes of a force are
    checked again.
    """
    match amended, event:
        case ResultReported(), ResultReported() | ResultConfirmed():
            return event.battle == amended.battle
        case ResultReported(), set_up.CampaignDecided():
            return event.how in ("points", "draw")
        case forces.ForceEntered() | forces.ForceReorganised(), forces.ForceReorganised():
            return event.force == amended.force or event == amended
    judged = forces.ForceEntered | forces.ForceReorganised | forces.ForceOrganised | DiceRolled
    return isinstance(amended, judged) and event == amended


def concerned(state: State, events: Iterable[base.Event]) -> tuple[str, ...]:
    """Disputes: the sides whose things events name."""
    from campaign.disputes import procedure

    named = set(procedure.named(events))
    return tuple(side for side in state.sides if side in named)


# --- Corrections: what an amended event may say, beside what a command could have said ----------

RULE = "Corrections"


def refused(state: State, was: base.Event, now: base.Event) -> Refused | None:
    """Why an event may not be amended in this way, given the state before it; None if it may."""
    if refused := CORRECTED.amended(state, was, now):
        return refused
    if isinstance(was, ResultReported) and isinstance(now, ResultReported):
        return _winner(state, was, now) or _losses(state, was, now)
    if isinstance(was, set_up.CampaignSetUp) and isinstance(now, set_up.CampaignSetUp):
        return _other_campaign(was, now)
    return _no_mission(now) or battlefields.refused(state, now)


def _no_mission(now: base.Event | axes.AxisStart) -> Refused | None:
    """FoW missions: what is played on is one of the book's, or none is named."""
    slug = getattr(now, "mission", "")
    if not slug or slug in missions():
        return None
    return bad_field("mission", f"{slug!r} is no mission{near(slug, missions())}")


def _other_campaign(was: set_up.CampaignSetUp, now: set_up.CampaignSetUp) -> Refused | None:
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
    battle = state.battle(now.battle)
    mission = missions()[battle.mission]
    won = outcomes.winner(mission, battle, now.ended_by, now.side, now.turn)
    if (was.ended_by, was.side, was.turn) != (now.ended_by, now.side, now.turn):
        turn = outcomes.own_turn(state, battle, now.side, now.turn)
        for judged in (outcomes.about(mission, battle, now.ended_by, now.side), turn, won):
            if isinstance(judged, Refused):
                return judged
    if now.winner in (was.winner, won):
        return None
    text = "who won follows from how the battle ended: amend ended_by, side or turn instead"
    return Refused(RULE, text)


def _losses(state: State, was: ResultReported, now: ResultReported) -> Refused | None:
    """Where platoons are named, how many there were follows from the names."""
    battle = state.battle(now.battle)
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
    return losses.among_all(state, battle, now.lost_platoons, now.pre_game_platoons)


# --- What the chapters say of corrections together ----------------------------------------------

CORRECTIONS = system.Corrections[State](
    struck=system.struck(left_behind),
    rule=rule,
    faults=CORRECTED.faults,
    amended=refused,
    again=again,
)
