"""A position that was taken over is corrected like anything else: amended, and checked."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import CorrectionPreview, previewed
from campaign.store.export import audit_of
from campaign.systems import SYSTEMS
from events import codec
from events.campaign import MemberEnrolled
from events.disputes import EventAmended
from events.lif.cup import PositionStated
from support.sessions import MEMBERS, NAME, Session, ledger_in
from tests.disputes.test_impact import correct, refused, upheld, version_of
from tests.verify.test_opened_again import audited

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


# --- In whose name, and by which sheet ----------------------------------------------------------

OF_HOST = {**STATED, "stated_by": "host", "sheet_digest": "a" * 64}
FOUR, OTHER = {"veto_points": {"germany": 4}}, {"sheet_digest": "b" * 64}


@pytest.fixture
def by_name(tmp_path: Path) -> Session:
    """A club that took its war over by the host's sheet, with a second host, zoe."""
    zoe = {"member": "zoe", "name": "Zoe", "roles": ["host"]}
    setup = {"members": [*MEMBERS, zoe]}
    return Session(ledger_in(tmp_path)).open(setup=setup, extras={"position": OF_HOST})


@pytest.mark.parametrize(
    ("by", "fields", "text"),
    [
        ("host", {"stated_by": "anna", "sheet_digest": "f" * 64}, "stated_by is host"),
        ("host", {"stated_by": "nobody", **OTHER}, "stated_by is host"),
        ("host", {"stated_by": "", **OTHER}, "stated_by is host"),
        ("zoe", FOUR, "stated_by is zoe"),
        ("zoe", OTHER, "stated_by is zoe"),
        ("zoe", {"stated_by": "zoe", **FOUR}, "sheet_digest is of the sheet before"),
        ("host", FOUR, "sheet_digest is of the sheet before"),
        ("host", {**FOUR, **OTHER}, ""),
        ("zoe", {"stated_by": "zoe", **FOUR, **OTHER}, ""),
    ],
)
def test_a_position_is_stated_again_in_ones_own_name(
    by_name: Session, by: str, fields: dict[str, Any], text: str
) -> None:
    answer = again(by_name, by, **fields)
    assert answer["accepted"] is not bool(text)
    assert text in (answer.get("reason") or "")


def test_a_ruling_names_nobody_else(by_name: Session) -> None:
    """Points may be amended, and leave who stated the rest; the name is the referee's or stays."""
    version = version_of(by_name, PositionStated)
    ruling = upheld(by_name, version)
    wrong = {"version": version, "fields": {"stated_by": "anna"}}
    _, text = refused(by_name, "AmendEvent", dispute=ruling, **wrong)
    assert "stated_by is ref, who states the position" in text
    correct(by_name, "AmendEvent", dispute=ruling, version=version, fields=FOUR)


def test_a_forged_name_is_found(by_name: Session) -> None:
    """In the event and in the command, its digests made to fit."""
    assert again(by_name, **FOUR, **OTHER)["accepted"]
    log = [event for _, event in by_name.ledger.log(NAME)]
    assert audited(log) == []
    at = next(at for at, event in enumerate(log) if isinstance(event, EventAmended))
    text = codec.encode(log[at]).replace(b'"stated_by":"host"', b'"stated_by":"anna"')
    text = text.replace(b'"fields":{', b'"fields":{"stated_by":"anna",')
    log[at] = SYSTEMS["lif"].codec.decode(text)
    assert "stated_by is host, who states the position" in " ".join(audited(log))


def test_nobody_else_opens_a_campaign(tmp_path: Path) -> None:
    position = {**STATED, "stated_by": "anna"}
    answer = ledger_in(tmp_path).open(NAME, scenario="global-war", extras={"position": position})
    assert not answer["accepted"]
    assert "position: stated_by: " in answer["reason"]
