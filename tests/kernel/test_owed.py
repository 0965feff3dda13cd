"""LiF 3.1, 4.1, 5.3: what a campaign asks of players and host, in the words and keys of notices.

What is expected is worked out from the rules: who has a marker, what it costs, whose turn it is.
The points at the start are those of LiF 4.2: 5, 2, 3, 3, 3, 2, 1 and 1.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.pages import DeviceSeal, Occurrence, OneAnswer, Task
from campaign.lif.story.notices import NOTICES
from campaign.lif.system import SYSTEM
from events.lif.board import LeaderPromoted, LeaderVetoed, ReinforcementClosed
from events.sealed import Subject
from support.sessions import Session, drawn, ledger_in, nonce_of


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A club whose leaders are drawn at the table; the host plays what nobody else does."""
    made = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"})
    yield made
    made.ledger.close()


def owed(session: Session) -> tuple[Task, ...]:
    return NOTICES.owed(session.state)


def by_seat(session: Session) -> dict[str, Task]:
    return {part.seat: part for part in owed(session)}


def all_no(session: Session) -> None:
    """No veto from everybody who is asked."""
    session.ballots({part.seat: "no-veto" for part in owed(session)})


def test_the_system_brings_its_notices() -> None:
    """They are read when something asks for them."""
    assert SYSTEM.notices.owed is NOTICES.owed


def test_nothing_is_owed_before_the_board_meets_and_while_it_draws(session: Session) -> None:
    assert owed(session) == ()
    session.do("OpenReinforcement")
    assert owed(session) == ()


def test_a_ballot_is_owed_by_every_power_that_could_pay(session: Session) -> None:
    """LiF 4.1(2): on Germany's Guderian Italy would pay 3 of its 2 points, so nobody waits for it
    (ruling 18); Japan would pay 3 of 3.
    """
    drawn(session)
    asked = by_seat(session)
    assert set(asked) == {"germany", "japan", "ussr", "commonwealth", "france", "usa", "china"}
    assert {part.occasion for part in asked.values()} == {"ballot:1"}
    assert {part.what for part in asked.values()} == {"ballots"}
    assert asked["ussr"] == Task(
        what="ballots",
        occasion="ballot:1",
        title="ballot on Guderian",
        does="seal the USSR's ballot on Guderian",
        seat="ussr",
        answers=(
            OneAnswer("veto", "Veto", "costs 1 of the USSR's 3 veto points"),
            OneAnswer("no-veto", "No veto", "costs nothing"),
        ),
        command={"command": "SealBallot", "power": "ussr", "draw": 1},
        verb="ballot club ussr",
        seal=f"seal --campaign-id {session.state.campaign.id} --kind ballot --draw 1 --power ussr "
        "--out ussr.seal",
        device=DeviceSeal(
            Subject(session.state.campaign.id, "ballot", 1, "ussr"),
            (("veto", "Veto"), ("no-veto", "No veto")),
        ),
    )


def test_a_veto_by_the_leaders_own_side_is_support(session: Session) -> None:
    """LiF 4.1(2b): 2 points for a leader of your own power, 3 for another of your side."""
    drawn(session)
    asked = by_seat(session)
    assert asked["germany"].answers[0].text == "Support"
    assert asked["germany"].answers[0].means == "costs 2 of Germany's 5 veto points"
    assert asked["japan"].answers[0].means == "costs 3 of Japan's 3 veto points"
    assert asked["china"].answers[0].means == "costs 1 of China's 1 veto point"


def test_support_that_nobody_opposes_may_be_free(tmp_path: Path) -> None:
    rulings = {"draws": "table", "charge_idle_support": "no"}
    session = Session(ledger_in(tmp_path)).open(rulings=rulings)
    drawn(session)
    asked = by_seat(session)
    free = "costs 2 of Germany's 5 veto points, or nothing if nobody vetoes"
    assert asked["germany"].answers[0].means == free
    assert asked["ussr"].answers[0].means == "costs 1 of the USSR's 3 veto points"
    session.ledger.close()


