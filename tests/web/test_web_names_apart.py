"""Names apart: the record has numbers, the people's file the names, pages the names, bytes none."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.people import APART, keep_names
from campaign.handler.command_handler import Actor
from campaign.projections.projector import TablesFollower
from campaign.reports import pages
from campaign.store.export import audit_of, header_of, lines
from campaign.store.reader import Reader
from support.sessions import ledger_in
from support.web import NAME, WebClub, house_on, words

ZOE, IGOR, LATER = "Zoe Quixwold", "Igor Pfefferminz", "Wanda Ypsilon"
MEMBERS = [
    {"member": "host", "name": "Xaver Hostikka", "roles": ["host"]},
    {"member": "zoe", "name": ZOE, "roles": ["player"], "powers": ["germany"],
     "email": "zoe@names.example"},
    {"member": "igor", "name": IGOR, "roles": ["player"], "powers": ["ussr"]},
]  # fmt: skip
ALL = ("Xaver Hostikka", ZOE, IGOR, "zoe@names")


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club whose record has no names."""
    club = WebClub.opened(tmp_path, names=APART, setup={"members": MEMBERS})
    yield club
    club.close()


def do(made: WebClub, by: str = "host", **command: Any) -> str:
    """Why a command is refused; empty where it was accepted."""
    sent = json.dumps(command).encode()
    refused = made.house.desk.submit(NAME, sent, Actor(by)).refused
    return refused.reason if refused is not None else ""


def beside_people(made: WebClub) -> bytes:
    """Every byte of the club's folder but the people's, with export, tables and snapshots."""
    store = made.house.ledger.store
    follower = TablesFollower(Reader(store.place))
    follower.update(NAME)
    folder = store.path.parent
    files = [one for one in folder.rglob("*") if one.is_file() and ".people." not in one.name]
    assert any(one.suffix == ".db" for one in files)
    export = b"".join(lines(made.house.ledger, header_of(made.house.ledger, NAME)))
    return export + b"".join(one.read_bytes() for one in files)


def test_names_are_put_in_place_once_until_one_changes(made: WebClub) -> None:
    """What is worked out of a campaign with its names counts until a name is another one."""
    ledger = made.house.ledger
    first = ledger.live(NAME)
    zoe = next(who for who, one in first.state.campaign.members.items() if one.name == ZOE)
    assert ledger.live(NAME) is first
    assert first.once("who", "", lambda: ZOE) == first.once("who", "", lambda: "not asked again")
    keep_names(made.house.people.file, first.state.campaign.id, {zoe: LATER})
    after = ledger.live(NAME)
    assert after.state.campaign.called(zoe) == LATER
    assert after.once("who", "", lambda: LATER) == LATER
    assert ledger.plain(NAME).once("who", "", lambda: zoe) == zoe, "none are in the record"


def people_bytes(made: WebClub) -> bytes:
    """Every byte of the people's file."""
    made.house.desk._enrolling.close()
    made.house.people.file.close()
    folder = made.house.ledger.store.path.parent
    return b"".join(one.read_bytes() for one in folder.glob("*.people.db*"))


def test_no_byte_beside_the_people_has_a_name(made: WebClub) -> None:
    """After play, enrolments, a new name, addresses, refusals and a correction by name."""
    assert do(made, command="EnrolMember", member="wanda", name=LATER, roles=["player"]) == ""
    assert do(made, command="EnrolMember", member="m3", name="Igor Umlaut", roles=["player"],
              email="igor@names.example") == ""  # fmt: skip
    assert do(made, command="AssignPower", power="china", member="m4") == ""
    refused = do(made, by="m2", command="AdvanceTurn", confirmed=True)
    assert refused == f"only a host can do this, and {ZOE} is not a host"
    for _ in range(2):
        assert do(made, command="AdvanceTurn", confirmed=True) == ""
    whole = beside_people(made)
    for name in (*ALL, LATER, "Igor Umlaut", "igor@names", "Quixwold", "wanda", "zoe"):
        assert name.encode() not in whole, name
    assert b"Member 4" in whole
    held = people_bytes(made)
    assert all(name.encode() in held for name in (ZOE, LATER, "Igor Umlaut"))
    assert IGOR.encode() not in held, "the name before is gone"
    ledger = made.house.ledger
    assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []


