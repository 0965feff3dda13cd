"""Dispatches from desk to reader in each game: filed, edited, sealed, held, removed, forgotten."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.table.diary import ALL
from campaign.diary.reading import PUBLIC
from campaign.diary.words import PictureShown
from campaign.handler.dispatches import DiaryShelf
from campaign.store.export import audit_of
from campaign.text.prose import Letters, P
from diary.clubs import GAMES, OTHER_WORDS, SECRET_WORDS, Diarists, diarists, people_file

JPEG = b"\xff\xd8 the dots of a tank \xff\xd9"
TANK = PictureShown(JPEG, 40, 30, "A burning tank")


@pytest.fixture(params=GAMES)
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Diarists]:
    """A club of each game in turn."""
    made = diarists(request.param, tmp_path)
    yield made
    made.close()


@pytest.fixture
def lif(tmp_path: Path) -> Iterator[Diarists]:
    """A club of the one game that has leaders and draws to write about."""
    made = diarists("lif", tmp_path)
    yield made
    made.close()


def audited(club: Diarists) -> list[str]:
    """What an audit of the record and of the diary finds."""
    audit = audit_of(club.ledger, club.name, ())
    found = [str(one) for one in audit.findings(club.ledger.store.rows(club.name))]
    return [*found, *club.findings()]


def test_a_dispatch_is_read_by_members_at_once_and_by_others_after_the_turn(club: Diarists) -> None:
    """The record has a mark of it and no word; an audit is clean."""
    assert club.write(words=f"{SECRET_WORDS}.") == "w1"
    (one,) = club.read("ben")
    assert (one.author, one.words, one.removed) == (
        "Anna",
        (P((Letters(f"{SECRET_WORDS}."),)),),
        False,
    )
    assert one.turn == club.ledger.live(club.name).state.campaign.turn
    assert club.ids("eve") == ["w1"] and club.ids(PUBLIC) == []
    assert SECRET_WORDS.encode() not in club.log()
    assert audited(club) == []
    club.end_turn()
    assert club.ids(PUBLIC) == ["w1"]


def test_an_edit_takes_the_place_of_the_first_and_erases_it(club: Diarists) -> None:
    """It stands where the first stood; nobody has the older words any more."""
    club.write()
    club.write("ben", OTHER_WORDS)
    assert club.write(words="It rained.", replaces="w1") == "w3"
    assert club.ids("ben") == ["w3", "w2"]
    assert SECRET_WORDS.encode() not in people_file(club)
    assert audited(club) == []


def test_what_is_removed_is_in_no_byte_any_more(club: Diarists) -> None:
    """Neither words nor salt nor picture; readers see that something stood there."""
    answer = club.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS)
    assert answer["events"][0]["pictures"] == 1
    with closing(DiaryShelf(club.ledger)) as shelf:
        campaign_id = club.ledger.live(club.name).state.campaign.id
        (row,) = shelf.rows.of(campaign_id)
        assert shelf.contents(campaign_id, {"w1"})["w1"].pictures == (TANK,)
    before = people_file(club)
    assert SECRET_WORDS.encode() in before and JPEG in before and row.salt.encode() in before
    assert club.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    after = club.files()
    for gone in (SECRET_WORDS.encode(), row.salt.encode(), JPEG, b"A burning tank"):
        assert gone not in after
    assert [(one.id, one.removed, one.words) for one in club.read("ben")] == [("w1", True, ())]
    assert audited(club) == []


@pytest.mark.parametrize(("until", "over"), [("turn", "end_turn"), ("end", "end")])
def test_what_is_sealed_is_its_author_s_until_it_is_over(
    club: Diarists, until: str, over: str
) -> None:
    """Neither host nor public know of it; its words are nowhere but as ciphertext."""
    club.write(until=until)
    assert [club.ids(who) for who in ("anna", "ben", "host", PUBLIC)] == [["w1"], [], [], []]
    assert SECRET_WORDS.encode() not in club.files()
    assert audited(club) == []
    getattr(club, over)()
    assert [club.ids(who) for who in ("anna", "ben", "host", PUBLIC)] == [["w1"]] * 4


def test_memoirs_come_after_the_end_and_nothing_else_does(club: Diarists) -> None:
    """Filed, edited and removed; no seal any more."""
    club.end()
    assert club.write() == "w1" and club.write(words="Later.", replaces="w1") == "w2"
    assert club.ask("RemoveDispatch", "anna", dispatch="w2")["accepted"]
    sealed = club.ask("FileDispatch", "anna", words="x", until="end")
    assert "the campaign is over" in sealed["reason"]
    other = club.ask("AddEntropy", "anna", value="x")
    assert not other["accepted"] and "has ended" in other["reason"]
    assert audited(club) == []


def test_what_a_host_holds_is_read_first_and_then_filed_for_its_author(club: Diarists) -> None:
    """No event before; a host's own waits for nobody; what is dropped is erased."""
    with closing(DiaryShelf(club.ledger)) as shelf:
        campaign_id = club.ledger.live(club.name).state.campaign.id
        shelf.rows.mute(campaign_id, ALL, on=True)
        version = club.ledger.store.version(club.name)
        first = club.ask("FileDispatch", "anna", words=SECRET_WORDS, id="one")
        again = club.ask("FileDispatch", "anna", words=SECRET_WORDS, id="one")
        second = club.ask("FileDispatch", "ben", words=OTHER_WORDS)
        assert [one["held"] for one in (first, again, second)] == ["h1", "h1", "h2"]
        assert club.ledger.store.version(club.name) == version
        released = club.desk.beside(club.name, lambda filing: filing.release(club.name, "h1"))
        assert released is not None and released.answer["events"][0]["dispatch"] == "w1"
        event = next(club.ledger.history(club.name, version, version + 1)).event
        assert event.by == "anna"
        assert not club.desk.beside(club.name, lambda one: one.drop(club.name, "h2", "anna"))
        assert club.desk.beside(club.name, lambda one: one.drop(club.name, "h2", "ben"))
        assert club.write("host", "I may.") == "w2"
    assert club.ids("eve") == ["w1", "w2"]
    assert OTHER_WORDS.encode() not in club.files()
    assert audited(club) == []


