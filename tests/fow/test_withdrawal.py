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


def test_a_withdrawal_is_settled_before_the_next_turn(tmp_path: Path) -> None:
    """Page 201: five must send one away; four gain a counter, and nobody goes."""
    with begun(tmp_path, "fighting-withdrawal", each=5) as own:
        assert to_own_turn(own, 3)["due"] == ("withdrawal",)
        assert own.refused("WithdrawPlatoon") == (
            "FoW Strategic Withdrawal: Baker has 5 platoons and Delay Counters, and one "
            "withdraws; name the platoon"
        )
        assert own.refused("BeginPlayerTurn", side="able") == (
            "FoW Strategic Withdrawal: Baker withdraws a platoon or gains a Delay Counter first"
        )
        assert own.refused("WithdrawPlatoon", platoon="p1", dice=[4]) == (
            "malformed: dice: no test is due; leave the dice out"
        )
        near = {"platoon": "p1", "below_half": True, "enemy_near": True}
        assert own.refused("WithdrawPlatoon", **near, dice=[4]) == (
            "malformed: skill: it tests the Skill of the platoon; name it"
        )
        assert own.refused("WithdrawPlatoon", **near, skill="trained", dice=[4, 4]) == (
            "FoW Re-rolls: expected 1 die, got 2: the 4 passes, and what has passed is not rolled "
            "again"
        )
        events = own.do("WithdrawPlatoon", **near, skill="trained", dice=[4])
        assert [event["type"] for event in events] == ["fow.DiceRolled", "fow.PlatoonWithdrew"]
        assert own.refused("LosePlatoon", side="baker", platoon="p1") == (
            "Record: Baker: p1 is no longer on the table"
        )
        turns(own, "able", "baker")
        assert own.refused("WithdrawPlatoon", platoon="p2") == (
            "FoW Strategic Withdrawal: Baker has 4 platoons and Delay Counters, and nobody "
            "withdraws below 5; leave the platoon out"
        )
        (event,) = own.do("WithdrawPlatoon")
        assert (event["total"], event["counters"]) == (4, 1)
        turns(own, "able", "baker")
        rout = {**near, "platoon": "p2", "skill": "veteran"}
        events = own.do("WithdrawPlatoon", **rout, dice=[2])
        assert [event["type"] for event in events] == ["fow.DiceRolled", "fow.PlatoonLost"]
        assert own.show()["battles"]["linked-1"]["counters"] == 0
        assert own.refused("WithdrawPlatoon") == (
            "FoW Strategic Withdrawal: no withdrawal is due for Baker"
        )
        sound(own)
