"""Clubs are added, closed, moved and deleted while the others of the same process play."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient, Response

from campaign.accounts.allowance import Quotas
from campaign.extensions.clubs.club import Club
from campaign.extensions.clubs.directory import ClubDirectory
from campaign.extensions.clubs.service import (
    CLOSED,
    ClubSource,
    ClubsWatch,
    OpenClubs,
    allowance_in,
)
from campaign.store.ledger import Ledger
from campaign.web.auth.invitations import invite
from campaign.web.context import House
from campaign.web.server.operation import Serving
from support.web import NAME, Browser, words

pytestmark = pytest.mark.further

NOON = "2026-05-01T12:00:00Z"
"""The clubs' quotas count in this minute."""
OPEN = {"scenario": "global-war", "rulebook": "lif-1998"}


def laid(folder: Path, name: str) -> Path:
    """A club's store with a campaign in which Anna plays."""
    own = folder / name
    own.mkdir(parents=True)
    members = [{"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["germany"]}]
    with Ledger(own / "club.db") as ledger:
        assert ledger.open(NAME, title=name, setup={"members": members}, **OPEN)["accepted"]  # type: ignore[arg-type]
    return own


class League:
    """The clubs of a directory, answering in this process; looked at when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.directory = ClubDirectory(str(folder))
        self.source = ClubSource(self.directory, {})
        self.clubs = OpenClubs(
            (), Serving(folder, "127.0.0.1", 0), allowance_in(self.source, lambda: NOON)
        )
        self.app = self.clubs.open()
        self.heard: list[list[str]] = []
        self.watch = ClubsWatch(self.source, self.clubs, self.heard.append)

    def house(self, club: str) -> House:
        """What a club stands on."""
        return self.clubs.running[club][0]

    def member(self, club: str, who: str = "anna") -> Browser:
        """A member's browser at their club."""
        house = self.house(club)
        transport = ASGITransport(self.app, raise_app_exceptions=False)
        client = AsyncClient(transport=transport, base_url=house.address.url, follow_redirects=True)
        found = Browser(house, client)
        token = invite(house.desk, house.doors, house.people, NAME, who, "host").token
        assert found.come_in(f"/in/{token}").status_code == 200
        return found

    def ask(self, club: str, path: str = "/") -> Response:
        """What anybody is answered at a club."""
        transport = ASGITransport(self.app, raise_app_exceptions=False)
        url = f"https://{club}.example"

        async def asked() -> Response:
            async with AsyncClient(transport=transport, base_url=url) as client:
                return await client.get(path)

        return asyncio.run(asked())

    def close(self) -> None:
        """Ends."""
        self.watch.stop()
        self.clubs.close()
        self.directory.close()


@pytest.fixture
def league(tmp_path: Path) -> Iterator[League]:
    """Two clubs in a directory."""
    directory = ClubDirectory(str(tmp_path))
    for name in ("friday", "thursday"):
        laid(tmp_path, name)
        directory.add(Club(name, f"https://{name}.example", f"{name}/club.db"))
    directory.close()
    made = League(tmp_path)
    made.watch.look()
    yield made
    made.close()


def test_the_clubs_of_a_directory_need_no_settings(league: League) -> None:
    """The directory says their addresses."""
    assert sorted(league.clubs.running) == ["friday", "thursday"]
    for club in ("friday", "thursday"):
        assert league.member(club).get(f"/c/{NAME}").status_code == 200


def test_a_club_that_is_added_is_opened_while_the_others_play(
    league: League, tmp_path: Path
) -> None:
    """At the next look; who is in at another club stays in."""
    anna = league.member("thursday")
    laid(tmp_path, "sunday")
    assert league.watch.look() == []  # a folder that is being copied is no club yet
    league.directory.add(Club("sunday", "https://sunday.example", "sunday/club.db"))
    assert league.ask("sunday").status_code == 421
    assert league.watch.look() == ["https://sunday.example"]
    assert league.member("sunday").get(f"/c/{NAME}").status_code == 200
    assert anna.get(f"/c/{NAME}").status_code == 200


def test_a_closed_club_says_one_sentence_and_comes_back(league: League) -> None:
    """Its members stay signed in; nothing of the other club is touched."""
    anna, other = league.member("thursday"), league.member("friday")
    thursday = league.house("thursday")
    friday = league.house("friday")
    assert league.directory.becomes("thursday", "closed", "open")
    league.watch.look()
    assert list(league.clubs.running) == ["friday"]
    away = anna.get("/")
    assert away.status_code == 503
    assert away.text == "this club is closed for now; nothing was recorded\n"
    api = league.ask("thursday", "/api/v1/campaigns")
    assert api.json() == {
        "accepted": False,
        "rule": None,
        "reason": "this club is closed for now; nothing was recorded",
    }
    assert thursday.upkeep.why_not_ready() == "stopping"
    assert league.house("friday") is friday and other.get(f"/c/{NAME}").status_code == 200
    assert league.ask("any", "/readyz").text == "1 of 1 club can be used\n"
    assert league.directory.becomes("thursday", "open", "closed")
    assert league.watch.look() == ["https://thursday.example"]
    assert anna.get(f"/c/{NAME}").status_code == 200


def test_a_club_that_moves_is_opened_where_it_is_then(league: League, tmp_path: Path) -> None:
    """In between it says so; what it recorded is there."""
    anna = league.member("thursday")
    assert league.directory.becomes("thursday", "moving", "open")
    league.watch.look()
    why = "this club is moving and is back in a few minutes; nothing was recorded"
    assert anna.get("/").text == f"{why}\n"
    assert league.directory.who_has("thursday") == []
    (tmp_path / "thursday").rename(tmp_path / "elsewhere")
    league.directory.lives_at("thursday", "elsewhere/club.db")
    assert league.directory.becomes("thursday", "open", "moving")
    league.watch.look()
    assert league.house("thursday").ledger.store.path == tmp_path / "elsewhere" / "club.db"
    assert anna.get(f"/c/{NAME}").status_code == 200


def test_a_deleted_club_is_nobodys_address(league: League) -> None:
    """As any name that was never a club's."""
    league.directory.remove("thursday")
    league.watch.look()
    assert league.ask("thursday").status_code == 421
    assert league.ask("friday").status_code == 401


def test_a_folder_without_a_row_is_served_until_the_directory_knows_it(tmp_path: Path) -> None:
    """As installations have been without a directory."""
    own = laid(tmp_path, "thursday")
    (own / "club.toml").write_text('[service]\nurl = "https://thursday.example"\n')
    league = League(tmp_path)
    try:
        league.watch.look()
        assert league.ask("thursday").status_code == 401
        assert not (tmp_path / "clubs.db").exists()
        league.directory.add(Club("thursday", "", "thursday/club.db", "closed"))
        league.watch.look()
        assert league.ask("thursday").status_code == 503
        league.directory.remove("thursday")
        league.watch.look()
        assert league.ask("thursday").status_code == 421
    finally:
        league.close()


def test_the_directory_knows_who_has_a_club_open(league: League) -> None:
    """Whoever moves one waits for them; a process that ends says so."""
    other = League(league.directory.place.folder)
    other.watch.look()
    assert len(league.directory.who_has("thursday")) == 2
    league.directory.becomes("thursday", "moving", "open")
    league.watch.look()
    assert len(league.directory.who_has("thursday")) == 1
    other.close()
    assert league.directory.who_has("thursday") == []
    assert len(league.directory.who_has("friday")) == 1


def test_a_club_that_begins_to_move_just_now_is_not_opened(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reading the list and opening it its state is looked at again."""
    league.directory.becomes("thursday", "closed", "open")
    league.watch.look()
    league.directory.becomes("thursday", "open", "closed")
    said = league.directory.serving

    def moved_meanwhile(process: str, clubs: list[str]) -> None:
        said(process, clubs)
        league.directory.becomes("thursday", "moving", "open")

    monkeypatch.setattr(league.directory, "serving", moved_meanwhile)
    league.watch.look()
    assert list(league.clubs.running) == ["friday"]
    monkeypatch.undo()
    league.watch.look()
    assert league.directory.who_has("thursday") == []


def test_while_the_directory_cant_be_read_all_play_on(
    league: League, caplog: pytest.LogCaptureFixture
) -> None:
    """It is said once."""
    file = league.directory.place.file
    league.directory.close()
    kept = file.read_bytes()
    file.write_bytes(b"no database at all" * 400)
    assert league.watch.look() == [] and league.watch.look() == []
    assert caplog.text.count("the directory of clubs can't be read") == 1
    assert sorted(league.clubs.running) == ["friday", "thursday"]
    league.directory.close()
    file.write_bytes(kept)
    league.directory.becomes("thursday", "closed", "open")
    league.watch.look()
    assert list(league.clubs.running) == ["friday"]


def test_a_club_that_cant_be_opened_is_tried_again_and_told_once(
    league: League, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As soon as its store is there, it is opened."""
    league.directory.add(Club("sunday", "https://sunday.example", "sunday/club.db"))
    league.watch.look()
    league.watch.look()
    assert caplog.text.count("the club sunday can't be opened") == 1
    assert (league.ask("sunday").status_code, league.ask("sunday").text) == (503, f"{CLOSED}\n")
    laid(tmp_path, "sunday")
    assert league.watch.look() == ["https://sunday.example"]


def send(league: League, club: str, key: str) -> tuple[int, dict[str, object]]:
    """What a program of Anna's is answered when it sends a command."""
    house = league.house(club)
    campaign = house.ledger.live(NAME).state.campaign.id
    token = house.doors.hand_out("program", campaign, "anna", "act", None)
    transport = ASGITransport(league.app, raise_app_exceptions=False)

    async def sent() -> Response:
        url = house.address.url
        async with AsyncClient(transport=transport, base_url=url) as client:
            return await client.post(
                f"/api/v1/campaigns/{NAME}/commands",
                json={"command": "AddEntropy", "by": "anna", "value": "a line", "id": key},
                headers={"authorization": f"Bearer {token}"},
            )

    found = asyncio.run(sent())
    return found.status_code, found.json()


def test_a_running_club_keeps_to_its_quotas(league: League) -> None:
    """A member who sends too much in a minute is told; nobody at another club is."""
    league.directory.may_use("thursday", Quotas(commands=1, campaigns=1))
    allowance = league.house("thursday").allowance
    allowance._row = (float("-inf"), None)  # type: ignore[attr-defined]  # it counts for a second
    calls = (("thursday", "a"), ("thursday", "b"), ("friday", "a"), ("thursday", "a"))
    sent = [send(league, club, key) for club, key in calls]
    assert [status for status, _ in sent] == [200, 409, 200, 200]
    assert sent[3][1]["version"] == sent[0][1]["version"]  # the first answer again
    assert sent[1][1]["rule"] == "Quota"
    assert str(sent[1][1]["reason"]).startswith("this club may send 1 command a minute, and has;")
    league.directory.may_use("thursday", Quotas())
    assert not league.house("thursday").ledger.store.versions_of(NAME, "b")


def test_the_sentence_of_a_club_that_is_away_is_for_it_alone(league: League) -> None:
    """Two clubs away for different reasons."""
    league.directory.becomes("thursday", "closed", "open")
    league.directory.becomes("friday", "moving", "open")
    league.watch.look()
    assert "closed for now" in league.ask("thursday").text
    assert "is moving" in league.ask("friday").text
    assert league.ask("any", "/readyz").status_code == 200


def test_the_operators_page_shows_what_a_club_uses_beside_its_quotas(league: League) -> None:
    """And of another club nothing; what is used up says so."""
    quotas = Quotas(campaigns=1, commands=60, mails=200, bytes=200_000_000)
    league.directory.may_use("thursday", quotas)
    send(league, "thursday", "a")
    host = league.member("thursday", "host")
    operators = league.house("thursday").entrance.operators
    assert "What the club may use" not in host.get("/").text
    page = words(host.post(f"/club/in/{operators.offer()}", {}))
    assert "What the club may use" in page
    assert "Campaigns, with what-ifs 1 of 1 used up" in page
    assert re.search(r"Commands in this minute [01] of 60 ", page)
    assert "Mails today (UTC) 0 of 200 " in page
    assert re.search(r"Record and people [0-9.]+ [kM]B of 200 MB ", page)
    assert "friday" not in page
    league.directory.may_use("thursday", Quotas())
    host_page = words(host.get("/club"))
    assert "Mails today" not in host_page and "used up" not in host_page


def test_a_folder_that_is_mended_is_opened_without_a_restart(tmp_path: Path) -> None:
    """Its settings had no address when the service was started."""
    own = laid(tmp_path, "thursday")
    league = League(tmp_path)
    try:
        assert league.watch.look() == []
        (own / "club.toml").write_text('[service]\nurl = "https://thursday.example"\n')
        assert league.watch.look() == ["https://thursday.example"]
    finally:
        league.close()
