"""What rolls say of their commands otherwise than in fields of the same names. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.flames_of_war.dice import register
from campaign.flames_of_war.dice.rolls import FIELDS
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.dice import DiceRolled


def _rolled(event: DiceRolled) -> JsonObject:
    """FoW Re-rolls: facts of the table and dice; what the battle knows is asked of it again."""
    aid = register.AIDS.get(event.aid)
    known = {one.name for one in aid.inputs if one.known} if aid else set()
    told = {
        name: event.inputs.get(name)
        for name in FIELDS
        if name not in known and name not in ("platoon", *DiceRolled.__struct_fields__)
    }
    told["count"] = told.get("count") or None
    thrown = event.dice if event.source == "table" else None
    return {**told, "dice": thrown, "again": None, "firepower_dice": None}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {DiceRolled: _rolled}
