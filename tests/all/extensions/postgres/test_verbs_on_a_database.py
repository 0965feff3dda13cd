"""The command line on a database in PostgreSQL: what differs from a file, and what must not.

It takes longer, waits and starts something.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.extensions.postgres.database import SCHEMA_NAME
from campaign.store.protocol import folder_name, place_of
from scripts.postgres_server import WANTED, Server
from scripts.postgres_server import started as started_server
from support.command_line import ROOT, Shell, typed_at_a_terminal
from support.postgres import SAFE, new_database, server
from support.served import served
from tests.cli.test_verbs_on_a_database import SECRET, beside, checks, shell, shown, started

__all__ = ["shell"]


DEAD = {
    "postgresql:///club?host=/nowhere": "cannot be reached: nobody answers there",
    "postgresql://127.0.0.1:1/club": "cannot be reached: nobody answers there",
}


@pytest.fixture(scope="module")
def safe_server() -> Iterator[Server]:
    """A server whose settings `doctor` has nothing against."""
    if (made := started_server(SAFE)) is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()


def test_the_service_makes_its_folder_on_a_second_machine(shell: Shell) -> None:
    """Below a `CAMPAIGN_HOME` that is not there yet; the key comes by the environment."""
    started(shell)
    home, folder = shell.folder / "new" / "home", beside(shell).name
    key = (beside(shell) / "club.vault").read_text().strip()
    shell.env.update(CAMPAIGN_HOME=str(home), CAMPAIGN_VAULT_KEY=key)
    with served(shell) as (_, url):
        assert (home / folder / "club.service").read_text() == f"{url}\n"
        assert (home / folder).stat().st_mode & 0o077 == 0


def test_doctor_finds_a_sound_database_good(shell: Shell, safe_server: Server) -> None:
    """Its server, what was set there, tables, rights, room; exit status 0."""
    shell.env["CAMPAIGN_STORE"] = safe_server.database()
    done = shell("doctor")
    assert done.status == 1 and done.out.splitlines()[-1].startswith("BAD   store")
    assert done.out.splitlines()[-1].endswith(f"there is none in {shown(shell)}")
    started(shell)
    assert shell("doctor", "--deep").status == 0
    found = checks(shell)
    (version,) = safe_server.run("SELECT current_setting('server_version')")
    assert found["PostgreSQL"] == ("good", f"{version[0]} answers at {shown(shell)}")
    assert found["durability"] == (
        "good",
        "synchronous_commit = on: what was answered outlives a power cut",
    )
    assert found["schema"] == ("good", "4, the program's own")
    assert found["rights"] == ("good", "postgres may read and write all 8 tables")
    assert found["connections"][0] == found["size"][0] == "good"
    assert found["campaigns"] == ("good", "1: club")
    assert found["vault key"][0] == "good" and found["club"][0] == "good"
    assert found["heads"] == ("good", "each campaign ends where its events and receipts do")
    assert found["people"] == (
        "good",
        "no addresses or choices yet; they go into the database, apart from the record",
    )
    shell.fine("enrol", "club", "anna", "--email", "anna@example.org")
    found = checks(shell)
    assert found["people"][0] == "good"
    assert found["people"][1].startswith("in the database: of 1 member, never exported; schemas: ")
    assert "anna" not in found["people"][1]


def test_doctor_tells_of_a_standby_that_may_lack_answers(shell: Shell, safe_server: Server) -> None:
    """`remote_write` is less than `on`; which one the operator takes is theirs."""
    shell.env["CAMPAIGN_STORE"] = started_url = safe_server.database()
    started(shell)
    name = started_url.partition("?")[0].rpartition("/")[2]
    safe_server.run(f"ALTER DATABASE {name} SET synchronous_commit = remote_write")
    assert checks(shell)["durability"] == (
        "warning",
        "synchronous_commit = remote_write: a standby that takes over may lack an answer; "
        "set it to on or remote_apply",
    )


def test_the_shell_completes_the_campaigns_of_a_database(shell: Shell) -> None:
    """And nothing, without a word, where it does not answer."""
    started(shell)
    asked = {
        "_CAMPAIGN_COMPLETE": "bash_complete",
        "COMP_WORDS": "campaign show ",
        "COMP_CWORD": "2",
    }

    def completed(**more: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", "from campaign.cli import main; main()"],
            env={**shell.env, **asked, **more},
            capture_output=True,
            check=False,
            cwd=shell.folder,
            timeout=120,
        )
        assert done.stderr == b""
        return done.stdout.decode()

    assert completed() == "plain,club\n"
    assert completed(CAMPAIGN_STORE="postgresql://127.0.0.1:1/club").strip() == ""


def test_a_file_is_used_without_the_driver_of_databases(tmp_path: Path) -> None:
    """It is neither needed nor loaded: it takes as long as a short call."""
    text = (
        "import sys\nfrom campaign.cli import run\n"
        "for words in (['start', 'club', '--scenario', 'global-war'], ['status', 'club'],"
        " ['doctor'], ['verify', 'club'], ['members', 'club'], ['mail-status', 'club']):\n"
        "    assert run(['--store', 'club.db', *words]) == 0\n"
        "print(sorted(name for name in sys.modules if name.startswith('psycopg')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == b"[]"


def test_who_is_not_let_in_reads_one_line(shell: Shell, safe_server: Server) -> None:
    """A wrong password, none, and a database that nobody has made; `~/.pgpass` lets in."""
    rules = safe_server.folder / "data" / "pg_hba.conf"
    safe_server.run(f"CREATE ROLE anna LOGIN SUPERUSER PASSWORD '{SECRET}'")
    rules.write_text(f"local all anna scram-sha-256\n{rules.read_text()}")
    safe_server.run("SELECT pg_reload_conf()")
    url = safe_server.database().replace("postgres@", "anna@")
    for typed, told in (
        (
            url.replace("anna@", "anna:wrong@"),
            "does not let this user in: see the user and the password",
        ),
        (url, "wants a password: put it into ~/.pgpass, or into the address"),
        (
            safe_server.url("nowhere"),
            "is not there: make the database first (createdb), then use it",
        ),
    ):
        done = shell("list", CAMPAIGN_STORE=typed)
        assert (done.status, done.error) == (1, f"campaign: {place_of(typed)} {told}")
    shell.env["CAMPAIGN_STORE"] = url.replace("anna@", f"anna:{SECRET}@")
    started(shell)
    shell.env["CAMPAIGN_STORE"] = url
    kept = shell.home / ".pgpass"
    kept.write_text(f"*:*:*:anna:{SECRET}\n")
    kept.chmod(0o600)
    assert "club" in shell.fine("list")


def files(*folders: Path) -> list[Path]:
    """Everything on the disk in some folders."""
    return sorted(found for folder in folders for found in folder.rglob("*"))


@pytest.mark.parametrize("url", DEAD)
@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("start", "club", "--scenario", "global-war"),
        ("status", "club"),
        ("draw", "club"),
        ("select", "club"),
        ("verify", "club"),
        ("mail", "club"),
        ("serve",),
        ("serve", "--check"),
        ("rebuild", "club"),
        ("doctor",),
    ],
    ids=" ".join,
)
def test_an_unreachable_database_is_one_line_and_leaves_nothing(
    tmp_path: Path, url: str, words: tuple[str, ...]
) -> None:
    """Exit status 1, and no file or folder, neither here nor in the user's data folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    shell = Shell(folder, CAMPAIGN_STORE=url)
    done = shell(*words)
    told = f"{url} {DEAD[url]}"
    assert done.status == 1
    if words[0] == "doctor":
        assert done.out.splitlines()[-1].endswith(told) and done.err == ""
    else:
        assert done.error == f"campaign: {told}"
    assert files(folder, shell.home) == []


