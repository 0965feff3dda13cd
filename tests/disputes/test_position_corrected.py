"""A position that was taken over is corrected like anything else: amended, and checked."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import CorrectionPreview, previewed
from campaign.store.export import audit_of
from events.campaign import MemberEnrolled
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


# --- Stated again, without a ruling -------------------------------------------------------------


def again(session: Session, by: str = "host", **fields: Any) -> Any:
    """What comes of stating the position again."""
    version = version_of(session, PositionStated)
    values = {"dispute": "", "version": version, "fields": fields}
    sent = msgspec.json.encode({"command": "AmendEvent", **values, "seen": "0" * 64})
    looked = previewed(session.ledger, NAME, sent, by)
    seen = looked.impact.digest if isinstance(looked, CorrectionPreview) else "0" * 64
    return session.ask("AmendEvent", by, **values, seen=seen)


def test_a_position_is_stated_again_until_more_is_recorded(session: Session) -> None:
    """Twice, then a member acts, and from then on it takes a dispute; the record verifies."""
    assert again(session, veto_points={"germany": 4})["accepted"]
    assert again(session, veto_points={"germany": 6}, vichy="installed")["accepted"]
    assert (session.state.veto_points["germany"], session.state.vichy) == (6, "installed")
    session.do("AddEntropy", "anna", value="three grey geese")
    refusal = again(session, veto_points={"germany": 5})
    assert refusal["reason"] == "more is on record by now; raise a dispute about the position"
    assert session.state.veto_points["germany"] == 6
    assert list(audit_of(session.ledger, NAME).findings(session.ledger.store.rows(NAME))) == []


@pytest.mark.parametrize(
    ("by", "fields", "text"),
    [
        ("anna", {"veto_points": {"germany": 4}}, "a host states the position again"),
        ("host", {"turn": "1941-SO"}, "an event keeps its turn"),
        ("host", {"leaders": {"balbo": "circle"}}, "balbo would never come off"),
        ("host", {"veto_points": {"germany": 2}}, "says that already"),
        ("host", {"counters": {"guards-7th": {"place": "map"}}}, "guards-7th is no counter"),
    ],
)
def test_what_is_not_stated_again(
    session: Session, by: str, fields: dict[str, Any], text: str
) -> None:
    refusal = again(session, by, **fields)
    assert not refusal["accepted"]
    assert text in refusal["reason"]


def test_nothing_but_the_position_is_amended_without_a_ruling(session: Session) -> None:
    """Nor is anything struck out."""
    other = version_of(session, MemberEnrolled)
    values = {"dispute": "", "version": other, "fields": {"name": "Bea"}, "seen": "0" * 64}
    refusal = session.ask("AmendEvent", "host", **values)
    assert refusal["reason"] == "only a position taken over from paper is stated again"
    refusal = session.ask("StrikeEvents", "host", dispute="", versions=[other], seen="0" * 64)
    assert not refusal["accepted"]
