"""Letters of a campaign with disputes and corrections, and of a game that knows nothing of mail."""

from pathlib import Path

import pytest

from campaign import systems
from campaign.cli import run
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.reports.book import Book, StoredLog, read
from campaign.store.ledger import Ledger
from letters import NOW, reader, turn_of
from skirmish.system import SYSTEM
from support.disputed import POINTS, disputed
from support.sessions import NAME


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The campaign of `support/disputed.py`, whose first turn was corrected twice."""
    with disputed(tmp_path_factory.mktemp("disputed")).ledger as ledger:
        return read(StoredLog(ledger, NAME), 10_000)


def test_a_correction_says_what_was_changed_and_how_the_turn_reads_now(book: Book) -> None:
    """d1 made Japan pay 3 instead of 1, so that it has none left; d2 took the geese away."""
    (occasion,) = (one for one in occasions(book, 0, NOW) if one.kind == "corrections")
    found = letter(book, occasion, "ben", reader())
    text = found.text.replace("\n", " ")
    assert found.subject == "Corrected: club: September/October 1939"
    assert found.follows == ("turn:1939-SO",)
    assert "Corrected in November/December 1939 under d1." in text
    assert (
        "What was changed: “Paid in veto points: Japan 1” to “Paid in veto points: Japan 3”."
        in text
    )
    assert "Japan              3      −3    0" in found.text
    assert POINTS["1939-SO"]["japan"] == 0
    assert "Asked of you" not in found.html


def test_an_open_dispute_is_told_and_asks_its_referee(book: Book) -> None:
    """Everybody reads that play rests; Ref alone is asked."""
    told = letter(book, turn_of("1939-ND"), "ben", reader())
    line = "Dispute d3 waits for a ruling by Ref; play rests until then."
    assert line in told.text and "Nothing is asked of you now." in told.text
    asked = letter(book, turn_of("1939-ND"), "ref", reader())
    assert "* Rule on dispute d3." in asked.text
    (occasion,) = (one for one in occasions(book, 0, NOW) if one.kind == "disputes")
    request = letter(book, occasion, "ref", reader())
    assert request.subject == "club: ruling on dispute d3"
    assert "Tell your host." in request.text and not request.takes_answers
    assert "campaign dispute" not in request.text, "only a host is told to type"


def test_a_ruling_is_told_in_the_turn_in_which_it_was_given(book: Book) -> None:
    """In its own words, under the heading of disputes and corrections, and not as news too."""
    text = letter(book, turn_of("1939-ND"), "ben", reader()).text
    record = text.partition("Disputes and corrections\n")[2]
    assert "A ruling corrected “Paid in veto points: Japan 1”" in record
    assert text.count("A ruling corrected") == 1


def test_a_game_that_says_nothing_of_mail_has_letters_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its story and the frame's parts; what it asks for, in its own words."""
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    store = tmp_path / "club.db"
    for words in (
        ("open", "club", "--system", "skirmish", "--scenario", "meadow"),
        ("enrol", "club", "anna", "--name", "Anna"),
        ("assign", "club", "red", "anna"),
    ):
        assert run(["--store", str(store), *words]) == 0
    capsys.readouterr()
    with Ledger(store) as ledger:
        made = read(StoredLog(ledger, "club"), 10_000)
    turn = made.logs[0].turn
    found = letter(made, turn_of(turn, "anna"), "anna", reader())
    assert "ASKED OF YOU, ANNA" in found.text and "* Attack with the Red side." in found.text
    assert found.html.count("<h1") == 1 and 'class="tag' not in found.html
