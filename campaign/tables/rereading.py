"""A part of a history read twice, as it counted and as it counts: rows that differ are written. IO.

A row that is numbered by its event comes from one place in the history, so that such rows can be
compared part by part. Any other may be written again by later events, and is compared in the end.
"""

import sqlite3

from campaign.tables.reading import RowReading
from campaign.tables.writing import RowWriter

PART = 1_000
"""How many events are read before the rows numbered by them are compared."""


def reread(
    db: sqlite3.Connection,
    writes: RowWriter,
    name: str,
    was: RowReading,
    now: RowReading,
    *,
    is_last: bool,
) -> bool:
    """Whether the rows are now what the second reading gives; it must reach the end.

    Not so if the first gave a row that the second does not, and that an event before both may have
    written too. `is_last` says that no event before both has.
    """
    end, more = was.version, True
    while more:
        end += PART
        was.through(end)
        more = now.through(end)
        writes.change(db, name, was.rows.placed(), now.rows.placed())
    old, new = was.rows.taken(), now.rows.taken()
    gone = any(rows.keys() - new.get(table, {}).keys() for table, rows in old.items())
    if gone and not is_last:
        return False
    writes.change(db, name, old, new)
    writes.reveal(db, name, was.rows.seeds, now.rows.seeds)
    return True
