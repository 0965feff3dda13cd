"""Audits a stored campaign: a long record in two processes, and for the service in a process of its
own. IO.

    python -m campaign.store.audit STORE CAMPAIGN
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from campaign.kernel.decisions import Finding
from campaign.store import export
from campaign.store.export import Export, audit_of
from campaign.store.protocol import EventStore, StoreError, StorePlace, Where
from campaign.store.reader import Reader, open_store
from campaign.systems import SYSTEMS
from campaign.verify import audit as verify_audit
from campaign.verify.audit import Verification
from campaign.verify.receipts import Kept, Papers, ReceiptsPassed
from campaign.verify.rows import Row, RowsSeen, by_themselves
from campaign.world.subprocesses import OwnProcess, ProcessEnd

# --- Audits a long record in two processes ------------------------------------------------------
#
# One plays the record through: the fold, every act decided again, seeds and what was sealed. The
# other looks at rows and receipts by themselves: the chain, what each event holds, every
# submission. Both read up to one version and must come to one head. If either finds anything or
# cannot finish, one process looks at everything, so that nobody can tell from the findings how
# many there were.

LONG = 10_000
"""From how many events on a second process is worth its start."""


class _Part(msgspec.Struct, frozen=True):
    """What both processes read: a campaign up to a version and a receipt."""

    where: str
    exported: bool
    name: str
    version: int
    receipts: int


class _Seen(msgspec.Struct, frozen=True):
    """What the second process tells, if it found nothing wrong."""

    version: int
    head: str
    receipts: ReceiptsPassed


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def sound_record(
    source: Export | Reader, name: str, wanted: Iterable[str] = ()
) -> Verification | None:
    """The audit of a long record in which two processes found nothing wrong.

    None if one process has to look at everything: the record is short, there is one processor, or
    one of the two was not content.
    """
    part = _part(source, name)
    if part.version < LONG or cores() < 2:
        return None
    digests = tuple(wanted)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    beside = context.Process(target=_beside, args=(theirs, part, digests), daemon=True)
    beside.start()
    theirs.close()
    try:
        audit = _played(source, part, digests, ours)
        return audit if _part(source, name) == part else None
    except Exception:  # whatever it is, the look at everything will say it
        return None
    finally:
        beside.terminate()
        beside.join()
        ours.close()


def _part(source: Export | Reader, name: str) -> _Part:
    if isinstance(source, Export):
        events, receipts = source.header.events, source.header.receipts
        return _Part(str(source.file), True, name, events, receipts)
    return _Part(source.store.place.typed, False, name, *source.store.ends(name))


def _played(
    source: Export | Reader, part: _Part, wanted: tuple[str, ...], other: Connection
) -> Verification | None:
    """This process's half, put together with what the other tells; None if one found anything."""
    audit = audit_of(source, part.name, wanted)
    if isinstance(source, Export):
        faults = audit.played(source.rows())
    else:
        faults = audit.played(_rows(source.store, part))
    if any(True for _ in faults):
        return None
    seen = msgspec.msgpack.decode(other.recv_bytes(), type=_Seen)
    if (seen.version, seen.head) != (audit.version, audit.head):
        return None
    return None if any(True for _ in audit.ended(seen.receipts)) else audit


def _beside(other: Connection, part: _Part, wanted: tuple[str, ...]) -> None:
    """The second process: it tells what it saw, or nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first one ends it
    with suppress(Exception), closing(other):
        if part.exported:
            export = Export(Path(part.where))
            seen = _seen(export.rows(), Papers(export.receipts), wanted)
        else:
            with closing(open_store(part.where)) as store:
                papers = Papers(lambda: _receipts(store, part))
                seen = _seen(_rows(store, part), papers, wanted)
        if seen is not None:
            other.send_bytes(msgspec.msgpack.encode(seen))


def _seen(rows: Iterable[Row], papers: Papers, wanted: tuple[str, ...]) -> _Seen | None:
    looked = RowsSeen(SYSTEMS, wanted)
    if any(True for _ in by_themselves(looked, rows, papers)):
        return None
    return _Seen(looked.version, looked.head, papers.passed)


def _rows(store: EventStore, part: _Part) -> Iterator[Row]:
    return store.rows(part.name, until=part.version)


def _receipts(store: EventStore, part: _Part) -> Iterator[Kept]:
    return store.receipts(part.name, part.receipts)


# --- The whole check of a campaign for the service, in a process of its own ---------------------
#
#     python -m campaign.store.audit STORE CAMPAIGN
#
# For a database STORE is `-`, and CAMPAIGN_STORE in the environment has its address. It prints one
# line of JSON; exit status 1 where the store cannot be read.

ELSEWHERE = "-"
"""In place of a store's name: it is in the environment."""
STORE_VARIABLE = "CAMPAIGN_STORE"


class RecordFault(msgspec.Struct, frozen=True):
    """Something that does not check out."""

    version: int
    text: str


class CheckedRecord(msgspec.Struct, frozen=True):
    """What a check found."""

    events: int
    head: str
    receipts: int = 0
    findings: tuple[RecordFault, ...] = ()
    unjudged: str = ""
    """The events whose acts were not decided again, in words; empty if all were."""


def checked(store: Where, name: str) -> CheckedRecord:
    """Checks a campaign as `campaign verify` does. Raises `StoreError`."""
    reader = Reader(store)
    try:
        sound = sound_record(reader, name)
        audit = sound or export.audit_of(reader, name)
        findings = tuple(
            RecordFault(one.version, one.text)
            for one in _findings(reader, name, audit, is_sound=bool(sound))
        )
        receipts = audit.papers.checked if audit.papers else 0
        return CheckedRecord(audit.checked, audit.head, receipts, findings, audit.unjudged)
    finally:
        reader.store.close()


def _findings(
    reader: Reader, name: str, audit: Verification, *, is_sound: bool
) -> Iterator[Finding]:
    try:
        if not is_sound:
            yield from audit.findings(reader.store.rows(name))
        live = reader.plain(name)
        yield from verify_audit.compare(audit, live.version, live.head, live.state)
    except StoreError as error:
        if not audit.checked:
            raise
        if audit.lacks:
            return
        yield Finding(audit.version + 1, "event", f"cannot be read: {error}")


def run_on(process: OwnProcess, place: StorePlace, name: str) -> ProcessEnd:
    """Has a process check a campaign of a store.

    A database's address may hold a password, and arguments can be seen by everybody on the machine:
    the address goes into the environment, which only its own user can read.
    """
    if place.is_database:
        return process.run(ELSEWHERE, name, **{STORE_VARIABLE: place.typed})
    return process.run(place.typed, name)


def store_of(argument: str) -> str:
    """The store that a process was given as its argument, or beside it."""
    return os.environ.get(STORE_VARIABLE, "") if argument == ELSEWHERE else argument


def _main(store: str, name: str) -> int:
    try:
        record = checked(store_of(store), name)
    except (StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(record))
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