def test_an_answer_is_a_command_that_is_accepted(session: Session) -> None:
    """With its choice and sender added; and refused once another leader is before the Board."""
    drawn(session)
    ballot = by_seat(session)["ussr"]
    sent = {**ballot.command, "by": "ben", "choice": "no-veto"}
    assert session.ledger.submit("club", sent)["accepted"]
    assert "ussr" not in by_seat(session)
    all_no(session)
    session.do("OpenBallots", absent="no-veto")
    session.votes({"germany": "another"})
    session.do("OpenVotes", absent="abstain")
    drawn(session, "balbo")
    late = session.ledger.submit("club", sent | {"id": "late"})
    assert not late["accepted"]
    assert late["reason"].startswith("this ballot is meant for draw 1; draw 2, Balbo")


def test_once_all_are_in_the_host_is_asked_to_open_them(session: Session) -> None:
    drawn(session)
    all_no(session)
    assert owed(session) == (
        Task(
            what="ballots-in",
            occasion="ballots-in:1",
            title="all ballots on Guderian are in",
            does="open the ballots on Guderian",
            verb="reveal club",
        ),
    )


def test_a_device_makes_the_host_fix_first_and_then_owes_its_opening(session: Session) -> None:
    """Ruling 22: sealed, fixed, opening handed in, opened."""
    drawn(session)
    nonce = nonce_of("germany")
    commitment = session.device("germany", "no-veto", nonce)
    session.do("SealBallot", "anna", power="germany", commitment=commitment)
    assert "germany" not in by_seat(session) and len(owed(session)) == 6
    all_no(session)
    (host,) = owed(session)
    assert (host.seat, host.occasion, host.does, host.verb) == (
        "", "ballots-in:1", "fix the ballots on Guderian", "fix club",
    )  # fmt: skip
    session.do("FixMarkers")
    assert owed(session) == (
        Task(
            what="openings",
            occasion="opening:1",
            title="ballot from a device, to be opened",
            does="hand in what opens Germany's ballot on Guderian",
            seat="germany",
            verb="reveal-ballot club germany",
            device=DeviceSeal(
                Subject(session.state.campaign.id, "ballot", 1, "germany"),
                (("veto", "Support"), ("no-veto", "No veto")),
                attempt=1,
                commitment=commitment,
                sealed=commitment,
                opens={"command": "RevealBallot", "power": "germany"},
            ),
        ),
    )
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce)
    (host,) = owed(session)
    assert (host.seat, host.occasion, host.verb) == ("", "openings-in:1", "reveal club")


def test_of_fixed_markers_the_missing_ones_are_counted_as_absent(session: Session) -> None:
    drawn(session)
    session.do("FixMarkers")
    (host,) = owed(session)
    assert (host.occasion, host.verb) == ("ballots-in:1", "reveal club --absent")
    assert host.title == "ballots on Guderian to open"


def promoted(session: Session) -> None:
    drawn(session)
    all_no(session)
    session.do("OpenBallots", absent="no-veto")


def test_a_vote_offers_what_the_power_can_pay_for(session: Session) -> None:
    """LiF 4.1(5): another costs 1, stop 2, abstaining nothing; everyone with a point votes."""
    promoted(session)
    votes = {part.seat: part for part in owed(session) if part.what == "votes"}
    assert set(votes) == {
        "germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china",
    }  # fmt: skip
    assert [answer.value for answer in votes["china"].answers] == ["another", "abstain"]
    assert votes["italy"].answers == (
        OneAnswer("another", "Draw another leader", "costs 1 of Italy's 2 veto points"),
        OneAnswer("stop", "Stop drawing", "costs 2 of Italy's 2 veto points"),
        OneAnswer("abstain", "Abstain", "costs nothing"),
    )
    italy = votes["italy"]
    assert (italy.occasion, italy.title) == ("vote:1", "vote on another leader")
    assert italy.does == "seal Italy's vote on another leader"
    assert italy.command == {"command": "SealVote", "power": "italy", "draw": 1}
    sent = {**italy.command, "by": "anna", "choice": "another"}
    assert session.ledger.submit("club", sent)["accepted"]


