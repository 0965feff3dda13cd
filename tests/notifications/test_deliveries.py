"""The rows of deliveries: made once, taken by one run, never moved by one that was overtaken."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.protocol import DELIVERIES, PeopleDatabase
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import in_trouble, in_use, mark, put_off, resting
from campaign.notifications.notification import (
    CHANCE,
    LAST_PAUSE,
    PATIENCE,
    PAUSES,
    Delivery,
    NoFrom,
    Standstill,
    State,
    digest_key,
    pause,
    rests,
)
from campaign.store.protocol import StorePlace, place_of

CLUB, OTHER = "c" * 32, "d" * 32
NOW, SOON = "2100-01-01T20:00:00.000Z", "2100-01-01T20:09:59.000Z"
LATER = "2100-01-01T20:10:01.000Z"
TURN = "turn:1939-SO"


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the deliveries of a test are; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def file(place: StorePlace) -> Iterator[PeopleDatabase]:
    made = open_people(place, (DELIVERIES,))
    yield made
    made.close()


@pytest.fixture
def rows(file: PeopleDatabase) -> StoredDeliveries:
    made = StoredDeliveries(file)
    made.make(CLUB, [(TURN, "anna"), (TURN, "ben")], 12, NOW)
    return made


def state(rows: StoredDeliveries, member: str = "anna") -> State:
    return rows.known(CLUB)[TURN, member].state


def walked(rows: StoredDeliveries, *states: State, number: int = 1, run: str = "r1") -> None:
    """A row goes through these states."""
    assert rows.claim([number], run, NOW)
    for step in zip(("claimed", *states), states, strict=False):
        assert rows.step([number], run, step, NOW)  # type: ignore[arg-type]


def test_nothing_is_made_to_look(file: PeopleDatabase) -> None:
    """Whoever only reads leaves no file."""
    rows = StoredDeliveries(file)
    assert rows.known(CLUB) == {} and rows.cursor(CLUB) == 0 and rows.standstill(CLUB) is None
    rows.goes_on()
    assert not file.exists()


def test_a_row_is_made_once(rows: StoredDeliveries) -> None:
    """Each occasion, member and channel; the cursor only goes forward."""
    rows.make(CLUB, [(TURN, "anna"), (TURN, "cara")], 9, SOON)
    assert list(rows.known(CLUB).values()) == [
        Delivery(1, CLUB, TURN, "anna", "mail", "due", made_at=NOW),
        Delivery(2, CLUB, TURN, "ben", "mail", "due", made_at=NOW),
        Delivery(3, CLUB, TURN, "cara", "mail", "due", made_at=SOON),
    ]
    assert rows.cursor(CLUB) == 12 and rows.cursor(OTHER) == 0 and rows.known(OTHER) == {}


def test_rows_and_cursor_are_made_together_or_not_at_all(rows: StoredDeliveries) -> None:
    """What cannot be written moves no cursor."""
    with pytest.raises(Exception, match=r"cannot (use|be used)"):
        rows.make(CLUB, [("turn:1939-ND", "anna"), (None, "ben")], 20, NOW)  # type: ignore[arg-type]
    assert rows.cursor(CLUB) == 12 and len(rows.known(CLUB)) == 2


def test_two_runs_never_take_the_same_row(file: PeopleDatabase, rows: StoredDeliveries) -> None:
    """Nor one row of a digest whose other one is free."""
    second = StoredDeliveries(open_people(file.place, (DELIVERIES,)))
    assert rows.claim([1], "r1", NOW)
    assert not second.claim([1], "r2", NOW)
    assert not second.claim([2, 1], "r2", NOW)
    assert state(rows, "ben") == "due"
    assert second.claim([2], "r2", NOW)


def test_a_step_names_the_run_and_the_state_that_it_leaves(rows: StoredDeliveries) -> None:
    """Otherwise it does nothing."""
    assert rows.claim([1], "r1", NOW)
    assert not rows.step([1], "r2", ("claimed", "talking"), NOW)
    assert not rows.step([1], "r1", ("talking", "sending"), NOW)
    assert state(rows) == "claimed"
    assert rows.step([1], "r1", ("claimed", "talking"), NOW, attempts=1, server="250 ok")
    found = rows.known(CLUB)[TURN, "anna"]
    assert (found.state, found.attempts, found.server) == ("talking", 1, "250 ok")


@pytest.mark.parametrize(
    ("walk", "reached"),
    [((), "due"), (("talking",), "due"), (("talking", "sending"), "unknown")],
)
def test_what_a_dead_run_had_is_free_after_ten_minutes(
    rows: StoredDeliveries, walk: tuple[State, ...], reached: State
) -> None:
    """But for what may have arrived."""
    walked(rows, *walk)
    before = rows.known(CLUB)
    rows.free(CLUB, SOON)
    assert rows.known(CLUB) == rows.known(CLUB, SOON) == before
    rows.free(OTHER, LATER)
    assert rows.known(CLUB) == before
    seen = rows.known(CLUB, LATER)
    said = "the program ended before it heard the answer" if reached == "unknown" else ""
    found = seen[TURN, "anna"]
    assert (found.state, found.server) == (reached, said)
    assert found.moved_at == "2100-01-01T20:10:00.000Z"
    assert rows.known(CLUB) == before, "to look changes nothing"
    rows.free(CLUB, LATER)
    assert rows.known(CLUB) == seen


@pytest.mark.parametrize("channel", ["push", "webhook"])
def test_what_may_have_arrived_by_another_way_goes_out_again(
    file: PeopleDatabase, channel: str
) -> None:
    """A webhook knows a repeat by its id, a browser shows one notice once: nobody is asked."""
    rows = StoredDeliveries(file, channel)
    rows.make(CLUB, [(TURN, "anna")], 12, NOW)
    assert rows.claim([1], "r1", NOW)
    assert rows.step([1], "r1", ("claimed", "sending"), NOW, attempts=1)
    rows.free(CLUB, LATER)
    assert state(rows) == "later"
    assert rows.claim([1], "r2", LATER)


def test_a_row_that_was_put_off_before_waits_again(rows: StoredDeliveries) -> None:
    """It is `later`, not `due`, after its run has died."""
    assert rows.claim([1], "r1", NOW)
    assert rows.step([1], "r1", ("claimed", "talking"), NOW, attempts=1)
    rows.free(CLUB, LATER)
    assert state(rows) == "later"


def test_a_run_that_was_too_slow_moves_nothing(rows: StoredDeliveries) -> None:
    """Its row was freed, and another run has it."""
    walked(rows, "talking")
    rows.free(CLUB, LATER)
    assert rows.claim([1], "r2", NOW)
    assert not rows.step([1], "r1", ("talking", "sending"), NOW)
    assert state(rows) == "claimed"


def test_a_late_answer_settles_a_doubt(rows: StoredDeliveries) -> None:
    """The same run may say what it heard, until a person has decided."""
    walked(rows, "talking", "sending")
    rows.free(CLUB, LATER)
    assert rows.step([1], "r1", ("unknown", "sent"), NOW)
    walked(rows, "talking", "sending", number=2)
    rows.free(CLUB, LATER)
    rows.again(2)
    assert not rows.step([2], "r1", ("unknown", "sent"), NOW)
    assert state(rows, "ben") == "due"


@pytest.mark.parametrize("end", ["unknown", "refused"])
def test_a_person_has_it_sent_again(rows: StoredDeliveries, end: State) -> None:
    """As if it had never been tried; no run can take it before."""
    walked(rows, "talking", "sending", end)
    assert not rows.claim([1], "r2", NOW)
    rows.again(1)
    found = rows.known(CLUB)[TURN, "anna"]
    assert (found.state, found.attempts, found.next_try, found.first_at) == ("due", 0, "", "")
    assert rows.claim([1], "r2", NOW)


@pytest.mark.parametrize("end", ["claimed", "talking", "sending", "sent"])
def test_what_is_on_its_way_or_there_is_not_sent_again(rows: StoredDeliveries, end: State) -> None:
    """Not even for a person."""
    way: tuple[State, ...] = ("claimed", "talking", "sending", "sent")
    walked(rows, *way[1 : way.index(end) + 1])
    rows.again(1)
    assert state(rows) == end


def test_what_waits_for_nothing_is_dropped(rows: StoredDeliveries) -> None:
    """But never what a run has."""
    assert rows.claim([1], "r1", NOW)
    rows.withdraw([1, 2])
    assert list(rows.known(CLUB)) == [(TURN, "anna")]


def test_a_message_that_came_back_is_refused(rows: StoredDeliveries) -> None:
    """Only what was sent can come back."""
    assert not rows.returned(CLUB, TURN, "anna", "550 no")
    walked(rows, "talking", "sending", "sent")
    assert rows.returned(CLUB, TURN, "anna", "550 5.1.1 no such user", SOON)
    found = rows.known(CLUB)[TURN, "anna"]
    assert (found.state, found.server) == ("refused", "550 5.1.1 no such user")
    assert found.moved_at == SOON and found.no_from == "bounce"
    rows.again(1)
    assert rows.known(CLUB)[TURN, "anna"].no_from == ""


def test_a_message_that_came_back_for_the_club_s_sake_does_not_count_against_its_member(
    rows: StoredDeliveries,
) -> None:
    """Most relays take everything, and the other server's no comes back as a mail."""
    walked(rows, "talking", "sending", "sent")
    assert rows.returned(CLUB, TURN, "anna", "550 5.7.26 This mail is unauthenticated", SOON)
    assert rows.known(CLUB)[TURN, "anna"].no_from == "club"


