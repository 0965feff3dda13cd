"""How many deliveries are in each state, for whoever looks after the machine. IO."""

from campaign.people.mail_tables import DELIVERIES
from campaign.people.protocol import PeopleDatabase
from campaign.people.rows import parts_in


def by_state(file: PeopleDatabase) -> dict[str, int]:
    """Counts the deliveries of all campaigns; nothing where none was ever made."""
    if not file.exists():
        return {}
    with file.reading() as db:
        if DELIVERIES.name not in parts_in(db):
            return {}
        counts = "SELECT state, count(*) FROM delivery GROUP BY state ORDER BY state"
        return dict(db.execute(counts).fetchall())
