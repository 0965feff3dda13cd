"""An evening of the simulation: what a seed decides, its lives from start to crash, its outcome."""

import gc
import logging
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from campaign import world
from campaign.projections import database
from campaign.store import snapshots
from campaign.store.protocol import LOCK_VARIABLE, StoreError
from campaign.store.reader import Live, Reader
from campaign.store.sqlite import backup
from simulation import held, invariants, operator
from simulation.beside import nothing_real
from simulation.correcting import Look
from simulation.disk import Disk
from simulation.held import Hold
from simulation.machine import Machine, on_one_core
from simulation.mail import MailServer
from simulation.members import Member, Yes
from simulation.process import Process
from simulation.scheduler import Scheduler
from simulation.stock import MEMBERS, POWERS, REFEREE, laid_out, memory, stock

LIVES = 3
"""How often the machine may come up again after a crash."""
SCHEMA_NUMBER = cache(database.schema_number)
"""It takes some while to work out."""
SNAPSHOT_EVERY = 9
"""After how many events a snapshot is kept here."""
LOOK = 0.2
"""How many seconds lie between two looks whether a store is free, to be put back."""
POINTS = (
    ("", 400),
    ("", 400),
    ("committed club.db", 12),
    ("committed club.people.db", 12),
    ("key", 1),
)
"""Where a crash does most harm, beside any place; at which of them it comes at the latest."""
MAIL_POINTS = (("sends the last dot", 4), ("the server has it", 4), *POINTS)
"""The same where there is mail."""
HOST_LEADS = 8
"""How many acts more a host does in an evening whose acts are held."""
CORRECTING = {"host": 12, REFEREE: 8} | dict.fromkeys(POWERS, 2)
"""How many acts more everybody does where the record is corrected."""
REST = 3.0
"""How many seconds nobody does anything at the end: by then the tables have everything."""
Planted = Callable[[], AbstractContextManager[None]]
"""Puts a mistake into the program until the end of a block."""


class Plan(NamedTuple):
    """What a seed decides about an evening before it begins."""

    processes: int
    members: int
    acts: int
    tables: bool
    mails: bool
    faults: float
    spite: float
    crashes: tuple[tuple[str, int], ...]
    """At which crossing of a name each life ends; behind the last nothing crashes."""
    power_cuts: bool
    operator: bool
    """Whether somebody makes backups and tries to put one back while all play."""
    slow: bool
    """Whether another program has the store's lock now and then for longer than anybody waits."""
    together: bool
    """Whether members act at the same moments, and rest between them."""
    flushes: float
    """How many seconds the disk takes at most for a commit."""
    jumps: bool
    """Whether somebody sets the clock."""
    holds: bool
    """Whether acts that pass over somebody are held for some seconds."""
    views: bool
    """Whether what a page shows is compared with what a program shows that has just begun."""
    corrects: bool
    """Whether members dispute events, and a referee corrects the record."""


def planned(seed: int) -> Plan:
    """The plan of a seed."""
    chance, more = random.Random(f"plan {seed}"), random.Random(f"more {seed}")
    corrects = random.Random(f"corrects {seed}").random() < 0.05
    crashes = chance.choice((0, 0, 1, 1, 2, LIVES))
    mails = chance.random() < (0.5 if corrects else 0.2)
    points = MAIL_POINTS if mails else POINTS
    return Plan(
        processes=chance.choice((1, 2)),
        members=chance.randint(1, 6),
        acts=chance.randint(1, 5),
        tables=chance.random() < 0.4,
        mails=mails,
        faults=chance.choice((0.0, 0.0, 0.03)),
        spite=chance.choice((0.0, 0.3)),
        crashes=tuple(
            (point, chance.randint(1, latest))
            for point, latest in (chance.choice(points) for _ in range(crashes))
        ),
        power_cuts=chance.random() < 0.5,
        operator=chance.random() < 0.2,
        slow=chance.random() < 0.2,
        together=chance.random() < 0.4,
        flushes=chance.choice((0.0, 0.0, 0.0, 0.08)),
        jumps=chance.random() < 0.2,
        holds=more.random() < 0.15,
        views=more.random() < 0.15 or (corrects and more.random() < 0.5),
        corrects=corrects,
    )


