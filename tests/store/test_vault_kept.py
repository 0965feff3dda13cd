"""What the vault keeps in memory: its keys while their file is unchanged, and the turn's seed."""

import os
from pathlib import Path

import pytest

from campaign.kernel.draws import seed_of
from campaign.store.vault import Vault, VaultError
from campaign.world import files

LABEL = "a label"
OTHER = "cd" * 32 + "\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    """A vault whose key file has just been written."""
    (tmp_path / "club.vault").write_text("ab" * 32 + "\n")
    return Vault(tmp_path / "club.vault")


@pytest.fixture
def settled(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    """The same a minute later."""
    later = vault.path.stat().st_mtime_ns + 60_000_000_000
    monkeypatch.setattr(files.clock, "nanoseconds", lambda: later)
    return vault


def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read from now on."""
    seen: list[Path] = []
    real = Path.read_text

    def noted(path: Path) -> str:
        seen.append(path)
        return real(path)

    monkeypatch.setattr(Path, "read_text", noted)
    return seen


def test_an_unchanged_key_file_is_read_once(
    settled: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often something is sealed and opened."""
    seen = reads(monkeypatch)
    for text in ("veto", "no veto"):
        assert settled.open_text(settled.seal_text(text, LABEL, 16), LABEL) == text
    assert seen == [settled.path]


def test_a_file_written_a_moment_ago_is_read_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be written once more at the same tick of the clock, and look the same from outside."""
    seen, sealed = reads(monkeypatch), vault.seal_text("veto", LABEL, 16)
    vault.path.write_text(OTHER)
    with pytest.raises(VaultError, match="not the one that sealed"):
        vault.open_text(sealed, LABEL)
    assert seen == [vault.path] * 2


def test_a_changed_file_is_read_again(settled: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same size, in its place: the time tells."""
    sealed = settled.seal_text("veto", LABEL, 16)
    settled.path.write_text(OTHER)
    os.utime(settled.path, ns=(0, 0))
    with pytest.raises(VaultError, match="not the one that sealed"):
        settled.open_text(sealed, LABEL)


def test_a_key_taken_away_is_gone(settled: Vault) -> None:
    """Nothing is sealed, opened or drawn with what memory holds of it."""
    chain, sealed = settled.new_chain(4), settled.seal_text("veto", LABEL, 16)
    settled.seed(chain, 1)
    settled.path.unlink()
    with pytest.raises(VaultError, match="is missing"):
        settled.seal_text("veto", LABEL, 16)
    with pytest.raises(VaultError, match="is missing"):
        settled.open_text(sealed, LABEL)
    with pytest.raises(VaultError, match="is missing"):
        settled.seed(chain, 1)


def test_a_turns_seed_is_hashed_once(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn's is its own link, and each chain has its own."""
    counted: list[int] = []

    def noted(secret: str, links: int, number: int) -> str:
        counted.append(number)
        return seed_of(secret, links, number)

    monkeypatch.setattr("campaign.store.vault.seed_of", noted)
    one, two = vault.new_chain(4), vault.new_chain(4)
    first, second = vault.seed(one, 1), vault.seed(one, 2)
    assert [vault.seed(one, 2), vault.seed(one, 1)] == [second, first]
    assert vault.seed(two, 1) not in (first, second)
    assert [vault.seed(one, 1), vault.seed(two, 1)][0] == first
    assert counted == [1, 2, 1, 1]
