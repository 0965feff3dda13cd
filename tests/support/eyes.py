"""Everything that the service gives away, looked at by somebody: made from the table of routes.

Every address that can be read is asked for, by whoever may or may not, and every byte is kept by
the browser. A route or a call that is new is looked at without another word here.
"""

import asyncio
from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Any

from campaign.handler.looking import views_of
from campaign.web.api.description import calls
from campaign.web.auth.invitations import invite
from campaign.web.context import handed_out
from campaign.web.middleware import Logged
from campaign.web.routes import places
from support.web import Browser, WebClub

OTHERS = "others"
"""A second campaign, whose host is a stranger to the first."""
SAME_FOR_ALL = ("/script/", "/style/", "/app/", "/in", "/club/in/", "/mail/")
"""Files of the program, and the door: who is in is led on, which uses up tokens."""
ASKED_FOR = {
    "/c/{name}/replay": ("at=3", "by=turn"),
    "/c/{name}/diff": ("from=1",),
    "/c/{name}/explain/{figure}": ("of=germany", "of=italy"),
    "/c/{name}/do/{command}": ("power=italy",),
    "/api/v1/campaigns/{name}": ("at=3",),
    "/api/v1/campaigns/{name}/events": ("after=2&limit=3",),
    "/api/v1/campaigns/{name}/diff": ("from=1",),
    "/api/v1/campaigns/{name}/explain/{figure}": ("of=germany", "of=italy"),
}
"""What else an address is asked, after the question mark."""


def readable() -> list[str]:
    """Every address that can be read, with its blanks: pages and calls."""
    pages = [place.path for place in places() if "GET" in place.methods]
    found = [path for path in pages if not path.startswith(SAME_FOR_ALL)]
    return [*found, *(call.path for call in calls() if call.method == "GET")]


class Eyes:
    """A club's service and all who look at it; what each got is in their browser's `got`."""

    def __init__(self, made: WebClub, commands: tuple[str, ...] = ("SealBallot",)) -> None:
        self.made = made
        self.commands = commands
        self.lines: list[str] = []
        """The service's log, a line for each request."""
        self.answered: set[str] = set()
        """Addresses with their blanks that somebody could read."""
        self.browsers: dict[str, Browser] = {}
        self.tokens: dict[str, str] = {}
        """The secret addresses: of each member's feed, and of a guest."""
        made._app = Logged(made._app, self.lines.append, lambda: "", lambda: 0.0)
        house = made.house
        self.tokens["guest"] = handed_out(house).make("guest", self.campaign.id, "host", "An aunt")

    @property
    def campaign(self) -> Any:
        """The shared part of the state."""
        return self.made.house.ledger.live(self.made.name).state.campaign

    def browser(self, who: str) -> Browser:
        """The browser of a member, of nobody, of a stranger, or of the operator."""
        if who not in self.browsers:
            self.browsers[who] = self._browser(who)
        return self.browsers[who]

    def _browser(self, who: str) -> Browser:
        made, house = self.made, self.made.house
        if who == "nobody":
            return made.nobody()
        if who == "stranger":
            asked = {"scenario": "global-war", "rulebook": "lif-1998"}
            assert house.desk.open(OTHERS, **asked)["accepted"]
            found = made.nobody()
            token = invite(house.desk, house.doors, house.people, OTHERS, "host", "host").token
            assert found.come_in(f"/in/{token}").status_code == 200
            found.got.clear()
            return found
        if who == "operator":
            found = made.nobody()
            place = f"/club/in/{house.entrance.operators.offer()}"
            assert found.post(place, {}).status_code == 200
            found.got.clear()
            return found
        found = made.browser(who)
        person = house.people.person_in(self.campaign.id, who)
        self.tokens[who] = handed_out(house).make("feed", self.campaign.id, who, person)
        return found

    def look(self, *whose: str) -> None:
        """Each of them asks for everything, and listens to the stream."""
        for who in whose:
            browser = self.browser(who)
            for path, asked in self.addresses(who):
                found = browser.get(asked)
                assert found.status_code not in (429, 500, 503), (asked, found.text[:500])
                if found.status_code == 200:
                    self.answered.add(path)
            browser.got.append(heard(self.made._app, self._live(), browser))

    def _live(self) -> str:
        return f"/c/{self.made.name}/live"

    def addresses(self, who: str) -> Iterator[tuple[str, str]]:
        """Every address with its blanks, and filled in for somebody."""
        known = self._known(who)
        for path in readable():
            blanks = [name for _, name, _, _ in Formatter().parse(path) if name]
            for values in product(*(known[name] for name in blanks)):
                filled = path.format(**dict(zip(blanks, values, strict=True)))
                yield path, filled
                for query in ASKED_FOR.get(path, ()):
                    yield path, f"{filled}?{query}"

    def _known(self, who: str) -> dict[str, list[str]]:
        """What fills the blanks of addresses: the newest of all, and the first."""
        store, name = self.made.house.ledger.store, self.made.name
        version, last = store.version(name), store.ends(name)[1]
        feed = self.tokens.get(who, "x" * 43)
        return {
            "name": [name],
            "number": [str(number) for number in range(max(1, last - 1), last + 1)],
            "version": [str(version)],
            "event": ["1", str(version)],
            "page": ["index.html", self.campaign.turn, f"{self.campaign.turn}.html"],
            "turn": [self.campaign.turn],
            "dispute": ["d1"],
            "dispatch": ["w1"],
            "figure": ["veto-points"],
            "sheet": ["points", "leaders", "pools", "us-entry"],
            "view": list(views_of(self.campaign.system)),
            "command": list(self.commands),
            "token": [self.tokens["guest"]],
            "file": [f"{feed}.xml", f"{feed}.ics"],
        }


def heard(app: Any, path: str, browser: Browser) -> bytes:
    """What somebody is told by a stream until they leave it: all that waits when they come."""
    cookies = "; ".join(f"{one.name}={one.value}" for one in browser.client.cookies.jar)
    headers = [(b"host", b"club.example"), (b"cookie", cookies.encode())]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "https", "path": path, "raw_path": path.encode(), "query_string": b"",
        "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("x", 443),
    }  # fmt: skip
    got: list[bytes] = []

    async def listened() -> None:
        told = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await told.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            got.append(repr(message).encode())
            if message["type"] == "http.response.body":
                told.set()

        await app(scope, receive, send)

    asyncio.run(listened())
    return b"\n".join(got)
