"""Looks after the store: shuts the gate while it is put back or the service stops, and notices what
other processes recorded. IO.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.extend import BROKEN
from campaign.handler.command_handler import CommandHandler
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.store.protocol import StoreError
from campaign.store.sqlite.locks import is_being_restored, restore_mark, which_file
from campaign.web import context, errors, middleware, replies
from campaign.web.jobs.runner import Jobs
from campaign.web.server.live import Streams
from campaign.world import clock, threads

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# --- The gate behind the guard: shut while the store is put back, or the service stops ----------
# ASGI.
#
# Whoever comes while it is shut waits a moment, since that mostly lasts no longer; then they are
# told to try again. Probes pass always.

WAIT = 3.0
"""How many seconds a request waits for the gate to open."""
GATE_LOOK = 0.05
"""How many seconds lie between two looks at it."""
AFTER = 5
"""After how many seconds to try again."""
AWAY = "the record is being put back from a backup; nothing was recorded"
STOPPING = "the service is stopping; nothing was recorded"

LEFT = "the service stopped before this was done; look whether it was, once it is back"


class Gate:
    """Lets requests in, and knows how many are inside. Only the event loop counts."""

    def __init__(self, app: "ASGIApp", house: context.House, *, wait: float = WAIT) -> None:
        self._app = app
        self._house = house
        self._wait = wait
        self.inside = 0

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Lets a request in, or asks it to come back."""
        if scope["type"] != "http" or scope["path"] in middleware.HEALTH:
            await self._app(scope, receive, send)
            return
        if not await self._is_inside():
            why = STOPPING if self._house.upkeep.is_stopping else AWAY
            await self._answer_shut(why, scope, receive, send)
            return
        begun = False

        async def noted(message: "Message") -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if begun or not self._house.upkeep.is_stopping:
                raise
            await self._answer_shut(LEFT, scope, receive, send)
        finally:
            self.inside -= 1

    async def _answer_shut(
        self, why: str, scope: "Scope", receive: "Receive", send: "Send"
    ) -> None:
        await middleware.response(self._shut(scope["path"], why))(scope, receive, send)

    async def _is_inside(self) -> bool:
        """Whether a request was let in, and is counted.

        It is counted before the look whether the gate is shut: whoever shuts it and then reads
        nobody inside in another thread has nobody come in between.
        """
        upkeep = self._house.upkeep
        until = clock.monotonic() + self._wait
        while True:
            self.inside += 1
            if not upkeep.is_away and not upkeep.is_stopping:
                return True
            self.inside -= 1
            if upkeep.is_stopping or clock.monotonic() >= until:
                return False
            await asyncio.sleep(GATE_LOOK)

    def _shut(self, path: str, why: str) -> replies.Reply:
        """What is answered; what is for programs is for them, the rest is a page."""
        if path.startswith(middleware.FOR_PROGRAMS):
            body = msgspec.json.encode(decisions.refused(Refused(None, why)))
            reply = replies.Reply(body, 503, replies.JSON)
        else:
            reply = errors.away(self._house, why)
        return reply.with_header("Retry-After", str(AFTER))


# --- Looks after the store's file: lets go of it for a restore, notices another in its place ----
#
# While the store is put back, the gate is shut: who is inside ends first, streams are ended with a
# word, chores rest. Then every connection is closed. Nothing is kept that another store could
# belie: states and books are compared with the log's head when they are next asked for.

LOG = logging.getLogger("campaign.web")
STORE_EVERY = 0.25
"""How many seconds lie between two looks at the file."""
PATIENCE = 5.0
"""How many seconds whoever is inside has to end."""
STORE_LOOK = 0.02


class Running(NamedTuple):
    """The parts of a running service that have to let go."""

    house: context.House
    gate: Gate
    chores: Jobs
    streams: Streams


class _Watch:
    """Looks again and again in a thread of its own, until it is stopped."""

    def __init__(self, name: str) -> None:
        self._over = threads.event()
        self._thread = threads.thread(self._watch, name)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _watch(self) -> None:
        raise NotImplementedError


