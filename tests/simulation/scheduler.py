"""One baton for many threads: exactly one runs, and at a crossing the seed says who goes on.

Time is virtual. A crossing costs a little of it, sometimes much; where nobody can go on, the clock
jumps to the next who waits for a moment.
"""

import _thread
import hashlib
import math
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

COSTS = 0.0004
"""Up to how many seconds most crossings cost."""
COSTLY = 0.03
"""Up to how many one in twenty costs."""
FOR_EVER = 900.0
"""After how many seconds a wait without an end is one for ever."""
MOST = 40_000
"""How many crossings a life may have."""
NEVER = math.inf
STUCK = 1.0
"""After how many seconds of the processor without a crossing something is wrong."""
SILENT = 10
"""After how many looks, where the processor does nothing either: a loaded machine looks seldom."""
LOOKS = 1.0
"""How many seconds lie between two looks."""


class Crash(BaseException):
    """The machine is gone: what a task still tidies up does not count."""


class Task:
    """A thread that runs only while it has the baton."""

    def __init__(self, name: str, run: Callable[[], object], now: float) -> None:
        self.name = name
        self.run = run
        self.baton = threading.Lock()
        self.baton.acquire()
        self.ready_at = now
        self.is_free: Callable[[], bool] | None = None
        """What it waits for; nothing where it waits for a moment alone."""
        self.until: float | None = None
        self.since = now
        self.point = "begins"
        self.wants: SimulatedLock | None = None
        """The lock that it waits for."""
        self.is_done = False


