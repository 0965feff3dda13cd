"""What the open door costs, by the limits of its design: five hundred creations at once, and two
hundred clubs that sleep.
"""

import time
from pathlib import Path

from scripts.benchmark.families import doors

MOST_MEGABYTES, MOST_SECONDS = 60, 5


def test_five_hundred_creations_at_once_of_one_network(tmp_path: Path) -> None:
    """Three are made, as the lane itself holds. All of them together take the processor less than a
    second, so nobody waits longer on a machine that has nothing else to do.
    """
    doors.creations(tmp_path, 4)  # what is slow to load
    begun = time.process_time()
    answered = doors.creations(tmp_path, 500)["answered"]
    assert answered.operations == 500
    assert time.process_time() - begun < 1


def test_two_hundred_sleeping_clubs(tmp_path: Path) -> None:
    """Beside a service with none."""
    cost = doors.sleeping(tmp_path, 200)
    assert cost["memory"].worst < MOST_MEGABYTES
    assert cost["start"].worst < MOST_SECONDS
