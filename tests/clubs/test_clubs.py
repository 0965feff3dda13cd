"""Several clubs in one process: nothing of one is reached from another, and none keeps one down."""

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from httpx import ASGITransport, AsyncClient, Response

from campaign.settings import SettingsError
from campaign.store.ledger import Ledger
from campaign.web.door.inviting import invite, noted_address
from campaign.web.routes import places
from campaign.web.running.club_folder import clubs_in
from campaign.web.running.clubs import CLOSED, OpenClubs
from campaign.web.running.serve import Serving
from campaign.web.visits import House
from support.command_line import Shell
from support.served import SECONDS
from support.web import NAME, Browser, words
from tests.web.test_web_routes import FILLED

THURSDAY, FRIDAY = "https://thursday.example", "https://friday.example"
ROUTES = [(method, place.path) for place in places() for method in place.methods]
OPEN = {"scenario": "global-war", "rulebook": "lif-1998"}


def laid(folder: Path, name: str, url: str, who: str) -> Path:
    """A club's folder with a campaign in which somebody plays; the same names in every club."""
    own = folder / name
    own.mkdir(parents=True)
    (own / "club.toml").write_text(f'[service]\nurl = "{url}"\n')
    members = [{"member": "anna", "name": who, "roles": ["player"], "powers": ["germany"]}]
    with Ledger(own / "club.db") as ledger:
        asked = {"title": f"{name} club", "setup": {"members": members}, **OPEN}
        assert ledger.open(NAME, **asked)["accepted"]
    return own


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two clubs, whose campaigns have the same name and whose Annas the same id."""
    laid(tmp_path, "thursday", THURSDAY, "Anna of Thursday")
    laid(tmp_path, "friday", FRIDAY, "Anna of Friday")
    return tmp_path


class Installation:
    """The clubs of a folder, answering in this process."""

    def __init__(self, folder: Path) -> None:
        self.clubs = OpenClubs(clubs_in(folder, {}), Serving(folder, "127.0.0.1", 0))
        self.app = self.clubs.open()

    def house(self, club: str) -> House:
        """What a club stands on."""
        return self.clubs.running[club][0]

    def nobody(self, club: str, url: str = "") -> Browser:
        """A browser at a club that never came in."""
        house = self.house(club)
        transport = ASGITransport(self.app, raise_app_exceptions=False)
        client = AsyncClient(
            transport=transport, base_url=url or house.address.url, follow_redirects=True
        )
        return Browser(house, client)

    def member(self, club: str, who: str = "anna") -> Browser:
        """A member's browser at their club."""
        house, found = self.house(club), self.nobody(club)
        token = invite(house.desk, house.doors, house.people, NAME, who, "host").token
        assert found.come_in(f"/in/{token}").status_code == 200
        return found

    def ask(self, host: str, path: str) -> Response:
        """What is answered under any name."""
        transport = ASGITransport(self.app, raise_app_exceptions=False)

        async def asked() -> Response:
            async with AsyncClient(transport=transport, base_url=f"https://{host}") as client:
                return await client.get(path)

        return asyncio.run(asked())


@pytest.fixture
def both(folder: Path) -> Iterator[Installation]:
    """Both clubs."""
    made = Installation(folder)
    yield made
    made.clubs.close()


def test_each_club_answers_at_its_own_name(both: Installation) -> None:
    """The same address, another campaign."""
    for club, other in (("thursday", "friday"), ("friday", "thursday")):
        page = both.member(club).get(f"/c/{NAME}/members")
        assert page.status_code == 200
        assert f"Anna of {club.title()}" in words(page)
        assert other not in page.text.lower()


def test_a_device_of_one_club_is_a_stranger_at_the_other(both: Installation) -> None:
    """On every route, byte for byte what somebody gets who never came in."""
    anna = both.member("thursday")
    secret = {cookie.name: cookie.value or "" for cookie in anna.client.cookies.jar}
    assert secret
    own, nobody, stranger = (both.nobody(club) for club in ("thursday", "friday", "friday"))
    own.client.cookies.update(secret)
    assert own.get("/").status_code == 200
    stranger.client.cookies.update(secret)
    version = both.house("friday").ledger.store.version(NAME)
    for method, path in ROUTES:
        filled = path.format(**FILLED)
        for found, expected in (
            (stranger.get(filled), nobody.get(filled))
            if method == "GET"
            else (stranger.post(filled, {}), nobody.post(filled, {})),
        ):
            assert found.status_code == expected.status_code, (method, path)
            assert _without_chance(found.content) == _without_chance(expected.content), path
        assert b"Anna of" not in found.content and b"thursday" not in found.content.lower()
    assert both.house("friday").ledger.store.version(NAME) == version


def _without_chance(content: bytes) -> bytes:
    """A page without what is new on each: the challenge that a passkey answers."""
    return re.sub(rb'data-challenge="[^"]*"', b"", content)


