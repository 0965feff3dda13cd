"""Threads and what they share. Of a simulation, those are its own."""

import threading
from collections.abc import Callable

from campaign.world import crossing
from campaign.world.crossing import ConditionLike, EventLike, Lane, LockLike, ThreadLike


def lock() -> LockLike:
    """A lock."""
    return threading.Lock() if crossing.current is None else crossing.current.lock()


def rlock() -> LockLike:
    """A lock that its holder may take again."""
    return threading.RLock() if crossing.current is None else crossing.current.rlock()


def condition() -> ConditionLike:
    """A condition with a lock of its own."""
    return threading.Condition() if crossing.current is None else crossing.current.condition()


def event() -> EventLike:
    """A sign that was not given yet."""
    return threading.Event() if crossing.current is None else crossing.current.event()


def thread(target: Callable[[], object], name: str) -> ThreadLike:
    """A thread, not yet begun, that ends with its process."""
    if crossing.current is not None:
        return crossing.current.thread(target, name)
    return threading.Thread(target=target, name=name, daemon=True)


def lane(name: str) -> Lane:
    """One thread that does jobs one after the other."""
    if crossing.current is not None:
        return crossing.current.lane(name)
    from concurrent.futures import ThreadPoolExecutor  # slow to load

    return ThreadPoolExecutor(1, name)


def is_alone() -> bool:
    """Whether no other thread runs in this process."""
    return threading.active_count() == 1
