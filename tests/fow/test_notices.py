"""Flames of War by mail and notice: whom a line waits for, what has happened, a round in short."""

from pathlib import Path
from typing import Any

from campaign.fow.report.notifications import NOTICES, happened
from campaign.fow.screens import AWAITING, SCREENS, panel
from campaign.fow.state import State
from campaign.fow.tasks import ACTS
from events.fow.battles import ResultConfirmed, ResultContested, SectorChanged
from events.fow.missions import MissionChosen
from events.fow.set_up import CampaignDecided
from fow.support import War, war
from support.command_line import Shell

PLAYERS = {"anna": "allies", "ben": "axis"}
RESULT = {"ended_by": "objective", "side": "allies", "turn": 6, "lost": {"allies": 1, "axis": 3}}


def state_of(club: War) -> State:
    """The state that the ledger holds."""
    found: Any = club._ledger.live("club").state
    assert isinstance(found, State)
    return found


def asked(club: War) -> list[tuple[str, str, str, str]]:
    """What is owed: kind, side, who, and what to type."""
    return [(one.what, one.seat, one.member, one.verb) for one in NOTICES.owed(state_of(club))]


def test_both_commanders_are_asked_until_one_has_acted(tmp_path: Path) -> None:
    """A result is for either; its confirmation for the side that did not report."""
    with war(tmp_path, players=PLAYERS) as club:
        assert asked(club) == [
            ("begin", "allies", "anna", "battle begin club"),
            ("begin", "axis", "ben", "battle begin club"),
        ]
        club.do("BeginBattle", platoons={"allies": 5, "axis": 5})
        assert [one[:3] for one in asked(club)] == [
            ("results", "allies", "anna"),
            ("results", "axis", "ben"),
        ]
        assert AWAITING.now(state_of(club)) == {"results": 0}
        club.do("ReportResult", by="anna", **RESULT)
        assert [one[:3] for one in asked(club)] == [("confirmations", "axis", "ben")]
        assert AWAITING.now(state_of(club)) == {"confirmations": 0}
        (owed,) = NOTICES.owed(state_of(club))
        assert (owed.tap, owed.command) == ("Confirm the result", {"command": "ConfirmResult"})
        first = {one.occasion for one in NOTICES.owed(state_of(club))}
        club.do("ContestResult", by="ben", text="Two were lost.")
        again = {one.occasion for one in NOTICES.owed(state_of(club))}
        assert again == {"result:anzio-1:allies:again", "result:anzio-1:axis:again"}
        assert first.isdisjoint(again)
        club.do("ReportResult", **RESULT)
        assert asked(club) == [] and SCREENS.status(state_of(club)).may_end


def test_what_has_happened_is_told_in_a_sentence(tmp_path: Path) -> None:
    with war(tmp_path, players=PLAYERS) as club:
        club.do("BeginBattle", platoons={"allies": 5, "axis": 5})
        club.do("ReportResult", **RESULT)
        state = state_of(club)
    told = {
        "Battle 1: the Allies won.": ResultConfirmed(battle="anzio-1"),
        "Battle 1: the result is contested.": ResultContested(battle="anzio-1", text="No."),
        "Anzio: the battle moves to Campoleone Station.": SectorChanged(
            line="anzio", side="allies", left=4, to=3
        ),
        "Battle 1: Breakthrough.": MissionChosen(
            line="anzio", battle="anzio-1", mission="breakthrough", row=8, how="roll"
        ),
        "The campaign is decided: the Allies won.": CampaignDecided(
            winner="allies", how="breakthrough", line="anzio"
        ),
        "The campaign is decided: nobody won.": CampaignDecided(how="stalemate"),
    }
    for text, event in told.items():
        found = happened(state, event)
        assert found is not None and found.headline == text
    given = MissionChosen(
        line="anzio", battle="anzio-1", mission="breakthrough", row=0, how="campaign"
    )
    assert happened(state, given) is None


def test_a_replay_marks_what_changed(tmp_path: Path) -> None:
    """5 points to 2, and a sector further."""
    with war(tmp_path, players=PLAYERS) as club:
        club.do("BeginBattle", platoons={"allies": 5, "axis": 5})
        before = club.show()
        club.do("ReportResult", **RESULT)
        lines = panel(before, club.show())
    told = ["".join(text for text, _ in line) for line in lines]
    assert "Round 1" in told and "Anzio" in told
    assert "sector     3 of 7" in told
    assert "Allies       5  +5" in told and "Axis         2  +2" in told


def test_a_round_in_short_by_mail(tmp_path: Path) -> None:
    """The battle with its points, where the line stands, and the players."""
    shell = Shell(tmp_path)
    (tmp_path / "a.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "a.toml")
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    typed = "result winter objective allies --turn 6 --lost allies=1 --lost axis=3"
    shell.fine(*typed.split())
    shell.fine("turn", "winter")
    said = shell.fine("mail-preview", "winter", "anna", "--out", "preview")
    for text in ("Hold the Line", "Allies won", "Campoleone Station (3 of 7)", "Players"):
        assert text in said, said


def test_a_title_reads_behind_your() -> None:
    """A letter's subject says `your mission of battle 3`, so no title begins with an article."""
    articles = ("the ", "a ", "an ", "who ", "another ")
    assert [act.title for act in ACTS.values() if act.title.startswith(articles)] == []
