"""What reports say of their commands otherwise than in fields of the same names. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.battles import ResultReported
from events.fow.words import BySide


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
