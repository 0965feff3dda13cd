"""Undo with consent: what others have built on is taken back once everybody concerned agrees."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import audit_of
from events.disputes import ActUndone, UndoConsented
from events.lif.board import LeaderDrawn
from events.lif.on_map import LeaderMoved, LeaderPlaced, LeaderTurned
from support.sessions import NAME, Session, ledger_in
from tests.disputes.test_impact import log_of, version_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club with a leader to be placed and one on the map."""
    setup = {"leaders": {"rommel": "arriving", "guderian": "map", "zhukov": "map"}}
    return Session(ledger_in(tmp_path)).open(setup=setup)


@pytest.fixture
def built(session: Session) -> tuple[int, int]:
    """Anna placed a leader, Ben moved another, and the host turned Anna's: hers and the host's."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "ben", leader="zhukov", location="E1440")
    session.do("TurnLeader", leader="rommel", face_up=False)
    return version_of(session, LeaderPlaced), version_of(session, LeaderTurned)


def refused(session: Session, command: str, by: str, **fields: Any) -> str:
    """Why a command is refused."""
    answer: dict[str, Any] = session.ask(command, by, **fields)
    assert not answer["accepted"], answer
    assert answer["rule"] == "Undo"
    return str(answer["reason"])


def clean(session: Session) -> bool:
    """Whether an audit finds nothing."""
    ledger = session.ledger
    return list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []


def test_with_the_consent_of_all_it_is_taken_back(session: Session, built: tuple[int, int]) -> None:
    """The host, who acted since, and Ben, who did too; what rested on it goes along with it."""
    for by in ("host", "ben"):
        session.do("ConsentToUndo", by, member="anna", versions=built)
    session.do("UndoAct", "anna", versions=built)
    assert session.state.leaders["rommel"] == "arriving"
    assert session.state.play.placements["zhukov"].location == "E1440"
    event = log_of(session)[-1][1]
    assert isinstance(event, ActUndone) and event.versions == built
    assert clean(session)
    assert session.ask("UndoAct", "anna", versions=built)["accepted"] is False


def test_without_the_consent_of_one_it_stays(session: Session, built: tuple[int, int]) -> None:
    """Whoever has not consented is named, with what they type."""
    text = refused(session, "UndoAct", "anna", versions=built)
    assert text.startswith("Host and Ben must consent first: `campaign undo-consent club anna ")
    session.do("ConsentToUndo", "host", member="anna", versions=built)
    text = refused(session, "UndoAct", "anna", versions=built)
    assert text.startswith("Ben must consent first") and text.endswith(" --as ben`")
    assert session.state.leaders["rommel"] == "map" and clean(session)


def test_consent_is_given_once_and_only_by_those_concerned(
    session: Session, built: tuple[int, int]
) -> None:
    """Eve only looks on; Anna asks; Ben has said so already."""
    asked = {"member": "anna", "versions": built}
    assert refused(session, "ConsentToUndo", "anna", **asked) == (
        "Anna asks for it; the others consent"
    )
    assert refused(session, "ConsentToUndo", "eve", **asked) == (
        "Eve has not acted since, and no figure of theirs would change"
    )
    session.do("ConsentToUndo", "ben", **asked)
    assert refused(session, "ConsentToUndo", "ben", **asked) == "Ben has consented already"
    assert isinstance(log_of(session)[-1][1], UndoConsented)


def test_what_rests_on_it_has_to_be_named(session: Session, built: tuple[int, int]) -> None:
    """So that everybody consents to the same."""
    placed, turned = built
    text = f"what came later rests on it, and has to be named too: {turned}"
    for command, by in (("UndoAct", "anna"), ("ConsentToUndo", "ben")):
        fields = {"versions": [placed], **({} if by == "anna" else {"member": "anna"})}
        assert refused(session, command, by, **fields) == text
    text = refused(session, "UndoAct", "ben", versions=built)
    assert text == f"event {placed} is not an act of Ben"


def test_consent_to_something_else_is_none(session: Session, built: tuple[int, int]) -> None:
    """One request at a time: a consent to another one takes its place."""
    for by in ("host", "ben"):
        session.do("ConsentToUndo", by, member="anna", versions=built)
    moved = version_of(session, LeaderMoved, leader="zhukov")
    session.do("ConsentToUndo", "host", member="ben", versions=[moved])
    assert "must consent first" in refused(session, "UndoAct", "anna", versions=built)


def test_who_acts_after_the_consents_is_asked_too(session: Session, built: tuple[int, int]) -> None:
    """Everybody who has acted since, whenever that was."""
    for by in ("host", "ben"):
        session.do("ConsentToUndo", by, member="anna", versions=built)
    session.do("AddEntropy", "ref", value="rain")
    assert refused(session, "UndoAct", "anna", versions=built).startswith("Ref must consent first")


def test_draws_openings_and_earlier_turns_stay_whoever_consents(session: Session) -> None:
    """What is known is known."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    placed = version_of(session, LeaderPlaced)
    session.draw()
    drawn = version_of(session, LeaderDrawn)
    text = refused(session, "UndoAct", "host", versions=[drawn])
    assert text == "what was opened, drawn or rolled stays"
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    for version, event in log_of(session):
        if type(event).__name__ in ("BallotsOpened", "TurnBegan"):
            assert refused(session, "UndoAct", event.by, versions=[version])
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    text = refused(session, "UndoAct", "anna", versions=[placed])
    assert text == "only acts of the running turn are taken back"


@pytest.mark.parametrize("versions", [[1], [2], [999], [1, 2, 3]])
def test_nobody_takes_back_what_is_no_act(session: Session, versions: list[int]) -> None:
    """The opening, part of an act, an event that there is not."""
    assert refused(session, "UndoAct", "host", versions=versions).startswith("name whole acts")


def test_the_last_act_needs_nobodys_consent(session: Session) -> None:
    """Without events named, undo is what it was, to the byte of what the record keeps."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("UndoAct", "anna")
    assert log_of(session)[-1][1].act == {"command": "UndoAct"}
    assert clean(session)
