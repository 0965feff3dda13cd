"""A correction of several events takes effect as one: no version is half corrected."""

from pathlib import Path

import pytest

from campaign.history.effective import effective, fold
from campaign.history.replay import Replay
from campaign.history.timeline import _CHECKPOINT_EVERY, Checkpoints, Timeline
from campaign.lif.system import SYSTEM
from campaign.store.export import audit_of
from campaign.systems import SYSTEMS
from campaign.verify.audit import compare
from events import disputes as facts
from events.lif.board import LeaderDrawn, VetoPointsBought
from support.sessions import NAME, Session, ledger_in
from tests.disputes.test_impact import correct, log_of, seen, upheld, version_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Franco was drawn at the table and vetoed by Japan; Balbo was drawn after him."""
    session = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"japan": "veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="balbo")
    session.ballots({"germany": "no-veto"})
    return session


def whole(session: Session) -> None:
    """The record verifies, and every way to its state gives the same."""
    ledger = session.ledger
    live, audit = ledger.live(NAME), audit_of(ledger, NAME)
    assert list(audit.findings(ledger.store.rows(NAME))) == []
    assert list(compare(audit, live.version, live.head, live.state)) == []
    assert ledger.fresh(NAME).state == live.state
    assert fold(SYSTEM, effective(SYSTEMS.codec, log_of(session))) == live.state


def misread(session: Session) -> int:
    """Guderian was drawn, and not Franco; what followed is struck. The amendment's version."""
    drawn = version_of(session, LeaderDrawn, draw=1)
    fields = {"version": drawn, "fields": {"leader": "guderian"}}
    dispute = upheld(session, drawn)
    last = version_of(session, facts.DisputeRaised) - 1
    also = list(range(drawn + 1, last + 1))
    correct(session, "AmendEvent", dispute=dispute, **fields, also=also)
    return version_of(session, facts.EventAmended)


def test_lif_4_1_another_leader_drawn_and_what_followed_struck(session: Session) -> None:
    """The amendment alone fits nothing that was recorded; with the strike it is a fresh board."""
    misread(session)
    assert session.phase == "ballots" and session.state.board.leader == "guderian"
    assert session.state.leaders["franco"] == "cup" and not session.state.board.markers
    whole(session)
    session.do("OpenBallots", absent="no-veto")
    whole(session)


def test_between_its_events_nothing_of_a_correction_counts_yet(session: Session) -> None:
    """The state at the amendment is the one before it, with the correction on the record."""
    amended = misread(session)
    shown = [session.ledger.show(NAME, at) for at in (amended - 1, amended, amended + 1)]
    assert [one["board"]["leader"] for one in shown] == ["balbo", "balbo", "guderian"]
    noted = [session.ledger.live(NAME, at).state.campaign.record.corrections
             for at in (amended - 1, amended, amended + 1)]  # fmt: skip
    assert [len(one) for one in noted] == [0, 1, 2]
    replay = Replay(SYSTEM, log_of(session))
    leaders = [replay.state(at - 1).board.leader for at in (amended - 1, amended, amended + 1)]
    assert leaders == ["balbo", "balbo", "guderian"]
    assert replay.state(amended) == session.ledger.live(NAME, amended + 1).state


def test_a_correction_whose_end_is_missing_is_found(session: Session) -> None:
    """Cut off behind the amendment, a record does not follow; the auditor says where."""
    amended = misread(session)
    audit = audit_of(session.ledger, NAME)
    found = list(audit.findings(session.ledger.store.rows(NAME, until=amended)))
    assert [(one.version, one.what) for one in found][:1] == [(amended, "fold")]


def test_the_preview_of_both_is_what_happens(session: Session) -> None:
    """Amending the draw alone breaks what came after; the preview names all of it."""
    drawn = version_of(session, LeaderDrawn, draw=1)
    fields = {"version": drawn, "fields": {"leader": "guderian"}, "dispute": upheld(session, drawn)}
    alone = seen(session, "AmendEvent", **fields)
    both = correct(session, "AmendEvent", **fields, also=list(alone.also))
    assert both.broken == () and both.changes == alone.then
    whole(session)


# --- what it costs ------------------------------------------------------------------------------


def test_a_correction_folds_what_lies_behind_what_it_touches(session: Session) -> None:
    """1,000 events; each of the last 100 is struck in its turn: 100 x some 200, not 100 x 1,000."""
    log = log_of(session)
    timeline = Timeline(SYSTEM, lambda after: log[after:])
    for version in range(len(log) + 1, 1_001):
        word = VetoPointsBought(power="ussr", points=1, intelligence_points=5, by="ben")
        log.append((version, word))
    for pair in log:
        timeline.follow(*pair)
    assert timeline.folded == 1_000
    for back in range(100):
        struck = facts.EventsStruck(dispute="d1", versions=(1_000 - back,))
        log.append((len(log) + 1, struck))
        timeline.follow(*log[-1])
        before = timeline.folded
        timeline.settle()
        behind = len(log) - (1_000 - back)
        assert timeline.folded - before <= 2 * behind + 2 * _CHECKPOINT_EVERY
    assert timeline.state == fold(SYSTEM, effective(SYSTEMS.codec, log))


def test_states_are_kept_close_together_at_the_end_alone() -> None:
    """Of 20,000 places some dozens are kept, and before any place one lies nearby."""
    kept = Checkpoints()
    for version in range(_CHECKPOINT_EVERY, 20_001, _CHECKPOINT_EVERY):
        kept.keep(version, str(version))
    places = {kept.before(version)[0] for version in range(1, 20_001)}
    assert len(places) < 60
    for version in range(1, 20_001, 97):
        assert 20_000 - kept.before(version)[0] <= 2 * (20_000 - version) + 2 * _CHECKPOINT_EVERY


def test_after_a_correction_stamps_do_not_go_back(session: Session) -> None:
    """The clock was set back an hour behind an undo; the next event bears the undo's stamp."""
    session.ledger._clock = lambda: "1999-01-01T20:00:00.000Z"
    session.do("AddEntropy", "anna", value="rain")
    session.do("UndoAct", "anna")
    session.ledger._clock = lambda: "1999-01-01T19:00:00.000Z"
    session.do("AddEntropy", "anna", value="snow")
    assert [event.at for _, event in log_of(session)[-2:]] == ["1999-01-01T20:00:00.000Z"] * 2
    whole(session)
