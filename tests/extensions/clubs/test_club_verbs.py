"""`campaign club …`: an installation's clubs are added, closed, moved, archived, handed over."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from campaign.accounts.copying import copied, moved
from campaign.extensions.clubs import changes
from campaign.extensions.clubs.club import Club
from campaign.extensions.clubs.directory import ClubDirectory
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from support.command_line import Shell

URL = "https://thursday.example"
WAR = ("--scenario", "global-war")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Calls in a folder, with the directory beside them."""
    return Shell(tmp_path, CAMPAIGN_CLUBS=str(tmp_path / "clubs"))


def played(shell: Shell, name: str = "thursday") -> tuple[int, str]:
    """Starts a campaign in a club; its version and head."""
    store = shell.folder / "clubs" / name / "club.db"
    shell.fine("--store", str(store), "start", "global", *WAR)
    shell.fine("--store", str(store), "enrol", "global", "anna", "--name", "Anna")
    with Ledger(store) as ledger:
        return ledger.store.head("global")


def listed(shell: Shell) -> dict[str, dict[str, object]]:
    """The clubs as programs read them."""
    return {one["name"]: one for one in json.loads(shell.fine("club", "list", "--json"))["clubs"]}


def test_a_club_is_added_with_a_store_of_its_own(shell: Shell) -> None:
    """It can be played in at once, and its settings say where its members find it."""
    own = shell.folder / "clubs" / "thursday"
    added = shell.fine("club", "add", "thursday", "--url", URL)
    assert added == f"thursday is added; its store is {own / 'club.db'}\n"
    assert (own / "club.toml").read_text() == f'[service]\nurl = "{URL}"\n'
    played(shell)
    found = listed(shell)["thursday"]
    assert (found["url"], found["state"], found["store"]) == (URL, "open", str(own / "club.db"))
    assert found["used"] == {
        "campaigns": 1,
        "commands": 0,
        "mails": 0,
        "bytes": sum(file.stat().st_size for file in own.glob("club.*db")),
    }
    assert found["quotas"] == {"campaigns": 0, "commands": 0, "mails": 0, "bytes": 0}
    table = shell.fine("club", "list")
    assert "thursday" in table and URL in table and "open" in table


def test_quotas_hold_at_the_keyboard_too(shell: Shell) -> None:
    """The club's own store is in a directory, whoever uses it."""
    shell.fine("club", "add", "thursday", "--url", URL)
    head = played(shell)
    told = shell.fine("club", "quota", "thursday", "--campaigns", "1", "--bytes", "200MB")
    assert told == "thursday: 1 campaign and 200 MB\n"
    assert shell.fine("club", "quota", "thursday", "--commands", "1") == (
        "thursday: 1 campaign, 1 command a minute and 200 MB\n"
    )
    store = str(shell.folder / "clubs" / "thursday" / "club.db")
    own = Shell(shell.folder)  # without the variable: the folder says it
    for call in (shell, own):
        found = call("--store", store, "start", "second", *WAR)
        assert found.status == 1
        assert found.error == (
            "refused (Quota): this club may have 1 campaign, and has 1, what-ifs among them; "
            "ask whoever runs the installation"
        )
    lines = [own("--store", store, "entropy", "global", "a line") for _ in range(3)]
    assert 1 in [line.status for line in lines]
    refused = next(line for line in lines if line.status)
    assert "this club may send 1 command a minute, and has; try again in " in refused.error
    with Ledger(store) as ledger:
        assert ledger.store.version("global") <= head[0] + 2
    assert shell.fine("club", "quota", "thursday", "--campaigns", "0", "--commands", "0") == (
        "thursday: 200 MB\n"
    )
    assert "of 200 MB" in shell.fine("club", "list")


def test_a_closed_club_takes_nothing_in(shell: Shell) -> None:
    """Not at the keyboard either; reading goes on."""
    shell.fine("club", "add", "thursday", "--url", URL)
    head = played(shell)
    assert shell.fine("club", "close", "thursday") == "thursday is closed\n"
    assert shell.fine("club", "close", "thursday") == "thursday is closed already\n"
    store = str(shell.folder / "clubs" / "thursday" / "club.db")
    found = shell("--store", store, "entropy", "global", "a line")
    assert found.error == "refused (Club): this club is closed for now; nothing was recorded"
    assert shell("--store", store, "status", "global").status == 0
    assert shell.fine("club", "open", "thursday") == "thursday is open\n"
    assert shell.fine("club", "open", "thursday") == "thursday is open already\n"
    with Ledger(store) as ledger:
        assert ledger.store.head("global") == head
    shell.fine("--store", store, "entropy", "global", "a line")


