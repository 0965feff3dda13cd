"""Undo and corrections of the last turn by the size of the campaign, and the tables after them."""

from pathlib import Path
from typing import Any

from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from campaign.store.snapshots import fingerprint
from campaign.text.json_values import JsonObject
from scripts.benchmark.building import accepted, copied
from scripts.benchmark.figures import Figure, Row, Task
from scripts.benchmark.long_play import BEGUN, NAME, UNSEEN, another_move, preview
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

APART = 6
"""How many events lie between those that are struck: two moves of the same leader stay."""
TIMES = 5
"""How often it is done again in the same process."""
UNDO: JsonObject = {"command": "UndoAct", "by": "one"}


def undo(folder: Path, work: int) -> dict[str, Part]:
    """A member takes back their last move; then another move, taken back too, and so on."""
    first, again = Stopwatch(), Stopwatch()
    path = copied(folder, f"long-{work}")
    fingerprint("lif")
    with first, Ledger(path) as ledger:
        accepted(ledger.submit(NAME, UNDO))
    with Ledger(path) as ledger:
        for number in range(TIMES + 1):
            accepted(ledger.submit(NAME, another_move(number)))
            watch = again if number else Stopwatch()
            with watch:
                answer = ledger.submit(NAME, UNDO)
            accepted(answer)
    return {"first": first.part(), "again": again.part()}


def correction(folder: Path, work: int) -> dict[str, Part]:
    """An event at the beginning of the running turn is struck under a ruling: preview and act."""
    first, again = Stopwatch(), Stopwatch()
    path = copied(folder, f"long-{work}")
    with Ledger(path) as ledger:
        begun = ledger.live(NAME).version - BEGUN + 1
        sent = [_ruled(ledger, begun + APART * (number + 1)) for number in range(TIMES + 1)]
    with Ledger(path) as ledger:
        for number, fields in enumerate(sent):
            with again if number else first:
                seen = preview(ledger, {**fields, "seen": UNSEEN}).digest
                answer = ledger.submit(NAME, {**fields, "seen": seen})
            accepted(answer)
    return {"first": first.part(), "again": again.part()}


def _ruled(ledger: Ledger, version: int) -> dict[str, Any]:
    """A dispute about an event, upheld; the correction that follows from it."""
    claim = {"claim": "that was not so", "versions": [version]}
    accepted(ledger.submit(NAME, {"command": "RaiseDispute", "by": "two", **claim}))
    dispute = f"d{len(ledger.live(NAME).state.campaign.record.disputes)}"
    ruling = {"dispute": dispute, "verdict": "upheld", "text": "so it was not"}
    accepted(ledger.submit(NAME, {"command": "GiveRuling", "by": "judge", **ruling}))
    fields = {"by": "judge", "dispute": dispute, "versions": [version]}
    return {"command": "StrikeEvents", **fields}


def tables_after_undo(folder: Path, work: int) -> dict[str, Part]:
    """The tables, current until then, brought up to date after an undo; and after another."""
    first, again = Stopwatch(), Stopwatch()
    with Ledger(copied(folder, f"long-{work}")) as ledger, TablesFollower(ledger) as tables:
        assert tables.update(NAME) == 0
        for number in range(2):
            accepted(ledger.submit(NAME, UNDO))
            with again if number else first:
                tables.update(NAME)
            accepted(ledger.submit(NAME, another_move(number)))
            tables.update(NAME)
    return {"first": first.part(), "again": again.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about corrections."""
    sized = sizes.played
    cold = "cold: store just opened"
    warm = "warm: again in the same process"
    found = []
    for lane, about in (
        ("undo", "Undo of the last move"),
        ("correction", "A move of the running turn struck, with its preview"),
        ("tables_after_undo", "Tables brought up to date after an undo"),
    ):
        tasks = tuple(Task(lane, size) for size in sized)
        for part, caches in (("first", cold), ("again", warm)):
            for task in tasks:
                found.append(
                    Figure(
                        about=f"{about}, {task.work:,} events",
                        caches=caches,
                        tasks=(task,),
                        part=part,
                    )
                )
            found.append(
                Figure(
                    about=f"… at {sized[-2]:,} events / at {sized[0]:,}",
                    caches=caches,
                    tasks=(tasks[0], tasks[-2]),
                    part=part,
                    form="times",
                    row=Row("growth", about, sizes.grown) if part == "again" else None,
                )
            )
    return found


FAMILY = Family(
    "Corrections",
    "The campaign is played act by act; its running turn has forty moves, so what lies behind the"
    " touched event is the same at every size. The label of snapshots, which every process makes"
    " once, is known. Memory is the peak of the whole process.",
    {
        "undo": Lane(undo, needs=("long",), rounds=3),
        "correction": Lane(correction, needs=("long",), rounds=3),
        "tables_after_undo": Lane(tables_after_undo, needs=("long", "tables"), rounds=2),
    },
    figures,
)
