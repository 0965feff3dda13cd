"""The file of the read tables as Datasette reads it: its name, and keys that links can follow.

What takes longer, waits or starts something, beside `projections/test_tables_linked.py`.
"""

from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support.table import NAME
from tests.projections.test_read_model import query
from tests.projections.test_tables_linked import book

__all__ = ["book"]


def test_every_link_is_of_one_column_and_leads_to_a_row(book: Ledger) -> None:
    """Datasette makes no link of several columns, and finds a row by a key of one."""
    projector.update(book, NAME)
    followed = set()
    for name, kind in database.all_tables().items():
        expected = {column: (other, "id") for column, other in kind.link_columns().items()}
        if name != "campaigns":
            expected["campaign"] = ("campaigns", "campaign")
        listed = query(
            book, 'SELECT id, "from", "table", "to" FROM pragma_foreign_key_list(?)', name
        )
        assert {of: (other, to) for _, of, other, to in listed} == expected
        assert len({number for number, *_ in listed}) == len(listed)
        for column, (other, to) in expected.items():
            key = query(book, "SELECT name FROM pragma_table_info(?) WHERE pk", other)
            assert key == [to]
            lost = f'SELECT "{column}" FROM "{name}" EXCEPT SELECT "{to}" FROM "{other}"'
            assert query(book, lost) in ([], [None])
            if query(book, f'SELECT 1 FROM "{name}" WHERE "{column}" IS NOT NULL LIMIT 1'):
                followed.add(other)
    assert {"campaigns", "turns", "events"} <= followed
