"""A position that was taken over is corrected like anything else: amended, and checked."""

from pathlib import Path

import pytest

from events.lif.cup import PositionStated
from support.sessions import NAME, Session, ledger_in
from tests.disputes.test_impact import correct, refused, upheld, version_of

STATED = {"turn": "1941-JA", "veto_points": {"germany": 2}}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club that took its war over in July/August 1941."""
    return Session(ledger_in(tmp_path)).open(extras={"position": STATED})


def test_a_figure_that_was_stated_wrongly_is_amended(session: Session) -> None:
    version = version_of(session, PositionStated)
    fields = {"version": version, "fields": {"veto_points": {"germany": 4}}}
    correct(session, "AmendEvent", dispute=upheld(session, version), **fields)
    state = session.ledger.live(NAME).state
    assert (state.veto_points["germany"], state.campaign.turn) == (4, "1941-JA")


def test_lif_3_1_an_amended_position_has_each_leader_in_one_place(session: Session) -> None:
    """On the circle, with no turn to come off it."""
    version = version_of(session, PositionStated)
    fields = {"version": version, "fields": {"leaders": {"balbo": "circle"}}}
    found = refused(session, "AmendEvent", dispute=upheld(session, version), **fields)
    assert found == ("LiF 3.1", "balbo would never come off the production circle")


def test_the_turn_that_was_taken_over_stays(session: Session) -> None:
    version = version_of(session, PositionStated)
    fields = {"version": version, "fields": {"turn": "1941-SO"}}
    _, text = refused(session, "AmendEvent", dispute=upheld(session, version), **fields)
    assert text == "an event keeps its turn"
