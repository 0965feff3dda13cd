"""Whoever runs the machine: makes backups, tries to put one back, and has slow programs."""

import random
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.accounts import backups
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.sqlite import backup as stores
from campaign.store.sqlite.locks import WriteLock
from simulation import invariants
from simulation.stock import NAME, STORE

if TYPE_CHECKING:
    from simulation.evening import Evening

HOLDS = 2.5
"""For how many seconds a slow program has the lock: longer than anybody waits."""

BACKUPS = 3
"""How many backups are made at most in a life."""
JUMPS = (-90_000.0, -400.0, -2.0, 2.0, 3_600.0, 90_000.0)
"""By how many seconds the clock is set."""


def look_after(evening: "Evening") -> None:
    """Backups while everybody plays; then one is put back, which must not be done meanwhile."""
    chance = random.Random(f"operator {evening.seed} {len(evening.digests)}")
    for number in range(chance.randint(1, BACKUPS)):
        evening.scheduler.sleep(chance.uniform(0, 1))
        copy = evening.files / f"copy-{len(evening.digests)}-{number}.db"
        if not _copied(evening, copy):
            return
    evening.scheduler.sleep(chance.uniform(0, 1))
    is_in_use = STORE in evening.machine.disk.in_use  # not where each beginning has failed
    try:
        stores.restore(copy, evening.files / STORE, over=True)
    except StoreError:
        return
    if is_in_use:
        evening.scheduler.fail("a backup was put back beside programs that have the store open")


def _copied(evening: "Evening", copy: Path) -> bool:
    """Makes a backup, which must hold what was answered before; whether there is one."""
    before = dict(evening.answers)

    def copying(name: str) -> None:
        if name == STORE:
            before.update(evening.answers)

    evening.machine.disk.copying = copying
    try:
        findings = backups.made(evening.files / STORE, copy)
    except StoreError as error:
        evening.noted(error, "no backup")
        return False
    if any("cannot be read whole" in one for one in findings):
        return False  # it can be read another day
    for one in findings:
        evening.scheduler.fail(f"the backup does not verify: {one}")
    try:
        with Ledger(copy) as ledger:
            digests = {entry.version: entry.digest for entry in ledger.history(NAME)}
            for fault in invariants.addresses(evening, ledger, before):
                evening.scheduler.fail(f"the backup's people: {fault}")
    except StoreError:
        return False  # it can be read another day
    for key, yes in before.items():
        if digests.get(yes.version) != yes.head:
            evening.scheduler.fail(f"the backup lacks {key}")
    return True


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
