"""What the auditor says of forgeries of a record, each audited by a process of its own, or alone.

The auditor walks the record once. Before the act ahead of a forged one its process forks, and the
child walks on with the forged rows: so nothing before them is audited twice, and nobody has to know
what the auditor keeps in mind. A child ends with its first finding.
"""

import gc
import os
import sys
from collections.abc import Iterator

from campaign.proof.receipts import Papers
from campaign.proof.verify import Verification
from campaign.systems import SYSTEMS

from .forgery import Forgery
from .recorded import Record
from .sealing import Sealed

Row = tuple[int, str, bytes]


class _Plan:
    """The rows and receipts that the auditor reads: the record's, and in a child a forged one's."""

    def __init__(self, record: Record) -> None:
        self.now = self.whole = Sealed(record)
        assert sum(1 for _ in self.now.rows()) and sum(1 for _ in self.now.receipts()) >= 0

    def receipts(self) -> Iterator[tuple[int, bytes]]:
        """The receipts; a reader in the middle of them goes on with the forged ones."""
        place, source = 0, None
        while True:
            if source is not self.now:
                source, reader = self.now, self.now.receipts()
                for _ in range(place):
                    next(reader, None)
            found = next(reader, None)
            if found is None:
                return
            place += 1
            yield found


def audited(record: Record, forgeries: list[Forgery]) -> Iterator[tuple[Forgery, str]]:
    """Each forgery with the first finding on it: empty where the auditor found nothing."""
    starts: dict[int, list[Forgery]] = {}
    for one in forgeries:
        starts.setdefault(record.first(max(0, one.act - 1)), []).append(one)
    plan = _Plan(record)
    answers: list[tuple[Forgery, str]] = []

    def walked() -> Iterator[Row]:
        """The record's rows, with a fork before each place; in a child the forged rows."""
        for row in plan.now.rows():
            for one in starts.get(row[0], ()):
                told = _forked()
                if told is None:
                    plan.now = Sealed(record, one.act, one.count, one.instead, plan.whole)
                    yield from plan.now.rows(row[0] - 1)
                    return
                answers.append((one, told))
            yield row

    gc.collect()
    gc.freeze()
    parent = os.getpid()
    audit = Verification(SYSTEMS, papers=Papers(plan.receipts))
    try:
        finding = next(audit.findings(walked()), None)
        told = str(finding) if finding else ""
    except BaseException as error:
        if os.getpid() == parent:
            raise
        told = f"crashed: {error!r}"
    if os.getpid() != parent:
        _tell(told)
    gc.unfreeze()
    assert not told, f"the record as it was played does not verify: {told}"
    yield from answers


def audited_alone(record: Record, one: Forgery) -> str:
    """The first finding on a forgery, from the record's beginning on: here, without a fork."""
    forged = Sealed(record, one.act, one.count, one.instead)
    audit = Verification(SYSTEMS, papers=Papers(forged.receipts))
    try:
        finding = next(audit.findings(forged.rows()), None)
    except Exception as error:
        return f"crashed: {error!r}"
    return str(finding) if finding else ""


_pipe = 0


def _forked() -> str | None:
    """In the parent what the child told; in the child None."""
    global _pipe  # noqa: PLW0603
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _pipe = writer
        return None
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        told = answer.read().decode()
    _, status = os.waitpid(child, 0)
    return told if status == 0 else f"crashed: status {status}"


def _tell(told: str) -> None:
    os.write(_pipe, told.encode()[:4000])
    os._exit(0)
