"""Corrections of battles and results: what stays, and what is worked out again. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from campaign.kernel.decisions import Refused
from campaign.text.json_values import JsonObject
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
from events.fow.words import BySide


def _place(event: object) -> Mapping[str, str]:
    """Which battle an event is about."""
    why = f"which battle it was {STAYS}"
    return {name: why for name in ("line", "battle") if hasattr(event, name)}


def _report(event: ResultReported) -> Mapping[str, str]:
    return {**_place(event), "by_side": f"whose report it was {STAYS}"}


def _here(state: State, event: Any) -> Mapping[str, object]:
    """FoW Axis of Attack: where the battle is."""
    return {"sector": state.lines[event.line].sector}


def _left(state: State, event: SectorChanged) -> Mapping[str, object]:
    return {"from": state.lines[event.line].sector}


def faults(state: State) -> Iterator[Refused]:
    """FoW Axis of Attack: a battle is in one of its line's sectors."""
    for line in state.lines.values():
        if line.axis is not None and line.here is None:
            text = f"{line.name} has no sector {line.sector}"
            yield Refused("FoW Axis of Attack", text)


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
CORRECTED = Corrected[State](
    kept={ResultReported: _report, **dict.fromkeys(_OTHERS, _place)},
    restated={
        SectorChanged: _left,
        **dict.fromkeys((BattleBegun, SectorHeld, ObjectiveReached), _here),
    },
    faults=faults,
)


def again(amended: Event, event: Event) -> bool:
    """FoW Victory Points: an amended report is booked again, with points, sector and the end.

    So is the end of a linked campaign, which goes by the points of all its battles.
    """
    if not isinstance(amended, ResultReported):
        return False
    if isinstance(event, ResultReported | ResultConfirmed):
        return event.battle == amended.battle
    return isinstance(event, CampaignDecided) and event.how in ("points", "draw")


# --- what an amendment changes of a command -----------------------------------------------------


def _reported(event: ResultReported) -> JsonObject:
    """FoW Victory Points: losses are told by number, or by name."""
    return {
        "turn": event.turn,
        "lost": _losses(event.lost, event.lost_platoons),
        "pre_game": _losses(event.pre_game, event.pre_game_platoons),
    }


def _losses(figures: BySide, named: Mapping[str, tuple[str, ...]]) -> JsonObject:
    return {side: named.get(side, figure) for side, figure in figures.items()}


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {ResultReported: _reported}
