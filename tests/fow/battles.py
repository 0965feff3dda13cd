"""Steps that tests of battles have in common: a battle begun, and player turns."""

from pathlib import Path
from typing import Any

from fow.support import War, war

SIDES = {"able": "Able", "baker": "Baker"}
ROLLS = {
    "hold-the-line": {"able": [3, 3], "baker": [1, 1]},
    "fighting-withdrawal": {"able": [4, 5], "baker": [1, 1]},
    "breakthrough": {"able": [4, 4], "baker": [1, 5]},
    "cauldron": {"able": [3, 4], "baker": [1, 1]},
    "roadblock": {"able": [6, 6], "baker": [1, 1]},
    "big-push": {"able": [2, 2], "baker": [1, 1]},
    "free-for-all": {"able": [5, 6], "baker": [1, 1]},
}
"""Dice of a first game that give each mission; Able attacks where types decide."""


def begun(folder: Path, mission: str, *, each: int = 6, **more: Any) -> War:
    """A linked campaign whose first battle has begun, with as many platoons on each side."""
    rulings = {"dice": "either", **more.pop("rulings", {})}
    types = {"able": "tank", "baker": "infantry"}
    own = war(folder, "linked", sides=SIDES, games=4, company_types=types, rulings=rulings)
    own.do("RollMission", dice=ROLLS[mission])
    shown = own.line("linked")
    assert (shown["mission"], shown["attacker"] or "able") == (mission, "able")
    if not shown["attacker"]:
        own.do("RollRoles", dice={"able": [6], "baker": [1]})
    platoons = {"able": each, "baker": each} if each else None
    own.do("BeginBattle", **({"platoons": platoons} if platoons else {}), **more)
    return own


def turns(own: War, *sides: str) -> list[dict[str, Any]]:
    """Player turns one after the other; the event of the last."""
    events: list[dict[str, Any]] = []
    for side in sides:
        events = own.do("BeginPlayerTurn", side=side)
    return events


def sound(own: War) -> None:
    """The record would be decided so again, and `verify` finds nothing."""
    assert own.rejudged() == []
    assert own.doubted() == []