def test_pages_have_the_names(made: WebClub) -> None:
    """Of the service, of the reports, as members see them; ids are numbers."""
    browser = made.browser("m2")
    for path in ("/members", "/journal", ""):
        assert ZOE in words(browser.get(f"/c/{NAME}{path}")), path
    html = "".join(page.html for page in pages.in_book(made.house.books.book(NAME)))
    assert ZOE in html and "Member 2" not in html
    assert made.house.ledger.live(NAME).state.campaign.called("host") == "Xaver Hostikka"
    assert made.house.ledger.plain(NAME).state.campaign.called("m2") == "Member 2"


def test_erased_it_is_gone(made: WebClub) -> None:
    """Whoever leaves is in no byte of the club; others keep their names."""
    made.browser("m2")
    assert do(made, by="m2", command="LeaveCampaign", member="m2") == ""
    whole = beside_people(made) + people_bytes(made)
    assert ZOE.encode() not in whole and b"zoe@names" not in whole and IGOR.encode() in whole
    html = "".join(page.html for page in pages.in_book(made.house.books.book(NAME)))
    assert ZOE not in html and "Former member" in html
    assert do(made, command="EnrolMember", member="m2", name="Back Again", roles=["player"]) == ""
    assert made.house.ledger.live(NAME).state.campaign.called("m2") == "Back Again"


def test_a_repeat_gets_its_first_answer(made: WebClub) -> None:
    """A new member has one number, however often the command arrives; a new name alone too."""
    sent = {"command": "EnrolMember", "member": "wanda", "name": LATER, "roles": ["player"]}
    for _ in range(2):
        assert do(made, **sent, id="once") == ""
    campaign = made.house.ledger.live(NAME).state.campaign
    assert list(campaign.members) == ["host", "m2", "m3", "m4"]
    assert do(made, command="EnrolMember", member="m4", name="Wanda Y", roles=["player"]) == ""
    assert do(made, command="EnrolMember", member="m4", name="Wanda Y", roles=["player"]) == (
        "Wanda Y is enrolled with exactly this already"
    )
    assert made.house.ledger.live(NAME).state.campaign.called("m4") == "Wanda Y"


CORRECTIONS = [
    {"command": "InsertCommand", "dispute": "d1", "seen": "1" * 64, "after": 3, "forgotten": {
        "command": "EnrolMember", "member": "w", "name": LATER, "roles": ["player"]}},
    {"command": "AmendEvent", "dispute": "d1", "seen": "1" * 64, "version": 0,
     "fields": {"name": LATER}},
]  # fmt: skip


@pytest.mark.parametrize("command", CORRECTIONS)
def test_a_correction_brings_no_name(made: WebClub, command: dict[str, Any]) -> None:
    """`campaign enrol` changes one."""
    version = next(
        entry.version for entry in made.house.ledger.history(NAME)
        if getattr(entry.event, "name", "") == "Member 3"
    )  # fmt: skip
    sent = {**command, "version": version} if "version" in command else command
    assert "names are kept apart" in do(made, **sent)
    assert LATER.encode() not in beside_people(made)


@pytest.mark.parametrize(
    ("system", "scenario", "setup"),
    [
        ("fow", "anzio", {"players": {"zoe": "allies", "igor": "axis"}, "members": {
            "zoe": {"name": ZOE}}, "speakers": {"allies": "zoe"}}),
    ],
)  # fmt: skip
def test_other_games_have_their_set_ups(
    tmp_path: Path, system: str, scenario: str, setup: dict[str, Any]
) -> None:
    """Players and speakers by their numbers; whoever had no name is called by their id."""
    made = WebClub(house_on(ledger_in(tmp_path)))
    asked = {"system": system, "scenario": scenario, "setup": setup, "names": APART}
    answer = made.house.desk.open(NAME, **asked)
    assert answer["accepted"], answer
    campaign = made.house.ledger.live(NAME).state.campaign
    assert campaign.powers["allies"] == "m2" and campaign.called("m2") == ZOE
    assert campaign.called("m3") == "Igor" and b"Quixwold" not in beside_people(made)
    made.close()
