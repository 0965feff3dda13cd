"""Dice in a battle: what it knows of them, what follows, the ledger's, and who may roll."""

from pathlib import Path

from campaign.fow.battle_log.chapter import TABLES as LOG_TABLES
from campaign.fow.dice import rolls
from campaign.fow.dice.chapter import TABLES
from campaign.kernel.projections import Transition
from events.fow.table_top import DiceRolled
from fow.battles import begun, sound, turns
from support.driver import NAME


def test_the_ledger_rolls_throw_by_throw_and_everybody_can_check(tmp_path: Path) -> None:
    """Ruling 63: no dice typed, so the ledger rolls what the rule asks for, and `verify` agrees."""
    with begun(tmp_path, "hold-the-line") as own:
        draw = own.show()["draw"]
        for aid, told in (
            ("rally", {"rating": "reluctant", "led": True, "komissar": True}),
            ("armour-save", {"armour": 5, "anti_tank": 11, "firepower": 3}),
            ("shooting-hits", {"target": "trained", "count": 9}),
            ("bombardment-hits", {"skill": "veteran", "attempt": 1, "weapons": 6, "count": 5}),
            ("range-in", {"target": "veteran", "mortars": True}),
            ("air-request", {"level": "priority"}),
        ):
            (event,) = own.do("RollDice", aid=aid, side="able", **told)[:1]
            assert event["source"] == "ledger"
            assert event["draw"] == draw + len(event["dice"])
            draw = event["draw"]
        assert own.refused("RollDice", aid="shooting-hits", side="able", target="trained") == (
            "malformed: count: say how many dice the ledger rolls"
        )
        own.do("ReportResult", ended_by="conceded", side="able", lost={})
        own.do("AdvanceTurn")
        sound(own)


def test_rolls_turns_and_losses_have_their_rows(tmp_path: Path) -> None:
    """What was needed and why, what fell due, which platoon went and how."""
    with begun(tmp_path, "fighting-withdrawal", each=5) as own:
        for side in ("able", "baker") * 2 + ("able",):
            turns(own, side)
        own.do("LosePlatoon", side="able", platoon="p4", how="rear")
        turns(own, "baker")
        own.do("WithdrawPlatoon", platoon="p1")
        check = {"aid": "platoon-morale", "side": "baker", "platoon": "p2", "casualties": True}
        facts_ = {"rating": "confident", "destroyed": 2, "fighting": 1}
        own.do("RollDice", **check, **facts_, dice=[3])
        live = own._ledger.live(NAME)
        made = [
            (table.name, {key: value for key, value in row.items() if key != "version"})
            for entry in own._ledger.effective(NAME)
            for part in (TABLES, LOG_TABLES)
            for table, row in part.rows()(Transition(entry, "round-01", live.state, live.state))
        ]
    here = {"turn": "round-01", "battle": "linked-1"}
    started = [row for name, row in made if name == "battle_turns"]
    assert started[-1] == {**here, "side": "baker", "number": 3, "due": "withdrawal"}
    assert [row["number"] for row in started] == [1, 1, 2, 2, 3, 3]
    lost = [row for name, row in made if name == "platoon_losses"]
    assert lost == [
        {**here, "side": "able", "platoon": "p4", "how": "rear", "own_turn": 3},
        {**here, "side": "baker", "platoon": "p1", "how": "withdrew", "own_turn": 3},
        {**here, "side": "baker", "platoon": "p2", "how": "destroyed", "own_turn": 3},
    ]
    rolled = {
        **here,
        "line": "linked",
        "side": "baker",
        "aid": "platoon-morale",
        "platoon": "p2",
        "needed": 4,
        "score": "Confident 4+",
        "dice": "3",
        "outcome": "failed",
        "passed": 0,
        "again": None,
        "left": None,
        "source": "table",
        "witness": None,
    }
    assert [row for name, row in made if name == "dice"] == [rolled]


def test_a_forged_roll_is_told_without_harm() -> None:
    """Facts that no aid asks for, and dice that no die shows, are no reason to stop."""
    odd = DiceRolled(aid="flight-size", inputs={"moon": True}, needed=0, dice=(9,), outcome=1)
    assert rolls.explained(odd) == ""
