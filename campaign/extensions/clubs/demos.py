"""Campaigns to click through as any member, built from scripts; each visitor has a copy of their
own. IO.
"""

import hashlib
import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from datetime import timedelta
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace
from starlette.datastructures import Headers, MutableHeaders

from campaign.accounts.allowance import Allowance, Stay
from campaign.accounts.devices import DOORS, Credentials, moment, stamp
from campaign.accounts.people import People
from campaign.extensions.clubs.changes import STORE
from campaign.handler.explanations import previewed
from campaign.kernel.decisions import Refused
from campaign.kernel.keys import to_text
from campaign.kernel.members import Campaign
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace
from campaign.text.json_values import JsonObject
from campaign.web.auth.admission import cookie
from campaign.web.jobs.runner import Job
from campaign.web.middleware import response, turned_away
from campaign.web.rendering import shown
from campaign.web.replies import SAFE, PublicAddress, Reply, see_other
from campaign.web.server.operation import Serving
from campaign.web.server.serve import running
from campaign.web.server.threads import in_a_view_thread
from campaign.world import chance, clock, threads
from campaign.world.clock import utc_now

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# --- Building: a script's first line opens the campaign, the others are its commands ------------
#
# Where the first line has `after`, all of another script comes first. A correction's `seen` is the
# preview's, which differs from store to store; so it is empty in a script.

SCRIPTS = Path(__file__).with_name("demo")
UNKNOWN = 401
CARD, DAY = "demo.json", "day"
NIGHT = timedelta(hours=3)
"""How long after midnight in UTC the demos are built anew."""
LOG = logging.getLogger("campaign.web")


class DemoSeat(msgspec.Struct, frozen=True):
    """A member whom a visitor can be."""

    member: str
    name: str
    does: str
    """What they play, or are."""
    secret: str
    """Lets any browser in as this member: in a demo everybody may be anybody. It is the same after
    each night, so that whoever looks around then is let in still.
    """


class Card(msgspec.Struct, frozen=True):
    """What a demo is, beside its store."""

    campaign: str
    title: str
    about: str
    seats: tuple[DemoSeat, ...]


def build(folder: Path, scripts: Path = SCRIPTS) -> list[str]:
    """Plays every script into a new folder; the demos' names. Raises `StoreError`."""
    names = sorted(one.stem for one in scripts.glob("*.jsonl"))
    for name in names:
        _built(name, folder / name, scripts)
    return names


def _lines(name: str, scripts: Path) -> tuple[JsonObject, list[bytes]]:
    """The opening of a script, and its commands."""
    first, *lines = (scripts / f"{name}.jsonl").read_bytes().splitlines()
    opening = msgspec.json.decode(first)
    if before := opening.pop("after", ""):
        earlier, already = _lines(before, scripts)
        return {**earlier, **opening}, [*already, *lines]
    return opening, lines


def _built(name: str, folder: Path, scripts: Path) -> None:
    opening, lines = _lines(name, scripts)
    about, campaign = opening.pop("about"), opening.pop("name")
    folder.mkdir(parents=True)
    place = StorePlace(folder / STORE)
    with Ledger(place) as ledger:
        answers = (ledger.submit(campaign, _seen(ledger, campaign, line)) for line in lines)
        for number, answer in enumerate((ledger.open(campaign, **opening), *answers)):
            if not answer["accepted"]:
                raise StoreError(f"the demo {name}, command {number}: {answer['reason']}")
        live = ledger.live(campaign)
    with closing(People(place, (DOORS,))) as people:
        seats = tuple(_seats(name, live.system.seats.names, live.state.campaign, people))
    card = Card(campaign, opening["title"], about, seats)
    (folder / CARD).write_bytes(msgspec.json.encode(card))


def _seen(ledger: Ledger, campaign: str, line: bytes) -> bytes:
    """A command as it is sent; a correction as its preview shows it."""
    sent = msgspec.json.decode(line)
    if sent.get("seen") != "":
        return line
    asked = msgspec.json.encode({**sent, "seen": "0" * 64})
    looked = previewed(ledger, campaign, asked, sent["by"])
    if isinstance(looked, Refused):
        raise StoreError(looked.reason)
    return msgspec.json.encode({**sent, "seen": looked.command.seen})


def _seats(
    demo: str, names: Mapping[str, str], campaign: Campaign, people: People
) -> Iterator[DemoSeat]:
    for member, known in campaign.members.items():
        with people.file.writing() as db:
            person = people.seated(db, campaign.id, member, "")
        plays = [names[seat] for seat in campaign.seats_of(member)]
        does = ", ".join(plays or sorted(known.roles))
        yield DemoSeat(member, known.name, does, _let_in(people, person, demo, member))


