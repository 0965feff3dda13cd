"""Table talk in the file of people: who may say how much, what is kept of it, and what goes."""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from campaign.accounts.database import PeopleFile, open_people
from campaign.accounts.devices import moment, stamp
from campaign.accounts.moving import copy_people
from campaign.accounts.protocol import PEOPLE, PeopleDatabase
from campaign.accounts.table.talk import (
    LONGEST,
    MOST,
    TALK,
    TableTalk,
    Wait,
    fault,
    mentioned,
    plain,
    said_since,
)
from campaign.store.protocol import StorePlace, place_of

CLUB, OTHER = "c" * 32, "d" * 32
TURN = "turn:1941-ND"
START = "2026-03-05T19:00:00.000Z"


class HandClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> str:
        return self.now

    def on(self, **passes: float) -> None:
        """Time passes."""
        self.now = stamp(moment(self.now) + timedelta(**passes))


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the talk is: in a file; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def file(place: StorePlace) -> Iterator[PeopleDatabase]:
    with closing(open_people(place, (PEOPLE, TALK))) as made:
        yield made


@pytest.fixture
def talk(file: PeopleDatabase, clock: HandClock) -> TableTalk:
    return TableTalk(file, clock=clock)


def texts(talk: TableTalk, campaign: str = CLUB) -> list[str]:
    """What is said in a campaign, the newest first."""
    return [one.text for one in talk.last(campaign, 100)]


# --- what may be said ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Well,\tme.  \r\n", "Well, me."),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("a\x00b\x1b[2Jc\x7f", "ab[2Jc"),
        ("pay \u202eyag\u202c\u2066\u2069 now\u200f\u061c", "pay yag now"),
        ("in\u200bvis\ufeffi\u00adble", "invisible"),
        ("<script>alert(1)</script> & 'so'", "<script>alert(1)</script> & 'so'"),
        ("cafe\u0301", "caf\u00e9"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("שלום", "שלום"),
    ],
)
def test_what_nobody_can_see_is_left_out(typed: str, kept: str) -> None:
    """Markup stays as it was typed: pages show it as text."""
    assert plain(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   \t\r\n ", "\u200b\u2060", "\u200d\u200c", "\u3164\u2800", "\u0301", "\x00"]
)
def test_nothing_but_spaces_is_not_said(typed: str) -> None:
    assert fault(plain(typed)) == "Write at least a word."


def test_five_hundred_letters_fit_and_one_more_does_not() -> None:
    assert LONGEST == 500
    assert fault("x" * 500) == "" and fault("\U0001f600" * 500) == ""
    assert fault("x" * 501) == "Your text has 501 letters; 500 fit."


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("@Ben, your move", {"ben"}),
        ("@BEN!", {"ben"}),
        ("ask @b2 or Ben's brother", {"ben", "b2"}),
        ("Benjamin and ben@example.org", set()),
        ("benches are for ben", set()),
        ("Anna B. plays, @anna does not", {"anna"}),
        ("will Anna come", set()),
        ("(x", set()),
    ],
)
def test_a_member_is_named_by_an_at_or_by_their_name(text: str, whom: set[str]) -> None:
    """`@` in any case, before name or id; the bare name as a whole word, as it is written."""
    names = {"ben": "Ben", "anna": "Anna B.", "b2": "Bernd", "odd": "(x"}
    assert mentioned(text, names) - {"odd"} == whom


# --- saying -------------------------------------------------------------------------------------


def test_what_is_said_is_read_by_its_campaign_alone(talk: TableTalk, clock: HandClock) -> None:
    first = talk.say(CLUB, TURN, "anna", "Well!")
    clock.on(minutes=1)
    second = talk.say(CLUB, "draw:27", "ben", "Ouch.")
    talk.say(OTHER, TURN, "zoe", "Elsewhere.")
    newest, oldest = talk.last(CLUB, 10)
    assert (newest.id, newest.about, newest.member, newest.text) == (
        second,
        "draw:27",
        "ben",
        "Ouch.",
    )
    assert (oldest.id, oldest.at, oldest.hidden_by) == (first, START, "")
    assert texts(talk, OTHER) == ["Elsewhere."]
    assert talk.subjects(CLUB) == ("draw:27", TURN)
    assert [one.text for one in talk.last(CLUB, 10, about=("draw:27",))] == ["Ouch."]
    assert talk.last(CLUB, 10, about=()) == ()
    assert [one.text for one in talk.last(CLUB, 1)] == ["Ouch."]
    assert [one.text for one in talk.last(CLUB, 9, before=newest.id)] == ["Well!"]


