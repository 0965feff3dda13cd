"""Several clubs in one process, each with its store, accounts, writer queue and jobs; and the
directory that is followed while they play. IO.
"""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from campaign.accounts.allowance import Allowance
from campaign.accounts.settings import Settings, SettingsError, is_loopback, read_settings
from campaign.accounts.sign_ins import network
from campaign.extensions.clubs.by_host import (
    CLOSED,
    TOO_MANY,
    ByHost,
    NotIndexed,
    Sleeping,
    Visited,
    awake,
    fall_asleep,
    is_asleep,
    may_sleep,
    program,
    unwoken,
    wakes_left,
)
from campaign.extensions.clubs.changes import SETTINGS, STORE
from campaign.extensions.clubs.club import WHY_AWAY, Club, Origin
from campaign.extensions.clubs.directory import ClubAllowance, ClubDirectory, store_of
from campaign.store.protocol import StoreError, StorePlace
from campaign.text.english import counted
from campaign.web.auth.invitations import note_address
from campaign.web.jobs.runner import Jobs
from campaign.web.replies import PublicAddress
from campaign.web.server.operation import Serving, listener
from campaign.web.server.serve import answer, primed, running
from campaign.world import chance, clock, threads
from campaign.world.clock import monotonic

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from campaign.extensions.clubs.front import FrontPages
    from campaign.web.context import House
    from campaign.web.server.operation import OperatedService


# --- The clubs of one installation, and what keeps one from being opened ------------------------
#
#     clubs/club.toml              where all of them listen
#     clubs/thursday/club.toml     [service] url = "https://thursday.example"
#     clubs/thursday/club.db       its store, with people and key beside it
#
# A directory of clubs (`clubs.db` in the folder, or a database) may say more of them, and has the
# last word on those that it knows. Each has a name of its own in the browser. So its cookies,
# passkeys and pages are apart from the others' by the browsers' own rules, which a path below a
# shared name would not give.


class ClubPlace(msgspec.Struct, frozen=True):
    """A club of an installation, as its folder or the directory describes it."""

    name: str
    store: StorePlace
    settings: Settings = Settings()
    fault: str = ""
    """Why it can't be opened; empty if nothing is known against it."""
    away: str = ""
    """What members are told while it is not open; empty if it is to be."""
    origin: Origin = "operator"

    @property
    def address(self) -> PublicAddress:
        """Where its members find it."""
        return PublicAddress(self.settings.service.url.rstrip("/"))


def folder_clubs(
    folder: Path, environment: Mapping[str, str], *, is_plain: bool
) -> Iterator[ClubPlace]:
    """The clubs of a folder that are there without any directory."""
    for one in _folders(folder):
        yield described(one.name, StorePlace(one / STORE), "", environment, is_plain=is_plain)


def _folders(folder: Path) -> list[Path]:
    return sorted(
        one
        for one in folder.iterdir()
        if one.is_dir() and ((one / SETTINGS).is_file() or (one / STORE).is_file())
    )


def described(
    name: str, store: StorePlace, url: str, environment: Mapping[str, str], *, is_plain: bool
) -> ClubPlace:
    """A club with its settings. Where `url` is empty, they say its address."""
    try:
        settings = read_settings(store.file, environment)
    except SettingsError as error:
        return ClubPlace(name, store, fault=str(error))
    if url:
        settings = replace(settings, service=replace(settings.service, url=url))
    fault = _fault(settings.service.url, store, is_plain=is_plain)
    return ClubPlace(name, store, settings, fault)


def _fault(url: str, store: StorePlace, *, is_plain: bool) -> str:
    parts = urlsplit(url)
    if not url:
        return f"it has no address: write url under [service] into {store.file.with_name(SETTINGS)}"
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        return f"its url must be like https://club.example, not {url}"
    if parts.scheme == "http" and not is_plain and not is_loopback(parts.hostname):
        return f"nothing would be encrypted at {url}: use https, or --plain on a trusted network"
    if not store.is_database and not store.file.exists():
        return f"there is no campaign store at {store}; start a campaign first"
    return ""


