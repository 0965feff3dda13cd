"""Dispatches on published pages: what everybody may read; nothing of it acts on the rest."""

import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from campaign.diary.reading import PUBLIC
from campaign.diary.words import REMOVED, Dispatch, read
from campaign.extensions.book import files
from campaign.extensions.clubs import changes
from campaign.handler.dispatches import DiaryShelf
from campaign.reports import publishing
from campaign.reports.comparison import compare
from campaign.reports.dispatches import taken_out, with_dispatches, without_dispatches
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists
from diary.test_words import HOSTILE
from support.command_line import Shell
from tests.diary.test_dispatches import JPEG, TANK

MOMENT = "2026-11-26T21:00:00Z"
PAGE = "<html><style></style><main>\nA turn.\n</main><footer></footer></html>"
FILES = {"1939-SO.html": PAGE.encode(), "leader-balbo.html": PAGE.encode(), "index.html": b"x"}
NAMES = {"leader:balbo": "Balbo <b>"}


@pytest.fixture
def lif(tmp_path: Path) -> Iterator[Diarists]:
    made = diarists("lif", tmp_path)
    yield made
    made.close()


def published(club: Diarists, folder: Path) -> dict[str, str]:
    """What is published of a club, each page's text by its file; held to the record."""
    publishing.publish(club.ledger, club.name, folder, draw=False, said=club.read(PUBLIC))
    log = list(club.ledger.history(club.name))
    assert {one.outcome for one in compare(log, folder)} <= {"same", "uncompared"}
    return {file.name: file.read_bytes().decode("latin-1") for file in folder.iterdir()}


def test_what_is_public_is_on_the_pages_it_is_about(lif: Diarists, tmp_path: Path) -> None:
    """With its picture; once it was removed, in no byte of any file."""
    lif.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS, subject="leader:balbo")
    lif.write("ben", OTHER_WORDS, until="end")
    assert lif.read(PUBLIC) == []
    lif.end_turn()
    site = tmp_path / "site"
    pages = published(lif, site)
    there = {name for name, page in pages.items() if SECRET_WORDS in page}
    assert there == {"1939-SO.html", "leader-balbo.html"}
    assert '<img src="dispatch-w1-1.jpg" width="40" height="30"' in pages["1939-SO.html"]
    assert (site / "dispatch-w1-1.jpg").read_bytes() == JPEG
    assert not any(OTHER_WORDS in page for page in pages.values())
    assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    pages = published(lif, site)
    assert not any(SECRET_WORDS in page or "dots of a tank" in page for page in pages.values())
    assert "A dispatch stood here. It was removed." in pages["1939-SO.html"]


PLACES = ("site", "site.zip")


def shell_of(club: Diarists, folder: Path) -> Shell:
    """A keyboard for the same store."""
    return Shell(folder, CAMPAIGN_STORE=str(club.ledger.store.place))


def published_by_verb(club: Diarists, folder: Path, *places: str) -> None:
    """Each place with a book whose page and print have the words."""
    with patch.object(files, "printed", return_value=f"%PDF {SECRET_WORDS}".encode()):
        for place in places:
            shell_of(club, folder).fine("publish", club.name, place, "--book", "--no-png")


def bytes_of(place: Path) -> bytes:
    """Every byte that was published there, unpacked."""
    if place.suffix == ".zip":
        with zipfile.ZipFile(place) as archive:
            return b"".join(archive.read(name) for name in archive.namelist())
    return b"".join(file.read_bytes() for file in place.iterdir())


@pytest.mark.parametrize("how", ["removed", "edited", "forgotten"])
def test_what_is_gone_leaves_what_was_published(lif: Diarists, tmp_path: Path, how: str) -> None:
    """From every byte, its picture and a book with it; what others wrote stays."""
    lif.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS, subject="leader:balbo")
    lif.write("ben", "Ben's own words")
    lif.end_turn()
    published_by_verb(lif, tmp_path, *PLACES)
    for place in PLACES:
        there = bytes_of(tmp_path / place)
        assert there.count(SECRET_WORDS.encode()) == 4 and JPEG in there
    if how == "removed":
        assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    elif how == "edited":
        lif.write("anna", "It rained.", replaces="w1")
    else:
        assert lif.desk.beside(lif.name, lambda one: one.forget(lif.name, "anna", "anna")) == 1
    log, fine = list(lif.ledger.history(lif.name)), {"same", "then", "uncompared"}
    for place in PLACES:
        there = bytes_of(tmp_path / place)
        for gone in (SECRET_WORDS.encode(), JPEG, b"A burning tank", b"book.html"):
            assert gone not in there
        assert b"own words" in there
        assert (REMOVED.encode() in there) is (how != "edited")
        assert {one.outcome for one in compare(log, tmp_path / place)} <= fine


