"""What the battle log says of its commands otherwise than in fields of the same names. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.flames_of_war.battle_log.deploying import GROUPS
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.table_top import DeploymentRecorded


def _deployed(event: DeploymentRecorded) -> JsonObject:
    """FoW Reserves: numbers, or the platoons where they were named."""
    return {group: event.platoons.get(group) or getattr(event, group) for group in GROUPS}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {DeploymentRecorded: _deployed}
