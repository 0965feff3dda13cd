"""How a service is run, what it has around its pages, and what it needs before it can run
(`campaign serve --check`). IO.
"""

import logging
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec
from msgspec.structs import replace
from starlette.routing import Route

from campaign.accounts.allowance import Allowance
from campaign.accounts.backups import BackupPlan, TimedBackups
from campaign.accounts.database import people_path
from campaign.accounts.settings import ServiceSettings, Settings, SettingsError, password
from campaign.notifications.deliveries import by_state
from campaign.store import protocol, vault
from campaign.web.app import pages
from campaign.web.jobs.runner import Job, Jobs
from campaign.web.middleware import InTime, JsonLines, Logged, SecurityMiddleware
from campaign.web.server.connections import listening, listening_at, own_url, why
from campaign.web.server.store_watch import (
    PATIENCE,
    STORE_LOOK,
    Gate,
    HeadsWatch,
    Running,
    StoreWatch,
)
from campaign.world import clock
from campaign.world.files import begun, why_not_written

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from campaign.store.ledger import Ledger
    from campaign.web.api.serving import Programs
    from campaign.web.context import House
    from campaign.web.server.metrics import ServiceFigures


class Serving(msgspec.Struct, frozen=True):
    """How the service is run."""

    store: protocol.Where
    host: str
    port: int
    """0 takes a free one."""
    url: str = ""
    """Where members find it; empty: where it listens."""
    proxies: tuple[str, ...] = ()
    """Addresses whose word on where a request comes from is believed."""
    is_plain: bool = False
    settings: ServiceSettings = ServiceSettings()
    reserved: frozenset[str] = frozenset()
    """What no campaign may be called because the keyboard reads it otherwise."""
    allowance: Allowance | None = None
    """What the club may use; None: as a directory says that it may be in."""


def listener(serving: Serving) -> socket.socket:
    """What callers, or the proxy, come to. Raises `SettingsError` with the cause."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        if serving.settings.socket:
            return listening_at(serving.settings.socket)
        return listening(serving.host, serving.port, family)
    except OSError as error:
        where = serving.settings.socket or f"{serving.host}:{serving.port}"
        raise SettingsError(f"cannot listen on {where}: {why(error)}") from error


# --- What a running service has around its pages: gate, log, figures, a watch on its store ------

LOG = logging.getLogger("campaign.web")
NOT_SHOWN = "cannot show figures at {}: {}"
LOOK_FOR_BACKUPS = 600.0
"""How many seconds lie between two looks whether a backup is due."""


def _backups(house: "House", settings: ServiceSettings) -> tuple[Job, ...]:
    """The chore of making backups, where a folder for them is set."""
    if not settings.backups:
        return ()
    if house.ledger.store.place.is_database:
        LOG.warning("no backups are made here: those of a database are its operator's to make")
        return ()
    every = timedelta(hours=settings.backup_every)
    plan = BackupPlan(Path(settings.backups), every, settings.backup_keep)
    made = TimedBackups(house.ledger.store.path, plan, clock.now)
    house.upkeep.backups = made
    return (Job("backups", LOOK_FOR_BACKUPS, made.run),)


class OperatedService:
    """A service that runs: its application, and what ends with it."""

    def __init__(
        self, house: "House", here: "Programs", chores: Jobs, settings: ServiceSettings
    ) -> None:
        self._house = house
        self._here = here
        self._settings = settings
        self._held = ExitStack()
        self.figures_at: tuple[str, ...] = ()
        """Where figures are read, and what opens them."""
        # Backups take long, and mail must not wait for them.
        self._backing = Jobs(_backups(house, settings), may_begin=lambda: house.is_begun)
        self._chores = chores
        self._figures = _figures(house, here, (chores, self._backing), settings)
        more = _figures_route(house, self._figures, settings)
        gate = self._gate = Gate(InTime(pages(house, here, more)), house)
        self.app: ASGIApp = SecurityMiddleware(
            gate, house.address
        )  # what the gate says is guarded as well
        if settings.log == "requests":
            self.app = Logged(self.app, _to_errors, house.clock)
        self._watch: StoreWatch | HeadsWatch = (
            HeadsWatch(house.desk)
            if house.ledger.store.place.is_database
            else StoreWatch(Running(house, gate, chores, here.streams))
        )

    def __enter__(self) -> Self:
        """Begins to look after things. Raises `SettingsError` where figures cannot be shown."""
        settings = self._settings
        if self._figures is not None and settings.metrics:
            from campaign.web.server.metrics import shown_at

            try:
                port = self._held.enter_context(shown_at(self._figures, settings.metrics))
            except OSError as error:
                text = NOT_SHOWN.format(settings.metrics, why(error))
                raise SettingsError(text) from error
            settings = replace(settings, metrics=f"{settings.metrics.rpartition(':')[0]}:{port}")
        self.figures_at = figures_at(settings, self._house.address.url)
        self._chores.start()
        self._backing.start()
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends."""
        self._watch.stop()
        self._backing.stop(1.0)  # asked long ago
        self._chores.stop(1.0)
        self._held.close()

    def leave(self) -> None:
        """Lets go while other clubs of this process play on: who is inside ends first. Any thread
        may ask; nobody is sent here any more.
        """
        self._here.streams.leave()
        until = time.monotonic() + PATIENCE
        while self._gate.inside and time.monotonic() < until:
            time.sleep(STORE_LOOK)
        self._house.upkeep.is_stopping = True
        self._house.desk.stop()
        for some in (self._backing, self._chores):
            some.stop(0.0)

    def stopping(self) -> None:
        """Lets nobody in any more: streams end with a word, who waits in the queue is answered."""
        self._house.upkeep.is_stopping = True
        self._here.streams.stop()
        self._house.desk.stop()
        for some in (self._backing, self._chores):  # of several clubs all are asked before any ends
            some.stop(0.0)
        if self._house.upkeep.backups is not None:
            self._house.upkeep.backups.stop()


