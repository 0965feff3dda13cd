"""Opening a campaign: what a process does before it knows the state."""

from pathlib import Path

from campaign.store.ledger import Ledger
from campaign.store.snapshots import fingerprint
from scripts.benchmark.building import NAME
from scripts.benchmark.figures import Figure, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

TIMES = 20
"""How often the store is opened again in the same process."""


def digest(folder: Path, work: int) -> dict[str, Part]:
    """The label of snapshots, made once a process: a digest of the sources that a fold uses."""
    watch = Stopwatch()
    with watch:
        fingerprint("lif")
    return {"first": watch.part()}


def opening(folder: Path, work: int) -> dict[str, Part]:
    """A campaign opened from its snapshot; the label is known already, so that nothing hides."""
    first, again = Stopwatch(), Stopwatch()
    fingerprint("lif")
    for number in range(TIMES + 1):
        with again if number else first, Ledger(folder / f"log-{work}.db") as ledger:
            live = ledger.live(NAME)
        assert live.version == work
    return {"first": first.part(), "again": again.part()}


def folding(folder: Path, work: int) -> dict[str, Part]:
    """A campaign opened without a snapshot."""
    watch = Stopwatch()
    with watch, Ledger(folder / f"log-{work}.db") as ledger:
        live = ledger.fresh(NAME)
    assert live.version == work
    return {"first": watch.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about opening."""
    short, long = Task("opening", sizes.short), Task("opening", sizes.long)
    first, warm = "cold: the first in a process", "warm: again in the same process"
    found = [
        Figure(
            about=f"{sizes.long:,} events opened / {sizes.short:,}",
            caches=warm,
            tasks=(short, long),
            part="again",
            form="times",
            goal=1.25,
            row=Row("growth", "A campaign opened", f"{sizes.short:,} → {sizes.long:,} events"),
        ),
        Figure(
            about=f"{sizes.long:,} events opened / {sizes.short:,}",
            caches=first,
            tasks=(short, long),
            part="first",
            form="times",
        ),
    ]
    for task in (short, long):
        about = f"{task.work:,} events opened"
        found += [
            Figure(about=about, caches=first, tasks=(task,), part="first"),
            Figure(about=about, caches=warm, tasks=(task,), part="again"),
        ]
    return [
        *found,
        Figure(
            about="The label of snapshots, which comes on top once a process",
            caches=first,
            tasks=(Task("digest", 0),),
            part="first",
        ),
        *(
            Figure(
                about=f"{size:,} events opened without a snapshot",
                caches=first,
                tasks=(Task("folding", size),),
                part="first",
            )
            for size in (sizes.short, sizes.long)
        ),
    ]


FAMILY = Family(
    "Opening",
    "Opening includes the connection, a look at the file's form, finding, reading and decoding the"
    " newest snapshot, folding the events after it (500 here), the last event's digest and time,"
    " and closing. It does not include loading the program, nor the label of snapshots, a digest"
    " of the sources that every process makes once; that has a line of its own.",
    {
        "digest": Lane(digest),
        "opening": Lane(opening, needs=("log",)),
        "folding": Lane(folding, needs=("log",), rounds=3),
    },
    figures,
)
