"""A game whose campaigns name their own seats: the frame asks the campaign, not the game."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.handler import tasks
from campaign.kernel.decisions import Vocabulary
from campaign.kernel.members import AssignPower, ReleasePower, holds
from campaign.store.export import Export, audit_of
from campaign.systems import SYSTEMS
from events.campaign import PowerAssigned
from events.codec import Codec, UnreadableEventError
from events.seats import schema
from support.evening import BOARD
from support.feud import SYSTEM
from support.forged import forged
from support.sessions import ledger_in
from support.toys import Club
from support.web import NAME, WebClub, words

pytestmark = pytest.mark.further

HOUSES = {"houses": {"able": "House Able", "baker": "House Baker"}}
MEMBERS: tuple[dict[str, Any], ...] = (
    {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]},
    {"command": "AssignPower", "power": "able", "member": "anna"},
)
NOW = "2026-01-01T12:00:00Z"
OWN = Vocabulary((AssignPower, ReleasePower), ("north", "south"), own=True)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems.SYSTEMS, "feud", SYSTEM)
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    club = Club(tmp_path, capsys)
    setup = tmp_path / "houses.json"
    setup.write_text(json.dumps(HOUSES))
    club("open", "club", "--system", "feud", "--scenario", "valley", "--setup", str(setup))
    club("enrol", "club", "anna", "--name", "Anna")
    club("enrol", "club", "ben", "--role", "referee")
    club("assign", "club", "able", "anna")
    return club


def submitted(club: Club, name: str, command: dict[str, Any]) -> dict[str, Any]:
    """What a program is told that sends a command."""
    file = club.folder / "command.json"
    file.write_text(json.dumps(command))
    found: dict[str, Any] = json.loads(club("submit", name, str(file), status=1).splitlines()[0])
    return found


def test_any_id_is_read_where_campaigns_name_their_own() -> None:
    """A command and a stored event may name it; what is no id is refused as ever."""
    OWN.check(ReleasePower(power="able"))
    assert OWN.command("ReleasePower", {"power": "north"}) == ReleasePower(power="north")
    for typed in ("House Able", "", "-able", "a" * 64, "able\n"):
        with pytest.raises(msgspec.ValidationError, match="Invalid enum value"):
            OWN.command("ReleasePower", {"power": typed})
    with pytest.raises(msgspec.ValidationError, match="Expected `str`, got `int`"):
        OWN.command("ReleasePower", {"power": 5})
    body = b'{"type":"campaign.PowerAssigned","power":"able","member":"ben"}'
    assert Codec((), (), own=True).decode(body) == PowerAssigned(power="able", member="ben")
    with pytest.raises(UnreadableEventError, match="Invalid enum value"):
        Codec((), (), own=True).decode(body.replace(b"able", b"House"))


def test_a_schema_says_that_any_id_may_be_one() -> None:
    """With those that a campaign has otherwise as examples."""
    hook = schema(("south", "north"), own=True)
    described = msgspec.json.schema(ReleasePower, schema_hook=hook)
    assert described["$defs"]["ReleasePower"]["properties"]["power"] == {
        "type": "string",
        "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
        "examples": ["north", "south"],
        "description": "the power or side",
    }


def test_a_game_may_call_its_turns_otherwise(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its pages and its screens; whoever plays for a seat stands on them beside its holder."""
    calendar = replace(SYSTEM.calendar, noun="season")
    monkeypatch.setitem(systems.SYSTEMS, "feud", replace(SYSTEM, calendar=calendar))
    club("enrol", "club", "cora", "--name", "Cora")
    file = tmp_path / "captain.json"
    file.write_text('{"command": "NameCaptain", "member": "cora", "house": "able"}')
    club("submit", "club", str(file))
    assert "Season     Round 1 (round-01), 1 of 3" in club("status", "club")
    club("report", "club", "--out", str(tmp_path / "pages"))
    index = (tmp_path / "pages" / "index.html").read_text()
    assert "Season by season" in index and "Season 1 of 3" in index and "Turn " not in index
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*Cora(?:(?!</tr>).)*</tr>", index, re.DOTALL)
    assert "House Able" in row
    page = (tmp_path / "pages" / "round-01.html").read_text()
    assert "season 1 of 3" in page and "The season is still being played" in page


def test_a_campaign_that_names_none_has_those_of_the_game(club: Club) -> None:
    """Until its set-up says otherwise."""
    club("open", "other", "--system", "feud", "--scenario", "valley")
    club("assign", "other", "south", "host")
    shown = club.json("show", "other")
    assert isinstance(shown, dict) and shown["powers"] == {"north": None, "south": "host"}


def test_a_record_that_names_a_strange_seat_is_found(club: Club, tmp_path: Path) -> None:
    """Whoever seals its chain anew."""
    file = tmp_path / "club.jsonl"
    club("export", "club", str(file))

    def strange(version: int, event: dict[str, Any]) -> None:
        if event["type"] == "campaign.PowerAssigned":
            event["power"] = "north"

    false = forged(file, tmp_path / "false.jsonl", strange)
    told = club("verify", "--file", str(false), status=1)
    assert "does not follow from what came before: there is no 'north'" in told


