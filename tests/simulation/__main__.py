"""The command line of the simulation: `scripts/simulate`."""

import argparse
import hashlib
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path

from simulation.bugs import BUGS
from simulation.evening import Outcome, Plan, planned, run_seed
from simulation.stock import cleared

FAILED = 1
SEEDS = 20
"""So many are run where the call does not say."""


def share(seeds: list[int], plant: str) -> list[Outcome]:
    """Runs some seeds in this process."""
    planted = BUGS[plant].plant if plant else nullcontext
    try:
        return [run_seed(seed, planted) for seed in seeds]
    finally:
        cleared()


def many(seeds: range, jobs: int, plant: str) -> Iterator[Outcome]:
    """Runs seeds, in several processes where that is wished, and gives them in their order."""
    if jobs <= 1:
        yield from share(list(seeds), plant)
        return
    parts = [list(seeds)[at : at + 25] for at in range(0, len(seeds), 25)]
    with ProcessPoolExecutor(jobs) as pool:
        for outcomes in pool.map(share, parts, [plant] * len(parts)):
            yield from outcomes


def summed(outcomes: Iterable[Outcome]) -> int:
    """Prints a line for each bad seed, then counts and one digest; the exit status."""
    began, bad, count = time.monotonic(), 0, 0
    crossings = crashes = accepted = 0
    digest = hashlib.blake2b(digest_size=16)
    for one in outcomes:
        count += 1
        crossings, crashes = crossings + one.crossings, crashes + one.crashes
        accepted += one.accepted
        digest.update(one.digest.encode())
        if one.faults:
            bad += 1
            print(f"seed {one.seed}: {one.faults[0]}", flush=True)
    took = time.monotonic() - began
    print(
        f"{count} seeds in {took:.1f} s, {crossings} crossings, {crashes} crashes,"
        f" {accepted} commands accepted; {bad} bad; digest {digest.hexdigest()}"
    )
    return FAILED if bad else 0


def digests(seeds: range) -> Iterator[str]:
    """A line for each seed, and for the planted mistake of that number where there is one: what
    must be the same on every machine.
    """
    planted = list(BUGS.items())
    for seed in seeds:
        yield _line(f"seed {seed}", run_seed(seed))
        for name, bug in planted[seed : seed + 1]:
            yield _line(f"{name}, seed {bug.seed}", run_seed(bug.seed, bug.plant))


def _line(what: str, outcome: Outcome) -> str:
    return f"{what}: {outcome.digest}: {' '.join(outcome.faults) or 'nothing wrong'}"


def smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with one thing less."""
    if plan.members > 1:
        yield plan._replace(members=plan.members - 1)
    if plan.acts > 1:
        yield plan._replace(acts=plan.acts - 1)
    for at in range(len(plan.crashes)):
        yield plan._replace(crashes=plan.crashes[:at] + plan.crashes[at + 1 :])
    if plan.processes > 1:
        yield plan._replace(processes=1)
    if plan.mails:
        yield plan._replace(mails=False)
    if plan.faults:
        yield plan._replace(faults=0.0)


def shrunk(seed: int, plant: str) -> Plan:
    """The smallest plan with which a seed still fails in the same way."""
    planted = BUGS[plant].plant if plant else nullcontext
    plan = planned(seed)

    def kind(plan: Plan) -> str:
        faults = run_seed(seed, planted, plan=plan).faults
        return faults[0].split(":")[0][:24] if faults else ""

    wanted = kind(plan)
    while wanted:
        found = next((one for one in smaller(plan) if kind(one) == wanted), None)
        if found is None:
            break
        plan = found
    return plan


def single(seed: int, trace_to: str, plant: str, *, shrink: bool) -> int:
    """Runs one seed and says what became of it."""
    plan = shrunk(seed, plant) if shrink else planned(seed)
    trace: list[str] = []
    outcome = run_seed(seed, BUGS[plant].plant if plant else nullcontext, trace, plan)
    if trace_to:
        Path(trace_to).write_text("\n".join(trace) + "\n", encoding="utf-8")
    print(plan)
    for fault in outcome.faults:
        print(f"seed {seed}: {fault}")
    print(f"{outcome.crossings} crossings; digest {outcome.digest}")
    return FAILED if outcome.faults else 0


def wanted(arguments: list[str] | None) -> argparse.Namespace:
    """What a call asks for. Ends with 2 and a line where it asks for what would not be done."""
    parser = argparse.ArgumentParser(prog="scripts/simulate")
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--from", type=int, dest="first")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--trace", default="")
    parser.add_argument("--plant", default="", choices=["", *BUGS])
    parser.add_argument("--digests", action="store_true")
    parser.add_argument("--shrink", action="store_true")
    options = parser.parse_args(arguments)
    is_one = options.seed is not None
    many_only = {
        "--seeds": options.seeds, "--from": options.first, "--jobs": options.jobs,
        "--digests": options.digests or None,
    }  # fmt: skip
    one_only = {"--trace": options.trace or None, "--shrink": options.shrink or None}
    for option, value in (many_only if is_one else one_only).items():
        if value is not None:
            parser.error(f"{option} goes {'without' if is_one else 'with'} --seed")
    if options.digests and options.plant:
        parser.error("--plant goes without --digests, which have every planted mistake")
    for option in ("seeds", "jobs"):
        if (number := getattr(options, option)) is not None and number < 1:
            parser.error(f"--{option} is {number}; it is at least 1")
    trace = Path(options.trace).absolute()
    if options.trace and (trace.is_dir() or not trace.parent.is_dir()):
        why = f"{trace} is a folder" if trace.is_dir() else f"there is no folder {trace.parent}"
        parser.error(f"--trace: {why}")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Reads the command line, and runs what it asks for."""
    options = wanted(arguments)
    try:
        if options.seed is not None:
            return single(options.seed, options.trace, options.plant, shrink=options.shrink)
        first = options.first or 0
        seeds = range(first, first + (options.seeds or SEEDS))
        if options.digests:
            print("\n".join(digests(seeds)))
            return 0
        return summed(many(seeds, options.jobs or 1, options.plant))
    finally:
        cleared()


if __name__ == "__main__":
    sys.exit(main())
