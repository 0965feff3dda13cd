"""The clubs of one installation, and what keeps one from being opened. IO.

    clubs/club.toml              where all of them listen
    clubs/thursday/club.toml     [service] url = "https://thursday.example"
    clubs/thursday/club.db       its store, with people and key beside it

A directory of clubs (`clubs.db` in the folder, or a database) may say more of them, and has the
last word on those that it knows. Each has a name of its own in the browser. So its cookies,
passkeys and pages are apart from the others' by the browsers' own rules, which a path below a
shared name would not give.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from campaign.settings import Settings, SettingsError, is_loopback, read_settings
from campaign.store.place import StorePlace
from campaign.web.addresses import PublicAddress

STORE = "club.db"
SETTINGS = "club.toml"


class ClubPlace(msgspec.Struct, frozen=True):
    """A club of an installation, as its folder or the directory describes it."""

    name: str
    store: StorePlace
    settings: Settings = Settings()
    fault: str = ""
    """Why it can't be opened; empty if nothing is known against it."""
    away: str = ""
    """What members are told while it is not open; empty if it is to be."""

    @property
    def address(self) -> PublicAddress:
        """Where its members find it."""
        return PublicAddress(self.settings.service.url.rstrip("/"))


def clubs_in(
    folder: Path, environment: Mapping[str, str] = os.environ, *, is_plain: bool = False
) -> tuple[ClubPlace, ...]:
    """Every club of a folder, in order of their names. Raises `SettingsError` if there is none."""
    if not folder.is_dir():
        raise SettingsError(f"there is no folder {folder}")
    found = tuple(once_each(folder_clubs(folder, environment, is_plain=is_plain)))
    if not found:
        text = f"no club is in {folder}: make a folder for each, with a {SETTINGS} that has its url"
        raise SettingsError(text)
    return found


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


def once_each(found: Iterable[ClubPlace]) -> Iterator[ClubPlace]:
    """No two clubs have the same name in the browser: the second is not opened.

    A port does not tell them apart: browsers send the cookies of a name to each of its ports, and a
    passkey is good at all of them.
    """
    taken: dict[str, str] = {}
    for club in found:
        url = club.settings.service.url
        names = {urlsplit(f"//{host}").hostname or "" for host in club.address.hosts} if url else ()
        other = next((taken[name] for name in names if name in taken), "")
        if other and not club.fault:
            text = f"{other} has the name of {club.address.url} already; another port is not enough"
            yield replace(club, fault=text)
            continue
        taken.update(dict.fromkeys(names, club.name))
        yield club
