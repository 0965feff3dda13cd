"""What a lane measures: wall and CPU time of every operation, summed up for each side."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Self

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One side of a lane: what its operations took, in seconds."""

    operations: int
    work: int
    """How much was done in all of them: commands, events, or the operations themselves."""
    total: float
    cpu: float
    """CPU time of the whole process while they ran."""
    median: float
    median_cpu: float
    p99: float
    worst: float


class Sample(msgspec.Struct, frozen=True):
    """One run of a lane in a process of its own."""

    task: str
    parts: dict[str, Part]
    megabytes: float
    """The process's peak of memory; where a lane only starts processes, the largest of theirs."""


def part(walls: Sequence[float], cpus: Sequence[float], work: int = 0) -> Part:
    """One side, from the times of its operations; `cpus` may be one figure for all of them."""
    ordered = sorted(walls)
    each = median(cpus) if len(cpus) == len(walls) else sum(cpus) / len(walls)
    return Part(
        operations=len(walls),
        work=work or len(walls),
        total=sum(walls),
        cpu=sum(cpus),
        median=median(ordered),
        median_cpu=each,
        p99=ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
        worst=ordered[-1],
    )


class Stopwatch:
    """Times one side's operations: `with watch: …` is one of them."""

    def __init__(self) -> None:
        self.walls: list[float] = []
        self.cpus: list[float] = []
        self._wall = self._cpu = 0.0

    def __enter__(self) -> Self:
        self._cpu = process_time()
        self._wall = perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        wall = perf_counter() - self._wall
        self.cpus.append(process_time() - self._cpu)
        self.walls.append(wall)

    def part(self, work: int = 0) -> Part:
        """What was timed; `work` is how much all of it was, by default the operations."""
        return part(self.walls, self.cpus, work)


def resident(process: int | str = "self") -> float:
    """The memory that a process has now, in megabytes; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(one.split()[1]) / 1024 for one in lines if one.startswith("VmRSS:")), 0.0)


def used(process: int) -> float:
    """The seconds of user and system time of a process that still runs; 0 where nobody tells."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return 0.0
    user, system = told.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def peak(*, of_children: bool = False) -> float:
    """The peak of memory in megabytes, of this process or of the largest that it started."""
    status = Path("/proc/self/status")
    if not of_children and status.exists():  # what `getrusage` tells includes the parent's
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024, 1)
    if sys.platform == "win32":
        return 0.0
    import resource

    whose = resource.RUSAGE_CHILDREN if of_children else resource.RUSAGE_SELF
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(whose).ru_maxrss / unit, 1)
