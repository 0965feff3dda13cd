"""What undo, a preview and verify cost: what lies behind the first event touched, in folds."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.history import timeline
from campaign.history.effective import effective, fold
from campaign.kernel.system import AnySystem
from campaign.leaders_in_flames.system import SYSTEM
from campaign.store.export import audit_of
from campaign.store.log import Row, Store
from campaign.systems import SYSTEMS
from support.sessions import NAME, Session, ledger_in

MOVES, UNDONE = 300, 60
SETUP = {"leaders": {"guderian": "map", "zhukov": "map"}}


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts every event that is folded, one by one or in a hurry, struck or not."""
    count: Counter[str] = Counter()

    def counting(function):  # type: ignore[no-untyped-def]
        def counted(state, event):  # type: ignore[no-untyped-def]
            count["events"] += 1
            return function(state, event)

        return counted

    system: AnySystem = replace(
        SYSTEM,
        rules=replace(
            SYSTEM.rules,
            evolve=counting(SYSTEM.rules.evolve),
            evolvers={kind: counting(one) for kind, one in SYSTEM.rules.evolvers.items()},
        ),
        corrections=replace(SYSTEM.corrections, struck=counting(SYSTEM.corrections.struck)),
    )
    monkeypatch.setitem(systems.SYSTEMS, "lif", system)
    return count


def move(session: Session, number: int, by: str = "anna") -> None:
    """Guderian goes somewhere else, or for Ben Zhukov; ten places go round."""
    leader = "guderian" if by == "anna" else "zhukov"
    session.do("MoveLeader", by, leader=leader, location=f"E1{number % 10:03}")


def moved(folder: Path) -> Session:
    """A campaign of some 300 events, of which nothing has opened or drawn anything."""
    session = Session(ledger_in(folder)).open(setup=SETUP)
    for number in range(MOVES):
        move(session, number)
    return session


def test_each_undo_folds_what_lies_behind_its_act(tmp_path: Path, folded: Counter[str]) -> None:
    """The k-th undo of a row touches an act 2k events back: some four folds of so many, not 600."""
    session = moved(tmp_path)
    session.do("UndoAct", "anna")
    for done in range(1, UNDONE):
        before = folded["events"]
        session.do("UndoAct", "anna")
        assert folded["events"] - before <= 4 * (2 * done + 2) + 8 * timeline.EVERY, done
    log = session.ledger.log(NAME)
    assert fold(SYSTEM, effective(SYSTEMS.codec, log)) == session.state
    there = session.state.play.placements["guderian"].location
    assert there == f"E1{(MOVES - UNDONE - 1) % 10:03}"


def worked(count: Counter[str], session: Session, undone: int) -> tuple[int, int]:
    """The events read and folded for a row of undos, and for the audit behind it."""
    before = count.total()
    for _ in range(undone):
        session.do("UndoAct", "anna")
    done = count.total()
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    return done - before, count.total() - done


def test_the_work_of_a_row_of_undos_grows_with_its_length(
    tmp_path: Path, folded: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """70, 140 and 280 undos behind 300 moves, counted in events that are read and folded.

    The first undo reads and folds the whole record. Each undo reads the opening's two events and
    those recorded since the last, and folds its own; and once in a while some 100 events are read
    and folded for the 50 undos that come next: 12 in all are enough for each. The audit reads and
    folds the record once and what a row needs besides; none of it is four times as much for twice
    as many.
    """
    rows = Store.rows

    def counting(*given: Any, **named: Any) -> Iterator[Row]:
        for row in rows(*given, **named):
            folded["read"] += 1
            yield row

    monkeypatch.setattr(Store, "rows", counting)
    for undone in (70, 140, 280):
        folder = tmp_path / str(undone)
        folder.mkdir()
        session = moved(folder)
        cost, audited = worked(folded, session, undone)
        length = session.ledger.live(NAME).version
        session.ledger.close()
        assert cost <= 2 * (length - undone) + 12 * undone, undone
        assert audited <= 3 * length + 2 * undone, undone


def test_a_late_undo_of_a_long_record_costs_no_more_than_of_a_short_one(
    tmp_path: Path, folded: Counter[str]
) -> None:
    """300 or 900 events before it: the same count."""
    costs = []
    for rounds in (1, 3):
        folder = tmp_path / str(rounds)
        folder.mkdir()
        session = moved(folder)
        for number in range((rounds - 1) * MOVES):
            move(session, number, "ben")
        move(session, 7)
        session.do("UndoAct", "anna")
        move(session, 8)
        before = folded["events"]
        session.do("UndoAct", "anna")
        costs.append(folded["events"] - before)
        session.ledger.close()
    assert max(costs) <= 8 * timeline.EVERY and abs(costs[0] - costs[1]) <= 4 * timeline.EVERY


def test_verify_folds_a_record_of_undos_a_few_times_over(
    tmp_path: Path, folded: Counter[str]
) -> None:
    """60 undos of the last 60 moves: a fold of each, and of what lies behind it, thrice at most."""
    session = moved(tmp_path)
    for _ in range(UNDONE):
        session.do("UndoAct", "anna")
    before = folded["events"]
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    behind = sum(2 * done + 2 for done in range(UNDONE))
    length = MOVES + UNDONE + 20
    assert folded["events"] - before <= length + 4 * behind + UNDONE * 8 * timeline.EVERY
    assert folded["events"] - before < UNDONE * length * 3, "the whole record for each undo"
