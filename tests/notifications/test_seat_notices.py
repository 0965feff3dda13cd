"""A member is told that their seat was offered or taken anew: they alone, at once, always."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import KINDS, Choices
from campaign.kernel.members import Campaign
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.notifications.feeds import feed_entries
from campaign.notifications.notification import Delivery, Notification, Planned, State
from campaign.notifications.planning import planned, public_news
from campaign.reports import book as reports_book
from campaign.reports.book import Book, StoredLog
from letters import reader
from support.sessions import Session, ledger_in

NOW = "1999-01-02T02:00:00.000Z"
"""At night."""
ANNA = Choices(address="anna@example.org")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    ledger = ledger_in(tmp_path)
    yield Session(ledger).open(rulings={"draws": "table"}, title="Thursday club")
    ledger.close()


def book(session: Session) -> Book:
    return reports_book.read(StoredLog(session.ledger, session.name))


def offered(session: Session) -> int:
    return int(session.do("OfferSeat", member="anna")["version"])


def taken(session: Session) -> int:
    return int(session.do("TakeSeat", "anna", member="anna")["version"])


def told(session: Session, since: int = 0) -> list[Notification]:
    return [one for one in occasions(book(session), since, NOW) if one.kind == "seat"]


def plan(
    session: Session,
    anna: Choices = ANNA,
    since: int = 0,
    known: dict[tuple[str, str], Delivery] | None = None,
) -> list[Planned]:
    shared: Campaign = session.state.campaign
    everybody = dict.fromkeys(shared.members, ANNA) | {"anna": anna}
    found = occasions(book(session), since, NOW)
    due = planned(found, everybody, shared, known or {}, NOW, since)
    return [one for one in due if one.occasion.kind == "seat"]


# --- the occasion -------------------------------------------------------------------------------


def test_who_was_invited_again_is_told_and_again_once_somebody_came_in(session: Session) -> None:
    """Anna alone; the texts name neither device nor person behind it."""
    assert told(session) == []
    first = offered(session)
    (one,) = told(session)
    assert (one.key, one.members, one.version) == (f"seat:{first}", ("anna",), first)
    assert one.headline == "A host invited Anna again, who had come in before."
    second = taken(session)
    before, after = told(session)
    assert before == one
    assert (after.key, after.members, after.version) == (f"seat:{second}", ("anna",), second)
    assert after.headline == "Somebody came in as Anna, with a new invitation."


def test_seats_of_a_turn_that_is_over_are_told_to_who_has_read_of_that_turn(
    session: Session,
) -> None:
    first = offered(session)
    second = taken(session)
    session.do("AdvanceTurn")
    assert told(session) == []
    assert [one.version for one in told(session, first)] == [second]
    assert told(session, second) == []


def test_neither_webhooks_nor_feeds_tell_it(session: Session) -> None:
    offered(session)
    taken(session)
    read = book(session)
    assert len(told(session)) == 2
    assert list(public_news(read, told(session), NOW)) == []
    assert feed_entries(read, "anna", ANNA, "https://club.example.org", NOW) == []


# --- to whom, and when --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choices",
    [
        ANNA,
        replace(ANNA, sending="digest"),
        replace(ANNA, sending="turns"),
        replace(ANNA, sending="none"),
        replace(ANNA, kinds=dict.fromkeys(KINDS, False)),
        replace(ANNA, quiet=(0, 23)),
        replace(ANNA, turns_after="1945-ND"),
    ],
)
def test_no_choice_holds_it_back(session: Session, choices: Choices) -> None:
    """At once, in a message of its own, and to nobody else."""
    version = offered(session)
    (one,) = plan(session, choices)
    assert (one.member, one.occasion.key) == ("anna", f"seat:{version}")
    assert (one.not_before, one.in_digest) == ("", False)


@pytest.mark.parametrize("choices", [replace(ANNA, is_stopped=True), replace(ANNA, address="")])
def test_mail_that_is_stopped_stays_so(session: Session, choices: Choices) -> None:
    offered(session)
    assert plan(session, choices) == []


def test_what_was_read_before_is_not_told_anew(session: Session) -> None:
    first = offered(session)
    second = taken(session)
    assert [one.occasion.version for one in plan(session, since=first)] == [second]
    assert plan(session, since=second) == []


@pytest.mark.parametrize(("state", "goes"), [("due", True), ("later", True), ("sent", False)])
def test_what_waits_still_goes_and_what_went_does_not(
    session: Session, state: State, goes: bool
) -> None:
    version = offered(session)
    key = f"seat:{version}"
    row = Delivery(1, session.state.campaign.id, key, "anna", "mail", state, made_at=NOW)
    found = plan(session, since=version, known={(key, "anna"): row})
    assert [one.occasion.key for one in found] == ([key] if goes else [])


# --- the letter ---------------------------------------------------------------------------------


def test_the_letters_say_what_to_do(session: Session) -> None:
    offered(session)
    taken(session)
    first, second = told(session)
    invited = letter(book(session), first, "anna", reader())
    came_in = letter(book(session), second, "anna", reader())
    assert invited.subject == "Thursday club: A host invited Anna again, who had come in before"
    assert (
        "If you did not ask for that, ask your host about it. Once somebody comes in with the "
        "invitation, you are told, and can have them locked out."
    ) in " ".join(invited.text.split())
    assert came_in.subject == "Thursday club: Somebody came in as Anna, with a new invitation"
    assert (
        "If that was not you, ask a host to press “Lock out” beside your name on the Members page: "
        "all your devices, passkeys and programs end, and you come back with a new invitation."
    ) in " ".join(came_in.text.split())
    assert "“Lock out”" in came_in.html and not came_in.takes_answers