class Scheduler:
    """The tasks of one life of the machine, from its start to its end or its crash."""

    def __init__(self, seed: str, begins: float = 0.0, trace: list[str] | None = None) -> None:
        self.now = begins
        self.chance = random.Random(seed)
        self.running: Task | None = None
        self.faults: list[str] = []
        self.crossings = 0
        self.crash_at = 0
        """At which of some crossings the machine crashes; 0 if it does not."""
        self.crash_point = ""
        """How the names of those crossings begin; all begin with nothing."""
        self.crashed: Callable[[str], None] = lambda point: None
        self.is_over = False
        self.has_crashed = False
        self.threads: set[int] = set()
        """The threads that tasks run in."""
        self.is_beginning = False
        """Whether a thread begins that is to be one of them."""
        self._first: Task | None = None
        self._tasks: list[Task] = []
        """Those that have not ended."""
        self._looked = begins
        self._ended = threading.Lock()
        self._ended.acquire()
        self._digest = hashlib.blake2b(digest_size=16)
        self._trace = trace

    # --- from outside ---------------------------------------------------------------------------

    def run(self, main: Callable[[], object]) -> None:
        """Runs a task, and those that it begins, until it ends or the machine crashes."""
        first = self._first = self.begin(main, "main")
        self.running = first
        first.baton.release()
        seen, spent, looks = -1, 0.0, 0
        while not self._ended.acquire(timeout=LOOKS):
            looks += 1
            if self.crossings != seen:
                seen, spent, looks = self.crossings, time.process_time(), 0
            elif time.process_time() - spent > STUCK or looks >= SILENT:
                self.faults.append(f"no crossing for long:\n{self._stack()}")
                return

    @property
    def digest(self) -> str:
        """A digest of everything that happened."""
        return self._digest.hexdigest()

    def note(self, text: str) -> None:
        """Writes something into the trace."""
        who = self.running.name if self.running else "-"
        line = f"{self.now:.6f} {who}: {text}"
        self._digest.update(line.encode() + b"\n")
        if self._trace is not None:
            self._trace.append(line)

    def fail(self, text: str) -> None:
        """Something that must never be: this life ends."""
        if not self.is_over:
            self.faults.append(text)
        self.is_over = True

    # --- from within ----------------------------------------------------------------------------

    def begin(self, run: Callable[[], object], name: str) -> Task:
        """A new task, which runs once it gets the baton."""
        task = Task(name, run, self.now)
        self._tasks.append(task)
        self.is_beginning = True
        _thread.start_new_thread(self._live, (task,))
        self.is_beginning = False
        return task

    def cross(self, point: str) -> None:
        """Lets the seed decide who goes on."""
        if self.is_over or self.running is None:
            return
        self.crossings += 1
        if self.crash_at and point.startswith(self.crash_point):
            self.crash_at -= 1
            if self.crash_at == 0:
                self._crash(point)
        if self.crossings > MOST:
            self.fail(f"more than {MOST} crossings; the last is {point}")
            raise Crash
        costly = self.chance.random() < 0.05
        cost = self.chance.uniform(0, COSTLY if costly else COSTS)
        self._wait(point, None, self.now + cost)

    def _crash(self, point: str) -> NoReturn:
        """The machine is gone."""
        self.note(f"crash at {point}")
        self.has_crashed = True
        self.crashed(point)
        self.is_over = True
        raise Crash

    def sometimes(self, point: str, share: float) -> None:
        """A crossing by chance: where most of them change nothing."""
        if not self.is_over and self.running is not None and self.chance.random() < share:
            self.cross(point)

    def block(self, point: str, is_free: Callable[[], bool], wait: float | None = None) -> bool:
        """Waits until something holds, or for so many seconds; whether it holds."""
        if self.is_over:
            raise Crash
        if self.running is None:
            return is_free()
        if not is_free():
            until = None if wait is None else self.now + max(0.0, wait)
            self._wait(point, is_free, until)
        return is_free()

    def sleep(self, seconds: float) -> None:
        """Returns after so many seconds."""
        if self.is_over:
            raise Crash
        if self.running is not None:
            self._wait("sleeps", None, self.now + max(0.0, seconds))

    # --- the baton ------------------------------------------------------------------------------

    def _live(self, task: Task) -> None:
        self.threads.add(threading.get_ident())
        task.baton.acquire()
        try:
            if not self.is_over:
                task.run()
        except Crash:
            pass
        except BaseException as error:
            where = traceback.format_exc(limit=-6)
            self.fail(f"{task.name}: {type(error).__name__}: {error}\n{where}")
        self.threads.discard(threading.get_ident())
        task.is_done = True
        self._tasks.remove(task)
        if task is self._first:
            self.is_over = True
        self._hand_on(None)

    def _wait(self, point: str, is_free: Callable[[], bool] | None, until: float | None) -> None:
        me = self.running
        assert me is not None
        me.point, me.is_free, me.since = point, is_free, self.now
        me.until = until
        me.ready_at = until if until is not None else self.now
        self._hand_on(me)
        me.is_free = None
        if self.is_over:
            raise Crash
        self.note(point)

    def _hand_on(self, me: Task | None) -> None:
        """Gives the baton to whoever is next, and waits for it."""
        chosen = self._next()
        if chosen is None:
            self.running = None
            self._ended.release()
            return
        self.running = chosen
        if chosen is not me:
            chosen.baton.release()
            if me is not None:
                me.baton.acquire()

    def _next(self) -> Task | None:
        left = self._tasks
        if self.is_over or not left:
            return left[0] if left else None
        now, soonest, first = self.now, NEVER, [left[0]]
        for task in left:
            if task.is_free is None:
                at = task.ready_at
            elif task.is_free():
                at = now
            else:  # never, if others have to do something first
                at = NEVER if task.until is None else task.until
            if at < now:
                at = now
            if at < soonest:
                soonest, first = at, [task]
            elif at == soonest:
                first.append(task)
        if soonest == NEVER:
            self.fail(f"nobody can go on: {self._places(left)}")
            return left[0]
        if soonest - self._looked > FOR_EVER / 9:
            self._must_not_wait_for_ever(left, soonest)
        self.now = soonest
        return first[0] if len(first) == 1 else self.chance.choice(first)

    def _must_not_wait_for_ever(self, left: list[Task], now: float) -> None:
        self._looked = now
        for task in left:
            is_endless = task.is_free is not None and task.until is None
            if is_endless and task.name.startswith("member") and now - task.since > FOR_EVER:
                self.fail(f"{task.name} waits for ever: {self._places(left)}")

    @staticmethod
    def _places(tasks: list[Task]) -> str:
        return "; ".join(
            f"{task.name} {task.point}{task.wants.described if task.wants else ''}"
            for task in tasks
        )

    def _stack(self) -> str:
        frames: dict[int, FrameType] = sys._current_frames()
        mine = threading.get_ident()
        stacks = [
            "".join(traceback.format_stack(frame)[-6:])
            for ident, frame in frames.items()
            if ident != mine and "tests/simulation/scheduler" not in frame.f_code.co_filename
        ]
        return "\n".join(stacks)


# --- What tasks share -----------------------------------------------------------------------------

BETWEEN = ("simulation.scheduler", "simulation.machine", "campaign.world.")
"""Modules that only pass on that something is made."""


