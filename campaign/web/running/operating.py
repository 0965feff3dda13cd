"""What a running service has around its pages: gate, log, figures, a watch on its store. IO."""

import logging
import sys
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace
from starlette.routing import Route

from campaign.notices.tally import by_state
from campaign.people.timed_backups import BackupPlan, TimedBackups
from campaign.settings import ServiceSettings, SettingsError
from campaign.web.app import pages
from campaign.web.rounds.chores import Chore, Chores
from campaign.web.running.gate import Gate
from campaign.web.running.guard import Guarded
from campaign.web.running.heads_watch import HeadsWatch
from campaign.web.running.request_log import JsonLines, Logged
from campaign.web.running.slow_senders import InTime
from campaign.web.running.sockets import why
from campaign.web.running.store_watch import LOOK, PATIENCE, Running, StoreWatch

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from campaign.web.api.serving import Programs
    from campaign.web.running.figures import ServiceFigures
    from campaign.web.visits import House

LOG = logging.getLogger("campaign.web")
NOT_SHOWN = "cannot show figures at {}: {}"
LOOK_FOR_BACKUPS = 600.0
"""How many seconds lie between two looks whether a backup is due."""


def _backups(house: "House", settings: ServiceSettings) -> tuple[Chore, ...]:
    """The chore of making backups, where a folder for them is set."""
    if not settings.backups:
        return ()
    if house.ledger.store.place.is_database:
        LOG.warning("no backups are made here: those of a database are its operator's to make")
        return ()
    every = timedelta(hours=settings.backup_every)
    plan = BackupPlan(Path(settings.backups), every, settings.backup_keep)
    made = TimedBackups(house.ledger.store.path, plan, lambda: datetime.now(UTC))
    house.upkeep.backups = made
    return (Chore("backups", LOOK_FOR_BACKUPS, made.run),)


class OperatedService:
    """A service that runs: its application, and what ends with it."""

    def __init__(
        self, house: "House", here: "Programs", chores: Chores, settings: ServiceSettings
    ) -> None:
        self._house = house
        self._here = here
        self._settings = settings
        self._held = ExitStack()
        self.figures_at: tuple[str, ...] = ()
        """Where figures are read, and what opens them."""
        self._backing = Chores(_backups(house, settings))  # they take long, and mail must not wait
        self._chores = chores
        self._figures = _figures(house, here, (chores, self._backing), settings)
        more = _figures_route(house, self._figures, settings)
        gate = self._gate = Gate(InTime(pages(house, here, more)), house)
        self.app: ASGIApp = Guarded(gate, house.address)  # what the gate says is guarded as well
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
            from campaign.web.running.figures import shown_at

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
            time.sleep(LOOK)
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
    house: "House", here: "Programs", chores: tuple[Chores, ...], settings: ServiceSettings
) -> "ServiceFigures | None":
    """The figures of a service, where somebody reads them."""
    if not settings.metrics and not settings.metrics_token_file:
        return None
    from campaign.web.running.figures import ServiceFigures, Watched

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
    from campaign.web.running.figures import PATH, FiguresPage

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
