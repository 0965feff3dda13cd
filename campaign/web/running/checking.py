"""What the service needs before it can run: `campaign serve --check`. IO.

It changes nothing; to see whether a folder can be written, a file without a name is opened there.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.passwords import password
from campaign.people.database import people_path
from campaign.people.timed_backups import BackupPlan, TimedBackups
from campaign.settings import ServiceSettings, Settings, SettingsError
from campaign.store import key_marks
from campaign.store.place import StorePlace, place_of
from campaign.store.protocol import StoreError
from campaign.store.writable import begun, why_not_written
from campaign.web.running.operating import NOT_SHOWN, figures_at, token_of
from campaign.web.running.sockets import listening, own_url, why

if TYPE_CHECKING:
    from campaign.store.ledger import Ledger
    from campaign.web.running.serve import Serving

LOW_SPACE = 64 * 1024 * 1024
"""Below so many bytes of free disk the host is told."""
MIB = 1024 * 1024


def missing(ledger: "Ledger", serving: "Serving", settings: Settings) -> Iterator[str]:
    """Everything that is missing, a line each."""
    place = place_of(serving.store)
    yield from _of_the_store(ledger, place)
    yield from _of_the_place(serving)
    yield from _of_mail(settings)
    if not place.is_database:
        yield from _of_backups(place.file, settings)
    yield from _of_figures(serving.settings)


def how_it_runs(serving: "Serving", settings: Settings) -> Iterator[tuple[str, str]]:
    """How it would run: a word and what it is, a line each."""
    service = serving.settings
    yield "store", str(place_of(serving.store))
    yield "settings", settings.place or "none"
    yield "listens", service.socket or f"{serving.host}:{serving.port}"
    said = ", as the settings say" if serving.url and serving.url == settings.service.url else ""
    yield "address", (serving.url or own_url(serving.host, serving.port)) + said
    yield "encrypted", _encrypted(serving)
    yield "mail", settings.mail.host or "none, so invitations go by hand, and nobody is reminded"
    figures = figures_at(service, serving.url or own_url(serving.host, serving.port))
    yield "figures", "; ".join(figures) or "nowhere; metrics under [service] says where"
    if place_of(serving.store).is_database:
        yield "backups", "whoever runs the database's server makes them; none are made here"
    elif service.backups:
        each = "hour" if service.backup_every == 1 else f"{service.backup_every} hours"
        yield "backups", f"every {each} into {service.backups}, {service.backup_keep} are kept"
    else:
        yield "backups", 'none; backups = "FOLDER" under [service] makes some, best on another disk'


def _encrypted(serving: "Serving") -> str:
    if serving.url.startswith("https"):
        return "by the proxy"
    if serving.is_plain:
        return "no, as --plain says: anyone on this network can read along"
    return "no; nobody but this machine reaches it"


def _of_the_store(ledger: "Ledger", place: StorePlace) -> Iterator[str]:
    path = place.file
    if not ledger.store.exists():
        yield f"there is no campaign store at {place}; start a campaign first"
        return
    try:
        ledger.names()
    except StoreError as error:
        yield str(error)
    if place.is_database and not key_marks.fits(ledger.store, ledger.vault):
        text = f"the key that {place} seals with is not on this machine"
        yield f"{text}; bring its file to {ledger.vault.path}"
    elif not ledger.vault.exists():
        yield "the vault's key is not beside the store; what is sealed could not be opened"
    folder = begun(path.absolute().parent)
    for file in (ledger.vault.path, people_path(path)):
        if os.name == "posix" and file.is_file() and file.stat().st_mode & 0o077:
            yield f"others on this machine can read {file}; `chmod 600 {file}` keeps it to you"
    if not _can_be_written(folder):
        yield f"nothing can be written into {folder}"
    elif not place.is_database and (why_not := why_not_written((path, people_path(path)))):
        yield why_not
    free = shutil.disk_usage(folder).free
    if free < LOW_SPACE:
        yield f"only {free // MIB} MiB are free on the store's disk"


def _of_the_place(serving: "Serving") -> Iterator[str]:
    from campaign.web.running.serve import listener

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
        backups = TimedBackups(store, plan, lambda: datetime.now(UTC))
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
