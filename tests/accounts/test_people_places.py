"""What is kept of people is the same in a file and in a database, and one at a time changes it."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar, cast

import pytest

from campaign.accounts import devices
from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.devices import DOORS, OPERATORS, Credentials, Operators
from campaign.accounts.people import Answered, Pending, People
from campaign.accounts.protocol import ANSWERS, DELIVERIES, PeopleRows
from campaign.accounts.sign_ins import (
    CODES,
    MOST_PASSKEYS,
    PASSKEYS,
    SIGN_INS,
    Codes,
    Passkeys,
    SignIns,
)
from campaign.accounts.subscriptions import SUBSCRIPTIONS, Subscriptions
from campaign.kernel.members import Campaign
from campaign.notifications.deliveries import StoredDeliveries, by_state
from campaign.store.protocol import StorePlace, place_of
from support.extensions import ARE_HERE, extension

CLUB, OTHER = "c" * 32, "d" * 32
NOW = "2100-01-01T20:00:00.000Z"
ANNA, BEN = "anna@example.org", "ben@example.org"
stored_answers, stored_hooks = extension("mail_out.answers"), extension("webhooks.hooks")
PARTS = (
    *(DOORS, CODES, OPERATORS, PASSKEYS, SIGN_INS, SUBSCRIPTIONS, ANSWERS),
    *((stored_hooks.WEBHOOKS,) if ARE_HERE else ()),
)
AT_ONCE = 6
Kind = TypeVar("Kind")
CAMPAIGN = cast("Campaign", SimpleNamespace(id=CLUB, members={}))


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the people of a test are; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def people(place: StorePlace) -> Iterator[People]:
    made = People(place, PARTS, clock=lambda: NOW)
    yield made
    made.close()


def now() -> str:
    """The moment at which everything happens."""
    return NOW


def at_once(place: StorePlace, do: Callable[[People, int], Kind]) -> list[Kind]:
    """What several programs get that do the same at one moment, each with people of its own."""
    ready = threading.Barrier(AT_ONCE)

    def one(number: int) -> Kind:
        own = People(place, PARTS, clock=lambda: NOW)
        try:
            own.file.exists()
            ready.wait(30)
            return do(own, number)
        finally:
            own.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


# --- the same in both ---------------------------------------------------------------------------


def test_nothing_is_there_until_something_is_kept(people: People) -> None:
    assert not people.file.exists()
    assert people.choices(CLUB, "anna") == Choices() and people.pending() == []
    assert not people.file.exists()
    people.stop(CLUB, "anna", rests=True)
    assert people.file.exists()
    assert people.is_stopped(CLUB, "anna") and not people.is_stopped(CLUB, "ben")


def test_what_somebody_chose_is_kept_whole(people: People) -> None:
    wanted = Choices(
        address=ANNA, zone="Europe/Berlin", sending="digest", digest_at="07:30",
        kinds={"draws": True, "disputes": False}, quiet=(21, 9), is_stopped=True,
        turns_after="1941-ND",
    )  # fmt: skip
    people.change(CLUB, "anna", wanted)
    assert people.choices(CLUB, "anna") == wanted
    people.change(CLUB, "anna", Choices())
    assert people.choices(CLUB, "anna") == Choices()
    assert people.address(CLUB, "anna") == ""  # taken away, which is not "nobody has said"
    assert people.address(CLUB, "ben") is None


def test_an_address_waits_for_its_command(people: People) -> None:
    waiting = Pending(CLUB, "long", "key-1", "anna", ANNA)
    people.keep_pending(Pending(CLUB, "long", "key-1", "anna", BEN))
    people.keep_pending(waiting)  # the second one stands alone
    assert people.pending() == people.pending(CLUB) == [waiting]
    assert people.pending(OTHER) == []
    answered = Answered(CLUB, "key-1", "gm", "a mark", 7, "f" * 64)
    people.finish(waiting, answered)
    assert people.pending() == [] and people.address(CLUB, "anna") == ANNA
    assert people.answered(CLUB, "key-1") == answered
    assert people.answered(CLUB, "key-2") is None
    assert people.members_by_campaign() == {CLUB: ("anna",)}


def test_an_invitation_lets_one_device_in(people: People) -> None:
    doors = Credentials(people.file, clock=now)
    token = doors.hand_out("invitation", CLUB, "anna", "member", timedelta(days=1))
    assert doors.hand_out("invitation", CLUB, "ben", "member", timedelta(days=1)) != token

    def person_of(db: PeopleRows, campaign: str, member: str) -> str:
        return people.seated(db, campaign, member, "")

    found = doors.let_in(token, person_of, "a phone")
    assert found is not None
    used, secret = found
    assert (used.campaign, used.member, used.used) == (CLUB, "anna", "")
    assert doors.let_in(token, person_of, "another") is None
    person = people.person_in(CLUB, "anna")
    device = doors.device(secret)
    assert device is not None and device.person == person
    assert people.seats_of(person) == {CLUB: "anna"}
    assert people.member_of(person, CLUB) == "anna"
    assert doors.end(person) == 1 and doors.device(secret) is None


def test_programs_and_operators(people: People) -> None:
    doors, operators = Credentials(people.file, clock=now), Operators(people.file, clock=now)
    doors.hand_out("program", CLUB, "anna", "read", None, "a bot")
    (token,) = devices.programs(people.file, CLUB)
    assert devices.end_program(people.file, CLUB, devices.program_id(token), NOW)
    assert devices.programs(people.file, CLUB) == []
    offered = operators.offer()
    assert operators.take(offered, "digest-1") and not operators.take(offered, "digest-2")
    operators.follow("digest-1", "digest-3")
    assert operators.has("digest-3") and not operators.has("digest-1")


def test_a_code_counts_once_and_three_tries(people: People) -> None:
    codes = Codes(people.file, clock=now, random=lambda: "123456")
    people.change(CLUB, "anna", Choices(address=ANNA))
    person = people.person_in(CLUB, "anna")
    assert codes.people_at("ANNA@example.org") == [person]
    codes.ask("a browser")
    assert codes.made("a browser", person, ANNA) == "123456"
    assert codes.typed("a browser", "000000").meant == (person,)
    assert codes.typed("a browser", "123456").person == person
    assert codes.typed("a browser", "123456").is_over
    assert codes.has_confirmed(person)
    codes.move(person, BEN)
    assert codes.address_of(person) == BEN and codes.has_confirmed(person)


def test_sign_ins_are_told_newest_first(people: People) -> None:
    """Several at one moment stay in the order in which they came."""
    signins = SignIns(people.file, clock=now)
    for how in ("code", "passkey", "invitation"):
        signins.note("p" * 32, how, "in", "192.0.2.77")
    assert [one.how for one in signins.of("p" * 32)] == ["invitation", "passkey", "code"]
    assert [one.network for one in signins.last()] == ["192.0.2.0/24"] * 3
    signins.prove("digest")
    signins.prove("digest")
    assert signins.has_proof("digest") and not signins.has_proof("another")


def test_passkeys_and_subscriptions(people: People) -> None:
    passkeys = Passkeys(people.file, clock=now)
    assert passkeys.offer_once("p") and not passkeys.offer_once("p")
    assert passkeys.add("id-1", "p", "public", "a key")
    assert not passkeys.add("id-1", "q", "public", "stolen")
    assert passkeys.touched("id-1", 5) and not passkeys.touched("id-1", 5)
    assert passkeys.rename("p", "id-1", "mine") and not passkeys.rename("q", "id-1", "mine")
    assert [one.label for one in passkeys.of("p")] == ["mine"]
    doors, pushes = Credentials(people.file, clock=now), Subscriptions(people.file, clock=now)
    secret = doors.admit("p", "a phone")
    device = doors.device(secret)
    assert device is not None
    pushes.keep("p", device.digest, "https://push.example.org/1", "public", "auth")
    second = pushes.keep("p", device.digest, "https://push.example.org/2", "x", "y")
    pushes.told(second.id, "no", is_good=False)
    (kept,) = pushes.of("p")
    assert (kept.endpoint, kept.said, kept.is_good) == ("https://push.example.org/2", "no", False)
    assert pushes.key(lambda: b"\x00one") == b"\x00one" == pushes.key(lambda: b"two")


def test_webhooks_fail_and_go_on(people: People) -> None:
    hooks = stored_hooks.Webhooks(people.file, clock=now, random=lambda size: b"\x00" * size)
    made = hooks.make(CLUB, "plain", "https://example.org/%41?a=b", ("turns", "opened"))
    assert made is not None and hooks.find(CLUB, made.id) == made
    hooks.failed(made, "503", "2100-01-01T21:00:00.000Z", is_off=True)
    (failed,) = hooks.of(CLUB)
    assert (failed.failures, failed.failing_since, failed.off_since) == (1, NOW, NOW)
    hooks.arrived(made, "taken")
    (arrived,) = hooks.of(CLUB)
    assert (arrived.failures, arrived.failing_since, arrived.off_since) == (0, "", "")
    hooks.forget(CLUB, made.id)
    assert hooks.of(CLUB) == ()


def test_outcomes_of_mails(people: People) -> None:
    answers = stored_answers.StoredAnswers(people.file)
    begun = stored_answers.StoredOutcome(
        "m1", "anna", "ballot:7", "begun", at="2100-01-01T20:00:00+00:00"
    )
    answers.begin(CLUB, begun)
    no = stored_answers.StoredOutcome(
        "m1", "anna", "ballot:7", "refused", "late", "Too late.", at=begun.at
    )
    told = answers.finish(CLUB, no)
    assert told.is_told and answers.finish(CLUB, begun) == told == answers.get(CLUB, "m1")
    assert list(answers.told(CLUB)) == [told]
    answers.saw(CLUB, "inbox", 3, 9)
    answers.saw(CLUB, "inbox", 3, 11)
    assert answers.seen(CLUB, "inbox", 3) == 11 and answers.seen(CLUB, "inbox", 4) == 0
    answers.wrote(CLUB, [("turn:1", "anna"), ("turn:1", "anna")])
    assert answers.written(CLUB) == (("turn:1", "anna"),)
    answers.read(CLUB, NOW)
    assert answers.are_read(CLUB) and not answers.are_read(OTHER)


def test_deliveries_are_counted_where_there_are_any(people: People, place: StorePlace) -> None:
    """The operator's page looks before the first mail was ever sent."""
    assert by_state(people.file) == {}
    people.stop(CLUB, "anna", rests=True)
    assert by_state(people.file) == {}
    with closing(open_people(place, (DELIVERIES,))) as file:
        rows = StoredDeliveries(file)
        rows.make(CLUB, [("turn:1", "anna"), ("turn:2", "anna"), ("turn:1", "ben")], 2, NOW)
        assert rows.claim([1], "r1", NOW)
        assert by_state(file) == {"claimed": 1, "due": 2}