def test_no_page_of_a_club_leads_to_another(both: Installation) -> None:
    """Every address in every page is the club's own or of the document itself."""
    anna, host = both.member("thursday"), both.member("thursday", "host")
    operators = both.house("thursday").entrance.operators
    host.post(f"/club/in/{operators.offer()}", {})
    for browser in (anna, host):
        for method, path in ROUTES:
            if method == "GET":
                page = browser.get(path.format(**FILLED))
                assert str(page.url).startswith(THURSDAY), path
                assert b"friday" not in page.content.lower(), path
                for address in re.findall(r'(?:href|src|action)="([^"]*)"', page.text):
                    is_own = address.startswith(("/", "#", "data:", "?", THURSDAY))
                    is_own = is_own or re.match(r"[\w.#-]+$", address) is not None
                    assert is_own and not address.startswith("//"), (path, address)


def test_invitations_tokens_and_the_operators_right_count_in_their_club_alone(
    both: Installation,
) -> None:
    """Whoever is handed something for one club has nothing at the other."""
    house = both.house("thursday")
    token = invite(house.desk, house.doors, house.people, NAME, "anna", "host").token
    assert both.nobody("friday").get(f"/in/{token}").status_code == 404
    assert both.nobody("thursday").get(f"/in/{token}").status_code == 200
    offered = house.entrance.operators.offer()
    assert both.nobody("friday").get(f"/club/in/{offered}").status_code == 404
    campaign = house.ledger.live(NAME).state.campaign.id
    program = house.doors.hand_out("program", campaign, "anna", "read", None)
    bearer = {"authorization": f"Bearer {program}"}
    here = both.nobody("thursday").get("/api/v1/campaigns", **bearer)
    there = both.nobody("friday").get("/api/v1/campaigns", **bearer)
    assert here.status_code == 200 and there.status_code == 401


def test_a_form_of_one_club_is_none_of_the_other(both: Installation) -> None:
    """To the browser they are different origins, which each club's guard asks for."""
    anna = both.member("thursday")
    for headers in ({"origin": FRIDAY}, {"sec-fetch-site": "same-site", "origin": FRIDAY}):
        found = anna.post("/me", {"device": "all"}, **headers)
        assert found.status_code == 403
    assert anna.get("/").status_code == 200


def test_another_name_is_no_club(both: Installation) -> None:
    """And a probe may ask under any."""
    for host in ("other.example", "127.0.0.1:8720", "thursday.example.org", "thursday.example:80"):
        found = both.ask(host, "/")
        assert found.status_code == 421
        assert "content-security-policy" in found.headers
    assert both.ask("127.0.0.1:8720", "/healthz").text == "alive\n"
    ready = both.ask("127.0.0.1:8720", "/readyz")
    assert (ready.status_code, ready.text) == (200, "2 of 2 clubs can be used\n")
    assert both.ask("friday.example", "/readyz").text == "ready\n"


BROKEN = [
    ("no settings", lambda own: (own / "club.toml").unlink(), "it has no address"),
    (
        "settings that can't be read",
        lambda own: (own / "club.toml").write_text("[service\n"),
        "is not written as TOML",
    ),
    ("no store", lambda own: (own / "club.db").unlink(), "there is no campaign store"),
    (
        "the same address",
        lambda own: (own / "club.toml").write_text(f'[service]\nurl = "{FRIDAY}/"\n'),
        f"friday has the name of {FRIDAY} already; another port is not enough",
    ),
    (
        "another port alone",
        lambda own: (own / "club.toml").write_text(f'[service]\nurl = "{FRIDAY}:8443"\n'),
        f"friday has the name of {FRIDAY}:8443 already; another port is not enough",
    ),
    (
        "no encryption",
        lambda own: (own / "club.toml").write_text('[service]\nurl = "http://a.example"\n'),
        "nothing would be encrypted at http://a.example",
    ),
    (
        "a path",
        lambda own: (own / "club.toml").write_text('[service]\nurl = "https://a.example/b"\n'),
        "its url must be like https://club.example, not https://a.example/b",
    ),
]


@pytest.mark.parametrize(("case", "damage", "why"), BROKEN, ids=[one[0] for one in BROKEN])
def test_a_club_that_cant_be_opened_keeps_no_other_down(
    folder: Path, caplog: pytest.LogCaptureFixture, case: str, damage: object, why: str
) -> None:
    """The log says why; under its name it says that it is away."""
    assert callable(damage)
    damage(folder / "thursday")
    made = Installation(folder)
    try:
        assert list(made.clubs.running) == ["friday"]
        assert made.member("friday").get(f"/c/{NAME}").status_code == 200
        assert "thursday can't be opened" in caplog.text and why in caplog.text
        if case == "no store":
            away = made.ask("thursday.example", "/")
            assert away.status_code == 503 and CLOSED in away.text
        said = made.ask("any.example", "/readyz")
        assert (said.status_code, said.text) == (200, "1 of 2 clubs can be used\n")
    finally:
        made.clubs.close()