def test_who_is_muted_writes_nothing_and_who_is_forgotten_has_written_nothing(
    club: Diarists,
) -> None:
    club.write(), club.write(words=OTHER_WORDS, until="end")
    with closing(DiaryShelf(club.ledger)) as shelf:
        shelf.rows.mute(club.ledger.live(club.name).state.campaign.id, "anna", on=True)
    refused = club.ask("FileDispatch", "anna", words="More.")
    why = "a host has muted Anna in the diary, until one lets them write again"
    assert refused["reason"] == why
    not_hers = club.desk.beside(club.name, lambda one: one.forget(club.name, "anna", "ben"))
    assert "only Anna or a host" in not_hers.reason  # type: ignore[union-attr]
    assert club.desk.beside(club.name, lambda one: one.forget(club.name, "anna", "host")) == 2
    assert SECRET_WORDS.encode() not in club.files()
    assert [one.removed for one in club.read("ben")] == [True]
    assert audited(club) == []


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "command", "fields", "why"),
    [
        ("anna", "FileDispatch", {"words": ""}, "words: write at least a word"),
        ("anna", "FileDispatch", {"words": 7}, "words: write your story as text"),
        ("anna", "FileDispatch", {}, "words: write at least a word"),
        ("anna", "FileDispatch", {"words": "x", "turn": "1945-JA"}, "turn: '1945-JA' is no"),
        ("anna", "FileDispatch", {"words": "x", "turn": "soon"}, "turn: 'soon' is no"),
        (
            "anna",
            "FileDispatch",
            {"words": "x", "subject": "leader:romel"},
            "subject: there is no 'leader:romel' to write about; did you mean leader:rommel",
        ),
        ("anna", "FileDispatch", {"words": "x", "seat": "ussr"}, "Anna does not play ussr"),
        ("anna", "FileDispatch", {"words": "x", "replaces": "w2"}, "Ben wrote w2; only Ben can"),
        ("anna", "FileDispatch", {"words": "x", "replaces": "w9"}, "there is no dispatch 'w9'"),
        ("anna", "FileDispatch", {"words": "x", "pictures": 2}, "pictures: this way brings none"),
        ("anna", "FileDispatch", {"words": "x", "until": "turn", "turn": "1939-SO"}, "is sealed"),
        ("zoe", "FileDispatch", {"words": "x"}, "'zoe' is not enrolled"),
        ("anna", "RemoveDispatch", {"dispatch": "w2"}, "Ben wrote w2; only Ben or a host can"),
        ("anna", "RemoveDispatch", {"dispatch": "w9"}, "there is no dispatch 'w9'"),
        ("host", "RemoveDispatch", {"dispatch": "w2", "reason": "author"}, "it is not author"),
    ],
)
def test_what_is_refused_leaves_nothing(
    lif: Diarists, by: str, command: str, fields: dict[str, object], why: str
) -> None:
    """Neither an event nor a row."""
    lif.write(), lif.write("ben", OTHER_WORDS)
    version = lif.ledger.store.version(lif.name)
    answer = lif.ask(command, by, **fields)
    assert not answer["accepted"] and why in answer["reason"], answer
    assert lif.ledger.store.version(lif.name) == version
    assert lif.ids("host") == ["w1", "w2"]


def test_the_same_id_counts_once_and_for_the_same_words_alone(lif: Diarists) -> None:
    """A repeat gets the first answer; other words under the id are refused, and learn nothing."""
    first = lif.ask("FileDispatch", "anna", words=SECRET_WORDS, id="mine")
    again = lif.ask("FileDispatch", "anna", words=SECRET_WORDS, id="mine")
    other = lif.ask("FileDispatch", "anna", words=OTHER_WORDS, id="mine")
    assert again["events"] == first["events"] and not other["accepted"]
    assert lif.ids("ben") == ["w1"]
    assert OTHER_WORDS.encode() not in lif.files()


# --- what a seal hides, and what an audit finds -------------------------------------------------


