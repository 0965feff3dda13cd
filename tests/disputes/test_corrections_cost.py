"""What undo, a preview and verify cost: what lies behind the first event touched, in folds."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.disputes import corrections, impact
from campaign.disputes.commands import StrikeEvents
from campaign.disputes.impact import Impact
from campaign.history import timeline
from campaign.history.effective import effective, fold
from campaign.kernel.system import AnySystem
from campaign.lif.system import SYSTEM
from campaign.store import snapshots
from campaign.store.export import audit_of
from campaign.store.protocol import Row
from campaign.store.sqlite.store import Store
from campaign.systems import SYSTEMS
from events.lif.on_map import LeaderMoved
from support.disputed import upheld
from support.sessions import NAME, Session, ledger_in

pytestmark = pytest.mark.further

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
        corrections=replace(SYSTEM.corrections.whole(), struck=counting(SYSTEM.corrections.struck)),
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
        assert folded["events"] - before <= 4 * (2 * done + 2) + 8 * timeline._CHECKPOINT_EVERY, (
            done
        )
    log = session.ledger.log(NAME)
    assert fold(SYSTEM, effective(SYSTEMS.codec, log)) == session.state
    there = session.state.play.placements["guderian"].location
    assert there == f"E1{(MOVES - UNDONE - 1) % 10:03}"


def count_reads(count: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts every event that is read, too."""

    def counting(kept):  # type: ignore[no-untyped-def]
        def counted(*given: Any, **named: Any) -> Iterator[Row]:
            for row in kept(*given, **named):
                count["read"] += 1
                yield row

        return counted

    monkeypatch.setattr(Store, "rows", counting(Store.rows))
    monkeypatch.setattr(Store, "states", counting(Store.states))


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
    assert (
        folded["events"] - before <= length + 4 * behind + UNDONE * 8 * timeline._CHECKPOINT_EVERY
    )
    assert folded["events"] - before < UNDONE * length * 3, "the whole record for each undo"


# --- from a store without snapshots, in processes of their own ----------------------------------

APART = 50
"""How many events lie between two snapshots here."""


def strike(session: Session, dispute: str, version: int) -> None:
    """An event struck by the referee, as the preview of it shows."""
    live, fields = session.ledger.live(NAME), {"dispute": dispute, "versions": (version,)}
    command = StrikeEvents(by="ref", seen="0" * 64, **fields)
    past, base = session.ledger.past(NAME, live, command)
    events = corrections.events_of(live.system, command, past, base)
    assert isinstance(events, tuple), events
    found = impact.impact(live.system, past, events, base)
    assert isinstance(found, Impact), found
    session.do("StrikeEvents", "ref", seen=found.digest, **fields)


def kept_at(path: Path) -> list[int]:
    """The versions of a store's snapshots."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT originator_version FROM snapshots ORDER BY 1").fetchall()
    return [version for (version,) in found]


def without_snapshots(session: Session) -> Path:
    """The same campaign as an import brings it, or a release whose fold is another."""
    path = session.ledger.store.path
    session.ledger.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM snapshots")
        db.commit()
    return path


def test_a_long_fold_leaves_a_snapshot_every_so_often_between_two_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is the state as it was then. What a correction reaches over is left out."""
    monkeypatch.setattr(snapshots, "EVERY", APART)
    session = moved(tmp_path)
    wrong = session.ledger.live(NAME).version - 60
    strike(session, upheld(session, wrong), wrong)
    reached = session.ledger.live(NAME).version - wrong
    for number in range(120):
        move(session, number)
    log = session.ledger.log(NAME)
    path = without_snapshots(session)
    with ledger_in(path.parent) as ledger:
        now = ledger.live(NAME)
        at = kept_at(path)
        assert at[-1] == now.version
        gaps = [later - earlier for earlier, later in zip([1, *at], at, strict=False)]
        longest = max(event.nth for _, event in log) + 1
        assert min(gaps[:-1]) >= APART
        assert max(gaps) < APART + longest + reached
        assert sum(gap >= APART + longest for gap in gaps) == 1
        assert all(log[version][1].nth == 0 for version in at[:-1])
        states = {version: snapshots.load(ledger.store, NAME, version) for version in at}
        for version, kept in states.items():
            assert kept is not None and kept.version == version
            anew = fold(SYSTEM, effective(SYSTEMS.codec, log[:version]))
            assert kept.state == anew, version
        assert now.state == ledger.fresh(NAME).state


def test_a_dispute_and_a_bookmark_read_the_events_they_name(
    tmp_path: Path, folded: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And who joined when: the opening and the first move tell, as nobody joined later."""
    count_reads(folded, monkeypatch)
    session = moved(tmp_path)
    begun = 1 + next(
        version for version, event in session.ledger.log(NAME) if isinstance(event, LeaderMoved)
    )
    before = folded["read"]
    session.do("RaiseDispute", "ben", versions=[MOVES, 7], claim="It was not so.")
    session.do("SetBookmark", "ben", version=MOVES, note="here")
    assert folded["read"] - before <= begun + 20


def test_small_corrections_leave_no_snapshot_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a fold makes good in a moment is not kept, nor in a process that only looks.

    But where a correction was the event that made the distance full, there is one all the same.
    """
    monkeypatch.setattr(snapshots, "EVERY", 2 * MOVES)
    session = moved(tmp_path)
    path, before = session.ledger.store.path, kept_at(session.ledger.store.path)
    session.ledger.close()
    for number in range(5):
        with ledger_in(tmp_path) as ledger:
            move(Session(ledger), number)
            Session(ledger).do("UndoAct", "anna")
    made = kept_at(path)
    assert len(made) <= len(before) + 1
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger)
        for number in range(1, 2 * MOVES):
            if (ledger.live(NAME).version + 1) % (2 * MOVES) == 0:
                break
            move(session, number)
        session.do("UndoAct", "anna")
        assert kept_at(path)[-1] == ledger.live(NAME).version == 2 * MOVES


def test_a_costly_correction_leaves_a_snapshot_behind_it(
    tmp_path: Path, folded: Counter[str]
) -> None:
    """An early event is struck: the next process does not fold all of it again."""
    session = moved(tmp_path)
    wrong = session.ledger.live(NAME).version - MOVES + 2
    strike(session, upheld(session, wrong), wrong)
    now = session.ledger.live(NAME)
    assert kept_at(session.ledger.store.path)[-1] == now.version
    session.ledger.close()
    with ledger_in(tmp_path) as ledger:
        before = folded["events"]
        assert ledger.live(NAME).state == now.state
        assert folded["events"] - before <= 2
