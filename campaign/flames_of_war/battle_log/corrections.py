"""Corrections of the battle log: each entry keeps its battle. Pure."""

from collections.abc import Mapping
from typing import Any

from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from events.fow import table_top as facts


def _place(event: Any) -> Mapping[str, str]:
    return {"battle": f"which battle it was {STAYS}"}


CORRECTED = Corrected[State](
    kept=dict.fromkeys(
        (
            facts.DeploymentRecorded,
            facts.FortificationsBought,
            facts.PlayerTurnBegan,
            facts.DelayCounterGained,
            facts.PlatoonWithdrew,
            facts.PlatoonLost,
            facts.CompanyBroke,
        ),
        _place,
    )
)
