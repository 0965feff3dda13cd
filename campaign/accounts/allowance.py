"""What may still be used at a store, how large it is, and whether it may belong to a directory of
clubs: asked by every call, so it is quick. IO.
"""

import os
from typing import Any

import msgspec

from campaign import extend
from campaign.accounts.database import people_path
from campaign.kernel.decisions import Refused
from campaign.store.protocol import StoreError, StorePlace, database


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


class Used(msgspec.Struct, frozen=True):
    """What a club uses, beside its quotas."""

    quotas: Quotas
    campaigns: int
    commands: int
    """In the running minute; counted only where there is a quota."""
    mails: int
    """On the running day; counted only where there is a quota."""
    bytes: int


class Stay(msgspec.Struct, frozen=True):
    """How long a club stays that a visitor has begun and nobody has adopted."""

    until: str
    """The last day in words: `7 December`."""
    contact: str
    """Whom a member asks to keep it."""
    is_near: bool
    """Whether three days or fewer are left."""
    is_over: bool
    """Whether nothing is recorded any more."""
    is_full: bool = False
    """Whether its record and people have grown as large as they may."""
    is_demo: bool = False
    """Whether it is a visitor's copy of a demo, which is nobody's."""
    commands: frozenset[str] = frozenset()
    """The commands that a demo takes."""
    has_moved: bool = False
    """Whether a host has taken it to another installation, where play goes on."""

    @property
    def takes_no_more(self) -> bool:
        """Whether nothing is kept that members say."""
        return self.is_over or self.is_full

    def takes(self, command: str) -> bool:
        """Whether members are offered a command: a demo takes only those that are played."""
        return not self.is_demo or command in self.commands


class WaitingClub(msgspec.Struct, frozen=True):
    """A club that a visitor has begun and nobody has adopted, for whoever runs the machine."""

    name: str
    title: str
    ends: str
    """The day on which it ends."""


class Allowance:
    """What may still be used at a store; at one of its own, where nobody has set a quota, all."""

    def command(self) -> Refused | None:
        """Counts a command; why it may not be sent, or None."""
        return None

    def campaign(self, there: int) -> Refused | None:
        """Why no campaign may be added to those that are there, or None."""
        return None

    def mail(self) -> str:
        """Counts a mail; why it must wait, or empty."""
        return ""

    def mails_from(self) -> str:
        """When mails may go out again: RFC 3339 in UTC."""
        return ""

    def used(self, campaigns: int) -> Used | None:
        """What is used; None where nobody counts."""
        return None

    def stay(self) -> Stay | None:
        """How long the club stays; None where it stays for good."""
        return None

    def waiting(self) -> tuple[WaitingClub, ...]:
        """The clubs of the installation that visitors began and nobody has adopted."""
        return ()

    def close(self) -> None:
        """Lets go of what it asked."""


UNLIMITED = Allowance()


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


def directories() -> Any:
    """What knows directories of clubs. Raises `StoreError` where it is not installed."""
    try:
        return extend.wanted("stores", "clubs")
    except extend.MissingExtensionError as error:
        raise StoreError(str(error)) from None


def allowance_at(place: StorePlace) -> Allowance:
    """What may be used at a store. Where nobody knows of a directory, anything."""
    if not may_have_quotas(place):
        return UNLIMITED
    allowance: Allowance = directories().allowance_of(place)
    return allowance


# --- How large a club is: of a file with its people, or of a database ---------------------------

TAILS = ("", "-wal")
"""The suffixes of what SQLite keeps of a database."""
UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def bytes_of(place: StorePlace) -> int:
    """How many bytes a club's record and people take up. Read tables and pages do not count."""
    if place.is_database:
        size: int = database().size(place)
        return size
    files = (place.file, people_path(place.file))
    beside = (file.with_name(file.name + tail) for file in files for tail in TAILS)
    return sum(file.stat().st_size for file in beside if file.exists())


def in_words(size: int) -> str:
    """Bytes for a reader."""
    for unit, name in UNITS:
        if size >= unit:
            return f"{size / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{size} bytes"
