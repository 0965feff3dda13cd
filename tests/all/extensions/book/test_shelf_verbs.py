"""The verbs of the shelf, and the book among published pages, with a toy game."""

import re
import shutil
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from campaign import systems
from campaign.cli import run
from campaign.extensions.book import typesetting
from skirmish.system import SYSTEM
from support.toys import Club

LINE = "pip install 'campaign-tracker[book]'"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished campaigns with a member `anna`, one that goes on, a what-if of the first."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
        for name, called in (("one", "Anna Karlotta"), ("two", "Anna"), ("three", "Ben")):
            for call in (
                ("open", name, "--system", "skirmish", "--scenario", "meadow"),
                ("enrol", name, "anna", "--name", called),
                ("assign", name, "red", "anna"),
                ("--as", "anna", "attack", name, "red"),
                *([] if name == "three" else [("end", name, "--yes")]),
            ):
                assert run(["--store", str(folder / "club.db"), *call]) == 0
        assert run(["--store", str(folder / "club.db"), "branch", "one", "--name", "if"]) == 0
    return folder


@pytest.fixture
def club(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Club:
    """Their store, where there is no typesetter."""

    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(typesetting, "version", none)
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    monkeypatch.chdir(tmp_path)
    for file in played.iterdir():
        shutil.copy(file, tmp_path)
    return Club(tmp_path, capsys)


def test_the_shelf_has_every_finished_campaign_with_its_book(club: Club, tmp_path: Path) -> None:
    """As a page alone where there is no typesetter, which is said once; a game without figures has
    none.
    """
    said = club("shelf", "shelf")
    assert said.count(LINE) == 1 and "2 finished campaigns on the shelf" in said
    files = {file.name for file in (tmp_path / "shelf").iterdir()}
    assert files == {"index.html", "one-book.html", "two-book.html"}
    html = (tmp_path / "shelf" / "index.html").read_text(encoding="utf-8")
    for text in ('href="one-book.html"', "Red side", "Anna Karlotta", "Head of the record"):
        assert text in html
    assert "three" not in html and "if-book" not in html and ".pdf" not in html
    assert "no finished campaign has figures yet" in club("stats", "--club")
    assert club.json("stats", "--club") == club.json("report", "stats", "--club") == []


def test_a_wish_counts_in_every_book_that_is_made_then(club: Club, tmp_path: Path) -> None:
    """Joined by the host, forgotten by their own word, and only they take that back; the record
    keeps the name.
    """
    club("shelf", "join", "anna@one", "anna@two")
    club("shelf", "name", "anna@two", "Miss A.")
    club("book", "one", "one.html")
    html = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert "Miss A." in html and "Karlotta" not in html
    club("--as", "anna", "shelf", "forget", "anna@one")
    assert "wants no name" in club("shelf", "name", "anna@one", "Anna", status=1)
    club("shelf", "shelf", "--no-pdf")
    for file in ("index.html", "one-book.html"):
        html = (tmp_path / "shelf" / file).read_text(encoding="utf-8")
        assert "a member" in html and "Karlotta" not in html and "Miss A." not in html
    index = (tmp_path / "shelf" / "index.html").read_text(encoding="utf-8")
    assert 'id="campaigns"' in index and 'id="players"' not in index
    assert "Anna Karlotta" in club("members", "one")
    club("--as", "anna", "shelf", "name", "anna@one")
    club("book", "one", "one.html")
    assert "Anna Karlotta" in (tmp_path / "one.html").read_text(encoding="utf-8")
    club("shelf", "join", "anna@one", "--undo")
    assert "one player" in club("shelf", "join", "anna@one", "anna@two")


@pytest.mark.parametrize(
    ("call", "status", "why"),
    [
        (("--as", "anna", "shelf", "join", "anna@one", "anna@two"), 1, "this is for a host of one"),
        (("--as", "anna", "shelf", "forget", "host@one"), 1, "this is for a host of one"),
        (("shelf", "join", "anna@one"), 2, "name two seats; with --undo one"),
        (("shelf", "join", "anna@one", "host@one"), 1, "two members of one campaign"),
        (("shelf", "forget", "anna"), 2, "is no seat; type it as anna@club"),
        (("shelf", "forget", "ana@one"), 2, "not enrolled in one; did you mean anna?"),
        (("shelf", "name", "anna@one", "a\x1bb"), 2, "is no name that can be printed"),
    ],
)
def test_what_the_shelf_does_not_take(
    club: Club, call: tuple[str, ...], status: int, why: str
) -> None:
    """Who is no host, too few seats, one campaign twice, no seat, nobody's seat, no name."""
    assert why in club(*call, status=status)


def test_the_book_stands_among_published_pages(club: Club, tmp_path: Path) -> None:
    """The first page links to it, and is otherwise the page of the report: the check finds it so;
    without the option there is neither.
    """
    said = club("publish", "one", "site", "--no-png", "--book")
    assert "the book is a page only" in said and LINE in said
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert html.count('<a href="book.html">') == 1 and "book.pdf" not in html
    page = (tmp_path / "site" / "book.html").read_text("utf-8")
    assert "Played by Anna Karlotta" in page
    links = set(re.findall(r'href="([^#"]+)"', page))
    assert links == {"round-01.html"} and (tmp_path / "site" / "round-01.html").is_file()
    assert "1 not compared" in club("verify", "one", "--reports", "site")
    club("publish", "one", "plain", "--no-png")
    assert not (tmp_path / "plain" / "book.html").exists()
    assert "book.html" not in (tmp_path / "plain" / "index.html").read_text(encoding="utf-8")
    (tmp_path / "site" / "book-w1-1.jpg").write_bytes(b"a picture of an earlier book")
    club("publish", "one", "site", "--no-png")
    assert not list((tmp_path / "site").glob("book*")), "what it shows may have been removed"