def _maker() -> str:
    """The module, and the line in it, that has a lock made."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(BETWEEN):
            return f"{module}:{frame.f_lineno}"
        frame = frame.f_back
    return "nowhere"


class SimulatedLock:
    """A lock; with `again`, its holder may take it again."""

    def __init__(self, scheduler: Scheduler, *, again: bool) -> None:
        self._scheduler = scheduler
        self._again = again
        self._holder: Task | None = None
        self._depth = 0
        self._made = _maker()

    @property
    def described(self) -> str:
        """Where it was made, and who holds it."""
        holder = self._holder.name if self._holder and self._depth else "nobody"
        return f" of {self._made}, which {holder} has"

    def _wait(self, point: str, wait: float | None) -> bool:
        """Waits for it; whether it is free."""
        scheduler = self._scheduler
        task = scheduler.running
        if task is None:
            return scheduler.block(point, self._is_free, wait)
        task.wants = self
        try:
            return scheduler.block(point, self._is_free, wait)
        finally:
            task.wants = None

    def _is_free(self) -> bool:
        return self._depth == 0

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Takes it; whether it was to be had."""
        scheduler = self._scheduler
        if scheduler.is_over:
            return True
        if self._again and self._depth and self._holder is scheduler.running:
            self._depth += 1
            return True
        if timeout:  # not where somebody only looks, as whatever is thrown away does
            scheduler.sometimes("takes a lock", 0.1)
        if self._depth:
            if not blocking:
                return False
            wait = None if timeout < 0 else timeout
            if not self._wait("waits for a lock", wait):
                return False
        self._holder, self._depth = scheduler.running, 1
        return True

    def release(self) -> None:
        """Gives it back."""
        if not self._scheduler.is_over:
            assert self._depth, "nobody holds it"
            self._depth -= 1

    def given_up(self) -> int:
        """Gives it back however often it was taken; how often that was."""
        depth, self._depth = self._depth, 0
        return depth

    def taken_back(self, depth: int) -> None:
        """Takes it so often again."""
        self._wait("waits for its turn", None)
        self._holder, self._depth = self._scheduler.running, depth

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class SimulatedCondition:
    """A condition with a lock of its own."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._lock = SimulatedLock(scheduler, again=True)
        self._waiting: list[list[bool]] = []

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def wait(self, timeout: float | None = None) -> bool:
        """Gives the lock back until somebody tells of a change."""
        ticket = [False]
        self._waiting.append(ticket)
        depth = self._lock.given_up()
        heard = self._scheduler.block("waits for a change", lambda: ticket[0], timeout)
        if ticket in self._waiting:
            self._waiting = [one for one in self._waiting if one is not ticket]
        self._lock.taken_back(depth)
        return heard

    def wait_for(self, predicate: Callable[[], object], timeout: float | None = None) -> object:
        """The same until something holds."""
        until = None if timeout is None else self._scheduler.now + timeout
        while not (holds := predicate()):
            left = None if until is None else until - self._scheduler.now
            if left is not None and left <= 0:
                break
            self.wait(left)
        return holds

    def notify(self, n: int = 1) -> None:
        """Tells some who wait of a change."""
        for ticket in self._waiting[:n]:
            ticket[0] = True
        del self._waiting[:n]

    def notify_all(self) -> None:
        """Tells all of them."""
        self.notify(len(self._waiting))


class SimulatedEvent:
    """A sign that tasks wait for."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._is_set = False

    def is_set(self) -> bool:
        """Whether it was given."""
        return self._is_set

    def set(self) -> None:
        """Gives it."""
        self._is_set = True

    def clear(self) -> None:
        """Takes it back."""
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        """Returns once it is given; False after so many seconds."""
        return self._scheduler.block("waits for a sign", self.is_set, timeout)


class SimulatedThread:
    """A thread, not yet begun."""

    def __init__(self, scheduler: Scheduler, target: Callable[[], object], name: str) -> None:
        self._scheduler = scheduler
        self._target = target
        self._name = name
        self._task: Task | None = None

    def start(self) -> None:
        """Begins."""
        if not self._scheduler.is_over:
            self._task = self._scheduler.begin(self._target, self._name)

    def is_alive(self) -> bool:
        """Whether it has begun and not ended."""
        return self._task is not None and not self._task.is_done

    def join(self, timeout: float | None = None) -> None:
        """Returns once it has ended, or after so many seconds."""
        self._scheduler.block("waits for an end", lambda: not self.is_alive(), timeout)
