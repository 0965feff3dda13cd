"""Undo: a member takes back his own last act, as long as nothing hung on it."""

from pathlib import Path
from typing import Any

import pytest

from campaign.record.effective import effective
from events import leaders_in_flames as lif
from events import record as told
from events.campaign import EntropyAdded
from events.leaders_in_play import LeaderMoved, LeaderPlaced, LeaderTurned
from tests.sessions import NAME, Session, ledger_in
from tests.test_impact import correct, log_of, upheld, version_of

NONE = "{} has no act to take back: what was opened, drawn or rolled stays"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club with a leader to be placed and one on the map."""
    setup = {"leaders": {"rommel": "arriving", "guderian": "map", "zhukov": "map"}}
    return Session(ledger_in(tmp_path)).open(setup=setup)


def refused(session: Session, by: str) -> tuple[str, str]:
    """Rule and reason of an undo that is refused."""
    answer: dict[str, Any] = session.ask("UndoAct", by)
    assert not answer["accepted"]
    return answer["rule"], answer["reason"]


def undone(session: Session, by: str) -> tuple[int, ...]:
    """The versions that an undo took back."""
    session.do("UndoAct", by)
    event = log_of(session)[-1][1]
    assert isinstance(event, told.ActUndone)
    return event.versions


def test_a_members_last_act_is_taken_back_and_then_the_one_before(session: Session) -> None:
    """Ben's moves between them are his own, and stay; the log keeps everything."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "ben", leader="zhukov", location="E1440")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    length = len(log_of(session))
    assert undone(session, "anna") == (version_of(session, LeaderMoved, leader="rommel"),)
    assert session.state.play.placements["rommel"].location == "E1429"
    assert undone(session, "anna") == (version_of(session, LeaderPlaced),)
    assert session.state.leaders["rommel"] == "arriving"
    assert session.state.play.placements["zhukov"].location == "E1440"
    assert refused(session, "anna") == ("Undo", NONE.format("anna"))
    assert len(log_of(session)) == length + 2


def test_what_came_before_a_draw_is_not_taken_back(session: Session) -> None:
    """What anna added went into the draw."""
    session.do("AddEntropy", "anna", value="rain")
    session.draw()
    assert refused(session, "anna") == ("Undo", NONE.format("anna"))


def test_an_opening_that_was_struck_has_opened_all_the_same(session: Session) -> None:
    """The ballots were seen; that their opening was struck does not give ben's ballot back."""
    session.draw()
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    opened = version_of(session, lif.BallotsOpened)
    dispute = upheld(session, opened)
    correct(session, "StrikeEvents", dispute=dispute, versions=[opened, opened + 1])
    assert session.phase == "ballots"
    assert refused(session, "ben") == ("Undo", NONE.format("ben"))


def test_what_anothers_act_rests_on_is_not_taken_back(session: Session) -> None:
    """Anna brought the leader onto the map, and the host turned him there."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("TurnLeader", leader="rommel", face_up=False)
    turned = version_of(session, LeaderTurned)
    assert refused(session, "anna") == ("Undo", f"what came later rests on it: {turned}")


def test_what_a_ruling_touched_is_not_the_members_any_more(session: Session) -> None:
    """An act that the referee amended stays, and so do those of the member before it."""
    session.do("AddEntropy", "anna", value="one")
    session.do("AddEntropy", "anna", value="two")
    second = version_of(session, EntropyAdded)
    dispute = upheld(session, second)
    fields = {"dispute": dispute, "version": second, "fields": {"value": "zwei"}}
    correct(session, "AmendEvent", **fields)
    assert refused(session, "anna") == ("Undo", NONE.format("anna"))


def test_what_the_referee_inserted_is_not_the_members_to_take_back(session: Session) -> None:
    """A forgotten word of anna's stands; her own before it can be taken back."""
    session.do("AddEntropy", "anna", value="one")
    first = version_of(session, EntropyAdded)
    dispute = upheld(session, first)
    word = {"command": "AddEntropy", "by": "anna", "value": "forgotten"}
    correct(session, "InsertCommand", dispute=dispute, after=first, forgotten=word)
    assert undone(session, "anna") == (first,)
    left = [one.event for one in effective(session.ledger.log(NAME)) if not one.struck_by]
    assert [one.value for one in left if isinstance(one, EntropyAdded)] == ["forgotten"]


def test_the_opening_is_nobodys_act(session: Session) -> None:
    """The host opened the campaign, and that stands."""
    assert refused(session, "host") == ("Undo", NONE.format("host"))
