"""Runs the service: one process beside one store, until it is asked to stop. IO."""

import asyncio
import gc
import logging
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import msgspec
import uvicorn

from campaign import extend, systems
from campaign.accounts.addresses import settle
from campaign.accounts.allowance import UNLIMITED, Allowance, allowance_at
from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import NAMES, People
from campaign.accounts.protocol import CHECKED, DELIVERIES
from campaign.accounts.subscriptions import SUBSCRIPTIONS
from campaign.accounts.table import held, names, requests, talk
from campaign.handler import holding, writer_queue
from campaign.handler.command_handler import CommandHandler
from campaign.projections.projector import TablesFollower
from campaign.reports.book import CachedBooks
from campaign.reports.kept_turns import newest
from campaign.store import protocol, reader
from campaign.store.ledger import Ledger
from campaign.web.api.serving import programs
from campaign.web.auth import invitations, sign_in
from campaign.web.context import House
from campaign.web.jobs import notifications, overdue, runner
from campaign.web.middleware import turned_away
from campaign.web.replies import PublicAddress
from campaign.web.server.connections import (
    Door,
    HeadInTime,
    ServiceConnections,
    own_url,
)
from campaign.web.server.health import (
    UNUSABLE,
    RecordChecks,
    ServiceUpkeep,
    StoreVerifier,
    why_closed,
)
from campaign.web.server.operation import OperatedService, Serving, listener
from campaign.web.server.shared_state import knowing, shared_parts
from campaign.web.server.threads import SlowReads
from campaign.world.clock import utc_now

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


# --- Makes msgspec learn every type that is read from bytes, before a second thread is begun ----
#
# It learns a type when that is first read. If a second thread reads the same type while the first
# is still learning, the whole process dies (msgspec 0.22, reproduced with four threads and new
# types). A service does just that: at its start chores, followers and requests read the same
# snapshot.

OURS = ("campaign.", "events.")


@cache
def primed() -> frozenset[type]:
    """The types of this program that msgspec knows from now on. What is loaded by then is looked
    through no more for what could be collected. Done once in a process.
    """
    for system in systems.SYSTEMS.values():  # games are loaded when they are first asked for
        tuple(system.rules.commands.values())
    brought = (f"{systems.package_of(name)}." for name in systems.SYSTEMS.installed)
    known, ours = set(), (*OURS, *brought)
    for kind in set(_kinds(msgspec.Struct)):
        if f"{kind.__module__}.".startswith(ours):
            with suppress(TypeError, NameError):  # not read from bytes by anybody
                msgspec.json.Decoder(kind)
                known.add(kind)
    gc.collect()
    gc.freeze()
    return frozenset(known)


def _kinds(kind: type) -> Iterator[type]:
    one: type
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


# --- Runs the service: one process beside one store, until it is asked to stop ------------------

TICK = 1.0
"""How many seconds lie between two looks at the clock, for the date of answers."""
PATIENCE = 3
"""How many seconds open requests have to end when the service stops."""
ID_BYTES = 8
COLLECTED_AFTER = 5_000
"""How many new objects make Python look for some to collect. A request makes some hundreds that go
with it; at Python's own 700 a look came with nearly every one."""
PARTS = (
    DOORS,
    DELIVERIES,
    *extend.every("parts"),
    SUBSCRIPTIONS,
    CHECKED,
    held.HELD,
    NAMES,
    requests.REQUESTS,
    talk.TALK,
    *sign_in.DOOR_PARTS,
)
"""What the service keeps in the file of people besides the people."""
LOG = logging.getLogger("campaign.web")


def nothing() -> None:
    """What wakes a server that does not answer yet."""


class _Server(uvicorn.Server):
    """Says when it answers, ends with exit status 0 when it is asked to, and looks at the clock
    once a second; the library looks ten times as often whether it has to end.
    """

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping
        self._wake: Callable[[], object] = nothing

    async def main_loop(self) -> None:
        """Waits until it is asked to stop."""
        asked, loop = asyncio.Event(), asyncio.get_running_loop()
        self._wake = partial(loop.call_soon_threadsafe, asked.set)
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(asked.wait(), TICK)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends, at once."""
        super().handle_exit(sig, frame)
        self._wake()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends: first the streams, which would else stay open."""
        self._stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the service, and nothing else: the caller returns as usual."""
        wanted = (signal.SIGTERM, signal.SIGINT)
        before = {number: signal.signal(number, self.handle_exit) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    serving: Serving, ready: Callable[[str], None], says: Callable[[str], None] = LOG.info
) -> None:
    """Answers until SIGTERM or SIGINT. `ready` is called with the address once it answers, then
    `says` with what else whoever started it should know, a line each.

    Raises `SettingsError` where the address is taken or not this machine's, or figures have none.
    """
    with listener(serving) as place:
        url = serving.url or own_url(serving.host, place.getsockname()[1])
        with ExitStack() as held:
            try:
                runs = running(serving, PublicAddress(url.rstrip("/")))
                house, service = held.enter_context(runs)
            except protocol.StoreError:
                at = protocol.place_of(serving.store)
                if at.is_database or not (why := why_closed(at.file)):
                    raise
                LOG.error("%s; nothing else is answered until the service begins anew", why)
                answer(closed(at.file), serving, place, lambda: ready(url), nothing)
                return

            def answers() -> None:
                invitations.note_address(house.ledger.store.path, house.address.url)
                ready(house.address.url)
                if not house.is_begun:
                    says(f"begin {house.address.to('/begin/')}{house.entrance.operators.offer()}")
                for line in service.figures_at:
                    says(f"figures at {line}")

            answer(service.app, serving, place, answers, service.stopping)


def closed(store: Path) -> "ASGIApp":
    """A service beside a store that it may not write, so that whoever looks after it hears why:
    alive, not ready, and nothing is recorded.
    """

    async def app(scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["path"] == "/healthz":
            await turned_away(scope, send, 200, "alive")
        elif scope["path"] == "/readyz":
            why = why_closed(store) or "it can be written again: start the service anew"
            await turned_away(scope, send, 503, why)
        else:
            await turned_away(scope, send, 503, f"{UNUSABLE}; nothing was recorded")

    return app


@contextmanager
def running(serving: Serving, address: PublicAddress) -> Iterator[tuple[House, OperatedService]]:
    """A store's service with what looks after it, until the end of the block."""
    house = opened(
        serving.store,
        address,
        reserved=serving.reserved,
        is_plain=serving.is_plain,
        allowance=serving.allowance or allowance_at(protocol.place_of(serving.store)),
    )
    try:
        here = programs(house)
        chores = runner.Jobs(chores_of(house, serving.url), may_begin=lambda: house.is_begun)
        house.desk.listen(chores.heard)
        with OperatedService(house, here, chores, serving.settings) as service:
            yield house, service
    finally:
        close(house)


