"""`campaign club …` with a directory in PostgreSQL: each club gets a database of its own."""

import json
from pathlib import Path

import pytest

from campaign.extensions.clubs.directory import ClubDirectory, store_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace, folder_name
from support.command_line import Shell
from support.postgres import new_database, server

URL = "https://thursday.example"
WAR = ("--scenario", "global-war")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Calls with a directory in a database of the test's own."""
    made = Shell(tmp_path, CAMPAIGN_CLUBS=new_database(), CAMPAIGN_HOME=str(tmp_path / "home"))
    del made.env["CAMPAIGN_STORE"]
    return made


def databases() -> set[str]:
    """Every database of the tests' server."""
    here = server()
    assert here is not None
    return {str(name) for (name,) in here.run("SELECT datname FROM pg_database")}


def own_name(shell: Shell, club: str) -> str:
    """What a club's own database is called."""
    return f"{shell.env['CAMPAIGN_CLUBS'].partition('@/')[2].partition('?')[0]}_{club}"


def place(shell: Shell, club: str) -> StorePlace:
    """Where a club's store is."""
    directory = ClubDirectory(shell.env["CAMPAIGN_CLUBS"])
    found = store_of(directory.must(club), directory.place)
    directory.close()
    return found


def test_a_club_gets_a_database_of_its_own(shell: Shell) -> None:
    """Beside the directory's, with its settings in its folder below CAMPAIGN_HOME."""
    told = shell.fine("club", "add", "thursday", "--url", URL)
    assert own_name(shell, "thursday") in databases()
    assert own_name(shell, "thursday") in told
    store = place(shell, "thursday").typed
    settings = Path(shell.env["CAMPAIGN_HOME"]) / folder_name(store) / "club.toml"
    assert settings.read_text() == f'[service]\nurl = "{URL}"\n'
    shell.fine("--store", store, "start", "winter", *WAR)
    (found,) = json.loads(shell.fine("club", "list", "--json"))["clubs"]
    assert (found["name"], found["url"], found["state"]) == ("thursday", URL, "open")
    assert found["used"]["campaigns"] == 1 and found["used"]["bytes"] > 1_000_000


def test_quotas_hold_at_the_keyboard_while_the_directory_is_named(shell: Shell) -> None:
    """Without it nobody at the keyboard can know of them."""
    shell.fine("club", "add", "thursday", "--url", URL)
    store = place(shell, "thursday").typed
    shell.fine("--store", store, "start", "winter", *WAR)
    shell.fine("club", "quota", "thursday", "--campaigns", "1")
    found = shell("--store", store, "start", "second", *WAR)
    assert found.error == (
        "refused (Quota): this club may have 1 campaign, and has 1, what-ifs among them; "
        "ask whoever runs the installation"
    )
    shell.fine("club", "quota", "thursday", "--campaigns", "0", "--bytes", "1MB")
    found = shell("--store", store, "start", "second", *WAR)
    assert "refused (Quota): this club may take up 1 MB, and takes up " in found.error
    del shell.env["CAMPAIGN_CLUBS"]
    shell.fine("--store", store, "start", "second", *WAR)


def test_a_database_that_is_there_already_is_left_alone(shell: Shell) -> None:
    """It may be somebody else's; named with --store it is taken."""
    here = server()
    assert here is not None
    name = own_name(shell, "thursday")
    here.run(f"CREATE DATABASE {name}")
    found = shell("club", "add", "thursday", "--url", URL)
    assert found.error == (
        f"campaign: there is a database {name} already; if it is to be the club's, name it: --store"
    )
    assert json.loads(shell.fine("club", "list", "--json"))["clubs"] == []
    shell.fine("club", "add", "thursday", "--url", URL, "--store", here.url(name))
    again = shell("club", "add", "friday", "--url", "https://f.example", "--store", here.url(name))
    assert again.error == "campaign: thursday has that store already"
    assert own_name(shell, "friday") not in databases()


def test_what_was_made_for_a_club_that_cannot_be_added_is_gone(shell: Shell) -> None:
    """Its address is another's; the database that was made for it is dropped again."""
    shell.fine("club", "add", "thursday", "--url", URL)
    found = shell("club", "add", "friday", "--url", URL)
    assert found.status == 1 and "thursday has the name of" in found.error
    assert own_name(shell, "friday") not in databases()


def test_a_user_without_the_right_is_told_what_to_have_made(shell: Shell) -> None:
    """And nothing is there afterwards."""
    here = server()
    assert here is not None
    name = own_name(shell, "thursday")
    user = f"{name}_user"
    here.run(f"CREATE ROLE {user} LOGIN")
    directory = shell.env["CAMPAIGN_CLUBS"]
    here.run(f"GRANT CREATE ON DATABASE {name.removesuffix('_thursday')} TO {user}")
    shell.env["CAMPAIGN_CLUBS"] = directory.replace("postgres@", f"{user}@", 1)
    found = shell("club", "add", "thursday", "--url", URL)
    assert found.error == (
        f"campaign: this user may not make databases: have {name} made for it (createdb), "
        "and name that with --store"
    )
    assert json.loads(shell.fine("club", "list", "--json"))["clubs"] == []


