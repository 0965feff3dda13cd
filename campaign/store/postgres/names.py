"""Which campaigns a database has, and how far each is: the questions about all of them. IO."""

from collections.abc import Iterator

from campaign.store.postgres.database import PostgresDatabase


class PostgresNames(PostgresDatabase):
    """A record's database and its campaigns. Every other question is about one of them."""

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""
        found = self.read("SELECT campaign FROM {schema}.heads WHERE version>0 ORDER BY campaign")
        return [name for (name,) in found]

    def openings(self) -> Iterator[tuple[str, bytes]]:
        """The name and first event of every campaign, in order of the names; each by its key."""
        return iter(
            self.read(
                "SELECT campaign, coalesce((SELECT state FROM {schema}.stored_events"
                ' WHERE originator_id = campaign COLLATE "default"'
                " AND originator_version=1), '')"
                " FROM {schema}.heads WHERE version>0 ORDER BY campaign"
            )
        )

    def versions(self) -> dict[str, int]:
        """The version of every campaign's last event."""
        return dict(self.read("SELECT campaign, version FROM {schema}.heads WHERE version>0"))
