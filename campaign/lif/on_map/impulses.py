"""LiF 3.2: the stages, impulses and steps that limits count by, and who co-operates. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied
from campaign.lif.abilities import catalogue
from campaign.lif.names import the_country
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Evolvers, State, Timing, Use, at_war, cooperating, pair
from campaign.text.json_values import JsonObject
from events.campaign import TurnBegan
from events.lif import on_map
from events.lif.powers import Power

if TYPE_CHECKING:
    from campaign.lif.on_map import commands


def begin_stage(state: State, command: commands.BeginStage, supplied: Supplied) -> Decision:
    """LiF 3.2: a stage begins, each once a turn; limits by the stage count from zero again."""
    if command.stage in state.play.timing.stages:
        return Refused(RECORD, f"the {command.stage} stage of this turn has begun already")
    return (on_map.StageBegan(stage=command.stage),)


def begin_impulse(state: State, command: commands.BeginImpulse, supplied: Supplied) -> Decision:
    """LiF 3.2: an impulse of the action stage begins; limits by the impulse start at zero again."""
    return (on_map.ImpulseBegan(number=state.play.timing.impulses + 1, side=command.side),)


def begin_step(state: State, command: commands.BeginStep, supplied: Supplied) -> Decision:
    """LiF 3.2: a step begins (list edition: a segment); each ability may be used once in it."""
    return (on_map.StepBegan(step=command.step),)


def cooperate(state: State, command: commands.Cooperate, supplied: Supplied) -> Decision:
    """LiF 3.2: two major powers co-operate from now on; the base game says which may."""
    power, other = command.powers
    if power == other:
        return Refused(RECORD, f"{the_country(power)} needs no agreement with itself")
    if at_war(state, power, other):
        return Refused(RECORD, f"{the_country(power)} and {the_country(other)} are at war")
    if cooperating(state, power, other):
        return Refused(RECORD, f"{the_country(power)} and {the_country(other)} co-operate already")
    from campaign.lif.us_entry import aftermath

    if refused := aftermath.parted(state, power, other):
        return refused
    return (on_map.CooperationAgreed(powers=command.powers),)


def end_cooperation(state: State, command: commands.EndCooperation, supplied: Supplied) -> Decision:
    """LiF 3.2: two major powers no longer co-operate."""
    power, other = command.powers
    if pair(power, other) not in state.play.cooperating:
        return Refused(RECORD, f"{the_country(power)} and {the_country(other)} do not co-operate")
    return (on_map.CooperationEnded(powers=command.powers),)


def shown(state: State) -> JsonObject:
    """The course of the turn and who co-operates, as everybody may see it, in JSON values."""
    now = state.play.timing
    return {
        "course": {
            "stage": now.stage,
            "impulse": now.impulse,
            "side": now.side,
            "step": now.step,
            "used": [_shown(use) for use in now.used],
        },
        "cooperating": [list(powers) for powers in sorted(state.play.cooperating)],
        "vichy_moves": sorted(state.play.vichy_moves),
    }


def _shown(use: Use) -> JsonObject:
    """LiF 3.2: a use in JSON values; the number of units only where they are counted."""
    shown: JsonObject = msgspec.to_builtins(use)
    del shown["combat"], shown["combats"]
    if not use.units:
        del shown["units"]
    return shown


# --- fold ---------------------------------------------------------------------------------------


def _turn_began(state: State, event: TurnBegan) -> State:
    """LiF 3.2, 5.1: a new turn starts again at its first stage, and its combats count from one;
    the last turn's promotions are past.

    Ruling 62: a stack in a neutral minor is still there in the next turn.
    """
    play = replace(state.play, timing=Timing())
    resting = tuple(part for part in play.resting if part.ability == catalogue.OVER_THE_BORDER)
    if play.combats or play.left_behind or resting != play.resting:
        play = replace(play, combats={}, latest=(), promoted_after=frozenset())
        play = replace(play, resting=resting, left_behind=())
    return replace(state, play=play)


def _stage(state: State, event: on_map.StageBegan) -> State:
    stages = (*state.play.timing.stages, event.stage)
    return _timed(state, replace(_afresh(state), stage=event.stage, stages=stages))


def _impulse(state: State, event: on_map.ImpulseBegan) -> State:
    """Ruling 60: the promotions of the combats before it are past."""
    past = replace(state, play=replace(state.play, latest=()))
    number, side = event.number, event.side
    return _timed(past, replace(_afresh(state), impulse=number, side=side, impulses=number))


def _afresh(state: State) -> Timing:
    """LiF 3.2: what the turn keeps when limits count from zero again: how far it has come, and the
    uses announced for combats.
    """
    now = state.play.timing
    return Timing(
        steps=now.steps, impulses=now.impulses, stages=now.stages, announced=now.announced
    )


def _step(state: State, event: on_map.StepBegan) -> State:
    """LiF 3: the land combat goes on through its parts; one begun twice in a row begins anew.

    1998 edition: a part is not a new step, and used abilities stay used. List edition: a segment.
    An impulse has one land combat step; begun twice in a row it is the next impulse's, of a club
    that records none.
    """
    now = state.play.timing
    again = event.step == now.step == catalogue.LAND_COMBAT
    on = now.land_combat > 0 and event.step in catalogue.LAND_COMBAT_PARTS and not again
    steps = now.steps + (not on or state.campaign.rulebook != LIF_1998)
    began = steps if event.step in catalogue.LAND_COMBAT_STEPS else 0
    land_combat = now.land_combat if on else began
    return _timed(state, replace(now, step=event.step, steps=steps, land_combat=land_combat))


def _timed(state: State, timing: Timing) -> State:
    return replace(state, play=replace(state.play, timing=timing))


def _allied(state: State, cooperating: frozenset[tuple[Power, Power]]) -> State:
    return replace(state, play=replace(state.play, cooperating=cooperating))


EVOLVE: Evolvers = {
    TurnBegan: _turn_began,
    on_map.StageBegan: _stage,
    on_map.ImpulseBegan: _impulse,
    on_map.StepBegan: _step,
    on_map.CooperationAgreed: lambda state, event: _allied(
        state, state.play.cooperating | {pair(*event.powers)}
    ),
    on_map.CooperationEnded: lambda state, event: _allied(
        state, state.play.cooperating - {pair(*event.powers)}
    ),
}
