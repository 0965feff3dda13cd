"""The service's own backups: when one is due, which are kept, and that each can be restored."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from campaign.accounts.backups import BackupError, BackupPlan, TimedBackups, in_hours
from campaign.accounts.database import people_path
from campaign.accounts.people import People
from campaign.web.jobs.runner import Job, Jobs
from support.sessions import played

START = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


class Kept:
    """A folder of backups, a clock that is moved by hand, and copies that are only named."""

    def __init__(self, folder: Path, keep: int = 3) -> None:
        self.folder = folder
        self.now = START
        self.fails = ""
        plan = BackupPlan(folder, timedelta(hours=6), keep)
        self.backups = TimedBackups(Path("/srv/club.db"), plan, lambda: self.now, self._make)

    def _make(self, store: Path, target: Path) -> bool:
        if self.fails:
            raise BackupError(self.fails)
        target.touch()
        people_path(target).touch()
        return True

    def after(self, **time: int) -> list[str]:
        """Some time later the service looks; the files that are there then."""
        self.now += timedelta(**time)
        self.backups.run()
        return sorted(file.name for file in self.folder.iterdir())


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_a_folder_that_cannot_be_written_is_named_with_the_way_out(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line, no traceback; once the folder is there for it the next look makes one."""
    kept.backups.plan = kept.backups.plan._replace(folder=kept.folder / "not" / "there")
    with monkeypatch.context() as patch:
        patch.setattr("campaign.accounts.backups.may_be_written", lambda _: False)
        patch.setattr("campaign.accounts.backups.is_on_a_closed_disk", lambda _: True)
        Jobs((Job("backups", 1.0, kept.backups.run),)).run_due()
    says = f"backups can't be written to {kept.folder}/not/there: add it to ReadWritePaths"
    assert [(one.getMessage(), one.exc_info) for one in caplog.records] == [(says, None)]
    assert kept.backups.trouble() == says
    kept.backups.plan = kept.backups.plan._replace(folder=kept.folder)
    assert len(kept.after(minutes=10)) == 2 and not kept.backups.trouble()


