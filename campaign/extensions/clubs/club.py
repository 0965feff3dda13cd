"""A club of an installation, and where its store is. Pure."""

import re
from typing import Literal, get_args
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import msgspec

from campaign.accounts.allowance import Quotas
from campaign.store.protocol import StoreError, is_url, shown

ClubState = Literal["open", "closed", "moving", "deleting", "ended"]
Origin = Literal["operator", "door"]
"""Who has begun a club: whoever runs the machine, or a visitor."""
STATES: tuple[ClubState, ...] = get_args(ClubState)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a club may be called: it names a folder and a database as well."""
LARGEST = 2**62
"""The largest quota."""


class ClubError(StoreError):
    """A club cannot be had as requested. One line for whoever runs the installation."""


class Club(msgspec.Struct, frozen=True):
    """A club as the directory has it."""

    name: str
    url: str
    """Where its members find it; empty: as its own settings say."""
    store: str
    """Where its store is: an address without password, or a path, from the directory's folder."""
    state: ClubState = "open"
    quotas: Quotas = Quotas()
    since: str = ""
    """When it was added: RFC 3339 in UTC."""
    title: str = ""
    """What its members call it, where a visitor has begun it."""
    origin: Origin = "operator"
    ends: str = ""
    """When nothing is recorded any more, unless somebody adopts it; empty: it stays for good."""
    form: str = ""
    """The digest of the form that began it, which counts once."""

    @property
    def is_served(self) -> bool:
        """Whether its members can look at it."""
        return self.state in ("open", "ended")


WHY_AWAY: dict[ClubState, str] = {
    "closed": "this club is closed for now; nothing was recorded",
    "moving": "this club is moving and is back in a few minutes; nothing was recorded",
    "deleting": "this club has ended; nothing was recorded",
}
"""What members are told of a club whose pages are away."""
ENDED = "this club has ended; you can still read it and take it along. Nothing was recorded"
"""What is said to whoever sends something to a club after its last day."""


def named(name: str) -> str:
    """A club's name, as it may be. Raises `ClubError`."""
    if NAME.fullmatch(name) is None:
        raise ClubError(
            f"{name!r} cannot name a club: use up to 40 small letters, digits and hyphens, "
            "with a letter or digit first"
        )
    return name


def public_url(url: str) -> str:
    """The address of a club's pages, as it is kept. Raises `ClubError`."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ClubError(f"its url must be like https://club.example, not {url}")
    return url.rstrip("/").lower()


def host_of(url: str) -> str:
    """The name under which browsers know a club: ports do not tell two apart."""
    return (urlsplit(url).hostname or "").lower()


# --- addresses of stores ------------------------------------------------------------------------


def kept_address(store: str) -> str:
    """The address of a store as the directory keeps it. Raises `ClubError` on a password.

    Whoever reads the directory would read it, and so would every copy of it.
    """
    if not is_url(store):
        return store
    if has_password(store):
        raise ClubError(
            f"the directory keeps no passwords: write {shown(store)} without one, and put it into "
            "~/.pgpass of whoever runs the service"
        )
    return store


def has_password(url: str) -> bool:
    """Whether an address says how to get in."""
    parts = urlsplit(url)
    return parts.password is not None or "password" in dict(parse_qsl(parts.query))


def without_password(url: str) -> str:
    """An address as it may be kept."""
    parts = urlsplit(url)
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "password"]
    who = f"{quote(parts.username)}@" if parts.username else ""
    where = who + parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, where, parts.path, urlencode(query, safe="/"), ""))


def as_directory_enters(store: str, directory: str) -> str:
    """A store's address with the directory's own password, where both are on one server.

    Only the same user at the same server and port: a password is never sent elsewhere.
    """
    if not (is_url(store) and is_url(directory)) or has_password(store):
        return store
    if not has_password(directory) or _login(store) != _login(directory):
        return store
    parts = urlsplit(directory)
    typed = parts.password
    secret = dict(parse_qsl(parts.query))["password"] if typed is None else unquote(typed)
    own = urlsplit(store)
    query = [*parse_qsl(own.query), ("password", secret)]
    return urlunsplit((own.scheme, own.netloc, own.path, urlencode(query, safe="/"), ""))


def _login(url: str) -> tuple[str, str, str]:
    """Which server, and as whom."""
    parts = urlsplit(shown(url))
    query = dict(parse_qsl(urlsplit(url).query))
    who = parts.username or query.get("user", "")
    return who, parts.hostname or query.get("host", ""), str(parts.port or query.get("port", ""))


def beside(directory: str, database: str) -> str:
    """The address of another database on the directory's server, without a password."""
    parts = urlsplit(without_password(directory))
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "dbname"]
    return urlunsplit((parts.scheme, parts.netloc, f"/{database}", urlencode(query, safe="/"), ""))