def test_a_club_is_moved_with_its_people_and_key(shell: Shell) -> None:
    """The record is the same to the digest; the old place takes nothing more in."""
    shell.fine("club", "add", "thursday", "--url", URL)
    head = played(shell)
    old, new = shell.folder / "clubs" / "thursday" / "club.db", shell.folder / "new" / "club.db"
    shell.fine("--store", str(old), "mail-choices", "global", "anna", "--address", "anna@a.example")
    told = shell.fine("club", "move", "thursday", "--to", str(new))
    assert told == f"thursday is in {new} now\n"
    with Ledger(new) as ledger:
        assert ledger.store.head("global") == head
    assert new.with_suffix(".vault").read_bytes() == old.with_suffix(".vault").read_bytes()
    assert "anna@a.example" in shell.fine("--store", str(new), "mail-choices", "global", "anna")
    assert shell("--store", str(old), "entropy", "global", "a line").status == 1
    found = listed(shell)["thursday"]
    assert (found["store"], found["state"]) == (str(new), "open")
    behind = shell("club", "add", "friday", "--url", "https://f.example", "--store", str(old))
    assert behind.error == (
        f"campaign: {old} has moved to {new}; name another store, or delete that one"
    )
    assert list(listed(shell)) == ["thursday"]
    again = shell("club", "move", "thursday", "--to", str(new))
    assert again.error == f"campaign: thursday is in {new} already"


def test_the_archive_has_a_place_where_none_is_named(shell: Shell, tmp_path: Path) -> None:
    """Beside the directory, by name and day; a second one of that day beside it."""
    for _ in range(2):
        shell.fine("club", "add", "thursday", "--url", URL)
        shell.fine("club", "delete", "thursday", "--yes", "thursday")
    first, second = sorted((tmp_path / "clubs" / "archives").iterdir())
    assert first.name.startswith("thursday-20") and second.name == f"{first.name}-2"


def test_only_what_is_the_clubs_own_is_deleted(shell: Shell, tmp_path: Path) -> None:
    """A stranger's file in its folder stays, and so does the folder."""
    shell.fine("club", "add", "thursday", "--url", URL)
    kept = tmp_path / "clubs" / "thursday" / "minutes.txt"
    kept.write_text("what was said")
    shell.fine("club", "delete", "thursday", "--yes", "thursday")
    assert [file.name for file in kept.parent.iterdir()] == ["minutes.txt"]


def test_a_deletion_that_cannot_archive_deletes_nothing(shell: Shell, tmp_path: Path) -> None:
    """The club is closed then, and can be opened again."""
    shell.fine("club", "add", "thursday", "--url", URL)
    played(shell)
    archive = tmp_path / "there"
    archive.mkdir()
    found = shell("club", "delete", "thursday", "--yes", "thursday", "--archive", str(archive))
    assert found.error == (
        f"campaign: {archive} is there already; name another folder for the archive"
    )
    assert listed(shell)["thursday"]["state"] == "closed"
    (tmp_path / "clubs" / "thursday" / "club.db").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    found = shell("club", "delete", "thursday", "--yes", "thursday")
    assert found.status == 1 and len(found.err.splitlines()) == 1
    assert (tmp_path / "clubs" / "thursday" / "club.vault").is_file()


def test_a_folder_without_a_row_gets_one_when_it_is_changed(shell: Shell, tmp_path: Path) -> None:
    """As installations have been without a directory."""
    own = tmp_path / "clubs" / "old"
    own.mkdir(parents=True)
    (own / "club.toml").write_text('[service]\nurl = "https://old.example"\n')
    shell.fine("--store", str(own / "club.db"), "start", "global", *WAR)
    shell.fine("club", "close", "old")
    assert listed(shell)["old"]["state"] == "closed"


WRONG = [
    (("add", "Thursday", "--url", URL), "'Thursday' cannot name a club: use up to 40 small"),
    (("add", "friday", "--url", "ftp://a"), "its url must be like https://club.example, not ftp"),
    (("add", "friday"), "missing option '--url'"),
    (("add", "thursday", "--url", "https://a.example"), "there is a club 'thursday' in "),
    (("add", "friday", "--url", f"{URL}:444"), "thursday has the name of "),
    (
        ("add", "friday", "--url", "https://f.example", "--store", "postgresql://u:tiger@db/f"),
        "the directory keeps no passwords: write postgresql://u@db/f without one",
    ),
    (
        ("add", "friday", "--url", "https://f.example", "--from", "nothing"),
        "nothing is no archive of a club: there is no club.db in it",
    ),
    (("close", "friday"), "there is no club 'friday' in "),
    (("open", "friday"), "there is no club 'friday' in "),
    (("move", "friday", "--to", "x.db"), "there is no club 'friday' in "),
    (("move", "thursday", "--to", "postgresql://u:tiger@db/f"), "the directory keeps no passwords"),
    (("delete", "friday", "--yes", "friday"), "there is no club 'friday' in "),
    (("delete", "thursday"), "to delete thursday, add --yes thursday; nothing was deleted"),
    (
        ("delete", "thursday", "--yes", "friday"),
        "--yes names friday, and the club is thursday; nothing was deleted",
    ),
    (("quota", "friday", "--mails", "1"), "there is no club 'friday' in "),
    (("quota", "thursday", "--bytes", "much"), "'much' is no size; write 200MB or 2GB, or 0 for"),
    (("quota", "thursday", "--mails", "-1"), "-1 is not in the range"),
]