def test_a_folder_of_somebody_else_is_named_with_its_owner(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ReadWritePaths would not help."""
    monkeypatch.setattr("campaign.world.files.os.access", lambda *_, **__: False)
    me = kept.folder.owner()
    assert kept.backups.why_not_written() == (
        f"backups can't be written to {kept.folder}: it belongs to {me}, "
        f"and the service runs as {me}"
    )


def test_one_is_made_at_once_and_then_every_six_hours(kept: Kept) -> None:
    """Store and people under the time at which it was begun; in between nothing is done."""
    first = ["club-2026-11-22T18-00-00Z.db", "club-2026-11-22T18-00-00Z.people.db"]
    assert kept.backups.age() is None
    assert kept.after() == first
    assert kept.after(hours=5, minutes=59) == first
    second = ["club-2026-11-23T00-00-00Z.db", "club-2026-11-23T00-00-00Z.people.db"]
    assert kept.after(minutes=1) == first + second
    assert kept.backups.age() == timedelta()


def test_the_oldest_goes_once_there_are_more_than_are_kept(kept: Kept) -> None:
    """With its people. What is not a backup of this store stays."""
    others = ["club-notes.db", "clubs-2020-01-01T00-00-00Z.db", "club-2020-99-01T00-00-00Z.db"]
    for name in others:
        (kept.folder / name).touch()
    for _ in range(4):
        found = kept.after(hours=6)
    stores = [name for name in found if name not in others and "people" not in name]
    assert stores == [
        "club-2026-11-23T06-00-00Z.db",
        "club-2026-11-23T12-00-00Z.db",
        "club-2026-11-23T18-00-00Z.db",
    ]
    assert len([name for name in found if "people" in name]) == 3
    assert set(others) <= set(found)


def test_after_a_restart_the_folder_says_when_the_next_is_due(kept: Kept) -> None:
    """Nothing else is remembered."""
    kept.after()
    again = Kept(kept.folder)
    again.now = START + timedelta(hours=5)
    assert not again.backups.is_due()
    again.now = START + timedelta(hours=6)
    assert again.backups.is_due()


def test_a_clock_that_goes_back_keeps_no_backup_off(kept: Kept) -> None:
    """One from the future is none; the one that is made then counts."""
    kept.after()
    kept.now = START - timedelta(days=300)
    assert kept.backups.is_due()
    kept.after()
    assert not kept.backups.is_due()
    assert len(kept.backups.found()) == 2


def test_a_backup_from_the_future_does_not_push_out_the_new_one(tmp_path: Path) -> None:
    """Though it is the newest by name, and one is kept."""
    kept = Kept(tmp_path, keep=1)
    kept.after()
    kept.after(days=-300)
    assert [one.begun for one in kept.backups.found()] == [START - timedelta(days=300)]


def test_a_failure_is_told_until_one_succeeds(kept: Kept) -> None:
    """And one that is twice as old as it should get, even after a restart."""
    kept.after()
    kept.fails = "cannot write: the disk is full"
    with pytest.raises(BackupError, match="cannot write: the disk is full"):
        kept.after(hours=6)
    assert kept.backups.trouble() == "cannot write: the disk is full"
    assert len(kept.backups.found()) == 1
    kept.fails = ""
    kept.after(minutes=10)
    assert kept.backups.trouble() == ""
    kept.now += timedelta(hours=12)
    assert Kept(kept.folder).backups.trouble() == ""
    later = Kept(kept.folder)
    later.now = kept.now
    assert later.backups.trouble() == "the last backup was made 12 hours ago"


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=30), "0 minutes"),
        (timedelta(minutes=1, seconds=59), "1 minute"),
        (timedelta(minutes=119), "119 minutes"),
        (timedelta(hours=2), "2 hours"),
        (timedelta(hours=47, minutes=59), "47 hours"),
        (timedelta(hours=48), "2 days"),
    ],
)
def test_an_age_in_words(age: timedelta, words: str) -> None:
    """In the largest unit of which there are two."""
    assert in_hours(age) == words


def real(folder: Path, target: Path) -> TimedBackups:
    """Backups of a played campaign, made as the service makes them."""
    played(folder, turns=1).ledger.close()
    store = folder / "campaign.db"
    people = People(store)
    with people.file.writing() as db:
        db.execute("INSERT INTO person (id, name) VALUES ('p', 'Anna')")
    people.close()
    return TimedBackups(store, BackupPlan(target, timedelta(hours=1), 2), lambda: START)


def test_a_service_that_stops_begins_no_backup(tmp_path: Path) -> None:
    """It would only be ended."""
    backups = real(tmp_path, tmp_path / "kept")
    backups.stop()
    backups.run()
    assert backups.found() == [] and backups.trouble() == ""


def test_people_whose_store_is_not_there_go(kept: Kept) -> None:
    """They hold addresses, and are of no use; those of other stores stay."""
    alone = kept.folder / "club-2020-01-01T00-00-00Z.people.db"
    other = kept.folder / "clubs-2020-01-01T00-00-00Z.people.db"
    alone.touch()
    other.touch()
    kept.after()
    assert not alone.exists() and other.exists()


def test_a_backup_that_gives_way_did_not_fail(tmp_path: Path) -> None:
    """It is made at the next look, and nobody is told of trouble."""
    kept = Kept(tmp_path)
    tried: list[Path] = []

    def ended(store: Path, target: Path) -> bool:
        tried.append(target)
        return False

    plan = BackupPlan(tmp_path, timedelta(hours=6), 3)
    backups = TimedBackups(Path("/srv/club.db"), plan, lambda: kept.now, ended)
    backups.run()
    assert len(tried) == 1
    assert not backups.has_failed and backups.trouble() == "" and backups.is_due()
