"""A store moves to a database and back: all of it, or nothing, and never to two places."""

import json
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.copying import checked, copied, moved
from campaign.accounts.people import People
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace, place_of
from support.command_line import Shell
from support.moved import ends
from support.postgres import new_database

NAME = "friday"


def club(file: Path) -> StorePlace:
    """A club with two campaigns, a refused command, settings, and an address."""
    place = place_of(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    with Ledger(place) as ledger:
        for name in (NAME, "saturday"):
            assert ledger.open(name, scenario="global-war", rulebook="lif-1998")["accepted"]
        assert enrolled(ledger, "anna")["accepted"]
        assert not enrolled(ledger, "no id")["accepted"]
    file.with_suffix(".toml").write_text('[service]\nurl = "https://friday.example"\n')
    people = People(place)
    people.change("c" * 32, "anna", Choices(address="anna@example.org"))
    people.close()
    return place


def enrolled(ledger: Ledger, member: str) -> dict[str, object]:
    """What a ledger answers when the host enrols somebody."""
    sent = {
        "command": "EnrolMember",
        "by": "host",
        "member": member,
        "name": "Somebody",
        "roles": ["player"],
    }
    return dict(ledger.submit(NAME, json.dumps(sent)))


def address(place: StorePlace) -> str:
    """What Anna's address is at a place."""
    people = People(place)
    try:
        return people.choices("c" * 32, "anna").address
    finally:
        people.close()


def place(kind: str, tmp_path: Path) -> StorePlace:
    """A place with nothing in it."""
    return place_of(new_database() if kind == "database" else tmp_path / "new" / "club.db")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what belongs to databases lies."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_copy_leaves_its_source_open(tmp_path: Path) -> None:
    """As for an archive."""
    source, target = club(tmp_path / "club.db"), place_of(tmp_path / "kept" / "club.db")
    assert copied(source, target).people
    assert address(target) == "anna@example.org"
    assert ends(source) == ends(target)
    with Ledger(source) as ledger:
        assert enrolled(ledger, "ben")["accepted"]


def refused(source: StorePlace, target: StorePlace) -> str:
    """What is said of a move that cannot be; at both ends nothing has changed."""
    with pytest.raises(StoreError) as told:
        checked(source, target)
    with pytest.raises(StoreError) as again:
        moved(source, target)
    assert str(again.value) == str(told.value)
    return str(told.value)


def test_what_is_in_the_way_is_told_and_nothing_changes(tmp_path: Path) -> None:
    """At either end, and by --check as well."""
    source = club(tmp_path / "club.db")
    before = ends(source)
    nowhere, other = place_of(tmp_path / "none.db"), club(tmp_path / "other" / "club.db")
    assert refused(nowhere, other) == f"there is no campaign store in {nowhere}"
    assert refused(source, source) == f"{source} is both: name another place to go to"
    empty = place_of(tmp_path / "empty" / "club.db")
    copied(source, empty)
    empty_people = empty.file.with_suffix(".people.db")
    people = f"{empty} has people already; name an empty place, nothing was changed"
    assert refused(source, empty) == people
    empty_people.unlink()
    kept = f"{empty} has campaigns already (friday, saturday)"
    assert refused(source, empty) == f"{kept}; name an empty place, nothing was changed"
    key = f"{other.file.with_suffix('.vault')} is another key; move it away, or name another place"
    assert refused(source, other) == key
    moved(source, goal := place_of(tmp_path / "goal" / "club.db"))
    assert refused(source, place_of(tmp_path / "second.db")) == (
        f"{source} has moved to {goal.file} already"
    )
    assert not (tmp_path / "second.db").exists()
    third = place_of(tmp_path / "third" / "club.db")
    copied(goal, third)
    third.file.with_suffix(".people.db").unlink()
    source.file.with_suffix(".people.db").unlink()
    assert refused(third, source) == (
        f"{source} has moved to {goal.file}; name another place to go to"
    )
    assert ends(source) == ends(goal) == before


def test_a_target_that_was_played_on_is_kept(tmp_path: Path) -> None:
    """Nobody's commands are overwritten by a move that is made again."""
    source, target = club(tmp_path / "club.db"), place_of(tmp_path / "new" / "club.db")
    copied(source, target)
    target.file.with_suffix(".moving").write_text(str(source))
    with Ledger(target) as ledger:
        assert enrolled(ledger, "ben")["accepted"]
    before = ends(target)
    assert refused(source, target) == (
        f"friday was played on in {target} since the move was cut short; name an empty place, "
        "nothing was changed"
    )
    assert ends(target) == before


# --- the verb -----------------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in a folder with a club."""
    folder = tmp_path / "here"
    folder.mkdir()
    shell = Shell(folder, CAMPAIGN_STORE=str(folder / "club.db"))
    shell.fine("start", NAME, "--scenario", "global-war")
    shell.fine("enrol", NAME, "anna", "--name", "Anna", "--role", "player")
    return shell
