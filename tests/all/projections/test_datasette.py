"""What Datasette reads beside the tables: words for every column, and queries people ask.

What takes longer, waits or starts something, beside `projections/test_datasette.py`.
"""

import re

from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support import recorded
from tests.projections.test_datasette import asked, book, content, whole
from tests.projections.test_read_model import query

__all__ = ["book", "whole"]


def test_every_query_runs_and_every_word_is_of_a_column(whole: Ledger) -> None:
    """Twelve queries; tables, views and columns as they are in the file, none without words."""
    written = content(whole, recorded.NAME)
    assert len(written["queries"]) == 12
    for name, saved in written["queries"].items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert saved["title"] and saved["description"].endswith(".") and ":" not in saved["sql"]
        query(whole, saved["sql"])
    tables = query(whole, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    assert set(written["tables"]) == set(tables)
    full = {
        name for name in database.all_tables() if query(whole, f'SELECT 1 FROM "{name}" LIMIT 1')
    }
    for name, words in written["tables"].items():
        columns = query(whole, "SELECT name FROM pragma_table_xinfo(?)", name)
        assert words["description"]
        if name != database.DESCRIPTIONS:
            assert list(words["columns"]) == columns and all(words["columns"].values())
        assert {words.get("label_column", columns[0]), words.get("sort", columns[0])} <= {*columns}
        if name in database.all_tables() and not any(other.startswith(name) for other in full):
            assert words.get("hidden") is True
        elif name != database.DESCRIPTIONS:
            assert "hidden" not in words


def test_a_campaign_s_queries_are_of_it_alone(book: Ledger) -> None:
    """Another one of the store is not in their answers."""
    before = {name: asked(book, name) for name in content(book)["queries"]}
    assert book.open("other", scenario="global-war")["accepted"]
    projector.update(book, "other")
    assert {name: asked(book, name) for name in before} == before
    assert asked(book, "leaders-never-drawn", "other") != before["leaders-never-drawn"]
