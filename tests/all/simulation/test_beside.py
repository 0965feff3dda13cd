"""What a task does beside the seam is named, and fails its seed."""

import _thread
import os
import random
import secrets
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress

import pytest

from simulation.beside import nothing_real
from simulation.scheduler import Scheduler


def in_the_program(made: str) -> None:
    """A module of the program makes something."""
    exec(f"import threading; threading.{made}()", {"__name__": "campaign.store.example"})


def calls_nobody() -> None:
    """A program that is not there is begun."""
    with suppress(OSError):
        subprocess.Popen(["/nowhere/at all"])


BESIDE: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: threading.Thread(target=list).start(), "a thread beside the seam: Thread.start"),
    (
        lambda: _thread.start_new_thread(list, ()),
        "a thread beside the seam: _thread.start_new_thread",
    ),
    (lambda: time.sleep(0), "a sleep beside the seam: time.sleep"),
    (lambda: (time.time(),), "a clock beside the seam: time.time"),
    (lambda: (time.monotonic_ns(),), "a clock beside the seam: time.monotonic_ns"),
    (lambda: threading.Event().wait(0), "a wait beside the seam: Condition.wait"),
    (lambda: os.urandom(1), "chance beside the seam: os.urandom"),
    (uuid.uuid4, "chance beside the seam: os.urandom"),
    (lambda: secrets.token_hex(1), "chance beside the seam: random._urandom"),
    (random.SystemRandom().random, "chance beside the seam: random._urandom"),
    (calls_nobody, "a process beside the seam: subprocess.Popen"),
    (lambda: socket.socket().close(), "a line beside the seam: socket.__new__"),
    (
        lambda: in_the_program("Lock"),
        "a lock beside the seam: Lock in campaign.store.example",
    ),
    (
        lambda: in_the_program("RLock"),
        "a lock beside the seam: RLock in campaign.store.example",
    ),
)


@pytest.mark.parametrize(("work", "fault"), BESIDE, ids=[fault for _, fault in BESIDE])
def test_a_task_that_goes_past_the_seam_fails_its_seed(
    work: Callable[[], object], fault: str
) -> None:
    """With what it did; a thread that is no task of the seed may do the same."""
    scheduler = Scheduler("a")
    with nothing_real(scheduler):
        work()
        assert scheduler.faults == []
        scheduler.run(work)
    assert scheduler.faults == [fault]
    work()
    assert scheduler.faults == [fault]


def test_the_library_may_have_locks_of_its_own() -> None:
    """Only the program asks the seam for them, and a task of the scheduler may begin others."""
    scheduler = Scheduler("a")
    with nothing_real(scheduler):
        scheduler.run(lambda: (threading.Lock(), scheduler.begin(list, "another")))
    assert scheduler.faults == []
