"""Members: a choice is passed over before its deadline only with a reason, which the record keeps.

Guderian is before the Board. Germany (5 points) pays 2 for its own leader, Italy (2) and Japan (3)
pay 3 for one of their side, the other side 1: all but Italy can pay. Anna plays Germany and Italy,
Ben the USSR and the USA; nobody plays the other powers.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.handler.command_handler import Actor, CommandHandler
from campaign.notifications.detection import occasions
from fow.support import War, war
from support.sessions import NAME, Session, nonce_of
from tests.kernel.test_deadlines import EVENING, Hands, deadline, drawn, findings
from tests.notifications.test_occasions import book
from tests.notifications.test_overdue import OVER, opened

WHY = "cannot be reached"
EARLY = (
    "say why you don't wait for Anna and Ben: `why`, 10 to 120 letters, which stay in the record"
)
FIXES = {"command": "FixMarkers"}
OPENS = {"command": "OpenBallots", "absent": "no-veto"}
VOTES = {"command": "OpenVotes", "absent": "abstain"}


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    made = opened(tmp_path, hands)
    drawn(made)
    yield made
    made.ledger.close()


def send(session: Session, by: str = "host", **fields: Any) -> dict[str, Any]:
    """What every front end sends: through the desk."""
    desk = CommandHandler(session.ledger, is_shared=False)
    sent = json.dumps(fields).encode()
    return dict(desk.submit(NAME, sent, Actor(by)).answer)


def told(session: Session, hands: Hands) -> dict[tuple[str, ...], tuple[str, str]]:
    """Who is told at once that they were passed over, and what."""
    return {
        one.members: (one.headline, one.what_to_do)
        for one in occasions(book(session), 1, hands.at)
        if one.kind == "passed"
    }


@pytest.mark.parametrize("command", [FIXES, OPENS])
def test_before_the_deadline_a_reason_is_wanted(
    session: Session, hands: Hands, command: dict[str, Any]
) -> None:
    """Without a deadline and before it. The record keeps it, pages print it, both are told."""
    for _ in range(2):
        before = session.state
        answer = send(session, **command)
        assert (answer["accepted"], answer["rule"], answer["reason"]) == (False, "Members", EARLY)
        assert session.state == before
        deadline(session, "ballots", EVENING)
    assert "why" in send(session, **command, why="too short")["reason"], "9 letters are too few"
    events = send(session, **command, why=WHY)["events"]
    opening = [one for one in events if one["type"] != "lif.LeaderPromoted"]
    assert [one.get("why") for one in opening] == [WHY] * len(opening)
    assert findings(session) == []
    assert told(session, hands) == {
        ("anna",): (
            "Not waited for: Germany's ballot on Guderian.",
            f"It counts as no veto. Host gave as reason: “{WHY}”.",
        ),
        ("ben",): (
            "Not waited for: the USSR's ballot on Guderian and the USA's ballot on Guderian.",
            f"It counts as no veto. Host gave as reason: “{WHY}”.",
        ),
    }


def test_once_the_deadline_is_over_no_reason_is_wanted(session: Session, hands: Hands) -> None:
    """They are told all the same. A deadline for the turn serves as well."""
    deadline(session, "turn", EVENING)
    hands.at = EVENING
    assert not send(session, **FIXES)["accepted"], "the deadline is not over yet"
    hands.at = OVER
    assert send(session, **FIXES)["accepted"]
    assert list(told(session, hands)) == [("anna",), ("ben",)]
    assert send(session, **OPENS)["accepted"], "they were passed over when all were fixed"


def test_nobody_is_passed_over_where_the_host_plays_or_all_are_in(session: Session) -> None:
    """Powers without a player are the host's; Italy cannot pay, and is not waited for."""
    session.do("SealBallot", "anna", power="germany", choice="no-veto")
    for power in ("ussr", "usa"):
        session.do("SealBallot", "ben", power=power, choice="no-veto")
    assert send(session, **OPENS)["accepted"]
    for power in ("germany", "italy"):
        session.do("SealVote", "anna", power=power, choice="abstain")
    answer = send(session, **VOTES)
    assert answer["reason"].startswith("say why you don't wait for Ben: ")
    assert send(session, **VOTES, why=WHY)["accepted"]


def test_an_opening_that_a_device_keeps_is_a_choice_too(session: Session, hands: Hands) -> None:
    """Ruling 22: whoever is charged for it is told why it was not waited for."""
    nonce = nonce_of("germany")
    commitment = session.device("germany", "no-veto", nonce)
    session.do("SealBallot", "anna", power="germany", commitment=commitment)
    for power in ("ussr", "usa"):
        session.do("SealBallot", "ben", power=power, choice="no-veto")
    assert send(session, **FIXES)["accepted"]
    withheld = {**OPENS, "withheld": True}
    assert send(session, **withheld)["reason"].startswith("say why you don't wait for Anna: ")
    assert send(session, **withheld, why=WHY)["accepted"]
    assert told(session, hands) == {
        ("anna",): (
            "Not waited for: what opens Germany's ballot on Guderian.",
            f"It counts as a veto, and is paid. Host gave as reason: “{WHY}”.",
        )
    }


