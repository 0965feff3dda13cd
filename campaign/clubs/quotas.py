"""What a club may still use: asked before anything is decided, so a refusal leaves no event. IO."""

import time
from collections.abc import Callable
from datetime import timedelta

from campaign.clubs.allowance import Used
from campaign.clubs.club import WHY_AWAY, Club
from campaign.clubs.directory import ClubDirectory
from campaign.clubs.sizes import bytes_of, in_words
from campaign.kernel.decisions import Refused
from campaign.store import clock
from campaign.store.place import StorePlace
from campaign.text.english import counted

RULE = "Quota"
"""The rule of what a club may not use."""
CLOSED = "Club"
"""The rule of a club that is not open."""
COMMANDS, MAILS = "commands", "mails"
ASK = "ask whoever runs the installation"
LOOK = 1.0
"""For how many seconds a club's row counts as it was read."""
LOOK_AT_SIZE = 10.0
"""For how many seconds its size counts as it was measured."""


class ClubAllowance:
    """What a club of a directory may still use. Several threads may ask at once."""

    def __init__(
        self,
        directory: ClubDirectory,
        name: str,
        place: StorePlace,
        *,
        now: Callable[[], str] = clock.utc_now,
        monotonic: Callable[[], float] = time.monotonic,
        shares: bool = False,
    ) -> None:
        self._directory = directory
        self._shares = shares
        """Whether the directory is open for others too."""
        self._name = name
        self._place = place
        self._now = now
        self._monotonic = monotonic
        self._row: tuple[float, Club | None] = (float("-inf"), None)
        self._size: tuple[float, int] = (float("-inf"), 0)

    def command(self) -> Refused | None:
        """Counts a command; why it may not be sent, or None."""
        club = self._club()
        if club is None:
            return None
        if why := WHY_AWAY.get(club.state):
            return Refused(CLOSED, why)
        quotas = club.quotas
        if quotas.bytes and (size := self._bytes()) > quotas.bytes:
            has = f"this club may take up {in_words(quotas.bytes)}, and takes up {in_words(size)}"
            return Refused(RULE, f"{has}; {ASK} for more room")
        if quotas.commands and not self._is_counted(COMMANDS, self._minute(), quotas.commands):
            may = f"this club may send {counted(quotas.commands, 'command')} a minute, and has"
            left = 60 - int(self._now()[17:19])
            wait = f"try again in {counted(left, 'second')}, or {ASK}"
            return Refused(RULE, f"{may}; {wait}")
        return None

    def campaign(self, there: int) -> Refused | None:
        """Why no campaign may be added to those that are there, or None."""
        club = self._club()
        if club is None:
            return None
        if why := WHY_AWAY.get(club.state):
            return Refused(CLOSED, why)
        quotas = club.quotas
        if quotas.campaigns and there >= quotas.campaigns:
            may = f"this club may have {counted(quotas.campaigns, 'campaign')}, and has {there}"
            return Refused(RULE, f"{may}, what-ifs among them; {ASK}")
        if quotas.bytes and (size := self._bytes()) > quotas.bytes:
            has = f"this club may take up {in_words(quotas.bytes)}, and takes up {in_words(size)}"
            return Refused(RULE, f"{has}; {ASK} for more room")
        return None

    def mail(self) -> str:
        """Counts a mail; why it must wait, or empty."""
        club = self._club()
        if club is None or not club.quotas.mails:
            return ""
        if self._is_counted(MAILS, self._day(), club.quotas.mails):
            return ""
        may = f"this club may send {counted(club.quotas.mails, 'mail')} a day, and has"
        return f"{may}; what waits goes out after midnight (UTC), or {ASK}"

    def mails_from(self) -> str:
        """When mails may go out again: RFC 3339 in UTC."""
        now = clock.read(self._now())
        assert now is not None
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        return clock.written(today + timedelta(days=1))

    def used(self, campaigns: int) -> Used | None:
        """What is used; None where nobody counts."""
        club = self._directory.club(self._name)
        if club is None:
            return None
        directory, name = self._directory, self._name
        return Used(
            club.quotas,
            campaigns,
            directory.used(name, COMMANDS, self._minute()),
            directory.used(name, MAILS, self._day()),
            self._bytes(),
        )

    def close(self) -> None:
        """Lets go of the directory, if nobody else has it open."""
        if not self._shares:
            self._directory.close()

    def _is_counted(self, what: str, span: str, most: int) -> bool:
        return self._directory.counted(self._name, what, span, most)

    def _minute(self) -> str:
        return self._now()[:16]

    def _day(self) -> str:
        return self._now()[:10]

    def _club(self) -> Club | None:
        """The club's row, as it was a moment ago; None where it is not in the directory."""
        read_at, club = self._row
        if self._monotonic() - read_at >= LOOK:
            club = self._directory.club(self._name)
            self._row = (self._monotonic(), club)
        return club

    def _bytes(self) -> int:
        """How large the club is, as it was some seconds ago."""
        measured_at, size = self._size
        if self._monotonic() - measured_at >= LOOK_AT_SIZE:
            size = bytes_of(self._place)
            self._size = (self._monotonic(), size)
        return size
