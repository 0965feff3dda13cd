"""A member's own rows among those of people: shown to themselves, and gone once they leave. IO."""

import base64
import re
from collections.abc import Iterator

from campaign.accounts.moving import ALL_PARTS
from campaign.accounts.people import parts_in, person_in
from campaign.accounts.protocol import PeopleDatabase, PeopleRows
from campaign.accounts.table.diary import erase_unfiled
from campaign.text.json_values import JsonObject

OF_A_MEMBER = frozenset({"campaign", "member"})
"""The columns of a table whose rows belong to a member of one campaign."""
STAYS_SAID = frozenset({"talk", "dispatch"})
"""What was said at the table and filed in the diary stays there, under what whoever left is called
then.
"""
SET_BY_HOSTS = frozenset({"muted"})
"""What a host has said of a member is not undone by leaving and coming back."""
NOT_SHOWN = frozenset({"code", "dispatch"})
"""Codes on their way by mail: whoever has their digest could find them by trying. Dispatches, which
are shown with words and pictures as their author knows them.
"""

_MADE = re.compile(r"\s*CREATE TABLE (\w+) \((.*)\)", re.DOTALL)
_COLUMN = re.compile(r"\s*([a-z_]+) [A-Z]")


def _tables(db: PeopleRows) -> Iterator[tuple[str, frozenset[str]]]:
    """The tables that there are, each with its columns; one stands behind those that it names."""
    present = parts_in(db)
    for part in ALL_PARTS:
        for statement in (one for step in part.steps for one in step if part.name in present):
            if (made := _MADE.match(statement)) is not None:
                columns = map(_COLUMN.match, made[2].split(","))
                yield made[1], frozenset(column[1] for column in columns if column)


def rows_about(file: PeopleDatabase, campaign_id: str, member: str) -> dict[str, list[JsonObject]]:
    """Every row that belongs to a member of a campaign, or to the person who is that member."""
    about: dict[str, list[JsonObject]] = {}
    if not file.exists():
        return about
    with file.reading() as db:
        person = person_in(db, campaign_id, member)
        who = "" if person is None else str(person["id"])
        for table, columns in _tables(db):
            where, values = _whose(table, columns, campaign_id, member, who)
            if not where or table in NOT_SHOWN:
                continue
            found = db.execute(f"SELECT * FROM {table} WHERE {where}", values).fetchall()
            if found:
                about[table] = [
                    {name: _shown(row[name]) for name in row.keys()}  # noqa: SIM118
                    for row in found
                ]
    return about


def _whose(
    table: str, columns: frozenset[str], campaign_id: str, member: str, person: str
) -> tuple[str, tuple[str, ...]]:
    """Which rows of a table belong to a member; empty where none can."""
    if columns >= OF_A_MEMBER:
        return "campaign=? AND member=?", (campaign_id, member)
    if table == "person":
        return "id=?", (person,)
    return ("person=?", (person,)) if "person" in columns else ("", ())


def _shown(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def forget(file: PeopleDatabase, campaign_id: str, member: str) -> None:
    """Forgets a member of a campaign, and the person if they are nobody else in this club.

    What they wrote and nobody has filed goes; what was filed is the campaign's story. Whoever runs
    the machine, or began the club, stays signed in.
    """
    if not file.exists():
        return
    with file.writing() as db:
        row = person_in(db, campaign_id, member)
        tables = tuple(_tables(db))
        for table, columns in reversed(tables):
            if columns >= OF_A_MEMBER and table not in STAYS_SAID | SET_BY_HOSTS:
                kept = " AND kind<>'guest'" if table == "token" else ""
                db.execute(
                    f"DELETE FROM {table} WHERE campaign=? AND member=?{kept}",
                    (campaign_id, member),
                )
        if "dispatch" in dict(tables):
            erase_unfiled(db, campaign_id, member)
        if row is not None and not _is_wanted(db, str(row["id"]), {name for name, _ in tables}):
            _forget_person(db, str(row["id"]), tables)
    file.sweep()


def _is_wanted(db: PeopleRows, person: str, tables: set[str]) -> bool:
    """Whether a person has another seat here, runs the machine, or began the club."""
    queries = ["SELECT 1 FROM seat WHERE person=? AND until=''"]
    if "operator" in tables:
        queries += [
            "SELECT 1 FROM operator JOIN device ON device.digest = operator.device"
            " WHERE device.person=? AND device.ended=''",
            "SELECT 1 FROM club_about WHERE text=?",
        ]
    return any(db.execute(query, (person,)).fetchone() is not None for query in queries)


def _forget_person(
    db: PeopleRows, person: str, tables: tuple[tuple[str, frozenset[str]], ...]
) -> None:
    """Deletes all rows of a person, those that hang on their devices first."""
    if "proof" in dict(tables):
        devices = "SELECT digest FROM device WHERE person=?"
        db.execute(f"DELETE FROM proof WHERE device IN ({devices})", (person,))
    for table, columns in reversed(tables):
        if "person" in columns:
            db.execute(f"DELETE FROM {table} WHERE person=?", (person,))
    db.execute("DELETE FROM person WHERE id=?", (person,))
