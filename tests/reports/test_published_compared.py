"""What was published, compared with the record: pictures, the feed, and a ZIP of them."""

import shutil
import zipfile
from pathlib import Path

import pytest

from campaign.reports import comparison, publishing
from campaign.reports.comparison import NoReportsError, compare, read_files
from campaign.store.ledger import Ledger
from campaign.store.reader import LogEntry
from support import table
from support.table import FIRST_TURN, NAME, TO_1940
from tests.reports.test_page_facts import by_another_version

pytestmark = pytest.mark.further

ADDRESS = "https://example.org/club/"
PICTURE = "1939-SO-picture.svg"
FEED = "turns.atom"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture(scope="module")
def log(book: Ledger) -> list[LogEntry]:
    """It event by event."""
    return list(book.history(NAME))


@pytest.fixture
def site(book: Ledger, tmp_path: Path) -> Path:
    """What is published of it."""
    publishing.publish(book, NAME, tmp_path / "site", ADDRESS, draw=False)
    return tmp_path / "site"


def outcomes(log: list[LogEntry], place: Path) -> dict[str, str]:
    """How each file compares."""
    return {one.file: one.outcome for one in compare(log, place)}


def change(file: Path, old: str, new: str) -> None:
    """Has other words in a file that has the old ones."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize("address", ["", ADDRESS])
def test_pictures_and_feed_are_the_same_at_any_address(
    book: Ledger, log: list[LogEntry], tmp_path: Path, address: str
) -> None:
    """A row for each: three turns have a picture."""
    publishing.publish(book, NAME, tmp_path / "out", address, draw=False)
    found = outcomes(log, tmp_path / "out")
    assert set(found.values()) == {"same"}
    assert {FEED, *(f"1939-{turn}-picture.svg" for turn in ("SO", "ND"))} < set(found)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [(PICTURE, "Poland", "Sweden"), (FEED, "Poland", "Sweden"), (FEED, "</feed>", " </feed>")],
)
def test_a_forged_picture_or_feed_differs(
    log: list[LogEntry], site: Path, file: str, old: str, new: str
) -> None:
    """A word, a space: nothing else of the folder does."""
    change(site / file, old, new)
    found = outcomes(log, site)
    assert found.pop(file) == "differs"
    assert set(found.values()) == {"same"}


def test_a_feed_cannot_name_what_is_no_address(log: list[LogEntry], site: Path) -> None:
    """The record does not know where a club publishes, but a script is no place."""
    change(site / FEED, ADDRESS, "javascript:alert/")
    assert outcomes(log, site)[FEED] == "differs"


def test_a_picture_of_no_turn_differs(log: list[LogEntry], site: Path) -> None:
    """By the name of a turn that the record has not."""
    shutil.copy(site / PICTURE, site / "1945-SO-picture.svg")
    assert outcomes(log, site)["1945-SO-picture.svg"] == "differs"


def test_what_was_published_on_an_earlier_day_is_as_the_record_stood(tmp_path: Path) -> None:
    """In the first turn; judged when more turns were played, and forged."""
    made, site = table.opened(tmp_path / "club"), tmp_path / "site"
    table.play(made, FIRST_TURN)
    publishing.publish(made, NAME, site, ADDRESS, draw=False)
    table.play(made, TO_1940)
    log = list(made.history(NAME))
    found = outcomes(log, site)
    assert (found[FEED], found["1940-JF-picture.svg"]) == ("then", "missing")
    assert set(found.values()) <= {"then", "same", "missing"}
    change(site / FEED, "urn:uuid:", "urn:uuld:")
    change(site / PICTURE, "Poland", "Sweden")
    found = outcomes(log, site)
    assert (found[FEED], found[PICTURE]) == ("differs", "differs")


def test_beside_a_page_of_another_version_a_changed_picture_is_not_compared(
    log: list[LogEntry], site: Path
) -> None:
    """That version may have drawn it otherwise."""
    change(site / PICTURE, "Poland", "Sweden")
    page = site / "1939-SO.html"
    page.write_text(by_another_version(page.read_text()))
    found = {one.file: (one.outcome, one.why) for one in compare(log, site)}
    assert found["1939-SO.html"] == ("facts", "")
    assert found[PICTURE] == ("uncompared", "version")
    assert found[FEED] == ("same", "")


def test_written_pages_miss_no_picture_and_published_ones_do(
    log: list[LogEntry], site: Path
) -> None:
    """One that was taken away is told; where none lies, none was asked for."""
    (site / PICTURE).unlink()
    assert outcomes(log, site)[PICTURE] == "missing"
    for file in (*site.glob("*.svg"), site / FEED):
        file.unlink()
    assert set(outcomes(log, site).values()) == {"same"}


# --- folders and ZIPs ---------------------------------------------------------------------------


def packed(place: Path, *files: str) -> Path:
    """A ZIP with files of three bytes."""
    with zipfile.ZipFile(place, "w") as archive:
        for file in files:
            archive.writestr(file, "abc")
    return place


def refusal(place: Path) -> str:
    """Why a place is not read, without its own path."""
    with pytest.raises(NoReportsError) as refused:
        read_files(place)
    return str(refused.value).replace(str(place), "X")


def test_what_is_no_folder_and_no_zip_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with its words; a ZIP is never unpacked to the disk."""
    page = tmp_path / "page.html"
    page.write_text("<p>no ZIP</p>")
    assert refusal(page) == "X is neither a folder nor a ZIP of reports that can be read"
    assert refusal(tmp_path / "none") == "cannot read the reports in X: No such file or directory"
    several = packed(tmp_path / "several.zip", "a/index.html", "b/index.html")
    assert refusal(several) == "X has files in several folders: unpack it and name one"
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = packed(tmp_path / "twice.zip", "index.html", "index.html")
    assert refusal(twice) == "X has two files of one name"
    outside = packed(tmp_path / "outside.zip", "../index.html", "../notes.txt")
    assert read_files(outside) == {"index.html": b"abc", "notes.txt": b""}
    for limit, value in (("LARGEST", 2), ("MOST", 5)):
        with monkeypatch.context() as patched:
            patched.setattr(comparison, limit, value)
            assert refusal(outside) == "X is larger unpacked than any reports are"
