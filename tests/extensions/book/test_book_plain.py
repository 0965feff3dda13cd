"""A game that says nothing about its book gets a plain one; without the typesetter a line."""

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from campaign import systems
from campaign.extensions.book import typesetting
from skirmish.system import SYSTEM
from support.toys import Club


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    """Skirmish in its second round."""
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    monkeypatch.chdir(tmp_path)
    club = Club(tmp_path, capsys)
    club("open", "club", "--system", "skirmish", "--scenario", "meadow")
    club("enrol", "club", "anna", "--name", "Anna")
    club("assign", "club", "red", "anna")
    club("--as", "anna", "attack", "club", "red")
    club("turn", "club")
    return club


def test_a_toy_game_has_a_plain_book(club: Club, tmp_path: Path) -> None:
    """A chapter of its rounds, each a leaf; who played what; no chart, and no index."""
    club("book", "club", "club.html")
    html = (tmp_path / "club.html").read_text(encoding="utf-8")
    for text in ("Round 1 to Round 2", 'id="turn-round-01"', "Red side", "Played by Anna"):
        assert text in html
    assert "<svg" not in html and 'id="index"' not in html


def test_what_is_no_book_is_refused(club: Club, tmp_path: Path) -> None:
    """Another ending; neither a file nor a check; a file that is no book."""
    assert "ends neither in .pdf nor in .html" in club("book", "club", "club.txt", status=2)
    assert "give a file to write, or --check" in club("book", "club", status=2)
    (tmp_path / "other.pdf").write_bytes(b"%PDF-1.7")
    assert "is no printed book" in club("book", "club", "--check", "other.pdf", status=1)


def test_an_option_that_would_change_nothing_is_refused(club: Club, tmp_path: Path) -> None:
    """A page has no paper, and what is checked says of itself how it was printed."""
    said = club("book", "club", "x.html", "--gray", "--paper", "a4", status=2)
    assert "a page takes no --paper and --gray; nothing was written" in said
    assert not (tmp_path / "x.html").exists()
    (tmp_path / "other.pdf").write_bytes(b"%PDF-1.7")
    said = club("book", "club", "--check", "other.pdf", "--no-diary", status=2)
    assert "--check takes no --no-diary: the file says how it was printed" in said


def test_without_the_typesetter_a_line_says_what_to_install(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is written."""

    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(typesetting, "version", none)
    said = club("book", "club", "club.pdf", status=1)
    assert "The printed book needs: pip install 'campaign-tracker[book]'" in said
    assert not (tmp_path / "club.pdf").exists()
