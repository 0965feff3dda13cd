"""Whatever dies while an answer by mail is taken in, the same mail again counts once."""

import shutil
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import People
from campaign.accounts.protocol import ANSWERS, DELIVERIES, PEOPLE
from campaign.accounts.settings import read_settings
from campaign.accounts.sign_ins import CODES, Codes
from campaign.extensions.mail_in.answering import MailOutcome, Reception
from campaign.extensions.mail_out.answers import StoredAnswers, StoredOutcome
from campaign.handler.command_handler import CommandHandler
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from support.command_line import Shell
from tests.extensions.mail_in.test_mail_receive import mail, table, words

__all__ = ["table"]  # the club that these tests begin with


class Dies(BaseException):
    """The process ends here."""


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """That club, in a folder of its own."""
    return Shell(shutil.copytree(table, tmp_path / "club"))


@pytest.fixture
def store(shell: Shell) -> Iterator[Path]:
    return shell.store


class Process:
    """What one run has open."""

    def __init__(self, store: Path) -> None:
        self.ledger = Ledger(store)
        self.people = People(store)
        self.desk = CommandHandler(self.ledger, is_shared=False, people=self.people)
        self.answers = StoredAnswers(PeopleFile(people_path(store), (ANSWERS,)))
        self.reception = Reception(
            self.desk,
            "club",
            self.people,
            StoredDeliveries(PeopleFile(people_path(store), (DELIVERIES,))),
            self.answers,
            read_settings(store, {}),
        )

    def take(self, raw: bytes) -> MailOutcome:
        """Takes a mail in, and ends."""
        try:
            return self.reception.take(raw)
        finally:
            self.desk.close()

    @property
    def version(self) -> int:
        return self.ledger.store.version("club")


def dies(*_: object, **__: object) -> None:
    raise Dies


@pytest.mark.parametrize("place", ["begin", "submit", "finish"])
def test_a_run_that_dies_leaves_one_ballot_and_one_receipt(
    shell: Shell, store: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the command is noted, before it is handed in, and between the log and the outcome."""
    raw = mail(shell, words(shell)[0])
    before = Process(store)
    versions = before.version
    broken = Process(store)
    whose = broken.desk if place == "submit" else broken.answers
    monkeypatch.setattr(whose, place, dies)
    with pytest.raises(Dies):
        broken.take(raw)
    assert Process(store).version == versions + (place == "finish")
    again = Process(store).take(raw)
    assert (again.outcome, again.receipt) == ("accepted", "club/7")
    assert again.is_repeat == (place == "finish")
    last = Process(store)
    assert last.version == versions + 1
    assert [kept.outcome for kept in last.answers.told(last.reception.campaign_id)] == ["accepted"]


def test_a_receipt_is_found_when_only_the_log_knows_of_the_answer(
    shell: Shell, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note was lost between handing in and outcome: number and time come from the receipts."""
    raw = mail(shell, words(shell)[0])
    broken = Process(store)
    monkeypatch.setattr(broken.answers, "finish", dies)
    with pytest.raises(Dies):
        broken.take(raw)
    file = PeopleFile(people_path(store), (ANSWERS,))
    with file.writing() as db:
        db.execute("DELETE FROM answer")
    again = Process(store).take(raw)
    assert (again.outcome, again.receipt, again.member) == ("accepted", "club/7", "anna")


def test_an_address_that_nobody_proved_answers_nothing_once_its_member_came_in(
    shell: Shell, store: Path
) -> None:
    """A host may write addresses down; the letter says how to make it count, and the same counts.

    To stop mail, it is enough.
    """
    file = PeopleFile(people_path(store), (PEOPLE, DOORS, CODES))
    people, doors = People(store), Credentials(file, clock=lambda: "2026-01-01T00:00:00Z")
    raw = mail(shell, words(shell)[0])
    later = mail(shell, words(shell)[0], 3)
    first = Process(store)
    versions, campaign = first.version, first.reception.campaign_id
    anna = people.person_in(campaign, "anna")
    doors.admit(anna, "a phone")
    shell.fine("mail", "club", "--out", "later")
    asked = message_from_bytes((shell.folder / "later" / "anna-ballot-1.eml").read_bytes())
    assert b" =3D " not in asked.as_bytes(), "an answer that would not count is not offered"
    found = Process(store).take(raw)
    assert (found.outcome, found.why) == ("refused", "unproved")
    last = Process(store)
    assert last.version == versions
    (kept,) = last.answers.told(campaign)
    assert kept.sentence == (
        "Your mail does not count: you use the club's pages, and nobody has shown there that this "
        "address is yours. Under Me, Address have a code sent here, type it there, and answer this "
        "mail again."
    )
    assert Process(store).take(mail(shell, "ABSENT FROM 2100-01-01 TO 2100-01-02", 2)).why == (
        "unproved"
    )
    codes = Codes(file, clock=lambda: "2026-01-01T00:00:00Z")
    codes.move(anna, people.choices(campaign, "anna").address)
    assert Process(store).take(later).outcome == "accepted"
    codes.move(anna, "")
    people.change(campaign, "anna", Choices(address="anna@example.org"))
    assert Process(store).take(mail(shell, "STOP MAIL", 4)).outcome == "stopped"


def test_two_runs_at_the_same_mail(shell: Shell, store: Path) -> None:
    """Both have read it before either handed it in: one ballot, and both know its receipt."""
    raw = mail(shell, words(shell)[0])
    first, second = Process(store), Process(store)
    outcomes: list[MailOutcome] = []
    submit = second.desk.submit

    def late(*given: object) -> object:
        outcomes.append(first.take(raw))
        return submit(*given)  # type: ignore[arg-type]

    second.desk.submit = late  # type: ignore[method-assign, assignment]
    outcomes.append(second.take(raw))
    assert [one.receipt for one in outcomes] == ["club/7", "club/7"]
    assert [one.outcome for one in outcomes] == ["accepted", "accepted"]


def test_a_store_that_cannot_be_used_leaves_the_mail_for_later(
    shell: Shell, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error goes on to the door, which then does not put the mail away."""
    raw = mail(shell, words(shell)[0])
    broken = Process(store)

    def busy(*_: object) -> None:
        raise StoreError("the store is busy")

    monkeypatch.setattr(broken.desk, "submit", busy)
    with pytest.raises(StoreError, match="the store is busy"):
        broken.take(raw)
    assert Process(store).take(raw).outcome == "accepted"


def test_a_day_later_a_no_is_told_again(tmp_path: Path) -> None:
    """Three within a day: the fourth waits for nobody, and the next day begins anew."""
    answers = StoredAnswers(PeopleFile(tmp_path / "club.people.db", (ANSWERS,)))

    def no(number: int, at: str) -> bool:
        outcome = StoredOutcome(
            f"{number}", "anna", "turn:x", "refused", "word", "no", at=at, thread=f"<{number}>"
        )
        return answers.finish("club-id", outcome).is_told

    evening = [no(number, f"2026-11-25T2{number}:00:00.000Z") for number in range(4)]
    assert evening == [True, True, True, False]
    assert no(5, "2026-11-26T20:00:00.000Z") is True
    assert no(6, "2026-11-26T20:59:59.000Z") is False
