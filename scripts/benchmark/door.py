"""A store as a service has it: one desk for all callers, and the tables kept behind the answers."""

from pathlib import Path
from threading import Condition
from typing import Self

from campaign.handler.command_handler import Actor, CommandHandler
from campaign.handler.writer_queue import Subscribers
from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from campaign.store.reader import Reader
from scripts.benchmark.building import accepted

LOCAL = Actor("host", is_local=True)
"""Whoever sends the recorded commands: each of them names its own member."""
PATIENCE = 120
"""How many seconds to wait for the tables before something must be wrong."""


class Watched:
    """The follower of the tables, which tells how far it has read."""

    def __init__(self, path: Path) -> None:
        self._reader = Reader(path)
        self._tables = TablesFollower(self._reader)
        self._read = Condition()
        self._version = 0

    def update(self, name: str) -> int:
        """Reads what is new."""
        version = self._reader.store.version(name)
        count = self._tables.update(name)
        with self._read:
            self._version = version
            self._read.notify_all()
        return count

    def forget(self, name: str) -> None:
        """Drops a campaign."""
        self._tables.forget(name)

    def close(self) -> None:
        """Closes the files."""
        self._tables.close()
        self._reader.store.close()

    def wait_for(self, version: int) -> None:
        """Returns when the tables have a version."""
        with self._read:
            if not self._read.wait_for(lambda: self._version >= version, PATIENCE):
                raise SystemExit(f"the tables do not reach version {version}")


class Door:
    """What the benchmark's callers write through; closing it closes the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._tables = Watched(ledger.store.path)
        following = Subscribers(lambda: self._tables, _failed, in_background=True)
        self._desk = CommandHandler(ledger, following, is_shared=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._desk.close()

    def begin(self, name: str) -> None:
        """Loads the campaign, and makes its tables or brings them up to date."""
        self._ledger.live(name)
        self._tables.update(name)

    def answer(self, name: str, text: bytes) -> None:
        """Submits, and returns when a caller has the answer."""
        accepted(self._desk.submit(name, text, LOCAL).answer)

    def wait_for_tables(self, name: str) -> None:
        """Returns when the tables are current; nothing hurries them."""
        self._tables.wait_for(self._ledger.live(name).version)


def _failed(name: str, error: Exception) -> None:
    raise SystemExit(f"the tables of {name} fail: {error!r}")
