"""A long record is audited by two processes, and nobody can tell from what they find.

What takes longer, waits or starts something, beside `store/test_sharing.py`.
"""

import os
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from campaign.store import audit
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import place_of
from campaign.store.vault import Vault
from campaign.verify.audit import Verification
from support.disputed import disputed
from support.forged import Change, forged
from support.postgres import new_database
from support.sessions import NAME
from support.stores import Stored
from tests.store.test_sharing import club, every_record_is_long_enough, shared_like_whole, told

__all__ = ["club", "every_record_is_long_enough"]
SOME = ("late-ballot", "lif-list-leaders-in-play", "lif-1998-us-entry-ledger", "what-if")
"""Disputes, leaders in play, chits that only a secret opens, a branch. By night all archives."""


@pytest.mark.parametrize("archive", SOME)
def test_two_processes_tell_what_one_tells(tmp_path: Path, archive: str) -> None:
    """Of recorded campaigns and what-ifs, from their stores and from their exports."""
    shared_like_whole(tmp_path, archive)


@pytest.fixture(scope="module")
def quarrel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a club with three disputes and three corrections, under today's rules."""
    folder = tmp_path_factory.mktemp("quarrel")
    session = disputed(folder)
    with session.ledger:
        export(session.ledger, NAME, folder / "club.jsonl")
    return folder / "club.jsonl"


def same(number: int, held: dict[str, Any]) -> None:
    """Changes nothing."""


def other_side(version: int, event: dict[str, Any]) -> None:
    """Twice the veto points of the rules, which only playing the record shows."""
    if event["type"] == "lif.VetoPointsInfused":
        event["points"] = {power: 2 * points for power, points in event["points"].items()}


def no_name(version: int, event: dict[str, Any]) -> None:
    """A name that is none, which only the look at rows shows."""
    if event["type"] == "campaign.MemberEnrolled":
        event["name"] = "an\x1bna"


def renamed(number: int, kept: dict[str, Any]) -> None:
    """Another command than the one that the events answer: it takes both halves to see it."""
    if kept.get("command") == "RaiseDispute":
        kept["command"] = "AdvanceTurn"


@pytest.mark.parametrize(
    ("change", "receipt"), [(other_side, same), (no_name, same), (same, renamed)]
)
def test_whatever_either_finds_one_process_looks_at_everything(
    quarrel: Path, tmp_path: Path, change: Change, receipt: Change
) -> None:
    """Neither half alone says that a forged record is sound."""
    assert audit.sound_record(Export(quarrel), NAME) is not None
    source = Export(forged(quarrel, tmp_path / "forged.jsonl", change, receipt))
    assert list(audit_of(source, NAME).findings(source.rows()))
    assert audit.sound_record(source, NAME) is None


def gone(other: Connection, *_: Any) -> None:
    """A second process that the system ended."""
    os._exit(3)


def test_without_the_second_process_one_looks_at_everything(
    club: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was killed, or could not be started: nothing is taken as checked."""
    monkeypatch.setattr(audit, "_beside", gone)
    with club.ledger() as ledger:
        assert audit.sound_record(ledger, "club") is None


def test_a_database_is_audited_by_two_processes_and_its_password_is_seen_by_nobody(
    club: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They tell what one tells, and no process has the address among its arguments."""
    secret, seen = "opensesame", []
    place = place_of(new_database().replace("postgres@", f"postgres:{secret}@"))
    played = audit._played

    def looked(*given: Any) -> Verification | None:
        audit = played(*given)
        calls = Path("/proc").glob("[0-9]*/cmdline")
        seen.extend(file.read_bytes() for file in calls if ours(file))
        return audit

    monkeypatch.setattr(audit, "_played", looked)
    exported = club.export("club")
    with Ledger(place, Vault(tmp_path / "club.vault")) as ledger:
        import_(ledger, exported)
        whole = audit_of(ledger, "club")
        assert list(whole.findings(ledger.store.rows("club"))) == []
        shared = audit.sound_record(ledger, "club")
    assert shared is not None and told(shared) == told(whole)
    assert seen and not [call for call in seen if secret.encode() in call]


def ours(file: Path) -> bool:
    """Whether a process was begun by this one."""
    try:
        return f"PPid:\t{os.getpid()}\n" in (file.parent / "status").read_text()
    except OSError:
        return False
