"""Addresses that were handed out and are still good: feeds of members, and guests' links. IO.

Like everything handed out, they are kept as digests: an address is shown once, where it is made.
"""

from collections.abc import Callable

from campaign.people.doors import Doors, Kind, Token
from campaign.people.protocol import PeopleDatabase


class HandedOut:
    """The lasting addresses of one store's people."""

    def __init__(self, file: PeopleDatabase, doors: Doors, clock: Callable[[], str]) -> None:
        self._file = file
        self._doors = doors
        self._clock = clock

    def make(self, kind: Kind, campaign_id: str, member: str, scope: str) -> str:
        """A new address; it is good until it is ended."""
        return self._doors.hand_out(kind, campaign_id, member, scope, None)

    def found(self, token: str, kind: Kind) -> Token | None:
        """What an address was made for; None if it never was, or has been ended."""
        made = self._doors.token(token, kind)
        return made if made is not None and made.counts(self._clock()) else None

    def good(self, kind: Kind, campaign_id: str, member: str = "") -> list[Token]:
        """What is good in a campaign, of one member or of all, in the order of its making."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM token WHERE kind=? AND campaign=? AND used='' AND ? IN ('', member)"
                " ORDER BY made, digest",
                (kind, campaign_id, member),
            ).fetchall()
        return [Token(*row) for row in rows]

    def end(self, kind: Kind, campaign_id: str, *, member: str = "", digest: str = "") -> int:
        """Ends one address, or all of a member's; how many were ended."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE token SET used=? WHERE kind=? AND campaign=? AND used=''"
                " AND ? IN ('', member) AND ? IN ('', digest)",
                (self._clock(), kind, campaign_id, member, digest),
            )
            return done.rowcount
