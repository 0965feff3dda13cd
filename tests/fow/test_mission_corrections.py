"""Corrections of choosing a mission: what stays, what no longer holds, what cannot be undone."""

from pathlib import Path
from typing import Any

from fow.disputed import INSTEAD, amend, opened, why_not
from fow.support import War

SEVEN = {"allies": 7, "axis": 6}
ROLL = {"dice": {"allies": [1], "axis": [2]}}


def joined(folder: Path, **further: Any) -> War:
    """Anzio, joined in mid-way, with two players and somebody who rules on disputes."""
    start = {"anzio": {"victory_points": SEVEN, "last": SEVEN}}
    return opened(folder, start=start, **further)


def test_a_die_that_was_typed_in_wrong_is_put_right(tmp_path: Path) -> None:
    """The 2 of the Axis was a 1; row and mission stay, and nothing is broken."""
    with joined(tmp_path) as club:
        version = club.do("RollMission", **ROLL)[0]["version"]
        rolls = {
            "allies": {"dice": [1], "last": 7, "lead": 1, "score": 9},
            "axis": {"dice": [1], "last": 6, "score": 7},
        }
        found = amend(club, version, rolls=rolls).impact
        assert (found.broken, found.overruled, found.otherwise) == ((), (), ())


def test_the_ledgers_dice_stay(tmp_path: Path) -> None:
    with joined(tmp_path, rulings={"dice": "ledger"}) as club:
        told = why_not(club, club.do("RollMission")[0]["version"], row=4)
        assert told == f"Corrections: what the ledger rolled stays; {INSTEAD}"


def test_whose_dice_they_were_stays(tmp_path: Path) -> None:
    with joined(tmp_path) as club:
        told = why_not(club, club.do("RollMission", **ROLL)[0]["version"], source="ledger")
        assert told == f"Corrections: whose dice they were stays; {INSTEAD}"


def test_a_struck_roll_leaves_its_numbers_used_up(tmp_path: Path) -> None:
    """Two dice were drawn; the new roll has the next two."""
    with joined(tmp_path, rulings={"dice": "ledger"}) as club:
        amend(club, club.do("RollMission")[0]["version"])
        assert (club.line()["phase"], club.line()["mission"]) == ("mission", "")
        assert club.do("RollMission")[0]["draw"] == 4
        assert club.doubted() == []


def test_a_change_whose_points_are_gone_is_shown_as_broken(tmp_path: Path) -> None:
    """The roll is struck; what was paid for another mission does not stand without it."""
    with joined(tmp_path) as club:
        version = club.do("RollMission", **ROLL)[0]["version"]
        bought = club.do("ChangeMission", side="allies", mission="encounter", by="anna")
        found = amend(club, version)
        assert "the mission is not rolled yet" in [act.reason for act in found.broken]
        assert set(found.command.also) >= {event["version"] for event in bought}
