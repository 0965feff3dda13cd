"""How the service and its record fare: what probes and the host are told, and checks of the record
in a process of their own. IO.
"""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.accounts import backups, database, protocol
from campaign.store import audit
from campaign.store.audit import CheckedRecord, RecordFault
from campaign.store.protocol import StoreError, Where, place_of
from campaign.web.server.threads import ViewThreads
from campaign.world.files import why_not_written
from campaign.world.subprocesses import OwnProcess

if TYPE_CHECKING:
    from campaign.web.server.shared_state import TogetherRows

# --- How the service itself fares: what a probe, a monitor and the host are told of it ----------

NO_SPACE = 4 * 1024 * 1024
"""Below so many bytes of free disk the next event may fail to be recorded."""
EVERY = 1.0
"""For how many seconds it is believed that something can be recorded."""
UNUSABLE = "the store or the people's file cannot be used"
BEHIND = 60.0
"""After how many seconds of lagging behind the log the read tables count as stuck."""


def why_closed(store: Path) -> str:
    """Which of a store's files or their folder cannot be written, and whose it is; empty if none
    is known.
    """
    return why_not_written((store, database.people_path(store), store.absolute().parent))


class ServiceUpkeep:
    """What is known of a running service beside its campaigns. Any thread may ask."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._clock = time.monotonic
        self._trying = threading.Lock()
        self._recorded = float("-inf")
        self._why = ""
        self._is_begun = False
        self.is_stopping = False
        self.is_away = False
        """Whether the store is let go of, while it is put back from a backup."""
        self.backups: backups.TimedBackups | None = None
        self.closing: list[Callable[[], None]] = []
        """Closes what reads the store beside the ledger; each opens it again when it is asked."""

    def lets_go(self) -> bool:
        """Whether nothing more is to be begun: the service stops, or the store is put back."""
        return self.is_stopping or self.is_away

    def is_begun(self, exists: Callable[[], bool]) -> bool:
        """Whether there is a club; asked for until there is one, and never again."""
        self._is_begun = self._is_begun or exists()
        return self._is_begun

    def why_not_ready(self) -> str:
        """What keeps the service from being used, whatever its files say; empty if nothing."""
        if self.is_stopping:
            return "stopping"
        if self.is_away:
            return "the store is being put back from a backup"
        if self.free() < NO_SPACE:
            return "the disk is full"
        return ""

    def why_not_recorded(self, try_: Callable[[], None]) -> str:
        """Why nothing can be recorded; empty if something can.

        It is tried by one caller at a time, and once a second at most while it works: whoever asks
        again and again keeps nobody from writing.
        """
        if self._clock() - self._recorded < EVERY or not self._trying.acquire(blocking=False):
            return self._why
        try:
            try_()
            self._recorded, self._why = self._clock(), ""
        except (StoreError, OSError):
            self._why = why_closed(self._store) or UNUSABLE
        finally:
            self._trying.release()
        return self._why

    def free(self) -> int:
        """How many bytes are free where the store lies."""
        folders = self._store.absolute().parents  # beside a database there may be no folder yet
        return shutil.disk_usage(next(one for one in folders if one.is_dir())).free

    def about_backups(self) -> str:
        """How old the last backup is; empty where the service makes none."""
        if self.backups is None:
            return ""
        if why := self.backups.why_not_written():
            return why
        age = self.backups.age()
        return "no backup yet" if age is None else f"last backup {backups.in_hours(age)} ago"

    def troubles(self) -> tuple[str, ...]:
        """What hosts should have seen to; folders of the machine are for its log alone."""
        if self.backups is None:
            return ()
        if self.backups.has_failed:
            return ("the last backup failed; the log of the service says why",)
        return (why,) if (why := self.backups.trouble()) else ()


# --- Checks of the record, in a process of their own and one at a time; what each found is kept -
#
# Checking a long record takes the interpreter for itself; beside the service it holds nobody up.

PATIENCE = 1800.0
"""How many seconds a check may take."""
LEASE = timedelta(minutes=2)
"""How long other processes leave a check to the one that began it: it may have been killed. One
that takes longer may be made twice, which harms nothing."""
FEW = 50
"""How many findings are kept."""


class RecordChecked(msgspec.Struct, frozen=True):
    """What a check found."""

    at: str
    events: int
    receipts: int
    head: str
    findings: tuple[RecordFault, ...] = ()
    count: int = 0
    """How many findings there are; the first of them are kept."""
    fault: str = ""
    """Why it could not be finished; empty if it was."""
    unjudged: str = ""
    """The events whose acts were not decided again, in words; empty if all were."""


LOG = logging.getLogger("campaign.web")


def _checked(outcome: bytes) -> RecordChecked:
    return msgspec.json.decode(outcome, type=RecordChecked)


class StoreVerifier:
    """Checks the campaigns of a store, each in a process of its own."""

    def __init__(self, store: Where) -> None:
        self._store = place_of(store)
        self._process = OwnProcess(audit.__name__, PATIENCE)

    def verify(self, name: str) -> bytes:
        """What it found, in JSON. Raises `OSError` with the reason if it could not finish."""
        ended = audit.run_on(self._process, self._store, name)
        if ended.took_too_long:
            raise OSError("it took too long")
        if ended.was_asked:
            raise OSError("it was ended, because the record was put back or the service stopped")
        return ended.out

    def end(self) -> None:
        """Ends a check under way, which lets go of the store."""
        self._process.end()

    def stop(self) -> None:
        """The same for good."""
        self._process.stop()


class RecordChecks:
    """The checks that members ask for. Any thread may ask; a thread of their own works them off."""

    def __init__(
        self,
        file: protocol.PeopleDatabase,
        clock: Callable[[], str],
        verifier: StoreVerifier,
        elsewhere: "TogetherRows | None" = None,
    ) -> None:
        self._file = file
        self._clock = clock
        self._verifier = verifier
        self._worker = ViewThreads(1)
        self._asked: dict[str, Future[None]] = {}
        self._turn = threading.Lock()
        self._kept: dict[str, RecordChecked | None] = {}
        self._elsewhere = elsewhere

    def ask(self, name: str, campaign_id: str) -> None:
        """Has a campaign checked, unless that is under way already."""
        with self._turn:
            if campaign_id not in self._asked:
                work = self._worker.submit(self._work, name, campaign_id)
                self._asked[campaign_id] = work

    def is_under_way(self, campaign_id: str) -> bool:
        """Whether a campaign is being checked, or waits for it."""
        if campaign_id in self._asked:
            return True
        return self._elsewhere is not None and self._elsewhere.is_checking(campaign_id)

    def last(self, campaign_id: str) -> RecordChecked | None:
        """What the last check of a campaign found; None if there was none."""
        if campaign_id not in self._kept or self._elsewhere is not None:
            query = "SELECT outcome FROM record_check WHERE campaign=?"
            self._kept[campaign_id] = protocol.row(self._file, _checked, query, (campaign_id,))
        return self._kept[campaign_id]

    def findings(self, campaign_id: str) -> str:
        """How many findings the last check had, in words; empty if it had none."""
        check = self.last(campaign_id)
        if check is None or not check.count:
            return ""
        return "1 finding" if check.count == 1 else f"{check.count} findings"

    def settle(self) -> None:
        """Returns once everything that was asked for is checked."""
        wait([*self._asked.values()])

    def close(self) -> None:
        """Ends a check that is under way, and all that were asked for."""
        self._verifier.stop()
        wait([*self._asked.values()], 2.0)
        self._worker.shutdown()

    def give_way(self) -> None:
        """Ends a check under way: the store is put back."""
        self._verifier.end()

    def _work(self, name: str, campaign_id: str) -> None:
        try:
            self._check(name, campaign_id)
        except Exception as error:  # whoever asks next must not wait for ever
            LOG.error("a check was not kept: %s", type(error).__name__, exc_info=error)
        finally:
            with self._turn:
                del self._asked[campaign_id]

    def _check(self, name: str, campaign_id: str) -> None:
        """Checks a campaign, unless another process is at it; what that one finds is found here."""
        if self._elsewhere is None:
            self._keep(campaign_id, self._checked(name))
        elif self._elsewhere.begin_check(campaign_id, LEASE):
            try:
                self._keep(campaign_id, self._checked(name))
            finally:
                self._elsewhere.end_check(campaign_id)

    def _checked(self, name: str) -> RecordChecked:
        try:
            report = msgspec.json.decode(self._verifier.verify(name), type=CheckedRecord)
        except (OSError, msgspec.MsgspecError) as error:
            why = str(error) if isinstance(error, OSError) else "the check broke off"
            return RecordChecked(self._clock(), 0, 0, "", fault=why)
        count = len(report.findings)
        return RecordChecked(
            self._clock(),
            report.events,
            report.receipts,
            report.head,
            report.findings[:FEW],
            count,
            unjudged=report.unjudged,
        )

    def _keep(self, campaign_id: str, check: RecordChecked) -> None:
        self._kept[campaign_id] = check
        with self._file.writing() as db:
            protocol.put(
                db,
                "record_check",
                {"campaign": campaign_id},
                {"outcome": msgspec.json.encode(check)},
            )
