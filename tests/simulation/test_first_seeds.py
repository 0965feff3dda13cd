"""Evenings by seed: twenty in every run, and what the simulation itself must do."""

import inspect
import threading

import pytest

from simulation import scheduler as scheduler_module
from simulation.__main__ import wanted
from simulation.bugs import BUGS, KEPT_SEEDS
from simulation.evening import planned, run_seed
from simulation.scheduler import Crash, Scheduler, SimulatedCondition, SimulatedEvent, SimulatedLock

SEEDS = (3, 9, 15, 29, 4, 16, 23, 30, 5, 13, 28, 34, 7, 24, 26, 39, 35, 41, 42, 44)
"""Short evenings that have everything between them: two processes, crashes, power cuts, faults,
tables, mail, backups, slow disks and programs, clocks that are set.
"""
SHARES = [SEEDS[at : at + 4] for at in range(0, 20, 4)]


@pytest.mark.parametrize("seeds", [KEPT_SEEDS, *SHARES], ids=str)
def test_an_evening_keeps_what_it_promises(seeds: tuple[int, ...]) -> None:
    """Answers, record, tables, mail and secrets are as they must be, whatever happens meanwhile."""
    assert [one.faults for one in map(run_seed, seeds) if one.faults] == []


def test_the_first_evenings_have_everything() -> None:
    """Whatever an evening may have, one of the twenty has it."""
    plans = [planned(seed) for seed in SEEDS]
    assert {one.processes for one in plans} == {1, 2} and len(set(SEEDS)) == 20
    for name in planned(0)._fields[3:]:
        assert {bool(getattr(one, name)) for one in plans} == {False, True}, name


def test_a_seed_is_the_same_twice() -> None:
    """Its digest is over every crossing, its time and its answers."""
    first, again = run_seed(3), run_seed(3)
    assert first == again and first.crossings > 100


def test_a_seed_decides_everything() -> None:
    """Its plan too; another seed has another."""
    assert planned(3) == planned(3)
    assert len({planned(seed) for seed in range(20)}) == 20


# --- the scheduler ------------------------------------------------------------------------------


def test_only_one_has_the_baton() -> None:
    """Whatever two tasks do between two crossings is done in one piece."""
    scheduler, seen = Scheduler("a"), list[str]()

    def work(name: str) -> None:
        for _ in range(5):
            seen.extend((name, name))
            scheduler.cross("here")

    def main() -> None:
        tasks = [scheduler.begin(lambda name=name: work(name), name) for name in "xyz"]
        scheduler.block("waits", lambda: all(task.is_done for task in tasks))

    scheduler.run(main)
    assert scheduler.faults == []
    pairs = list(zip(seen[::2], seen[1::2], strict=True))
    assert all(one == other for one, other in pairs) and len(pairs) == 15
    assert [one for one, _ in pairs] != sorted(one for one, _ in pairs)


def test_the_clock_jumps_to_the_next_who_waits() -> None:
    """A day passes at once."""
    scheduler = Scheduler("a")
    scheduler.run(lambda: scheduler.sleep(86_400))
    assert scheduler.now == 86_400


def test_tasks_that_wait_for_each_other_are_named() -> None:
    """Each with what it waits for: the lock, where it was made and who has it."""
    scheduler = Scheduler("a")
    one, two = (SimulatedLock(scheduler, again=False) for _ in range(2))
    line = inspect.currentframe().f_lineno - 1

    def take(first: SimulatedLock, second: SimulatedLock) -> None:
        with first:
            scheduler.sleep(1)
            second.acquire()

    def main() -> None:
        scheduler.begin(lambda: take(two, one), "other")
        take(one, two)

    scheduler.run(main)
    lock = f"waits for a lock of {__name__}:{line}"
    expected = f"nobody can go on: main {lock}, which other has; other {lock}, which main has"
    assert scheduler.faults == [expected]


def test_a_task_that_never_crosses_is_named_with_its_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds the baton and waits for something real keeps everybody waiting."""
    monkeypatch.setattr(scheduler_module, "SILENT", 2)
    monkeypatch.setattr(scheduler_module, "LOOKS", 0.01)
    real, scheduler = threading.Event(), Scheduler("a")

    def waits_for_what_is_real() -> None:
        real.wait(30)

    scheduler.run(waits_for_what_is_real)
    (fault,) = scheduler.faults
    real.set()
    assert fault.startswith("no crossing for long:\n") and "waits_for_what_is_real" in fault


def test_a_wait_ends_by_a_sign_or_its_time() -> None:
    """Conditions and signs tell which it was."""
    scheduler, heard = Scheduler("a"), list[bool]()
    sign, condition = SimulatedEvent(scheduler), SimulatedCondition(scheduler)

    def main() -> None:
        heard.append(sign.wait(2))
        sign.set()
        heard.append(sign.wait(2))
        with condition:
            heard.append(condition.wait(3))

    scheduler.run(main)
    assert heard == [False, True, False] and scheduler.now == 5


def test_a_crash_reaches_every_task() -> None:
    """What they still tidy up waits for nobody."""
    scheduler, ended = Scheduler("a"), list[str]()
    scheduler.crash_at = 3
    lock = SimulatedLock(scheduler, again=False)

    def work(name: str) -> None:
        try:
            while True:
                scheduler.cross("here")
        except Crash:
            lock.acquire()
            ended.append(name)
            raise

    def main() -> None:
        scheduler.begin(lambda: work("one"), "one")
        lock.acquire()
        work("main")

    scheduler.run(main)
    assert scheduler.has_crashed and sorted(ended) in (["main"], ["main", "one"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--seeds 0", "--seeds is 0; it is at least 1"),
        ("--seeds -3", "--seeds is -3; it is at least 1"),
        ("--jobs 0", "--jobs is 0; it is at least 1"),
        ("--seeds 3 --trace t", "--trace goes with --seed"),
        ("--shrink", "--shrink goes with --seed"),
        ("--seed 3 --seeds 3", "--seeds goes without --seed"),
        ("--seed 3 --from 0", "--from goes without --seed"),
        ("--seed 3 --jobs 2", "--jobs goes without --seed"),
        ("--seed 3 --digests", "--digests goes without --seed"),
        (
            f"--digests --plant {next(iter(BUGS))}",
            "--plant goes without --digests, which have every planted mistake",
        ),
        ("--seed 3 --trace /nowhere/at/all", "--trace: there is no folder /nowhere/at"),
        ("--seed 3 --trace /", "--trace: / is a folder"),
    ],
)
def test_what_would_not_be_done_is_refused(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a seed is run, in a line."""
    with pytest.raises(SystemExit) as end:
        wanted(arguments.split())
    assert end.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"scripts/simulate: error: {said}"