def test_a_digest_that_came_back_is_refused_whole(rows: StoredDeliveries) -> None:
    """All its rows, and no other of that member; a notice's own name is not the digest's."""
    digest = "digest:2100-01-01:1"
    rows.make(CLUB, [("opened:3", "anna"), ("ballot:3", "anna")], 13, NOW)
    assert rows.claim([1, 3], "r1", NOW) and rows.claim([4], "r2", NOW)
    for numbers, run, letter in (([1, 3], "r1", digest), ([4], "r2", "")):
        assert rows.step(numbers, run, ("claimed", "talking"), NOW, letter=letter)
        assert rows.step(numbers, run, ("talking", "sending"), NOW)
        assert rows.step(numbers, run, ("sending", "sent"), NOW)
    assert not rows.returned(CLUB, TURN, "anna", "550 no")
    assert not rows.returned(CLUB, digest, "ben", "550 no")
    assert rows.returned(CLUB, digest, "anna", "550 no")
    states = {key: row.state for key, row in rows.known(CLUB).items()}
    assert states == {
        (TURN, "anna"): "refused",
        (TURN, "ben"): "due",
        ("opened:3", "anna"): "refused",
        ("ballot:3", "anna"): "sent",
    }


def test_a_digest_has_one_key_at_every_attempt() -> None:
    """Also on the next day. Once others wait with it, or a part of it goes again, it is another
    message with a key of its own.
    """
    day, next_day = "2100-01-01", "2100-01-02"
    first = f"digest:{day}:1"

    def rows(**letters: str) -> list[Delivery]:
        return [
            Delivery(int(name[1:]), CLUB, f"turn:{name}", "anna", "mail", "later", letter=letter)
            for name, letter in letters.items()
        ]

    assert digest_key((1, 2), rows(n1="", n2="", n3=""), day) == first
    once = rows(n1=first, n2=first, n3="")
    assert digest_key((2, 1), once, next_day) == first
    assert digest_key((1, 2, 3), once, next_day) == f"digest:{next_day}:1"
    assert digest_key((1,), once, day) == f"{first}:2"
    assert digest_key((1,), rows(n1=f"{first}:2", n2=first), next_day) == f"{first}:2"
    assert digest_key((1, 3), rows(n1=f"{first}:2", n2=first, n3=""), day) == f"{first}:3"
    assert digest_key((1,), rows(n1="turn:1939-SO:again:2"), day) == first
    assert digest_key((), [], day) == f"digest:{day}:0"