class Outcome(NamedTuple):
    """What became of a seed."""

    seed: int
    faults: tuple[str, ...]
    digest: str
    crossings: int
    crashes: int
    accepted: int


class Evening:
    """One seed."""

    def __init__(self, seed: int, plan: Plan, folder: Path, trace: list[str] | None) -> None:
        self.seed = seed
        self.plan = plan
        self.files = laid_out(folder / "0", tables=plan.tables, judged=plan.corrects)
        self.answers: dict[str, Yes] = {}
        """What was accepted, by the ids of the commands."""
        self.mail = MailServer(random.Random(f"mail {seed}"), plan.spite)
        self.crossings = self.crashes = 0
        self.digests: list[str] = []
        self.scheduler = Scheduler("")
        self._trace = trace
        self._folder = folder
        self._processes: list[Process] = []
        self.enrolments: dict[str, tuple[str, str]] = {}
        """Members and addresses, by the ids of the commands that brought them."""
        self.holds: dict[str, Hold] = {}
        """Acts that are held or were, by their ids."""
        self.looks: dict[str, Look] = {}
        """What previews of corrections showed, by the ids of the commands."""
        self.ended: dict[str, float] = {}
        """When devices were ended, by their secrets."""
        self.set_by = 0.0
        """By how many seconds the clock has been set."""
        self.accepted_at: dict[int, float] = {}
        """When versions were in somebody's hands, or else when this life began."""
        self.begun_at = 0.0
        self.last = 0
        """The last event of which somebody has an answer."""
        self.tables: sqlite3.Connection | None = None
        """What looks at the read tables in this life, beside the processes."""
        self.record: Reader | None = None
        """What looks at the record, which keeps no state of it."""
        self.members = [
            Member(
                name,
                self._acts(name),
                random.Random(f"{name} {seed}"),
                stock(judged=plan.corrects).devices[name],
            )
            for name in (*MEMBERS[: plan.members + 1], *[REFEREE] * plan.corrects)
        ]

    def _acts(self, member: str) -> int:
        """How many acts a member does; where acts are held, the host leads the board further."""
        if self.plan.corrects:
            return self.plan.acts + CORRECTING[member]
        return self.plan.acts + (HOST_LEADS if self.plan.holds and member == "host" else 0)

    def process(self, chance: random.Random) -> Process:
        """The process that a request comes to."""
        return chance.choice(self._processes)

    def noted(self, error: Exception, about: str = "a look") -> None:
        """Writes into the trace what a store could not do."""
        self.scheduler.note(f"{about}: {str(error).replace(str(self.files), '')}")

    def accepted(self, key: str, yes: Yes) -> None:
        """An answer that somebody has in their hands: it must not change any more."""
        self.scheduler.note(f"{key} accepted: {yes.version} {yes.head}")
        self.last = max(self.last, yes.version)
        self.accepted_at.setdefault(yes.version, self.scheduler.now)
        if self.answers.setdefault(key, yes) != yes:
            self.scheduler.fail(f"{key} got two answers: {self.answers[key]} and {yes}")

    def looked_at(self) -> None:
        """Somebody looks at a page of the read tables."""
        if self.plan.tables and not self.plan.faults:
            for fault in invariants.in_time(self):
                self.scheduler.fail(fault)

    def compared(self, live: Live) -> None:
        """Somebody looks at a page of the campaign."""
        if self.plan.views:
            with suppress(StoreError):
                for fault in invariants.as_recorded(self, live):
                    self.scheduler.fail(fault)

    @property
    def goes_on(self) -> bool:
        """Whether the machine comes up again after this life."""
        return self.scheduler.has_crashed

    def run(self, planted: Planted) -> tuple[str, ...]:
        """All its lives; what must not be."""
        for number in range(len(self.plan.crashes) + 1):
            faults = self._life(number, planted) or invariants.after_a_life(self)
            if faults or not self.goes_on:
                return faults
        raise AssertionError("the last life does not crash")

    def _life(self, number: int, planted: Planted) -> tuple[str, ...]:
        seed = f"{self.seed} {number}"
        scheduler = self.scheduler = Scheduler(seed, self.scheduler.now + 60, self._trace)
        chance = random.Random(f"disk {seed}")
        disk = Disk(scheduler, chance, self.plan.faults, self.plan.flushes)
        machine = Machine(scheduler, disk, random.Random(f"chance {seed}"), self.mail)
        machine.set_by = self.set_by
        self.machine = machine
        here, after = self.files, self._folder / str(number + 1)
        if number < len(self.plan.crashes):
            scheduler.crash_point, scheduler.crash_at = self.plan.crashes[number]

        def crashed(point: str) -> None:
            disk.left(here, after, power_cut=self.plan.power_cuts)

        scheduler.crashed = crashed
        with world.use(machine), planted(), nothing_real(scheduler):
            scheduler.run(lambda: self._together(scheduler))
            self._processes.clear()
            self.record = None
        if self.tables is not None:
            self.tables.close()
            self.tables = None
        self.crossings += scheduler.crossings
        self.digests.append(scheduler.digest)
        if scheduler.has_crashed:
            self.crashes += 1
            self.files = after
        return tuple(scheduler.faults)

    def _together(self, scheduler: Scheduler) -> None:
        """The processes begin, everybody plays, and the processes end."""
        for _ in range(self.plan.processes):
            process = self._begun(scheduler)
            self._processes.append(process)
            process.start()
        self.begun_at = scheduler.now
        tasks = [
            scheduler.begin(lambda member=member: member.spend(self), f"member {member.name}")
            for member in self.members
        ]
        if self.plan.operator:
            tasks.append(scheduler.begin(lambda: operator.look_after(self), "member operator"))
        if self.plan.jumps:
            tasks.append(scheduler.begin(lambda: operator.sets_the_clock(self), "clock"))
        if self.plan.slow:
            tasks.append(scheduler.begin(lambda: operator.holds_the_lock(self), "slow program"))
        scheduler.block("waits for the members", lambda: all(task.is_done for task in tasks))
        scheduler.sleep(REST + held.LONGEST if self.holds else REST)
        if not self.plan.faults:
            for fault in invariants.at_rest(self, self._processes):
                scheduler.fail(fault)
        if self.record is not None:
            self.record.close()
        if self.tables is not None:
            self.tables.close()
        for process in self._processes:
            process.end()

    def _begun(self, scheduler: Scheduler) -> Process:
        """A process that could begin; one that fails is begun again."""
        while True:
            try:
                tables = self._behind if self.plan.tables else None
                mails, holds = self.plan.mails, self.plan.holds
                return Process(self.files, mails=mails, holds=holds, behind=tables)
            except StoreError as error:
                self.noted(error, "no beginning")
                scheduler.sleep(0.5)

    def _behind(self, why: str) -> None:
        self.scheduler.note(f"the tables are behind: {why.replace(str(self.files), '')}")
        if not self.plan.faults:
            self.scheduler.fail(f"the tables are behind: {why}")


