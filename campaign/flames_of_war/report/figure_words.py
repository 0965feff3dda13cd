"""Words of the figures that corrections change, for a reader. Pure."""

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.state import State

MARKED = ("lines", "battles")
"""Figures that bear a mark where a ruling has corrected them."""
_KEYS = {
    "lines": "line",
    "battles": "battle",
    "forces": "force",
    "victory_points": "points",
    "balance": "left",
    "last": "of the last battle",
    "lost": "platoons lost",
    "counted": "losses that count",
    "sector_id": "name of the sector",
    "ended_by": "ended by",
}


def figure_word(state: State, name: str) -> str:
    """A word of a figure's path: a side, a line, a battle or a mission by name."""
    names = names_of(state)
    if name in state.sides:
        return state.sides[name]
    if name in state.lines:
        return names.line(name)
    if name in state.battles:
        return names.battle(name)
    if name in state.forces:
        return names.force(name)
    if name in missions():
        return missions()[name].name
    return _KEYS.get(name, name.replace("_", " "))
