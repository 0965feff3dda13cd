"""What is measured and with how much work: the families of lanes, and the stores they need."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.sample import Part


class Sizes(msgspec.Struct, frozen=True):
    """How much work."""

    rounds: int
    """How often each lane is run, a process each."""
    commands: int
    """Of the recorded campaign."""
    appends: int
    cold: int
    """Operations that each open the store anew."""
    replay: int
    short: int
    long: int
    played: tuple[int, ...]
    """Events of the campaigns that are really played; the first has one turn."""
    callers: int
    """Commands of each of eight writers."""
    processes: int
    """How often each process is started."""
    again: int
    """How often pages and tables are made again in one process."""
    campaigns: int
    """How many a large store has."""
    creations: int
    """Clubs that are begun at once."""
    clubs: int
    """Clubs that sleep."""
    rows: tuple[int, int]
    """Of a sheet that is taken over, and of a long one."""
    pictures: int
    """In a printed book, one a turn."""
    seeds: int
    """Evenings that are simulated."""

    @property
    def grown(self) -> str:
        """From how many events to how many it is told how a time grows."""
        return f"{self.played[0]:,} → {self.played[-2]:,} events"


FULL = Sizes(
    rounds=5,
    commands=1_218,
    appends=1_000,
    cold=100,
    replay=100_000,
    short=20_000,
    long=1_000_000,
    played=(1_000, 12_500, 100_000, 200_000),
    callers=100,
    processes=20,
    again=5,
    campaigns=1_000,
    creations=500,
    clubs=200,
    rows=(200, 2_000),
    pictures=36,
    seeds=100,
)
QUICK = Sizes(
    rounds=1,
    commands=60,
    appends=20,
    cold=2,
    replay=2_000,
    short=2_000,
    long=4_000,
    played=(200, 250, 350, 400),
    callers=2,
    processes=1,
    again=1,
    campaigns=12,
    creations=12,
    clubs=3,
    rows=(20, 40),
    pictures=1,
    seeds=1,
)


class Lane(msgspec.Struct, frozen=True):
    """What is run in a process of its own."""

    run: Callable[[Path, int], Mapping[str, Part]]
    """From the folder of the stores and an amount of work to what each side took."""
    needs: tuple[str, ...] = ()
    """The kinds of stores that must be there: some of its own size, some of none."""
    rounds: int = 5
    """How often it is run, at most."""
    of_children: bool = False
    """Whether the memory that counts is that of processes it starts."""


class Family(msgspec.Struct, frozen=True):
    """Lanes about one thing, and the lines they are for."""

    title: str
    about: str
    """What holds for all its lines."""
    lanes: Mapping[str, Lane]
    figures: Callable[[Sizes], list[Figure]]


SCRATCH = "scratch-"
"""How the names of folders begin that are deleted after each process."""
OF_NO_SIZE = frozenset({"played", "team"})
"""The recorded campaign and copies of it, and the team campaign."""


def tasks(figures: Iterable[Figure]) -> list[Task]:
    """What has to be run for some lines, each once, in their order."""
    return list(dict.fromkeys(task for figure in figures for task in figure.measured))


def stores(tasks: Iterable[Task], lanes: Mapping[str, Lane]) -> list[Task]:
    """The stores to make for some tasks, each once; the recorded campaign is always made first."""
    wanted = {
        Task(kind, 0 if kind in OF_NO_SIZE else task.work)
        for task in tasks
        for kind in lanes[task.lane].needs
    }
    order = ("played", "team", "log", "stock", "long", "tables", "league")
    wanted |= {Task("long", task.work) for task in wanted if task.lane == "tables"}
    wanted |= {Task("log", task.work) for task in wanted if task.lane == "stock"}
    wanted |= {Task("played", 0)}
    return sorted(wanted, key=lambda task: (order.index(task.lane), task.work))
