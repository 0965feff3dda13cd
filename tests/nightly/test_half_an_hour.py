"""Half an hour of eight members at a service that is killed: nothing lost, nothing grows.

`MINUTES` in the environment makes it shorter or longer.
"""

import os
from pathlib import Path
from statistics import median

from support.simulated import ClubNight

MINUTES = float(os.environ.get("MINUTES", "30"))
START = 2.0
"""Within how many seconds it must answer again."""
MEGABYTES, FILES = 25.0, 8
"""How much more it may hold in the end than at the beginning of its last life."""


def test_half_an_hour_with_kills(tmp_path: Path) -> None:
    """A kill a minute on average in the first two thirds; then its memory and files are watched."""
    night = ClubNight(tmp_path, max(1, round(MINUTES / 2)), seed=11)
    held = night.play(max(2, round(MINUTES)), MINUTES * 60)
    starts, repeats = night.service.starts, sum(one.repeats for one in night.phones.values())
    print(f"{len(night.noted)} accepted, {night.versions()} events, {repeats} sent again")
    print(f"{len(starts) - 1} kills; starts: median {median(starts):.2f} s, most {max(starts):.2f}")
    print("held:", ", ".join(f"{one.megabytes:.0f} MB {one.files} files" for one in held))
    assert night.faults == []
    assert night.lost() == [] and night.doubted() == []
    print(f"{night.held} acts were held")
    assert night.forgotten() == [] and night.held > 0
    assert max(starts) < START
    first, last = held[1], held[-1]
    assert last.megabytes - first.megabytes < MEGABYTES
    assert last.files - first.files <= FILES and last.threads - first.threads <= FILES
