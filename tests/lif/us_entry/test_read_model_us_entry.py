"""The read tables of US entry: counts by hand, and no value that was not shown."""

import re
from pathlib import Path
from typing import Any

import pytest

from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support import road, table
from support.table import ADVANCE, NAME
from tests.projections.test_read_model import contents, query

pytestmark = pytest.mark.further


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """Four turns on the road to war, read."""
    made = road.travelled(tmp_path_factory.mktemp("road"))
    projector.update(made, NAME)
    return made


ROLLED = "germany_italy_number, germany_italy_roll, germany_italy_chits, japan_number, japan_roll"
ENDS = {"1939-SO": (2, 5, 0, 0), "1939-ND": (0, 5, 2, 0),
        "1940-JF": (0, 4, 2, 0), "1940-MA": (1, 4, 2, 0)}  # fmt: skip
"""As reckoned in `road`: at the end of each turn entry and tension against each theatre."""
POOLS = ("entry-germany-italy", "entry-japan", "tension-germany-italy", "tension-japan")
READ: dict[str, tuple[str, list[tuple[Any, ...]]]] = {
    "LiF 5.3: pools after every event that changed one": (
        "SELECT turn, pool, count FROM us_entry_pools AS one WHERE version="
        " (SELECT max(version) FROM us_entry_pools WHERE turn=one.turn) ORDER BY turn, pool",
        sorted((turn, *row) for turn, counts in ENDS.items()
               for row in zip(POOLS, counts, strict=True))),
    "LiF 5.3.3: two that a pool lacks are due from the cup, then aside, then back again": (
        "SELECT count, aside, due FROM us_entry_pools WHERE pool='entry-germany-italy'"
        " AND turn<>'1939-SO' ORDER BY version",
        [(0, 0, 0), (0, 0, 2), (0, 2, 0), (0, 2, 0), (0, 0, 0), (1, 0, 0)]),
    "the tracker counts no cup": ("SELECT DISTINCT common_pool FROM us_entry_pools", [(None,)]),
    "LiF 5.3.2: 14 and a 4 are two chits; 7 and an 8 none": (
        f"SELECT turn, option, name, target, level, {ROLLED}, japan_chits"
        " FROM us_entry_options ORDER BY version",
        [("1939-ND", 18, "Resources to Allies", "france", 5, 14, 4, 2, None, None, None),
         ("1940-JF", 70, "Our own option", "", 4, None, None, None, 7, 8, 0)]),
    "LiF 5.3.3: 0 needs no roll; 23 and a 2 bring three; −10 removes one without a roll": (
        f"SELECT turn, action, power, target, {ROLLED}, japan_chits"
        " FROM us_entry_actions ORDER BY version",
        [("1939-SO", 10, "japan", "", 0, None, 0, 23, 2, 3),
         ("1940-JF", 12, "japan", "A1234", None, None, None, -10, None, -1)]),
    "LiF 5.3.2: chits shown, and no others": (
        "SELECT chit, value, pool, reason FROM us_entry_shown ORDER BY version, chit",
        [("c3", 3, "entry-germany-italy", "option 18"),
         ("c4", 2, "entry-germany-italy", "option 18"),
         ("c1", 4, "entry-japan", "option 70"),
         ("c8", 2, "entry-germany-italy", "put aside for the entry pools"),
         ("c9", 1, "entry-germany-italy", "put aside for the entry pools")]),
    "they were shown to all others": (
        'SELECT DISTINCT "to" FROM us_entry_shown',
        [("germany italy japan ussr commonwealth france china",)]),
}  # fmt: skip


@pytest.mark.parametrize("what", READ)
def test_what_the_tables_of_the_road_hold(book: Ledger, what: str) -> None:
    """Counts, rolls and chits by hand."""
    sql, rows = READ[what]
    told = query(book, sql)
    assert [one if isinstance(one, tuple) else (one,) for one in told] == rows


def test_lif_5_3_the_ledger_s_common_pool_is_counted(tmp_path: Path) -> None:
    """Of 30 chits two are drawn."""
    made = table.opened(tmp_path)
    rows = [{"value": 2, "count": 30}]
    table.play(
        made,
        [
            {"command": "StockEntryChits", "rows": rows},
            {"command": "DrawEntryChits", "pool": "entry-japan", "count": 2},
        ],
    )
    projector.update(made, NAME)
    told = query(
        made,
        "SELECT count, common_pool FROM us_entry_pools WHERE pool='entry-japan' ORDER BY version",
    )
    assert told == [(0, 30), (2, 28)]


def test_lif_5_3_3_partisans_and_supply_sources_as_they_stand(tmp_path: Path) -> None:
    """Nanking is Japan's until it is retaken; China's partisans stay."""
    made = road.travelled(tmp_path, 3)
    projector.update(made, NAME)
    assert query(made, "SELECT place, power, rank FROM supply_sources") == [
        ("nanking", "japan", "secondary")
    ]
    table.play(made, [ADVANCE, *road.FOURTH])
    projector.update(made, NAME)
    assert query(made, "SELECT place FROM supply_sources") == []
    assert query(made, "SELECT country, number FROM partisans") == [("china", 15)]


def test_lif_6_what_was_taken_before_the_campaign(tmp_path: Path) -> None:
    """The scenario of 1940 has options 1, 4, 11 and 18, and an answer says for whom 18 was."""
    made = table.opened(tmp_path, scenario="end-of-the-beginning")
    projector.update(made, NAME)
    sql = "SELECT number, target FROM us_entry_before WHERE kind='option' ORDER BY 1, 2"
    assert query(made, sql) == [(1, ""), (4, ""), (11, ""), (18, "")]
    actions = query(made, "SELECT number FROM us_entry_before WHERE kind='action' ORDER BY 1")
    assert actions == [7, 8, 25, 26, 27]
    answer = {"command": "AnswerScenario", "question": "option-18", "answer": "commonwealth"}
    table.play(made, [answer])
    projector.update(made, NAME)
    assert query(made, sql) == [(1, ""), (4, ""), (11, ""), (18, "commonwealth")]


def test_every_table_and_column_is_described(book: Ledger) -> None:
    """A person who opens the file is told what each is."""
    told = set(query(book, 'SELECT "table", "column" FROM descriptions'))
    names = {"us_entry_pools", "us_entry_options", "us_entry_actions", "us_entry_before",
             "us_entry_shown", "partisans", "supply_sources"}  # fmt: skip
    assert names <= {kind.name for kind in database.all_tables().values()}
    for kind in database.all_tables().values():
        assert {(kind.name, column) for column in ("", "campaign", *kind.columns)} <= told


# --- what they keep to themselves ---------------------------------------------------------------


def test_no_hidden_value_is_in_any_cell(tmp_path: Path) -> None:
    """73, 61 and 88 were never shown: they stand in no cell, as a number or in a text.

    The same look finds 23, the number of an action. Without leaders no ability has these numbers.
    """
    made = road.travelled(tmp_path, modules={"leaders": False})
    projector.update(made, NAME)
    text = re.sub(r"[0-9a-f]{32,}|[\d-]+T[\d:.]+Z", "", repr(contents(made)))
    found = set(re.findall(r"\d+", text))
    assert "23" in found
    assert not found & {str(value) for value in road.NEVER_SHOWN}
