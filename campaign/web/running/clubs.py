"""Several clubs in one process: each with its store, people, lane, vault and chores. IO.

A request goes to the club whose name it asks for, and to no other. A club that can't be opened
keeps none of the others down.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

import msgspec
from starlette.datastructures import Headers

from campaign.settings import SettingsError
from campaign.text.english import counted
from campaign.web.door.inviting import note_address
from campaign.web.replies import Reply, text
from campaign.web.running.club_folder import ClubPlace
from campaign.web.running.guard import HEALTH, turned_away
from campaign.web.running.serve import Serving, answer, listener, running

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from campaign.web.running.operating import OperatedService
    from campaign.web.visits import House

LOG = logging.getLogger("campaign.web")
CLOSED = "this club's pages are away; whoever runs the machine can see why. Nothing was recorded"


class ByHost:
    """Passes each request on to the club whose name it asks for. ASGI."""

    def __init__(
        self,
        clubs: Mapping[str, "ASGIApp"],
        closed: frozenset[str],
        ready: Callable[[], tuple[int, int]],
    ) -> None:
        self._clubs = clubs
        self._closed = closed
        self._ready = ready

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Finds the club by its name and port; a probe may ask under any name."""
        host = Headers(scope=scope).get("host", "").lower() if scope["type"] == "http" else ""
        if club := self._clubs.get(host):
            await club(scope, receive, send)
        elif host in self._closed and scope["path"] != "/healthz":
            await turned_away(scope, send, 503, CLOSED)
        elif scope["type"] == "http" and scope["path"] in HEALTH:
            from campaign.web.app import response

            await response(self._health(scope["path"]))(scope, receive, send)
        else:
            await turned_away(scope, send, 421, "this is not the address of this service")

    def _health(self, path: str) -> Reply:
        if path == "/healthz":
            return text("alive")
        open_, all_ = self._ready()
        said = f"{open_} of {counted(all_, 'club')} can be used"
        return text(said, 200 if open_ else 503)


class OpenClubs:
    """The clubs of an installation that could be opened, until it is closed."""

    def __init__(self, clubs: tuple[ClubPlace, ...], at: Serving) -> None:
        self._all = clubs
        self._at = at
        self._held = ExitStack()
        self.running: dict[str, tuple[House, OperatedService]] = {}
        """Those that are open, by their names."""
        self._closed: set[str] = set()

    def open(self) -> ByHost:
        """Opens whatever can be opened. Raises `SettingsError` if nothing can."""
        for club in self._all:
            why = club.fault or self._opened(club)
            if why:
                LOG.error("the club %s can't be opened: %s", club.name, why)
                if club.settings.service.url:
                    self._closed |= set(club.address.hosts)
        if not self.running:
            raise SettingsError("none of the clubs can be opened")
        apps = {
            host: service.app
            for house, service in self.running.values()
            for host in house.address.hosts
        }
        return ByHost(apps, frozenset(self._closed - set(apps)), self._ready)

    def close(self) -> None:
        """Lets go of them all."""
        self._held.close()

    def answers(self, ready: Callable[[str], None]) -> None:
        """Says of each club that it answers."""
        for house, _ in self.running.values():
            note_address(house.ledger.store.path, house.address.url)
            ready(house.address.url)

    def stopping(self) -> None:
        """Lets nobody in any more, at any of them."""
        for _, service in self.running.values():
            service.stopping()

    def _opened(self, club: ClubPlace) -> str:
        """Opens a club; why not, or empty."""
        try:
            self.running[club.name] = self._held.enter_context(
                running(
                    msgspec.structs.replace(
                        self._at, store=club.store, settings=club.settings.service
                    ),
                    club.address,
                )
            )
        except Exception as error:  # the other clubs must not suffer
            return str(error) or type(error).__name__
        return ""

    def _ready(self) -> tuple[int, int]:
        """How many clubs can be used, and how many there are."""
        usable = [house for house, _ in self.running.values() if not house.upkeep.why_not_ready()]
        return len(usable), len(self._all)


def serve_clubs(at: Serving, clubs: tuple[ClubPlace, ...], ready: Callable[[str], None]) -> None:
    """Answers for all clubs, where `at` says, until SIGTERM or SIGINT.

    Raises `OSError` where the address is taken, `SettingsError` where no club can be opened.
    """
    with listener(at) as place:
        opened = OpenClubs(clubs, at)
        try:
            app = opened.open()
            answer(app, at, place, lambda: opened.answers(ready), opened.stopping)
        finally:
            opened.close()