def test_no_password_of_the_directory_is_written_down_or_shown(
    shell: Shell, tmp_path: Path
) -> None:
    """The server lets the tests in without one; whoever has to give one gives this."""
    where = shell.env["CAMPAIGN_CLUBS"]
    shell.env["CAMPAIGN_CLUBS"] = where.replace("postgres@", "postgres:opensesame@", 1)
    said = [
        shell.fine("club", "add", "thursday", "--url", URL),
        shell.fine("club", "list"),
        shell.fine("club", "list", "--json"),
        shell.fine("club", "close", "thursday"),
    ]
    here = server()
    assert here is not None
    name = own_name(shell, "thursday").removesuffix("_thursday")
    rows = here.run("SELECT name, url, store FROM campaign_clubs.club", name)
    files = [file.read_bytes() for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert "opensesame" not in f"{said}{rows}{files!r}"
    assert place(shell, "thursday").typed.endswith("&password=opensesame")


def test_a_directory_that_cannot_be_reached_is_one_line(shell: Shell, tmp_path: Path) -> None:
    """And leaves nothing behind."""
    shell.env["CAMPAIGN_CLUBS"] = "postgresql:///league?host=/nowhere"
    for words in (("list",), ("add", "a", "--url", URL), ("close", "a"), ("quota", "a")):
        found = shell("club", *words)
        assert found.status == 1 and "cannot be reached" in found.error, words
    assert not (tmp_path / "home").exists()
    found = shell("serve", "--clubs", "postgresql:///league?host=/nowhere")
    assert found.status == 1 and "cannot be reached" in found.error


def test_a_club_is_archived_deleted_and_handed_over(shell: Shell, tmp_path: Path) -> None:
    """Its database is dropped, for it was made for it; another installation takes the archive."""
    shell.fine("club", "add", "thursday", "--url", URL)
    store = place(shell, "thursday")
    shell.fine("--store", store.typed, "start", "winter", *WAR)
    shell.fine("--store", store.typed, "enrol", "winter", "anna", "--name", "Anna")
    address = ("--address", "anna@a.example")
    shell.fine("--store", store.typed, "mail-choices", "winter", "anna", *address)
    with Ledger(store) as ledger:
        head = ledger.store.head("winter")
    archive = tmp_path / "handed"
    shell.fine("club", "delete", "thursday", "--yes", "thursday", "--archive", str(archive))
    assert own_name(shell, "thursday") not in databases()
    assert not store.folder.exists() or list(store.folder.iterdir()) == []
    files = {file.name for file in archive.iterdir()}
    assert {"club.db", "club.people.db", "club.vault", "winter.jsonl"} <= files
    assert json.loads(shell.fine("club", "list", "--json"))["clubs"] == []
    other = Shell(tmp_path, CAMPAIGN_CLUBS=new_database(), CAMPAIGN_HOME=str(tmp_path / "other"))
    other.fine("club", "add", "thursday", "--url", URL, "--from", str(archive))
    handed = place(other, "thursday").typed
    del other.env["CAMPAIGN_STORE"]
    shown = json.loads(other.fine("--store", handed, "verify", "winter", "--json"))
    assert shown["head"] == head[1]
    assert "anna@a.example" in other.fine("--store", handed, "mail-choices", "winter", "anna")
    other.fine("--store", handed, "entropy", "winter", "a line")  # with its key


def test_of_a_database_with_anything_else_in_it_only_the_clubs_own_goes(shell: Shell) -> None:
    """A table of somebody's stays, in a database that was made for the club."""
    shell.fine("club", "add", "thursday", "--url", URL)
    name = own_name(shell, "thursday")
    here = server()
    assert here is not None
    here.run("CREATE TABLE minutes (said text)", name)
    shell.fine("club", "delete", "thursday", "--yes", "thursday")
    assert name in databases()
    schemas = {str(row[0]) for row in here.run("SELECT nspname FROM pg_namespace", name)}
    assert not any(schema.startswith("campaign_") for schema in schemas)
    assert here.run("SELECT count(*) FROM minutes", name) == [(0,)]


def test_a_club_is_moved_from_a_file_into_a_database(shell: Shell, tmp_path: Path) -> None:
    """And back; its head is the same each time."""
    own = tmp_path / "thursday.db"
    shell.fine("club", "add", "thursday", "--url", URL, "--store", str(own))
    shell.fine("--store", str(own), "start", "winter", *WAR)
    with Ledger(own) as ledger:
        head = ledger.store.head("winter")
    target, back = new_database(), tmp_path / "back.db"
    shell.fine("club", "move", "thursday", "--to", target)
    assert place(shell, "thursday").typed == target
    with Ledger(target) as ledger:
        assert ledger.store.head("winter") == head
    assert shell("--store", str(own), "entropy", "winter", "a line").status == 1
    shell.fine("--store", target, "entropy", "winter", "a line")
    with Ledger(target) as ledger:
        head = ledger.store.head("winter")
    shell.fine("club", "move", "thursday", "--to", str(back))
    with Ledger(back) as ledger:
        assert ledger.store.head("winter") == head
    assert shell("--store", target, "entropy", "winter", "a line").status == 1
