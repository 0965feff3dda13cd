"""What stands before several clubs: a request goes to the club whose name it asks for, and wakes it
if it sleeps. IO.

Clubs that visitors began sleep while nobody is in them: nothing of theirs is open. A club in which
something may become due by itself stays awake. One that sleeps has a file beside its store that
says how its files were left, and by which program; so it sleeps on where the service starts again,
and wakes where they or the program are others, by whatever clock.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders

from campaign.accounts.allowance import TAILS
from campaign.accounts.database import MEMORY, PeopleFile, open_people
from campaign.accounts.protocol import PeopleDatabase
from campaign.accounts.table.held import HELD, HeldActs
from campaign.store import outlines, snapshots
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace
from campaign.systems import SYSTEMS, package_of
from campaign.text.english import counted
from campaign.web.auth.rate_limits import Limiting, Rate
from campaign.web.middleware import HEALTH, response, turned_away
from campaign.web.replies import Reply, text
from campaign.web.server.shared_state import KEY_BYTES, TOGETHER, SharedLimit, TogetherRows
from campaign.web.server.threads import ViewThreads
from campaign.world.chance import random_bytes
from campaign.world.clock import utc_now

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


IDLE = 1800.0
"""After how many seconds without anybody a club falls asleep."""
ASLEEP = ".asleep"
"""How the file of a club that sleeps ends: like the store's other files, it goes with it."""
HEAD = 32
"""So many bytes at the beginning of SQLite's files say how often they were written."""
CLOSED = "this club's pages are away; whoever runs the machine can see why. Nothing was recorded"

WAKES = Rate(20, 1 / 30)
"""How many clubs a network may wake."""
TOO_MANY = "too many clubs were woken from your network; come back in {}. Nothing was recorded"


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


def wakes_left() -> Limiting:
    """How many clubs each network may still wake."""
    rows = TogetherRows(PeopleFile(MEMORY, (TOGETHER,)), random_bytes(KEY_BYTES), utc_now)
    return SharedLimit(rows, "wakes", WAKES)


class Sleeping:
    """The pages of a club that sleeps: whoever asks for one wakes it, but no probe does. ASGI."""

    def __init__(self, wake: "Callable[[str], ASGIApp]") -> None:
        self._wake = wake

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Has the club opened for an address, and passes the request on to what comes of that."""
        if scope["path"] in HEALTH:
            said = text("alive" if scope["path"] == "/healthz" else "ready")
            await response(said)(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        app = await asyncio.wrap_future(_WAKING.submit(self._wake, address))
        await app(scope, receive, send)


def unwoken(status: int, why: str) -> "ASGIApp":
    """What stands in the place of the pages of a club that was not woken. ASGI."""
    return lambda scope, receive, send: turned_away(scope, send, status, why)


def may_sleep(ledger: Ledger, people: PeopleDatabase) -> bool:
    """Whether nothing becomes due in a club unless somebody does something."""
    if HeldActs(people).every():
        return False
    every = (one.outline for one in outlines.every(ledger))
    return not any(isinstance(one, Exception) or one.waits for one in every)


def fall_asleep(place: StorePlace) -> None:
    """Writes down how a club was left that was closed with nothing to do; not where there is
    something.
    """
    people = open_people(place, (HELD,))
    with suppress(OSError, StoreError), closing(people):
        with people.reading():  # it has tables for what is held from now on
            left = _as_left(place)  # first: whatever is written behind this is seen
        with Ledger(place) as ledger:
            if may_sleep(ledger, people):
                _mark(place).write_text(left, encoding="ascii")


def is_asleep(place: StorePlace) -> bool:
    """Whether a club sleeps, and its files are as they were left when it fell asleep."""
    with suppress(OSError, UnicodeDecodeError):
        return not place.is_database and _mark(place).read_text("ascii") == _as_left(place)
    return False


def awake(place: StorePlace) -> None:
    """Takes the mark away before a club is opened. Raises `OSError`."""
    _mark(place).unlink(missing_ok=True)


def _mark(place: StorePlace) -> Path:
    return place.file.with_suffix(ASLEEP)


def _as_left(place: StorePlace) -> str:
    """What is another once anything was written to a club's files, or others took their place; and
    for another program, which has not yet looked whether the club may sleep.
    """
    both = (place.file, place.people)
    files = (_written(Path(f"{file}{tail}")) for file in both for tail in TAILS)
    return "\n".join((program(), *files))


@cache
def program() -> str:
    """Which program this is, with the games that it has: a digest of their files' sizes and times.

    Asked for early: an update may write others while it runs.
    """
    packages: dict[str, Path] = {}
    for game in sorted(SYSTEMS):
        packages |= snapshots.packages(package_of(game))
    return snapshots.stamp_of(packages)


def _written(file: Path) -> str:
    """Which file it is, when and how far it was written, and SQLite's own count of that; empty
    where nothing is in it.
    """
    with suppress(FileNotFoundError), file.open("rb") as content:
        seen, head = os.fstat(content.fileno()), content.read(HEAD).hex()
        times = f"{seen.st_mtime_ns} {seen.st_ctime_ns}"
        return f"{seen.st_ino} {seen.st_size} {times} {head}" if head else ""
    return ""
