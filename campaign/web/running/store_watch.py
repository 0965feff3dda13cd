"""Looks after the store's file: lets go of it for a restore, and notices another in its place. IO.

While the store is put back, the gate is shut: who is inside ends first, streams are ended with a
word, chores rest. Then every connection is closed. Nothing is kept that another store could belie:
states and books are compared with the log's head when they are next asked for.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from campaign.store.protocol import StoreError
from campaign.store.sqlite.giving_way import is_asked, which_file
from campaign.web.live import Streams
from campaign.web.rounds.chores import Chores
from campaign.web.running.gate import Gate
from campaign.web.visits import House

LOG = logging.getLogger("campaign.web")
EVERY = 0.25
"""How many seconds lie between two looks at the file."""
PATIENCE = 5.0
"""How many seconds whoever is inside has to end."""
LOOK = 0.02


class Running(NamedTuple):
    """The parts of a running service that have to let go."""

    house: House
    gate: Gate
    chores: Chores
    streams: Streams


class StoreWatch:
    """Looks at the store's file in a thread of its own, until it is stopped."""

    def __init__(
        self,
        running: Running,
        *,
        clock: Callable[[], float] = time.monotonic,
        every: float = EVERY,
    ) -> None:
        self._running = running
        self._store = running.house.ledger.store.path
        self._clock = clock
        self._every = every
        self._known = which_file(self._store)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="store watch", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def look(self) -> None:
        """Looks once, and lets go if it must."""
        if is_asked(self._store):
            LOG.warning("the store is put back from a backup: letting go of it")
            self._away(lambda: is_asked(self._store))
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
            until = self._clock() + PATIENCE
            while running.gate.inside and self._clock() < until:
                self._over.wait(LOOK)
            rests = running.chores.turn.acquire(timeout=max(0.0, until - self._clock()))
            try:
                running.house.desk.let_go()
                for close in upkeep.closing:
                    with suppress(StoreError):
                        close()
                while is_wanted() and not self._over.wait(LOOK):
                    pass
            finally:
                if rests:
                    running.chores.turn.release()
        finally:
            self._known = which_file(self._store)
            upkeep.is_away = False