@contextmanager
def quiet() -> Iterator[None]:
    """Objects go in the order of the program, and what goes wrong by plan is not logged."""
    was_on = gc.isenabled()
    gc.disable()
    logging.disable(logging.CRITICAL)
    waits = patch.dict(os.environ, {LOCK_VARIABLE: "1"})
    often = patch.object(snapshots, "EVERY", SNAPSHOT_EVERY)
    once = patch.object(database, "schema_number", SCHEMA_NUMBER)
    seldom = patch.object(backup, "LOOK", LOOK)
    try:
        with on_one_core(), waits, often, once, seldom, invariants.openings_once():
            yield
    finally:
        logging.disable(logging.NOTSET)
        gc.collect(0)
        if was_on:
            gc.enable()


def run_seed(
    seed: int,
    planted: Planted = nullcontext,
    trace: list[str] | None = None,
    plan: Plan | None = None,
) -> Outcome:
    """Runs a seed; a mistake may be planted, and a plan may be smaller than the seed's own."""
    folder = Path(tempfile.mkdtemp(prefix=f"seed-{seed}-", dir=memory()))
    with quiet():
        try:
            evening = Evening(seed, plan or planned(seed), folder, trace)
            faults = evening.run(planted)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    clean = tuple(fault.replace(str(folder), "") for fault in faults)
    return Outcome(
        seed,
        clean,
        " ".join(evening.digests),
        evening.crossings,
        evening.crashes,
        len(evening.answers),
    )
