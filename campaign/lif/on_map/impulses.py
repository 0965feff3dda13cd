"""LiF 3.2: the stages, impulses and steps that limits count by, and who co-operates. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied
from campaign.lif.names import the_country
from campaign.lif.state import State, Use, at_war, cooperating, pair
from campaign.text.json_values import JsonObject
from events.lif import on_map

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
