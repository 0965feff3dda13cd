"""The read tables: what they hold, what they keep to themselves, and how they catch up.

What takes longer, waits or starts something, beside `projections/test_read_model.py`.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.kernel.projections import combined
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from support import table
from support.table import ADVANCE, FIRST_TURN, NAME, ballot
from tests.projections.test_read_model import book, contents, query

__all__ = ["book"]


def test_the_tables_of_swapped_choices_differ_in_random_looking_values_alone(
    tmp_path: Path,
) -> None:
    """Sealed choices leave no trace but commitments and the digests over them."""
    told = []
    for name, choice in (("one", "veto"), ("other", "no-veto")):
        book = table.opened(tmp_path / name)
        table.play(book, [*FIRST_TURN[:-2], ballot("germany", choice, "anna")])
        projector.update(book, NAME)
        rows_of = contents(book)
        del rows_of["campaigns"]
        last = rows_of["events"].pop()
        details = json.loads(last[5])
        assert details.pop("commitment")
        told.append((rows_of, last[:5], details, last[6:8]))
    assert told[0] == told[1]


@pytest.mark.rotating(2)
@pytest.mark.parametrize("forgetful", [False, True])
def test_a_table_read_step_by_step_is_the_table_read_at_once(
    tmp_path: Path, forgetful: bool
) -> None:
    """After every command, by one program or by a new one each time, in mid-board too."""
    book, commands = table.recorded(tmp_path, "lif-1998-global-war")
    with projector.TablesFollower(book) as kept:
        for command in commands[: 150 if forgetful else 400]:
            assert book.submit(NAME, command)["accepted"]
            assert (projector.update(book, NAME) if forgetful else kept.update(NAME)) >= 0
    stepwise = contents(book)
    calls: list[tuple[int, int]] = []
    count = projector.rebuild(book, NAME, lambda done, whole: calls.append((done, whole)))
    assert contents(book) == stepwise
    assert count == book.store.version(NAME)
    assert calls[-1] == (count, count)
    assert query(book, "PRAGMA foreign_key_check") == []


def test_where_nothing_says_where_to_read_on_all_is_read(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that asks for a table's newest row, where the table is empty."""
    whole = book.store.version(NAME)
    elsewhere = replace(
        SYSTEM, tables=replace(combined(SYSTEM.tables.single), since=lambda state: "combats")
    )
    monkeypatch.setitem(SYSTEMS, SYSTEM.name, elsewhere)
    again = Ledger(book.store.path)
    before = contents(again)
    assert query(again, "SELECT count(*) FROM combats") == [0]
    assert again.submit(NAME, ADVANCE)["accepted"]
    assert projector.update(again, NAME) == again.store.version(NAME) > whole
    assert contents(again)["promotions"] == before["promotions"]
    again.close()


def test_lif_4_2_points_of_a_whole_campaign(tmp_path: Path) -> None:
    """Both recorded campaigns come to the points that were worked out for each turn."""
    for which in ("lif-1998-global-war", "lif-list-global-war"):
        book, commands = table.recorded(tmp_path / which, which)
        for command in commands:
            book.submit(NAME, command)
        assert projector.update(book, NAME) == book.store.version(NAME)
        expected = json.loads((table.CAMPAIGNS / which / "expected.json").read_text())
        found: dict[str, dict[str, int]] = {}
        for turn, power, points in query(book, "SELECT turn, power, points FROM veto_points"):
            found.setdefault(turn, {})[power] = points
        assert found == {turn: told["veto_points"] for turn, told in expected["turns"].items()}
        statuses = dict(query(book, "SELECT leader, status FROM leaders"))
        assert statuses == expected["final"]["leaders"]


def test_two_campaigns_of_one_store_stand_side_by_side(book: Ledger) -> None:
    """Rebuilding one leaves the other alone."""
    assert book.open("other", scenario="global-war")["accepted"]
    projector.update(book, "other")
    before = contents(book)
    projector.rebuild(book, "other")
    assert contents(book) == before
    assert query(book, "SELECT campaign FROM campaigns ORDER BY 1") == [NAME, "other"]


def test_the_tables_may_be_deleted_at_any_time(book: Ledger) -> None:
    """The next update makes the same tables again."""
    before = contents(book)
    database.delete(book.store.path)
    assert not database.path(book.store.path).exists()
    assert projector.update(book, NAME) == book.store.version(NAME)
    assert contents(book) == before


def test_tables_of_another_form_are_made_anew(book: Ledger) -> None:
    """A file of an older version of the tables is replaced."""
    before = contents(book)
    with closing(sqlite3.connect(database.path(book.store.path))) as db:
        db.execute("PRAGMA user_version=99")
    assert projector.update(book, NAME) == book.store.version(NAME)
    assert contents(book) == before