def test_what_nobody_can_be_sent_is_kept_with_its_first_time(rows: StoredDeliveries) -> None:
    """And the last reason; whoever reaches the server ends it for every campaign."""
    assert rows.standstill(CLUB) is None
    rows.stands_still(CLUB, "no password", NOW)
    rows.stands_still(CLUB, "nothing answers", SOON)
    rows.stands_still(OTHER, "nothing answers", SOON)
    assert rows.standstill(CLUB) == Standstill(NOW, "nothing answers")
    rows.goes_on(CLUB)
    assert rows.standstill(CLUB) is None
    assert rows.standstill(OTHER) == Standstill(SOON, "nothing answers")
    rows.goes_on()
    assert rows.standstill(OTHER) is None


# --- pauses and rests ---------------------------------------------------------------------------


def test_pauses_grow_as_promised() -> None:
    """1, 5, 15, 60 minutes, 4 hours, then every 8; a little is added by chance."""
    minutes = [pause(attempts, 0) / 60 for attempts in range(1, 9)]
    assert minutes == [1, 5, 15, 60, 240, 480, 480, 480]
    assert pause(1, 1) == 60 * (1 + CHANCE) == pytest.approx(66)
    assert sum(PAUSES) + LAST_PAUSE * 14 < PATIENCE == 5 * 24 * 3600


