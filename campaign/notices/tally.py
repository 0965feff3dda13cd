"""How many deliveries are in each state, for whoever looks after the machine. IO."""

from campaign.people.protocol import PeopleDatabase


def by_state(file: PeopleDatabase) -> dict[str, int]:
    """Counts the deliveries of all campaigns; nothing where none was ever made."""
    if not file.exists():
        return {}
    with file.reading() as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name='delivery'").fetchone() is None:
            return {}
        counts = "SELECT state, count(*) FROM delivery GROUP BY state ORDER BY state"
        return dict(db.execute(counts).fetchall())
