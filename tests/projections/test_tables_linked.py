"""The file of the read tables as Datasette reads it: its name, and keys that links can follow."""

from pathlib import Path

import pytest

from campaign.kernel.projections import TableView
from campaign.projections import database, described, projector
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from support import front, table
from support.disputed import disputed
from support.table import FIRST_TURN, NAME, TO_1940
from tests.projections.test_read_model import query


def _board(folder: Path) -> Ledger:
    made = table.opened(folder)
    table.play(made, FIRST_TURN + TO_1940)
    return made


MADE = {"board": _board, "front": front.fought, "disputes": lambda to: disputed(to).ledger}
"""Short campaigns: with draws and ballots, with combats and counters, with disputes."""


@pytest.fixture(params=MADE)
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    """Each of them in turn."""
    made: Ledger = MADE[request.param](tmp_path)
    return made


@pytest.mark.parametrize(
    ("store", "tables"),
    [
        ("club.db", "club-tables.db"),
        ("club", "club-tables.db"),
        ("club.1941.db", "club-1941-tables.db"),
    ],
)
def test_the_file_has_no_dot_in_its_stem(store: str, tables: str) -> None:
    """Datasette names a database by the stem, and its links break at a dot."""
    assert database.path(Path("games") / store) == Path("games") / tables


def test_an_id_is_the_key_in_one_text(tmp_path: Path) -> None:
    """The campaign first, so that two campaigns of one store never share one."""
    book = _board(tmp_path)
    projector.update(book, NAME)
    assert query(book, "SELECT id FROM turns ORDER BY number") == [
        "club_1939-SO", "club_1939-ND", "club_1940-JF",
    ]  # fmt: skip
    assert query(book, "SELECT leader_id, turn_id FROM promotions WHERE draw=2") == [
        ("club_balbo", "club_1939-SO")
    ]
    text = query(book, "SELECT sentence FROM ballots JOIN events ON events.id=event_id LIMIT 1")
    assert text[0].startswith("Ballots opened")


def test_every_table_that_others_name_has_words_for_its_rows() -> None:
    """Datasette shows them in the place of the key."""
    tables = database.all_tables()
    named = database.named_by_others(tables)
    assert named == {name for name, kind in tables.items() if kind.label}
    for name in named:
        assert tables[name].label in tables[name].columns
        assert database.descriptions((), SYSTEMS["lif"])[name]["label_column"] == tables[name].label


def test_a_view_with_the_name_of_a_table_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found before a file is made."""
    view = TableView("leaders", "Leaders", {}, "SELECT 1")
    monkeypatch.setattr(described, "SHARED_VIEWS", (view,))
    with pytest.raises(ValueError, match="a read table and a view are both called leaders"):
        database.all_views()