def test_wrong_uses_are_told_in_one_line(shell: Shell, tmp_path: Path) -> None:
    """And change nothing."""
    shell.fine("club", "add", "thursday", "--url", URL)
    before = listed(shell)
    for words, why in WRONG:
        found = shell("club", *words)
        assert found.status in (1, 2), words
        assert why in found.err and "tiger" not in found.err, (words, found.err)
    assert listed(shell) == before
    assert sorted(file.name for file in (tmp_path / "clubs").iterdir()) == ["clubs.db", "thursday"]
    nowhere = Shell(tmp_path)
    assert "name the directory of clubs: --clubs FOLDER" in nowhere("club", "list").err
    assert nowhere("club", "list", "--clubs", str(tmp_path / "clubs" / "clubs.db")).status == 2
    empty = nowhere.fine("club", "list", "--clubs", str(tmp_path / "empty"))
    assert empty == "there is no club yet; `campaign club add` adds one\n"
    assert not (tmp_path / "empty").exists()


def test_a_campaign_may_still_be_called_club(shell: Shell) -> None:
    """As most are; the verb and the campaign are told apart by where they are typed."""
    shell.fine("start", "club", *WAR)
    assert "club" in shell.fine("list")
    assert shell("status", "club").status == 0
    assert shell.fine("club", "list") == "there is no club yet; `campaign club add` adds one\n"


def test_what_was_cut_short_says_how_it_is_finished(shell: Shell, tmp_path: Path) -> None:
    """The same call again does it."""
    shell.fine("club", "add", "thursday", "--url", URL)
    directory = ClubDirectory(str(tmp_path / "clubs"))
    for state, word in (("moving", "move"), ("deleting", "delete")):
        assert directory.becomes("thursday", state, "open", "moving")  # type: ignore[arg-type]
        for verb in ("open", "close"):
            found = shell("club", verb, "thursday")
            assert found.status == 1 and f"`campaign club {word}` again" in found.error
        if word == "move":
            shell.fine("club", "move", "thursday", "--to", str(tmp_path / "there.db"))
            assert listed(shell)["thursday"]["state"] == "open"
    directory.close()
    shell.fine("club", "delete", "thursday", "--yes", "thursday")
    assert listed(shell) == {}


def test_a_club_without_a_store_is_deleted_without_an_archive(shell: Shell, tmp_path: Path) -> None:
    """As where a deletion was cut short behind its archive."""
    shell.fine("club", "add", "thursday", "--url", URL)
    (tmp_path / "clubs" / "thursday" / "club.db").unlink()
    told = shell.fine("club", "delete", "thursday", "--yes", "thursday")
    assert told == "thursday is deleted; it had no store any more, so there is no archive\n"
    assert not (tmp_path / "clubs" / "archives").exists()


def test_a_process_that_keeps_a_club_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is moved or deleted below it; the club is as it was."""
    monkeypatch.setattr(changes, "PATIENCE", 0.0)
    directory = ClubDirectory(str(tmp_path))
    changes.add(directory, "thursday", URL, "", None, copied)
    directory.serving("a process", ["thursday"])
    told: list[str] = []
    for change in (
        lambda: changes.move(directory, "thursday", str(tmp_path / "x.db"), moved, told.append),
        lambda: changes.delete(directory, "thursday", tmp_path / "a", copied, told.append),
    ):
        with pytest.raises(StoreError) as caught:
            change()
        assert str(caught.value) == (
            "a process has not let go of thursday; see whether that process still runs"
        )
    assert set(told) == {"waiting until the service has let go of thursday"}
    assert directory.must("thursday").state == "closed"
    assert (tmp_path / "thursday" / "club.db").is_file() and not (tmp_path / "x.db").exists()
    directory.close()


def test_a_club_of_an_installation_is_moved_by_its_directory(tmp_path: Path) -> None:
    """Else its service would not find it."""
    shell = Shell(tmp_path)
    shell.fine("club", "add", "thursday", "--clubs", "clubs", "--url", URL)
    store = "clubs/thursday/club.db"
    done = shell("store-move", store, "--to", "elsewhere.db")
    assert done.status == 2
    assert done.error.endswith("`campaign club move thursday --to PLACE` moves it")
    assert f"{store} is the club thursday of " in done.error


def test_a_club_of_the_directory_moves_by_its_name(shell: Shell) -> None:
    """And a leader's move on the map is what it was: it has no place to go to as a store has."""
    shell.fine("start", "friday", *WAR)
    shell.fine("club", "add", "thursday", "--url", URL)
    moved_to = shell.folder / "elsewhere" / "club.db"
    said = shell.fine("move", "thursday", "--to", str(moved_to))
    assert said.strip().endswith(f"thursday is in {moved_to} now")
    done = shell("move", "thursday", "rommel", "E1430")
    assert done.status == 2 and "STORE" not in done.error


