"""All tables of accounts, and their copying from one store to another. IO."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager

from campaign import extend
from campaign.accounts.database import open_people
from campaign.accounts.devices import DOORS, OPERATORS
from campaign.accounts.people import NAMES, SHEETS, parts_in
from campaign.accounts.protocol import (
    ANSWERS,
    CHECKED,
    DELIVERIES,
    PEOPLE,
    Part,
    PeopleDatabase,
    PeopleRows,
)
from campaign.accounts.sign_ins import CODES, PASSKEYS, SIGN_INS
from campaign.accounts.subscriptions import SUBSCRIPTIONS
from campaign.accounts.table.diary import DIARY
from campaign.accounts.table.held import HELD
from campaign.accounts.table.requests import REQUESTS
from campaign.accounts.table.talk import TALK
from campaign.store.protocol import StoreError, StorePlace, Where, place_of
from campaign.text.english import listed

# --- All parts of the people of a store, whoever uses them --------------------------------------

ALL_PARTS: tuple[Part, ...] = (
    PEOPLE,
    DOORS,
    CODES,
    OPERATORS,
    PASSKEYS,
    SIGN_INS,
    SUBSCRIPTIONS,
    *extend.every("parts"),
    DELIVERIES,
    ANSWERS,
    CHECKED,
    HELD,
    NAMES,
    REQUESTS,
    SHEETS,
    TALK,
    DIARY,
)
"""Everything that is kept when people move to another place."""
LEFT_BEHIND = frozenset({"together"})
"""Parts with nothing worth keeping: what the processes of one service share for some minutes."""


# --- Copies all people of a store to another place, between a file and a database or any two ----
#
# Both are held while it lasts: nobody writes to either. What was copied is read again and
# compared.

_TABLE = re.compile(r"\s*CREATE TABLE (\w+)")
_NUMBER = re.compile(r"(\w+) INTEGER PRIMARY KEY\b")


def copy_people(source: Where, target: Where, *, anew: bool = False) -> dict[str, int]:
    """Copies all rows to a place that has no people yet; how many of each table.

    With `anew` those that an earlier copy left there are replaced. The source keeps its own. Raises
    `StoreError` where something is in the way; then nothing was copied.
    """
    here, there = place_of(source), place_of(target)
    with _opened(here, ()) as old:
        if not old.exists():
            return {}
        with old.reading() as db:
            present = parts_in(db)
    known = {part.name for part in ALL_PARTS} | LEFT_BEHIND
    if strange := sorted(present - known):
        raise StoreError(f"{here} has people of a newer version of the tracker ({listed(strange)})")
    parts = tuple(part for part in ALL_PARTS if part.name in present)
    with _opened(here, parts) as old, _opened(there, parts) as new:
        with old.writing() as before, new.writing() as after:
            if anew:
                for name in reversed(tables_of(parts)):
                    after.execute(f"DELETE FROM {name}")
            else:
                _nobody_there(after, there, parts)
            counts = {name: _copied(before, after, name) for name in tables_of(parts)}
            if there.is_database:
                _count_on(after, parts)
        return counts


def has_people(where: Where) -> bool:
    """Whether anything about people is kept at a place."""
    with _opened(place_of(where), ()) as people:
        if not people.exists():
            return False
        with people.reading() as db:
            present = parts_in(db)
    parts = tuple(part for part in ALL_PARTS if part.name in present)
    with _opened(place_of(where), parts) as people, people.reading() as db:
        return any(
            db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None
            for name in tables_of(parts)
        )


def tables_of(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The tables of some parts; a table stands behind those that it names."""
    matches = (_TABLE.match(sql) for part in parts for step in part.steps for sql in step)
    return tuple(one[1] for one in matches if one is not None)


def _nobody_there(db: PeopleRows, place: StorePlace, parts: tuple[Part, ...]) -> None:
    for name in tables_of(parts):
        if db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None:
            raise StoreError(f"{place} has people already; nothing was copied")


def _copied(old: PeopleRows, new: PeopleRows, name: str) -> int:
    """Copies a table, and reads it again."""
    rows = old.execute(f"SELECT * FROM {name}").fetchall()
    if not rows:
        return 0
    columns = tuple(rows[0].keys())
    marks = ",".join("?" * len(columns))
    statement = f"INSERT INTO {name} ({','.join(columns)}) VALUES ({marks})"
    before = [tuple(row) for row in rows]
    new.executemany(statement, before)
    again = new.execute(f"SELECT {','.join(columns)} FROM {name}").fetchall()
    if Counter(before) != Counter(tuple(row) for row in again):
        raise StoreError(f"the rows of {name} are not the same after they were copied")
    return len(before)


def _count_on(new: PeopleRows, parts: tuple[Part, ...]) -> None:
    """Has a database give numbers behind those that were brought along."""
    for statement in (one for part in parts for step in part.steps for one in step):
        table, number = _TABLE.match(statement), _NUMBER.search(statement)
        if table is not None and number is not None:
            new.execute(
                f"SELECT setval(pg_get_serial_sequence('{table[1]}', '{number[1]}'),"
                f" (SELECT coalesce(max({number[1]}), 0) + 1 FROM {table[1]}), false)"
            )


@contextmanager
def _opened(place: StorePlace, parts: tuple[Part, ...]) -> Iterator[PeopleDatabase]:
    with closing(open_people(place, parts)) as made:
        yield made
