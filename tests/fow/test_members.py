"""FoW Multi-player Campaigns: who plays where, who commands, and battles beside the campaign."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.fow import screens
from campaign.fow.members.chapter import current
from campaign.fow.members.commands import AssignCommanders
from campaign.fow.members.teams import winner
from campaign.fow.state import State, with_line
from campaign.fow.system import SYSTEM
from campaign.kernel.decisions import Decision, Refused, Supplied
from fow.support import FORCES, War, war

PLAYERS = {"anna": "allies", "aldo": "allies", "ben": "axis", "bea": "axis"}
RIVER = {
    "id": "river",
    "name": "The river",
    "objective": {"allies": 1, "axis": 3},
    "start": {"sector": 2, "mission": "hold-the-line", "attacker": "axis"},
    "sector": [
        {"place": 1, "id": "r1", "name": "R1"},
        {"place": 2, "id": "r2", "name": "R2"},
        {"place": 3, "id": "r3", "name": "R3"},
    ],
}


@pytest.fixture
def team(tmp_path: Path) -> War:
    """Two lines, two players a side; Anna and Ben speak, and command at Anzio."""
    return war(
        tmp_path,
        "team",
        lines=["anzio", RIVER],
        players=PLAYERS,
        speakers={"allies": "anna", "axis": "ben"},
        commanders={"anzio": {"allies": "anna", "axis": "ben"}, "river": {"axis": "bea"}},
    )


def commanders(club: War, line: str) -> dict[str, Any]:
    found: dict[str, Any] = club.show()["lines"][line]["commanders"]
    return found


def state(club: War) -> State:
    """The state of the campaign."""
    found: State = club._ledger.live("club").state
    return found


def begun(before: State) -> State:
    """The same while the battle at Anzio is fought."""
    return with_line(before, replace(before.lines["anzio"], phase="battle"))


def decided(now: State, side: str, commanders: dict[str, str]) -> Decision:
    """What a host is told who assigns commanders."""
    return SYSTEM.rules.decide(now, AssignCommanders(side=side, commanders=commanders), Supplied())


def enrolled(club: War, member: str, *roles: str) -> None:
    club.do("EnrolMember", member=member, name=member.title(), roles=roles or ("player",))


# --- joining and leaving ------------------------------------------------------------------------


def test_whoever_leaves_the_campaign_plays_and_commands_nowhere(team: War) -> None:
    """Members: the side's voice is the host's; enrolling brings them back, without the side."""
    team.do("LeaveCampaign", member="anna", called="A guest")
    after = state(team)
    assert "anna" not in after.players and "anna" not in after.campaign.players
    assert "allies" not in after.campaign.powers and not commanders(team, "anzio")["allies"]
    assert after.campaign.called("anna") == "A guest"
    assert list(SYSTEM.corrections.faults(after)) == []
    enrolled(team, "anna")
    assert "anna" not in state(team).players and state(team).campaign.called("anna") == "Anna"


# --- commanders ---------------------------------------------------------------------------------


def test_commanders_change_before_the_battle_and_where_one_is_fought(team: War) -> None:
    told = decided(begun(state(team)), "allies", {"anzio": "aldo"})
    text = "Anzio: this round's battle has begun; commanders change before it"
    assert told == Refused("FoW Multi-player Campaigns", text)
    over = with_line(state(team), replace(state(team).lines["river"], broken_by="axis"))
    told = decided(over, "allies", {"river": "aldo"})
    text = "The river: no more battles are fought there"
    assert told == Refused("FoW Multi-player Campaigns", text)


def test_a_set_up_names_nobody_on_two_lines(tmp_path: Path) -> None:
    """As no command does."""
    with pytest.raises(AssertionError, match="anna commands on another line as well"):
        war(
            tmp_path,
            "team",
            lines=["anzio", RIVER],
            players=PLAYERS,
            commanders={"anzio": {"allies": "anna"}, "river": {"allies": "anna"}},
        )


# --- battles beside the campaign ----------------------------------------------------------------


def test_the_team_with_more_winners_has_won() -> None:
    """Two of the Allies and one of the Axis; one each is a tie, and so is nobody."""
    assert winner(PLAYERS, ("anna", "ben", "aldo")) == "allies"
    assert winner(PLAYERS, ("bea",)) == "axis"
    assert winner(PLAYERS, ("anna", "ben")) == ""
    assert winner(PLAYERS, ()) == ""


def test_its_tables_have_a_row_for_each(team: War) -> None:
    """Players with their sides, and commanders for each side of each line."""
    found = {table.name: rows for table, rows in current(state(team))}
    assert {"member": "anna", "side": "allies", "side_name": "Allies", "is_speaker": 1} in found[
        "players"
    ]
    assert found["commanders"] == [
        {"line": "anzio", "side": "allies", "member": "anna"},
        {"line": "anzio", "side": "axis", "member": "ben"},
        {"line": "river", "side": "allies", "member": ""},
        {"line": "river", "side": "axis", "member": "bea"},
    ]
    assert SYSTEM.seats.own


def _about_forces(club: War) -> list[str]:
    return [text for label, text in screens.status(state(club)).owed if label == "Forces"]


def test_status_says_who_commands_without_a_force(tmp_path: Path) -> None:
    """A line was handed over and its force was not: the battle would begin without a roster."""
    commanding = {"anzio": {"allies": "anna", "axis": "ben"}}
    with war(tmp_path, players=PLAYERS, forces=FORCES, commanders=commanding) as club:
        assert _about_forces(club) == []
        club.do("LeaveSide", member="anna", by="anna")
        text = "Anzio: Aldo has no force yet; without one this battle has no roster"
        assert _about_forces(club) == [text]
        club.do("EnterForce", **{**FORCES["rifles"], "force": "rifles", "member": "aldo"})
        assert _about_forces(club) == []