def test_a_directory_that_a_draft_wrote_is_not_read(shell: Shell) -> None:
    """Every verb of clubs says so, and not a byte of it changes."""
    shell.fine("club", "add", "thursday", "--url", URL)
    file = shell.folder / "clubs" / "clubs.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version=0")
        db.execute("PRAGMA journal_mode=DELETE")
    before = everything(shell.folder)
    words = f"campaign: {file}, a directory of clubs, was written before"
    for call in (("list",), ("add", "friday", "--url", URL)):
        done = shell("club", *call)
        assert (done.status, done.out, done.error) == (1, "", f"{words} 1.0; not read")
    assert everything(shell.folder) == before


def everything(folder: Path) -> dict[Path, bytes]:
    """Every file of a folder with its content."""
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


DOOR = '[door]\ndomain = "clubs.example.org"\ncontact = "mailto:keeper@example.org"\n'
CLUBS = ("--clubs", "clubs")
PROXY = '[service]\nproxy = ["127.0.0.1"]\n'


@pytest.mark.parametrize(
    ("settings", "options", "says"),
    [
        (DOOR + PROXY, ("--plain",), "with --open-door strangers come in: leave --plain out"),
        (PROXY, (), "the open door needs its name: write the domain"),
        (PROXY + '[door]\ndomain = "clubs.example.org"\n', (), "members must be able to ask"),
        (DOOR, (), "the open door must know which network a visitor comes from"),
        (DOOR + "days = 0\n" + PROXY, (), "door.days"),
        (DOOR + "places = 3\n" + PROXY, (), "door.places"),
    ],
)
def test_a_door_opens_only_with_all_that_it_needs(
    shell: Shell, settings: str, options: tuple[str, ...], says: str
) -> None:
    """Before anything listens; a line says what to write."""
    (shell.folder / "clubs").mkdir()
    (shell.folder / "clubs" / "club.toml").write_text(settings)
    done = shell("serve", *CLUBS, "--open-door", "--check", *options)
    assert done.status and says in done.err


def test_a_door_with_all_that_it_needs_may_be_empty(shell: Shell) -> None:
    """Nobody has begun a club yet; without a folder of clubs there is no door."""
    (shell.folder / "clubs").mkdir()
    (shell.folder / "clubs" / "club.toml").write_text(DOOR + PROXY + 'listen = "127.0.0.1:0"\n')
    assert "nothing is missing" in shell.fine("serve", *CLUBS, "--open-door", "--check")
    done = shell("serve", "--open-door")
    assert done.status and "--open-door makes several clubs" in done.err


def test_a_club_that_a_visitor_began_waits_to_be_adopted(shell: Shell) -> None:
    """The list has what it is called and until when it stays; adopted, it is in it no more."""
    (shell.folder / "clubs").mkdir()
    with closing(ClubDirectory(str(shell.folder / "clubs"))) as directory:
        ends = "2099-12-07T12:00:00Z"
        row = Club("thursday", URL, "thursday/club.db", title="Thursday Club", origin="door")
        directory.add(msgspec.structs.replace(row, ends=ends))
    played(shell)
    waits = shell.fine("club", "list", "--door")
    assert all(text in waits for text in ("Thursday Club", "2099-12-07", "open"))
    assert listed(shell)["thursday"]["ends"] == ends
    adopted = shell.fine("club", "adopt", "thursday", "--campaigns", "12")
    assert adopted == "thursday stays for good: 12 campaigns\n"
    assert shell.fine("club", "list", "--door") == "no club waits to be adopted\n"
    again = shell("club", "adopt", "thursday")
    assert again.status and "stays for good already" in again.err
