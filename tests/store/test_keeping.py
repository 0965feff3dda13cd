"""Backup while others write, restore after damage, and the doctor's look at a store."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.projections.projector import TablesFollower
from campaign.store import doctor
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Reader
from campaign.store.sqlite import backup
from events import chain
from support.command_line import Shell
from support.sessions import NAME, played

KNOWN = ("SQLite",)
"""What the doctor says of this machine."""
BOOKMARK = {"command": "SetBookmark", "version": 1}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a played campaign, and nobody at it."""
    folder = tmp_path_factory.mktemp("keeping")
    played(folder, turns=3).ledger.close()
    return folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that store in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def rows(store: Path) -> list[Any]:
    """Every event and receipt of a store."""
    reader = Reader(store)
    try:
        return [[*reader.store.rows(name), *reader.store.receipts(name)] for name in reader.names()]
    finally:
        reader.store.close()


def beside(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(file.name for file in folder.iterdir())


def damage(store: Path) -> None:
    """Writes nonsense over the middle of a store's pages."""
    content = bytearray(store.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 8_192] = b"\xa5" * 8_192
    store.write_bytes(content)


# --- backup -------------------------------------------------------------------------------------


def test_a_backup_is_the_store_without_its_key(shell: Shell) -> None:
    """One file with every event and receipt, which can be used as a store itself."""
    told = shell.fine("backup", "copy.db")
    count = len(rows(shell.store)[0])
    assert "club 131 events, verified" in told
    assert "campaign.vault" in told and "another place" in told
    assert rows(shell.folder / "copy.db") == rows(shell.store) and count > 131
    assert beside(shell.folder) == ["campaign.db", "campaign.vault", "copy.db"]
    key = (shell.folder / "campaign.vault").read_text().strip()
    content = (shell.folder / "copy.db").read_bytes()
    assert key.encode() not in content and bytes.fromhex(key) not in content
    shell.fine("verify", "club", CAMPAIGN_STORE="copy.db")


def test_a_backup_answers_programs(shell: Shell) -> None:
    """--json: file and campaigns."""
    told = json.loads(shell.fine("backup", "copy.db", "--json"))
    assert told == {"file": "copy.db", "campaigns": {"club": 131}}


def test_a_backup_is_not_replaced_unasked(shell: Shell) -> None:
    """--force replaces it, whole; nothing else lies about afterwards."""
    shell.fine("backup", "copy.db")
    before = (shell.folder / "copy.db").read_bytes()
    shell.fine("open", "second", "--scenario", "global-war")
    done = shell("backup", "copy.db")
    assert done.status == 2 and "--force replaces it" in done.error
    assert (shell.folder / "copy.db").read_bytes() == before
    assert "second" in shell.fine("backup", "copy.db", "--force")
    assert len(rows(shell.folder / "copy.db")) == 2
    assert not [name for name in beside(shell.folder) if name.startswith(".")]


def test_a_backup_cannot_be_the_store_or_a_folder(shell: Shell) -> None:
    """One line, and the store is as it was."""
    before = shell.store.read_bytes()
    same = shell("backup", "campaign.db", "--force")
    assert same.status == 1 and "is the store itself" in same.error
    (shell.folder / "link.db").symlink_to(shell.store)
    assert "is the store itself" in shell("backup", "link.db", "--force").error
    folder = shell("backup", ".")
    assert folder.status == 2 and "is a folder" in folder.error
    assert shell.store.read_bytes() == before


def test_without_a_store_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    """A missing store, and a file that is none."""
    shell = Shell(tmp_path)
    assert "no campaign store" in shell("backup", "copy.db").error
    shell.store.write_text("milk, bread, a box of counters\n" * 100)
    done = shell("backup", "copy.db")
    assert done.status == 1 and "not a campaign store" in done.error
    assert beside(tmp_path) == ["campaign.db"]


def spoil(store: Path) -> None:
    """Makes a record that does not verify: an event under another topic."""
    with closing(sqlite3.connect(store)) as db:
        db.execute("UPDATE stored_events SET topic='lif.WarDeclared' WHERE originator_version=9")
        db.commit()


def test_a_record_with_a_finding_is_backed_up_with_a_warning(shell: Shell) -> None:
    """The copy has every row, and the good backup that --force replaces stays for good."""
    shell.fine("backup", "copy.db")
    good = (shell.folder / "copy.db").read_bytes()
    spoil(shell.store)
    warned = "campaign: warning: the copy of club does not verify: version 9: "
    done = shell("backup", "new.db")
    assert done.status == 0 and done.error.startswith(warned)
    assert done.out.startswith("new.db: club 131 events, copied with what is wrong\n")
    assert rows(shell.folder / "new.db") == rows(shell.store)
    aside = "The backup of that name from before is now copy.db.before"
    for times in (1, 2):
        done = shell("backup", "copy.db", "--force")
        assert done.status == 0 and (aside in done.out.splitlines()) == (times == 1)
        assert (shell.folder / "copy.db.before").read_bytes() == good
    assert rows(shell.folder / "copy.db") == rows(shell.store)
    told = shell("backup", "other.db", "--json")
    page = json.loads(told.out)
    assert page["aside"] is None and [f"campaign: warning: {one}" for one in page["findings"]] == [
        told.error
    ]
    kept = shell("restore", "new.db", "--force")
    assert kept.status == 1 and "does not verify: version 9" in kept.error
    assert kept.error.endswith("; nothing was restored")


def test_a_damaged_store_is_copied_with_a_warning(shell: Shell) -> None:
    """Pages that SQLite itself finds damaged, as they are."""
    damage(shell.store)
    done = shell("backup", "copy.db")
    assert done.status == 0 and f"warning: {shell.store} is damaged" in done.error
    assert done.out.startswith("copy.db: club 131 events, copied with what is wrong\n")
    copied = (shell.folder / "copy.db").read_bytes()
    assert copied[100:] == shell.store.read_bytes()[100:]
    assert beside(shell.folder) == ["campaign.db", "campaign.vault", "copy.db"]


# --- the files ----------------------------------------------------------------------------------


def test_the_last_writer_leaves_one_file(shell: Shell) -> None:
    """What it wrote is in the store itself, even while somebody still reads."""
    ahead = shell.folder / "campaign.db-wal"
    reader = Reader(shell.store)
    before = reader.store.version("club")
    with Ledger(shell.store) as ledger:
        assert ledger.submit("club", {**BOOKMARK, "note": "geese"})["accepted"]
        assert ahead.stat().st_size > 0
    assert ahead.stat().st_size == 0
    alone = shutil.copy(shell.store, shell.folder / "alone.db")
    copy = Reader(Path(alone))
    assert copy.store.version("club") == reader.store.version("club") == before + 1
    copy.store.close()
    reader.store.close()
    assert "campaign.db-wal" not in beside(shell.folder)


def test_whoever_wrote_waits_for_no_reader(shell: Shell) -> None:
    """One who is in the middle of reading keeps the log as it is; the store says no less."""
    with closing(sqlite3.connect(shell.store)) as other:
        with Ledger(shell.store) as ledger:
            assert ledger.submit("club", {**BOOKMARK, "note": "geese"})["accepted"]
            other.execute("BEGIN")
            count = "SELECT count(*) FROM stored_events"
            (seen,) = other.execute(count).fetchone()
            assert ledger.submit("club", {**BOOKMARK, "note": "swans"})["accepted"]
        assert other.execute(count).fetchone() == (seen,)
        other.rollback()
        assert other.execute(count).fetchone() == (seen + 1,)


# --- restore ------------------------------------------------------------------------------------


def test_restore_after_damage(shell: Shell) -> None:
    """The backup is back in use, the damaged file is kept, and reading tables catch up."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    damage(shell.store)
    nonsense = shell.store.read_bytes()
    told = shell.fine("restore", "copy.db", "--force")
    assert "club 131 events, verified" in told and "campaign.db.before-restore" in told
    assert rows(shell.store) == whole
    assert (shell.folder / "campaign.db.before-restore").read_bytes()[100:] == nonsense[100:]
    shell.fine("verify", "club")
    shell.fine("rebuild", "club")


@pytest.mark.parametrize("how", ["text", "empty", "header", "half"])
def test_restore_over_what_is_no_database_any_more(shell: Shell, how: str) -> None:
    """However badly the store is damaged."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    content = shell.store.read_bytes()
    broken = {
        "text": b"milk, bread, a box of counters\n" * 100,
        "empty": b"",
        "header": bytes(100) + content[100:],
        "half": content[: len(content) // 2],
    }[how]
    shell.store.write_bytes(broken)
    shell.fine("restore", "copy.db", "--force")
    assert rows(shell.store) == whole
    assert (shell.folder / "campaign.db.before-restore").read_bytes() == broken


def test_restore_where_nothing_is(shell: Shell) -> None:
    """A new machine: the store comes from the backup, the key from elsewhere."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    other = Shell(shell.folder, CAMPAIGN_STORE="new/campaign.db")
    done = other("restore", "copy.db")
    assert done.status == 0 and "bring the vault's key to new/campaign.vault" in done.err
    assert rows(shell.folder / "new" / "campaign.db") == whole
    shutil.copy(shell.folder / "campaign.vault", shell.folder / "new")
    assert "BAD" not in other.fine("doctor", "--deep")


def test_restore_says_what_goes_back(shell: Shell) -> None:
    """Events recorded after the backup are in the file put aside, and the line counts them."""
    shell.fine("open", "second", "--scenario", "global-war")
    shell.fine("backup", "copy.db")
    events = [row for row in rows(shell.store)[1] if len(row) == 3]
    shell.fine("entropy", "second", "grey geese")
    told = shell.fine("restore", "copy.db", "--force")
    last = len(events)
    assert f"second: back from event {last + 1} to event {last}" in told
    assert "club: back" not in told
    assert "grey geese" not in shell.fine("log", "second")
    aside = {"CAMPAIGN_STORE": "campaign.db.before-restore"}
    assert "grey geese" in shell.fine("log", "second", **aside)
    assert not shell.fine("verify", "second").count("live state")


def test_restore_answers_programs(shell: Shell) -> None:
    """--json: what is there now, and what was."""
    shell.fine("backup", "copy.db")
    told = json.loads(shell.fine("restore", "copy.db", "--force", "--json"))
    assert told == {
        "file": str(shell.store), "campaigns": {"club": 131},
        "aside": f"{shell.store}.before-restore", "before": {"club": 131},
    }  # fmt: skip


def test_a_store_is_not_put_aside_unasked_nor_twice(shell: Shell) -> None:
    """--force once; what was put aside is never written over."""
    shell.fine("backup", "copy.db")
    done = shell("restore", "copy.db")
    assert done.status == 2 and "--force puts it aside" in done.error
    shell.fine("restore", "copy.db", "--force")
    again = shell("restore", "copy.db", "--force")
    assert again.status == 1 and "from another restore; move it away" in again.error


def test_the_copy_must_be_another_file_and_a_good_one(shell: Shell) -> None:
    """The store itself, a missing file, text, a copy that does not verify: nothing is changed."""
    before = shell.store.read_bytes()
    assert "is the store itself" in shell("restore", "campaign.db", "--force").error
    assert "no campaign store at nothing.db" in shell("restore", "nothing.db", "--force").error
    (shell.folder / "text.db").write_text("milk, bread\n" * 100)
    assert "not a campaign store" in shell("restore", "text.db", "--force").error
    shell.fine("backup", "copy.db")
    with closing(sqlite3.connect(shell.folder / "copy.db")) as db:
        db.execute("UPDATE receipts SET body=x'00' WHERE number=2")
        db.commit()
    done = shell("restore", "copy.db", "--force")
    assert done.status == 1 and "does not verify" in done.error and "receipt" in done.error
    with closing(sqlite3.connect(shell.folder / "copy.db")) as db:
        db.execute("PRAGMA user_version=99")
    assert "newer version" in shell("restore", "copy.db", "--force").error
    assert shell.store.read_bytes() == before
    assert not (shell.folder / "campaign.db.before-restore").exists()


def test_a_damaged_store_goes_aside_with_what_lies_beside_it(shell: Shell) -> None:
    """SQLite cannot even open it: whoever wants to rescue something finds all there was."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    ahead = shell.folder / "campaign.db-wal"
    shell.store.write_bytes(b"milk, bread\n" * 500)
    ahead.write_bytes(b"a box of counters\n" * 500)
    shell.fine("restore", "copy.db", "--force")
    assert rows(shell.store) == whole
    aside = shell.folder / "campaign.db.before-restore"
    assert aside.read_bytes() == b"milk, bread\n" * 500
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"a box of counters\n" * 500


# --- the doctor ---------------------------------------------------------------------------------


def seen(shell: Shell, *more: str, **environment: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """The doctor's exit status, and what he says of each thing."""
    done = shell("doctor", "--json", *more, **environment)
    told = json.loads(done.out)
    assert told["good"] == (done.status == 0)
    return done.status, {one["what"]: (one["health"], one["told"]) for one in told["checked"]}


def test_a_healthy_store(shell: Shell) -> None:
    """Each thing is good; `--deep` verifies as well."""
    shell.fine("rebuild", "club")
    status, told = seen(shell)
    healths = {health for what, (health, _) in told.items() if what not in KNOWN}
    assert status == 0 and healths == {"good"}
    assert list(told) == [
        "program", "SQLite", "database", "schema", "campaigns", "vault key", "clock", "club",
        "disk", "tables", "people",
    ]  # fmt: skip
    assert "receipts, none missing" in told["club"][1]
    assert seen(shell, "--deep")[1]["club"][1].endswith("it verifies")
    text = shell.fine("doctor")
    marks = [line[:4] for line in text.splitlines() if line[:4].strip()]
    assert len(marks) == len(told) and text.splitlines()[0].startswith("good  program")


def test_a_missing_store_is_bad(tmp_path: Path) -> None:
    """Exit status 1, and nothing is made by looking."""
    status, told = seen(Shell(tmp_path))
    assert status == 1 and told["store"][0] == "bad"
    assert beside(tmp_path) == []


def test_what_is_no_store_is_bad(shell: Shell) -> None:
    """Text, and another program's database."""
    shell.store.write_text("milk, bread, a box of counters\n" * 100)
    status, told = seen(shell)
    assert status == 1 and told["database"][0] == "bad"
    shell.store.unlink()
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("CREATE TABLE recipes (x)")
    status, told = seen(shell)
    assert status == 1 and told["campaigns"][0] == "bad"


def test_a_damaged_database_is_bad(shell: Shell) -> None:
    """SQLite's own check finds it."""
    damage(shell.store)
    status, told = seen(shell)
    assert status == 1 and told["database"][0] == "bad"


def test_a_newer_schema_is_bad(shell: Shell) -> None:
    """Nobody can read it."""
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("PRAGMA user_version=99")
    status, told = seen(shell)
    assert (status, told["schema"][0]) == (1, "bad")


@pytest.mark.parametrize("key", ["missing", "another's", "no hex", "open to all"])
def test_the_vault_s_key_is_there_and_right(shell: Shell, key: str) -> None:
    """One that opens nothing is as bad as none; one that others can read is worth a look."""
    vault = shell.folder / "campaign.vault"
    vault.chmod(0o600)
    match key:
        case "missing":
            vault.unlink()
        case "another's":
            vault.write_text("ab" * 32)
        case "no hex":
            vault.write_text("z" * 64)
        case "open to all":
            vault.chmod(0o644)
    status, told = seen(shell)
    assert told["vault key"][0] == ("warning" if key == "open to all" else "bad")
    assert status == (0 if key == "open to all" else 1)
    if key == "open to all":
        assert "chmod 600" in told["vault key"][1]


def test_a_broken_chain_of_receipts_is_bad(shell: Shell) -> None:
    """Found without `--deep`."""
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("DELETE FROM receipts WHERE number=3")
        db.commit()
    status, told = seen(shell)
    assert status == 1 and "number 4 comes after 2" in told["club"][1]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("stored_events SET state=CAST(replace(state, '\"Anna\"', '\"Anne\"') AS BLOB)", ": chain"),
        ("receipts SET body=CAST(replace(body, '\"host\"', '\"toni\"') AS BLOB)", ": receipt"),
    ],
)
def test_what_was_changed_is_found_by_looking_deep(shell: Shell, change: str, fault: str) -> None:
    """A letter of a member's name, or who sent something: no digest fits it any more."""
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute(f"UPDATE {change}")
        db.execute("DELETE FROM snapshots")
        db.commit()
    assert seen(shell)[0] == 0
    status, told = seen(shell, "--deep")
    assert status == 1 and "does not verify" in told["club"][1] and fault in told["club"][1]


def test_a_log_that_cannot_be_folded_is_bad(shell: Shell) -> None:
    """A hole in it."""
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("UPDATE stored_events SET state=x'00' WHERE originator_version=5")
        db.execute("DELETE FROM snapshots")
        db.commit()
    status, told = seen(shell)
    assert status == 1 and told["club"][0] == "bad"


def test_tables_for_reading_that_lag_are_worth_a_look(shell: Shell) -> None:
    """None yet, some events behind, of another history, of no use: never bad, for they catch up."""
    assert seen(shell)[1]["tables"] == (
        "warning",
        "those of club are to be made anew; the next command does it, or `campaign rebuild club`",
    )
    shell.fine("rebuild", "club")
    with Ledger(shell.store) as ledger:
        assert TablesFollower(ledger).lag(NAME) == 0
        for number in range(3):
            note = {"command": "SetBookmark", "version": 1, "note": f"{number}"}
            assert ledger.submit(NAME, note)["accepted"]
        assert TablesFollower(ledger).lag(NAME) == 3
        assert TablesFollower(ledger).lag("another") is None
    assert "are 3 events behind" in seen(shell)[1]["tables"][1]
    shell.fine("rebuild", "club")
    assert seen(shell)[1]["tables"][0] == "good"
    tables = shell.folder / "campaign-tables.db"
    with closing(sqlite3.connect(tables)) as db:
        db.execute("UPDATE campaigns SET head=?", ("0" * 64,))
        db.commit()
    assert "made anew" in seen(shell)[1]["tables"][1]
    tables.write_text("none of ours")
    assert seen(shell)[1]["tables"][0] == "warning"


@pytest.mark.parametrize(
    ("free", "told"), [(1 << 40, "good"), (doctor.LOW_SPACE - 1, "warning"), (1 << 20, "bad")]
)
def test_a_disk_that_fills_up(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, free: int, told: str
) -> None:
    """Below 64 MiB it is worth a look, below 4 it is bad."""
    usage = shutil.disk_usage(shell.folder)._replace(free=free)
    monkeypatch.setattr("campaign.store.doctor.shutil.disk_usage", lambda path: usage)
    with Ledger(shell.store) as ledger:
        (disk,) = [one for one in doctor.examine(ledger) if one.what == "disk"]
    assert disk.health == told


def test_a_large_file_is_read_whole_where_that_is_asked(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else only its ends are, and the doctor says so: a gap before them needs another look."""
    with closing(sqlite3.connect(shell.store)) as db:
        ((last,),) = db.execute("SELECT max(number) FROM receipts").fetchall()
        db.execute("DELETE FROM stored_events WHERE originator_version=2")
        db.execute("DELETE FROM receipts WHERE number=2")
        db.execute("DELETE FROM snapshots")
        db.commit()
    assert seen(shell)[1]["club"][0] == "bad"
    monkeypatch.setattr("campaign.store.doctor.READ_WHOLE", 0)
    status, told = seen(shell)
    assert status == 0 and told["club"][1].endswith(f"; {last} receipts")
    assert told["database"][1].endswith("every look: `campaign doctor --whole` reads them")
    for option in ("--whole", "--deep"):
        status, told = seen(shell, option)
        assert status == 1 and told["club"][0] == "bad"
        assert told["database"][1] == "SQLite finds it whole"


def test_several_campaigns_are_each_looked_at(shell: Shell) -> None:
    """One that is broken hides no other."""
    shell.fine("open", "second", "--scenario", "global-war")
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("UPDATE stored_events SET state=x'00' WHERE originator_id='club'")
        db.execute("DELETE FROM snapshots")
        db.commit()
    status, told = seen(shell)
    assert status == 1 and told["club"][0] == "bad" and told["second"][0] == "good"
    assert told["campaigns"][1] == "2: club, second"


def test_keeping_is_refused_below_the_command_line_too(shell: Shell) -> None:
    """Whoever calls the functions themselves."""
    copy = shell.folder / "copy.db"
    backup.backup(shell.store, copy)
    with pytest.raises(StoreError, match="is there already"):
        backup.backup(shell.store, copy)
    with pytest.raises(StoreError, match="say that it may be put aside"):
        backup.restore(copy, shell.store)
    assert chain.intact(rows(copy)[0][0][2])
