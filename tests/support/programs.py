"""A club's service in process, and the programs that call it."""

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from starlette.applications import Starlette

from campaign.accounts.database import MEMORY, PeopleFile
from campaign.accounts.devices import moment, stamp
from campaign.web.api.serving import CallerLimits, Programs, programs, routes
from campaign.web.auth.rate_limits import MANY, LimitMaker
from campaign.web.context import House
from campaign.web.middleware import SecurityMiddleware
from campaign.web.replies import PublicAddress
from campaign.web.server.live import Streams
from campaign.web.server.serve import opened
from campaign.web.server.shared_state import TOGETHER, SharedLimit, TogetherRows
from support.sessions import NAME, Session, ledger_in

if TYPE_CHECKING:
    from starlette.types import ASGIApp

URL = "https://club.example"
ONE = f"/api/v1/campaigns/{NAME}"
START = "2026-03-05T19:00:00.000Z"


class HandClock:
    """A clock that stands until somebody moves it."""

    def __init__(self, now: str = START) -> None:
        self.now = now
        self.seconds = 0.0

    def __call__(self) -> str:
        return self.now

    def counted(self) -> float:
        """The same clock as seconds since it was made."""
        return self.seconds

    def passes(self, seconds: float) -> None:
        """Moves it on."""
        self.now = stamp(moment(self.now) + timedelta(seconds=seconds))
        self.seconds += seconds


def limits_of(house: House, counted: Callable[[], float] = lambda: 0.0) -> LimitMaker:
    """The limits of a service, by a clock of seconds that a test moves."""
    return lambda name, rate: SharedLimit(house.together.rows, name, rate, counted)


def limits_by(clock: HandClock, most: int = MANY) -> LimitMaker:
    """Limits without a service, in this process's memory."""
    rows = TogetherRows(PeopleFile(MEMORY, (TOGETHER,)), b"key", clock)
    return lambda name, rate: SharedLimit(rows, name, rate, clock.counted, most)


class InProcess:
    """Sends requests to an application in this process, one after the other."""

    def __init__(self, app: "ASGIApp") -> None:
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)  # type: ignore[arg-type]
        self._client = httpx.AsyncClient(transport=transport, base_url=URL)

    def request(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """One request and its whole answer."""
        return self._runner.run(self._client.request(method, path, **sent))

    def get(self, path: str, **sent: Any) -> httpx.Response:
        """Asks for something."""
        return self.request("GET", path, **sent)

    def post(self, path: str, **sent: Any) -> httpx.Response:
        """Sends something."""
        return self.request("POST", path, **sent)

    def close(self) -> None:
        """Ends the loop."""
        self._runner.run(self._client.aclose())
        self._runner.close()


class Program:
    """A program with a token; without one, somebody who was not let in."""

    def __init__(self, client: InProcess, token: str = "") -> None:
        self._client = client
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Asks for a path; one that begins without a slash is below the campaign."""
        return self._client.get(whole(path), headers=self.headers | headers)

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        """Sends JSON, or bytes as they are."""
        sent = {"content": body} if isinstance(body, bytes) else {"json": body}
        return self._client.post(whole(path), headers=self.headers | headers, **sent)

    def send(self, command: str, id: str = "", **fields: Any) -> httpx.Response:
        """Sends a command."""
        named = {"id": id} if id else {}
        return self.post("commands", {"command": command, **named, **fields})


def whole(path: str) -> str:
    """A path from the first slash on."""
    if path.startswith("/"):
        return path
    return f"{ONE}/{path}" if path and path[0] != "?" else f"{ONE}{path}"


class Club:
    """A service over a store with a campaign in it, without its pages."""

    def __init__(self, house: House, clock: HandClock, **streams: Any) -> None:
        self.house = house
        self.clock = clock
        beside = house.together.presence.beside
        watched = Streams(lambda name: house.ledger.store.head(name)[0], beside=beside, **streams)
        self.here: Programs = programs(
            house, CallerLimits(limits_of(house, clock.counted)), watched
        )
        app = Starlette(routes=routes(self.here))
        self.app = SecurityMiddleware(app, house.address)
        self.client = InProcess(self.app)
        self.stranger = Program(self.client)

    def token(self, member: str, scope: str = "act", name: str = NAME) -> str:
        """A program's token."""
        campaign = self.house.ledger.live(name).state.campaign.id
        return self.house.doors.hand_out("program", campaign, member, scope, None)

    def program(self, member: str, scope: str = "act", name: str = NAME) -> Program:
        """A program that acts for a member."""
        return Program(self.client, self.token(member, scope, name))

    def close(self) -> None:
        """Ends the service."""
        self.client.close()
        self.house.desk.close()
        self.house.people.close()
        self.house.together.rows.file.close()


def with_two_campaigns(folder: Path) -> Path:
    """A store with two campaigns; nobody of the first is in the second. Its path."""
    made = _two_campaigns()
    for file in made.parent.iterdir():
        shutil.copy(file, folder / file.name)
    return folder / made.name


@cache
def _two_campaigns() -> Path:
    """The store, made once for all tests of a process."""
    folder = Path(tempfile.mkdtemp(prefix="two-campaigns-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with ledger_in(folder) as ledger:
        Session(ledger).open()
        members = [{"member": "zoe", "name": "Zoe", "powers": ["germany"]}]
        Session(ledger, "other").open(setup={"members": members})
        return ledger.store.path


@contextmanager
def club_at(folder: Path, prepared: Callable[[Path], Path], **streams: Any) -> Iterator[Club]:
    """A service over a prepared store, until the end of the test."""
    clock = HandClock()
    made = Club(opened(prepared(folder), PublicAddress(URL), clock), clock, **streams)
    try:
        yield made
    finally:
        made.close()
