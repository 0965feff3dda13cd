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
FREE = {"title": "A day at the ford", "players": PLAYERS, "winners": ["anna", "ben", "aldo"]}


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


def test_a_player_of_a_side_keeps_the_role(team: War) -> None:
    """Members: the frame calls a seat what the game calls it."""
    told = team.refused("EnrolMember", member="anna", name="Anna", roles=["observer"])
    assert told == "Members: Anna plays a side; release it first"


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


def test_a_player_joins_in_mid_campaign_and_is_given_a_line(team: War) -> None:
    """By the side's speaker as well as by a host; and the record is decided again."""
    enrolled(team, "amy")
    assert team.do("JoinSide", member="amy", side="allies", by="anna")[0]["side"] == "allies"
    assert team.show()["sides"]["allies"]["players"] == ["aldo", "amy", "anna"]
    team.do("AssignCommanders", side="allies", commanders={"river": "amy"}, by="anna")
    assert commanders(team, "river") == {"allies": "amy", "axis": "bea"}
    enrolled(team, "bo")
    team.do("JoinSide", member="bo", side="axis")
    assert team.doubted() == []


def test_who_may_not_join(team: War) -> None:
    """Strangers, observers, players of either side; and who may not say so."""
    enrolled(team, "cleo", "observer")
    enrolled(team, "amy")
    for told, fields in (
        ("Members: 'amo' is not enrolled in this campaign", {"member": "amo", "side": "allies"}),
        ("Members: Cleo is enrolled, but not", {"member": "cleo", "side": "allies"}),
        ("Members: Anna plays for that side already: Allies", {"member": "anna", "side": "allies"}),
        (
            "Members: Ben plays for the other side, Axis, and leaves it first",
            {"member": "ben", "side": "allies"},
        ),
        ("malformed: side: 'allied' is no side", {"member": "amy", "side": "allied"}),
        (
            "Members: Allies: Anna, its speaker, says that, not Aldo",
            {"member": "amy", "side": "allies", "by": "aldo"},
        ),
    ):
        assert team.refused("JoinSide", **fields).startswith(told)
    team.do("ReleasePower", power="allies")
    told = team.refused("JoinSide", member="amy", side="allies", by="aldo")
    assert told == "Members: Allies: a host says that, not Aldo"


def test_who_drops_out_is_replaced_at_once(team: War) -> None:
    """Even in the middle of a battle: their lines and their voice are free for another."""
    team.do("BeginBattle", line="anzio")
    events = team.do("LeaveSide", member="anna", by="anna")
    assert [event["type"] for event in events] == ["fow.PlayerLeft", "campaign.PowerReleased"]
    assert commanders(team, "anzio")["allies"] == "" and team.show()["powers"]["allies"] is None
    team.do("AssignCommanders", side="allies", commanders={"anzio": "aldo"})
    assert commanders(team, "anzio")["allies"] == "aldo"
    assert "has begun" in team.refused("AssignCommanders", side="allies", commanders={"anzio": ""})
    assert team.doubted() == []


def test_who_may_not_leave(team: War) -> None:
    """Who plays for nobody; and nobody sends another away but their speaker or a host."""
    assert team.refused("LeaveSide", member="host") == "Members: Host plays for neither side"
    told = team.refused("LeaveSide", member="bea", by="anna")
    assert told == "Members: Axis: Ben, its speaker, says that, not Anna"
    assert team.do("LeaveSide", member="bea", by="ben")[0]["type"] == "fow.PlayerLeft"
    assert len(team.do("LeaveSide", member="aldo", by="aldo")) == 1


# --- commanders ---------------------------------------------------------------------------------


def test_two_trade_places_and_a_line_may_be_left_without(team: War) -> None:
    """All at once; lines that are not named keep theirs."""
    both = {"anzio": "bea", "river": "ben"}
    team.do("AssignCommanders", side="axis", commanders=both, by="ben")
    assert (commanders(team, "anzio")["axis"], commanders(team, "river")["axis"]) == ("bea", "ben")
    team.do("AssignCommanders", side="axis", commanders={"river": ""}, by="ben")
    assert (commanders(team, "anzio")["axis"], commanders(team, "river")["axis"]) == ("bea", "")


def test_what_commanders_may_not_be(team: War) -> None:
    """On two lines, of the other side, after the battle began; or just as they are."""
    assign = {"side": "allies", "by": "anna"}
    for told, named in (
        (
            "FoW Multi-player Campaigns: Anna cannot command on two lines, Anzio and The river",
            {"river": "anna"},
        ),
        (
            "FoW Multi-player Campaigns: Ben plays for Axis and cannot command for Allies",
            {"river": "ben"},
        ),
        (
            "FoW Multi-player Campaigns: Host has joined neither side and cannot command for",
            {"river": "host"},
        ),
        ("FoW Multi-player Campaigns: they command there already", {"anzio": "anna"}),
        ("malformed: commanders: 'rivers' is no line; did you mean river?", {"rivers": "aldo"}),
        ("malformed: commanders: 'ald' is not enrolled in this campaign", {"river": "ald"}),
        ("malformed: ", {}),
    ):
        assert team.refused("AssignCommanders", commanders=named, **assign).startswith(told), told
    assert team.refused(
        "AssignCommanders", side="axis", commanders={"river": "ben"}, by="anna"
    ).startswith("Members: Axis: Ben, its speaker, says that, not Anna")
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