STILL = "could not be written and may still show it"


def removed(club: Diarists, folder: Path) -> str:
    """What whoever removes the first dispatch is told; everybody can still read."""
    said = shell_of(club, folder).fine("--as", "anna", "diary", "remove", club.name, "w1")
    assert [one.id for one in club.read("ben")] == ["w1"]
    return said


def test_a_place_that_is_gone_is_looked_through_when_it_is_back(
    lif: Diarists, tmp_path: Path
) -> None:
    """Nobody is told of it meanwhile, as most never come back."""
    lif.write("anna", SECRET_WORDS)
    lif.end_turn()
    published_by_verb(lif, tmp_path, "site")
    (tmp_path / "site").rename(tmp_path / "away")
    assert STILL not in removed(lif, tmp_path)
    shell = shell_of(lif, tmp_path)
    assert STILL not in shell.fine("diary", lif.name)
    (tmp_path / "away").rename(tmp_path / "site")
    assert STILL not in shell.fine("diary", lif.name)
    assert SECRET_WORDS.encode() not in bytes_of(tmp_path / "site")


def test_a_place_that_cannot_be_cleaned_is_read_once_an_hour(lif: Diarists, tmp_path: Path) -> None:
    """Hosts hear of it at each look; when more was removed, it is tried at once."""
    lif.write("anna", SECRET_WORDS)
    lif.write("ben", OTHER_WORDS)
    lif.end_turn()
    published_by_verb(lif, tmp_path, "site.zip")
    (tmp_path / "site.zip").write_bytes(b"no ZIP")
    campaign_id, now = lif.ledger.live(lif.name).state.campaign.id, "2026-11-26T21:00:00Z"
    shelf = lif.desk.filing.shelf
    with (
        patch.object(publishing, "take_out", wraps=publishing.take_out) as tries,
        patch.object(lif.ledger, "now", lambda: now),
    ):
        assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
        for moment, count in (("21:59:59", 1), ("22:00:00", 2), ("22:30:00", 2)):
            now = f"2026-11-26T{moment}Z"
            shelf.dispatches(lif.name, "ben")
            assert tries.call_count == count, moment
            assert shelf.still_published(campaign_id) == [str(tmp_path / "site.zip")]
        assert lif.ask("RemoveDispatch", "ben", dispatch="w2")["accepted"]
        assert tries.call_count == 3
        published_by_verb(lif, tmp_path, "site.zip")
        shelf.dispatches(lif.name, "ben")
    assert shelf.still_published(campaign_id) == []


