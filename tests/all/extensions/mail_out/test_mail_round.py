"""The service sends mail by itself, beside a timer that calls `campaign mail`."""

import logging
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest

from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.table.talk import TALK, TableTalk
from campaign.extensions.mail_out import job
from campaign.extensions.mail_out.job import AFTER_A_STOP, MailJob
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.ledger import Ledger
from campaign.web.jobs.runner import SELDOM
from campaign.world.clock import utc_now
from support.command_line import Shell
from support.mail_server import Behaviour, mail_server

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two clubs, each with a turn that is over."""
    folder = tmp_path_factory.mktemp("ready") / "club"
    folder.mkdir()
    shell = Shell(folder)
    for name, member, address in (("club", "anna", ANNA), ("other", "ben", BEN)):
        shell.fine("start", name, "--scenario", "global-war", "--title", f"The {name}")
        shell.fine("enrol", name, member, "--email", address)
        shell.fine("turn", name)
    return folder


@pytest.fixture
def shell(ready: Path, tmp_path: Path, server: tuple[int, Behaviour]) -> Shell:
    found = Shell(shutil.copytree(ready, tmp_path / "club"))
    (found.folder / "club.toml").write_text(
        f'[mail]\nport = {server[0]}\nhost = "127.0.0.1"\nsecurity = "none"\n'
        'from = "Club <club@example.org>"\n'
    )
    return found


def test_a_round_begins_nothing_more_once_the_service_lets_go(
    shell: Shell, server: tuple[int, Behaviour]
) -> None:
    """The message under way goes out whole; the next one waits as it was, and goes out later."""
    store = shell.folder / "campaign.db"

    def is_over() -> bool:
        return bool(server[1].messages(ANNA) or server[1].messages(BEN))

    MailJob(store, utc_now, monotonic=Watch(), is_over=is_over).run()
    assert len(server[1].messages(ANNA)) + len(server[1].messages(BEN)) == 1
    file = PeopleFile(people_path(store), (DELIVERIES,))
    with file.reading() as db:
        states = [row["state"] for row in db.execute("SELECT state FROM delivery")]
    file.close()
    assert set(states) <= {"sent", "due"}
    MailJob(store, utc_now, monotonic=Watch()).run()
    assert server[1].messages(ANNA) and server[1].messages(BEN)


class Watch:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def round_of(shell: Shell, watch: Watch | None = None) -> MailJob:
    return MailJob(shell.folder / "campaign.db", utc_now, monotonic=watch or Watch())


def test_each_campaigns_mail_goes_out_once(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """Whichever of the two comes first, the other finds nothing due."""
    watch = Watch()
    rounds = round_of(shell, watch)
    rounds.run()
    assert {who: len(found) for who, found in server[1].inboxes.items()} == {ANNA: 1, BEN: 1}
    assert shell.fine("mail", "club") == "Nothing is due.\n"
    shell.fine("turn", "club")
    assert shell.fine("mail", "club") == "Anna: The club: November/December 1939: sent\n"
    watch.at += SELDOM
    rounds.run()
    assert {who: len(found) for who, found in server[1].inboxes.items()} == {ANNA: 2, BEN: 1}


def test_whoever_is_named_at_the_table_has_a_mail_once_an_hour(
    shell: Shell, server: tuple[int, Behaviour]
) -> None:
    """It says that somebody wrote; what was said within the hour comes with the next."""
    store = shell.folder / "campaign.db"
    clock, watch = Clock("2100-01-01T19:00:00.000Z"), Watch()
    rounds = MailJob(store, clock, monotonic=watch)

    def says(text: str) -> None:
        with Ledger(store) as ledger:
            campaign = ledger.live("club").state.campaign.id
        people = People(store, (TALK,))
        TableTalk(people.file, clock=clock).say(campaign, "turn:1939-ND", "host", text)
        people.close()

    def mails_at(now: str) -> list[str]:
        clock.now = now
        watch.at += SELDOM
        rounds.run()
        return [str(one["Subject"]) for one in server[1].messages(ANNA)]

    (turn,) = mails_at("2100-01-01T19:01:00.000Z")
    says("Well, well.")
    assert mails_at("2100-01-01T19:05:00.000Z") == [turn]
    says("@Anna, a SECRETWORD for you")
    named = "The club: You were named at the table"
    assert mails_at("2100-01-01T19:10:00.000Z") == [turn, named]
    clock.now = "2100-01-01T19:40:00.000Z"
    says("@anna again")
    says("and Anna once more")
    assert mails_at("2100-01-01T20:09:00.000Z") == [turn, named]
    assert mails_at("2100-01-01T20:11:00.000Z") == [turn, named, named]
    assert mails_at("2100-01-01T23:00:00.000Z") == [turn, named, named]
    received = server[1].messages(ANNA)
    assert len({str(one["Message-ID"]) for one in received}) == 3
    assert not [one for one in received if "SECRETWORD" in one.as_string()]


def test_a_round_reads_only_campaigns_in_which_something_may_be_new(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that has grown, an address, talk, a new day, a deadline that comes nearer."""
    store, clock, watch = shell.folder / "campaign.db", Clock(utc_now()), Watch()
    rounds, real = MailJob(store, clock, monotonic=watch), job.Mailing
    names: list[str] = []

    def reading(ledger: Ledger, name: str, *more: object) -> object:
        names.append(name)
        return real(ledger, name, *more)  # type: ignore[arg-type]

    def read() -> list[str]:
        names.clear()
        watch.at += SELDOM
        rounds.run()
        return list(names)

    monkeypatch.setattr(job, "Mailing", reading)
    assert read() == ["club", "other"]
    assert read() == ["club", "other"]  # of which mail went out meanwhile
    assert read() == []
    shell.fine("turn", "club")
    assert [read(), read(), read()] == [["club"], ["club"], []]
    shell.fine("mail-choices", "club", "anna", "--digest-at", "18:00")
    assert [read(), read()] == [["club"], []]
    clock.now = f"{date.fromisoformat(clock.now[:10]) + timedelta(1)}T08:00:00.000Z"
    assert [read(), read()] == [["club", "other"], []]
    with Ledger(store) as ledger:
        other = ledger.live("other").state.campaign.id
    people = People(store, (TALK,))
    TableTalk(people.file, clock=clock).say(other, "turn:1939-ND", "host", "Well, well.")
    people.close()
    assert [read(), read()] == [["other"], ["other"]]


