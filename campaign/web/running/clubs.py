"""Several clubs in one process: each with its store, people, lane, vault and chores. IO.

A request goes to the club whose name it asks for, and to no other. A club that can't be opened
keeps none of the others down, nor does one that comes or goes while they play.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from starlette.datastructures import Headers

from campaign.clubs.allowance import Allowance
from campaign.settings import SettingsError
from campaign.text.english import counted
from campaign.web.door.inviting import note_address
from campaign.web.replies import Reply, text
from campaign.web.running.club_folder import ClubPlace
from campaign.web.running.guard import HEALTH, turned_away
from campaign.web.running.serve import Serving, running

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from campaign.web.running.operating import OperatedService
    from campaign.web.visits import House

LOG = logging.getLogger("campaign.web")
CLOSING_AT_ONCE = 16
"""How many clubs are let go of at the same moment when all of them end."""
CLOSED = "this club's pages are away; whoever runs the machine can see why. Nothing was recorded"


class ByHost:
    """Passes each request on to the club whose name it asks for. ASGI."""

    def __init__(self, ready: Callable[[], tuple[int, int]]) -> None:
        self._clubs: Mapping[str, ASGIApp] = {}
        self._away: Mapping[str, str] = {}
        self._ready = ready

    def knows(self, clubs: "Mapping[str, ASGIApp]", away: Mapping[str, str]) -> None:
        """From now on these are open, and those away for a reason. Any thread may say so."""
        self._clubs, self._away = clubs, away

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Finds the club by its name and port; a probe may ask under any name."""
        host = Headers(scope=scope).get("host", "").lower() if scope["type"] == "http" else ""
        if club := self._clubs.get(host):
            await club(scope, receive, send)
        elif (why := self._away.get(host)) and scope["path"] != "/healthz":
            await turned_away(scope, send, 503, why)
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
        return text(said, 200 if open_ or not all_ else 503)


class OpenClub(NamedTuple):
    """A club that is open, and what ends with it."""

    place: ClubPlace
    house: "House"
    service: "OperatedService"
    held: ExitStack


def as_usual(club: ClubPlace) -> Allowance | None:
    """What a club may use, where nobody says otherwise: as a directory that it may be in says."""
    return None


class OpenClubs:
    """The clubs of an installation that could be opened, until it is closed.

    One thread at a time opens them and lets go of them; requests come meanwhile.
    """

    def __init__(
        self,
        clubs: tuple[ClubPlace, ...],
        at: Serving,
        allowed: Callable[[ClubPlace], Allowance | None] = as_usual,
    ) -> None:
        self._all = clubs
        self._at = at
        self._allowed = allowed
        self._open: dict[str, OpenClub] = {}
        self._faults: dict[str, str] = {}
        """Why clubs could not be opened; it is logged once."""
        self._by_host = ByHost(self._ready)

    @property
    def running(self) -> "dict[str, tuple[House, OperatedService]]":
        """Those that are open, by their names."""
        return {name: (one.house, one.service) for name, one in self._open.items()}

    def open(self, *, may_be_none: bool = False) -> ByHost:
        """Opens whatever can be opened. Raises `SettingsError` if nothing can."""
        self.follow(self._all)
        if not self._open and not may_be_none:
            raise SettingsError("none of the clubs can be opened")
        return self._by_host

    def follow(
        self, clubs: tuple[ClubPlace, ...], may_open: Callable[[ClubPlace], bool] = bool
    ) -> list[str]:
        """Lets go of those that left, closed or moved, and opens what is new; its addresses.

        `may_open` is asked right before a club is opened.
        """
        self._all = clubs
        wanted = {club.name: club for club in clubs if not club.away}
        for name in [*self._open]:
            now = wanted.get(name)
            if now is None or not _is_same(now, self._open[name].place):
                self._let_go(name)
        opened = []
        for name, club in wanted.items():
            if name in self._open:
                continue
            why = club.fault or (self._opened(club) if may_open(club) else "")
            if why and self._faults.get(name) != why:
                LOG.error("the club %s can't be opened: %s", name, why)
            self._faults[name] = why
            if name in self._open:
                opened.append(club.address.url)
        self._tell()
        return opened

    def close(self) -> None:
        """Lets go of them all. Each mostly waits for its own threads, so several do so at once."""
        with ThreadPoolExecutor(CLOSING_AT_ONCE) as hands:
            ends = [hands.submit(one.held.close) for one in self._open.values()]
        self._open.clear()
        for end in ends:
            end.result()

    def answers(self, ready: Callable[[str], None], urls: Sequence[str] | None = None) -> None:
        """Says of each club, or of those with these addresses, that it answers."""
        for one in [*self._open.values()]:
            if urls is None or one.house.address.url in urls:
                note_address(one.house.ledger.store.path, one.house.address.url)
                ready(one.house.address.url)

    def stopping(self) -> None:
        """Lets nobody in any more, at any of them."""
        for one in [*self._open.values()]:
            one.service.stopping()

    def _opened(self, club: ClubPlace) -> str:
        """Opens a club; why not, or empty."""
        held = ExitStack()
        service, url = club.settings.service, club.address.url
        serving = replace(
            self._at, store=club.store, url=url, settings=service, allowance=self._allowed(club)
        )
        try:
            house, operated = held.enter_context(running(serving, club.address))
        except Exception as error:  # the other clubs must not suffer
            held.close()
            return str(error) or type(error).__name__
        self._open[club.name] = OpenClub(club, house, operated, held)
        return ""

    def _let_go(self, name: str) -> None:
        """Lets go of one club: who is inside ends first; the others play on."""
        one = self._open.pop(name)
        self._tell()
        try:
            one.service.leave()
        finally:
            with suppress(Exception):  # whatever fails of it now, it is not served any more
                one.held.close()
        LOG.warning("the club %s was let go of", name)

    def _tell(self) -> None:
        """Which names lead where from now on."""
        apps = {
            host: one.service.app for one in self._open.values() for host in one.house.address.hosts
        }
        away = {
            host: club.away or CLOSED
            for club in self._all
            if club.settings.service.url
            for host in club.address.hosts
            if host not in apps
        }
        self._by_host.knows(apps, away)

    def _ready(self) -> tuple[int, int]:
        """How many clubs can be used, and how many are to be open."""
        usable = [one for one in [*self._open.values()] if not one.house.upkeep.why_not_ready()]
        return len(usable), sum(not club.away for club in self._all)


def _is_same(one: ClubPlace, other: ClubPlace) -> bool:
    """Whether a club is where it was, under the same address."""
    return one.store == other.store and one.address == other.address
