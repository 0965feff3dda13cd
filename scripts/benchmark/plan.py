"""What is measured, with how much work, and the figures worked out from it. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Literal

import msgspec

from scripts.benchmark.sample import Sample


class Sizes(msgspec.Struct, frozen=True):
    """How much work."""

    appends: int
    replay: int
    short: int
    long: int
    verify: int
    rounds: int


FULL = Sizes(appends=1_000, replay=100_000, short=20_000, long=1_000_000, verify=100_000, rounds=5)
QUICK = Sizes(appends=30, replay=3_000, short=2_000, long=5_000, verify=1_500, rounds=1)


class Task(msgspec.Struct, frozen=True):
    """A lane with its amount of work."""

    lane: str
    work: int

    @property
    def name(self) -> str:
        """Its name in the results."""
        return f"{self.lane}-{self.work}" if self.work else self.lane


class Figure(msgspec.Struct, frozen=True):
    """A line of the table: the ratio of two tasks' speeds, or the time of one."""

    about: str
    over: Task
    under: Task | None = None
    """The task compared with `over`: its time is divided by that of `over`."""
    goal: float | None = None
    least: bool = True
    """Whether the goal is a lower or an upper limit."""
    unit: Literal["x", "commands/s", "s", "ms"] = "x"
    per: int = 0
    """The amount of work to give the time for; by default all of it."""


class Result(msgspec.Struct, frozen=True):
    """A figure as measured: the median of the rounds with the least and the most."""

    about: str
    median: float
    least: float
    most: float
    unit: str
    goal: str | None
    met: bool | None


def building(sizes: Sizes) -> list[Task]:
    """The stores to make, in order."""
    logs = sorted({sizes.replay, sizes.short, sizes.long})
    return [
        Task("build_played", 0),
        *(Task("build_log", size) for size in logs),
        Task("build_stock", sizes.replay),
        Task("build_long_play", sizes.verify),
    ]


NEEDS = {"verify": ("build_long_play",), "report": ("build_played",), "submit": ()}
"""The stores needed by lanes that do not need all of them."""


def only(lane: str, sizes: Sizes) -> tuple[list[Task], list[list[Task]]]:
    """What to build and measure for one lane; the machine's flush is always included."""
    needed = NEEDS.get(lane)
    built = [task for task in building(sizes) if needed is None or task.lane in needed]
    found = [[one for one in group if one.lane in (lane, "flush")] for group in groups(sizes)]
    return built, [group for group in found if group]


def groups(sizes: Sizes) -> list[list[Task]]:
    """The tasks, those that are compared side by side in one group."""
    appends = ("append_raw", "append_store", "append_events", "append_stock")
    return [
        [Task(lane, sizes.appends) for lane in appends],
        [Task(lane, sizes.replay) for lane in ("replay", "replay_loop", "replay_stock")],
        [Task(lane, size) for lane in ("opening", "replay") for size in (sizes.short, sizes.long)],
        [Task(lane, sizes.short) for lane in ("stepping", "one_step", "comparing", "explaining")],
        [Task("submit", 0), Task("verify", sizes.verify), Task("report", 0), Task("nothing", 0)],
        [Task("flush", sizes.appends)],
    ]


def figures(sizes: Sizes) -> list[Figure]:
    """The lines of the table."""
    replay = Task("replay", sizes.replay)
    short, long = Task("opening", sizes.short), Task("opening", sizes.long)
    store, raw = Task("append_store", sizes.appends), Task("append_raw", sizes.appends)
    events, stock = Task("append_events", sizes.appends), Task("append_stock", sizes.appends)
    cold_short, cold_long = Task("replay", sizes.short), Task("replay", sizes.long)
    return [
        Figure("Durable appends / raw sqlite3", store, raw, 0.8),
        Figure("Durable appends from values / stock eventsourcing", events, stock),
        Figure(
            f"Replay of {sizes.replay:,} events / stock eventsourcing",
            replay, Task("replay_stock", sizes.replay), 10,
        ),
        Figure(
            f"Replay of {sizes.replay:,} events / bare read-and-decode loop",
            replay, Task("replay_loop", sizes.replay), 0.6,
        ),
        Figure(
            f"Time to open {sizes.long:,} events / {sizes.short:,}",
            short, long, 1.25, least=False,
        ),
        Figure(f"Open {sizes.short:,} events", short, unit="ms"),
        Figure(f"Open {sizes.long:,} events", long, unit="ms"),
        Figure(f"Open {sizes.short:,} events, no snapshot", cold_short, unit="ms"),
        Figure(f"Open {sizes.long:,} events, no snapshot", cold_long, unit="ms"),
        Figure(f"Replay made of {sizes.short:,} events, 100 looked at",
               Task("stepping", sizes.short), unit="ms"),
        Figure("One step of a replay", Task("one_step", sizes.short), unit="ms"),
        Figure(f"Two points of {sizes.short:,} events compared", Task("comparing", sizes.short),
               unit="ms"),
        Figure(f"A figure of {sizes.short:,} events explained", Task("explaining", sizes.short),
               unit="ms"),
        Figure("`submit` of a whole campaign", Task("submit", 0), unit="commands/s"),
        Figure("`verify` of 100,000 events", Task("verify", sizes.verify), unit="s", per=100_000),
        Figure("One turn report and the index", Task("report", 0), unit="ms"),
    ]  # fmt: skip


def result(figure: Figure, measured: Mapping[str, Sequence[Sample]]) -> Result | None:
    """A figure from the samples; None if its lanes were not run."""
    over = measured.get(figure.over.name)
    under = measured.get(figure.under.name) if figure.under else None
    if not over or (figure.under and not under):
        return None
    if under is not None:
        values = [
            (one.seconds / one.work) / (base.seconds / base.work)
            if figure.least
            else one.seconds / base.seconds
            for base, one in zip(over, under, strict=True)
        ]
    elif figure.unit == "commands/s":
        values = [sample.work / sample.seconds for sample in over]
    else:
        scale = 1_000 if figure.unit == "ms" else 1
        values = [
            sample.seconds * scale * (figure.per / sample.work if figure.per else 1)
            for sample in over
        ]
    middle, met, goal = median(values), None, None
    if figure.goal is not None:
        met = middle >= figure.goal if figure.least else middle <= figure.goal
        goal = f"{'at least' if figure.least else 'at most'} {figure.goal:g}"
    return Result(figure.about, middle, min(values), max(values), figure.unit, goal, met)


MEMORY = {
    "append_raw": "raw sqlite3, appending",
    "append_store": "our store, appending",
    "append_stock": "stock eventsourcing, appending",
    "submit": "submit of a campaign",
    "replay": "replay",
    "replay_loop": "bare loop",
    "replay_stock": "stock eventsourcing, replaying",
    "opening": "opening",
    "stepping": "stepping through a replay",
    "verify": "verify",
    "report": "turn report",
    "nothing": "the program, only loaded",
}
"""The lanes whose memory is shown, with their labels."""
