"""The read tables of US entry: counts by hand, and no value that was not shown.

What takes longer, waits or starts something, beside `lif/us_entry/test_read_model_us_entry.py`.
"""

import re
from pathlib import Path

from campaign.projections import projector
from support import road, table
from support.table import ADVANCE, NAME
from tests.projections.test_read_model import contents, query


def test_read_step_by_step_they_are_what_they_are_read_at_once(tmp_path: Path) -> None:
    """Tables brought up to date after every command hold the same rows as one reading."""
    book = table.opened(
        tmp_path, rulings={"draws": "table", "entry_chits": "table"}, setup=road.SETUP
    )
    with projector.TablesFollower(book) as kept:
        for number, commands in enumerate(road.TURNS):
            for command in [*([ADVANCE] if number else []), *commands]:
                table.play(book, [command])
                kept.update(NAME)
    stepwise = contents(book)
    assert stepwise["us_entry_pools"] and stepwise["partisans"]
    projector.rebuild(book, NAME)
    assert contents(book) == stepwise
    assert query(book, "PRAGMA foreign_key_check") == []


def test_other_values_leave_no_trace_but_commitments(tmp_path: Path) -> None:
    """The same story with other chits in the dark: only hashes of the rows differ."""
    told = []
    for folder, values in (("one", [4, 73]), ("other", [4, 9])):
        made = table.opened(
            tmp_path / folder, rulings={"draws": "table", "entry_chits": "table"},
            setup=road.SETUP,
        )  # fmt: skip
        first = list(road.FIRST)
        first[2] = {**first[2], "values": values}
        table.play(made, first)
        projector.update(made, NAME)
        told.append(re.sub(r"[0-9a-f]{64}", "#", repr(contents(made))))
    assert told[0] == told[1]
