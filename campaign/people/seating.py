"""Whoever starts a campaign on the web sits in it at once, as its host. IO."""

from campaign.people.protocol import PeopleDatabase


def take_empty_seat(
    file: PeopleDatabase, campaign: str, member: str, person: str, now: str
) -> None:
    """Somebody known takes a seat that nobody came in for; `campaign` is its random id.

    They take it from whoever is known by an address alone.
    """
    with file.writing() as db:
        db.execute(
            "UPDATE seat SET until=? WHERE campaign=? AND member=? AND until='' AND person<>?",
            (now, campaign, member, person),
        )
        db.execute(
            "INSERT INTO seat (campaign, member, person, since) VALUES (?,?,?,?)"
            " ON CONFLICT DO NOTHING",
            (campaign, member, person, now),
        )
