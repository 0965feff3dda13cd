"""Mistakes that the simulation must find: each is put into the program while a seed runs.

A seed that ever failed is kept here too, and run first.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from sqlite3 import Error, connect
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from campaign.accounts.devices import Credentials
from campaign.accounts.people import People
from campaign.accounts.table.held import HeldActs
from campaign.disputes import corrections
from campaign.extensions.mail_out.outbox import _Passage
from campaign.handler.holding import Holding
from campaign.handler.writer_queue import Subscribers
from campaign.notifications.deliveries import StoredDeliveries
from campaign.projections import projector
from campaign.store import ledger, vault
from campaign.store.sqlite import backup
from campaign.store.sqlite.connections import Datastore
from campaign.store.sqlite.recorder import Recorder
from campaign.store.sqlite.store import Store
from campaign.world import clock, crossing, file_locks, threads

KEPT_SEEDS: tuple[int, ...] = (345, 412, 1009, 1725, 3173, 6796)
"""Seeds that once failed without a planted mistake."""


class Bug(NamedTuple):
    """A mistake."""

    says: str
    plant: Callable[[], AbstractContextManager[None]]
    seed: int
    """A seed that finds it."""


def _in_place_of(owner: Any, name: str, planted: Callable[..., Any]) -> Any:
    """Puts a function in the place of another, which it gets as its first argument."""
    real = getattr(owner, name)

    @wraps(real)
    def replaced(*given: Any, **more: Any) -> Any:
        return planted(real, *given, **more)

    return patch.object(owner, name, replaced)


@contextmanager
def not_flushed() -> Iterator[None]:
    """The store's commits are not flushed to the disk."""

    def connected(real: Any, store: Any) -> Any:
        connection = real(store)
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    with _in_place_of(Datastore, "_connected", connected):
        yield


@contextmanager
def early_answer() -> Iterator[None]:
    """The answer goes out while a thread of its own still commits."""

    def committed(connection: Any) -> None:
        def late() -> None:
            with suppress(Error):
                connection.commit()

        threads.thread(late, "late commit").start()

    with patch.object(Datastore, "_commit", staticmethod(committed)):
        yield


@contextmanager
def lost_id() -> Iterator[None]:
    """The ids of commands are not kept."""

    def inserted(real: Any, recorder: Any, cursor: Any, name: str, rows: Any, *_: Any) -> None:
        real(recorder, cursor, name, rows, {}, (), {})

    with _in_place_of(Recorder, "insert", inserted):
        yield


@contextmanager
def receipt_apart() -> Iterator[None]:
    """A receipt is written in a transaction behind that of its events."""

    def appended(
        real: Any, store: Any, name: str, rows: Any, keys: Any, receipt: Any, **more: Any
    ) -> Any:
        more.pop("salt", "")
        real(store, name, rows, keys, None, **more)
        return store.keep_receipt(name, receipt)

    def known(real: Any, store: Any, name: str, rows: Any, *given: Any, **more: Any) -> Any:
        if len(given) == 2 and given[1] is not None:
            return appended(real, store, name, rows, *given, **more)
        return real(store, name, rows, *given, **more)

    with _in_place_of(Store, "append", known):
        yield


@contextmanager
def snapshot_ahead() -> Iterator[None]:
    """A snapshot is of the state behind the event that it names."""

    def recorded(real: Any, self: Any, name: str, before: Any, now: Any, cost: int) -> Any:
        if now is not None:
            ledger.snapshots.keep(self.store, name, before.version, before.head, now.state)
        return real(self, name, before, now, cost)

    with _in_place_of(ledger.Ledger, "_recorded", recorded):
        yield


@contextmanager
def poor_snapshot() -> Iterator[None]:
    """A snapshot lacks the bookmarks."""

    def encoded(real: Any, version: int, head: str, state: Any) -> bytes:
        record = replace(state.campaign.record, bookmarks=())
        poor = replace(state, campaign=replace(state.campaign, record=record))
        return real(version, head, poor)

    with _in_place_of(ledger.snapshots, "encoded", encoded):
        yield


@contextmanager
def marked_late() -> Iterator[None]:
    """A mail is marked as being sent once it was sent."""

    def handed_over(real: Any, self: Any, sender: str, recipient: str, content: bytes) -> Any:
        verdict = self._line.offer(sender, recipient, content)
        if verdict is not None:
            return "talking", verdict
        verdict = self._line.send(content)
        self._step(("talking", "sending"))
        return "sending", verdict

    with _in_place_of(_Passage, "_handed_over", handed_over):
        yield


@contextmanager
def marked_early() -> Iterator[None]:
    """A mail is marked as sent before it is sent."""

    def handed_over(real: Any, self: Any, sender: str, recipient: str, content: bytes) -> Any:
        verdict = self._line.offer(sender, recipient, content)
        if verdict is not None:
            return "talking", verdict
        self._step(("talking", "sent"))
        return "sent", self._line.send(content)

    with _in_place_of(_Passage, "_handed_over", handed_over):
        yield


