"""What stands before several clubs: a request goes to the club whose name it asks for, and wakes it
if it sleeps. IO.

Clubs that visitors began sleep while nobody is in them: nothing of theirs is open. A club in which
something may become due by itself stays awake. One that sleeps has a file beside its store that is
newer than all that was written there; so it sleeps on where the service starts again, and wakes
where another process has written to it.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders

from campaign.accounts.database import open_people
from campaign.accounts.protocol import PeopleDatabase
from campaign.accounts.table.held import HELD, HeldActs
from campaign.store import outlines
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace
from campaign.text.english import counted
from campaign.web.middleware import HEALTH, response, turned_away
from campaign.web.replies import Reply, text
from campaign.web.server.threads import ViewThreads

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


IDLE = 1800.0
"""After how many seconds without anybody a club falls asleep."""
ASLEEP = ".asleep"
"""How the file of a club that sleeps ends: like the store's other files, it goes with it."""
CLOSED = "this club's pages are away; whoever runs the machine can see why. Nothing was recorded"


# --- Which club a request is for ----------------------------------------------------------------

KNOWN = "/door/known"
"""Where a proxy on this machine asks whether a name is one of ours, before it gets a certificate.
"""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")


class ByHost:
    """Passes each request on to the club whose name it asks for. ASGI."""

    def __init__(self, ready: Callable[[], tuple[int, int]]) -> None:
        self._clubs: Mapping[str, ASGIApp] = {}
        self._away: Mapping[str, str] = {}
        self._ready = ready
        self.front: Mapping[str, ASGIApp] = {}
        """What answers at the address where visitors begin clubs, if they may."""

    def knows(self, clubs: "Mapping[str, ASGIApp]", away: Mapping[str, str]) -> None:
        """From now on these are open, and those away for a reason. Any thread may say so."""
        self._clubs, self._away = clubs, away

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Finds the club by its name and port; a probe may ask under any name."""
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        host = headers.get("host", "").lower()
        if club := self._clubs.get(host) or self.front.get(host):
            await club(scope, receive, send)
        elif (why := self._away.get(host)) and scope["path"] != "/healthz":
            await turned_away(scope, send, 503, why)
        elif scope["type"] == "http" and scope["path"] in (*HEALTH, KNOWN):
            path = scope["path"]
            said = self._known(scope, headers) if path == KNOWN else self._health(path)
            await response(said)(scope, receive, send)
        else:
            await turned_away(scope, send, 421, "this is not the address of this service")

    def _known(self, scope: "Scope", headers: Headers) -> Reply:
        """Whether a name is one of ours, for the proxy. Nobody beyond it may ask."""
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("domain", "").lower()
        names = {host.partition(":")[0] for host in (*self.front, *self._clubs, *self._away)}
        is_passed_on = not self.front or any(one in headers for one in FORWARDED)
        return text("yes") if asked in names and not is_passed_on else text("no", 404)

    def _health(self, path: str) -> Reply:
        if path == "/healthz":
            return text("alive")
        open_, all_ = self._ready()
        said = f"{open_} of {counted(all_, 'club')} can be used"
        return text(said, 200 if open_ or not all_ else 503)


# --- Clubs that sleep ---------------------------------------------------------------------------


class NotIndexed:
    """An application whose pages no search engine is to list. ASGI."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Says so in every answer."""

        async def marked(message: "Message") -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Robots-Tag"] = "noindex"
            await send(message)

        await self._app(scope, receive, marked)


class Visited:
    """A club's pages, and how long nobody was there. ASGI."""

    def __init__(self, app: "ASGIApp", now: Callable[[], float]) -> None:
        self._app, self._now = app, now
        self._inside = 0
        self._seen = now()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answers; whoever listens to a stream is there."""
        self._inside += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._inside -= 1
            self._seen = self._now()

    def is_idle(self) -> bool:
        """Whether nobody was there for a while; asked again after another while."""
        if self._inside or self._now() - self._seen < IDLE:
            return False
        self._seen = self._now()
        return True


_WAKING = ViewThreads(1)
"""Clubs are opened one after the other; who waits for that keeps no page from being made."""


class Sleeping:
    """The pages of a club that sleeps: whoever asks for one wakes it. ASGI."""

    def __init__(self, wake: "Callable[[], ASGIApp | None]") -> None:
        self._wake = wake

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Opens the club, and passes the request on."""
        app = await asyncio.wrap_future(_WAKING.submit(self._wake))
        if app is None:
            await turned_away(scope, send, 503, CLOSED)
        else:
            await app(scope, receive, send)


def may_sleep(ledger: Ledger, people: PeopleDatabase) -> bool:
    """Whether nothing becomes due in a club unless somebody does something."""
    if HeldActs(people).every():
        return False
    every = (one.outline for one in outlines.every(ledger))
    return not any(isinstance(one, Exception) or one.waits for one in every)


def fall_asleep(place: StorePlace) -> None:
    """Writes down that nothing was left to do when a club was closed; not where somebody has
    written to it while it was being closed.
    """
    with suppress(OSError):
        _mark(place).touch()
    people = open_people(place, (HELD,))
    try:
        with Ledger(place) as ledger:
            if not may_sleep(ledger, people):
                awake(place)
    except StoreError:
        awake(place)
    finally:
        people.close()


def is_asleep(place: StorePlace) -> bool:
    """Whether a club sleeps, and nobody has written to it since it fell asleep."""
    if place.is_database or not (since := _written(_mark(place))):
        return False
    files = (one for file in (place.file, place.people) for one in (file, f"{file}-wal"))
    return all(_written(Path(one)) <= since for one in files)


def awake(place: StorePlace) -> None:
    """Takes the mark away before a club is opened. Raises `OSError`."""
    _mark(place).unlink(missing_ok=True)


def _mark(place: StorePlace) -> Path:
    return place.file.with_suffix(ASLEEP)


def _written(file: Path) -> int:
    """When a file was last written, in nanoseconds; 0 where there is none."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