@pytest.mark.parametrize(
    "where",
    [
        f"postgresql://anna:{SECRET}#1@db/club",
        f"postgresql://anna:{SECRET}/1@db/club",
        "mysql://db/club",
        "POSTGRESQL://db/club",
    ],
)
def test_an_address_that_is_none_is_not_said_again(tmp_path: Path, where: str) -> None:
    """It may hold a password; wrong usage, and no file of that name."""
    shell = Shell(tmp_path, CAMPAIGN_STORE=where)
    for words in (("list",), ("start", "club", "--scenario", "global-war"), ("doctor",)):
        done = shell(*words)
        assert done.status == 2
        assert done.error.startswith(
            "campaign: that is no address of a store; write `postgresql://USER@HOST/DATABASE`, or "
            "a path; in a password, write each sign that is no letter or digit as %23 stands for #"
        )
        assert SECRET not in done.err
    assert files(tmp_path) == []


def test_the_key_lies_in_a_folder_of_the_databases_own(shell: Shell) -> None:
    """CAMPAIGN_HOME names the folder of such folders; without it, the user's data folder."""
    said = shell.fine("start", "club", "--scenario", "global-war")
    assert said.endswith(
        f"store  {shown(shell)}\nkey    {beside(shell) / 'club.vault'}: without it nothing sealed "
        "can be opened; keep a copy\n"
    )
    assert (beside(shell) / "club.vault").stat().st_mode & 0o077 == 0
    elsewhere = shell.folder / "elsewhere"
    url = new_database()
    shell.fine(
        *("start", "club", "--scenario", "global-war"),
        CAMPAIGN_HOME=str(elsewhere),
        CAMPAIGN_STORE=url,
    )
    assert (elsewhere / folder_name(url) / "club.vault").is_file()
    assert files(shell.folder)[0] == elsewhere


