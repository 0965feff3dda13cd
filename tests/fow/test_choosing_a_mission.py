"""FoW Mission Selector, FoW Linked Missions, FoW Axis of Attack: what sides may do, and when."""

from pathlib import Path
from typing import Any

from fow.support import War, war

TYPES = {"able": "tank", "baker": "infantry"}
SIDES = {"able": "Able", "baker": "Baker"}


def linked(folder: Path, **further: Any) -> War:
    """A linked campaign of two players."""
    return war(folder, "linked", **{"sides": SIDES, "company_types": TYPES, **further})


# --- the ledger's dice --------------------------------------------------------------------------


def test_the_ledger_rolls_and_anybody_can_check_it(tmp_path: Path) -> None:
    with linked(tmp_path, rulings={"dice": "ledger"}, company_types={}) as club:
        assert club.refused("RollMission", dice={"able": [4, 4], "baker": [1, 1]}) == (
            "FoW ruling 63: in this campaign the ledger rolls: leave the dice out"
        )
        rolled = club.do("RollMission")[0]
        assert (rolled["source"], rolled["draw"]) == ("ledger", 4)
        dice = [die for side in rolled["rolls"].values() for die in side["dice"]]
        assert len(dice) == 4
        assert set(dice) <= set(range(1, 7))
        roles, decided = club.do("RollRoles")
        thrown = len(roles["dice"]["able"])
        assert roles["draw"] == 4 + 2 * thrown
        last = {side: roles["dice"][side][-1] for side in SIDES}
        assert decided["attacker"] == max(last, key=last.__getitem__)
        assert len(set(last.values())) == 2
        assert club.rejudged() == []
        club.do("CloseCampaign")
        assert club.doubted() == []


def test_either_is_said_for_each_roll(tmp_path: Path) -> None:
    with linked(tmp_path, rulings={"dice": "either"}, company_types={}) as club:
        typed = club.do("RollMission", dice={"able": [5, 6], "baker": [1, 1]})[0]
        drawn = club.do("RollRoles")[0]
        assert (typed["source"], typed["draw"]) == ("table", 0)
        assert drawn["source"] == "ledger"
        assert drawn["draw"] >= 2
        assert club.rejudged() == []
