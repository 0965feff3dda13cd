"""Four turns on the road to war, for tests of what is told of them; chits and dice at the table.

Ben plays the USA. The chart and all values are the story's own, not the game's.
"""

from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger
from support import table
from support.table import ADVANCE

NEVER_SHOWN = (73, 61, 88)
"""Values of chits that nobody but Ben ever sees."""
SETUP: dict[str, Any] = {
    "wars": [["commonwealth", "germany"], ["france", "germany"]],
    "members": [
        {"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["germany"],
         "email": table.MAIL},
        {"member": "ben", "name": "Ben", "roles": ["player"], "powers": ["usa"]},
    ],
}  # fmt: skip
CHART: list[dict[str, Any]] = [
    {"kind": "option", "number": 18, "colour": "gray", "level": 5, "germany_italy": 14},
    {"kind": "option", "number": 46, "colour": "red", "level": 9, "japan": 5},
    {"kind": "option", "number": 70, "name": "Our own option", "colour": "red", "level": 4,
     "japan": 7},
    {"kind": "action", "number": 10, "germany_italy": 0, "japan": 23},
    {"kind": "action", "number": 11, "japan": 12},
    {"kind": "action", "number": 12, "japan": -10},
    {"kind": "action", "number": 71, "name": "<b>Our own</b> action", "power": "germany",
     "germany_italy": 5},
]  # fmt: skip


def by_ben(command: str, **fields: Any) -> dict[str, Any]:
    """A command of the USA's player."""
    return {"command": command, "by": "ben", **fields}


FIRST: list[dict[str, Any]] = [
    {"command": "StockEntryChits"},
    {"command": "ImportEntryChart", "rows": CHART, "source": "our chart"},
    by_ben("DrawEntryChits", pool="entry-japan", values=[4, 73]),
    by_ben("DrawEntryChits", pool="entry-germany-italy", values=[3, 2]),
    {"command": "TakeEntryAction", "action": 10, "rolls": {"japan": 2},
     "stated": {"nanking": "yes"}},
    by_ben("EnterEntryChits", pool="entry-japan", values=[1, 5, 61]),
]  # fmt: skip
"""LiF 5.3.3: 23 and a roll of 2 are 2 + 1 = 3 chits: entry 2 and 2 + 3 = 5, tension 0 and 0."""

SECOND: list[dict[str, Any]] = [
    by_ben("PickEntryOption", option=18, target="france", rolls={"germany-italy": 4},
           chits={"entry-germany-italy": ["c3", "c4"]}),
    {"command": "ReturnEntryChits", "pool": "entry-germany-italy", "count": 2,
     "reason": "our own rule"},
    by_ben("EnterEntryChits", pool="entry-germany-italy", values=[2, 1], aside=True),
]  # fmt: skip
"""LiF 5.3.2: c3 and c4 show 3 + 2 = 5; 14 and a roll of 4 are 2 chits: entry 0 and 5, tension 2
and 0. Two are missing for the club's own rule: 2 and 1 lie aside, and 2 turns must pass."""

THIRD: list[dict[str, Any]] = [
    by_ben("PickEntryOption", option=70, show=["c1"], rolls={"japan": 8}),
    {"command": "TakeEntryAction", "action": 12, "target": "a1234", "stated": {"chinese": "yes"},
     "chits": {"entry-japan": ["c6"]}},
]  # fmt: skip
"""LiF 5.3.2, 5.3.3: c1 shows 4; 7 and a roll of 8 bring none. Gas removes one: entry 0 and 4."""

FOURTH: list[dict[str, Any]] = [
    by_ben("ReturnAsideChits", kind="entry"),
    {"command": "RetakeCity", "city": "nanking"},
    by_ben("DrawEntryChits", pool="entry-germany-italy", values=[88]),
]
"""Ruling 39: November/December and 2 turns is March/April. Nanking's government is dissolved."""

TURNS = (FIRST, SECOND, THIRD, FOURTH)


def travelled(folder: Path, turns: int = 4, *, ruled: Any = None, **request: Any) -> Ledger:
    """The campaign after so many turns, the last one still in play."""
    rulings = {"draws": "table", "entry_chits": "table", **(ruled or {})}
    book = table.opened(folder, rulings=rulings, setup=SETUP, **request)
    for number, commands in enumerate(TURNS[:turns]):
        table.play(book, [*([ADVANCE] if number else []), *commands])
    return book