def test_what_the_rules_refuse_is_refused_by_its_rule(session: Session) -> None:
    """No reason is asked of who may not do it anyway."""
    assert send(session, "anna", **OPENS)["reason"] == (
        "only a host can do this, and Anna is not a host"
    )
    assert send(session, command="OpenBallots")["rule"] == "LiF 4.1"


def test_what_is_overdue_where_the_club_wished_so_needs_no_reason(
    tmp_path: Path, hands: Hands
) -> None:
    made = opened(tmp_path, hands, auto_open="yes")
    drawn(made)
    deadline(made, "ballots", EVENING)
    hands.at = OVER
    assert send(made, command="OpenBallots", overdue=True)["accepted"]
    assert told(made, hands) == {}
    made.ledger.close()


def test_chores_need_no_reason_and_a_reason_stays(session: Session) -> None:
    """LiF 3.1: Guderian is still to be placed."""
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    (began, *_) = send(session, command="AdvanceTurn", confirmed=True, why=WHY)["events"]
    assert (began["turn"], began["why"]) == ("1939-ND", WHY)
    assert findings(session) == []


# --- Flames of War ------------------------------------------------------------------------------

PLAYERS = {"anna": "allies", "ben": "axis"}
DECLINES = {"command": "DeclineChange"}


def at_anzio(folder: Path) -> War:
    """Six points a side, all of the last mission, and Encounter rolled: Ben's Axis may change it
    after Anna's Allies, who are asked first.
    """
    points = {"allies": 6, "axis": 5}
    start = {"anzio": {"victory_points": points, "last": points}}
    club = war(folder, start=start, players=PLAYERS)
    club.do("RollMission", dice={"allies": [4], "axis": [4]})
    return club


def hand_in(club: War, by: str = "host", **fields: Any) -> dict[str, Any]:
    desk = CommandHandler(club._ledger, is_shared=False)
    return dict(desk.submit(NAME, json.dumps(fields).encode(), Actor(by)).answer)


def test_another_mission_is_a_side_s_own_choice(tmp_path: Path) -> None:
    """FoW ruling 7. Nobody passes over their own choice."""
    with at_anzio(tmp_path) as club:
        answer = hand_in(club, **DECLINES)
        assert (answer["rule"], answer["reason"]) == ("Members", EARLY)
        assert hand_in(club, "anna", **DECLINES)["accepted"]
        assert "for Ben: " in hand_in(club, **DECLINES)["reason"]
        (event,) = hand_in(club, **DECLINES, why=WHY)["events"]
        assert (event["side"], event["why"]) == ("axis", WHY)
        assert club.rejudged() == [] and club.doubted() == []


def test_a_choice_that_the_end_makes_void_is_passed_over(tmp_path: Path) -> None:
    """FoW ruling 17: a battle's end and the campaign's; the battle's own reason serves."""
    with at_anzio(tmp_path) as club:
        early = "say why you don't wait for Anna: `{}`, 10 to 120 letters, which stay in the record"
        abandons = {"command": "AbandonBattle"}
        assert hand_in(club, **abandons, reason="fog")["reason"] == early.format("reason")
        assert hand_in(club, command="CloseCampaign")["reason"] == early.format("why")
        (gone, *_) = hand_in(club, **abandons, reason="the hall was closed")["events"]
        assert gone["reason"] == "the hall was closed"
        assert hand_in(club, command="CloseCampaign")["accepted"], "nothing waits for anybody"


def test_an_agreement_takes_both_sides_or_a_reason(tmp_path: Path) -> None:
    """FoW ruling 9: The Big Push has two footnotes; Anna agrees to one, and Ben is not asked."""
    sides = {"able": "Able", "baker": "Baker"}
    types = {"able": "tank", "baker": "infantry"}
    players = {"anna": "able", "ben": "baker"}
    with war(tmp_path, "linked", sides=sides, company_types=types, players=players) as club:
        club.do("RollMission", dice={"able": [1, 1], "baker": [1, 2]})
        agrees = {"command": "AgreeMission", "mission": "hold-the-line"}
        assert hand_in(club, "anna", **agrees)["accepted"]
        assert "for Ben: " in hand_in(club, **agrees)["reason"]
        agreed, *_ = hand_in(club, **agrees, why=WHY)["events"]
        assert (agreed["side"], agreed["why"]) == ("baker", WHY)
        assert club.rejudged() == [] and club.doubted() == []


def test_a_result_to_be_confirmed_is_not_dropped_without_a_reason(tmp_path: Path) -> None:
    """FoW ruling 29: Anna reported, and Ben has not confirmed."""
    with at_anzio(tmp_path) as club:
        for by in ("anna", "ben"):
            club.do("DeclineChange", by=by)
        if not club.line()["attacker"]:
            club.do("RollRoles", dice={"allies": [4], "axis": [2]})
        club.do("BeginBattle", platoons={"allies": 5, "axis": 5})
        club.do("ReportResult", by="anna", ended_by="conceded", side="axis")
        answer = hand_in(club, command="AbandonBattle", reason="fog")
        assert answer["reason"].startswith("say why you don't wait for Ben: ")
        assert hand_in(club, command="AbandonBattle", reason="both want to play it again")[
            "accepted"
        ]
