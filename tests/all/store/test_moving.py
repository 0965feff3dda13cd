"""A store moves to a database and back: all of it, or nothing, and never to two places.

What takes longer, waits or starts something, beside `store/test_moving.py`.
"""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from campaign.accounts.copying import moved
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, place_of
from support.command_line import ROOT, Shell
from support.moved import ends, there_and_back
from support.postgres import new_database
from support.recorded import HERE, played
from support.stores import Stored
from tests.store.test_moving import NAME, address, club, enrolled, home, place, refused, shell

__all__ = ["home", "shell"]
STEPS = ("_begin", "_key", "_campaign", "_settings", "_must_equal", "copy_people")
KILLED = """
import os, signal, sys
from campaign.accounts import copying
from campaign.store.protocol import place_of
step, when, source, target = sys.argv[1:]
real = getattr(copying, step)
def deadly(*given, **more):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    real(*given, **more)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(copying, step, deadly)
copying.moved(place_of(source), place_of(target))
"""


@pytest.mark.rotating(3)
@pytest.mark.parametrize("kind", ["file", "database"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "behind"])
def test_a_move_that_is_killed_is_made_again(
    kind: str, step: str, when: str, tmp_path: Path
) -> None:
    """The source is usable, though the target is there in part; meanwhile it is even played on."""
    source, target = club(tmp_path / "club.db"), place(kind, tmp_path)
    if kind == "file":  # from a database, then
        between = place_of(new_database())
        moved(source, between)
        source = between
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, step, when, source.typed, target.typed],
        check=False, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert killed.returncode == -9, killed.stderr
    with Ledger(source) as ledger:
        assert enrolled(ledger, "ben")["accepted"]
    before = ends(source)
    done = moved(source, target)
    assert done.campaigns == {NAME: 7, "saturday": 5}
    assert address(target) == "anna@example.org"
    assert ends(target) == ends(source) == before
    assert not target.file.with_suffix(".moving").exists()
    assert moved(source, target).campaigns == done.campaigns  # it is there already


@pytest.mark.parametrize("folder", ["fow-anzio", "lif-1998-us-entry-table"])
def test_recorded_campaigns_go_there_and_back(folder: str, tmp_path: Path) -> None:
    """One of each game; by night every one."""
    there_and_back(played(HERE / folder, tmp_path), tmp_path / "back" / "club.db")


def test_a_store_with_a_what_if_goes_there_and_back(tmp_path: Path) -> None:
    """And with every page."""
    kept = Stored("what-if", tmp_path)
    there_and_back(kept.store, tmp_path / "back" / "club.db", with_pages=True)


def test_all_of_a_club_goes_to_a_database_and_back(tmp_path: Path) -> None:
    """Campaigns, receipts and salts, people, key and settings; the places before are shut."""
    file = club(tmp_path / "club.db")
    before, key = ends(file), file.file.with_suffix(".vault").read_bytes()
    assert before[NAME]["salts"] and before[NAME]["receipts"]
    database, back = place_of(new_database()), place_of(tmp_path / "back" / "club.db")
    for source, target in ((file, database), (database, back)):
        done = moved(source, target)
        assert done.campaigns == {NAME: 6, "saturday": 5}
        assert ends(source) == ends(target) == before
        assert done.key == str(target.file.with_suffix(".vault"))
        assert target.file.with_suffix(".vault").read_bytes() == key
        assert target.file.with_suffix(".vault").stat().st_mode & 0o777 == 0o600
        assert "friday.example" in target.file.with_suffix(".toml").read_text()
        assert address(target) == "anna@example.org"
        with Ledger(source) as ledger, pytest.raises(StoreError, match="has moved to"):
            enrolled(ledger, "ben")
        assert ends(source) == before
    with Ledger(back) as ledger:
        assert enrolled(ledger, "ben")["accepted"]


@pytest.mark.parametrize("kind", ["file", "database"])
def test_nothing_is_lost_of_a_writer_beside(kind: str, tmp_path: Path) -> None:
    """What was accepted is at the target; from then on the writer is told where it is."""
    source, target = club(tmp_path / "club.db"), place(kind, tmp_path)
    if kind == "file":
        between = place_of(new_database())
        moved(source, between)
        source = between
    accepted: list[str] = []
    told: list[str] = []
    begun = threading.Event()

    def write() -> None:
        with Ledger(source) as ledger:
            for number in range(100_000):
                try:
                    answer = enrolled(ledger, f"member{number}")
                except StoreError as error:
                    told.append(str(error))
                    if "has moved to" in str(error):
                        return
                else:
                    assert answer["accepted"]
                    accepted.append(f"member{number}")
                    begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert begun.wait(30)
    moved(source, target)
    writer.join(60)
    assert not writer.is_alive()
    assert "nothing was recorded" in told[-1] and "has moved to" in told[-1]
    with Ledger(target) as ledger:
        members = ledger.live(NAME).state.campaign.members
    assert {one for one in members if one.startswith("member")} == set(accepted)


def test_a_database_gets_no_key_but_its_own(tmp_path: Path) -> None:
    """A machine without the key would make another for the sealed ballots."""
    source, target = club(tmp_path / "club.db"), place_of(new_database())
    key = source.file.with_suffix(".vault")
    key.rename(tmp_path / "aside")
    assert (
        refused(source, target) == f"this machine has no key for {source}; bring the key to {key}"
    )
    (tmp_path / "aside").rename(key)
    moved(source, target)
    own = target.file.with_suffix(".vault")
    own.write_bytes(bytes(reversed(own.read_bytes().strip())) + b"\n")
    third = place_of(new_database())
    text = f"this machine has another key than it seals with for {target}; bring the key to {own}"
    assert refused(target, third) == text


def test_the_verb_looks_moves_and_says_what_next(shell: Shell) -> None:
    """The old store can be read, and says where its campaign is played now."""
    url = new_database()
    to = str(place_of(url))
    said = shell.fine("move", ".", "--to", url, "--check")
    assert said == f"friday: 6 events\nclub.db can move to {to}; nothing was changed\n".replace(
        "club.db", str(shell.folder / "club.db")
    )
    shown = shell.fine("show", NAME, "--json")
    said = shell.fine("store-move", ".", "--to", url)
    assert f"has moved to {to}, verified at both ends; no people\n" in said
    assert f"From now on use --store {place_of(url).remembered}, or name it" in said
    done = shell("enrol", NAME, "ben")
    assert done.status == 1
    assert f"has moved to {to}; nothing was recorded here" in done.error
    assert shell.fine("show", NAME, "--json") == shown
    assert shell.fine("--store", url, "show", NAME, "--json") == shown
    told = json.loads(shell.fine("move", url, "--to=back.db", "--json"))
    assert told == {
        "from": to, "to": "back.db", "moved": True, "campaigns": {NAME: 6}, "people": 0,
        "key": str(shell.folder / "back.vault") if told["key"][0] == "/" else "back.vault",
    }  # fmt: skip
    assert shell.fine("--store", "back.db", "show", NAME, "--json") == shown


def test_whoever_had_selected_the_store_has_the_new_one(shell: Shell) -> None:
    """Without CAMPAIGN_STORE, calls go where the campaign is."""
    old = shell.env.pop("CAMPAIGN_STORE")
    shell.fine("--store", old, "select", NAME)
    shell.fine("store-move", "--to", "new.db")
    shell.fine("enrol", ".", "ben", "--name", "Ben")
    assert "ben" in shell.fine("--store", "new.db", "members", NAME).lower()