@contextmanager
def unclaimed() -> Iterator[None]:
    """A round takes mails without a look whether another one has them."""

    def claim(self: Any, numbers: Any, run: str, now: str) -> bool:
        taken = "UPDATE delivery SET state='claimed', run=?, moved_at=?, seen='' WHERE number IN "
        with self._file.beside_others() as db:
            db.execute(f"{taken} ({','.join('?' * len(numbers))})", (run, now, *numbers))
        return True

    with patch.object(StoredDeliveries, "claim", claim):
        yield


@contextmanager
def never_sent() -> Iterator[None]:
    """No round gets the mails that it wants to send."""
    with patch.object(StoredDeliveries, "claim", lambda self, numbers, run, now: False):
        yield


@contextmanager
def half_a_key() -> Iterator[None]:
    """A renewed key is written over the old one, line by line."""

    def renewed(real: Any, self: Any) -> None:
        keys = [self._random(vault.KEY_BYTES), *(key for key, _ in self._keys())]
        with self.path.open("w") as file:
            for key in keys:
                file.write(f"{key.hex()}\n")
                file.flush()
                crossing.cross("key half written")

    with _in_place_of(vault.Vault, "renew", renewed):
        yield


@contextmanager
def seal_logged() -> Iterator[None]:
    """What the vault seals is written to a log beside the store."""

    def seal(real: Any, self: Any, wish: Any) -> Any:
        return _logged(self, real(self, wish))

    with _in_place_of(vault.Vault, "seal", seal):
        yield


@contextmanager
def seed_logged() -> Iterator[None]:
    """The seed of a draw is written to a log beside the store."""

    def seed(real: Any, self: Any, *asked: Any) -> Any:
        return _logged(self, real(self, *asked))

    with _in_place_of(vault.Vault, "seed", seed):
        yield


def _logged(of: Any, made: Any) -> Any:
    """Writes what a vault has made to a log, and gives it."""
    with of.path.with_suffix(".log").open("a") as log:
        log.write(f"{made}\n")
    return made


@contextmanager
def address_first() -> Iterator[None]:
    """The address that an enrolment brings takes the old one's place before it is decided."""

    def kept_pending(real: Any, self: Any, waiting: Any) -> None:
        real(self, waiting)
        self.finish(waiting)

    with _in_place_of(People, "keep_pending", kept_pending):
        yield


@contextmanager
def device_served() -> Iterator[None]:
    """A process remembers the devices that it has seen."""
    seen: dict[tuple[int, str], Any] = {}

    def device(real: Any, self: Any, secret: str) -> Any:
        key = id(self), secret
        if seen.get(key) is None:
            seen[key] = real(self, secret)
        return seen[key]

    with _in_place_of(Credentials, "device", device):
        yield


@contextmanager
def lock_kept() -> Iterator[None]:
    """Who gives up waiting for the store's lock gets it after all, and keeps it."""

    def asked(real: Any, handle: int, until: float) -> bool:
        import os

        again = os.dup(handle)
        if real(handle, until):
            os.close(again)
            return True
        threads.thread(lambda: real(again, 1e9), "keeps the lock").start()
        return False

    with _in_place_of(file_locks, "_taken_by_asking", asked):
        yield


@contextmanager
def lost_wake() -> Iterator[None]:
    """A follower forgets what grew while it was reading."""

    def read(real: Any, subscribers: Any, names: Any) -> None:
        real(subscribers, names)
        subscribers._grown.clear()

    with _in_place_of(Subscribers, "_read", read):
        yield


@contextmanager
def two_moments() -> Iterator[None]:
    """A backup copies the receipts at another moment than the events."""

    def copied(real: Any, source: Path, target: Path, *, live: bool) -> None:
        real(source, target, live=live)
        if live:
            clock.sleep(0.1)
            with closing(connect(target)) as db:
                db.execute("ATTACH ? AS source", (str(source),))
                db.execute("INSERT OR IGNORE INTO receipts SELECT * FROM source.receipts")
                db.commit()

    with _in_place_of(backup, "_copy", copied):
        yield


@contextmanager
def people_first() -> Iterator[None]:
    """A backup copies the people first, and the store behind them."""

    def made(real: Any, store: Path, target: Path, **more: Any) -> Any:
        more.pop("beside")()
        return real(store, target, **more)

    with _in_place_of(backup, "backup", made):
        yield


@contextmanager
def beside_a_writer() -> Iterator[None]:
    """A backup is put back though others have the store open."""
    with patch.object(backup, "_take_over", lambda store, held: None):
        yield


@contextmanager
def time_goes_back() -> Iterator[None]:
    """Events are stamped as the clock says, wherever somebody sets it."""
    with patch.object(clock, "stamp", lambda now, last: now):
        yield