def test_a_store_that_is_no_store_keeps_no_other_down(folder: Path) -> None:
    """Whatever the fault is: its pages say so, the other club's go on."""
    (folder / "thursday" / "club.db").write_bytes(b"not a database at all" * 400)
    made = Installation(folder)
    try:
        assert made.member("friday").get(f"/c/{NAME}").status_code == 200
        assert made.ask("thursday.example", "/").status_code in (401, 503)
        assert made.ask("thursday.example", "/readyz").status_code == 503
        assert made.ask("friday.example", "/readyz").status_code == 200
    finally:
        made.clubs.close()


def test_an_installation_without_a_club_that_can_be_opened_ends(folder: Path) -> None:
    """It would have nothing to answer."""
    for name in ("thursday", "friday"):
        (folder / name / "club.db").unlink()
    clubs = OpenClubs(clubs_in(folder, {}), Serving(folder, "127.0.0.1", 0))
    with pytest.raises(SettingsError, match="none of the clubs can be opened"):
        clubs.open()


def test_a_folder_without_clubs_is_told(tmp_path: Path) -> None:
    """Folders of backups and the like are no clubs."""
    (tmp_path / "backups").mkdir()
    with pytest.raises(SettingsError, match="no club is in"):
        clubs_in(tmp_path, {})
    with pytest.raises(SettingsError, match="there is no folder"):
        clubs_in(tmp_path / "none", {})


def test_a_process_serves_both_and_stops(folder: Path, tmp_path: Path) -> None:
    """One line for each, and exit status 0; each store knows its own address."""
    shell = Shell(tmp_path)
    file = tmp_path / "s"
    with shell.start("serve", "--clubs", str(folder), "--socket", str(file)) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline().strip() for _ in range(2)]
            assert lines == [f"ready {FRIDAY}", f"ready {THURSDAY}"], process.poll()
            transport = httpx.HTTPTransport(uds=str(file))
            with httpx.Client(transport=transport, timeout=SECONDS) as client:
                for host in ("thursday.example", "friday.example"):
                    found = client.get("http://here/", headers={"host": host})
                    assert found.status_code == 401
                    assert "You are not signed in" in found.text
                assert client.get("http://here/").status_code == 421
            process.send_signal(signal.SIGTERM)
            assert process.wait(SECONDS) == 0
        finally:
            if process.poll() is None:
                process.kill()
    assert noted_address(folder / "friday" / "club.db") == FRIDAY
    own = Shell(tmp_path, CAMPAIGN_STORE=str(folder / "friday" / "club.db"))
    url = json.loads(own.fine("invite", NAME, "anna", "--json"))["url"]
    assert url.startswith(f"{FRIDAY}/in/")


def test_what_each_club_lacks_is_told(folder: Path, tmp_path: Path) -> None:
    """A line with the club's name, exit 1; else how each would run."""
    shell = Shell(tmp_path)
    (folder / "club.toml").write_text('[service]\nproxy = ["127.0.0.1"]\nlisten = "127.0.0.1:0"\n')
    fine = shell.fine("serve", "--clubs", str(folder), "--check")
    assert f"friday: address   {FRIDAY}" in fine and "nothing is missing" in fine
    (folder / "thursday" / "club.toml").write_text("")
    found = shell("serve", "--clubs", str(folder), "--check")
    assert found.status == 1
    assert "missing: thursday: it has no address: write url under [service] into" in found.out
    (folder / "friday" / "club.vault").unlink()
    found = shell("serve", "--clubs", str(folder), "--check")
    assert "missing: friday: the vault's key is not beside the store" in found.out


def test_what_belongs_to_each_club_is_not_said_for_all(folder: Path, tmp_path: Path) -> None:
    """Nothing is served then."""
    shell = Shell(tmp_path)
    clubs = ("serve", "--clubs", str(folder))
    for more in (("--url", FRIDAY), ("--metrics", "127.0.0.1:9000")):
        found = shell(*clubs, *more)
        assert found.status == 2
        assert "write url and metrics into the club.toml of each club" in found.err
    named = Shell(tmp_path, CAMPAIGN_CONFIG=str(folder / "friday" / "club.toml"))
    found = named(*clubs)
    assert found.status == 2 and "each club has its own: unset it" in found.err
    for name in ("thursday", "friday"):
        (folder / name / "club.db").unlink()
    found = shell(*clubs, "--listen", "127.0.0.1:0")
    assert found.status == 1 and "none of the clubs can be opened; --check says why" in found.err
    assert "no club is in" in shell("serve", "--clubs", str(tmp_path / "friday")).error
