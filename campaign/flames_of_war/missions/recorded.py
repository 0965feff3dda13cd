"""What choosing a mission says of its commands otherwise than in fields of the same names. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.missions import MissionChosen, MissionRolled


def _rolled(event: MissionRolled) -> JsonObject:
    """FoW Mission Selector: dice that were typed in; the ledger's stay."""
    dice = {side: score.dice for side, score in event.rolls.items()}
    return {"dice": dice if event.source == "table" else None}


def _chosen(event: MissionChosen) -> JsonObject:
    """FoW Axis of Attack: the mission that a side paid for, or agreed to."""
    return {"mission": event.mission}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {
    MissionRolled: _rolled,
    MissionChosen: _chosen,
}
