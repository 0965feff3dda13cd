"""Dispatches on published pages: what everybody may read; nothing of it acts on the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.diary.reading import PUBLIC
from campaign.diary.words import Dispatch, read
from campaign.reports import publishing
from campaign.reports.comparison import compare
from campaign.reports.dispatches import with_dispatches, without_dispatches
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists
from diary.test_words import HOSTILE
from tests.diary.test_dispatches import JPEG, TANK

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
    files = published(lif, site)
    there = {name for name, page in files.items() if SECRET_WORDS in page}
    assert there == {"1939-SO.html", "leader-balbo.html"}
    assert '<img src="dispatch-w1-1.jpg" width="40" height="30"' in files["1939-SO.html"]
    assert (site / "dispatch-w1-1.jpg").read_bytes() == JPEG
    assert not any(OTHER_WORDS in page for page in files.values())
    assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    files = published(lif, site)
    assert not any(SECRET_WORDS in page or "dots of a tank" in page for page in files.values())
    assert "A dispatch stood here. It was removed." in files["1939-SO.html"]


def test_a_turn_that_was_undone_has_its_dispatches_on_the_first_page() -> None:
    one = Dispatch("w1", "1940-JF", "", "Anna", "2026-11-26T21:00:00Z", read("x"))
    files = {**FILES, "index.html": PAGE.encode()}
    assert list(with_dispatches(files, (one,), {})) == ["index.html"]


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
