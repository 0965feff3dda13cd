"""Whose an address is: the door, and whoever answers by mail, ask the same. IO.

Whoever runs a campaign may write down a member's address. While the member has never come in to the
service, that word is all there is; afterwards an address counts as theirs once it has proved to be.
"""

from campaign.people.codes import CODES, mark_of
from campaign.people.doors import DOORS
from campaign.people.protocol import PeopleDatabase, PeopleRows
from campaign.people.rows import parts_in


def is_taken_as_theirs(file: PeopleDatabase, person: str, address: str) -> bool:
    """Whether an address proved to be somebody's, or they never came in to the service."""
    if not person or not file.exists():
        return True
    with file.reading() as db:
        if DOORS.name not in parts_in(db):
            return True
        query = "SELECT 1 FROM device WHERE person=? LIMIT 1"
        if db.execute(query, (person,)).fetchone() is None:
            return True
        return bool(address) and mark_of(person, address) == _proved(db, person)


def has_proved_another(file: PeopleDatabase, person: str, address: str) -> bool:
    """Whether the address that somebody's mail goes to proved to be theirs, and is another."""
    if not person or not file.exists():
        return False
    with file.reading() as db:
        row = db.execute("SELECT address FROM person WHERE id=?", (person,)).fetchone()
        own = str(row[0] or "") if row is not None else ""
        is_other = own.lower() != address.lower()
        return bool(own) and is_other and mark_of(person, own) == _proved(db, person)


def _proved(db: PeopleRows, person: str) -> str:
    """What is kept of the address that somebody has proved; empty if of none."""
    if CODES.name not in parts_in(db):
        return ""
    row = db.execute("SELECT mark FROM confirmed WHERE person=?", (person,)).fetchone()
    return "" if row is None else str(row[0])
