"""Corrections of audited dice: rolls stay, and their numbers are used up. Pure."""

from collections.abc import Iterable, Mapping

from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from events.fow.dice import DiceRolled


def _by_ledger(event: DiceRolled) -> bool:
    return event.draw > 0


def _kept(event: DiceRolled) -> Mapping[str, str]:
    """What the ledger rolled stays; dice typed in wrong may be put right."""
    why = f"what the ledger rolled {STAYS}"
    fields = ("dice", "outcome", "inputs") if event.draw else ()
    place = dict.fromkeys(("battle", "line"), f"which battle it was {STAYS}")
    return {**dict.fromkeys((*fields, "source", "draw"), why), **place}


def _numbers(event: DiceRolled) -> Iterable[str]:
    """The numbers of the ledger's dice."""
    return map(str, range(event.draw - len(event.dice) + 1, event.draw + 1)) if event.draw else ()


CORRECTED = Corrected[State](
    settling=(DiceRolled,),
    kept={DiceRolled: _kept},
    numbers={DiceRolled: _numbers},
    drew={DiceRolled: _by_ledger},
)
