"""Where a store is, and where what goes with it lies on this machine. Pure but for the environment.

A store is a file in SQLite, or a database in PostgreSQL. Its key, settings and read tables lie
beside the file; for a database they lie in a folder of its own below `CAMPAIGN_HOME`.
"""

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import msgspec

HOME_VARIABLE = "CAMPAIGN_HOME"
"""The environment variable that names the folder with a folder for each database."""
SCHEMES = ("postgresql://", "postgres://")
NAME = "club.db"
"""Under this name the files of a database lie in its folder, though there is no such file."""
_PORT = "5432"
_OPTIONS = (
    *("host", "hostaddr", "port", "user", "dbname", "passfile", "service", "sslmode", "sslcert"),
    *("sslkey", "sslrootcert", "target_session_attrs", "connect_timeout", "gssencmode"),
)
"""What an address may say behind its question mark that is no secret."""
_SAFE = re.compile(r"[^A-Za-z0-9._-]+")


class StorePlace(msgspec.Struct, frozen=True):
    """Where a store is. As a text it is shown to anybody, so a database's has no password."""

    file: Path
    """The store's file; of a database the name beside which its files on this machine lie."""
    url: str = ""
    """Of a database in PostgreSQL, with everything that it takes to get in; else empty."""

    @property
    def is_database(self) -> bool:
        """Whether it is in PostgreSQL."""
        return bool(self.url)

    @property
    def typed(self) -> str:
        """What has to be typed, or handed to another process, to mean this store: a secret."""
        return self.url or str(self.file)

    @property
    def folder(self) -> Path:
        """Where its key, settings and read tables lie."""
        return self.file.parent

    @property
    def remembered(self) -> str:
        """What may be written down to mean this store later: an address has no password then."""
        return without_password(self.url) if self.url else str(self.file.absolute())

    @property
    def has_password(self) -> bool:
        """Whether the address says the password itself."""
        return bool(self.url) and without_password(self.url) != self.url

    def __str__(self) -> str:
        return shown(self.url) if self.url else str(self.file)

    def __repr__(self) -> str:
        return f"StorePlace({str(self)!r})"


Where = StorePlace | Path | str
"""What names a store: a path, or an address that begins with `postgresql://`."""


def is_url(where: str) -> bool:
    """Whether a text is the address of a database."""
    return where.startswith(SCHEMES)


def place_of(where: Where) -> StorePlace:
    """The place that somebody names. Raises `ValueError` if it is no address of a database."""
    if isinstance(where, StorePlace):
        return where
    if isinstance(where, str) and is_url(where):
        return StorePlace(home() / folder_name(where) / NAME, where)
    return StorePlace(Path(where))


def home() -> Path:
    """The folder with a folder for each database."""
    if given := os.environ.get(HOME_VARIABLE):
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("campaign-tracker")


def shown(url: str) -> str:
    """An address without password and options: who, which server and which database."""
    user, host, port, database = _parts(url)
    before = f"{user}@" if user else ""
    behind = f":{port}" if port != _PORT else ""
    if host.startswith("/"):  # a folder on this machine
        return f"postgresql://{before}{behind}/{database}?host={host}"
    return f"postgresql://{before}{host}{behind}/{database}"


def without_password(url: str) -> str:
    """An address that still finds its database, but whose password somebody else must say."""
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    netloc = f"{who.partition(':')[0]}{at}{where}"
    said = [part for part in parts.query.split("&") if part.partition("=")[0] in _OPTIONS]
    return urlunsplit((parts.scheme, netloc, parts.path, "&".join(said), ""))


def folder_name(url: str) -> str:
    """The name of a database's folder: the same whoever asks, and with whatever password."""
    _, host, port, database = _parts(url)
    plain = f"{host or 'local'}-{port}-{database}"
    safe = _SAFE.sub("-", plain).strip("-.")
    if safe == plain:
        return safe
    return f"{safe}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}"


def _parts(url: str) -> tuple[str, str, str, str]:
    """User, host, port and database of an address, as libpq reads it. Raises `ValueError`."""
    parts = urlsplit(url)
    if parts.fragment or "@" in parts.path + parts.query:
        raise ValueError  # of a password with such a sign a part would be shown
    given = dict(parse_qsl(parts.query))
    place = parts.netloc.rpartition("@")[2]
    host, _, port = place.rpartition(":") if re.search(r":\d*$", place) else (place, "", "")
    if ":" in host and not host.endswith("]"):
        raise ValueError
    who = parts.username or given.get("user", "")
    database = parts.path.strip("/") or given.get("dbname", "") or who
    return who, given.get("host", host), given.get("port", port) or _PORT, database
