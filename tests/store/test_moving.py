"""A store moves to a database and back: all of it, or nothing, and never to two places."""

import json
import threading
from pathlib import Path

import pytest

from campaign.clubs.club import ClubError
from campaign.clubs.copying import checked, copied, moved
from campaign.people.choices import Choices
from campaign.people.people import People
from campaign.store.ledger import Ledger
from campaign.store.place import StorePlace, place_of
from campaign.store.protocol import StoreError
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
    with pytest.raises(ClubError) as told:
        checked(source, target)
    with pytest.raises(ClubError) as again:
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


def test_a_club_of_an_installation_is_moved_by_its_directory(shell: Shell) -> None:
    """Else its service would not find it."""
    shell.fine("club", "add", "thursday", "--clubs", "clubs", "--url", "https://t.example")
    store = "clubs/thursday/club.db"
    done = shell("store-move", store, "--to", "elsewhere.db")
    assert done.status == 2
    assert done.error.endswith("`campaign club move thursday --to PLACE` moves it")
    assert f"{store} is the club thursday of " in done.error


def test_a_club_of_the_directory_moves_by_its_name(shell: Shell) -> None:
    """And a leader's move on the map is what it was: it has no place to go to as a store has."""
    shell.env["CAMPAIGN_CLUBS"] = str(shell.folder / "clubs")
    shell.fine("club", "add", "thursday", "--url", "https://thursday.example.org")
    moved_to = shell.folder / "elsewhere" / "club.db"
    said = shell.fine("move", "thursday", "--to", str(moved_to))
    assert said.strip().endswith(f"thursday is in {moved_to} now")
    done = shell("move", "thursday", "rommel", "E1430")
    assert done.status == 2 and "STORE" not in done.error