def _let_in(people: People, person: str, demo: str, member: str) -> str:
    """Lets every visitor in as a member; by what. It follows from the two names: no secret."""
    named = hashlib.sha256(f"campaign-tracker demo 1\n{demo}\n{member}\n".encode()).digest()
    doors = Credentials(people.file, clock=utc_now, random=lambda length: to_text(named[:length]))
    return doors.admit(person, "A visitor of the demo")


# --- Copies: one to look at for all, and one of their own for whoever sends something -----------

MOST, IDLE = 200, 3600.0
A_MINUTE = 60
"""How many commands a copy takes in a minute."""
FULL = "all copies are in use; look around, or come back in an hour. Nothing was recorded"
CLOSED = "this is closed in a demo, where only what is played can be sent"
SENDS = re.compile(r"/c/[^/]+/(?:do/(?P<command>[A-Za-z]+)|board|board/opening|held|host)")
MAY_BE_SENT = frozenset((SCRIPTS / "sent.txt").read_text(encoding="utf-8").split())
"""The commands of the games that a visitor may send; whatever has words in it is closed."""


class InADemo(Allowance):
    """What a copy may use: nobody beyond it hears of it, and it takes sixty commands a minute."""

    def __init__(self, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._minute, self._count = 0, 0

    def command(self) -> Refused | None:
        """Counts a command; why it may not be sent, or None."""
        minute = int(self._now() // 60)
        self._count = self._count + 1 if minute == self._minute else 1
        self._minute = minute
        if self._count > A_MINUTE:
            return Refused("Quota", f"a demo takes {A_MINUTE} commands a minute; wait for the next")
        return None

    def campaign(self, there: int) -> Refused | None:
        """None is added: what-ifs are for clubs."""
        return Refused("Quota", "a demo has one campaign")

    def stay(self) -> Stay | None:
        """It is nobody's, and gone after an hour."""
        return Stay("", "", False, False, is_demo=True, commands=MAY_BE_SENT)


class Copy(NamedTuple):
    """A copy that is open."""

    app: "ASGIApp"
    folder: Path
    held: ExitStack


class Demo:
    """One demo at its own address. ASGI."""

    def __init__(self, name: str, demos: "Demos") -> None:
        self.name, self._demos = name, demos
        self.address = PublicAddress(demos.to(f"demo-{name}"))
        prefix = "__Host-" if self.address.is_encrypted else ""
        self._cookie, self._own = f"{prefix}copy", f"{prefix}device"

    def card(self) -> Card | None:
        """What it is; None while it is being built."""
        with self._demos.swapping:
            text = _read(self._demos.built / self.name / CARD)
        return msgspec.json.decode(text, type=Card) if text else None

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Shows the copy that all look at, or the visitor's own; what is sent makes one first."""
        headers, path = Headers(scope=scope), scope["path"]
        cookies = _cookies(headers.get("cookie", ""))
        if (card := self.card()) is None:
            await turned_away(scope, send, 503, "the demos are being set up; try again in a minute")
            return
        if path == "/demo" or (path == "/" and self._own not in cookies):
            whom = shown("demo.html", 200, is_plain=False, is_front=True, card=card)
            await response(whom)(scope, receive, send)
            return
        if path.startswith("/demo/as/"):
            await response(self._as(card, path.removeprefix("/demo/as/")))(scope, receive, send)
            return
        send = _led(scope, receive, send)
        copy = self._demos.look(self.name, cookies.get(self._cookie, ""))
        if scope["method"] in SAFE:
            if copy is None:
                copy = await in_a_view_thread(self._demos.shared, self)
            await copy.app(scope, receive, send)
            return
        sent = SENDS.fullmatch(path)
        if sent is None or sent["command"] not in {None, *MAY_BE_SENT}:
            await turned_away(scope, send, 403, f"{CLOSED}. Nothing was recorded")
            return
        await self._sent(copy, scope, receive, send)

    async def _sent(
        self, copy: Copy | None, scope: "Scope", receive: "Receive", send: "Send"
    ) -> None:
        made = ""
        if copy is None:
            made = chance.token_urlsafe(16)
            copy = await in_a_view_thread(self._demos.own, self, made)
        if copy is None:
            await turned_away(scope, send, 503, FULL)
            return
        secure = "; Secure" if self.address.is_encrypted else ""

        async def marked(message: "Message") -> None:
            if made and message["type"] == "http.response.start":
                line = f"{self._cookie}={made}; Path=/; HttpOnly; SameSite=Lax{secure}"
                MutableHeaders(scope=message).append("Set-Cookie", line)
            await send(message)

        await copy.app(scope, receive, marked)

    def _as(self, card: Card, member: str) -> Reply:
        seat = next((one for one in card.seats if one.member == member), None)
        if seat is None:
            return see_other("/demo")
        return see_other(f"/c/{card.campaign}", ("Set-Cookie", cookie(self.address, seat.secret)))


def _led(scope: "Scope", receive: "Receive", send: "Send") -> "Send":
    """Sends on what a copy answers; whom it does not know picks a member instead, unless it is a
    program.
    """
    is_led, is_program = False, scope["path"].startswith("/api/")

    async def led(message: "Message") -> None:
        nonlocal is_led
        if not is_program and message.get("status") == UNKNOWN:
            is_led = True
            await response(see_other("/demo"))(scope, receive, send)
        elif not is_led:
            await send(message)

    return led


def _cookies(line: str) -> dict[str, str]:
    with suppress(CookieError):
        return {name: one.value for name, one in SimpleCookie(line).items()}
    return {}


def _read(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(encoding="utf-8")
    return ""


def in_a_process(folder: Path) -> str:
    """Builds the demos by another process, so that those who play feel little of it; why not."""
    call = "import sys, pathlib; from campaign.extensions.clubs.demos import build"
    call += "; build(pathlib.Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", call, str(folder)], capture_output=True, text=True, check=False
    )
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


class Demos:
    """The demos of an installation. Any thread may ask."""

    def __init__(
        self,
        folder: Path,
        to: Callable[[str], str],
        at: Serving,
        now: Callable[[], float] = clock.monotonic,
        clock: Callable[[], str] = utc_now,
        builds: Callable[[Path], str] = in_a_process,
    ) -> None:
        self.folder, self.to, self._at, self._now = folder, to, at, now
        self._clock, self._builds = clock, builds
        self.built = folder / "built"
        """The stores as they were built; nobody opens them, so that they can be copied."""
        self._copies: dict[tuple[str, str], Copy] = {}
        self._looked: dict[tuple[str, str], float] = {}
        self._turn = threads.lock()
        self.swapping = threads.lock()
        """Is held for no longer than it takes to put a night's stores in the place of others."""
        self._tried = ""
        """The day on which they were built last, or could not be."""
        self.chores = (Job("demos", 60.0, self.tidy), Job("demos anew", 60.0, self.anew))
        shutil.rmtree(folder / "copies", ignore_errors=True)

    def every(self) -> list[Demo]:
        """All of them, also while they are being built."""
        return [Demo(one.stem, self) for one in sorted(SCRIPTS.glob("*.jsonl"))]

    def look(self, name: str, own: str) -> Copy | None:
        """A visitor's own copy, which is looked at; None where they have none."""
        key = (name, own)
        if key in self._copies:
            self._looked[key] = self._now()
        return self._copies.get(key) if own else None

    def shared(self, demo: Demo) -> Copy:
        """The copy that all look at who have sent nothing."""
        with self._turn:
            return self._copies.get((demo.name, "")) or self._opened(demo, "")

    def own(self, demo: Demo, made: str) -> Copy | None:
        """A new copy for one visitor; None where all are in use."""
        with self._turn:
            if sum(bool(own) for _, own in self._copies) >= MOST:
                return None
            return self._opened(demo, made)

    def _opened(self, demo: Demo, own: str) -> Copy:
        folder = self.folder / "copies" / f"{demo.name}-{chance.token_hex(8)}"
        shutil.copytree(self.built / demo.name, folder)
        held = ExitStack()
        held.callback(shutil.rmtree, folder, ignore_errors=True)
        serving = replace(
            self._at, store=StorePlace(folder / STORE), url=demo.address.url, allowance=InADemo()
        )
        try:
            _, service = held.enter_context(running(serving, demo.address))
        except BaseException:
            held.close()
            raise
        copy = self._copies[demo.name, own] = Copy(service.app, folder, held)
        self._looked[demo.name, own] = self._now()
        return copy

    def tidy(self) -> None:
        """Drops what nobody has looked at for an hour."""
        for key, looked in [*self._looked.items()]:
            if key[1] and self._now() - looked >= IDLE:
                self._drop(key)

    def _drop(self, key: tuple[str, str]) -> None:
        with self._turn:
            copy = self._copies.pop(key, None)
            self._looked.pop(key, None)
        if copy is not None:
            copy.held.close()

    def anew(self) -> None:
        """Builds all of them anew once a day, at three in the morning (UTC).

        If that fails, yesterday's stay, and the log says why.
        """
        day = stamp(moment(self._clock()) - NIGHT)[:10]
        if day == self._tried or _read(self.built / DAY) == day:
            return
        self._tried = day
        fresh, old = self.folder / "fresh", self.folder / "old"
        for one in (fresh, old):
            shutil.rmtree(one, ignore_errors=True)
        if why := self._builds(fresh):
            LOG.error("the demos were not built: %s", why)
            return
        (fresh / DAY).write_text(day, encoding="utf-8")
        with self._turn, self.swapping:
            if self.built.is_dir():
                self.built.rename(old)
            fresh.rename(self.built)
        shutil.rmtree(old, ignore_errors=True)
        for key in [*self._copies]:
            if not key[1]:
                self._drop(key)

    def close(self) -> None:
        """Lets go of all copies."""
        for key in [*self._copies]:
            self._drop(key)
