"""The battle log: deployment, fortifications, player turns, withdrawal, platoons lost."""

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


# --- turns ----------------------------------------------------------------------------------------


def test_a_battalion_outlives_its_companies(tmp_path: Path) -> None:
    """Page 230: a company's failure ends nothing; that of the battalion does."""
    with begun(tmp_path, "hold-the-line", battalion=True) as own:
        check = {"side": "able", "rating": "confident", "dice": [3]}
        own.do("RollDice", aid="company-morale", destroyed=3, on_table=2, company="a", **check)
        turns(own, "able", "baker")
        rolled = own.do("RollDice", aid="battalion-morale", companies=3, companies_left=1, **check)
        assert rolled[1] | {"company": "battalion"} == rolled[1]
        assert own.refused("BeginPlayerTurn", side="able").startswith("FoW Company Morale Checks")
        sound(own)
    with begun(tmp_path / "other", "hold-the-line") as own:
        assert (
            own.refused("RollDice", aid="battalion-morale", companies=3, companies_left=1, **check)
            == "FoW Company Morale Checks: this battle was not begun with a battalion"
        )
