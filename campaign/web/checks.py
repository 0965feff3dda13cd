"""Checks of the record, in a process of their own and one at a time; what each found is kept. IO.

Checking a long record takes the interpreter for itself; beside the service it holds nobody up.
"""

import logging
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from campaign.people.database import Part, PeopleFile

CHECKED = Part(
    "checked",
    (
        (
            """CREATE TABLE record_check (
                campaign TEXT PRIMARY KEY, outcome BLOB NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table of what the last check of each campaign found."""
PATIENCE = 1800.0
"""How many seconds a check may take."""
FEW = 50
"""How many findings are kept."""
_RUN = "from campaign.cli import main; main()"


class RecordFinding(msgspec.Struct, frozen=True):
    """Something that does not check out."""

    version: int
    text: str


class RecordChecked(msgspec.Struct, frozen=True):
    """What a check found."""

    at: str
    events: int
    receipts: int
    head: str
    findings: tuple[RecordFinding, ...] = ()
    count: int = 0
    """How many findings there are; the first of them are kept."""
    fault: str = ""
    """Why it could not be finished; empty if it was."""


class _Told(msgspec.Struct, frozen=True):
    """What the checking process prints."""

    events: int
    head: str
    receipts: int = 0
    findings: tuple[RecordFinding, ...] = ()


LOG = logging.getLogger("campaign.web")


def verified(store: Path, name: str) -> bytes:
    """What `campaign verify` prints of a campaign. Raises `OSError` if it can't be run."""
    line = [sys.executable, "-c", _RUN, "--store", str(store), "verify", name, "--json"]
    try:
        done = subprocess.run(line, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise OSError("it took too long") from error
    return done.stdout


class RecordChecks:
    """The checks that members ask for. Any thread may ask; a thread of their own works them off."""

    def __init__(
        self,
        file: PeopleFile,
        clock: Callable[[], str],
        verify: Callable[[str], bytes],
    ) -> None:
        self._file = file
        self._clock = clock
        self._verify = verify
        self._asked: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._waiting: set[str] = set()
        self._turn = threading.Lock()
        self._thread: threading.Thread | None = None
        self._kept: dict[str, RecordChecked | None] = {}

    def ask(self, name: str, campaign_id: str) -> None:
        """Has a campaign checked, unless that is under way already."""
        with self._turn:
            if campaign_id in self._waiting:
                return
            self._waiting.add(campaign_id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="checks", daemon=True)
                self._thread.start()
        self._asked.put((name, campaign_id))

    def is_under_way(self, campaign_id: str) -> bool:
        """Whether a campaign is being checked, or waits for it."""
        return campaign_id in self._waiting

    def last(self, campaign_id: str) -> RecordChecked | None:
        """What the last check of a campaign found; None if there was none."""
        if campaign_id not in self._kept:
            with self._file.reading() as db:
                row = db.execute(
                    "SELECT outcome FROM record_check WHERE campaign=?", (campaign_id,)
                ).fetchone()
            found = msgspec.json.decode(row["outcome"], type=RecordChecked) if row else None
            self._kept[campaign_id] = found
        return self._kept[campaign_id]

    def findings(self, campaign_id: str) -> str:
        """How many findings the last check had, in words; empty if it had none."""
        found = self.last(campaign_id)
        if found is None or not found.count:
            return ""
        return "1 finding" if found.count == 1 else f"{found.count} findings"

    def settle(self) -> None:
        """Returns once everything that was asked for is checked."""
        self._asked.join()

    def close(self) -> None:
        """Ends the thread once it has nothing to do; a check under way is left to itself."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(2.0)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            name, campaign_id = asked
            try:
                self._keep(campaign_id, self._checked(name))
            except Exception as error:  # whoever asks next must not wait for ever
                LOG.error("a check was not kept: %s", type(error).__name__, exc_info=error)
            finally:
                self._waiting.discard(campaign_id)
                self._asked.task_done()
        self._asked.task_done()

    def _checked(self, name: str) -> RecordChecked:
        try:
            told = msgspec.json.decode(self._verify(name), type=_Told)
        except (OSError, msgspec.MsgspecError) as error:
            why = str(error) if isinstance(error, OSError) else "the check broke off"
            return RecordChecked(self._clock(), 0, 0, "", fault=why)
        count = len(told.findings)
        few = told.findings[:FEW]
        return RecordChecked(self._clock(), told.events, told.receipts, told.head, few, count)

    def _keep(self, campaign_id: str, found: RecordChecked) -> None:
        self._kept[campaign_id] = found
        with self._file.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO record_check VALUES (?,?)",
                (campaign_id, msgspec.json.encode(found)),
            )
