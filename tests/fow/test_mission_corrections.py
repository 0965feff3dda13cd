"""Corrections of choosing a mission: what stays, what no longer holds, what cannot be undone."""

from pathlib import Path
from typing import Any

from campaign.disputes import corrections
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact, impact
from campaign.fow.system import SYSTEM
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from events.base import topic
from fow.support import War, war
from support.driver import NAME

SEVEN = {"allies": 7, "axis": 6}


def joined(folder: Path, **further: Any) -> War:
    """Anzio, joined in mid-way, with two players and somebody who rules on disputes."""
    start = {"anzio": {"victory_points": SEVEN, "last": SEVEN}}
    club = war(folder, start=start, players={"anna": "allies", "ben": "axis"}, **further)
    club.do("EnrolMember", member="cleo", name="Cleo", roles=["referee"])
    return club


def version_of(club: War, kind: str) -> int:
    """The version of the last event with a topic."""
    log = club._ledger.log(NAME)
    return max(version for version, event in log if topic(type(event)) == kind)


def upheld(club: War, version: int) -> str:
    """A dispute on an event that the referee has upheld: its id."""
    club.do("RaiseDispute", by="anna", versions=[version], claim="that was not so")
    club.do("GiveRuling", by="cleo", dispute="d1", verdict="upheld", text="so it was not")
    return "d1"


def preview(club: War, command: str, **fields: Any) -> Impact | Refused:
    """What a correction would change."""
    asked = {"command": command, "by": "cleo", "seen": "0" * 64, **fields}
    read = decisions.read(asked, SYSTEM.rules.commands)
    assert isinstance(read, Correct), read
    log = club._ledger.log(NAME)
    events = corrections.events_of(SYSTEM, read, log)
    return events if isinstance(events, Refused) else impact(SYSTEM, log, events)


def test_a_die_that_was_typed_in_wrong_is_put_right(tmp_path: Path) -> None:
    """The 2 of the Axis was a 1; row and mission stay, and nothing is broken."""
    with joined(tmp_path) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]})
        version = version_of(club, "fow.MissionRolled")
        dispute = upheld(club, version)
        rolls = {
            "allies": {"dice": [1], "last": 7, "lead": 1, "score": 9},
            "axis": {"dice": [1], "last": 6, "score": 7},
        }
        asked = {"dispute": dispute, "version": version, "fields": {"rolls": rolls}}
        found = preview(club, "AmendEvent", **asked)
        assert isinstance(found, Impact), found
        assert (found.broken, found.overruled, found.otherwise) == ((), (), ())
        club.do("AmendEvent", by="cleo", **asked, seen=found.digest)
        assert club.doubted() == []


def test_the_ledgers_dice_stay(tmp_path: Path) -> None:
    with joined(tmp_path, rulings={"dice": "ledger"}) as club:
        club.do("RollMission")
        version = version_of(club, "fow.MissionRolled")
        dispute = upheld(club, version)
        found = preview(club, "AmendEvent", dispute=dispute, version=version, fields={"row": 4})
        assert isinstance(found, Refused)
        assert (found.rule, found.reason) == (
            "Corrections",
            "what the ledger rolled stays; strike the event instead",
        )


def test_whose_dice_they_were_stays(tmp_path: Path) -> None:
    with joined(tmp_path) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]})
        version = version_of(club, "fow.MissionRolled")
        dispute = upheld(club, version)
        found = preview(
            club, "AmendEvent", dispute=dispute, version=version, fields={"source": "ledger"}
        )
        assert isinstance(found, Refused)
        assert found.reason == "whose dice they were stays; strike the event instead"


def test_a_struck_roll_leaves_its_numbers_used_up(tmp_path: Path) -> None:
    """Two dice were drawn; the new roll has the next two."""
    with joined(tmp_path, rulings={"dice": "ledger"}) as club:
        club.do("RollMission")
        first, last = (
            version_of(club, "fow.MissionRolled"),
            version_of(club, "fow.RolesDecided")
            if club.line()["attacker"]
            else version_of(club, "fow.MissionChosen"),
        )
        dispute = upheld(club, first)
        asked = {"dispute": dispute, "versions": list(range(first, last + 1))}
        found = preview(club, "StrikeEvents", **asked)
        assert isinstance(found, Impact), found
        club.do("StrikeEvents", by="cleo", **asked, seen=found.digest)
        assert (club.line()["phase"], club.line()["mission"]) == ("mission", "")
        assert club.do("RollMission")[0]["draw"] == 4
        assert club.doubted() == []


def test_a_change_whose_points_are_gone_is_shown_as_broken(tmp_path: Path) -> None:
    """The roll is struck; what was paid for another mission does not stand without it."""
    with joined(tmp_path) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]})
        club.do("ChangeMission", side="allies", mission="encounter", by="anna")
        first = version_of(club, "fow.MissionRolled")
        dispute = upheld(club, first)
        found = preview(
            club, "StrikeEvents", dispute=dispute, versions=[first, first + 1, first + 2]
        )
        assert isinstance(found, Impact), found
        assert [judgement.reason for judgement in found.broken] == ["the mission is not rolled yet"]
        paid = version_of(club, "fow.VictoryPointsSpent")
        assert set(found.also) >= {paid, paid + 1}


def test_a_roll_cannot_be_undone(tmp_path: Path) -> None:
    with joined(tmp_path) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]}, by="anna")
        assert club.refused("UndoAct", by="anna").endswith(
            "no act to take back: what was opened, drawn or rolled stays"
        )


def test_what_was_declined_may_be_taken_back(tmp_path: Path) -> None:
    with joined(tmp_path) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]})
        club.do("DeclineChange", by="anna")
        assert club.line()["change"]["offered_to"] == "axis"
        club.do("UndoAct", by="anna")
        assert club.line()["change"] == {"offered_to": "allies", "declined": [], "paid_by": ""}