@contextmanager
def stale_reading() -> Iterator[None]:
    """A process believes for a second what it has read of a campaign."""
    seen: dict[int, tuple[float, Any]] = {}

    def live(real: Any, self: Any, name: str, at: int | None = None) -> Any:
        if at is not None:
            return real(self, name, at)
        now = clock.monotonic()
        if now - seen.get(id(self), (-9.0, None))[0] > 1:
            seen[id(self)] = now, real(self, name)
        return seen[id(self)][1]

    with _in_place_of(ledger.Ledger, "live", live):
        yield


@contextmanager
def held_anyway() -> Iterator[None]:
    """An act that is held goes out though it was taken back at that moment."""
    with patch.object(HeldActs, "claim", lambda self, act: True):
        yield


@contextmanager
def held_from_nowhere() -> Iterator[None]:
    """An act that is held goes out though its device was ended meanwhile."""
    with patch.object(Holding, "_ended", lambda self, campaign, act: ""):
        yield


@contextmanager
def held_too_short() -> Iterator[None]:
    """What is held goes out as soon as somebody looks at it."""

    def send_due(self: Any) -> None:
        for act in self.acts.every():
            self.send(act)

    with patch.object(Holding, "send_due", send_due):
        yield


@contextmanager
def unfolded() -> Iterator[None]:
    """A process does not fold what it has recorded itself."""

    def recorded(real: Any, self: Any, name: str, before: Any, now: Any, cost: int) -> Any:
        behind = now and replace(now, state=before.state)
        return real(self, name, before, behind, cost)

    with _in_place_of(ledger.Ledger, "_recorded", recorded):
        yield


@contextmanager
def unseen() -> Iterator[None]:
    """A correction counts though its preview would be another by now."""

    def decided(real: Any, system: Any, state: Any, command: Any, supplied: Any) -> Any:
        return real(system, state, command, replace(supplied, looked_at=True))

    with _in_place_of(corrections, "decide", decided):
        yield


@contextmanager
def not_folded_again() -> Iterator[None]:
    """What a process has in use is not folded again where a correction reaches back."""

    def after(real: Any, self: Any, live: Any, name: str, done: Any) -> Any:
        if any(map(ledger.rewriting, done.events)):
            return done.left(live, live.state), 0
        return real(self, live, name, done)

    with _in_place_of(ledger.Ledger, "_after", after):
        yield


@contextmanager
def read_too_late() -> Iterator[None]:
    """Read tables are read again from behind what a correction touches."""

    def touched(real: Any, reader: Any, name: str, made: Any) -> int:
        return max(entry.version for entry in made)

    with _in_place_of(projector, "first_touched", touched):
        yield


BUGS = {
    "not-flushed": Bug("answers are not flushed", not_flushed, 2),
    "early-answer": Bug("the answer comes before the commit", early_answer, 10),
    "lost-id": Bug("ids are not kept", lost_id, 0),
    "receipt-apart": Bug("the receipt is outside the transaction", receipt_apart, 16),
    "snapshot-ahead": Bug("a snapshot is ahead of its event", snapshot_ahead, 2),
    "poor-snapshot": Bug("a snapshot lacks something", poor_snapshot, 1),
    "marked-late": Bug("a mail is marked late", marked_late, 203),
    "marked-early": Bug("a mail is marked early", marked_early, 324),
    "unclaimed": Bug("two rounds take the same mail", unclaimed, 12),
    "never-sent": Bug("a mail waits for ever", never_sent, 113),
    "half-a-key": Bug("half a renewed key", half_a_key, 19),
    "seal-logged": Bug("a log holds what is sealed", seal_logged, 3),
    "seed-logged": Bug("a log holds the seed in use", seed_logged, 2),
    "address-first": Bug("an address changes before its command counts", address_first, 3),
    "device-served": Bug("an ended device is still served", device_served, 2),
    "lost-wake": Bug("a follower's wake-up is lost", lost_wake, 338),
    "two-moments": Bug("a backup is of two moments", two_moments, 6),
    "people-first": Bug("a backup's people are older than its record", people_first, 22),
    "beside-a-writer": Bug("a backup is put back beside a writer", beside_a_writer, 2),
    "time-goes-back": Bug("stamps follow a clock that is set back", time_goes_back, 9),
    "stale-reading": Bug("a process sees what is no longer so", stale_reading, 1),
    "held-anyway": Bug("what was taken back is sent", held_anyway, 190),
    "held-from-nowhere": Bug("an ended device's act is sent", held_from_nowhere, 16),
    "held-too-short": Bug("what is held is sent too soon", held_too_short, 2),
    "unfolded": Bug("a process does not see its own acts", unfolded, 1),
    "unseen": Bug("a correction counts though nobody saw what it does", unseen, 66),
    "not-folded-again": Bug("a state is kept behind a correction", not_folded_again, 97),
    "read-too-late": Bug("tables are read again from too late", read_too_late, 2),
    "lock-kept": Bug("a lock is kept after a timeout", lock_kept, 13),
}
"""The mistakes by name."""
