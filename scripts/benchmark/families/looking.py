"""Looking back: a replay walked through, two points compared, a figure explained."""

from pathlib import Path

from campaign.history.diff import differences
from campaign.history.explain import explain
from campaign.history.replay import Replay
from campaign.store.ledger import Ledger
from scripts.benchmark.building import NAME
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

PLACES = 100
"""How many places of a replay are looked at."""


def stepping(folder: Path, work: int) -> dict[str, Part]:
    """A replay made and scattered events viewed, each with its changes; then single steps."""
    made, step = Stopwatch(), Stopwatch()
    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        with made:
            replay = Replay(ledger.live(NAME).system, ledger.log(NAME))
            for place in range(0, work, work // PLACES):
                replay.frame(place)
        middle = work // 2
        replay.frame(middle)
        for place in (middle + 1, middle, middle - 1, middle):
            with step:
                replay.frame(place)
    return {"made": made.part(), "step": step.part()}


def comparing(folder: Path, work: int) -> dict[str, Part]:
    """Two points of a campaign compared."""
    watch = Stopwatch()
    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        with watch:
            differences(ledger.show(NAME, work // 3), ledger.show(NAME, work - 1))
    return {"first": watch.part()}


def explaining(folder: Path, work: int) -> dict[str, Part]:
    """Germany's veto points explained, from the first event."""
    watch = Stopwatch()
    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        system = ledger.live(NAME).system
        with watch:
            lines = list(
                explain(system, ledger.counted(NAME), lambda s: s.veto_points.get("germany"))
            )
    assert lines
    return {"first": watch.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about looking back."""
    size = sizes.short
    stepped = Task("stepping", size)
    return [
        Figure(
            about=f"A replay made of {size:,} events, {PLACES} looked at",
            caches="cold",
            tasks=(stepped,),
            part="made",
        ),
        Figure(
            about="One step of that replay, forwards or back",
            caches="warm: the replay made",
            tasks=(stepped,),
            part="step",
        ),
        Figure(
            about=f"Two points of {size:,} events compared",
            caches="cold",
            tasks=(Task("comparing", size),),
            part="first",
        ),
        Figure(
            about=f"A figure of {size:,} events explained",
            caches="cold",
            tasks=(Task("explaining", size),),
            part="first",
        ),
    ]


FAMILY = Family(
    "Looking back",
    "The store is open, and nothing has been read yet.",
    {
        "stepping": Lane(stepping, needs=("log",)),
        "comparing": Lane(comparing, needs=("log",)),
        "explaining": Lane(explaining, needs=("log",)),
    },
    figures,
)
