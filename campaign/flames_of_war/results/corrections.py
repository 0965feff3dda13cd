"""Corrections of battles and results: what stays, and what is worked out again. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from events.base import Event
from events.fow.battles import (
    BattleAbandoned,
    BattleBegun,
    ObjectiveReached,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    SectorChanged,
    SectorHeld,
    VictoryPointsWon,
)
from events.fow.set_up import CampaignDecided


def _place(event: object) -> Mapping[str, str]:
    """Which battle an event is about."""
    why = f"which battle it was {STAYS}"
    return {name: why for name in ("line", "battle") if hasattr(event, name)}


def _report(event: ResultReported) -> Mapping[str, str]:
    return {**_place(event), "by_side": f"whose report it was {STAYS}"}


_OTHERS = (
    BattleBegun,
    ResultContested,
    ResultConfirmed,
    VictoryPointsWon,
    SectorChanged,
    SectorHeld,
    ObjectiveReached,
    BattleAbandoned,
)
CORRECTED = Corrected[State](kept={ResultReported: _report, **dict.fromkeys(_OTHERS, _place)})


def again(amended: Event, event: Event) -> bool:
    """FoW Victory Points: an amended report is booked again, with points, sector and the end.

    So is the end of a linked campaign, which goes by the points of all its battles.
    """
    if not isinstance(amended, ResultReported):
        return False
    if isinstance(event, ResultReported | ResultConfirmed):
        return event.battle == amended.battle
    return isinstance(event, CampaignDecided) and event.how in ("points", "draw")
