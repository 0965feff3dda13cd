"""Puts one row in the place of another, in the words of either database. IO."""

from collections.abc import Mapping

from campaign.people.protocol import PeopleRows


def put(db: PeopleRows, table: str, keys: Mapping[str, object], more: Mapping[str, object]) -> None:
    """Writes the only row with these keys; of the one before nothing stays.

    The caller writes alone.
    """
    where = " AND ".join(f"{column}=?" for column in keys)
    db.execute(f"DELETE FROM {table} WHERE {where}", tuple(keys.values()))
    row = {**keys, **more}
    marks = ",".join("?" * len(row))
    statement = f"INSERT INTO {table} ({','.join(row)}) VALUES ({marks})"
    db.execute(statement, tuple(row.values()))