class Clock:
    """The time that the test says."""

    def __init__(self, now: str) -> None:
        self.now = now

    def __call__(self) -> str:
        return self.now


def test_without_a_server_nothing_is_begun(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """Nor is anything kept of it: the club may never want mail."""
    (shell.folder / "club.toml").write_text("[mail]\n")
    before = people_path(shell.folder / "campaign.db").read_bytes()
    round_of(shell).run()
    assert server[1].connections == 0
    assert people_path(shell.folder / "campaign.db").read_bytes() == before


def test_a_campaign_that_fails_keeps_no_other_off(
    shell: Shell, server: tuple[int, Behaviour], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log names the fault; the other's mail is out."""
    from campaign.extensions.mail_out import job as mail

    real = mail.Mailing

    def failing(ledger: Ledger, name: str, *more: object) -> object:
        if name == "club":
            raise ValueError("a broken record")
        return real(ledger, name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(mail, "Mailing", failing)
    round_of(shell).run()
    assert set(server[1].inboxes) == {BEN}


def test_a_server_that_takes_nothing_is_left_alone_for_a_while(
    shell: Shell, server: tuple[int, Behaviour], caplog: pytest.LogCaptureFixture
) -> None:
    """The host is told since when and why; no address gets into the log."""
    there, watch = server[1], Watch()
    with mail_server() as (gone, _):
        pass  # nobody listens there any more
    settings = shell.folder / "club.toml"
    good = settings.read_text()
    settings.write_text(good.replace(f"port = {server[0]}", f"port = {gone}"))
    rounds = round_of(shell, watch)
    with caplog.at_level(logging.WARNING, "campaign"):
        rounds.run()
    assert [one.message for one in caplog.records] == [
        "no mail could be sent; `campaign mail-status` says why"
    ]
    assert "nothing could be sent since" in shell.fine("status", "club")
    settings.write_text(good)
    watch.at = AFTER_A_STOP - 1
    rounds.run()
    assert there.count() == 0
    watch.at = AFTER_A_STOP
    rounds.run()
    assert set(there.inboxes) == {ANNA, BEN}
    assert "nothing could be sent since" not in shell.fine("status", "club")


def test_a_what_if_sends_nothing(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """Its members would take it for the campaign itself."""
    store = shell.folder / "campaign.db"
    shell.fine("branch", "club", "--name", "trial")
    round_of(shell).run()
    assert {who: len(found) for who, found in server[1].inboxes.items()} == {ANNA: 1, BEN: 1}
    with Ledger(store) as ledger:
        trial = ledger.live("trial").state.campaign.id
    rows = StoredDeliveries(PeopleFile(people_path(store), (DELIVERIES,)))
    assert rows.known(trial) == {}
