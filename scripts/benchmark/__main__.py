"""Runs the benchmark: `./scripts/bench`, which sets up first.

Each run of a lane is a process of its own, so that neither memory nor garbage passes to the next.
Lanes run in turn, round by round, so that the machine's noise affects all of them.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from scripts.benchmark import families, figures, machine, plan, printing
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane
from scripts.benchmark.sample import Sample

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "speed.md"
ROOM = 4 << 30
"""How many bytes the stores need on disk."""
FLUSH = "flush"
"""The lane that is always run: the machine is described with it."""

Samples = dict[str, list[Sample]]
Lines = dict[str, list[Figure]]
"""Each family's lines, by its title."""


def process(folder: Path, *arguments: str) -> list[Sample]:
    """The samples of a process that runs lanes, or makes stores."""
    call = [sys.executable, "-m", "scripts.benchmark.lane", str(folder), *arguments]
    # Compiled files are kept even where the caller's environment forbids it.
    environment = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, check=False)
    for left in folder.glob(f"{plan.SCRATCH}*"):
        shutil.rmtree(left)
    if done.returncode:
        sys.stderr.write(done.stderr.decode())
        raise SystemExit(f"bench: {' '.join(arguments)} failed")
    return [msgspec.json.decode(line, type=Sample) for line in done.stdout.splitlines()]


def _argument(task: Task) -> str:
    return f"{task.lane}:{task.work}"


@contextmanager
def _bar(total: int) -> Iterator[Callable[[str, int], None]]:
    """A bar on standard error: called with what is being done, and how much was done before."""
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=total)
        yield lambda what, done: bar.update(shown, description=what, advance=done)


def build(folder: Path, needed: Sequence[Task], tell: Callable[[str, int], None]) -> None:
    """Makes the stores; the campaigns that are played are one that grows."""
    played = [task for task in needed if task.lane == "long"]
    for kind in dict.fromkeys(task.lane for task in needed):
        of_kind = [task for task in needed if task.lane == kind]
        for group in [played] if kind == "long" else [[task] for task in of_kind]:
            tell(f"store: {group[-1].name}", 0)
            process(folder, "make", *map(_argument, group))
            tell("", 1)


def measure(folder: Path, sizes: plan.Sizes, lines: Lines, lanes: dict[str, Lane]) -> Samples:
    """Builds the stores and takes every sample."""
    wanted = plan.tasks(figure for found in lines.values() for figure in found)
    needed = plan.stores(wanted, lanes)
    runs = [
        task
        for number in range(sizes.rounds)
        for task in wanted
        if number < min(sizes.rounds, lanes[task.lane].rounds)
    ]
    groups = [[task] for task in runs]
    if sizes.rounds == 1:  # a trial, in as few processes as there are files of lanes
        files = dict.fromkeys(families.LANES[task.lane] for task in runs)
        groups = [[task for task in runs if families.LANES[task.lane] == file] for file in files]
    samples: Samples = {}
    kinds = {task if task.lane != "long" else "long" for task in needed}
    with _bar(len(kinds) + len(groups)) as tell:
        build(folder, needed, tell)
        for group in groups:
            tell(group[-1].name, 0)
            for sample in process(folder, *map(_argument, group)):
                samples.setdefault(sample.task, []).append(sample)
            tell("", 1)
    return samples


def chosen(sizes: plan.Sizes, lane: str | None) -> Lines:
    """The lines to measure: all, or those of one lane."""
    found = {}
    for family in families.every():
        lines = family.figures(sizes)
        found[family.title] = [
            figure for figure in lines if lane is None or figure.tasks[0].lane == lane
        ]
    return found


def sections(lines: Lines, samples: Samples) -> list[printing.Section]:
    """The families' lines as measured, without families of which none was."""
    by_title: dict[str, Family] = {family.title: family for family in families.every()}
    found = []
    for title, of_family in lines.items():
        results = [figures.result(figure, samples) for figure in of_family]
        told = [result for result in results if result is not None]
        if told:
            found.append(printing.Section(title, by_title[title].about, told))
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/bench", description="Runs the benchmark.")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print every sample and figure as JSON")
    form.add_argument("--markdown", action="store_true", help="print the page docs/speed.md")
    form.add_argument("--write", action="store_true", help="write docs/speed.md")
    parser.add_argument("--quick", action="store_true", help="little work, once: proves no speed")
    lanes = sorted(families.LANES)
    parser.add_argument("lane", nargs="?", metavar="LANE", choices=lanes, help=", ".join(lanes))
    parser.add_argument("--dir", type=Path, help="where the stores go (default: ./build)")
    options = parser.parse_args()
    if options.write and (options.quick or options.lane):
        parser.error("--write needs the whole benchmark")
    return options


def main() -> None:
    """Reads the options, measures, prints."""
    options = _options()
    load = machine.load()
    if options.write and (why := machine.busy(load)):
        raise SystemExit(f"bench: {why}")
    sizes = plan.QUICK if options.quick else plan.FULL
    place: Path = options.dir or ROOT / "build"
    place.mkdir(parents=True, exist_ok=True)
    if not options.quick and shutil.disk_usage(place).free < ROOM:
        raise SystemExit(f"bench: {place} has less than 4 GiB free; name another with --dir")
    lines, flush = chosen(sizes, options.lane), chosen(sizes, FLUSH)
    lanes = {name: lane for family in families.every() for name, lane in family.lanes.items()}
    with tempfile.TemporaryDirectory(dir=place, prefix="bench-") as folder:
        both = {title: list(dict.fromkeys((*lines[title], *flush[title]))) for title in lines}
        samples = measure(Path(folder), sizes, both, lanes)
    found = sections(lines, samples)
    [flushed] = [result for section in sections(flush, samples) for result in section.results]
    results = [result for section in found for result in section.results]
    here = machine.describe(flushed.wall.median, load)
    if options.json:
        told = {"quick": options.quick, "machine": here, "families": found, "samples": samples}
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    elif options.markdown:
        print(printing.page(results, machine.line(here)))
    elif options.write:
        PAGE.write_text(printing.page(results, machine.line(here)), encoding="utf-8")
    else:
        printing.terminal(found, machine.line(here))


if __name__ == "__main__":
    main()
