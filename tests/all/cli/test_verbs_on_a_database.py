"""The command line on a database in PostgreSQL: what differs from a file, and what must not.

What takes longer, waits or starts something, beside `cli/test_verbs_on_a_database.py`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.store.place import place_of
from scripts.postgres_server import WANTED, Server
from scripts.postgres_server import started as started_server
from support.command_line import ROOT, Shell
from support.postgres import SAFE
from support.served import served
from tests.cli.test_verbs_on_a_database import SECRET, beside, checks, shell, shown, started

__all__ = ["shell"]


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
    assert found["schema"] == ("good", "1, the program's own")
    assert found["rights"] == ("good", "postgres may read and write all 7 tables")
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
            timeout=30,
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
