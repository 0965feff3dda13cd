"""Acts that can't be taken back, held for some seconds before the service sends them: one a
campaign. IO.

What is held is a command as its sender sent it. Nothing that only its sender may know is ever in
one, and nothing of a held act has been decided.
"""

from typing import Any, Literal

import msgspec

from campaign.accounts.protocol import Part, PeopleDatabase, change, put, row, rows

HELD = Part(
    "held",
    (
        (
            """CREATE TABLE held (
                campaign TEXT PRIMARY KEY, name TEXT NOT NULL, member TEXT NOT NULL,
                person TEXT NOT NULL, device TEXT NOT NULL, roles TEXT NOT NULL,
                key TEXT NOT NULL, sent BLOB NOT NULL, signer TEXT NOT NULL,
                signature TEXT NOT NULL, seen TEXT NOT NULL, seconds INTEGER NOT NULL,
                due TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'held'
            ) WITHOUT ROWID""",
            """CREATE TABLE dropped (
                campaign TEXT PRIMARY KEY, member TEXT NOT NULL, text TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE hold_choice (
                person TEXT PRIMARY KEY, seconds INTEGER NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The tables: what is held, what became of the last act that was dropped, and how long each person
wants theirs to be held.
"""

LENGTHS = (10, 20, 60)
"""For how many seconds an act may be held; a person has the first until they choose."""


class HeldAct(msgspec.Struct, frozen=True):
    """An act that is held."""

    campaign: str
    """The campaign's random id."""
    name: str
    """What the campaign is called."""
    member: str
    person: str
    device: str
    """The digest of the device that it came from."""
    roles: str
    """The sender's roles in the campaign when they sent it, separated by spaces."""
    key: str
    """The command's idempotency key."""
    sent: bytes
    """The command as it was sent."""
    signer: str
    """The key that signed it; empty without a signature."""
    signature: str
    seen: str
    """What its sender saw that it passes over and leaves undone: if that changes, it is dropped."""
    seconds: int
    due: str
    """When it is sent, RFC 3339 in UTC."""
    state: Literal["held", "going"] = "held"
    """`going` once it is being sent: from then on nobody takes it back."""


class HeldActs:
    """The held acts of one store. Several threads and processes may use them at once."""

    def __init__(self, file: PeopleDatabase) -> None:
        self._file = file

    def put(self, act: HeldAct) -> bool:
        """Holds an act; False where the campaign has one already."""
        columns = msgspec.structs.asdict(act)
        marks = ",".join("?" * len(columns))
        statement = (
            f"INSERT INTO held ({','.join(columns)}) VALUES ({marks})"
            " ON CONFLICT (campaign) DO NOTHING"
        )
        with self._file.writing() as db:
            is_new = db.execute(statement, tuple(columns.values())).rowcount == 1
            if is_new:
                db.execute("DELETE FROM dropped WHERE campaign=?", (act.campaign,))
        return is_new

    def of(self, campaign_id: str) -> HeldAct | None:
        """The act that a campaign has; None if nothing is held there."""
        return row(self._file, _read, "SELECT * FROM held WHERE campaign=?", (campaign_id,))

    def every(self) -> list[HeldAct]:
        """Every act that is held, the first due first."""
        return rows(self._file, _read, "SELECT * FROM held ORDER BY due, campaign")

    def claim(self, act: HeldAct) -> bool:
        """Takes an act to send it; False where it is held no more."""
        statement = "UPDATE held SET state='going' WHERE campaign=? AND key=?"
        return change(self._file, statement, (act.campaign, act.key)) == 1

    def take_back(self, campaign_id: str, member: str, key: str) -> bool:
        """Takes back a member's act; False where it is held no more, or is being sent."""
        statement = "DELETE FROM held WHERE campaign=? AND member=? AND key=? AND state='held'"
        return change(self._file, statement, (campaign_id, member, key)) == 1

    def end(self, act: HeldAct, text: str = "") -> None:
        """The act is held no more; `text` is what its sender is told of it."""
        with self._file.writing() as db:
            db.execute("DELETE FROM held WHERE campaign=? AND key=?", (act.campaign, act.key))
            if text:
                more = {"member": act.member, "text": text}
                put(db, "dropped", {"campaign": act.campaign}, more)

    def dropped(self, campaign_id: str, member: str) -> str:
        """Why a member's last act was dropped; empty once they have seen it."""
        query = "SELECT text FROM dropped WHERE campaign=? AND member=?"
        return row(self._file, str, query, (campaign_id, member)) or ""

    def see(self, campaign_id: str, member: str) -> None:
        """The member has seen why their act was dropped."""
        statement = "DELETE FROM dropped WHERE campaign=? AND member=?"
        change(self._file, statement, (campaign_id, member))

    def seconds(self, person: str) -> int:
        """For how long a person's acts are held."""
        query = "SELECT seconds FROM hold_choice WHERE person=?"
        return row(self._file, int, query, (person,)) or LENGTHS[0]

    def choose(self, person: str, seconds: int) -> None:
        """A person wants theirs to be held for so long."""
        with self._file.writing() as db:
            put(db, "hold_choice", {"person": person}, {"seconds": seconds})


def _read(*columns: Any) -> HeldAct:
    """A row; a database may give bytes in another type."""
    act = HeldAct(*columns)
    return msgspec.structs.replace(act, sent=bytes(act.sent))
