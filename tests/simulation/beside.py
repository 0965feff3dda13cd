"""What a task may not do beside the seam: the machine's own threads, clocks, chance and lines."""

import _thread
import multiprocessing.process  # noqa: F401 - takes chance once, as it is loaded
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property, wraps
from typing import Any
from unittest.mock import patch

from simulation.scheduler import Scheduler

AUDITED = {
    "_thread.start_new_thread": "a thread",
    "_thread.start_joinable_thread": "a thread",
    "time.sleep": "a sleep",
    "os.fork": "a process",
    "os.posix_spawn": "a process",
    "subprocess.Popen": "a process",
    "socket.__new__": "a line",
    "socket.getaddrinfo": "a line",
}
"""What Python tells an audit hook; threads and sleeps since 3.12 or later."""
WRAPPED: tuple[tuple[Any, str, str], ...] = (
    (_thread, "start_new_thread", "a thread"),
    (threading.Thread, "start", "a thread"),
    (threading.Condition, "wait", "a wait"),
    (time, "sleep", "a sleep"),
    *(
        (time, name, "a clock")
        for name in (
            "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns",
        )
    ),
    (os, "urandom", "chance"),
    (random, "_urandom", "chance"),
)  # fmt: skip
"""What it is not told of, by module or class, name and kind."""
MADE = ("Lock", "RLock")
"""What the program itself makes through the seam; the library may make its own."""
OURS = ("campaign.", "events.")
"""How the program's modules begin."""
_watched: list[Scheduler] = []
"""Whose tasks are watched now."""


def _is_task(scheduler: Scheduler) -> bool:
    """Whether a task does this, and not the scheduler for it."""
    return threading.get_ident() in scheduler.threads and not scheduler.is_beginning


def _heard(event: str, _: tuple[Any, ...]) -> None:
    """The audit hook: Python never takes one back, so there is one, and it looks who is watched."""
    if _watched and event in AUDITED and _is_task(_watched[-1]):
        _watched[-1].fail(f"{AUDITED[event]} beside the seam: {event}")


_hooked: list[bool] = []


def _hook() -> None:
    if not _hooked:
        sys.addaudithook(_heard)
        _hooked.append(True)


def _named(scheduler: Scheduler, real: Callable[..., Any], name: str, kind: str) -> Any:
    """A function that fails the seed of a task that calls it, and is itself otherwise."""

    @wraps(real)
    def called(*given: Any, **more: Any) -> Any:
        if _is_task(scheduler):
            scheduler.fail(f"{kind} beside the seam: {name}")
        return real(*given, **more)

    return called


def _made(scheduler: Scheduler, real: Callable[..., Any], name: str) -> Any:
    """The same where a module of the program calls it."""

    def called(*given: Any, **more: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if caller.startswith(OURS) and _is_task(scheduler):
            scheduler.fail(f"a lock beside the seam: {name} in {caller}")
        return real(*given, **more)

    return called


def _worked_out(owner: cached_property[Any], instance: Any, kind: Any = None) -> Any:
    """Gives a cached property, as Python 3.12 does: 3.11 takes a real lock meanwhile."""
    if instance is None:
        return owner
    name = owner.attrname
    assert name is not None
    if name not in instance.__dict__:
        instance.__dict__[name] = owner.func(instance)
    return instance.__dict__[name]


@contextmanager
def nothing_real(scheduler: Scheduler) -> Iterator[None]:
    """Until the end of the block whatever a task does beside the seam fails the seed.

    A thread that is no task, such as one that an earlier test has left behind, may do it.
    """
    _hook()
    _watched.append(scheduler)
    try:
        with ExitStack() as stack:
            for owner, name, kind in WRAPPED:
                shown = f"{owner.__name__}.{name}"
                wrapped = _named(scheduler, getattr(owner, name), shown, kind)
                stack.enter_context(patch.object(owner, name, wrapped))
            for name in MADE:
                made = _made(scheduler, getattr(threading, name), name)
                stack.enter_context(patch.object(threading, name, made))
            stack.enter_context(patch.object(cached_property, "__get__", _worked_out))
            yield
    finally:
        _watched.remove(scheduler)