def once_each(clubs: Iterable[ClubPlace]) -> Iterator[ClubPlace]:
    """No two clubs have the same name in the browser: the second is not opened.

    A port does not tell them apart: browsers send the cookies of a name to each of its ports, and a
    passkey is good at all of them.
    """
    taken: dict[str, str] = {}
    for club in clubs:
        url = club.settings.service.url
        names = {urlsplit(f"//{host}").hostname or "" for host in club.address.hosts} if url else ()
        other = next((taken[name] for name in names if name in taken), "")
        if other and not club.fault:
            text = f"{other} has the name of {club.address.url} already; another port is not enough"
            yield replace(club, fault=text)
            continue
        taken.update(dict.fromkeys(names, club.name))
        yield club


# --- Which clubs an installation has at the moment: its directory, and folders without a row ----


class ClubSource:
    """The clubs of a directory. Of a folder also those that were there at the start without a row:
    one that is being copied there is no club yet.
    """

    def __init__(
        self,
        directory: ClubDirectory,
        environment: Mapping[str, str] = os.environ,
        *,
        is_plain: bool = False,
    ) -> None:
        self.directory = directory
        self._environment = environment
        self._is_plain = is_plain
        self._known: dict[str, tuple[Club, ClubPlace]] = {}
        """Each row with what was read for it; what had a fault is read again."""
        self._in_folder: dict[str, ClubPlace] = {}
        place = directory.place
        if not place.is_database:
            places = folder_clubs(Path(place.folder), environment, is_plain=is_plain)
            self._in_folder = {one.name: one for one in places}

    def found(self) -> tuple[ClubPlace, ...]:
        """Every club, by name. Raises `StoreError` where the directory can't be read."""
        rows = {club.name: club for club in self.directory.clubs()}
        for name in rows:
            self._in_folder.pop(name, None)  # from now on the directory has the last word
        for name, place in self._in_folder.items():
            if place.fault:  # it may have been mended
                self._in_folder[name] = described(
                    name, place.store, "", self._environment, is_plain=self._is_plain
                )
        names = sorted({*rows, *self._in_folder})
        all_of_them = (
            self._described(rows[name]) if name in rows else self._in_folder[name] for name in names
        )
        return tuple(once_each(all_of_them))

    def _described(self, club: Club) -> ClubPlace:
        known, place = self._known.get(club.name, (None, None))
        if place is None or known != club or place.fault:
            store = store_of(club, self.directory.place)
            # What a visitor has begun sends no mail, whatever the environment says of it.
            around = self._environment if club.origin == "operator" else {}
            place = described(club.name, store, club.url, around, is_plain=self._is_plain)
            place = replace(place, away=WHY_AWAY.get(club.state, ""), origin=club.origin)
            self._known[club.name] = (club, place)
        return place


# --- Several clubs in one process: each with its store, people, queue, vault and chores ---------
#
# A request goes to the club whose name it asks for, and to no other. A club that can't be opened
# keeps none of the others down, nor does one that comes or goes while they play.

LOG = logging.getLogger("campaign.web")
CLOSING_AT_ONCE = 16
"""How many clubs are let go of at the same moment when all of them end."""


class OpenClub(NamedTuple):
    """A club that is open, and what ends with it."""

    place: ClubPlace
    house: "House"
    service: "OperatedService"
    app: "ASGIApp"
    held: ExitStack


