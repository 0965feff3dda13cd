"""Runs the benchmark: `./scripts/bench`, which sets up first.

Each sample is a separate process, so that neither memory nor garbage passes to the next. Compared
tasks run in turn, round by round, so that the machine's noise affects all of them; each round gives
a ratio, and the median over the rounds is printed.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from scripts.benchmark import machine, plan, tables
from scripts.benchmark.sample import Sample

ROOT = Path(__file__).parents[2]
ROOM = 3 << 30
"""How many bytes the stores need on disk."""

Samples = dict[str, list[Sample]]


def run(task: plan.Task, folder: Path) -> Sample:
    """One sample, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmark.lanes", task.lane, str(folder), str(task.work)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stderr.decode())
        raise SystemExit(f"bench: {task.name} failed")
    return msgspec.json.decode(done.stdout, type=Sample)


def measure(sizes: plan.Sizes, folder: Path, lane: str | None) -> Samples:
    """Builds the stores and takes every sample, with a bar on standard error."""
    building, groups = plan.building(sizes), plan.groups(sizes)
    if lane:
        building, groups = plan.only(lane, sizes)
    total = len(building) + sizes.rounds * sum(map(len, groups))
    samples: Samples = {}
    bar = Progress(
        TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        shown = bar.add_task("", total=total)
        for task in building:
            bar.update(shown, description=task.name)
            run(task, folder)
            bar.advance(shown)
        for group in groups:
            for _ in range(sizes.rounds):
                for task in group:
                    bar.update(shown, description=task.name)
                    samples.setdefault(task.name, []).append(run(task, folder))
                    bar.advance(shown)
    return samples


def peaks(sizes: plan.Sizes, samples: Samples) -> dict[str, float]:
    """The peak of memory of each kind of process, the largest of its sizes apart."""
    found: dict[str, float] = {}
    for task in (task for group in plan.groups(sizes) for task in group):
        if task.lane not in plan.MEMORY or task.name not in samples:
            continue
        about = plan.MEMORY[task.lane]
        if task.lane in ("replay", "replay_loop", "replay_stock", "opening"):
            about = f"{about} {task.work:,} events"
        found[about] = median(sample.megabytes for sample in samples[task.name])
    return found


def main() -> None:
    """Reads the options, measures, prints."""
    parser = argparse.ArgumentParser(prog="./scripts/bench", description="Runs the benchmark.")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print every sample and figure as JSON")
    form.add_argument("--markdown", action="store_true", help="print the README's table")
    parser.add_argument("--quick", action="store_true", help="little work, once: proves no speed")
    lanes = sorted({task.lane for group in plan.groups(plan.FULL) for task in group})
    parser.add_argument("--only", metavar="LANE", choices=lanes, help=f"one of {', '.join(lanes)}")
    parser.add_argument("--dir", type=Path, help="where the stores go (default: ./build)")
    options = parser.parse_args()
    sizes = plan.QUICK if options.quick else plan.FULL
    place: Path = options.dir or ROOT / "build"
    place.mkdir(parents=True, exist_ok=True)
    if not options.quick and shutil.disk_usage(place).free < ROOM:
        raise SystemExit(f"bench: {place} has less than 3 GiB free; name another with --dir")
    with tempfile.TemporaryDirectory(dir=place, prefix="bench-") as folder:
        samples = measure(sizes, Path(folder), options.only)
    found = [plan.result(figure, samples) for figure in plan.figures(sizes)]
    figures = [figure for figure in found if figure is not None]
    memory = peaks(sizes, samples)
    flush = samples[plan.Task("flush", sizes.appends).name]
    here = machine.describe(median(sample.seconds / sample.work for sample in flush))
    if options.json:
        answer = {
            "quick": options.quick,
            "machine": here,
            "figures": figures,
            "megabytes": memory,
            "samples": samples,
        }
        print(msgspec.json.format(msgspec.json.encode(answer)).decode())
    elif options.markdown:
        print(tables.markdown(figures, memory, machine.line(here)))
    else:
        tables.terminal(figures, memory, machine.line(here))


if __name__ == "__main__":
    main()
