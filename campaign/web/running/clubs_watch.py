"""Serves the clubs of an installation, and follows its directory while they play. IO."""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable

from campaign.clubs.allowance import Allowance
from campaign.clubs.quotas import ClubAllowance
from campaign.settings import SettingsError
from campaign.store.protocol import StoreError
from campaign.web.running.club_folder import ClubPlace
from campaign.web.running.club_source import ClubSource
from campaign.web.running.clubs import OpenClubs
from campaign.web.running.serve import Serving, answer, listener

LOG = logging.getLogger("campaign.web")
EVERY = 1.0
"""How many seconds lie between two looks at the directory."""
SAID_EVERY = 5.0
"""How often the directory hears which clubs are open here, though nothing has changed."""


class ClubsWatch:
    """Follows the directory in a thread of its own, until it is stopped."""

    def __init__(
        self,
        source: ClubSource,
        clubs: OpenClubs,
        opened: Callable[[list[str]], None],
        *,
        every: float = EVERY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._clubs = clubs
        self._opened = opened
        self._every = every
        self._clock = clock
        self._me = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
        self._said: tuple[float, frozenset[str]] = (float("-inf"), frozenset())
        self._is_lost = False
        """Whether the directory could not be read when it was last looked at."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="clubs", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends, and says so in the directory."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(10.0)
        try:
            if self._source.directory.exists():
                self._source.directory.stopped(self._me)
        except StoreError:
            LOG.warning("the directory of clubs could not be told that this process ends")

    def look(self) -> list[str]:
        """Looks once, and follows; the addresses of clubs that were opened.

        While the directory can't be read, all stays as it is.
        """
        try:
            found = self._source.found()
        except StoreError as error:
            if not self._is_lost:
                LOG.error("the directory of clubs can't be read: %s", error)
            self._is_lost = True
            return []
        self._is_lost = False
        opened = self._clubs.follow(found, self._may_open)
        self._say(frozenset(self._clubs.running))
        return opened

    def _may_open(self, club: ClubPlace) -> bool:
        """Says first that it will be open here, and then looks again whether it is to be.

        Whoever moves a club writes its state first and then looks who has it; so one of the two
        sees the other.
        """
        directory = self._source.directory
        if not directory.exists():
            return True
        self._say(frozenset({*self._clubs.running, club.name}))
        row = directory.club(club.name)
        return row is None or row.state == "open"

    def _say(self, names: frozenset[str]) -> None:
        at, said = self._said
        if names == said and self._clock() - at < SAID_EVERY:
            return
        if self._source.directory.exists():
            self._source.directory.serving(self._me, names)
        self._said = (self._clock(), names)

    def _watch(self) -> None:
        while not self._over.wait(self._every):
            try:
                if opened := self.look():
                    self._opened(opened)
            except Exception as error:  # the clubs that are open play on
                LOG.error("following the clubs: %s", type(error).__name__, exc_info=error)


def allowance_in(source: ClubSource) -> Callable[[ClubPlace], Allowance]:
    """What each club of a directory may use."""
    return lambda club: ClubAllowance(source.directory, club.name, club.store, shares=True)


def serve_clubs(at: Serving, source: ClubSource, ready: Callable[[str], None]) -> None:
    """Answers for all clubs, where `at` says, until SIGTERM or SIGINT.

    Raises `SettingsError` where the address is taken, or where a folder without a directory has no
    club that can be opened.
    """
    with listener(at) as place:
        clubs = OpenClubs((), at, allowance_in(source))
        app = clubs.open(may_be_none=True)
        watch = ClubsWatch(source, clubs, lambda urls: clubs.answers(ready, urls))

        def answers() -> None:
            clubs.answers(ready)
            watch.start()

        try:
            watch.look()
            if not clubs.running and not source.directory.exists():
                raise SettingsError("none of the clubs can be opened; --check says why")
            answer(app, at, place, answers, clubs.stopping)
        finally:
            watch.stop()
            clubs.close()
            source.directory.close()
