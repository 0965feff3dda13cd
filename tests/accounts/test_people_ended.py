"""Restored people: what was ended since the backup lets nobody in, what came after it does."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts import backups, devices
from campaign.accounts.database import PeopleFile
from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import People
from campaign.accounts.sign_ins import PASSKEYS, Passkeys
from campaign.store.protocol import StoreError

CAMPAIGN = "0" * 32
DAY = "2026-03-0{}T19:00:00.000Z"


class ServicePeople:
    """The people of a store and their doors, on a day that the test sets."""

    def __init__(self, store: Path) -> None:
        self.day = 1
        self.people = People(store, (DOORS, PASSKEYS), clock=self.now)
        self.doors = Credentials(self.people.file, clock=self.now)
        self.passkeys = Passkeys(self.people.file, clock=self.now)

    def now(self) -> str:
        """The evening of the day."""
        return DAY.format(self.day)

    def device(self) -> str:
        """The secret of a new device of Anna's."""
        token = self.doors.hand_out("invitation", CAMPAIGN, "anna", "", None)
        found = self.doors.let_in(
            token, lambda db, at, who: self.people.seated(db, at, who, ""), "a phone"
        )
        assert found is not None
        return found[1]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store, of which only the name matters here."""
    return tmp_path / "club.db"


def put_back(store: Path, since: Callable[[ServicePeople], None]) -> ServicePeople:
    """The people of a backup of the second day, restored on the fourth after what came between."""
    made = ServicePeople(store)
    made.day = 2
    copy = store.with_name("backup.db")
    _ready(made)
    assert backups.backup(store, copy) is not None
    made.day = 3
    since(made)
    made.people.close()
    backups.restore(copy, store)
    again = ServicePeople(store)
    again.day = 4
    return again


_KNOWN: dict[str, str] = {}


def _ready(made: ServicePeople) -> None:
    _KNOWN["lost"], _KNOWN["kept"] = made.device(), made.device()
    for name in ("ended", "going"):
        _KNOWN[name] = made.doors.hand_out("program", CAMPAIGN, "anna", "act", None, name)
    _KNOWN["unused"] = made.doors.hand_out("invitation", CAMPAIGN, "ben", "", None)
    person = made.people.person_in(CAMPAIGN, "anna")
    made.passkeys.add("stolen", person, "public", "a phone")
    made.passkeys.add("own", person, "other", "a laptop")


def _endings(made: ServicePeople) -> None:
    person = made.people.person_in(CAMPAIGN, "anna")
    lost = made.doors.device(_KNOWN["lost"])
    assert lost is not None
    made.doors.end(person, lost.digest)
    made.passkeys.take_away(person, "stolen")
    (ended,) = [one for one in devices.programs(made.people.file, CAMPAIGN) if one.name == "ended"]
    devices.end_program(made.people.file, CAMPAIGN, devices.program_id(ended), made.now())
    made.doors.hand_out("invitation", CAMPAIGN, "ben", "", None)  # the one before counts no more


def test_what_was_ended_since_stays_ended(store: Path) -> None:
    """A lost phone, its passkey, a program; an invitation that another had replaced."""
    found = put_back(store, _endings)
    assert found.doors.device(_KNOWN["lost"]) is None
    assert found.passkeys.known("stolen") is None
    token = found.doors.token(_KNOWN["ended"], "program")
    assert token is not None and not token.counts(found.now())
    unused = found.doors.token(_KNOWN["unused"], "invitation")
    assert unused is not None and not unused.counts(found.now())


def test_what_was_not_ended_comes_back(store: Path) -> None:
    """The other device, passkey and program."""
    found = put_back(store, _endings)
    assert found.doors.device(_KNOWN["kept"]) is not None
    assert found.passkeys.known("own") is not None
    token = found.doors.token(_KNOWN["going"], "program")
    assert token is not None and token.counts(found.now())


def test_what_is_newer_than_the_file_put_aside_counts(store: Path) -> None:
    """An old file was put back by mistake, and the new one after it."""
    old, new = store.with_name("old.db"), store.with_name("new.db")
    made = ServicePeople(store)
    made.device()
    backups.backup(store, old)
    made.day = 5
    late = made.device()
    made.passkeys.add("late", made.people.person_in(CAMPAIGN, "anna"), "public", "a phone")
    backups.backup(store, new)
    made.people.close()
    backups.restore(old, store)
    store.with_name("club.people.db.before-restore").unlink()
    backups.restore(new, store)
    found = ServicePeople(store)
    found.day = 6
    assert found.doors.device(late) is not None and found.passkeys.known("late") is not None


def test_a_file_that_nobody_can_read_is_put_aside_all_the_same(store: Path) -> None:
    """Then nothing can be carried over from it."""

    def damaged(made: ServicePeople) -> None:
        made.people.close()
        made.people.file.path.write_bytes(b"no database at all" * 100)

    found = put_back(store, damaged)
    assert found.doors.device(_KNOWN["lost"]) is not None


def test_people_without_doors_are_put_back(store: Path) -> None:
    """As those of clubs that only mail."""
    made = People(store)
    made.secret()
    copy = store.with_name("backup.db")
    backups.backup(store, copy)
    made.close()
    people, aside = backups.restore(copy, store)
    assert people is not None and aside is not None
    with closing(sqlite3.connect(people)) as db:
        assert db.execute("SELECT count(*) FROM secret").fetchone() == (1,)


def test_a_file_in_use_is_left_as_it_was(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal of what somebody is at would belong to another file."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "0")
    made = ServicePeople(store)
    copy = store.with_name("copy.db")
    made.device()
    backups.backup(store, copy)
    file = made.people.file.path
    with made.people.file.writing():
        before = file.stat().st_ino
        with pytest.raises(StoreError) as told:
            backups.restore(copy, store)
        assert file.stat().st_ino == before
    assert str(told.value) == (
        f"{file} is in use by another program and was left as it was; stop that and restore once "
        "more"
    )


def test_who_waits_to_write_writes_to_the_file_that_was_put_back(store: Path) -> None:
    """Not to the one that has no name any more."""
    made = ServicePeople(store)
    file, other = made.people.file, store.with_name("other.people.db")
    with file.reading() as db:
        shutil.copy(file.path, other)
    seen: list[int] = []

    def once() -> tuple[int, int] | None:
        seen.append(1)
        if len(seen) == 2:  # it has looked, and now waits for its turn
            other.replace(file.path)
        return PeopleFile._on_disk(file)

    file._on_disk = once  # type: ignore[method-assign]
    with file.writing() as db:
        db.execute("CREATE TABLE proof (x)")
    with closing(sqlite3.connect(file.path)) as found:
        assert found.execute("SELECT 1 FROM sqlite_master WHERE name='proof'").fetchone()
