"""Corrections of choosing a mission: rolls stay, and their numbers are used up. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.missions import selection
from campaign.flames_of_war.state import State, with_line
from campaign.kernel.corrected import STAYS, Corrected
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.missions import (
    ChangeDeclined,
    MissionAgreed,
    MissionChosen,
    MissionRolled,
    RolesDecided,
    RolesRolled,
    VictoryPointsSpent,
)


def _rolled(event: MissionRolled) -> Mapping[str, str]:
    """What the ledger rolled stays; dice typed in wrong may be put right."""
    return _stays(event, "rolls", "row")


def _roles(event: RolesRolled) -> Mapping[str, str]:
    return _stays(event, "dice")


def _stays(event: MissionRolled | RolesRolled, *fell: str) -> Mapping[str, str]:
    stays = {"source": f"whose dice they were {STAYS}", **_place(event)}
    if event.draw:
        stays |= dict.fromkeys(fell, f"what the ledger rolled {STAYS}")
    return stays


def _place(event: object) -> Mapping[str, str]:
    """Of any of them: which battle it is about."""
    why = f"which battle it was {STAYS}"
    return {name: why for name in ("line", "battle") if hasattr(event, name)}


def _numbers(event: MissionRolled | RolesRolled) -> Iterable[str]:
    """The numbers of the ledger's dice."""
    thrown = (
        [score.dice for score in event.rolls.values()]
        if isinstance(event, MissionRolled)
        else event.dice.values()
    )
    return rolling.numbers(event, [die for dice in thrown for die in dice])


def _answered(state: State, event: MissionChosen | ChangeDeclined) -> State:
    """A struck answer may be given again, but a battle begun since then needs no other one.

    So a correction that leaves a purchase uncovered takes back the purchase, not the battles.
    """
    line = state.lines[event.line]
    if line.phase != "change":
        return state
    return with_line(state, replace(line, change=replace(line.change, lapsed=True)))


def _scores(state: State, event: MissionRolled) -> Mapping[str, object]:
    """FoW Linked Missions: the last mission's points and the lead come from the battles before."""
    dice = {side: roll.dice for side, roll in event.rolls.items()}
    held = selection.score(state, state.lines[event.line], dice)
    return {
        "rolls": {
            side: msgspec.to_builtins(
                replace(
                    roll,
                    last=held[side].last,
                    lead=held[side].lead,
                    won_defending=held[side].won_defending,
                )
            )
            for side, roll in event.rolls.items()
        }
    }


_OTHERS = (MissionChosen, RolesDecided, VictoryPointsSpent, ChangeDeclined, MissionAgreed)

CORRECTED = Corrected[State](
    settling=(MissionRolled, RolesRolled),
    kept={MissionRolled: _rolled, RolesRolled: _roles, **dict.fromkeys(_OTHERS, _place)},
    restated={MissionRolled: _scores},
    numbers={MissionRolled: _numbers, RolesRolled: _numbers},
    drew={MissionRolled: rolling.by_ledger, RolesRolled: rolling.by_ledger},
    left_behind={MissionChosen: _answered, ChangeDeclined: _answered},
)


# --- what an amendment changes of a command -----------------------------------------------------


def _thrown(event: MissionRolled) -> JsonObject:
    """FoW Mission Selector: dice that were typed in; the ledger's stay."""
    dice = {side: score.dice for side, score in event.rolls.items()}
    return {"dice": dice if event.source == "table" else None}


def _chosen(event: MissionChosen) -> JsonObject:
    """FoW Axis of Attack: the mission that a side paid for, or agreed to."""
    return {"mission": event.mission}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {
    MissionRolled: _thrown,
    MissionChosen: _chosen,
}