def test_another_games_campaigns_keep_to_their_own(tmp_path: Path, club: Club) -> None:
    """What was no event there is none now, in the same words."""
    club("open", "east", "--system", "lif", "--scenario", "global-war")
    club("assign", "east", "germany", "host")
    file = tmp_path / "east.jsonl"
    club("export", "east", str(file))

    def strange(version: int, event: dict[str, Any]) -> None:
        if event["type"] == "campaign.PowerAssigned":
            event["power"] = "able"

    false = forged(file, tmp_path / "false.jsonl", strange)
    export = Export(false)
    found = [str(one) for one in audit_of(export, "east").findings(export.rows())]
    assert any("unreadable: power: there is no 'able'" in one for one in found), found
    assert "'able' is not one of the choices" in club("assign", "east", "able", "host", status=2)
    told = submitted(club, "east", {"command": "AssignPower", "power": "able", "member": "host"})
    assert told["reason"] == "AssignPower, power: there is no 'able'"
    assert SYSTEMS.own_seats


def captains(send: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Cora and Dan strike for houses that they do not hold."""
    for who, house in (("cora", "able"), ("dan", "baker")):
        for command in (
            {"command": "EnrolMember", "member": who, "name": who.title(), "roles": ["player"]},
            {"command": "NameCaptain", "member": who, "house": house},
        ):
            assert send(command)["accepted"]


def test_a_member_may_play_for_a_seat_that_another_holds(tmp_path: Path) -> None:
    """They are asked by name; whoever holds or plays for a disputed seat does not rule on it."""
    club = ledger_in(tmp_path)
    assert club.open("club", system="feud", scenario="valley", setup=HOUSES)["accepted"]
    for command in MEMBERS:
        assert club.submit("club", command)["accepted"]
    before = tasks.asked(SYSTEM, club.live("club").state, NOW)
    assert [part.members for part in before] == [("anna",), ("host",)]
    captains(lambda command: dict(club.submit("club", command)))
    shared = club.live("club").state.campaign
    assert shared.seats_of("anna") == ("able",) and shared.seats_of("cora") == ("able",)
    assert shared.who_plays("able") == ("anna",) and shared.who_plays("baker") == ("dan",)
    assert not holds(shared, "host", ("able", "baker")) and holds(shared, "dan", ("baker",))
    asked = tasks.asked(SYSTEM, club.live("club").state, NOW)
    assert [part.members for part in asked] == [("cora",), ("dan",)]
    struck = {"command": "Strike", "house": "baker"}
    assert club.submit("club", {**struck, "by": "dan"})["accepted"]
    assert "is played by" in club.submit("club", {**struck, "by": "cora"})["reason"]
    raised = {"command": "RaiseDispute", "versions": [11], "claim": "no", "by": "anna"}
    assert club.submit("club", raised)["accepted"]
    ruling = {"command": "GiveRuling", "dispute": "d1", "verdict": "upheld", "text": "so"}
    referee = {"member": "dan", "name": "Dan", "roles": ["player", "referee"]}
    assert club.submit("club", {"command": "EnrolMember", **referee})["accepted"]
    told = club.submit("club", {**ruling, "by": "dan"})
    assert told["reason"] == "Dan plays a house that d1 concerns"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    found = WebClub.on(ledger_in(tmp_path))
    answer = found.house.desk.open(NAME, system="feud", scenario="valley", setup=HOUSES)
    assert answer["accepted"], answer
    for command in MEMBERS:
        assert found.house.ledger.submit(NAME, command)["accepted"]
    yield found
    found.close()


def test_the_service_shows_them_too(made: WebClub) -> None:
    """On the table, in forms, among the members and on pages."""
    anna = made.browser("anna")
    page = anna.get(BOARD)
    assert "House Able : you , awaited" in words(page)
    done = anna.fill(f"/c/{NAME}/do/Strike", house="able")
    assert "House Able struck." in words(done)
    assert "House Baker" in made.browser("host").get(f"/c/{NAME}/members").text
    assert "House Able" in anna.get(f"/c/{NAME}/turns/round-01").text


def test_the_service_asks_whoever_plays_for_a_seat(made: WebClub) -> None:
    """They are shown what needs them and may send it; whoever holds the seat is not asked."""
    captains(lambda command: dict(made.house.ledger.submit(NAME, command)))
    cora = made.browser("cora")
    assert "Strike for House Able" in words(cora.get("/"))
    assert "Strike for House Able" not in words(made.browser("anna").get("/"))
    assert "Only" not in words(cora.get(f"/c/{NAME}/do/Strike"))
    done = cora.fill(f"/c/{NAME}/do/Strike", house="able")
    assert "House Able struck." in words(done)