def test_a_sealed_subject_is_in_no_event(lif: Diarists) -> None:
    """Its author sees it; an edit keeps seal and subject; a wrong one is refused before."""
    lif.write(until="end", subject="leader:rommel")
    assert [one.subject for one in lif.read("anna")] == ["leader:rommel"]
    lif.write(words=OTHER_WORDS, replaces="w1")
    assert lif.ids("ben") == [] and [one.subject for one in lif.read("anna")] == ["leader:rommel"]
    assert (
        b"rommel" not in lif.log().rpartition(b"CampaignOpened")[2].partition(b"DispatchFiled")[2]
    )
    wrong = lif.ask("FileDispatch", "anna", words="x", until="end", subject="leader:romel")
    assert "did you mean leader:rommel" in wrong["reason"]
    lif.end()
    assert [one.subject for one in lif.read(PUBLIC)] == ["leader:rommel"]
    assert audited(lif) == []


def test_a_new_key_of_the_vault_seals_it_anew(lif: Diarists) -> None:
    """The old ciphertext is gone; the words are read under the new key."""
    lif.write(until="end")
    with closing(DiaryShelf(lif.ledger)) as shelf:
        campaign_id = lif.ledger.live(lif.name).state.campaign.id
        before = shelf.rows.of(campaign_id)[0].body
        assert lif.ask("RenewVault")["accepted"]
        assert shelf.rows.of(campaign_id)[0].body != before
    assert lif.ids("anna") == ["w1"] and audited(lif) == []


def test_words_unlike_their_mark_are_found_and_lacking_ones_counted(lif: Diarists) -> None:
    lif.write(), lif.write("ben", OTHER_WORDS)
    with closing(DiaryShelf(lif.ledger)) as shelf:
        campaign_id = lif.ledger.live(lif.name).state.campaign.id
        rows = {one.id: one for one in shelf.rows.of(campaign_id)}
        forged = rows["w1"].body.replace(b"tea", b"gin")
        shelf.rows.put(replace(rows["w1"], body=forged), ())
        shelf.rows.erase(campaign_id, [rows["w2"].key])
        found, lacking = shelf.findings(lif.name)
    assert [one.text for one in found] == ["dispatch w1: its words are not those that were filed"]
    assert lacking == 1


def test_what_was_killed_between_words_and_event_is_settled_by_who_comes_next(
    lif: Diarists,
) -> None:
    """A row whose command was recorded is filed; one whose was not is dropped; one that was removed
    is erased, also where an older file of people comes back. What the public reads leaves out what
    is not settled, and writes nothing.
    """
    lif.write(), lif.end_turn()
    with closing(DiaryShelf(lif.ledger)) as shelf:
        campaign_id = lif.ledger.live(lif.name).state.campaign.id
        (row,) = shelf.rows.of(campaign_id)
        shelf.rows.put(replace(row, state="pending", id=""), ())
        shelf.rows.put(replace(row, key="lost", state="pending", id="", sent=b"{}"), ())
        assert lif.ids(PUBLIC) == [] and len(shelf.rows.of(campaign_id)) == 2
        assert lif.ids("ben") == ["w1"] == lif.ids(PUBLIC)
        assert [(one.key, one.state) for one in shelf.rows.of(campaign_id)] == [(row.key, "filed")]
        assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
        shelf.rows.put(row, ())
        assert [one.removed for one in lif.read(PUBLIC)] == [True]
        assert shelf.rows.of(campaign_id) == [row]
        assert [one.removed for one in lif.read("ben")] == [True]
        assert shelf.rows.of(campaign_id) == []
    assert SECRET_WORDS.encode() not in lif.files()


class Killed(BaseException):
    """The program ends here."""


@pytest.mark.parametrize(
    ("where", "what", "is_filed"),
    [
        ("campaign.store.ledger.Ledger.outcome", "before the event", False),
        ("campaign.accounts.table.diary.StoredDiary.becomes", "behind the event", True),
    ],
)
def test_a_kill_loses_nothing_and_doubles_nothing(
    lif: Diarists, monkeypatch: pytest.MonkeyPatch, where: str, what: str, is_filed: bool
) -> None:
    """Whoever sends the same again has it filed once."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(where, killed)
        with pytest.raises(Killed):
            lif.ask("FileDispatch", "anna", words=SECRET_WORDS, id="mine")
    assert lif.ids("ben") == (["w1"] if is_filed else [])
    assert (SECRET_WORDS.encode() in people_file(lif)) == is_filed
    assert lif.ask("FileDispatch", "anna", words=SECRET_WORDS, id="mine")["accepted"]
    assert lif.ids("ben") == ["w1"] and audited(lif) == []


def test_a_kill_between_removal_and_erasing_is_made_good_by_the_next_reader(
    lif: Diarists, monkeypatch: pytest.MonkeyPatch
) -> None:
    lif.write()

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("campaign.accounts.table.diary.StoredDiary.erase", killed)
        with pytest.raises(Killed):
            lif.ask("RemoveDispatch", "anna", dispatch="w1")
    assert [one.removed for one in lif.read("ben")] == [True]
    assert SECRET_WORDS.encode() not in lif.files()
