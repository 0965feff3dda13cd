"""Start-up: verbs of the command line, each in a process of its own, as a user calls them.

Nothing of the program is loaded here: a process that is started would count its memory as its own.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import msgspec

from scripts.benchmark.figures import Figure, Limit, Row, Task
from scripts.benchmark.machine import copy_to_disk
from scripts.benchmark.plan import SCRATCH, Family, Lane, Sizes
from scripts.benchmark.sample import Part, part

CALL = (sys.executable, "-c", "from campaign.cli import main; main()")
COUNTED = (
    sys.executable,
    "-c",
    "import atexit, sys\n"
    "own = lambda: sum(name.partition('.')[0] in ('campaign', 'events') for name in sys.modules)\n"
    "atexit.register(lambda: print(own(), file=sys.stderr))\n"
    "from campaign.cli import main; main()",
)
"""The same, which says at its end how many modules of the program it has loaded."""
PYTHON = (sys.executable, "-c", "import click, msgspec, sqlite3")
"""A process that loads what any such program needs, and does nothing."""
LIBRARIES = "Python with click, msgspec and sqlite3"


class Starter:
    """Starts processes, and notes their wall time and their own CPU time."""

    def __init__(self, bytecode: Path, *, kept: bool = True, **more: str) -> None:
        self.walls: list[float] = []
        self.cpus: list[float] = []
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        self._environment["PYTHONPATH"] = str(Path(__file__).parents[3])
        self._environment |= more
        # A folder of our own: whether the checkout's files are compiled must not matter.
        self._environment["PYTHONPYCACHEPREFIX"] = str(bytecode)
        if not kept:
            self._environment["PYTHONDONTWRITEBYTECODE"] = "1"

    def run(self, *call: str) -> str:
        """One process, which must end well; its last line on standard error."""
        before, wall = _of_children(), perf_counter()
        done = subprocess.run(call, env=self._environment, capture_output=True, check=False)
        self.walls.append(perf_counter() - wall)
        self.cpus.append(_of_children() - before)
        if done.returncode:
            raise SystemExit(f"{' '.join(call[3:])}: {done.stderr.decode()}")
        return done.stderr.decode().rpartition("\n")[0].rpartition("\n")[2]

    def part(self) -> Part:
        """What was started."""
        return part(self.walls, self.cpus)


def _of_children() -> float:
    """The CPU time of all processes that have ended, finer than `os.times` tells it."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _copied(folder: Path) -> Path:
    """A copy of the store that waits for a ballot; the lane for that must not load the program."""
    copy = Path(tempfile.mkdtemp(dir=folder, prefix=SCRATCH)) / "store.db"
    for tail in (".db", ".vault", "-tables.db"):
        copy_to_disk(folder / f"ballots{tail}", copy.with_name(f"{copy.stem}{tail}"))
    return copy


def status(folder: Path, work: int) -> dict[str, Part]:
    """`status`, and a process that only loads libraries, in turns."""
    bytecode = folder / "bytecode"
    asked = ("--store", str(_copied(folder)), "status", "recorded")
    call = (*CALL, *asked)
    modules = int(Starter(bytecode).run(*COUNTED, *asked))  # compiles as well
    ours, python = Starter(bytecode), Starter(bytecode)
    for _ in range(work):
        ours.run(*call)
        python.run(*PYTHON)
    counted = part([modules], [0.0])
    return {"ours": ours.part(), "python": python.part(), "modules": counted}


def ballot(folder: Path, work: int) -> dict[str, Part]:
    """A ballot sealed, with its receipt and the tables for reading; each time on a fresh copy."""
    bytecode = folder / "bytecode"
    sent = msgspec.json.decode((folder / "ballots.json").read_bytes())
    ours, compiling = Starter(bytecode), Starter(bytecode)
    for number in range(work + 1):
        store = ("--store", str(_copied(folder)), "--as", sent.get("by", "host"))
        act = ("ballot", "recorded", sent["power"], sent["choice"])
        if number:
            ours.run(*CALL, *store, *act)
        else:
            modules = int(compiling.run(*COUNTED, *store, *act))
    return {"ours": ours.part(), "modules": part([modules], [0.0])}


def uncompiled(folder: Path, work: int) -> dict[str, Part]:
    """`status` where no file of the program or its libraries is compiled."""
    empty = Path(tempfile.mkdtemp(dir=folder, prefix=SCRATCH))
    ours, call = Starter(empty, kept=False), (*CALL, "--store", str(_copied(folder)))
    for _ in range(work):
        ours.run(*call, "status", "recorded")
    return {"ours": ours.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about start-up."""
    times = sizes.processes
    looked, sealed = Task("status", times), Task("ballot", times)
    warm = "warm: files compiled and in memory; all else cold"
    limit = Limit(looked, "python", "the libraries", "median")
    return [
        Figure(
            about="`campaign status` as a process",
            caches=warm,
            tasks=(looked,),
            over="median",
            goal=2,
            limit=limit,
            by="cpu",
            row=Row("felt", "`campaign status`"),
        ),
        Figure(
            about="`campaign ballot` as a process, the tables brought up to date",
            caches=warm,
            tasks=(sealed,),
            over="median",
            goal=2.75,
            limit=limit,
            by="cpu",
            row=Row("felt", "`campaign ballot`"),
        ),
        *(
            Figure(
                about=f"Own modules that `campaign {task.lane}` loads",
                caches=warm,
                tasks=(task,),
                part="modules",
                over="worst",
                unit="modules",
                goal=goal,
                row=Row("felt", f"Own modules of `campaign {task.lane}`"),
            )
            for task, goal in ((looked, 90), (sealed, 130))
        ),
        Figure(
            about=f"`campaign status` as a process / {LIBRARIES}, in turns",
            caches=warm,
            tasks=(looked,),
            form="cost",
            against="python",
            over="median",
            row=Row("ratios", "`campaign status`, cost", LIBRARIES),
        ),
        Figure(
            about="`campaign status` as a process",
            caches="cold: nothing compiled",
            tasks=(Task("uncompiled", max(1, times // 10)),),
            over="median",
        ),
    ]


FAMILY = Family(
    "Start-up",
    "A process from its start to its end, on the recorded campaign. A ballot seals the choice,"
    " keeps the receipt and brings the tables for reading up to date.",
    {
        "status": Lane(status, needs=("played",), rounds=3, of_children=True),
        "ballot": Lane(ballot, needs=("played",), rounds=3, of_children=True),
        "uncompiled": Lane(uncompiled, needs=("played",), rounds=3, of_children=True),
    },
    figures,
)