ODD = [
    ("site", b"</main>", b"Z\xfcrich</main>", False),
    ("site", b"\n", b"\r\n", False),
    ("site", b'<article id="w1"', b'<article class="x" id="w1" lang="en"', False),
    ("site", b'<article id="w1"', b'<div id="w1"', True),
    ("site.zip", b"PK\x01\x02", b"PK\x01\x03", True),
    ("site.zip", b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01", True),
]


@pytest.mark.parametrize(("place", "old", "new", "stays"), ODD)
def test_what_lies_there_never_disturbs_reading(
    lif: Diarists, tmp_path: Path, place: str, old: bytes, new: bytes, stays: bool
) -> None:
    """The words go, or hosts are told that they may still be there."""
    lif.write("anna", SECRET_WORDS)
    lif.end_turn()
    published_by_verb(lif, tmp_path, place)
    at = tmp_path / place
    pages = [at]
    if at.is_dir():
        pages = [*at.glob("*.html")]
        (at / "old.html").mkdir()
    for page in pages:
        page.write_bytes(page.read_bytes().replace(old, new))
    assert (STILL in removed(lif, tmp_path)) is stays
    if not stays:
        (at / "old.html").rmdir()
        assert SECRET_WORDS.encode() not in bytes_of(at)


def test_what_is_removed_while_it_is_published_goes(lif: Diarists, tmp_path: Path) -> None:
    """Though somebody looked before the older words were written."""
    lif.write("anna", SECRET_WORDS)
    lif.end_turn()
    write = publishing._write

    def late(out: Path, *rest: Any) -> None:
        assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
        lif.read("anna")
        write(out, *rest)

    with patch.object(publishing, "_write", late):
        published_by_verb(lif, tmp_path, "site")
    assert SECRET_WORDS.encode() not in bytes_of(tmp_path / "site")


def test_a_book_goes_though_the_pages_hold_nothing(lif: Diarists, tmp_path: Path) -> None:
    """As after `report` into the same folder; pictures that it does not show stay."""
    lif.write("anna", SECRET_WORDS)
    lif.end_turn()
    published_by_verb(lif, tmp_path, "site")
    (tmp_path / "site" / "book-cover.jpg").write_bytes(b"mine")
    shell_of(lif, tmp_path).fine("report", lif.name, "--out", "site")
    assert STILL not in removed(lif, tmp_path)
    assert SECRET_WORDS.encode() not in bytes_of(tmp_path / "site")
    assert [one.name for one in (tmp_path / "site").glob("book*")] == ["book-cover.jpg"]


def test_another_campaign_in_the_same_folder_stays(lif: Diarists, tmp_path: Path) -> None:
    """Its pages, pictures and book, though its dispatches have the same ids."""
    lif.ask("FileDispatch", "anna", (TANK,), words="A tank.")
    lif.end_turn()
    published_by_verb(lif, tmp_path, "site")
    before = bytes_of(tmp_path / "site")
    gone = publishing.Gone({"w1": False}, lambda: {"0" * 64})
    publishing.take_out(tmp_path / "site", gone)
    assert bytes_of(tmp_path / "site") == before


def test_no_place_is_kept_where_nothing_was_published(lif: Diarists, tmp_path: Path) -> None:
    """For an address that is none, or another campaign's folder; nobody is told of it later."""
    lif.write("anna", SECRET_WORDS)
    lif.end_turn()
    shell = shell_of(lif, tmp_path)
    shell("publish", lif.name, "typo", "--address", "nonsense")
    shell.fine("start", "other", "--scenario", "global-war")
    shell.fine("publish", "other", "site", "--no-png")
    before = bytes_of(tmp_path / "site")
    done = shell("publish", lif.name, "site", "--book", "--no-png")
    assert done.status == 1
    assert "site has the pages of another campaign, 'other'; publish to another" in done.err
    assert bytes_of(tmp_path / "site") == before
    with closing(DiaryShelf(lif.ledger)) as shelf:
        assert shelf.rows.forget_places() == 0


def test_a_club_that_comes_as_a_zip_brings_no_places(lif: Diarists, tmp_path: Path) -> None:
    """Whoever made it could have any folder written; once it is said what to do."""
    told: list[str] = []
    with closing(DiaryShelf(lif.ledger)) as shelf:
        shelf.rows.publish(lif.ledger.live(lif.name).state.campaign.id, str(tmp_path))
    changes._has_come(lif.ledger.store.place, told.append)
    changes._has_come(lif.ledger.store.place, told.append)
    assert told == [changes.PUBLISHED_ELSEWHERE]


def test_a_page_that_somebody_changed_loses_the_words_too() -> None:
    """Where the part would not count as ours any more; an empty part goes whole."""
    both = [Dispatch(f"w{n}", "1939-SO", "", "Anna", MOMENT, read(f"Story {n}")) for n in (1, 2)]
    page = with_dispatches(FILES, both, {})["1939-SO.html"].replace(b"Story 2", b"<u>Story 2</u>")
    made = taken_out(page, {"w1": True, "w2": False})
    text = made.html.decode()
    assert "Story" not in text and text.count(REMOVED) == 1 and made.is_whole
    assert taken_out(page, {"w1": False, "w2": False}).html == PAGE.encode()
    assert taken_out(page, {"w3": True}).html == page


def test_a_turn_that_was_undone_has_its_dispatches_on_the_first_page() -> None:
    one = Dispatch("w1", "1940-JF", "", "Anna", "2026-11-26T21:00:00Z", read("x"))
    pages = {**FILES, "index.html": PAGE.encode()}
    assert list(with_dispatches(pages, (one,), {})) == ["index.html"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_letters(text: str) -> None:
    """And the page without them is what it was."""
    one = Dispatch("w1", "1939-SO", "leader:balbo", "<b>Anna", "2026-11-26T21:00:00Z", read(text))
    for page in with_dispatches(FILES, (one,), NAMES).values():
        html = page.decode()
        assert "<script" not in html and "<b>" not in html and "&lt;b&gt;Anna" in html
        assert without_dispatches(html) == PAGE


@pytest.mark.parametrize(
    "put",
    ["<script>", "<style>", '<a href="x">', '<p style="x">', "<!-- x -->", '<img src="//x">'],
)
def test_a_part_that_could_act_on_the_page_stays_a_difference(put: str) -> None:
    """Whoever puts more into it has changed the page."""
    one = Dispatch("w1", "1939-SO", "", "Anna", "2026-11-26T21:00:00Z", read("Words."))
    page = with_dispatches(FILES, (one,), {})["1939-SO.html"].decode()
    assert without_dispatches(page.replace("Words.", f"Words.{put}")) != PAGE
    assert without_dispatches(page.replace("Words.", "Others.")) == PAGE