# --- several at once ----------------------------------------------------------------------------


def test_tables_are_made_once_however_many_begin(place: StorePlace) -> None:
    secrets = at_once(place, lambda people, _: people.secret())
    assert len(set(secrets)) == 1 and len(secrets[0]) == 32


def test_somebody_new_is_one_person(place: StorePlace) -> None:
    def choose(people: People, number: int) -> str:
        people.update(CAMPAIGN, "anna", lambda before: before)
        return people.person_in(CLUB, "anna")

    assert len(set(at_once(place, choose))) == 1


def test_of_two_changes_neither_is_lost(place: StorePlace) -> None:
    """Each adds a letter to what is there."""

    def add(people: People, number: int) -> None:
        people.update(
            CAMPAIGN, "anna", lambda before: Choices(turns_after=before.turns_after + str(number))
        )

    at_once(place, add)
    after = People(place).choices(CLUB, "anna").turns_after
    assert sorted(after) == [str(number) for number in range(AT_ONCE)]


def test_an_invitation_is_used_by_one(people: People, place: StorePlace) -> None:
    token = Credentials(people.file, clock=now).hand_out(
        "invitation", CLUB, "anna", "member", timedelta(days=1)
    )

    def enter(own: People, number: int) -> bool:
        def seat(db: PeopleRows, campaign: str, member: str) -> str:
            return own.seated(db, campaign, member, "")

        return Credentials(own.file, clock=now).let_in(token, seat, f"phone {number}") is not None

    assert sum(at_once(place, enter)) == 1
    assert len(Credentials(people.file, clock=now).devices(people.person_in(CLUB, "anna"))) == 1


