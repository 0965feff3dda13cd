"""A club of an installation, its quotas, and whether a store may belong to one: asked by every
call,
so it is quick. IO.
"""

import os
import re
from typing import Literal, Protocol, get_args
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import msgspec

from campaign.kernel.decisions import Refused
from campaign.store.protocol import StoreError, StorePlace, is_url, shown

# --- A club of an installation, its state and its quotas ----------------------------------------
# Pure but for the environment of a place.

ClubState = Literal["open", "closed", "moving", "deleting"]
STATES: tuple[ClubState, ...] = get_args(ClubState)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a club may be called: it names a folder and a database as well."""
LARGEST = 2**62
"""The largest quota."""


class ClubError(StoreError):
    """A club cannot be had as requested. One line for whoever runs the installation."""


class Quotas(msgspec.Struct, frozen=True):
    """What a club may use; 0: as much as it likes."""

    campaigns: int = 0
    """How many campaigns it may have, what-ifs among them."""
    commands: int = 0
    """How many commands its members may send in a minute."""
    mails: int = 0
    """How many mails it may send in a day, which begins at midnight in UTC."""
    bytes: int = 0
    """How large its record and its people may grow."""


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


WHY_AWAY: dict[ClubState, str] = {
    "closed": "this club is closed for now; nothing was recorded",
    "moving": "this club is moving and is back in a few minutes; nothing was recorded",
    "deleting": "this club has ended; nothing was recorded",
}
"""What members are told of a club that is not open."""


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
    password = parts.password
    if password is None:
        secret = dict(parse_qsl(parts.query))["password"]
    else:
        from urllib.parse import unquote

        secret = unquote(password)
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


# --- What may still be used at a store: what the desk asks before it takes anything in ----------


class Used(msgspec.Struct, frozen=True):
    """What a club uses, beside its quotas."""

    quotas: Quotas
    campaigns: int
    commands: int
    """In the running minute; counted only where there is a quota."""
    mails: int
    """On the running day; counted only where there is a quota."""
    bytes: int


class Allowance(Protocol):
    """What may still be used at a store."""

    def command(self) -> Refused | None:
        """Counts a command; why it may not be sent, or None."""

    def campaign(self, there: int) -> Refused | None:
        """Why no campaign may be added to those that are there, or None."""

    def mail(self) -> str:
        """Counts a mail; why it must wait, or empty."""

    def mails_from(self) -> str:
        """When mails may go out again: RFC 3339 in UTC."""

    def used(self, campaigns: int) -> Used | None:
        """What is used; None where nobody counts."""

    def close(self) -> None:
        """Lets go of what it asked."""


class Unlimited:
    """A store of its own: nobody has set a quota."""

    def command(self) -> Refused | None:
        """Always."""
        return None

    def campaign(self, there: int) -> Refused | None:
        """Always."""
        return None

    def mail(self) -> str:
        """Always."""
        return ""

    def mails_from(self) -> str:
        """At once."""
        return ""

    def used(self, campaigns: int) -> Used | None:
        """Nobody counts."""
        return None

    def close(self) -> None:
        """Has asked nobody."""


UNLIMITED = Unlimited()


# --- Whether a store may belong to a directory of clubs: asked by every call, so it is quick ----

VARIABLE = "CAMPAIGN_CLUBS"
"""The environment variable that names the directory."""
FILE = "clubs.db"
"""The directory of a folder; a folder for each club lies beside it."""


def from_environment() -> str:
    """What the environment names as the directory; empty if nothing."""
    return os.environ.get(VARIABLE, "")


def may_have_quotas(place: StorePlace) -> bool:
    """Whether anybody could have set quotas for a store."""
    if from_environment():
        return True
    return not place.is_database and (place.file.absolute().parent.parent / FILE).is_file()


def allowance_at(place: StorePlace) -> Allowance:
    """What may be used at a store. Where nobody knows of a directory, anything."""
    if not may_have_quotas(place):
        return UNLIMITED
    from campaign.extensions.clubs.directory import allowance_of  # with what reads the rows

    return allowance_of(place)
