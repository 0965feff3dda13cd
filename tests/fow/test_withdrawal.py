"""FoW Strategic Withdrawal: the rearguard leaves platoon by platoon."""

from pathlib import Path
from typing import Any

import pytest

from fow.support import War
from fow.test_battle_log import begun, sound, turns


def to_own_turn(own: War, number: int) -> dict[str, Any]:
    """Turns up to this one of the defender; withdrawals on the way as the rule has them."""
    event: dict[str, Any] = {}
    for own_turn in range(1, number + 1):
        turns(own, "able")
        (event,) = turns(own, "baker")
        if own_turn < number and "withdrawal" in event["due"]:
            answer = own.submit({"command": "WithdrawPlatoon"})
            if not answer["accepted"]:
                own.do("WithdrawPlatoon", platoon=f"out-{own_turn}")
    return event


@pytest.mark.parametrize(("platoons", "left"), [(6, 3), (4, 2), (3, 2)])
def test_the_rearguard_leaves_by_the_printed_schedule(
    tmp_path: Path, platoons: int, left: int
) -> None:
    """Page 205: from turn three on; six end as three, four as two, three as two."""
    with begun(tmp_path, "fighting-withdrawal", each=platoons) as own:
        last = to_own_turn(own, 8)
        assert last["due"] == ("game-over",)
        gone = own.show()["battles"]["linked-1"]
        assert gone["turns"]["baker"] == 8
        assert own.refused("BeginPlayerTurn", side="able") == (
            "FoW Fighting Withdrawal: the last turn has begun; report the result"
        )
        state = own.submit({"command": "WithdrawPlatoon"})
        assert state["reason"] == "no withdrawal is due for Baker"
        check = own.submit(
            {"command": "RollDice", "aid": "company-morale", "side": "baker", "rating": "fearless"}
        )
        assert check["reason"].startswith(f"0 platoons Destroyed and {left} on the table")
        sound(own)