def chores_of(house: House, url: str = "") -> tuple[runner.Job, ...]:
    """What the service looks after by itself. `url` is where mails lead, unless settings say."""
    store, over = house.ledger.store.place, house.upkeep.lets_go
    own = (
        overdue.held_chore(holding.Holding(house.desk, house.clock)),
        overdue.overdue_chore(house.ledger, house.desk, house.clock),
        *(
            job(store, house.clock, time.monotonic, over)
            for job in extend.found("pages", "advice behind the answer")
        ),
    )
    if house.allowance.stay():  # nobody beyond the club hears of it before it stays for good
        return own
    return (
        *own,
        *(
            mail.mail_chore(store, house.clock, over, url=url, allowance=house.allowance)
            for mail in extend.found("channels", "mail")
        ),
        notifications.notice_chore(
            store, house.address, house.clock, house.outside, over, is_plain=house.is_plain
        ),
    )


def opened(
    store: protocol.Where,
    address: PublicAddress,
    clock: Callable[[], str] = utc_now,
    *,
    reserved: frozenset[str] = frozenset(),
    is_plain: bool = False,
    allowance: Allowance = UNLIMITED,
) -> House:
    """What the service stands on, opened. What an earlier program left pending is settled first."""
    primed()
    ledger = Ledger(store, clock=clock)
    upkeep = ServiceUpkeep(ledger.store.path)
    people = People(store, (*PARTS, *shared_parts(ledger)), clock=clock)
    names.naming_from(ledger, people.file)
    books, tabled = names.naming_from(reader.Reader(store), people.file), reader.Reader(store)
    slow = SlowReads(lambda: names.naming_from(reader.Reader(store), people.file))
    upkeep.closing += [books.store.close, tabled.store.close, slow.close]
    tables = writer_queue.Subscribers(lambda: TablesFollower(tabled), _behind, in_background=True)
    settle(people, ledger)
    together = knowing(people, ledger, clock)
    return House(
        ledger=ledger,
        desk=CommandHandler(ledger, tables, is_shared=True, people=people, allowance=allowance),
        books=CachedBooks(books, newest),
        people=people,
        doors=Credentials(people.file, clock=clock),
        address=address,
        clock=clock,
        ids=lambda: secrets.token_hex(ID_BYTES),
        upkeep=upkeep,
        entrance=sign_in.entrance(
            people.file,
            clock,
            sign_in.NoPost() if allowance.stay() else door_post(store, clock),
            address,
            together,
            is_plain=is_plain,
        ),
        slow=slow,
        together=together,
        checks=RecordChecks(people.file, clock, StoreVerifier(store), together.elsewhere),
        reserved=reserved,
        is_plain=is_plain,
        allowance=allowance,
    )


def door_post(store: protocol.Where, clock: Callable[[], str]) -> sign_in.LetterPost:
    """What sends short letters of the door; nothing where no mail can be sent."""
    for mail in extend.found("channels", "mail"):
        post: sign_in.LetterPost = mail.DoorPost(store, clock)
        return post
    return sign_in.NoPost()


def close(house: House) -> None:
    """Lets go of everything."""
    house.entrance.post.stop()
    house.checks.close()
    house.slow.close()
    house.desk.close()
    house.books.close()
    house.together.rows.file.close()


def answer(
    app: "ASGIApp",
    serving: Serving,
    listener: socket.socket,
    ready: Callable[[], None],
    stopping: Callable[[], None],
) -> None:
    """Answers at a place until it is asked to stop."""
    gc.set_threshold(COLLECTED_AFTER)
    connections = ServiceConnections(serving.settings, serving.proxies)
    # To a file on this machine comes nobody but the proxy.
    believed = ["*"] if serving.settings.socket else list(serving.proxies)
    config = uvicorn.Config(
        app,
        http=partial(HeadInTime, connections),  # type: ignore[arg-type]
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(believed),
        forwarded_allow_ips=believed,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="off",
        ws="none",
    )
    _Server(config, ready, stopping).run([Door(listener, connections)])


def _behind(name: str, error: Exception) -> None:
    LOG.warning("the read tables of a campaign are behind: %s", type(error).__name__)
