"""The lines of the table: what each says, and how it is worked out of the samples. Pure."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Literal

import msgspec

from scripts.benchmark.sample import Part, Sample

Side = Literal["wall", "cpu"]
Statistic = Literal["mean", "median", "p99", "worst"]


class Task(msgspec.Struct, frozen=True):
    """A lane with its amount of work."""

    lane: str
    work: int

    @property
    def name(self) -> str:
        """Its name in the results."""
        return f"{self.lane}-{self.work}" if self.work else self.lane


class Row(msgspec.Struct, frozen=True):
    """Where a line stands on the page `docs/speed.md`."""

    table: Literal["felt", "ratios", "growth"]
    what: str
    """What is done, in a few words."""
    beside: str = ""
    """The limit or the peer; of growth, from what to what."""


class Limit(msgspec.Struct, frozen=True):
    """What a time's goal is a multiple of: a side of a lane, measured in the same run."""

    task: Task
    part: str
    what: str
    over: Statistic = "mean"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table."""

    about: str
    """What exactly is done, and what it is compared with."""
    caches: str
    """What is warm when it begins."""
    tasks: tuple[Task, ...]
    """One; for how a time grows, the same lane by size, the smallest first."""
    part: str = "ours"
    """The side that the line is about."""
    form: Literal["speed", "cost", "time", "rate", "times"] = "time"
    """`speed`: the speed of ours in parts of the other's. `cost`: our time in multiples of the
    other's. `time`: of an operation, or of `per` pieces of work. `rate`: work a second. `times`:
    the time at the largest size in multiples of that at the smallest. A goal of `speed` or
    `rate` is a lower limit, any other an upper one."""
    against: str = ""
    """The other side, in the same samples."""
    over: Statistic = "mean"
    unit: Literal["ns", "ms", "s", "MB", "KB", "modules"] = "ms"
    per: int = 0
    goal: float | None = None
    by: Side = "wall"
    """Which time the goal is about."""
    limit: Limit | None = None
    """What the goal of a `time` is a multiple of; without one it is in the figure's own unit."""
    row: Row | None = None
    """Its row on the page; most lines are only printed."""

    @property
    def is_least(self) -> bool:
        """Whether the goal is a lower limit."""
        return self.form in ("speed", "rate")

    @property
    def measured(self) -> tuple[Task, ...]:
        """All that has to be run for it."""
        return self.tasks if self.limit is None else (*self.tasks, self.limit.task)


class Spread(msgspec.Struct, frozen=True):
    """A figure over the rounds."""

    median: float
    least: float
    most: float


class Result(msgspec.Struct, frozen=True):
    """A line as measured."""

    about: str
    caches: str
    wall: Spread
    cpu: Spread | None
    """None where CPU time says nothing, as of the slowest of many operations."""
    megabytes: float
    """The peak of memory of the process that did it, the median over the rounds."""
    unit: str
    goal: str | None
    met: bool | None
    row: Row | None = None
    other: float | None = None
    """The milliseconds of CPU that one operation of the other side takes."""


SCALES = {"ns": 1e9, "ms": 1e3}
"""How many of a unit are in a second, of times that are not in seconds."""
UNITS = {"speed": "×", "cost": "×", "rate": "/s", "times": "×"}


def seconds(part: Part, over: Statistic, side: Side) -> float:
    """The seconds of one operation; its mean over the operations, its median, and so on."""
    if over == "median":
        return part.median if side == "wall" else part.median_cpu
    if over == "mean":
        return (part.total if side == "wall" else part.cpu) / part.operations
    return part.p99 if over == "p99" else part.worst


def result(figure: Figure, measured: Mapping[str, Sequence[Sample]]) -> Result | None:
    """A line from the samples; None if its lanes were not run."""
    if not all(measured.get(task.name) for task in figure.measured):
        return None
    rounds = [measured[task.name] for task in figure.tasks]
    wall = _spread(figure, rounds, "wall")
    cpu = _spread(figure, rounds, "cpu") if figure.over in ("mean", "median") else None
    met = goal = other = None
    if figure.goal is not None:
        judged = (wall if figure.by == "wall" or cpu is None else cpu).median
        if figure.limit is not None:
            judged /= _limit(figure, figure.limit, measured)
        met = judged >= figure.goal if figure.is_least else judged <= figure.goal
        goal = _goal(figure, judged)
    if figure.against and cpu is not None:
        others = [sample.parts[figure.against] for sample in rounds[-1]]
        other = median(seconds(part, figure.over, "cpu") * 1_000 for part in others)
    return Result(
        figure.about,
        figure.caches,
        wall,
        cpu,
        median(sample.megabytes for sample in rounds[-1]),
        UNITS.get(figure.form, figure.unit),
        goal,
        met,
        figure.row,
        other,
    )


def _limit(figure: Figure, limit: Limit, measured: Mapping[str, Sequence[Sample]]) -> float:
    """The limit's own time, in the figure's unit; of as much work as `per` where that is set."""
    parts = [sample.parts[limit.part] for sample in measured[limit.task.name]]
    return median(_time(figure, [one], [seconds(one, limit.over, figure.by)]) for one in parts)


def _goal(figure: Figure, judged: float) -> str:
    limit = f"{'at least' if figure.is_least else 'at most'} {figure.goal:,g}"
    if figure.limit is not None:
        return f"{limit} × {figure.limit.what}, is {judged:.2g} ×"
    if figure.form == "time":
        return f"{limit} {figure.unit}"
    if figure.form == "rate":
        return f"{limit}{UNITS[figure.form]}"
    return f"{limit} × ({'CPU' if figure.by == 'cpu' else 'wall'})"


def _spread(figure: Figure, rounds: Sequence[Sequence[Sample]], side: Side) -> Spread:
    values = [_value(figure, samples, side) for samples in zip(*rounds, strict=True)]
    return Spread(median(values), min(values), max(values))


def _value(figure: Figure, samples: Sequence[Sample], side: Side) -> float:
    """One round's value."""
    parts = [sample.parts[figure.part] for sample in samples]
    times = [seconds(part, figure.over, side) for part in parts]
    others = [sample.parts[figure.against] for sample in samples] if figure.against else []
    each = [seconds(part, figure.over, side) for part in others]
    return _FORMS[figure.form](figure, parts, times, each)


def _time(figure: Figure, parts: Sequence[Part], times: Sequence[float]) -> float:
    scale = SCALES.get(figure.unit, 1.0)
    if figure.per:
        scale *= figure.per * parts[-1].operations / parts[-1].work
    return times[-1] * scale


def _ratio(one: float, other: float) -> float:
    return max(one, 1e-9) / max(other, 1e-9)


_Form = Callable[[Figure, Sequence[Part], Sequence[float], Sequence[float]], float]
_FORMS: dict[str, _Form] = {
    "speed": lambda figure, parts, times, others: _ratio(others[-1], times[-1]),
    "cost": lambda figure, parts, times, others: _ratio(times[-1], others[-1]),
    "times": lambda figure, parts, times, others: _ratio(times[-1], times[0]),
    "time": lambda figure, parts, times, others: _time(figure, parts, times),
    "rate": lambda figure, parts, times, others: (
        parts[-1].work / parts[-1].operations / max(times[-1], 1e-9)
    ),
}
