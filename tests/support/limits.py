"""What a test of the first tier may not do: take long, start a program, fork, sleep, open a port.

Such a test belongs in `all/`, where none of this is asked. Time is that of the processor, which
nobody takes from a test who works beside it. What is prepared for a module or the run is not
counted, nor is the garbage of tests before it: nothing is collected while a test runs, which also
keeps what a collector calls out of text nested to the limit. Where others work beside it, its
caches are theirs too, and the same test takes longer: how often it was made to wait tells that at
once, as the load average does a minute later. A loop right after a test that seems too long tells
how slow the machine is at the moment.
"""

import gc
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__)
ROOT = HERE.parents[2]
TIERS = (ROOT / "tests" / "all", ROOT / "tests" / "nightly")
"""Where everything may be done."""
SECONDS = 0.5
MARGIN, BUSY = 1.5, 3
"""How much more is let through, as processor time is not steady; and where others work beside."""
INTERRUPTED = 50
"""So often in a second of its own a test is made to wait for others where there are any: beside two
loops on each core some 280 times, alone a few."""
LOOP = 0.003
"""Seconds that `_loop` takes on the machine whose half second is meant."""
LOOPS = 7
DATABASE, PROCESS = "tests.database", "tests.process"
"""What helpers say who use a server or a process that is there already."""
PREPARED = "tests.prepared"
"""What a helper says, with its seconds, who makes what is kept for many tests and many runs."""
REFUSED = {
    "subprocess.Popen": "starts a program",
    "os.posix_spawn": "starts a program",
    "os.system": "starts a program",
    "os.fork": "forks",
    "os.forkpty": "forks",
    PROCESS: "forks",
    "time.sleep": "sleeps",
    "socket.bind": "opens a port",
    DATABASE: "asks a database server",
}
BELONGS = "; such a test belongs in tests/all/"
_sleep = time.sleep


def _told_sleep(seconds: float) -> None:
    """`time.sleep`, which before Python 3.13 tells nobody."""
    sys.audit("time.sleep", seconds)
    _sleep(seconds)


if sys.version_info < (3, 13):
    time.sleep = _told_sleep


class Limits:
    """The plugin. Time is counted where it is `timed`: where the program is warm."""

    def __init__(self, *, timed: bool) -> None:
        self._timed = timed
        self._done: list[str] = []
        self._watching = False
        self._begun = self._apart = 0.0
        self._waits = 0
        self._depth = 0
        sys.addaudithook(self._audited)

    def _audited(self, event: str, told: Any) -> None:
        if event == PREPARED and not self._depth:
            self._apart += told[0]
        if self._watching and event in REFUSED:
            self._done.append(f"it {REFUSED[event]} ({_where()})")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """From here on it is watched."""
        self._watching = not any(tier in item.path.parents for tier in TIERS)
        self._done.clear()
        if self._watching:
            gc.disable()
        self._apart, self._begun, self._waits = 0.0, _used(), _waits()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
        """What more than one test may use is counted apart."""
        if fixturedef.scope == "function":
            return (yield)
        self._depth += 1
        begun = _used()
        try:
            return (yield)
        finally:
            self._depth -= 1
            if not self._depth:
                self._apart += _used() - begun

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """A test that went well fails where it did what it may not."""
        try:
            done = yield
        except BaseException:
            self._done.clear()  # its own words are what is wanted
            raise
        if self._watching and self._timed:
            whole = _used() - self._begun
            used, most = whole - self._apart, _most(whole, _waits() - self._waits)
            if used > most and (scaled := used * _scale()) > most:
                self._done.append(f"it takes {scaled:.2f} s of processor time, over {SECONDS} s")
        self._judge()
        return done

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        """So does one that does it when it is cleared away."""
        try:
            done = yield
        finally:
            gc.enable()
        self._judge()
        self._watching = False
        return done

    def _judge(self) -> None:
        told = list(dict.fromkeys(self._done))
        self._done.clear()
        if told:
            pytest.fail(", ".join(told) + BELONGS, pytrace=False)


def _used() -> float:
    """Seconds of processor time of this process, and of those that it waited for."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def _waits() -> int:
    """How often this process was made to wait, though it had work to do."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def _most(used: float, waits: int) -> float:
    """The seconds let through to a test that has used so many and was made to wait so often."""
    return SECONDS * (BUSY if waits > INTERRUPTED * used else MARGIN)


def _scale() -> float:
    """How much of a second here is one on the machine that is meant; 1 on a faster one."""
    return min(1.0, LOOP / statistics.median(_loop() for _ in range(LOOPS)))


def _loop() -> float:
    begun, found = time.process_time(), 0
    for number in range(60_000):
        found += number * number % 7
    return time.process_time() - begun


def _where() -> str:
    """The innermost line of the project that leads to an event."""
    frame = sys._getframe(2)
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file != HERE and file.is_relative_to(ROOT) and ".venv" not in file.parts:
            return f"{file.relative_to(ROOT)}, line {frame.f_lineno}"
        frame = frame.f_back
    return "nobody knows where"
