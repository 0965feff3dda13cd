"""A row of undos: each is decided from the state before its act, as the whole log would have it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.disputes import routing
from campaign.disputes.commands import UndoAct
from campaign.history.effective import effective, fold
from campaign.history.timeline import DEPTH, Timeline
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.lif.system import SYSTEM
from campaign.store.export import audit_of
from campaign.systems import SYSTEMS
from events.disputes import ActUndone
from support.sessions import NAME, Session, ledger_in

pytestmark = pytest.mark.further

SETUP = {"leaders": {"guderian": "map", "zhukov": "map"}}
LEADERS = {"anna": "guderian", "ben": "zhukov"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Two leaders on the map, and one draw behind which nothing is taken back."""
    made = Session(ledger_in(tmp_path)).open(setup=SETUP)
    made.do("AdvanceTurn")
    yield made
    made.ledger.close()


def move(session: Session, number: int, by: str = "anna") -> int:
    """A leader goes somewhere else; ten places go round. The event's version."""
    answer = session.do("MoveLeader", by, leader=LEADERS[by], location=f"E1{number % 10:03}")
    return int(answer["version"])


def over_the_whole_log(session: Session, by: str) -> Decision:
    """What an undo comes to where every event is folded and decided again."""
    given = Supplied(past=session.ledger.log(NAME))
    return routing.decide(SYSTEM, session.state, UndoAct(by=by), given)


def alone(session: Session) -> tuple[int, ...]:
    """The act that an undo now takes back alone; nothing where it has to look further back."""
    log = session.ledger.log(NAME)
    timeline = Timeline(SYSTEM, lambda after: log[after:])
    for pair in log:
        timeline.follow(*pair)
    timeline.settle()
    return timeline.last_act.versions if timeline.last_act else ()


def undo(session: Session, by: str = "anna") -> tuple[int, ...]:
    """An undo that comes to what the whole log tells; the events that it took back."""
    told = over_the_whole_log(session, by)
    session.do("UndoAct", by)
    log = session.ledger.log(NAME)
    event = log[-1][1]
    assert isinstance(event, ActUndone) and isinstance(told, tuple)
    assert event.versions == told[0].versions  # type: ignore[attr-defined]
    assert fold(SYSTEM, effective(SYSTEMS.codec, log)) == session.state
    return event.versions


def whole(session: Session) -> None:
    """The record verifies, and its state is what a fresh fold gives."""
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    assert audit.state == session.state == session.ledger.fresh(NAME).state


def test_a_row_takes_back_the_last_act_that_stands(session: Session) -> None:
    """Three moves, two undos, a move, and three undos more: the latest first, and then no more."""
    moves = [move(session, number) for number in range(3)]
    assert [undo(session)[0] for _ in range(2)] == [moves[2], moves[1]]
    assert alone(session) == (moves[0],)
    later = move(session, 7)
    assert [undo(session)[0] for _ in range(2)] == [later, moves[0]]
    answer = session.ask("UndoAct", "anna")
    assert "no act to take back" in answer["reason"], "before it stands the turn's seed"
    whole(session)


def test_more_undos_than_acts_are_kept(session: Session) -> None:
    """Behind those that are kept the record is looked at from further back, and the row goes on."""
    moves = [move(session, number) for number in range(2 * DEPTH + 9)]
    for version in reversed(moves):
        session.do("UndoAct", "anna")
        event = session.ledger.log(NAME)[-1][1]
        assert isinstance(event, ActUndone) and event.versions == (version,)
    assert fold(SYSTEM, effective(SYSTEMS.codec, session.ledger.log(NAME))) == session.state
    whole(session)


@pytest.mark.parametrize(
    ("command", "by", "fields"),
    [
        ("SetBookmark", "ben", {"version": 3, "note": "here"}),
        ("EnrolMember", "host", {"member": "eva", "name": "Eva", "roles": ["player"]}),
        ("RaiseDispute", "ben", {"versions": [3], "claim": "not so"}),
    ],
)
def test_what_stays_ends_a_row(
    session: Session, command: str, by: str, fields: dict[str, Any]
) -> None:
    """A word on the record or a member who joined: the act before is found from further back."""
    first = move(session, 1)
    second = move(session, 2)
    assert alone(session) == (second,)
    session.do(command, by, **fields)
    assert alone(session) == ()
    assert (undo(session), undo(session)) == ((second,), (first,))
    assert session.state.campaign.members.keys() >= ({"eva"} if command == "EnrolMember" else set())
    whole(session)


def test_an_act_of_another_is_no_act_of_ones_own(session: Session) -> None:
    """Ben moved last: Anna's undo passes over that, and Ben's takes it back alone."""
    hers, his = move(session, 1), move(session, 2, "ben")
    assert alone(session) == (his,)
    assert undo(session, "anna") == (hers,)
    assert undo(session, "ben") == (his,)
    whole(session)


def test_what_was_drawn_or_turned_leaves_nothing_to_take_back_alone(session: Session) -> None:
    """A turn's seed is out."""
    move(session, 1)
    session.do("AdvanceTurn")
    assert alone(session) == ()
    assert isinstance(over_the_whole_log(session, "anna"), Refused)
    assert not session.ask("UndoAct", "anna")["accepted"]


def test_a_disputed_act_stays_in_a_row_too(session: Session) -> None:
    """The dispute was about it before it was the last."""
    version = move(session, 1)
    session.do("RaiseDispute", "ben", versions=[version], claim="not so")
    later = move(session, 2)
    assert undo(session) == (later,)
    answer = session.ask("UndoAct", "anna")
    assert answer["reason"] == f"event {version} stays until d1 about it is settled"


def test_before_a_state_that_cannot_be_all_is_audited(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would come back by the undo is refused with its rule, in a row as anywhere."""
    move(session, 1)
    there = session.state.play.placements["guderian"].location
    move(session, 2)
    fault = Refused("LiF 3.1", "nobody may be there")

    def faults(state: Any) -> tuple[Refused, ...]:
        lies = state.play.placements["guderian"].location == there
        return (fault,) if lies else ()

    system = replace(SYSTEM, corrections=replace(SYSTEM.corrections.whole(), faults=faults))
    monkeypatch.setitem(systems.SYSTEMS, "lif", system)
    session.ledger._live.forget(NAME)
    session.ledger._pasts.forget(NAME)
    answer = session.ask("UndoAct", "anna")
    assert (answer["accepted"], answer["reason"]) == (False, "nobody may be there")


@pytest.mark.parametrize("seed", range(6))
def test_undos_of_two_members_at_random_come_to_what_the_whole_log_tells(
    session: Session, seed: int
) -> None:
    """Moves, points, members and undos; after each the state is what the whole log gives."""
    random = Random(seed)
    for number in range(60):
        by = random.choice(("anna", "ben"))
        chance = random.random()
        if chance < 0.45:
            session.ask("MoveLeader", by, leader=LEADERS[by], location=f"E1{number % 10:03}")
        elif chance < 0.5:
            session.ask("SetBookmark", by, version=2, note=str(number))
        elif chance < 0.55:
            session.ask("AddEntropy", by, value=str(number))
        elif isinstance(told := over_the_whole_log(session, by), Refused):
            answer = session.ask("UndoAct", by)
            assert (answer["rule"], answer["reason"]) == (told.rule, told.reason)
        else:
            undo(session, by)
        if chance > 0.97:
            session.do("AdvanceTurn")
    whole(session)
