"""What drafts of the program wrote is refused in one line, and not a byte of it changes."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.database import people_path
from campaign.accounts.people import People
from campaign.store.sqlite.connections import APPLICATION_ID
from support.command_line import Shell
from support.sessions import Session, ledger_in

PERSON = "a" * 32


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign with its people, in a folder of its own."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
    shell = Shell(tmp_path)
    with closing(People(shell.store)) as people:
        people.change(PERSON, "ben", Choices())
    return shell


def drafted(file: Path, form: int) -> None:
    """What a draft would have written: a lower form, in the header alone."""
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version={form}")
        db.execute("PRAGMA journal_mode=DELETE" if form == 0 else "SELECT 1")


def everything(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


STORE = "a campaign store, was written before 1.0; not read"
PEOPLE = "the people of a store, was written before 1.0; not read"
CALLS = {
    "show": ("show", "club"),
    "list": ("list",),
    "submit": ("submit", "club"),
    "open": ("open", "new", "--scenario", "global-war"),
    "verify": ("verify", "club"),
    "rebuild": ("rebuild", "club"),
    "import": ("import", "club.jsonl"),
    "export": ("export", "club", "new.jsonl"),
    "backup": ("backup", "copy.db"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("form", [1, 3])
def test_a_store(shell: Shell, call: str, form: int) -> None:
    """Whatever is asked of it."""
    shell.fine("export", "club", "club.jsonl")
    drafted(shell.store, form)
    before = everything(shell.folder)
    done = shell(*CALLS[call], typed=json.dumps({"command": "AddEntropy", "value": "grey geese"}))
    assert (done.status, done.out, done.error) == (1, "", f"campaign: {shell.store}, {STORE}")
    assert everything(shell.folder) == before


def test_a_store_whose_log_a_kill_left(shell: Shell) -> None:
    """Its marks may stand in the write-ahead log alone; neither file is touched."""
    shell.store.unlink()
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute("PRAGMA user_version=3")
        db.execute("CREATE TABLE stored_events (a)")
        db.commit()
        left = {tail: Path(f"{shell.store}{tail}").read_bytes() for tail in ("", "-wal")}
    for tail, content in left.items():
        Path(f"{shell.store}{tail}").write_bytes(content)
    assert left[""][68:72] == bytes(4)
    before = everything(shell.folder)
    done = shell("list")
    assert (done.status, done.error) == (1, f"campaign: {shell.store}, {STORE}")
    assert everything(shell.folder) == before


def test_a_backup(shell: Shell) -> None:
    """It is not restored, neither to a free place nor over a store."""
    shell.fine("backup", "copy.db")
    copy = shell.folder / "copy.db"
    drafted(copy, 3)
    before = everything(shell.folder)
    for more in ((), ("--force",)):
        done = shell("--store", "new.db", "restore", "copy.db", *more)
        assert (done.status, done.error) == (1, f"campaign: copy.db, {STORE}")
    done = shell("restore", "copy.db", "--force")
    assert (done.status, done.error) == (1, f"campaign: copy.db, {STORE}")
    assert everything(shell.folder) == before


def test_the_doctor_says_so_too(shell: Shell) -> None:
    """Of the store and of the people."""
    drafted(shell.store, 3)
    before = everything(shell.folder)
    checked = json.loads(shell("doctor", "--json").out)["checked"]
    told = {one["what"]: (one["health"], one["told"]) for one in checked}
    assert told["database"] == told["campaigns"] == ("bad", f"{shell.store}, {STORE}")
    assert "schema" not in told
    assert everything(shell.folder) == before


def test_people(shell: Shell) -> None:
    """The campaigns beside them can be read; nothing is sent or chosen."""
    file = people_path(shell.store)
    drafted(file, 0)
    before = file.read_bytes()
    words = f"{file}, {PEOPLE}"
    assert shell("show", "club").status == 0
    done = shell("mail-choices", "club", "host")
    assert (done.status, done.out) == (1, "")
    warned = f"campaign: {words}. Campaigns go on without addresses"
    assert done.err.splitlines() == [warned, f"campaign: {words}"]
    checked = json.loads(shell("doctor", "--json").out)["checked"]
    assert ("bad", words) in [(one["health"], one["told"]) for one in checked]
    assert file.read_bytes() == before
    assert not list(shell.folder.glob(f"{file.name}-*"))


def test_people_in_a_backup(shell: Shell) -> None:
    """Neither they nor the store beside them are put back."""
    shell.fine("backup", "copy.db")
    drafted(people_path(shell.folder / "copy.db"), 0)
    before = everything(shell.folder)
    done = shell("restore", "copy.db", "--force")
    assert (done.status, done.error) == (1, f"campaign: copy.people.db, {PEOPLE}")
    assert everything(shell.folder) == before


@pytest.mark.parametrize("form", [1, 3])
def test_an_export(shell: Shell, form: int) -> None:
    """Neither imported nor verified; its first line may lack what ours has."""
    shell.fine("export", "club", "club.jsonl")
    file = shell.folder / "club.jsonl"
    first, *lines = file.read_text().splitlines()
    kept = {name: value for name, value in json.loads(first).items() if name != "rules"}
    file.write_text("\n".join([json.dumps({**kept, "form": form}), *lines]) + "\n")
    before = everything(shell.folder)
    words = "campaign: club.jsonl, an export, was written before 1.0; not read"
    for call in (("--store", "new.db", "import", "club.jsonl"), ("verify", "--file", "club.jsonl")):
        done = shell(*call)
        assert (done.status, done.out, done.error) == (1, "", words)
    assert everything(shell.folder) == before


def test_an_export_of_a_newer_form_is_told_apart(shell: Shell) -> None:
    """It is not older."""
    shell.fine("export", "club", "club.jsonl")
    file = shell.folder / "club.jsonl"
    file.write_text(file.read_text().replace('"form":4', '"form":5', 1))
    done = shell("verify", "--file", "club.jsonl")
    words = "campaign: club.jsonl is an export this version cannot read"
    assert (done.status, done.error) == (1, words)


def test_a_stranger_is_no_draft(tmp_path: Path) -> None:
    """A database of somebody else's keeps its own refusal."""
    shell = Shell(tmp_path)
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("CREATE TABLE milk (a)")
    done = shell("list")
    assert (done.status, done.error) == (1, f"campaign: {shell.store} is not a campaign store")


def test_a_copy_keeps_its_form(shell: Shell) -> None:
    """What SQLite itself copies is read as well."""
    shutil.copy(shell.store, shell.folder / "other.db")
    assert shell("--store", "other.db", "list").status == 0