class OpenClubs:
    """The clubs of an installation that could be opened, until it is closed; those that visitors
    began are opened when somebody comes.

    One thread at a time opens them and lets go of them; requests come meanwhile.
    """

    def __init__(
        self,
        clubs: tuple[ClubPlace, ...],
        at: Serving,
        allowed: Callable[[ClubPlace], Allowance | None] = lambda club: None,
        now: Callable[[], float] = clock.monotonic,
    ) -> None:
        self._all = clubs
        self._now = now
        self._turn = threads.rlock()
        self._may_open: Callable[[ClubPlace], bool] = bool
        self._at = at
        self._allowed = allowed
        self._open: dict[str, OpenClub] = {}
        self._asleep: dict[str, ClubPlace] = {}
        self._waking = wakes_left()
        self._is_over = False
        self._faults: dict[str, str] = {}
        """Why clubs could not be opened; it is logged once."""
        self._by_host = ByHost(self._ready)
        program()  # whatever is installed later, this is the one that judges

    @property
    def running(self) -> "dict[str, tuple[House, OperatedService]]":
        """Those that are open, by their names."""
        return {name: (one.house, one.service) for name, one in [*self._open.items()]}

    def said(self, say: Callable[[frozenset[str]], None]) -> None:
        """Has it said which are open, while none is opened or closed."""
        with self._turn:
            say(frozenset(self._open))

    def open(self) -> ByHost:
        """Opens whatever can be opened."""
        self.follow(self._all)
        return self._by_host

    def _let_go_unless(self, wanted: Mapping[str, ClubPlace]) -> None:
        """Lets go of the clubs that are not wanted any more, or not as they are."""
        for name, one in [*self._open.items()]:
            if name not in wanted or not _is_same(wanted[name], one.place):
                self._let_go(name)

    def follow(
        self, clubs: tuple[ClubPlace, ...], may_open: Callable[[ClubPlace], bool] = bool
    ) -> list[str]:
        """Lets go of those that left, closed or moved, and opens what is new; its addresses.

        `may_open` is asked right before a club is opened.
        """
        with self._turn:
            self._all, self._may_open = clubs, may_open
            wanted = {club.name: club for club in clubs if not club.away}
            self._let_go_unless(wanted)
            self._rest()
            shut = [club for name, club in wanted.items() if name not in self._open]
            self._asleep = {club.name: club for club in filter(_sleeps, shut)}
            new = [club for club in shut if club.name not in self._asleep and self._follows(club)]
            self._tell()
            return [club.address.url for club in new]

    def _follows(self, club: ClubPlace) -> bool:
        """Opens a club that is to be open; whether it is."""
        name = club.name
        why = club.fault or (self._opened(club) if self._may_open(club) else "")
        if why and self._faults.get(name) != why:
            LOG.error("the club %s can't be opened: %s", name, why)
        self._faults[name] = why
        return name in self._open

    def _rest(self) -> None:
        """Lets clubs fall asleep in which nobody is and nothing becomes due."""
        for name, one in [*self._open.items()]:
            if isinstance(one.app, Visited) and one.app.is_idle():
                if not may_sleep(one.house.ledger, one.house.people.file):
                    continue
                self._asleep[name] = one.place
                self._shut(name)
                fall_asleep(one.place.store)

    def _wakes(self, club: ClubPlace, address: str) -> "ASGIApp":
        """Opens a club that sleeps; its pages, or what says why it is not opened.

        No network wakes one after another. Whoever comes while a club is opened wakes nothing.
        """
        with self._turn:
            if club.name not in self._open and club.name in self._asleep and not self._is_over:
                if seconds := self._waking.wait(network(address)):
                    return unwoken(429, TOO_MANY.format(counted(seconds, "second")))
                awake(club.store)
                if self._follows(club):
                    del self._asleep[club.name]
                self._tell()
            one = self._open.get(club.name)
            return one.app if one else unwoken(503, CLOSED)

    def close(self) -> None:
        """Lets go of them all. Each mostly waits for its own threads, so several do so at once."""
        with self._turn, ThreadPoolExecutor(CLOSING_AT_ONCE) as hands:
            self._is_over = True
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
        for club in self._asleep.values() if urls is None else ():
            ready(club.address.url)

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
        app = operated.app
        if club.origin == "door":  # found by those who have its address
            app = Visited(NotIndexed(app), self._now)
        self._open[club.name] = OpenClub(club, house, operated, app, held)
        return ""

    def _let_go(self, name: str) -> None:
        """Lets go of one club that is not to be served any more, or not as it was."""
        self._shut(name)
        LOG.warning("the club %s was let go of", name)

    def _shut(self, name: str) -> None:
        """Closes one club: who is inside ends first; the others play on."""
        one = self._open.pop(name)
        self._tell()
        try:
            one.service.leave()
        finally:
            with suppress(Exception):  # whatever fails of it now, it is not served any more
                one.held.close()

    def _tell(self) -> None:
        """Which names lead where from now on."""
        apps = {host: one.app for one in self._open.values() for host in one.house.address.hosts}
        for club in self._asleep.values():
            apps |= dict.fromkeys(club.address.hosts, Sleeping(partial(self._wakes, club)))
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
        return len(usable) + len(self._asleep), sum(not club.away for club in self._all)


