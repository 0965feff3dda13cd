"""What undo, a preview and verify cost: what lies behind the first event touched, in folds.

What takes longer, waits or starts something, beside `disputes/test_corrections_cost.py`.
"""

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from campaign.history import timeline
from campaign.store import snapshots
from campaign.store.export import audit_of
from support.disputed import upheld
from support.sessions import NAME, Session, ledger_in
from tests.disputes.test_corrections_cost import (
    APART,
    MOVES,
    SETUP,
    count_reads,
    folded,
    move,
    moved,
    strike,
    without_snapshots,
)

__all__ = ["folded"]


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
    count_reads(folded, monkeypatch)
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
    assert (
        max(costs) <= 8 * timeline._CHECKPOINT_EVERY
        and abs(costs[0] - costs[1]) <= 4 * timeline._CHECKPOINT_EVERY
    )


def test_an_undo_and_a_strike_start_at_a_snapshot_in_a_process_of_their_own(
    tmp_path: Path, folded: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 or 900 events before them; the first process reads all of them, the others no more.

    Each reads and folds what lies behind its event, some 20, from a snapshot at most 50 before it,
    and that three or four times: once for the state, once to find the act, twice to judge it.
    """
    monkeypatch.setattr(snapshots, "EVERY", APART)
    count_reads(folded, monkeypatch)
    for rounds in (1, 3):
        folder = tmp_path / str(rounds)
        folder.mkdir()
        session = moved(folder)
        for number in range((rounds - 1) * MOVES):
            move(session, number, "ben")
        for number in range(20):
            move(session, number)
        wrong = session.ledger.live(NAME).version - 10
        struck = partial(strike, dispute=upheld(session, wrong), version=wrong)
        path = without_snapshots(session)
        with ledger_in(path.parent) as ledger:
            ledger.live(NAME)
        for work in (
            lambda session: session.do("UndoAct", "anna"),
            struck,
            lambda session: session.ledger.live(NAME),
            lambda session: session.ledger.live(NAME, MOVES // 2),
        ):
            with ledger_in(path.parent) as ledger:
                before = folded.total()
                work(Session(ledger))
                assert folded.total() - before <= 16 * APART, rounds
                assert ledger.live(NAME).state == ledger.fresh(NAME).state


def test_who_has_not_acted_for_long_makes_nobody_read_the_record_again_and_again(
    tmp_path: Path, folded: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben acts, then Anna 300 times: his undo goes back by doubling, not snapshot by snapshot.

    Six snapshots lie behind his act. From each of them on would be 50 + 100 + … + 300 = 1,050
    events; doubled it is 50 + 100 + 200 + 400, and the rest is the judging of 300 acts.
    """
    monkeypatch.setattr(snapshots, "EVERY", APART)
    session = Session(ledger_in(tmp_path)).open(setup=SETUP)
    for number in range(2 * MOVES):
        move(session, number)
    move(session, 1, "ben")
    for number in range(MOVES):
        move(session, number)
    session.ledger.close()
    with ledger_in(tmp_path) as ledger:
        ledger.live(NAME)
        before = folded["events"]
        Session(ledger).do("UndoAct", "ben")
        assert folded["events"] - before <= 2 * 400 + 4 * 400
