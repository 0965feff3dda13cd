"""Whoever runs the machine: makes backups, tries to put one back, and has slow programs."""

import random
from contextlib import closing
from typing import TYPE_CHECKING

from campaign.accounts import backups
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.sqlite import backup as stores
from campaign.store.sqlite.locks import WriteLock
from simulation.stock import NAME, STORE

if TYPE_CHECKING:
    from simulation.evening import Evening

HOLDS = 2.5
"""For how many seconds a slow program has the lock: longer than anybody waits."""

JUMPS = (-90_000.0, -400.0, -2.0, 2.0, 3_600.0, 90_000.0)
"""By how many seconds the clock is set."""


def look_after(evening: "Evening") -> None:
    """A backup while everybody plays; then it is put back, which must not be done meanwhile."""
    chance = random.Random(f"operator {evening.seed}")
    evening.scheduler.sleep(chance.uniform(0, 1))
    store, copy = evening.files / STORE, evening.files / "copy.db"
    before = dict(evening.answers)
    try:
        findings = backups.made(store, copy)
    except StoreError as error:
        evening.scheduler.note(f"no backup: {str(error).replace(str(evening.files), '')}")
        return
    if any("cannot be read whole" in one for one in findings):
        return  # it can be read another day
    for one in findings:
        evening.scheduler.fail(f"the backup does not verify: {one}")
    try:
        with Ledger(copy) as ledger:
            digests = {entry.version: entry.digest for entry in ledger.history(NAME)}
    except StoreError:
        return  # it can be read another day
    for key, yes in before.items():
        if digests.get(yes.version) != yes.head:
            evening.scheduler.fail(f"the backup lacks {key}")
    evening.scheduler.sleep(chance.uniform(0, 1))
    try:
        stores.restore(copy, store, over=True)
    except StoreError:
        return
    evening.scheduler.fail("a backup was put back beside programs that have the store open")


def sets_the_clock(evening: "Evening") -> None:
    """The clock goes back or on, by minutes or by more than a day."""
    chance = random.Random(f"clock {evening.seed} {len(evening.digests)}")
    evening.scheduler.sleep(chance.uniform(0, 2))
    evening.set_by += chance.choice(JUMPS)
    evening.machine.set_by = evening.set_by


def holds_the_lock(evening: "Evening") -> None:
    """Another program has the lock of the store for a while."""
    chance = random.Random(f"slow {evening.seed}")
    evening.scheduler.sleep(chance.uniform(0, 2))
    with closing(WriteLock(evening.files / STORE)) as lock:
        try:
            lock.take(20, make=True)
        except TimeoutError:
            return
        evening.scheduler.sleep(HOLDS)
        lock.release()