def test_an_operators_token_is_used_by_one(people: People, place: StorePlace) -> None:
    token = Operators(people.file, clock=now).offer()

    def take(own: People, number: int) -> object:
        return Operators(own.file, clock=now).take(token, f"d{number}")

    assert sum(at_once(place, take)) == 1


def test_three_tries_are_three_whoever_types_them(people: People, place: StorePlace) -> None:
    codes = Codes(people.file, clock=now, random=lambda: "123456")
    codes.ask("a browser")
    codes.made("a browser", "p", ANNA)

    def wrong(own: People, number: int) -> object:
        return Codes(own.file, clock=now).typed("a browser", "000000").meant

    assert sum(bool(meant) for meant in at_once(place, wrong)) == 3


def test_codes_for_a_person_are_five_an_hour(people: People, place: StorePlace) -> None:
    del people  # the tables are there

    def code(own: People, number: int) -> object:
        return Codes(own.file, clock=now).made(f"b{number}", "p", ANNA)

    assert sum(bool(made) for made in at_once(place, code)) == 5


def test_nobody_has_more_than_they_may(people: People, place: StorePlace) -> None:
    passkeys, hooks = (
        Passkeys(people.file, clock=now),
        stored_hooks.Webhooks(people.file, clock=now),
    )
    for number in range(MOST_PASSKEYS - 1):
        passkeys.add(f"id-{number}", "p", "public", "a key")
    for _ in range(stored_hooks.MOST - 1):
        hooks.make(CLUB, "plain", "https://example.org", ("turns",))

    def one_more(own: People, number: int) -> tuple[bool, bool]:
        added = Passkeys(own.file, clock=now).add(f"more-{number}", "p", "public", "a key")
        hook = stored_hooks.Webhooks(own.file, clock=now).make(
            CLUB, "plain", "https://example.org", ()
        )
        return added, hook is not None

    done = at_once(place, one_more)
    assert sum(added for added, _ in done) == sum(hook for _, hook in done) == 1


def test_a_passkey_is_offered_once(people: People, place: StorePlace) -> None:
    del people

    def offer(own: People, number: int) -> object:
        return Passkeys(own.file, clock=now).offer_once("p")

    assert sum(at_once(place, offer)) == 1


def test_failures_are_all_counted(people: People, place: StorePlace) -> None:
    hooks = stored_hooks.Webhooks(people.file, clock=now)
    made = hooks.make(CLUB, "plain", "https://example.org", ("turns",))
    assert made is not None

    def fail(own: People, number: int) -> None:
        stored_hooks.Webhooks(own.file, clock=now).failed(made, f"no {number}", NOW, is_off=False)

    at_once(place, fail)
    assert hooks.of(CLUB)[0].failures == AT_ONCE


def test_a_member_is_told_of_three_noes_a_day(people: People, place: StorePlace) -> None:
    del people

    def no(own: People, number: int) -> bool:
        outcome = stored_answers.StoredOutcome(
            f"m{number}", "anna", "ballot:7", "refused", "late", at="2100-01-01T20:00:00+00:00",
            thread=f"t{number}",
        )  # fmt: skip
        return stored_answers.StoredAnswers(own.file).finish(CLUB, outcome).is_told

    assert sum(at_once(place, no)) == 3
