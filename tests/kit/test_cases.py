"""The worked cases of the kit, step by step through the ledger; then the record is audited."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import audit_of
from campaign.verify.audit import compare
from kit.played import NAME, Luck, Table, cases

EVERY = [pytest.param(game, case, id=f"{game}: {case['name']}") for game, case in cases()]


@pytest.mark.parametrize(("game", "case"), EVERY)
def test_a_case_comes_out_as_worked_by_hand(
    tmp_path: Path, game: str, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, game, case, Luck(monkeypatch))
    for step in case["steps"]:
        assert list(table.play(step)) == [], step
    audit = audit_of(table.ledger, NAME)
    assert list(map(str, audit.findings(table.ledger.store.rows(NAME)))) == []
    live = table.ledger.live(NAME)
    assert list(compare(audit, live.version, live.head, live.state)) == []
