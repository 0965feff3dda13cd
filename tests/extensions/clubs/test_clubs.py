"""Several clubs in one process: nothing of one is reached from another, and none keeps one down."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient, Response

from campaign.extensions.clubs.by_host import CLOSED
from campaign.extensions.clubs.service import ClubPlace, OpenClubs, folder_clubs, once_each
from campaign.store.ledger import Ledger
from campaign.web.auth.invitations import invite
from campaign.web.context import House
from campaign.web.server.operation import Serving
from support.web import NAME, Browser, words

pytestmark = pytest.mark.further

THURSDAY, FRIDAY = "https://thursday.example", "https://friday.example"
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


def clubs_in(folder: Path) -> tuple[ClubPlace, ...]:
    """The clubs of a folder, by name."""
    return tuple(once_each(folder_clubs(folder, {}, is_plain=False)))


class Installation:
    """The clubs of a folder, answering in this process."""

    def __init__(self, folder: Path) -> None:
        self.clubs = OpenClubs(clubs_in(folder), Serving(folder, "127.0.0.1", 0))
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
