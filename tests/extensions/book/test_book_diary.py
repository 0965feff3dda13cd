"""What members wrote stands in the book: what everybody may read, behind its turn, and no more."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.diary.words import PictureShown
from campaign.extensions.book import files, typesetting
from campaign.extensions.book.files import Diary, diary_of
from campaign.extensions.book.made import volume_of
from campaign.extensions.book.page import MOST_WITHIN, embedded, page
from campaign.extensions.pictures import gate
from campaign.handler.dispatches import DiaryShelf
from campaign.reports.book import Book, StoredLog, read
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists

TANK = PictureShown(b"\xff\xd8 dots \xff\xd9", 40, 30, "A tank")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Diarists]:
    """A dispatch with a picture, one that is sealed to the end, and one that was removed; then
    the next turn, as the public reads nothing of a turn that goes on.
    """
    made = diarists("lif", tmp_path)
    made.ask("FileDispatch", "anna", (TANK,), words=f"{SECRET_WORDS}\n\n> <b>so he said</b>")
    made.write("ben", OTHER_WORDS, until="end")
    made.ask("RemoveDispatch", "anna", dispatch=made.write("anna", "A slip"), reason="author")
    yield made
    made.close()


def made_of(club: Diarists) -> Book:
    """The book of the campaign."""
    return read(StoredLog(club.ledger, club.name))


def test_a_dispatch_stands_behind_its_turn(club: Diarists) -> None:
    """With author, words, quotation and picture; sealed words do not, removed ones are told of."""
    assert diary_of(club.ledger, made_of(club)).letters == {}  # the turn goes on
    club.end_turn()
    made = made_of(club)
    diary = diary_of(club.ledger, made)
    assert [[one.author, one.removed] for one in diary.letters[made.logs[0].turn]] == [
        ["Anna", False],
        ["Anna", True],
    ]
    assert diary.files == {"w1-1.jpg": TANK.jpeg} and len(diary.marks) == 64
    html = page(volume_of(made, diary.letters), pictures=embedded(diary.files))
    assert SECRET_WORDS in html and "&lt;b&gt;so he said" in html and 'alt="A tank"' in html
    assert "data:image/jpeg;base64,/9gg" in html
    assert OTHER_WORDS not in html and "A slip" not in html


def test_without_pictures_and_after_a_removal_it_is_another_book(club: Diarists) -> None:
    """The digest over what is printed tells them apart."""
    club.end_turn()
    before = diary_of(club.ledger, made_of(club))
    bare = diary_of(club.ledger, made_of(club), pictures=False)
    assert bare.files == {} and bare.marks == before.marks
    club.ask("RemoveDispatch", "anna", dispatch="w1", reason="author")
    after = diary_of(club.ledger, made_of(club))
    assert after.marks != before.marks and after.files == {}


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("RemoveDispatch", {"dispatch": "w1", "reason": "author"}),
        ("FileDispatch", {"words": "It rained.", "replaces": "w1"}),
    ],
)
def test_a_book_of_an_earlier_turn_has_no_word_that_is_there_no_more(
    club: Diarists, command: str, fields: dict[str, Any]
) -> None:
    """Also where words still lie among the people's rows: killed before they were erased, or in an
    older file of them. What was removed by then is told of.
    """
    club.end_turn()
    then = club.ledger.store.head(club.name)[0]
    with closing(DiaryShelf(club.ledger)) as shelf:
        campaign_id = club.ledger.live(club.name).state.campaign.id
        (row,) = (one for one in shelf.rows.of(campaign_id) if one.id == "w1")
        pictures = shelf.rows.pictures(campaign_id, row.key)
        assert club.ask(command, "anna", **fields)["accepted"]
        shelf.rows.put(row, pictures)
        diary = files.source_of(club.ledger, club.name, then).diary
        assert row in shelf.rows.of(campaign_id, "filed")
    assert [one.removed for letters in diary.letters.values() for one in letters] == [True]
    assert diary.files == {}


def test_among_published_pages_the_book_is_without_the_diary_where_that_is_wanted(
    club: Diarists, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page, and what is printed."""
    options = []
    monkeypatch.setattr(files, "printed", lambda _, wanted: options.append(wanted) or b"%PDF")
    club.end_turn()
    for diary in (True, False):
        made = files.published(club.ledger, club.name, diary=diary)
        assert (SECRET_WORDS in made["book.html"].decode()) is diary
    assert [one.diary for one in options] == [True, False]


def test_pictures_that_do_not_fit_into_a_page_are_left_to_be_beside_it() -> None:
    """Up to three million bytes lie within."""
    files = {"w1-1.jpg": bytes(MOST_WITHIN), "w2-1.jpg": b"x"}
    assert list(embedded(files)) == ["w1-1.jpg"]
    assert list(embedded({"w1-1.jpg": bytes(MOST_WITHIN + 1), "w2-1.jpg": b"x"})) == ["w2-1.jpg"]


def test_pictures_of_a_printed_book_have_at_most_so_many_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where they have more, those above an equal share are made smaller; and the book says by what,
    as its bytes depend on it.
    """
    asked = []

    def smaller(jpegs: list[bytes], most: int) -> list[bytes]:
        asked.append((list(map(len, jpegs)), most))
        return [jpeg[:most] for jpeg in jpegs]

    monkeypatch.setattr(gate, "smaller", smaller)
    monkeypatch.setattr(gate, "library", lambda: "pillow 12")
    monkeypatch.setattr(typesetting, "typesetter", lambda: "typst 0")
    few = {"a": bytes(30), "b": bytes(30)}
    assert files.fitting(few, 60) is few and not asked
    made = files.fitting({"a": bytes(40), "b": bytes(10), "c": bytes(50)}, 60)
    assert asked == [([40, 50], 20)]
    assert {name: len(jpeg) for name, jpeg in made.items()} == {"a": 20, "b": 10, "c": 20}
    assert files.set_by(Diary(files=few)) == "typst 0"
    monkeypatch.setattr(files, "MOST_PRINTED", 59)
    assert files.set_by(Diary(files=few)) == "typst 0 with pillow 12"
