"""One release of the tracker meets the store of another, and what doctor says of releases."""

import json
import platform
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign import __version__
from campaign.store import doctor
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.sqlite import backup
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in, stored

WORDS = {"command": "AddEntropy", "value": "grey geese"}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A campaign with one receipt."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open().do("OpenReinforcement")
        yield ledger


def run(store: Path, *statements: str) -> None:
    """What another release does to a store."""
    with closing(sqlite3.connect(store)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def too_new(store: Path) -> str:
    """Why this release leaves it alone."""
    known = "(schema 5; this one knows up to 4)"
    text = f"{store} was written by a newer version of the tracker {known}"
    return f"{text}. Update the tracker; nothing was changed"


# --- a newer store ------------------------------------------------------------------------------

CALLS = {
    "show": ("show", "club"),
    "list": ("list",),
    "submit": ("submit", "club"),
    "open": ("open", "new", "--scenario", "global-war"),
    "verify": ("verify", "club"),
    "backup": ("backup", "copy.db"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_newer_store_is_refused_in_one_line(tmp_path: Path, call: str) -> None:
    """And nothing of it is changed."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
    shell = Shell(tmp_path)
    run(shell.store, "PRAGMA user_version=5")
    before = shell.store.read_bytes()
    done = shell(*CALLS[call], typed=json.dumps(WORDS))
    assert (done.status, done.out) == (1, "")
    assert done.error == f"campaign: {too_new(shell.store)}"
    assert shell.store.read_bytes() == before


def test_a_newer_copy_is_not_restored(tmp_path: Path, ledger: Ledger) -> None:
    """It is told by its own name."""
    copy = tmp_path / "copy.db"
    backup.backup(ledger.store.path, copy)
    run(copy, "PRAGMA user_version=5")
    with pytest.raises(StoreError) as caught:
        backup.restore(copy, tmp_path / "other.db")
    assert str(caught.value) == too_new(copy)


def test_a_store_that_a_newer_release_takes_over_meanwhile_is_left_alone(ledger: Ledger) -> None:
    """It was open when the other release brought it up; the next command is not recorded."""
    assert ledger.submit(NAME, WORDS)["accepted"]
    before = stored(Session(ledger)), ledger.store.ends(NAME)
    run(ledger.store.path, "CREATE TABLE later (x)", "PRAGMA user_version=5")
    with pytest.raises(StoreError) as caught:
        ledger.submit(NAME, WORDS)
    assert str(caught.value) == too_new(ledger.store.path)
    assert (stored(Session(ledger)), ledger.store.ends(NAME)) == before


# --- what doctor says ---------------------------------------------------------------------------


def test_doctor_names_packages_of_other_projects_that_have_our_names(tmp_path: Path) -> None:
    """One that comes first on Python's path, and one that has put its files among ours."""
    (tmp_path / "other" / "events").mkdir(parents=True)
    (tmp_path / "other" / "events" / "__init__.py").write_text("")
    for name, files in (("pageant", "templates/a.html,,\n"), ("campaign-tracker", "events/a,,\n")):
        (tmp_path / "ours" / f"{name}-1.dist-info").mkdir(parents=True)
        (tmp_path / "ours" / f"{name}-1.dist-info" / "METADATA").write_text(f"Name: {name}\n")
        (tmp_path / "ours" / f"{name}-1.dist-info" / "RECORD").write_text(files)
    for name in doctor.BESIDE:
        (tmp_path / "ours" / name).mkdir()
    path = [str(tmp_path / "other"), str(tmp_path / "ours")]
    first, second = doctor.foreign(path, tmp_path / "ours")
    where = tmp_path / "other" / "events"
    own = "install the tracker in an environment of its own"
    assert first == doctor.Checked(
        "packages",
        "bad",
        f"another project's events comes before ours, {where}: {own}, as with pipx",
    )
    assert second == doctor.Checked(
        "packages", "warning", f"our folder templates also has files of pageant: {own}"
    )
    assert list(doctor.foreign()) == []


def told(ledger: Ledger) -> dict[str, tuple[str, str]]:
    """Each check's health and words."""
    return {one.what: (one.health, one.text) for one in doctor.examine(ledger)}


def test_doctor_says_which_releases_meet(ledger: Ledger) -> None:
    """The program, its rules and schema, the store's schema, each campaign's rules."""
    said = told(ledger)
    assert said["program"] == (
        "good",
        f"campaign-tracker {__version__} on Python {platform.python_version()}; it writes schema 4",
    )
    assert said["schema"] == ("good", "4, the program's own")
    assert said[NAME][1].startswith(f"version {ledger.live(NAME).version}, turn 1939-SO, rules 1; ")
    assert said["SQLite"][1].startswith(sqlite3.sqlite_version)


def test_doctor_says_that_a_store_is_too_new(ledger: Ledger) -> None:
    """What to do about it is in the same line."""
    ledger.close()
    run(ledger.store.path, "PRAGMA user_version=5")
    said = told(ledger)
    words = "5 is newer than this program, which knows up to 4; update the tracker"
    assert said["schema"] == ("bad", words)
    assert said["campaigns"] == ("bad", too_new(ledger.store.path))


@pytest.mark.parametrize(
    "version", ["3.51.3", "3.51.10", "3.52.0", "4.0.0", "3.50.7", "3.50.8", "3.44.6"]
)
def test_a_fixed_sqlite_is_good(version: str) -> None:
    """SQLite fixed its write-ahead log in 3.51.3, 3.50.7 and 3.44.6."""
    assert doctor.of_sqlite(version) == doctor.Checked("SQLite", "good", version)


@pytest.mark.parametrize("version", ["3.51.2", "3.51.0", "3.50.6", "3.45.0", "3.44.5", "3.40.1"])
def test_an_older_sqlite_is_worth_a_look(version: str) -> None:
    """What can happen, since when it cannot, and what to see to."""
    words = (
        f"{version} can damage a store that two programs write at the same moment (fixed in"
        " 3.51.3, 3.50.7 and 3.44.6). The tracker's own calls take turns; for Litestream, use a"
        " release with SQLite 3.51.3"
    )
    assert doctor.of_sqlite(version) == doctor.Checked("SQLite", "warning", words)
