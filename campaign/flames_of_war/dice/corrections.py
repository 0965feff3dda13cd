"""Corrections of audited dice: rolls stay, and their numbers are used up. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war import rolling
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
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
