"""A database and the vaults of its machines: only one key seals, and everybody else is told."""

from pathlib import Path

from campaign.store.ledger import Ledger
from support.sessions import MEMBERS

KEY, OTHER = "ab" * 32, "cd" * 32


def opened(ledger: Ledger, name: str = "club") -> Ledger:
    """A ledger after a campaign was opened there."""
    answer = ledger.open(
        name, scenario="global-war", setup={"members": [dict(one) for one in MEMBERS]}
    )
    assert answer["accepted"], answer
    return ledger


def test_a_file_keeps_no_mark(tmp_path: Path) -> None:
    """Its key lies beside it; so any key seals, as ever."""
    with Ledger(tmp_path / "club.db") as ledger:
        opened(ledger)
        assert ledger.store.key_mark() == "" and ledger.store.keep_key_mark("one")
        assert ledger.store.key_mark() == ""
        (tmp_path / "club.vault").write_text(OTHER)
        assert ledger.vault.seal_text("text", "label", 8)