def _figures(
    house: "House", here: "Programs", chores: tuple[Jobs, ...], settings: ServiceSettings
) -> "ServiceFigures | None":
    """The figures of a service, where somebody reads them."""
    if not settings.metrics and not settings.metrics_token_file:
        return None
    from campaign.web.server.metrics import ServiceFigures, Watched

    watched = Watched(
        house,
        lambda: len(here.streams),
        lambda: {name: at for some in chores for name, at in some.succeeded.items()},
        lambda: by_state(house.people.file),
    )
    figures = ServiceFigures(watched)
    house.desk.measured = figures.submitted
    return figures


def _figures_route(
    house: "House", figures: "ServiceFigures | None", settings: ServiceSettings
) -> tuple[Route, ...]:
    if figures is None or not settings.metrics_token_file:
        return ()
    from campaign.web.server.metrics import PATH, FiguresPage

    return (Route(PATH, FiguresPage(house, figures, token_of(settings))),)


def token_of(settings: ServiceSettings) -> str:
    """The token with which figures are read. Raises `SettingsError`."""
    file = settings.metrics_token_file
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read the token in {file}") from error


def figures_at(settings: ServiceSettings, url: str) -> tuple[str, ...]:
    """Where figures are read, and what opens them, a line for each place."""
    here, file = settings.metrics, settings.metrics_token_file
    return (
        *((f"http://{here}/metrics, for every program on this machine",) if here else ()),
        *((f"{url}/metrics, for whoever sends the token in {file}",) if file else ()),
    )


def _to_errors(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it any more
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def log_to_errors(settings: ServiceSettings | None = None) -> None:
    """Warnings and faults go to standard error, a line each with its time."""
    handler = logging.StreamHandler(sys.stderr)
    is_json = settings is not None and settings.log == "requests"
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if is_json else plain)
    logging.getLogger("campaign").addHandler(handler)
    logging.getLogger("uvicorn.error").addHandler(handler)


# --- What the service needs before it can run: `campaign serve --check` -------------------------
#
# It changes nothing; to see whether a folder can be written, a file without a name is opened
# there.

LOW_SPACE = 64 * 1024 * 1024
"""Below so many bytes of free disk the host is told."""
MIB = 1024 * 1024


def missing(ledger: "Ledger", serving: Serving, settings: Settings) -> Iterator[str]:
    """Everything that is missing, a line each."""
    place = protocol.place_of(serving.store)
    yield from _of_the_store(ledger, place)
    yield from _of_the_place(serving)
    yield from _of_mail(settings)
    if not place.is_database:
        yield from _of_backups(place.file, settings)
    yield from _of_figures(serving.settings)


