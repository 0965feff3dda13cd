"""Attempts to get more out of the record than it owes: a second look, a second throw, one's own
ruling, words that are no words.
"""

from pathlib import Path

import pytest

from campaign.store.reader import Live
from events import codec
from events.campaign import TurnBegan
from events.lif.board import BallotSealed, BallotsOpened
from events.lif.on_map import LeaderPlaced
from support.sessions import NAME, Session, ledger_in, nonce_of
from support.sessions import undo_refused as undo
from tests.disputes.test_impact import log_of, refused, upheld, version_of

JUDGE = {"member": "anna", "name": "Anna", "roles": ["player", "referee"], "powers": ["germany"]}
BEN = {"member": "ben", "name": "Ben", "powers": ["ussr", "usa"]}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club with a board that takes ballots."""
    session = Session(ledger_in(tmp_path)).open()
    session.draw()
    return session


def agree(session: Session) -> None:
    """The live state, a fresh fold and the auditor's say the same."""
    live: Live = session.ledger.live(NAME)
    assert session.ledger.fresh(NAME).state == live.state


# --- a second look ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["anna", "ben"])
def test_what_came_before_an_early_opening_is_not_taken_back(session: Session, by: str) -> None:
    """Neither the ballot that was shown nor another, laid by one who has now seen the first."""
    session.ballots({"germany": "no-veto", "ussr": "no-veto"})
    version = version_of(session, BallotSealed, power="germany")
    session.do("AskOpening", "ref", version=version, reason="she is away")
    session.do("ConsentToOpening", "eve", version=version)
    stays = "bookmarks stay, and so does what was opened, drawn or rolled"
    told = f"{by.title()} has no act to take back: {stays}"
    assert undo(session, by) == ("Undo", told)


# --- a second throw -----------------------------------------------------------------------------


def test_after_an_undo_a_device_shields_the_draw_no_more(session: Session) -> None:
    """Ben's words go into the draw, or do not, as he likes it; what was fixed nobody takes back."""
    session.ballots({"japan": "no-veto"})
    session.do("AddEntropy", "ben", value="three grey geese")
    made = session.device("germany", "no-veto", nonce_of("x"))
    session.do("SealBallot", "anna", power="germany", commitment=made)
    session.do("FixMarkers")
    session.do("AddEntropy", "ben", value="four grey geese")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce_of("x"))
    assert not session.ask("UndoAct")["accepted"]
    session.do("UndoAct", "ben")
    assert not session.ask("UndoAct", "ben")["accepted"], "the words before the fixing stay"
    assert "japan" in session.state.board.markers
    session.do("OpenBallots", absent="no-veto")
    assert not session.state.shielded
    agree(session)


# --- one's own ruling ---------------------------------------------------------------------------


def test_a_leader_concerns_the_power_that_he_serves(tmp_path: Path) -> None:
    """Anna plays Germany; no event of Rommel's names it, and she does not rule on him."""
    setup = {"members": [JUDGE, BEN], "leaders": {"rommel": "arriving", "mannerheim": "arriving"}}
    session = Session(ledger_in(tmp_path)).open(setup=setup)
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    placed = version_of(session, LeaderPlaced)
    session.do("RaiseDispute", "ben", versions=[placed], claim="not there", powers=["usa"])
    assert session.state.campaign.record.disputes["d1"].concerned == ("germany", "usa")
    answer = session.ask("GiveRuling", "anna", dispute="d1", verdict="rejected", text="there")
    assert answer["reason"] == "Anna plays a power that d1 concerns"


# --- words that are no words --------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["\x1b[2J", "\r", "\x00", "\x9b", "\u202e", "\u2066"])
def test_a_claim_moves_no_cursor_and_turns_no_words(session: Session, sign: str) -> None:
    """Reports and terminals print it as it is."""
    for claim in (f"late{sign}", f"{sign}late", f"one\n{sign}two"):
        answer = session.ask("RaiseDispute", "ben", versions=[2], claim=claim)
        assert answer["rule"] is None and answer["reason"].startswith("RaiseDispute, claim: ")


def test_a_claim_has_lines_and_says_something(session: Session) -> None:
    """Several paragraphs are words; spaces alone are none."""
    assert not session.ask("RaiseDispute", "ben", versions=[2], claim=" \n\t ")["accepted"]
    session.do("RaiseDispute", "ben", versions=[2], claim="It was late.\n\n\tBy an hour.\n")
    claim = session.state.campaign.record.disputes["d1"].claim
    assert claim == "It was late.\n\n\tBy an hour.\n"


@pytest.mark.parametrize("until", ["2026-02-30", "2026-04-31T20:00Z", "2026-02-29"])
def test_a_term_is_a_day_of_the_calendar(session: Session, until: str) -> None:
    """February has no thirtieth."""
    session.do("RaiseDispute", "ben", versions=[2], claim="no")
    answer = session.ask("SetTerm", dispute="d1", what="answer", until=until)
    assert (answer["rule"], answer["reason"]) == (None, f"until: there is no day {until[:10]}")
    session.do("SetTerm", dispute="d1", what="answer", until="2028-02-29T20:00:00.5Z")


# --- an amendment that says what nobody could have said -----------------------------------------


@pytest.fixture
def placed(tmp_path: Path) -> Session:
    """Rommel stands on the map."""
    session = Session(ledger_in(tmp_path)).open(setup={"leaders": {"rommel": "arriving"}})
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    return session


@pytest.mark.parametrize("fields", [{"leader": "romel"}, {"location": ""}])
def test_an_amended_event_names_what_there_is(placed: Session, fields: dict[str, str]) -> None:
    """A name mistyped would stand in every table and report, and in a place that is none."""
    version = version_of(placed, LeaderPlaced)
    dispute = upheld(placed, version)
    rule, reason = refused(placed, "AmendEvent", dispute=dispute, version=version, fields=fields)
    assert rule is None and reason.startswith("fields: ")


def test_who_was_drawn_is_somebody(session: Session) -> None:
    """The board's verdict is on the leader who was drawn; it names nobody else."""
    session.do("OpenBallots", absent="no-veto")
    version = max(version for version, event in log_of(session) if hasattr(event, "leader"))
    fields = {"dispute": upheld(session, version), "version": version, "fields": {"leader": "map"}}
    told = "the board's verdict is on the leader who was drawn, and stays; strike the event instead"
    assert refused(session, "AmendEvent", **fields) == ("Corrections", told)


def test_an_amended_turn_keeps_its_name(placed: Session) -> None:
    """The calendar is nobody's word."""
    version = version_of(placed, TurnBegan)
    dispute = upheld(placed, version)
    fields = {"dispute": dispute, "version": version, "fields": {"turn": "1943-ND"}}
    assert refused(placed, "AmendEvent", **fields) == ("Corrections", "an event keeps its turn")


def test_a_ballot_that_was_opened_says_what_it_said(session: Session) -> None:
    """Its choice and nonce are revealed; what the vetoes cost is another event."""
    session.ballots({"germany": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    version = version_of(session, BallotsOpened)
    dispute = upheld(session, version)
    event = dict(log_of(session))[version]
    for change in ({"choice": "veto"}, {"nonce": "0" * 64}):
        ballots = codec.fields(event)["ballots"]
        ballots = {**ballots, "germany": {**ballots["germany"], **change}}
        fields = {"dispute": dispute, "version": version, "fields": {"ballots": ballots}}
        told = "what was revealed cannot be changed; strike out the event instead"
        assert refused(session, "AmendEvent", **fields) == ("Corrections", told)