def _sleeps(club: ClubPlace) -> bool:
    return club.origin == "door" and not club.fault and is_asleep(club.store)


def _is_same(one: ClubPlace, other: ClubPlace) -> bool:
    """Whether a club is where it was, under the same address, and as much its own."""
    return (one.store, one.address, one.origin) == (other.store, other.address, other.origin)


# --- Serves the clubs of an installation, and follows its directory while they play -------------

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
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._source = source
        self._clubs = clubs
        self._opened = opened
        self._every = every
        self._clock = clock
        self._me = f"{socket.gethostname()} {os.getpid()} {chance.token_hex(4)}"
        self._said: tuple[float, frozenset[str]] = (float("-inf"), frozenset())
        self._is_lost = False
        """Whether the directory could not be read when it was last looked at."""
        self._turn = threads.lock()
        self._over = threads.event()
        self._thread = threads.thread(self._watch, "clubs")

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
        """Looks once, and follows; the addresses of clubs that were opened. One thread at a time.

        While the directory can't be read, all stays as it is.
        """
        with self._turn:
            return self._followed()

    def look_now(self) -> None:
        """Looks at once, such as for a club that was just made. Any thread may ask."""
        if opened := self.look():
            self._opened(opened)

    def _followed(self) -> list[str]:
        try:
            clubs = self._source.found()
        except StoreError as error:
            if not self._is_lost:
                LOG.error("the directory of clubs can't be read: %s", error)
            self._is_lost = True
            return []
        self._is_lost = False
        opened = self._clubs.follow(clubs, self._may_open)
        self._clubs.said(self._say)
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
        return row.is_served if row else club.origin != "door"

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
                self.look_now()
            except Exception as error:  # the clubs that are open play on
                LOG.error("following the clubs: %s", type(error).__name__, exc_info=error)


def allowance_in(
    source: ClubSource, now: Callable[[], str] = clock.utc_now, contact: str = ""
) -> Callable[[ClubPlace], Allowance]:
    """What each club of a directory may use."""
    return lambda club: ClubAllowance(
        source.directory, club.name, club.store, now=now, shares=True, contact=contact
    )


def serve_clubs(
    at: Serving, source: ClubSource, ready: Callable[[str], None], door: "FrontPages | None" = None
) -> None:
    """Answers for all clubs, where `at` says, until SIGTERM or SIGINT.

    Raises `SettingsError` where the address is taken, or where a folder without a directory has no
    club that can be opened, and visitors may begin none.
    """
    with listener(at) as place:
        primed()
        clubs = OpenClubs((), at, allowance_in(source, contact=door.contact if door else ""))
        app = clubs.open()
        watch = ClubsWatch(source, clubs, lambda urls: clubs.answers(ready, urls))
        chores = Jobs(door.chores if door else ())

        def answers() -> None:
            if door is not None:
                ready(door.url)
            clubs.answers(ready)
            watch.start()
            chores.start()

        try:
            if door is not None:
                app.front = door.pages(watch.look_now)
            watch.look()
            if door is None and not clubs.running and not source.directory.exists():
                raise SettingsError("none of the clubs can be opened; --check says why")
            answer(app, at, place, answers, clubs.stopping)
        finally:
            chores.stop(0.0)
            watch.stop()
            if door is not None:
                door.close()
            clubs.close()
            source.directory.close()