class StoreWatch(_Watch):
    """Looks at the store's file in a thread of its own, until it is stopped."""

    def __init__(self, running: Running, *, every: float = STORE_EVERY) -> None:
        super().__init__("store watch")
        self._running = running
        self._store = running.house.ledger.store.path
        self._every = every
        self._known = which_file(self._store)
        self._mark = restore_mark(self._store)

    def look(self) -> None:
        """Looks once, and lets go if it must."""
        if os.path.exists(self._mark) and is_being_restored(self._store):  # noqa: PTH110 - quicker
            LOG.warning("the store is put back from a backup: letting go of it")
            self._away(lambda: is_being_restored(self._store))
        elif self._known is None:
            self._known = which_file(self._store)  # where there was none, the club begins
        elif which_file(self._store) not in (None, self._known):
            LOG.warning("another file lies in the store's place: reading it anew")
            self._away(lambda: False)

    def _watch(self) -> None:
        while not self._over.wait(self._every):
            try:
                self.look()
            except (StoreError, OSError) as error:
                LOG.error("the store's file: %s", type(error).__name__, exc_info=error)

    def _away(self, is_wanted: Callable[[], bool]) -> None:
        """Lets go of the store for as long as it is wanted."""
        running, upkeep = self._running, self._running.house.upkeep
        upkeep.is_away = True
        if upkeep.backups is not None:
            upkeep.backups.give_way()
        running.house.checks.give_way()
        try:
            running.streams.leave()
            until = clock.monotonic() + PATIENCE
            while running.gate.inside and clock.monotonic() < until:
                self._over.wait(STORE_LOOK)
            rests = running.chores.turn.acquire(timeout=max(0.0, until - clock.monotonic()))
            try:
                running.house.desk.let_go()
                for close in upkeep.closing:
                    with suppress(StoreError):
                        close()
                while is_wanted() and not self._over.wait(STORE_LOOK):
                    pass
            finally:
                if rests:
                    running.chores.turn.release()
        finally:
            self._known = which_file(self._store)
            self._mark = restore_mark(self._store)
            upkeep.is_away = False


# --- Looks what other processes record in a database, so that the read tables here follow it ----
#
# A file of SQLite needs none of it: whoever writes there updates the tables beside it. The
# processes that share a database each have tables of their own machine. Pages and streams do not
# wait for this look: each of them asks the database itself.

HEADS_EVERY = 1.0
"""How many seconds lie between two looks, at least."""
SHARE = 20
"""A look that takes long is taken more seldom: so many times its own length lies between two."""


class HeadsWatch(_Watch):
    """Looks at the heads of all campaigns in a thread of its own, until it is stopped."""

    def __init__(
        self, desk: CommandHandler, *, clock: Callable[[], float] = clock.monotonic
    ) -> None:
        super().__init__("heads watch")
        self._desk = desk
        self._store = desk.ledger.store
        self._clock = clock
        self._known: dict[str, int] = {}
        self._is_lost = False

    def look(self) -> float:
        """Looks once, and has the tables follow; after how many seconds to look again."""
        began = self._clock()
        try:
            versions = self._versions()
        except StoreError as error:
            if not self._is_lost:
                LOG.error("the database cannot be read: %s", error)
            self._is_lost = True
            return HEADS_EVERY
        if self._is_lost:
            LOG.warning("the database can be read again")
        self._is_lost = False
        before, self._known = self._known, versions
        for name, version in versions.items():
            if before.get(name) != version:
                self._desk.noticed(name)
        for name in before.keys() - versions.keys():
            self._desk.missed(name)
        return max(HEADS_EVERY, SHARE * (self._clock() - began))

    def _versions(self) -> dict[str, int]:
        return self._store.versions() if self._store.exists() else {}

    def _watch(self) -> None:
        wait = 0.0
        while not self._over.wait(wait):
            wait = HEADS_EVERY
            try:
                wait = self.look()
            except BROKEN as error:  # a table that cannot be written stops no later look
                LOG.error("a look at the heads failed: %s", type(error).__name__, exc_info=error)
