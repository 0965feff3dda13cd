"""What members ask of the host or of each other beside the record: more time, or to take an act
back. IO.

What comes of a request is in the record; the request itself is not, and can be forgotten.
"""

from typing import Literal

import msgspec

from campaign.accounts.protocol import Part, PeopleDatabase, change, put, rows

REQUESTS = Part(
    "requests",
    (
        (
            """CREATE TABLE request (
                id TEXT PRIMARY KEY, campaign TEXT NOT NULL, member TEXT NOT NULL,
                kind TEXT NOT NULL, about TEXT NOT NULL, text TEXT NOT NULL,
                state TEXT NOT NULL
            ) WITHOUT ROWID""",
            "CREATE INDEX request_in ON request (campaign, state)",
        ),
    ),
)
"""The table of requests."""

LETTERS = 200
"""How many letters the words of a request have at most."""
Kind = Literal["time", "back"]
State = Literal["open", "granted", "refused"]


class StoredRequest(msgspec.Struct, frozen=True):
    """Something that a member asks."""

    id: str
    campaign: str
    """The campaign's random id."""
    member: str
    kind: Kind
    about: str
    """`time`: what the deadline is for, and until when. `back`: the turn, and the events. Words
    with spaces between them."""
    text: str
    """The member's own words; may be empty."""
    state: State = "open"

    @property
    def words(self) -> tuple[str, ...]:
        """What it is about, word by word."""
        return tuple(self.about.split())


class StoredRequests:
    """The requests of one store's members. Several threads and processes may use them at once."""

    def __init__(self, file: PeopleDatabase) -> None:
        self._file = file

    def ask(self, request: StoredRequest) -> None:
        """Keeps a request; the member's earlier one of its kind is gone."""
        with self._file.writing() as db:
            db.execute(
                "DELETE FROM request WHERE campaign=? AND member=? AND kind=?",
                (request.campaign, request.member, request.kind),
            )
            columns = msgspec.structs.asdict(request)
            put(db, "request", {"id": columns.pop("id")}, columns)

    def of(self, campaign_id: str) -> list[StoredRequest]:
        """The requests of a campaign, by member and kind."""
        query = "SELECT * FROM request WHERE campaign=? ORDER BY kind, member, id"
        return rows(self._file, StoredRequest, query, (campaign_id,))

    def answer(self, request: StoredRequest, state: State) -> bool:
        """Answers a request; False where it is answered or withdrawn already."""
        statement = "UPDATE request SET state=? WHERE id=? AND state='open'"
        return change(self._file, statement, (state, request.id)) == 1

    def forget(self, campaign_id: str, member: str, request: str) -> None:
        """A member withdraws a request of theirs, or has seen its answer."""
        statement = "DELETE FROM request WHERE campaign=? AND member=? AND id=?"
        change(self._file, statement, (campaign_id, member, request))
