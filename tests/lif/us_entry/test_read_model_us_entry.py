"""The read tables of US entry: counts by hand, and no value that was not shown."""

import re
from pathlib import Path

import pytest

from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support import road, table
from support.table import ADVANCE, NAME
from tests.projections.test_read_model import contents, query

pytestmark = pytest.mark.further


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """Four turns on the road to war, read."""
    made = road.travelled(tmp_path)
    projector.update(made, NAME)
    return made


def test_lif_5_3_pools_after_every_event_that_changed_one(book: Ledger) -> None:
    """As reckoned in `road`: at the end of each turn entry and tension against each theatre."""
    told = query(
        book,
        "SELECT turn, pool, count FROM us_entry_pools AS one WHERE version="
        " (SELECT max(version) FROM us_entry_pools WHERE turn=one.turn)"
        " ORDER BY turn, pool",
    )
    ends = {
        "1939-SO": (2, 5, 0, 0), "1939-ND": (0, 5, 2, 0),
        "1940-JF": (0, 4, 2, 0), "1940-MA": (1, 4, 2, 0),
    }  # fmt: skip
    pools = ("entry-germany-italy", "entry-japan", "tension-germany-italy", "tension-japan")
    expected = {
        (turn, pool, count)
        for turn, counts in ends.items()
        for pool, count in zip(pools, counts, strict=True)
    }
    assert set(told) == expected and len(told) == len(expected)


def test_lif_5_3_3_aside_and_due_are_counted_too(book: Ledger) -> None:
    """Two are missing from the pool: first due from the cup, then aside, then back again."""
    told = query(
        book,
        "SELECT count, aside, due FROM us_entry_pools WHERE pool='entry-germany-italy'"
        " AND turn<>'1939-SO' ORDER BY version",
    )
    assert told == [(0, 0, 0), (0, 0, 2), (0, 2, 0), (0, 2, 0), (0, 0, 0), (1, 0, 0)]
    assert query(book, "SELECT DISTINCT common_pool FROM us_entry_pools") == [None]


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


def test_lif_5_3_2_options_with_level_number_roll_and_chits(book: Ledger) -> None:
    """14 and a 4 are two chits; 7 and an 8 none."""
    told = query(
        book,
        "SELECT turn, option, name, target, level, germany_italy_number, germany_italy_roll,"
        " germany_italy_chits, japan_number, japan_roll, japan_chits"
        " FROM us_entry_options ORDER BY version",
    )
    assert told == [
        ("1939-ND", 18, "Resources to Allies", "france", 5, 14, 4, 2, None, None, None),
        ("1940-JF", 70, "Our own option", "", 4, None, None, None, 7, 8, 0),
    ]


def test_lif_5_3_3_actions_with_number_roll_and_chits(book: Ledger) -> None:
    """0 needs no roll and brings none; 23 and a 2 bring three; −10 removes one without a roll."""
    told = query(
        book,
        "SELECT turn, action, power, target, germany_italy_number, germany_italy_roll,"
        " germany_italy_chits, japan_number, japan_roll, japan_chits"
        " FROM us_entry_actions ORDER BY version",
    )
    assert told == [
        ("1939-SO", 10, "japan", "", 0, None, 0, 23, 2, 3),
        ("1940-JF", 12, "japan", "A1234", None, None, None, -10, None, -1),
    ]


def test_lif_5_3_2_chits_shown_are_rows_and_no_others(book: Ledger) -> None:
    """c3 and c4 for option 18, c1 for option 70, c8 and c9 from aside."""
    told = query(
        book, "SELECT chit, value, pool, reason FROM us_entry_shown ORDER BY version, chit"
    )
    assert told == [
        ("c3", 3, "entry-germany-italy", "option 18"),
        ("c4", 2, "entry-germany-italy", "option 18"),
        ("c1", 4, "entry-japan", "option 70"),
        ("c8", 2, "entry-germany-italy", "put aside for the entry pools"),
        ("c9", 1, "entry-germany-italy", "put aside for the entry pools"),
    ]
    others = "germany italy japan ussr commonwealth france china"
    assert query(book, 'SELECT DISTINCT "to" FROM us_entry_shown') == [others]


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
