"""What may still be used at a store: what the desk asks before it takes anything in. Pure."""

from typing import Protocol

import msgspec

from campaign.clubs.club import Quotas
from campaign.kernel.decisions import Refused


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