def turn(
    number: int,
    state: State,
    address: str = "here",
    kind: str = "turn",
    day: int = 0,
    no_from: NoFrom = "recipient",
) -> Delivery:
    moved_at = f"2100-01-{day or number:02}T20:00:00.000Z"
    return Delivery(
        number,
        CLUB,
        f"{kind}:{number}",
        "anna",
        "mail",
        state,
        address=address,
        moved_at=moved_at,
        no_from=no_from if state == "refused" else "",
    )


@pytest.mark.parametrize(
    ("found", "resting"),
    [
        ([], False),
        ([turn(1, "refused")], False),
        ([turn(1, "refused"), turn(2, "refused")], True),
        ([turn(1, "refused"), turn(2, "refused"), turn(3, "due")], True),
        ([turn(1, "refused"), turn(2, "sent"), turn(3, "refused")], False),
        ([turn(1, "refused"), turn(2, "refused", "there")], False),
        ([turn(1, "refused", "there"), turn(2, "refused", "there")], False),
        ([turn(1, "refused"), turn(2, "refused", kind="asked")], False),
        ([turn(1, "unknown"), turn(2, "unknown")], False),
        ([turn(1, "refused", no_from="bounce"), turn(2, "refused", no_from="address")], True),
        ([turn(1, "refused"), turn(2, "refused", no_from="club")], False),
        ([turn(1, "refused", no_from="club"), turn(2, "refused", no_from="club")], False),
        ([turn(1, "refused", no_from=""), turn(2, "refused", no_from="")], False),
    ],
)
def test_mail_rests_after_two_turns_refused_at_one_address(
    found: list[Delivery], resting: bool
) -> None:
    """In a row; another address begins again. A no to the club or its messages, and what was put
    off until nobody tried again, are no sign that the address is wrong.
    """
    assert rests(found, "here") is resting


def test_trouble_is_what_a_person_has_to_decide() -> None:
    """Refused and unknown, until a later turn reached the member."""
    found = [turn(1, "sent"), turn(2, "refused"), turn(3, "unknown"), turn(4, "later")]
    assert [row.number for row in in_trouble(found)] == [2, 3]
    assert in_trouble([*found, turn(5, "sent")]) == ()


def test_a_mail_that_a_server_only_takes_makes_nothing_good() -> None:
    """A request or receipt after the turn, or a later turn that was sent before this one came
    back: the relay takes everything, and its no comes later.
    """
    came_back = turn(1, "refused", day=9)
    for later in (turn(2, "sent", kind="receipt", day=10), turn(2, "sent", day=8)):
        assert in_trouble([came_back, later]) == (came_back,)
    assert in_trouble([came_back, turn(2, "sent", day=10)]) == ()


def test_what_a_server_puts_off_shows_after_a_day() -> None:
    """Only then: greylisting takes some minutes."""
    first = "2100-01-01T20:00:00.000Z"
    waits = msgspec.structs.replace(turn(1, "later"), first_at=first)
    found = [waits, turn(2, "due"), turn(3, "later")]
    assert put_off(found, "2100-01-02T20:00:00.000Z") == ()
    assert put_off(found, "2100-01-02T20:00:01.000Z") == (waits,)


def test_who_gets_no_mail_any_more_is_no_trouble() -> None:
    """Without an address, after STOP, or no member of this campaign."""
    rows = [turn(1, "refused")]
    assert in_use(rows, {"anna": Choices("anna@example.org")}) == tuple(rows)
    stopped = Choices("anna@example.org", is_stopped=True)
    for choices in ({"anna": Choices()}, {"anna": stopped}, {}):
        assert in_use(rows, choices) == ()


def test_who_rests_is_known_by_a_mark_of_the_address() -> None:
    """Four digits: enough to see another address, too few to check a guess."""
    marked = mark(b"secret", "anna@example.org")
    assert len(marked) == 4 and marked != mark(b"secret", "anna@example.net")
    found = [turn(1, "refused", marked), turn(2, "refused", marked)]
    choices = {"anna": Choices("anna@example.org"), "ben": Choices()}
    assert resting(found, choices, b"secret") == ("anna",)
    assert resting(found, {"anna": Choices("anna@example.net")}, b"secret") == ()
    assert resting(found, {}, b"secret") == ()
