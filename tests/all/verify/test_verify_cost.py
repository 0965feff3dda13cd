"""What verify costs, by count: acts decided, events folded and events looked at again."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.disputes import routing
from campaign.history import effective, timeline
from campaign.kernel.system import AnySystem
from campaign.lif.system import SYSTEM
from campaign.store.export import audit_of
from support.sessions import NAME, Session, ledger_in
from tests.disputes.test_impact import correct, upheld

SETUP = {"leaders": {"guderian": "map"}}
FEW = 3
"""Corrections of each kind, where their number does not grow with the record."""
SIZES = (150, 300, 600)
"""Moves."""
CHUNK, FRESH = 16, 64
"""Events packed together and not packed, so that short records have packed ones too."""


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts every event that is folded and every command that is decided."""
    counted: Counter[str] = Counter()

    def counting(what: str, function: Any) -> Any:
        def called(*given: Any) -> Any:
            counted[what] += 1
            return function(*given)

        return called

    system: AnySystem = replace(
        SYSTEM,
        rules=replace(
            SYSTEM.rules,
            evolve=counting("folded", SYSTEM.rules.evolve),
            evolvers={kind: counting("folded", one) for kind, one in SYSTEM.rules.evolvers.items()},
        ),
        corrections=replace(
            SYSTEM.corrections.whole(), struck=counting("folded", SYSTEM.corrections.struck)
        ),
    )
    monkeypatch.setitem(systems.SYSTEMS, "lif", system)
    monkeypatch.setattr(effective, "CHUNK", CHUNK)
    monkeypatch.setattr(effective, "FRESH", FRESH)
    monkeypatch.setattr(routing, "decide", counting("decided", routing.decide))
    return counted


def moved(session: Session, moves: int) -> None:
    """Guderian goes from hex to hex; five places go round."""
    for number in range(moves):
        session.do("MoveLeader", "anna", leader="guderian", location=f"E1{number % 5:03}")


def verified(session: Session, count: Counter[str]) -> Counter[str]:
    """What an audit costs, which finds nothing."""
    count.clear()
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    assert audit.acts
    return count + Counter(events=audit.checked, acts=audit.acts.judged, read=audit.log.read)


def costs(folder: Path, count: Counter[str], spread: Any) -> list[Counter[str]]:
    """The audits of three records, each twice as long as the one before."""
    found = []
    for moves in SIZES:
        here = folder / str(moves)
        here.mkdir()
        session = Session(ledger_in(here)).open(setup=SETUP)
        spread(session, moves)
        found.append(verified(session, count))
        session.ledger.close()
    return found


def ruled(session: Session) -> None:
    """An event in the middle of the record is disputed; upheld, Italy has a point more."""
    dispute = upheld(session, session.ledger.live(NAME).version // 2)
    correct(session, "AdjustFigure", dispute=dispute, figure="veto-points", of="italy", change=1)


def few(session: Session, moves: int) -> None:
    """Three moves are taken back and three rulings followed, far apart."""
    for _ in range(FEW):
        moved(session, moves // FEW)
        session.do("UndoAct", "anna")
        ruled(session)


def many(session: Session, moves: int) -> None:
    """Every tenth move is taken back, and every fiftieth followed by a ruling."""
    for number in range(1, moves // 10 + 1):
        moved(session, 10)
        session.do("UndoAct", "anna")
        if number % 5 == 0:
            ruled(session)


def test_with_a_few_corrections_each_event_is_folded_and_decided_once(
    tmp_path: Path, count: Counter[str]
) -> None:
    """All but the opening is decided; a correction folds some hundred events, wherever it is."""
    for cost in costs(tmp_path, count, few):
        assert cost["decided"] == cost["acts"] - 1
        more = cost["folded"] - cost["events"]
        assert more <= FEW * 8 * timeline._CHECKPOINT_EVERY, cost
        assert cost["read"] <= FEW * (8 * timeline._CHECKPOINT_EVERY + 8 * CHUNK), cost


def test_with_corrections_in_proportion_the_cost_is_in_proportion(
    tmp_path: Path, count: Counter[str]
) -> None:
    """Twice the record with twice the corrections costs twice as much, and not four times."""
    short, middle, long = costs(tmp_path, count, many)
    for cost in (short, middle, long):
        assert cost["decided"] == cost["acts"] - 1
    for once, twice in ((short, middle), (middle, long)):
        for what in ("decided", "folded", "read"):
            assert twice[what] <= 2.3 * once[what], (what, once, twice)