def test_the_same_text_tapped_twice_is_said_once(talk: TableTalk, clock: HandClock) -> None:
    """A minute later it is said again; by another member, or about something else, at once."""
    first = talk.say(CLUB, TURN, "anna", "No.")
    assert talk.say(CLUB, TURN, "anna", "No.") == first
    assert talk.say(CLUB, TURN, "ben", "No.") != first
    assert talk.say(CLUB, "event:3", "anna", "No.") != first
    clock.on(seconds=61)
    assert talk.say(CLUB, TURN, "anna", "No.") != first
    assert len(texts(talk)) == 4


def test_twenty_an_hour_then_one_waits_for_the_oldest(talk: TableTalk, clock: HandClock) -> None:
    """Said at 19:00, 19:01 …: at 19:56 the first is four minutes from leaving the hour."""
    for minute in range(MOST):
        assert isinstance(talk.say(CLUB, TURN, "anna", f"word {minute}"), int)
        clock.on(minutes=1)
    assert talk.say(CLUB, TURN, "anna", "one more") == Wait(40)
    clock.on(minutes=36)
    assert talk.say(CLUB, TURN, "anna", "one more") == Wait(4)
    assert isinstance(talk.say(CLUB, TURN, "ben", "mine"), int), "each has an hour of their own"
    assert isinstance(talk.say(OTHER, TURN, "anna", "there"), int), "and in each campaign"
    clock.on(minutes=3, seconds=59)
    assert talk.say(CLUB, TURN, "anna", "one more") == Wait(1)
    clock.on(seconds=1)
    assert isinstance(talk.say(CLUB, TURN, "anna", "one more"), int)
    assert talk.say(CLUB, TURN, "anna", "and another") == Wait(1)


def test_deleting_gives_no_room_for_more(talk: TableTalk) -> None:
    numbers = [talk.say(CLUB, TURN, "anna", f"word {nth}") for nth in range(MOST)]
    assert isinstance(numbers[0], int) and talk.delete(CLUB, numbers[0], "anna")
    assert talk.say(CLUB, TURN, "anna", "one more") == Wait(60)


# --- reactions ----------------------------------------------------------------------------------


def test_a_reaction_is_tapped_and_taken_back(talk: TableTalk) -> None:
    number = talk.say(CLUB, TURN, "anna", "Well!")
    assert isinstance(number, int)
    assert talk.react(CLUB, number, "cora", "ouch") and talk.react(CLUB, number, "ben", "ouch")
    assert talk.react(CLUB, number, "ben", "thanks")
    (said,) = talk.last(CLUB, 1)
    assert said.reactions == {"ouch": ("ben", "cora"), "thanks": ("ben",)}
    assert talk.react(CLUB, number, "ben", "ouch")
    assert talk.last(CLUB, 1)[0].reactions == {"ouch": ("cora",), "thanks": ("ben",)}


def test_nobody_reacts_to_themselves_nor_elsewhere(talk: TableTalk) -> None:
    number = talk.say(CLUB, TURN, "anna", "Well!")
    assert isinstance(number, int)
    assert not talk.react(CLUB, number, "anna", "ouch")
    assert not talk.react(OTHER, number, "ben", "ouch")
    assert not talk.react(CLUB, number + 1, "ben", "ouch")
    assert talk.hide(CLUB, number, "host") and not talk.react(CLUB, number, "ben", "ouch")


# --- taking away --------------------------------------------------------------------------------


def test_the_writer_alone_deletes(talk: TableTalk) -> None:
    number = talk.say(CLUB, TURN, "anna", "Well!")
    assert isinstance(number, int) and talk.react(CLUB, number, "ben", "ouch")
    assert not talk.delete(CLUB, number, "ben") and not talk.delete(OTHER, number, "anna")
    assert talk.delete(CLUB, number, "anna") and not talk.delete(CLUB, number, "anna")
    assert talk.last(CLUB, 1) == ()


