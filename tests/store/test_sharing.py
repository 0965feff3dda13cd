"""A long record is audited by two processes, and nobody can tell from what they find."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store import audit
from campaign.store.export import Export, audit_of
from campaign.verify.audit import Verification
from support.stores import Stored

pytestmark = pytest.mark.further


@pytest.fixture(autouse=True)
def every_record_is_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short records stand for long ones, on a machine with two processors."""
    monkeypatch.setattr(audit, "LONG", 1)
    monkeypatch.setattr(audit, "cores", lambda: 2)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """A club with members, ballots, a dispute and a correction."""
    return Stored("veto-of-three", tmp_path_factory.mktemp("club"))


def told(audit: Verification) -> list[Any]:
    """All that an audit tells besides its findings."""
    assert audit.papers
    return [
        audit.checked, audit.version, audit.head, audit.state, audit.stamps, audit.on_trust,
        audit.pending, audit.set_up, audit.facts_until, audit.renewed, audit.branched,
        audit.found, audit.papers.checked, audit.papers.numbers, audit.countersigned.witnesses,
    ]  # fmt: skip


def shared_like_whole(tmp_path: Path, archive: str) -> None:
    """Audits the campaigns of an archive in either way."""
    kept = Stored(archive, tmp_path)
    with kept.ledger() as ledger:
        for name in kept.names:
            whole = audit_of(ledger, name)
            assert list(whole.findings(ledger.store.rows(name))) == []
            shared = audit.sound_record(ledger, name)
            assert shared is not None and told(shared) == told(whole)
    shared = audit.sound_record(Export(kept.export(name)), name)
    assert shared is not None and told(shared) == told(whole)


def test_digests_are_found_by_either(club: Stored) -> None:
    """One of an event, one of a receipt."""
    with club.ledger() as ledger:
        event = ledger.store.head("club")[1]
        receipt = list(ledger.store.receipts("club"))[-1]
        digest = receipt[1][-64:].decode()
        shared = audit.sound_record(ledger, "club", [event, digest])
        assert shared is not None and shared.papers is not None
        assert shared.found == {event: ledger.store.version("club")}
        assert shared.papers.numbers == {digest: receipt[0]}


def test_a_short_record_or_one_processor_is_for_one_process(
    club: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process would take longer to start than it saves."""
    with club.ledger() as ledger:
        monkeypatch.setattr(audit, "cores", lambda: 1)
        assert audit.sound_record(ledger, "club") is None
        monkeypatch.setattr(audit, "cores", lambda: 2)
        monkeypatch.setattr(audit, "LONG", ledger.store.version("club") + 1)
        assert audit.sound_record(ledger, "club") is None
