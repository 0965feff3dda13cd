"""Makes stores or runs lanes: `python -m scripts.benchmark.lane FOLDER [make] NAME:WORK …`.

Prints a line of JSON for each lane that it has run. Only the work itself is timed.
"""

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from scripts.benchmark import sample
from scripts.benchmark.figures import Task


def main() -> None:
    """Does what the arguments say."""
    folder, first, *others = Path(sys.argv[1]), *sys.argv[2:]
    making = first == "make"
    names = others if making else [first, *others]
    tasks = [Task(lane, int(work)) for lane, _, work in (name.partition(":") for name in names)]
    if making:
        _make(folder, tasks)
        return
    for task in tasks:
        _run(folder, task)


def _make(folder: Path, tasks: Sequence[Task]) -> None:
    """Makes stores in a folder; those that are played are one campaign, copied as it grows."""
    from campaign.store.protocol import place_of
    from scripts.benchmark import building, league, long_play, team_play

    if sizes := sorted(task.work for task in tasks if task.lane == "long"):
        long_play.play(folder, sizes)
    for task in tasks:
        if task.lane == "team":
            team_play.play(folder)
        elif task.lane == "league":
            league.lay(place_of(folder / f"league-{task.work}.db"), task.work)
        elif task.lane != "long":
            building.MAKERS[task.lane](folder, task.work)


def _run(folder: Path, task: Task) -> None:
    """Runs one lane; only its own family is loaded, so that memory is its own."""
    from scripts.benchmark import families

    lane = families.lane(task.lane)
    gc.collect()
    if hasattr(os, "sync"):
        os.sync()  # what others have written is on the disk before the clock starts
    parts = dict(lane.run(folder, task.work))
    peak = sample.peak(of_children=lane.of_children)
    print(msgspec.json.encode(sample.Sample(task.name, parts, peak)).decode(), flush=True)


if __name__ == "__main__":
    main()
