"""What a file looks like from outside, by which it is known that nothing was written to it. IO.

A write at the same tick of the disk's clock as a look at the file would leave the same marks. So
what was read of a file counts later only if the file had been left alone for longer than a tick.
"""

import os
from pathlib import Path

from campaign.world import clock

SETTLED, SETTLED_COARSE = 100_000_000, 3_000_000_000
"""How many nanoseconds a file must be unchanged before what was read of it is kept in memory: more
than a tick of the disk's clock, which some disks count in whole seconds."""
Marks = tuple[int, int, int, int, int]
"""A file's disk, its number there, its size, and the times of its content and of itself."""


def marks_of(path: Path | str) -> Marks:
    """A file's marks. Raises `OSError` where there is none."""
    seen = os.stat(path)  # noqa: PTH116 - every command asks, and a path's own way is longer
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


def are_settled(marks: Marks) -> bool:
    """Whether a file with these marks, seen just now, gets other marks by whatever is written."""
    last = max(marks[3:])
    return clock.nanoseconds() - last >= (SETTLED if last % 1_000_000_000 else SETTLED_COARSE)