def test_another_spelling_of_the_same_database_has_not_its_key(shell: Shell) -> None:
    """It reads and records what is public; where the key must lie it says when it would seal."""
    started(shell)
    shell.fine("board", "club")
    shell.fine("draw", "club")
    other = shell.env["CAMPAIGN_STORE"] + "&port=5432"
    one = place_of(other.replace("?host=/", "?host=//"))
    shell.env["CAMPAIGN_STORE"] = one.url
    assert "club: Global War (1998 rulebook)" in shell.fine("status", "club")
    done = shell("ballots", "club", "germany=no-veto")
    key = shell.data / one.folder.name / "club.vault"
    assert done.status == 1
    assert done.error.startswith(
        f"campaign: the vault's key of {one} is not on this machine; bring its file to {key}, or "
        "set CAMPAIGN_VAULT_KEY [receipt club/"
    )
    assert not key.exists()
    found = checks(shell)["vault key"]
    assert found == ("bad", f"missing: nothing sealed can be opened; {key}")
    key.parent.mkdir(exist_ok=True)
    key.write_text("ab" * 32)
    assert checks(shell)["vault key"] == (
        "bad",
        f"is not the one that this database's other machines seal with; bring their file to {key}",
    )


def test_backup_and_restore_are_the_operators(shell: Shell) -> None:
    """Both say what is used instead, and where the key is. Nothing is written."""
    started(shell)
    key = beside(shell) / "club.vault"
    done = shell("backup", "copy.db")
    assert (done.status, done.error) == (
        2,
        f"campaign: {shown(shell)} is backed up by whoever runs its server, with pg_dump or base "
        f"backups; the key is in neither: keep a copy of {key}",
    )
    done = shell("restore", "copy.db")
    assert (done.status, done.error) == (
        2,
        f"campaign: {shown(shell)} is restored by whoever runs its server, with pg_restore or from "
        f"a base backup; the key comes back to {key} from its own copy",
    )
    assert files(shell.folder) == []


def test_the_read_tables_and_their_saved_queries_lie_with_the_key(shell: Shell) -> None:
    """Datasette opens a file, whatever the store is."""
    started(shell)
    tables = beside(shell) / "club-tables.db"
    assert shell.fine("rebuild", "club") == f"5 events read into {tables}\n"
    said = shell.fine("datasette", "club")
    assert str(beside(shell) / "club-datasette.json") in said and str(tables) in said
    with sqlite3.connect(tables) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 10


def test_a_second_machine_reads_and_records_with_a_folder_of_its_own(shell: Shell) -> None:
    """Looking leaves nothing on it; recording leaves the read tables there, and no key."""
    started(shell)
    second = {"CAMPAIGN_HOME": str(shell.folder / "second")}
    for words in (("status", "club"), ("list",), ("verify", "club"), ("doctor",)):
        shell(*words, **second)
    assert files(shell.folder) == []
    assert "The Promotions Board met." in shell.fine("board", "club", **second)
    here = shell.folder / "second" / beside(shell).name
    assert files(here) == [here / "club-tables.db"]
    assert here.stat().st_mode & 0o077 == 0
    done = shell("draw", "club", **second)
    assert done.status == 1 and f"the vault key {here / 'club.vault'} is missing" in done.error
    assert shell.fine("rebuild", "club", **second).endswith(f"{here / 'club-tables.db'}\n")