def test_a_battle_beside_the_campaign_changes_nothing_else(team: War) -> None:
    """No points, no sector; it stands in the record, in words and in the tables."""
    before = team.show()["lines"]
    (event,) = team.do("RecordFreeBattle", **FREE, mission="free-for-all", by="bea")
    assert event["winner"] == "allies" and team.show()["lines"] == before
    assert team.show()["free_battles"] == [
        {"title": "A day at the ford", "winner": "allies", "players": PLAYERS}
    ]
    assert team.doubted() == []


def test_what_is_no_battle_beside_the_campaign(team: War) -> None:
    """Players that are none, one side alone, winners who did not fight, missions nobody knows."""
    enrolled(team, "cleo", "observer")
    for told, changed in (
        ("malformed: players: 'allied' is no side", {"players": {"anna": "allied", "ben": "axis"}}),
        (
            "malformed: players: 'bob' is not enrolled",
            {"players": {"anna": "allies", "bob": "axis"}},
        ),
        (
            "malformed: players: somebody fought on each side",
            {"players": {"anna": "allies", "aldo": "allies"}, "winners": []},
        ),
        ("malformed: winners: 'cleo' did not fight in it", {"winners": ["cleo"]}),
        ("malformed: winners: each is named once", {"winners": ["anna", "anna"]}),
        ("malformed: mission: there is no mission 'ambush'", {"mission": "ambush"}),
        ("malformed: played_on: 'May' is no day; write 2006-05-13", {"played_on": "May"}),
        ("Members: somebody who fought records it, or a host; not Cleo", {"by": "cleo"}),
        ("malformed: RecordFreeBattle, title", {"title": ""}),
    ):
        assert team.refused("RecordFreeBattle", **{**FREE, **changed}).startswith(told), told


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


def test_a_battle_goes_on_with_whoever_took_over(team: War) -> None:
    """Who dropped out in the middle of it reports nothing; who took over does."""
    enrolled(team, "amy")
    team.do("BeginBattle", line="anzio", platoons={"allies": 6, "axis": 6})
    team.do("LeaveSide", member="anna", by="anna")
    team.do("JoinSide", member="amy", side="allies")
    team.do("AssignCommanders", side="allies", commanders={"anzio": "amy"})
    report = {"line": "anzio", "ended_by": "objective", "side": "allies", "turn": 4, "lost": {}}
    assert team.refused("ReportResult", **report, by="anna").startswith("Members: ")
    assert team.do("ReportResult", **report, by="amy")[0]["winner"] == "allies"
    assert team.refused("ConfirmResult", line="anzio", by="amy").startswith("Members: ")
    team.do("ConfirmResult", line="anzio", by="ben")
    assert team.show()["lines"]["anzio"]["phase"] == "settled"
    assert team.doubted() == []


def test_nobody_commands_on_two_lines_in_a_round_by_leaving_between(team: War) -> None:
    """FoW ruling 72: Anna fought at Anzio, left, joined again, and still has no second line."""
    team.do("BeginBattle", line="anzio")
    team.do("ReportResult", line="anzio", ended_by="conceded", side="axis", lost={})
    team.do("LeaveSide", member="anna", by="anna")
    team.do("JoinSide", member="anna", side="allies")
    told = team.refused("AssignCommanders", side="allies", commanders={"river": "anna"})
    assert told == (
        "FoW Multi-player Campaigns: Anna has commanded on Anzio in this round, and on no other "
        "line"
    )
    team.do("AssignCommanders", side="allies", commanders={"river": "aldo"})
    assert team.doubted() == [] and team.rejudged() == []


def test_a_battle_that_was_abandoned_holds_nobody(team: War) -> None:
    """FoW ruling 17: it was never played, so its commander may fight elsewhere in the round."""
    team.do("BeginBattle", line="anzio")
    team.do("AbandonBattle", line="anzio", reason="The table was needed.")
    team.do("LeaveSide", member="anna", by="anna")
    team.do("JoinSide", member="anna", side="allies")
    team.do("AssignCommanders", side="allies", commanders={"river": "anna"})
    assert commanders(team, "river")["allies"] == "anna"


def test_of_several_players_on_a_single_line_the_speaker_commands(tmp_path: Path) -> None:
    """FoW Multi-player Campaigns: a side's only player, or whoever speaks for all of them."""
    players = {"max": "allies", "eva": "allies", "otto": "axis"}
    with war(tmp_path, players=players, speakers={"allies": "max"}) as club:
        assert club.line()["commanders"] == {"allies": "max", "axis": "otto"}
        club.do("BeginBattle")
        club.do("ReportResult", by="max", ended_by="objective", side="allies", turn=4, lost={})
        club.do("ConfirmResult", by="otto")
        assert club.show()["standings"]["max"]["points"] == 6


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
