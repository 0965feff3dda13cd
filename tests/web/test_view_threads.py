"""Threads of pages: what they give and raise, how many there are, and that they hold nobody up."""

import asyncio
import threading

import pytest

from campaign.web.server.threads import ViewThreads, in_a_view_thread
from support.served import SECONDS


def test_what_a_view_gives_and_raises() -> None:
    """As if it had been called."""

    def fails() -> None:
        raise KeyError("geese")

    assert asyncio.run(in_a_view_thread(divmod, 7, 2)) == (3, 1)
    with pytest.raises(KeyError, match="geese"):
        asyncio.run(in_a_view_thread(fails))


def test_no_more_are_worked_out_at_once() -> None:
    """The third waits for one of two; threads that are free are taken again."""
    threads, may_end = ViewThreads(2), threading.Event()
    begun = [threading.Event() for _ in range(3)]

    def view(number: int) -> str:
        begun[number].set()
        may_end.wait(SECONDS)
        return threading.current_thread().name

    asked = [threads.submit(view, number) for number in range(3)]
    assert begun[0].wait(SECONDS) and begun[1].wait(SECONDS)
    assert not begun[2].is_set()
    may_end.set()
    assert [one.result(SECONDS) for one in asked] == ["view"] * 3


def test_threads_end_behind_what_was_asked() -> None:
    """What is still to be done is done."""
    threads = ViewThreads(1)
    first = threads.submit(threading.current_thread)
    last = threads.submit(lambda: "done")
    threads.shutdown()
    first.result(5).join(5)
    assert not first.result().is_alive() and last.result(0) == "done"