def test_what_the_service_lacks_on_a_second_machine(shell: Shell) -> None:
    """Its folder is made once it is needed; backups are no concern of the service."""
    call = ("serve", "--check", "--listen", "127.0.0.1:0")
    assert "no club yet; the page will ask\n" in shell.fine(*call)
    started(shell)
    said = shell.fine(*call)
    assert f"store     {shown(shell)}\n" in said
    assert "backups   whoever runs the database's server makes them; none are made here\n" in said
    home = shell.folder / "second"
    done = shell(*call, CAMPAIGN_HOME=str(home))
    key = home / beside(shell).name / "club.vault"
    assert done.status == 1
    assert done.out.endswith(
        f"missing: the key that {shown(shell)} seals with is not on this machine; "
        f"bring its file to {key}\n"
    )
    assert not home.exists()


def test_a_renewed_key_is_brought_to_the_other_machines(shell: Shell) -> None:
    """Until then they seal nothing, and say where the file must lie."""
    started(shell)
    home = shell.folder / "second"
    key = home / beside(shell).name / "club.vault"
    key.parent.mkdir(parents=True)
    key.write_bytes((beside(shell) / "club.vault").read_bytes())
    shell.fine("vault-renew", "club")
    assert checks(shell)["vault keys"][1].startswith("2 keys; the first is in use")
    for words in ("board", "draw"):
        shell.fine(words, "club")
    ballot = ("ballots", "club", "germany=no-veto")
    done = shell(*ballot, CAMPAIGN_HOME=str(home))
    assert done.status == 1
    assert done.error.startswith(
        f"campaign: {key} does not hold the key that {shown(shell)} seals with now; bring the key "
        f"file of the machine that seals there to {key} [receipt club/"
    )
    key.write_bytes((beside(shell) / "club.vault").read_bytes())
    shell.fine(*ballot, CAMPAIGN_HOME=str(home))
    assert shell.fine("verify", "club").endswith("no findings\n")


def broken(shell: Shell, statement: str, what: str) -> tuple[str, str]:
    """What `doctor` says of something once the operator has done this to the record."""
    database = shell.env["CAMPAIGN_STORE"].partition("?")[0].rpartition("/")[2]
    here = server()
    assert here is not None
    here.run(statement.format(s=SCHEMA_NAME, db=database), database)
    return checks(shell)[what]


def test_doctor_says_what_is_wrong_with_a_server(shell: Shell) -> None:
    """The tests' own does not write to the disk; others only read, or lie about their commits."""
    started(shell)
    assert checks(shell)["durability"] == (
        "bad",
        "fsync and full_page_writes are off: a power cut can damage the whole database; "
        "have the server set to on",
    )
    found = broken(shell, "ALTER DATABASE {db} SET synchronous_commit = off", "store")
    assert found == (
        "bad",
        f"{shown(shell)} answers before a commit is safe (synchronous_commit = off); "
        "set it to on for this database, or to remote_apply with a standby",
    )
    broken_ = "ALTER DATABASE {db} RESET synchronous_commit"
    assert broken(shell, broken_, "schema")[0] == "good"
    found = broken(shell, "ALTER DATABASE {db} SET default_transaction_read_only = on", "writing")
    assert found == ("bad", "the server only reads, as a standby does; nothing can be recorded")


@pytest.mark.parametrize(
    ("statement", "what", "told"),
    [
        (
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
            "CREATE TRIGGER gone BEFORE DELETE ON {s}.salts FOR EACH ROW EXECUTE FUNCTION f()",
            "trigger",
            "'gone' on 'salts' is not the tracker's: it may change, swallow or hide what is "
            "recorded; have it removed (DROP TRIGGER)",
        ),
        (
            "CREATE RULE quiet AS ON DELETE TO {s}.receipts DO INSTEAD NOTHING",
            "rule",
            "'quiet' on 'receipts' is not the tracker's: it may change, swallow or hide what is "
            "recorded; have it removed (DROP RULE)",
        ),
        (
            "CREATE POLICY hide ON {s}.heads USING (false)",
            "policy",
            "'hide' on 'heads' is not the tracker's: it may change, swallow or hide what is "
            "recorded; have it removed (DROP POLICY)",
        ),
        (
            "DROP TABLE {s}.salts",
            "record",
            "7 of 8 are there; have the database restored, or import exports",
        ),
        (
            "DELETE FROM {s}.about WHERE name = 'schema'",
            "schema",
            "the tables do not say which schema they have",
        ),
    ],
)
def test_doctor_says_what_is_wrong_with_the_tables(
    shell: Shell, statement: str, what: str, told: str
) -> None:
    """What an operator, or somebody else with their rights, has done to them."""
    assert broken(started(shell), statement, what) == ("bad", told)


