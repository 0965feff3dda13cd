"""The diary in a file beside the export: what goes, what comes back, and what never does."""

import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.diary.words import PictureShown
from campaign.handler import dispatches
from campaign.handler.dispatches import DiaryShelf, TakenIn
from campaign.store.protocol import StoreError
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists

TANK = PictureShown(b"\xff\xd8 dots \xff\xd9", 40, 30, "A tank")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Diarists]:
    made = diarists("lif", tmp_path)
    made.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS)
    made.write("ben", OTHER_WORDS, until="end")
    yield made
    made.close()


def written(club: Diarists, file: Path) -> int:
    """The diary in a file; how many dispatches."""
    count, content = dispatches.archived(club.ledger, club.name)
    file.write_bytes(content)
    return count


def emptied(club: Diarists) -> None:
    """All words are lost."""
    with closing(DiaryShelf(club.ledger)) as shelf:
        campaign_id = club.ledger.live(club.name).state.campaign.id
        shelf.rows.erase(campaign_id, [one.key for one in shelf.rows.of(campaign_id)])


def test_what_was_lost_comes_back_and_seals_stay(club: Diarists, tmp_path: Path) -> None:
    """Word for word, with its pictures; a second time nothing is new."""
    before, file = club.read("ben"), tmp_path / "club.diary.zip"
    assert written(club, file) == 2
    with zipfile.ZipFile(file) as made:
        whole = b"".join(made.read(name) for name in made.namelist())
    assert TANK.jpeg in whole and OTHER_WORDS.encode() not in whole
    emptied(club)
    assert club.read("ben") == []
    assert dispatches.take_in(club.ledger, club.name, file) == TakenIn(2)
    assert club.read("ben") == before and club.ids("anna") == ["w1"]
    assert dispatches.take_in(club.ledger, club.name, file) == TakenIn()


def test_what_was_removed_since_never_comes_back(club: Diarists, tmp_path: Path) -> None:
    file = tmp_path / "club.diary.zip"
    written(club, file)
    club.ask("RemoveDispatch", "anna", dispatch="w1")
    assert dispatches.take_in(club.ledger, club.name, file) == TakenIn(0, 1)
    assert [one.removed for one in club.read("anna")] == [True]


def test_words_that_were_changed_in_the_file_are_left_out(club: Diarists, tmp_path: Path) -> None:
    file, forged = tmp_path / "club.diary.zip", tmp_path / "forged.zip"
    written(club, file)
    with zipfile.ZipFile(file) as made, zipfile.ZipFile(forged, "w") as other:
        for name in made.namelist():
            other.writestr(name, made.read(name).replace(b"dots", b"dott"))
    emptied(club)
    assert dispatches.take_in(club.ledger, club.name, forged) == TakenIn(1, 0, 1)
    assert club.ids("anna") == []


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + b"\0" * 18, b"no archive"])
def test_a_file_that_is_none_is_said_to_be_so(
    club: Diarists, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "x.zip"
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is no diary of a campaign"):
        dispatches.take_in(club.ledger, club.name, file)
