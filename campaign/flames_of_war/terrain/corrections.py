"""Corrections of the battlefield: rolls stay, and their numbers are used up. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war import rolling
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled


def _rolled(event: TerrainRolled) -> Mapping[str, str]:
    """What the ledger rolled stays; dice typed in wrong may be put right."""
    why = f"what the ledger rolled {STAYS}"
    brought = ("dice", "category", "feature", "lined", "weather", "hill", "first_die", "chart")
    fields = (*brought, "source", "draw") if event.draw else ("source", "draw")
    return {**dict.fromkeys(fields, why), **_place(event)}


def _place(event: object) -> Mapping[str, str]:
    """Of any of them: which battle it is about."""
    return dict.fromkeys(("line", "battle"), f"which battle it was {STAYS}")


def _kept(event: BattlefieldKept) -> Mapping[str, str]:
    """There is one battle at most whose ground may be kept."""
    return {"of": f"whose ground it is {STAYS}", **_place(event)}


CORRECTED = Corrected[State](
    settling=(TerrainRolled,),
    kept={TerrainRolled: _rolled, BattlefieldKept: _kept, BattlefieldDescribed: _place},
    numbers={TerrainRolled: lambda event: rolling.numbers(event, event.dice)},
    drew={TerrainRolled: rolling.by_ledger},
)