def test_openings_of_votes_are_told_apart_from_those_of_ballots(session: Session) -> None:
    """Both belong to one draw, and each member is asked for each once."""
    promoted(session)
    commitment = session.device("ussr", "abstain", nonce_of("ussr"))
    session.do("SealVote", "ben", power="ussr", commitment=commitment)
    session.do("FixMarkers")
    part = by_seat(session)["ussr"]
    assert (part.occasion, part.verb) == ("vote-opening:1", "reveal-vote club ussr")


def test_a_promoted_leader_is_to_be_placed_by_the_powers_player(session: Session) -> None:
    """LiF 3.1: once a turn and power, whatever the number of leaders."""
    promoted(session)
    part = next(part for part in owed(session) if part.what == "place")
    assert part == Task(
        what="place",
        occasion="place:germany:1939-SO",
        title="leaders to place",
        does="place Guderian",
        seat="germany",
        has_all_turn=True,
        verb="place club guderian HEX",
        act="PlaceLeader",
        given={"leader": "guderian"},
    )
    session.do("PlaceLeader", "anna", leader="guderian", location="W2214")
    assert not [part for part in owed(session) if part.what == "place"]


def test_nothing_is_owed_in_a_campaign_that_is_over(tmp_path: Path) -> None:
    request = {"scenario": "custom", "first_turn": "1939-SO", "last_turn": "1939-SO"}
    session = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"}, **request)
    promoted(session)
    session.do("OpenVotes", absent="abstain")
    assert [part.what for part in owed(session)] == ["place"]
    session.do("CloseCampaign")
    assert owed(session) == ()
    session.ledger.close()


def test_choices_change_nothing_of_what_is_asked(tmp_path: Path) -> None:
    """Two clubs that differ in a sealed choice alone are asked for the same, in the same words."""
    found = []
    for choice in ("veto", "no-veto"):
        session = Session(ledger_in(tmp_path / choice)).open(rulings={"draws": "table"})
        drawn(session)
        session.ballots({"ussr": choice})
        found.append(owed(session))
        session.ledger.close()
    assert found[0] == found[1]


# --- news ---------------------------------------------------------------------------------------


def happenings(session: Session, answer: dict[str, Any]) -> list[Occurrence]:
    """What the events of an answer mean to members, given the state after all of them."""
    events = (
        session.ledger.live("club").system.codec.form(
            {k: v for k, v in event.items() if k != "version"}
        )
        for event in answer["events"]
    )
    found = (NOTICES.happened(session.state, event) for event in events)
    return [one for one in found if one is not None]


def test_a_promotion_and_a_veto_are_news(session: Session) -> None:
    drawn(session)
    session.ballots({"ussr": "veto"})
    answer = session.do("OpenBallots", absent="no-veto")
    assert happenings(session, answer) == [Occurrence("opened:1", "draws", "Guderian is vetoed.")]
    drawn(session, "balbo")
    answer = session.do("OpenBallots", absent="no-veto")
    assert happenings(session, answer) == [Occurrence("opened:2", "draws", "Balbo is promoted.")]


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ("another", "The votes are counted: another leader is drawn."),
        ("abstain", "The votes are counted: no further leader is drawn this turn."),
    ],
)
def test_a_vote_that_was_counted_is_news(session: Session, choice: str, text: str) -> None:
    promoted(session)
    session.votes({"germany": choice})
    answer = session.do("OpenVotes", absent="abstain")
    assert happenings(session, answer) == [Occurrence("counted:1", "votes", text)]


def test_a_board_that_ends_without_a_vote_has_told_its_draw_alone(session: Session) -> None:
    assert NOTICES.happened(session.state, ReinforcementClosed(reason="no votes")) is None
    assert NOTICES.happened(session.state, ReinforcementClosed(reason="empty cup")) is None
    for event in (LeaderPromoted(leader="rommel"), LeaderVetoed(leader="rommel")):
        assert NOTICES.happened(session.state, event) is not None
