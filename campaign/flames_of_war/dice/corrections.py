"""Corrections of audited dice: rolls stay, and their numbers are used up. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.flames_of_war import rolling
from campaign.flames_of_war.dice import register
from campaign.flames_of_war.dice.rolls import FIELDS
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.dice import DiceRolled

_ROLLED = ("aid", "inputs", "needed", "dice", "outcome", "again", "komissar", "left")


def _kept(event: DiceRolled) -> Mapping[str, str]:
    """What the ledger rolled stays; dice typed in wrong may be put right."""
    rolled = dict.fromkeys(_ROLLED, f"what the ledger rolled {STAYS}") if event.draw else {}
    return {
        **rolled,
        **dict.fromkeys(("source", "draw"), f"whose dice they were {STAYS}"),
        **dict.fromkeys(("battle", "line"), f"which battle it was {STAYS}"),
    }


def again(amended: Event, event: Event) -> bool:
    """FoW Re-rolls: a roll put right is judged again, with what follows from it."""
    return isinstance(amended, DiceRolled) and event == amended


CORRECTED = Corrected[State](
    settling=(DiceRolled,),
    kept={DiceRolled: _kept},
    numbers={DiceRolled: lambda event: rolling.numbers(event, event.dice)},
    drew={DiceRolled: rolling.by_ledger},
)


# --- what an amendment changes of a command -----------------------------------------------------


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
