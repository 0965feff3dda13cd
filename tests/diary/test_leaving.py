"""What of a member's diary stays when they leave, what goes, and what is erased on their wish."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.table.diary import ALL, DispatchReport
from campaign.diary.reading import PUBLIC, Content, mark_of
from campaign.diary.words import PictureShown
from campaign.handler.dispatches import DiaryShelf
from campaign.handler.own_data import own_data
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists, people_file
from tests.diary.test_dispatches import TANK, audited

WAITING = PictureShown(b"\xff\xd8 a bridge that waits \xff\xd9", 40, 30, "A bridge")
DRAFTED = PictureShown(b"\xff\xd8 a road in a draft \xff\xd9", 40, 30, "A road")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Diarists]:
    """A club in which Anna has filed a story with a picture, and sealed another."""
    made = diarists("lif", tmp_path)
    assert made.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS)["accepted"]
    made.write(words=OTHER_WORDS, until="end")
    yield made
    made.close()


def leave(club: Diarists) -> None:
    """Anna leaves."""
    assert club.ask("LeaveCampaign", "anna", member="anna", called="A guest")["accepted"]


def forget(club: Diarists) -> object:
    """A host erases what Anna wrote."""
    return club.desk.beside(club.name, lambda one: one.forget(club.name, "anna", "host"))


def test_what_was_filed_stays_under_the_new_name(club: Diarists) -> None:
    """With its picture; what is sealed opens at its time, and an audit is clean."""
    leave(club)
    (one,) = club.read("ben")
    assert (one.author, one.removed, one.pictures) == ("A guest", False, (TANK,))
    with closing(DiaryShelf(club.ledger)) as shelf:
        assert shelf.findings(club.name) == ([], 0)
    club.end()
    assert club.ids(PUBLIC) == ["w1", "w2"] and audited(club) == []


def test_a_host_erases_it_later_with_every_byte_of_its_pictures(club: Diarists) -> None:
    """Readers see that something stood there."""
    leave(club)
    assert TANK.jpeg in people_file(club)
    assert forget(club) == 2
    for gone in (TANK.jpeg, b"A burning tank", SECRET_WORDS.encode()):
        assert gone not in club.files()
    assert [one.removed for one in club.read("ben")] == [True]
    assert audited(club) == []


def test_what_a_member_reported_goes_with_what_they_wrote(club: Diarists) -> None:
    """Every byte of it; what others reported of other dispatches stays."""
    club.write("ben", "Ben's bridge")
    campaign_id = club.ledger.live(club.name).state.campaign.id
    with closing(DiaryShelf(club.ledger)) as shelf:
        for member, of in (("anna", "w3"), ("eve", "w3"), ("eve", "w1")):
            reason = f"{member} says no to {of}"
            shelf.rows.report(campaign_id, DispatchReport(of, member, reason, "2026-11-29"))
        assert shelf.rows.owed(campaign_id) == 3
        assert forget(club) == 2
        assert [one.reason for one in shelf.rows.reports(campaign_id)] == ["eve says no to w3"]
    assert b"anna says no" not in people_file(club) and b"no to w1" not in people_file(club)


def test_what_nobody_filed_goes_with_its_pictures(club: Diarists) -> None:
    """A draft and what waits for a host; what others wrote stays."""
    draft = json.dumps({"command": "FileDispatch", "words": "A draft of hers"}).encode()
    kept = club.desk.beside(
        club.name, lambda one: one.keep_draft(club.name, draft, "anna", "k", (DRAFTED,))
    )
    assert kept is None
    with closing(DiaryShelf(club.ledger)) as shelf:
        campaign_id = club.ledger.live(club.name).state.campaign.id
        shelf.rows.mute(campaign_id, ALL, on=True)
        club.ask("FileDispatch", "anna", (WAITING,), words="It waits")
        club.ask("FileDispatch", "ben", (TANK,), words="Ben waits too")
        for there in (DRAFTED.jpeg, WAITING.jpeg, b"It waits", b"A draft of hers"):
            assert there in people_file(club)
        leave(club)
        for gone in (DRAFTED.jpeg, WAITING.jpeg, b"It waits", b"A draft of hers"):
            assert gone not in people_file(club)
        assert [one.member for one in shelf.rows.of(campaign_id, "held", "draft")] == ["ben"]
    assert b"Ben waits too" in people_file(club)


def test_who_was_muted_is_muted_still_when_they_come_back(club: Diarists) -> None:
    with closing(DiaryShelf(club.ledger)) as shelf:
        shelf.rows.mute(club.ledger.live(club.name).state.campaign.id, "anna", on=True)
    leave(club)
    back = club.ask("EnrolMember", member="anna", name="Anna", roles=["player"])
    assert back["accepted"]
    refused = club.ask("FileDispatch", "anna", words="I am back.")
    why = "a host has muted Anna in the diary, until one lets them write again"
    assert refused["reason"] == why


@pytest.mark.parametrize("who", ["reader", "host who forgets"])
def test_pictures_that_lost_their_words_are_erased(club: Diarists, who: str) -> None:
    """As a file has them whose rows of words alone were deleted; others keep theirs."""
    club.ask("FileDispatch", "ben", (WAITING,), words="Ben's bridge")
    with closing(DiaryShelf(club.ledger)) as shelf, shelf._file.writing() as db:
        db.execute("DELETE FROM dispatch WHERE member='anna'")
    assert TANK.jpeg in people_file(club)
    if who == "reader":
        assert club.ids("ben") == ["w3"]
    else:
        assert forget(club) == 2
    assert TANK.jpeg not in people_file(club) and WAITING.jpeg in people_file(club)


def test_my_data_has_my_words_and_pictures(club: Diarists) -> None:
    """As text and as pictures: what is filed, sealed or waits; of others nothing."""
    club.ask("FileDispatch", "ben", (WAITING,), words="Ben's bridge")
    with closing(DiaryShelf(club.ledger)) as shelf:
        shelf.rows.mute(club.ledger.live(club.name).state.campaign.id, ALL, on=True)
    club.ask("FileDispatch", "anna", words="It waits.")
    files = own_data(club.ledger, club.desk.people, club.name, "anna")
    lines = list(map(json.loads, files["diary.jsonl"].splitlines()))
    lines.sort(key=lambda one: ("w1", "w2", "h1").index(one["dispatch"]))
    assert [(one["dispatch"], one["state"], one["words"]) for one in lines] == [
        ("w1", "filed", SECRET_WORDS),
        ("w2", "filed", OTHER_WORDS),
        ("h1", "held", "It waits."),
    ]
    (picture,) = lines[0]["pictures"]
    assert picture == {"file": "diary/w1-1.jpg", "alt": "A burning tank", "caption": ""}
    assert files["diary/w1-1.jpg"] == TANK.jpeg
    filed = club.ledger.live(club.name).state.campaign.record.dispatches
    for line in lines[:2]:
        shown = (TANK,) if line["pictures"] else ()
        assert mark_of(Content(line["words"], shown), line["salt"]) == filed[line["dispatch"]].mark
    assert b'"body"' not in files["people.json"]
    assert WAITING.jpeg not in files.values() and b"Ben's" not in b"".join(files.values())
    assert "diary.jsonl" not in own_data(club.ledger, club.desk.people, club.name, "host")