def test_doctor_says_where_a_campaign_does_not_end_as_its_head_says(shell: Shell) -> None:
    """An operator has brought back one table and not the other."""
    found = broken(started(shell), "UPDATE {s}.heads SET version = 4", "heads")
    assert found[0] == "bad" and found[1].startswith("club: ")


def test_doctor_says_which_rights_are_lacking(shell: Shell) -> None:
    """Of the user in the address, not of whoever made the database."""
    started(shell)
    grants = "GRANT CONNECT ON DATABASE {db} TO guest_{db}; GRANT USAGE ON SCHEMA {s} TO guest_{db}"
    made = f"CREATE ROLE guest_{{db}} LOGIN; {grants}"
    broken(shell, f"{made}; GRANT SELECT ON ALL TABLES IN SCHEMA {{s}} TO guest_{{db}}", "rights")
    name = shell.env["CAMPAIGN_STORE"].partition("?")[0].rpartition("/")[2]
    guest = shell.env["CAMPAIGN_STORE"].replace("postgres:", f"guest_{name}:")
    shell.env["CAMPAIGN_STORE"] = guest
    assert checks(shell)["rights"] == (
        "bad",
        f"guest_{name} lacks INSERT on about, UPDATE on about, DELETE on about, "
        "INSERT on command_keys; GRANT gives it",
    )


def test_a_selected_database_is_remembered_without_its_password(shell: Shell) -> None:
    """It is said where the password then comes from."""
    started(shell)
    place = place_of(shell.env["CAMPAIGN_STORE"])
    done = shell("select", "club")
    assert done.out == f"club is selected, in {place.remembered}\n"
    assert done.error == ("campaign: its password is not remembered: put it into ~/.pgpass")
    shell.env["CAMPAIGN_STORE"] = ""
    assert json.loads(shell.fine("select", "--json")) == {
        "campaign": "club",
        "store": place.remembered,
    }
    status, screen = typed_at_a_terminal(shell, "status", lines=[])
    assert status == 0 and "club: Global War (1998 rulebook)" in screen
    said = " ".join(screen.split())
    assert f"the store is {place}, the campaign club" in said and SECRET not in said


def test_another_store_that_has_the_campaign_is_named(shell: Shell) -> None:
    """A database too, where it answers at once."""
    started(shell)
    place = place_of(shell.env["CAMPAIGN_STORE"])
    shell.fine("open", "friday", "--scenario", "global-war", "--store", "here.db")
    done = shell("show", "club", "--store", "here.db")
    assert done.status == 2
    assert f"; {place.remembered} has it: `campaign --store {place.remembered} select club`" in (
        done.err
    )
    done = shell("show", "friday")
    assert f"; {shell.folder / 'here.db'} has it" in done.err


def test_the_password_is_nowhere(shell: Shell) -> None:
    """In no file that a call leaves, in nothing that it says, and in no other process's words."""
    said = []
    calls = (
        ("start", "club", "--scenario", "global-war"),
        ("select", "club"),
        ("status", "club"),
        ("board", "club"),
        ("draw", "club"),
        ("ballots", "club", "rest=no"),
        ("doctor", "--json"),
        ("backup", "copy.db"),
        ("restore", "copy.db"),
        ("verify", "club"),
        ("export", "club", "club.jsonl"),
        ("import", "club.jsonl"),
        ("rebuild", "club"),
        ("datasette", "club"),
        ("report", "club", "--out", "reports"),
        ("status", "nobody"),
        ("serve", "--check"),
        ("nonsense",),
    )
    for words in calls:
        done = shell(*words)
        said.append(done.out + done.err)
    dead = shell.env["CAMPAIGN_STORE"].replace("host=", "host=/nowhere")
    for words in calls:
        done = shell(*words, CAMPAIGN_STORE=dead)
        said.append(done.out + done.err)
    assert not [text for text in said if SECRET in text]
    written = [file for file in files(shell.folder, shell.home) if file.is_file()]
    assert len(written) > 10
    assert not [file for file in written if SECRET.encode() in file.read_bytes()]