def test_a_host_hides_and_shows_again(talk: TableTalk, file: PeopleDatabase) -> None:
    number = talk.say(CLUB, TURN, "anna", "Well!")
    assert isinstance(number, int)
    assert not talk.hide(OTHER, number, "host") and not talk.hide(CLUB, number, "")
    assert talk.hide(CLUB, number, "host") and not talk.hide(CLUB, number, "host")
    assert talk.last(CLUB, 1)[0].hidden_by == "host"
    assert said_since(file, CLUB, START) == ()
    assert talk.hide(CLUB, number, "") and talk.last(CLUB, 1)[0].hidden_by == ""
    assert [one.text for one in said_since(file, CLUB, START)] == ["Well!"]


def test_forgetting_a_member_takes_all_of_theirs(talk: TableTalk) -> None:
    """Their texts, what others tapped under them, and what they tapped; nobody else's."""
    own = talk.say(CLUB, TURN, "anna", "Mine.")
    other = talk.say(CLUB, TURN, "ben", "Ben's.")
    talk.say(OTHER, TURN, "anna", "Elsewhere.")
    assert isinstance(own, int) and isinstance(other, int)
    talk.react(CLUB, own, "ben", "ouch")
    talk.react(CLUB, other, "anna", "ouch")
    talk.react(CLUB, other, "cora", "ouch")
    assert talk.counts(CLUB) == {"anna": 1, "ben": 1} and talk.forget(CLUB, "anna") == 1
    assert texts(talk) == ["Ben's."] and texts(talk, OTHER) == ["Elsewhere."]
    assert talk.last(CLUB, 1)[0].reactions == {"ouch": ("cora",)}
    assert talk.counts(CLUB) == {"ben": 1} and talk.forget(CLUB, "anna") == 0


def test_what_is_gone_is_in_no_byte_of_the_file(
    talk: TableTalk, file: PeopleDatabase, tmp_path: Path
) -> None:
    """Neither deleted nor forgotten words; also not in a free page."""
    if not isinstance(file, PeopleFile):
        pytest.skip("a database keeps its bytes to itself")
    for nth in range(15):
        talk.say(CLUB, TURN, "ben", f"filling {nth} " + "x" * 400)
    own = talk.say(CLUB, TURN, "anna", "a word that MUSTGO soon")
    talk.say(CLUB, TURN, "cora", "a word that CANGO too")
    bytes_ = file.path.read_bytes()
    assert b"MUSTGO" in bytes_ and b"CANGO" in bytes_
    assert isinstance(own, int)
    talk.delete(CLUB, own, "anna")
    talk.forget(CLUB, "cora")
    for one in tmp_path.iterdir():
        assert not re.search(rb"MUSTGO|CANGO", one.read_bytes()), one


# --- moving, and stores without talk ------------------------------------------------------------


def test_talk_moves_with_its_people(talk: TableTalk, place: StorePlace, tmp_path: Path) -> None:
    """Texts, reactions, hiding, paces and who is not shown; numbers go on behind them."""
    number = talk.say(CLUB, TURN, "anna", "Well!")
    assert isinstance(number, int)
    talk.react(CLUB, number, "ben", "laugh")
    talk.hide(CLUB, number, "host")
    talk.show("p1", is_shown=False)
    there = place_of(tmp_path / "there" / "club.db")
    counts = {name: count for name, count in copy_people(place, there).items() if count}
    assert counts == {"talk": 1, "reactions": 1, "talk_pace": 1, "not_shown": 1}
    with closing(open_people(there, (PEOPLE, TALK))) as file:
        moved = TableTalk(file, clock=lambda: START)
        assert moved.last(CLUB, 9) == talk.last(CLUB, 9)
        assert not moved.is_shown("p1") and moved.is_shown("p2")
        assert moved.say(CLUB, TURN, "ben", "Next.") == number + 1


def test_a_store_in_which_nobody_talked_has_no_tables_for_it(place: StorePlace) -> None:
    """Looking makes none."""
    with closing(open_people(place, (PEOPLE,))) as file:
        assert said_since(file, CLUB, START) == () and not file.exists()
        with file.writing():
            pass
        assert said_since(file, CLUB, START) == ()
        with file.reading() as db:
            known = {row[0] for row in db.execute("SELECT name FROM part WHERE name<>''")}
    assert known == {"people"}


def test_who_does_not_want_to_be_shown_is_not(talk: TableTalk) -> None:
    assert talk.is_shown("p1")
    talk.show("p1", is_shown=False)
    talk.show("p1", is_shown=False)
    assert not talk.is_shown("p1") and talk.is_shown("p2")
    talk.show("p1", is_shown=True)
    assert talk.is_shown("p1")
