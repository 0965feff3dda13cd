"""Looks what other processes record in a database, so that the read tables here follow it. IO.

A file of SQLite needs none of it: whoever writes there updates the tables beside it. The processes
that share a database each have tables of their own machine. Pages and streams do not wait for this
look: each of them asks the database itself.
"""

import logging
import threading
import time
from collections.abc import Callable

from campaign.desk.desk import Desk
from campaign.store.protocol import StoreError

LOG = logging.getLogger("campaign.web")
EVERY = 1.0
"""How many seconds lie between two looks, at least."""
SHARE = 20
"""A look that takes long is taken more seldom: so many times its own length lies between two."""


class HeadsWatch:
    """Looks at the heads of all campaigns in a thread of its own, until it is stopped."""

    def __init__(self, desk: Desk, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk = desk
        self._store = desk.ledger.store
        self._clock = clock
        self._known: dict[str, int] = {}
        self._is_lost = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="heads watch", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def look(self) -> float:
        """Looks once, and has the tables follow; after how many seconds to look again."""
        began = self._clock()
        try:
            found = self._versions()
        except StoreError as error:
            if not self._is_lost:
                LOG.error("the database cannot be read: %s", error)
            self._is_lost = True
            return EVERY
        if self._is_lost:
            LOG.warning("the database can be read again")
        self._is_lost = False
        before, self._known = self._known, found
        for name, version in found.items():
            if before.get(name) != version:
                self._desk.noticed(name)
        for name in before.keys() - found.keys():
            self._desk.missed(name)
        return max(EVERY, SHARE * (self._clock() - began))

    def _versions(self) -> dict[str, int]:
        return self._store.versions() if self._store.exists() else {}

    def _watch(self) -> None:
        wait = 0.0
        while not self._over.wait(wait):
            wait = EVERY
            try:
                wait = self.look()
            except Exception as error:  # a table that cannot be written stops no later look
                LOG.error("a look at the heads failed: %s", type(error).__name__, exc_info=error)
