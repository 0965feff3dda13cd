"""Dice and the battle log put right: what follows is worked out again, what was rolled stays."""

from pathlib import Path
from typing import Any

from fow.battles import begun, turns
from fow.disputed import INSTEAD, amend, why_not
from fow.support import War


def fighting(folder: Path, **more: Any) -> War:
    """Hold the Line, with Anna, Ben and somebody who rules on disputes."""
    own = begun(folder, "hold-the-line", **more)
    for who, role in (("anna", "player"), ("ben", "player"), ("ref", "referee")):
        own.do("EnrolMember", member=who, name=who.title(), roles=[role])
    return own


def lost(own: War) -> list[tuple[str, str]]:
    """Every platoon that is gone according to the log, by side."""
    battle = own._ledger.live("club").state.battles["linked-1"]
    return [(side, one) for side, all_ in battle.table.gone.items() for one, _ in all_]


CHECK = {
    "aid": "platoon-morale",
    "side": "baker",
    "platoon": "p1",
    "rating": "confident",
    "destroyed": 3,
    "fighting": 2,
    "casualties": True,
}


def test_a_die_put_right_saves_the_platoon(tmp_path: Path) -> None:
    """The 3 was a 4: the test is passed, and nobody is lost."""
    with fighting(tmp_path) as own:
        version = own.do("RollDice", **CHECK, dice=[3])[0]["version"]
        assert lost(own) == [("baker", "p1")]
        amend(own, version, dice=[4])
        assert lost(own) == []
        own.do("RollDice", **CHECK, dice=[3])
        assert lost(own) == [("baker", "p1")]
        assert own.doubted() == []


def test_a_die_put_right_loses_the_platoon(tmp_path: Path) -> None:
    """The 4 was a 3: the platoon is Destroyed after all."""
    with fighting(tmp_path) as own:
        version = own.do("RollDice", **CHECK, dice=[4])[0]["version"]
        amend(own, version, dice=[3])
        assert lost(own) == [("baker", "p1")]
        assert own.doubted() == []


def test_what_the_ledger_rolled_stays(tmp_path: Path) -> None:
    """It can be struck, and its numbers are used up."""
    with fighting(tmp_path) as own:
        event = own.do("RollDice", **CHECK)[0]
        for what, changed in (
            ("what the ledger rolled", {"dice": [7 - event["dice"][0]]}),
            ("whose dice they were", {"source": "table"}),
            ("which battle it was", {"battle": "linked-2"}),
        ):
            told = why_not(own, event["version"], **changed)
            assert told == f"Corrections: {what} stays; {INSTEAD}"


def test_a_roll_cannot_be_undone_and_an_entry_of_the_log_can(tmp_path: Path) -> None:
    """Dice have fallen; a platoon that was noted by mistake has not."""
    with fighting(tmp_path) as own:
        own.do("RollDice", **CHECK, dice=[4])
        assert own.refused("UndoAct").endswith(
            "no act to take back: what was opened, drawn or rolled stays"
        )
        turns(own, "able")
        own.do("LosePlatoon", side="able", platoon="p3")
        own.do("UndoAct")
        assert lost(own) == []
        assert own.doubted() == []


def test_a_platoon_named_wrong_is_put_right(tmp_path: Path) -> None:
    """The log keeps its battle; the platoon was another."""
    with fighting(tmp_path) as own:
        version = own.do("LosePlatoon", side="able", platoon="p3")[0]["version"]
        amend(own, version, platoon="p4")
        assert lost(own) == [("able", "p4")]
