"""The families of lanes, in the table's order. A family's file loads only what its lanes use."""

from collections.abc import Iterator
from importlib import import_module
from typing import cast

from scripts.benchmark.plan import Family, Lane

FILES = (
    "writing",
    "answering",
    "replaying",
    "opening",
    "looking",
    "verifying",
    "reporting",
    "starting",
    "correcting",
    "crowds",
    "mailing",
    "serving",
    "watching",
    "leagues",
    "doors",
    "simulating",
)
"""The files of the families."""
LANES = {
    "flush": "writing",
    "submit": "writing",
    "submit_cold": "writing",
    "append": "writing",
    "answer": "answering",
    "burst": "answering",
    "rebuild": "answering",
    "rebuild_played": "answering",
    "replay": "replaying",
    "team_replay": "replaying",
    "replay_stock": "replaying",
    "digest": "opening",
    "opening": "opening",
    "folding": "opening",
    "stepping": "looking",
    "comparing": "looking",
    "explaining": "looking",
    "verify": "verifying",
    "report": "reporting",
    "report_first": "reporting",
    "site": "reporting",
    "book": "reporting",
    "book_pictures": "reporting",
    "report_played": "reporting",
    "status": "starting",
    "ballot": "starting",
    "uncompiled": "starting",
    "undo": "correcting",
    "correction": "correcting",
    "tables_after_undo": "correcting",
    "threads": "crowds",
    "processes": "crowds",
    "reader": "crowds",
    "mail": "mailing",
    "served": "serving",
    "pages": "serving",
    "members": "serving",
    "noticed": "watching",
    "streams": "watching",
    "ready": "watching",
    "at_rest": "watching",
    "league_command": "leagues",
    "league_opening": "leagues",
    "league_crowded": "leagues",
    "listed": "leagues",
    "door": "doors",
    "sleeping": "doors",
    "take_over": "doors",
    "cross": "simulating",
    "seam": "simulating",
    "seeds": "simulating",
}
"""The file of each lane, so that no other family is loaded for it."""


def family(file: str) -> Family:
    """The family of a file."""
    return cast(Family, import_module(f"{__name__}.{file}").FAMILY)


def every() -> Iterator[Family]:
    """All families in order."""
    return map(family, FILES)


def lane(name: str) -> Lane:
    """A lane by its name."""
    return family(LANES[name]).lanes[name]
