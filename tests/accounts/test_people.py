"""The people's file: its schemas and mode, choices, backup and restore, and the doctor's look."""

import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import Choices
from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.people import Pending, People
from campaign.accounts.protocol import PEOPLE, Part
from campaign.kernel.members import Campaign
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in

ANNA, BEN = "anna-of-the-club@example.org", "ben-of-the-club@example.org"
CLUB = "0" * 32
ALL = Choices(
    address=BEN, zone="Europe/Berlin", sending="digest",
    kinds={"draws": True, "disputes": False}, digest_at="07:30", quiet=(21, 9),
    is_stopped=True, turns_after="1941-ND",
)  # fmt: skip


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    """The people of a store."""
    found = People(tmp_path / "club.db", clock=lambda: "2026-11-22T12:00:00.000Z")
    yield found
    found.close()


# --- the file -----------------------------------------------------------------------------------


def test_it_lies_beside_the_store(tmp_path: Path) -> None:
    assert people_path(tmp_path / "club.db") == tmp_path / "club.people.db"


def test_it_is_its_owners_alone_from_the_first_byte(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the system would otherwise let others read; its journals have the same mode."""
    modes = []
    connect = sqlite3.connect

    def connected(*given: object, **named: object) -> sqlite3.Connection:
        modes.append(people.file.path.stat().st_mode & 0o777)
        return connect(*given, **named)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connected)
    before = os.umask(0)
    try:
        people.secret()
    finally:
        os.umask(before)
    assert modes == [0o600]
    assert people.file.path.stat().st_mode & 0o777 == 0o600


def test_reading_makes_no_file(people: People) -> None:
    assert people.choices(CLUB, "ben") == Choices()
    assert people.address(CLUB, "ben") is None
    assert not people.is_stopped(CLUB) and people.pending() == []
    assert people.answered(CLUB, "one") is None
    assert not people.file.exists()


STEPS = (
    ("CREATE TABLE letter (a TEXT)", "INSERT INTO letter VALUES ('kept')"),
    ("ALTER TABLE letter ADD COLUMN b TEXT DEFAULT 'new'",),
    ("UPDATE letter SET b = b || 'er'",),
)


def test_an_older_file_is_stepped_up(tmp_path: Path) -> None:
    """Each step once, in order; parts that others bring stay as they are."""
    path = tmp_path / "club.people.db"
    for schemas in (1, 2, 3, 3):
        file = PeopleFile(path, (Part("letters", STEPS[:schemas]), PEOPLE))
        with file.reading() as db:
            rows = [tuple(row) for row in db.execute("SELECT * FROM letter")]
        file.close()
    assert rows == [("kept", "newer")]
    assert People(tmp_path / "club.db").choices(CLUB, "ben") == Choices()
    with closing(sqlite3.connect(path)) as db:
        assert dict(db.execute("SELECT * FROM part")) == {"letters": 3, "people": 1}


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "club.people.db"
    file = PeopleFile(path, (Part("letters", STEPS[:1]),))
    with file.reading():
        pass
    file.close()
    wrong = PeopleFile(path, (Part("letters", (STEPS[0], ("DROP TABLE letter", "NONSENSE"))),))
    with pytest.raises(StoreError, match="syntax error"), wrong.reading():
        pass
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT a FROM letter").fetchall() == [("kept",)]
        assert dict(db.execute("SELECT * FROM part")) == {"letters": 1}


def test_a_newer_file_is_refused_politely(tmp_path: Path) -> None:
    path = tmp_path / "club.people.db"
    with PeopleFile(path, (Part("people", (*PEOPLE.steps, ("CREATE TABLE more (a)",))),)).reading():
        pass
    before = path.read_bytes()
    with pytest.raises(StoreError) as refused:
        People(tmp_path / "club.db").choices(CLUB, "ben")
    assert str(refused.value) == (
        f"{path} was written by a newer version of the tracker (people: schema 2; this one knows "
        "up to 1). Update the tracker; nothing was changed"
    )
    assert path.read_bytes() == before


def test_a_file_that_is_deleted_or_replaced_is_opened_again(people: People, tmp_path: Path) -> None:
    """Also by a program that had it open."""
    people.change(CLUB, "ben", ALL)
    shutil.copy(people.file.path, tmp_path / "copy")
    people.file.path.unlink()
    assert people.choices(CLUB, "ben") == Choices()
    people.change(CLUB, "ben", replace(ALL, address=ANNA))
    (tmp_path / "copy").replace(people.file.path)
    assert people.choices(CLUB, "ben") == ALL


# --- choices ------------------------------------------------------------------------------------


def test_choices_are_kept_whole(people: People, tmp_path: Path) -> None:
    """And for this member of this campaign alone."""
    people.change(CLUB, "ben", ALL)
    people.close()
    again = People(tmp_path / "club.db")
    assert again.choices(CLUB, "ben") == ALL
    assert again.choices(CLUB, "anna") == again.choices("1" * 32, "ben") == Choices()
    people.change(CLUB, "ben", Choices())
    assert again.choices(CLUB, "ben") == Choices()
    again.close()


def test_of_two_changes_at_once_both_count(people: People, tmp_path: Path) -> None:
    """The other program waits until the first has changed its part."""
    other = People(tmp_path / "club.db")
    campaign = cast(Campaign, SimpleNamespace(id=CLUB, members={}))
    with ThreadPoolExecutor() as threads:
        begun, goes_on = threading.Event(), threading.Event()

        def slowly(before: Choices) -> Choices:
            begun.set()
            assert goes_on.wait(60)
            return replace(before, zone="Europe/Rome")

        first = threads.submit(people.update, campaign, "ben", slowly)
        assert begun.wait(60)
        second = threads.submit(
            other.update, campaign, "ben", lambda before: replace(before, address=BEN)
        )
        goes_on.set()
        assert first.result() == Choices(zone="Europe/Rome")
        assert second.result() == Choices(zone="Europe/Rome", address=BEN)
    other.close()


def test_a_campaigns_mail_rests_as_a_whole(people: People) -> None:
    """That is not taken for each member's own wish when something else is changed meanwhile."""
    people.stop(CLUB, rests=True)
    resting = people.choices(CLUB, "ben")
    assert resting.is_stopped and people.is_stopped(CLUB)
    people.change(CLUB, "ben", replace(resting, zone="Europe/Rome"))
    people.stop(CLUB, rests=False)
    assert not people.choices(CLUB, "ben").is_stopped
    people.stop(CLUB, "ben", rests=True)
    assert people.choices(CLUB, "ben").is_stopped and not people.choices(CLUB, "anna").is_stopped
    people.change(CLUB, "ben", replace(people.choices(CLUB, "ben"), is_stopped=False))
    assert not people.is_stopped(CLUB, "ben")


def test_the_secret_is_the_same_for_ever(people: People, tmp_path: Path) -> None:
    made = people.secret()
    assert len(made) == 32
    people.close()
    assert People(tmp_path / "club.db").secret() == made
    assert People(tmp_path / "other.db").secret() != made


def test_every_member_has_choices(tmp_path: Path) -> None:
    """Who chose nothing has those that everybody begins with, and no address."""
    with ledger_in(tmp_path) as ledger:
        campaign = Session(ledger).open().state.campaign
        people = People(ledger.store.path)
        assert people.all_choices(campaign) == {
            "host": Choices(), "anna": Choices(), "ben": Choices(), "ref": Choices(),
            "eve": Choices(),
        }  # fmt: skip
        people.change(campaign.id, "anna", Choices(zone="Europe/Rome", address=ANNA))
        assert people.all_choices(campaign)["anna"].address == ANNA
        people.change(campaign.id, "anna", Choices(zone="Europe/Rome"))
        assert people.all_choices(campaign)["anna"] == Choices(zone="Europe/Rome")
        people.close()


# --- backup, restore, doctor --------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign and Ben's address."""
    found = Shell(tmp_path)
    found.fine("start", NAME, "--system", "lif", "--scenario", "global-war")
    found.fine("enrol", NAME, "ben", "--email", BEN)
    return found


def addresses(shell: Shell) -> dict[str, str]:
    """Every member's address."""
    with Ledger(shell.store) as ledger:
        people = People(shell.store)
        chosen = people.all_choices(ledger.live(NAME).state.campaign)
        people.close()
    return {member: choices.address for member, choices in chosen.items() if choices.address}


def test_a_backup_has_the_people_beside_it(shell: Shell) -> None:
    """The copy is its owner's alone; --force is needed where one is there already."""
    told = shell.fine("backup", "copy.db")
    assert "copy.people.db: addresses and choices; only you can read it" in told
    copy = shell.folder / "copy.people.db"
    assert copy.stat().st_mode & 0o777 == 0o600 and BEN.encode() in copy.read_bytes()
    (shell.folder / "copy.db").unlink()
    done = shell("backup", "copy.db")
    assert (done.status, done.error) == (
        2,
        "campaign: copy.people.db is there already; --force replaces it",
    )
    (shell.folder / "campaign.people.db").unlink()
    answer = json.loads(shell.fine("backup", "copy.db", "--force", "--json"))
    assert "people" not in answer and not copy.exists()


def test_a_restore_brings_the_people_back(shell: Shell) -> None:
    """What was there is kept; what is in the way is said before anything is done."""
    shell.fine("backup", "copy.db")
    shell.fine("enrol", NAME, "ben", "--email", ANNA)
    told = shell.fine("restore", "copy.db", "--force")
    assert addresses(shell) == {"ben": BEN}
    aside = shell.folder / "campaign.people.db.before-restore"
    assert ANNA.encode() in aside.read_bytes() and aside.stat().st_mode & 0o777 == 0o600
    assert f"The addresses and choices that were there are now {aside}" in told
    (shell.folder / "campaign.db.before-restore").unlink()
    before = shell.store.read_bytes()
    done = shell("restore", "copy.db", "--force")
    assert (done.status, done.error) == (
        1,
        f"campaign: {aside} is there already, from another restore; move it away",
    )
    assert shell.store.read_bytes() == before
    both = shell.folder / "campaign.db.before-restore"
    both.touch()
    assert shell("restore", "copy.db", "--force").error == (
        f"campaign: {both} and {aside} are there already, from another restore; move them away"
    )
    both.unlink()
    aside.unlink()
    (shell.folder / "copy.people.db").write_bytes(b"\xa5" * 8_192)
    done = shell("restore", "copy.db", "--force")
    assert done.error == (
        "campaign: copy.people.db is damaged (file is not a database); nothing was restored"
    )


def test_a_backup_without_people_leaves_those_that_are_there(shell: Shell) -> None:
    shell.fine("backup", "copy.db")
    (shell.folder / "copy.people.db").unlink()
    shell.fine("restore", "copy.db", "--force")
    assert addresses(shell) == {"ben": BEN}


def test_no_export_has_an_address(shell: Shell) -> None:
    shell.fine("export", NAME, "club.jsonl")
    assert BEN.encode() not in (shell.folder / "club.jsonl").read_bytes()


def checked(shell: Shell, what: str) -> list[tuple[str, str]]:
    """What the doctor found under a head."""
    found = json.loads(shell("doctor", "--json").out)["checked"]
    return [(one["health"], one["told"]) for one in found if one["what"] == what]


def test_the_doctor_names_the_peoples_file(shell: Shell) -> None:
    """Never an address; and each thing that can be wrong with it."""
    file = shell.folder / "campaign.people.db"
    fine = ("good", f"{file}: of 1 member, never exported; schemas: people 1")
    assert checked(shell, "people") == [fine]
    assert BEN not in shell.fine("doctor", "--deep")
    file.chmod(0o644)
    assert checked(shell, "people") == [("warning", f"others can read {file}; chmod 600 it"), fine]
    file.chmod(0o600)
    People(shell.store).change("f" * 32, "zoe", Choices())
    strangers = f"of a campaign that is not in this store (id {'f' * 32}): zoe. They are left alone"
    assert checked(shell, "people")[1:] == [("warning", strangers)]
    assert addresses(shell) == {"ben": BEN}
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE part SET schema=9")
    ((health, text),) = checked(shell, "people")
    assert health == "bad" and "was written by a newer version of the tracker" in text
    file.write_bytes(b"\xa5" * 8_192)
    ((health, text),) = checked(shell, "people")
    assert (health, text) == (
        "bad",
        f"{file} cannot be used (file is not a database); restore it from a backup, or delete it: "
        "campaigns go on without their addresses",
    )
    file.unlink()
    assert checked(shell, "people") == [("good", f"no addresses or choices yet; they go to {file}")]
    assert shell("show", NAME).status == 0


def test_a_file_that_cannot_be_used_stops_nothing_else(shell: Shell) -> None:
    """One warning; what needs an address says so, and records nothing."""
    file = shell.folder / "campaign.people.db"
    file.write_bytes(b"\xa5" * 8_192)
    done = shell("entropy", NAME, "grey geese")
    assert (done.status, done.error) == (
        0,
        f"campaign: cannot use {file}: file is not a database. Campaigns go on without addresses",
    )
    before = shell.fine("log", NAME)
    done = shell("enrol", NAME, "ben", "--email", ANNA)
    fault = f"campaign: cannot use {file}: file is not a database"
    assert (done.status, done.err.splitlines()[-1]) == (1, fault)
    assert shell.fine("log", NAME) == before
    assert shell("mail-choices", NAME, "ben").err.splitlines()[-1] == fault
    shown = shell("status", NAME)
    assert shown.status == 0 and shown.out.splitlines()[0] == (
        f"Mail       cannot use {file}: file is not a database"
    )
    assert "Turn       " in shown.out
    assert shell("enrol", NAME, "cara", "--role", "player").status == 0
    assert "Cara" in shell.fine("log", NAME)
    file.unlink()
    assert shell("enrol", NAME, "ben", "--email", ANNA).err == ""
    assert addresses(shell) == {"ben": ANNA}


def test_a_start_settles_what_a_kill_left(shell: Shell) -> None:
    """Any verb that sends something, or asks about people."""
    with Ledger(shell.store) as ledger:
        campaign = ledger.live(NAME).state.campaign
        key = ledger.history(NAME, ledger.store.version(NAME) - 1)
        (enrolled,) = [entry.event.key for entry in key]
    people = People(shell.store)
    people.keep_pending(Pending(campaign.id, NAME, enrolled, "ben", ANNA))
    people.keep_pending(Pending(campaign.id, NAME, "of no command", "ben", "lost@example.org"))
    people.close()
    shell.fine("entropy", NAME, "grey geese")
    assert addresses(shell) == {"ben": ANNA}
    assert b"lost@example.org" not in (shell.folder / "campaign.people.db").read_bytes()
