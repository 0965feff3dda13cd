"""LiF 4.1: a correction puts no marker and no verdict before another draw than it was about."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.lif.state import Board
from campaign.lif.system import SYSTEM
from events.lif.board import BallotSealed, LeaderPromoted, LeaderVetoed, MarkersFixed, VoteSealed
from support.sessions import Session, ledger_in
from tests.disputes.test_impact import correct, log_of, seen, upheld, version_of

SEALED = (BallotSealed, VoteSealed)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Two draws at the table: Franco is vetoed, Balbo promoted; each with a ballot of its own."""
    session = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"japan": "veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="balbo")
    session.ballots({"germany": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    session.votes({"germany": "abstain"})
    session.do("OpenVotes", absent="abstain")
    return session


def test_lif_4_1_a_marker_is_about_its_own_draw(session: Session) -> None:
    """Each says so, a vote by the draw that was promoted."""
    sealed = [e for _, e in log_of(session) if isinstance(e, BallotSealed | VoteSealed)]
    assert [(e.power, e.draw) for e in sealed] == [("japan", 1), ("germany", 2), ("germany", 2)]


def test_lif_4_1_what_was_laid_for_the_next_draw_goes_with_it(session: Session) -> None:
    """The first ballots are to be counted anew: all of the second draw goes, Germany's marker too.

    The board then opens what was laid for Franco, and nothing else.
    """
    first = next(v for v, e in log_of(session) if isinstance(e, MarkersFixed))
    opening = list(range(first, version_of(session, LeaderVetoed) + 1))
    dispute = upheld(session, first)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=opening)
    assert [(one.command, one.rule, one.reason) for one in found.broken] == [
        ("DrawLeader", "LiF 4.1", "the board is not drawing now"),
        (
            "SealBallot",
            "Record",
            "would no longer follow from those before it (it is about draw 2)",
        ),
        (
            "OpenBallots",
            "Record",
            "would no longer follow from those before it (it is about the ballots of draw 2)",
        ),
        ("SealVote", "LiF 4.1", "the board is not taking votes"),
        ("OpenVotes", "LiF 4.1", "there are no votes to open"),
    ]
    correct(session, "StrikeEvents", dispute=dispute, versions=opening, also=list(found.also))
    assert list(session.state.board.markers) == ["japan"]
    answer = session.do("OpenBallots", absent="no-veto")
    shown = answer["events"][1]["ballots"]
    assert {who for who, one in shown.items() if one["nonce"]} == {"japan"}
    assert session.phase == "draw" and session.state.leaders["franco"] == "cup"


def test_lif_4_1_a_vote_for_another_draw_does_not_follow(session: Session) -> None:
    """Nor does a ballot, nor a verdict on a leader who is not before the board."""
    state = session.state
    board = replace(state, board=Board(phase="votes", leader="balbo", draw=3))
    fields = {"power": "italy", "commitment": "a" * 64}
    for event, why in (
        (VoteSealed(**fields, draw=2), "it is about draw 2"),  # type: ignore[arg-type]
        (BallotSealed(**fields, draw=2), "it is about draw 2"),  # type: ignore[arg-type]
        (LeaderPromoted(leader="franco"), "franco is not before the board"),
        (LeaderVetoed(leader="franco"), "franco is not before the board"),
    ):
        with pytest.raises(ValueError, match=f"^{why}$"):
            SYSTEM.rules.evolve(board, event)
    now = SYSTEM.rules.evolve(board, VoteSealed(**fields, draw=3))  # type: ignore[arg-type]
    assert list(now.board.markers) == ["italy"]