def how_it_runs(serving: Serving, settings: Settings) -> Iterator[tuple[str, str]]:
    """How it would run: a word and what it is, a line each."""
    service = serving.settings
    yield "store", str(protocol.place_of(serving.store))
    yield "settings", settings.place or "none"
    yield "listens", service.socket or f"{serving.host}:{serving.port}"
    said = ", as the settings say" if serving.url and serving.url == settings.service.url else ""
    yield "address", (serving.url or own_url(serving.host, serving.port)) + said
    yield "encrypted", _encrypted(serving)
    yield "mail", settings.mail.host or "none, so invitations go by hand, and nobody is reminded"
    figures = figures_at(service, serving.url or own_url(serving.host, serving.port))
    yield "figures", "; ".join(figures) or "nowhere; metrics under [service] says where"
    yield "backups", _backups_in_words(serving)


def _backups_in_words(serving: Serving) -> str:
    service = serving.settings
    if protocol.place_of(serving.store).is_database:
        return "whoever runs the database's server makes them; none are made here"
    if not service.backups:
        return 'none; backups = "FOLDER" under [service] makes some, best on another disk'
    each = "hour" if service.backup_every == 1 else f"{service.backup_every} hours"
    return f"every {each} into {service.backups}, {service.backup_keep} are kept"


def _encrypted(serving: Serving) -> str:
    if serving.url.startswith("https"):
        return "by the proxy"
    if serving.is_plain:
        return "no, as --plain says: anyone on this network can read along"
    return "no; nobody but this machine reaches it"


def _of_the_key(ledger: "Ledger", place: protocol.StorePlace) -> Iterator[str]:
    if place.is_database and not vault.key_fits(ledger.store, ledger.vault):
        text = f"the key that {place} seals with is not on this machine"
        yield f"{text}; bring its file to {ledger.vault.path}"
    elif not ledger.vault.exists():
        yield "the vault's key is not beside the store; what is sealed could not be opened"


def _is_open_to_others(file: Path) -> bool:
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & 0o077)


def _of_the_store(ledger: "Ledger", place: protocol.StorePlace) -> Iterator[str]:
    path = place.file
    if ledger.store.exists():
        try:
            ledger.names()
        except protocol.StoreError as error:
            yield str(error)
        yield from _of_the_key(ledger, place)
    folder = begun(path.absolute().parent)
    for file in filter(_is_open_to_others, (ledger.vault.path, people_path(path))):
        yield f"others on this machine can read {file}; `chmod 600 {file}` keeps it to you"
    if not _can_be_written(folder):
        yield f"nothing can be written into {folder}"
    elif not place.is_database and (why_not := why_not_written((path, people_path(path)))):
        yield why_not
    free = shutil.disk_usage(folder).free
    if free < LOW_SPACE:
        yield f"only {free // MIB} MiB are free on the store's disk"


def _of_the_place(serving: Serving) -> Iterator[str]:
    file = Path(serving.settings.socket) if serving.settings.socket else None
    if file and not file.parent.is_dir():
        if not _can_be_written(begun(file.parent)):
            yield f"cannot make the folder of {file}"
    else:
        try:
            listener(serving).close()
            if file:
                file.unlink()
        except SettingsError as error:
            yield str(error)
    if serving.url.startswith("https:") and not serving.proxies and not serving.settings.socket:
        text = "behind a proxy everybody seems to come from one machine, and wrong tries of one"
        yield f'{text} would slow down all; write proxy = ["127.0.0.1"] under [service]'


def _of_mail(settings: Settings) -> Iterator[str]:
    if not settings.mail.host:
        return
    try:
        settings.must_mail()
        password(settings.mail)
    except SettingsError as error:
        yield str(error)


def _of_backups(store: Path, settings: Settings) -> Iterator[str]:
    service = settings.service
    if not service.backups:
        return
    folder = Path(service.backups)
    if not _can_be_written(begun(folder)):
        yield f"nothing can be written into {folder}, where backups go"
    else:
        plan = BackupPlan(folder, timedelta(hours=service.backup_every), service.backup_keep)
        backups = TimedBackups(store, plan, clock.now)
        if late := backups.trouble():
            yield f"{late}; while the service runs it makes one every {service.backup_every} hours"


def _of_figures(service: ServiceSettings) -> Iterator[str]:
    try:
        if service.metrics_token_file and not token_of(service):
            yield f"{service.metrics_token_file} holds no token"
        if service.metrics:
            host, _, port = service.metrics.rpartition(":")
            listening(host.strip("[]"), int(port)).close()
    except SettingsError as error:
        yield str(error)
    except OSError as error:
        yield NOT_SHOWN.format(service.metrics, why(error))


def _can_be_written(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
