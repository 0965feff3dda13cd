"""People: addresses and choices of the members of a store's campaigns, and what is pending. IO.

Rows belong to a campaign by its random id, so that another campaign of the same name has none of
them. Nothing here is in a log or an export.
"""

import hashlib
import hmac
import os
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from campaign.kernel.members import Campaign
from campaign.people.choices import KINDS, Choices, Kind
from campaign.people.database import Part, PeopleFile, people_path
from campaign.people.tables import PEOPLE
from campaign.store.clock import utc_now

SECRET_BYTES = 32
_USUAL = Choices()


class Pending(msgspec.Struct, frozen=True):
    """An address that came with a command, until the command is decided."""

    campaign: str
    """The campaign's random id."""
    name: str
    """What the campaign is called."""
    key: str
    """The command's idempotency key; empty for a campaign's start."""
    member: str
    address: str


class Answered(msgspec.Struct, frozen=True):
    """The first answer to a command that changed nothing but an address."""

    campaign: str
    key: str
    sender: str
    mark: str
    """A digest of the command without its address."""
    version: int
    head: str


class People:
    """The people of one store. Their file is made when there is something to keep."""

    def __init__(
        self,
        store: Path,
        parts: tuple[Part, ...] = (),
        *,
        clock: Callable[[], str] = utc_now,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.file = PeopleFile(people_path(store), (PEOPLE, *parts))
        self._clock = clock
        self._random = random

    def close(self) -> None:
        """Lets go of the file."""
        self.file.close()

    # --- choices --------------------------------------------------------------------------------

    def choices(self, campaign_id: str, member: str) -> Choices:
        """What a member chose in a campaign; as usual where nothing is known of them."""
        if not self.file.exists():
            return _USUAL
        with self.file.reading() as db:
            return _chosen(db, campaign_id, member)

    def all_choices(self, campaign: Campaign) -> dict[str, Choices]:
        """What each member of a campaign chose.

        For a member whose address a log of an earlier release holds, it counts until somebody
        gives another or takes it away.
        """
        return {member: self.choices_of(campaign, member) for member in campaign.members}

    def choices_of(self, campaign: Campaign, member: str) -> Choices:
        """What a member of a campaign chose; the address may be one that an old log holds."""
        chosen = self.choices(campaign.id, member)
        known = campaign.members.get(member)
        if known is None or not known.email or self.address(campaign.id, member) is not None:
            return chosen
        return replace(chosen, address=known.email)

    def address(self, campaign_id: str, member: str) -> str | None:
        """A member's address; empty if it was taken away, None if nobody has said."""
        if not self.file.exists():
            return None
        with self.file.reading() as db:
            person = _person(db, campaign_id, member)
            return None if person is None else person["address"]

    def change(self, campaign_id: str, member: str, choices: Choices) -> None:
        """Keeps what a member chose, all of it.

        While the mail of the whole campaign rests, that is not taken for the member's own wish.
        """
        with self.file.writing() as db:
            before = _chosen(db, campaign_id, member)
            person = self._person_of(db, campaign_id, member)
            db.execute(
                "UPDATE person SET language=?, zone=? WHERE id=?",
                (choices.language, choices.zone, person),
            )
            if choices.address != before.address:
                _put_address(db, person, choices.address)
            db.execute(
                "INSERT OR REPLACE INTO choice VALUES (?,?,?,?,?,?,?)",
                (campaign_id, member, choices.sending, choices.digest_at, *choices.quiet,
                 choices.turns_after),
            )  # fmt: skip
            db.execute(
                "DELETE FROM kind_choice WHERE campaign=? AND member=?", (campaign_id, member)
            )
            db.executemany(
                "INSERT INTO kind_choice VALUES (?,?,?,?)",
                [(campaign_id, member, kind, is_on) for kind, is_on in choices.kinds.items()],
            )
            if choices.is_stopped != before.is_stopped:
                _stop(db, campaign_id, member, rests=choices.is_stopped)

    def give_address(self, campaign_id: str, member: str, address: str) -> None:
        """Keeps a member's address; an empty one takes it away, an old log's too."""
        with self.file.writing() as db:
            _put_address(db, self._person_of(db, campaign_id, member), address)

    def stop(self, campaign_id: str, member: str = "", *, rests: bool) -> None:
        """Holds back a member's mail, or without a member all of a campaign, or lets it go on."""
        with self.file.writing() as db:
            _stop(db, campaign_id, member, rests=rests)

    def is_stopped(self, campaign_id: str, member: str = "") -> bool:
        """Whether a member's own mail rests, or without a member all of a campaign."""
        if not self.file.exists():
            return False
        with self.file.reading() as db:
            return _rests(db, campaign_id, member)

    # --- addresses on their way -----------------------------------------------------------------

    def keep_pending(self, waiting: Pending) -> None:
        """Keeps an address before its command is decided."""
        with self.file.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO pending VALUES (?,?,?,?,?)",
                msgspec.structs.astuple(waiting),
            )

    def pending(self, campaign_id: str = "") -> list[Pending]:
        """The addresses whose commands may not have been decided, of a campaign or of all."""
        if not self.file.exists():
            return []
        with self.file.reading() as db:
            found = db.execute(
                "SELECT campaign, name, key, member, address FROM pending"
                " WHERE ? IN ('', campaign) ORDER BY campaign, key, member",
                (campaign_id,),
            )
            return [Pending(*row) for row in found]

    def finish(self, waiting: Pending) -> None:
        """The command was accepted: its address counts from now on."""
        with self.file.writing() as db:
            _put_address(db, self._person_of(db, waiting.campaign, waiting.member), waiting.address)
            _drop(db, waiting)

    def drop(self, waiting: Pending) -> None:
        """The command was refused, or never decided: its address is forgotten."""
        with self.file.writing() as db:
            _drop(db, waiting)

    def keep_answer(self, answered: Answered) -> None:
        """Keeps the first answer under a key of which no log knows."""
        with self.file.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO answered VALUES (?,?,?,?,?,?)",
                msgspec.structs.astuple(answered),
            )

    def answered(self, campaign_id: str, key: str) -> Answered | None:
        """The first answer under a key of which no log knows."""
        if not self.file.exists():
            return None
        with self.file.reading() as db:
            found = db.execute(
                "SELECT * FROM answered WHERE campaign=? AND key=?", (campaign_id, key)
            ).fetchone()
            return None if found is None else Answered(*found)

    # --- the rest -------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """Bytes that only this file has, such as for the ids of messages."""
        with self.file.writing() as db:
            kept = db.execute("SELECT bytes FROM secret WHERE name='messages'").fetchone()
            if kept is not None:
                return bytes(kept[0])
            made = self._random(SECRET_BYTES)
            db.execute("INSERT INTO secret VALUES ('messages', ?)", (made,))
            return made

    def mark(self, public: bytes) -> str:
        """A digest of a command that tells nobody else what was in it."""
        return hmac.new(self.secret(), public, hashlib.sha256).hexdigest()

    def members_by_campaign(self) -> Mapping[str, tuple[str, ...]]:
        """The members of whom something is kept, by the random id of their campaign."""
        found: dict[str, tuple[str, ...]] = {}
        with self.file.reading() as db:
            query = "SELECT campaign, member FROM seat UNION SELECT campaign, member FROM choice"
            for campaign, member in db.execute(f"{query} ORDER BY 1, 2"):
                found[campaign] = (*found.get(campaign, ()), member)
        return found

    def _person_of(self, db: sqlite3.Connection, campaign_id: str, member: str) -> str:
        """The id of the person who has a seat; somebody new where nobody has it."""
        known = _person(db, campaign_id, member)
        if known is not None:
            return str(known["id"])
        made, now = secrets.token_hex(16), self._clock()
        db.execute("INSERT INTO person (id, created) VALUES (?,?)", (made, now))
        db.execute(
            "INSERT INTO seat (campaign, member, person, since) VALUES (?,?,?,?)",
            (campaign_id, member, made, now),
        )
        return made


def _person(db: sqlite3.Connection, campaign_id: str, member: str) -> sqlite3.Row | None:
    found: sqlite3.Row | None = db.execute(
        "SELECT person.* FROM seat JOIN person ON person.id = seat.person"
        " WHERE campaign=? AND member=? AND until=''",
        (campaign_id, member),
    ).fetchone()
    return found


def _chosen(db: sqlite3.Connection, campaign_id: str, member: str) -> Choices:
    """What the rows say; as usual where there are none."""
    where = (campaign_id, member)
    chosen, person = _USUAL, _person(db, campaign_id, member)
    if person is not None:
        chosen = replace(
            chosen,
            address=person["address"] or "",
            zone=person["zone"],
            language=person["language"],
        )
    row = db.execute("SELECT * FROM choice WHERE campaign=? AND member=?", where).fetchone()
    if row is not None:
        chosen = replace(
            chosen,
            sending=row["sending"],
            digest_at=row["digest_at"],
            quiet=(row["quiet_from"], row["quiet_to"]),
            turns_after=row["turns_after"],
        )
    query = "SELECT kind, is_on FROM kind_choice WHERE campaign=? AND member=?"
    switched: dict[Kind, bool] = {
        kind: bool(is_on) for kind, is_on in db.execute(query, where) if kind in KINDS
    }
    stopped = _rests(db, campaign_id, member) or _rests(db, campaign_id, "")
    return replace(chosen, kinds=switched, is_stopped=stopped)


def _put_address(db: sqlite3.Connection, person: str, address: str) -> None:
    db.execute("UPDATE person SET address=? WHERE id=?", (address, person))


def _rests(db: sqlite3.Connection, campaign_id: str, member: str) -> bool:
    query = "SELECT 1 FROM stopped WHERE campaign=? AND member=?"
    return db.execute(query, (campaign_id, member)).fetchone() is not None


def _stop(db: sqlite3.Connection, campaign_id: str, member: str, *, rests: bool) -> None:
    if rests:
        db.execute("INSERT OR IGNORE INTO stopped VALUES (?,?)", (campaign_id, member))
    else:
        db.execute("DELETE FROM stopped WHERE campaign=? AND member=?", (campaign_id, member))


def _drop(db: sqlite3.Connection, waiting: Pending) -> None:
    db.execute(
        "DELETE FROM pending WHERE campaign=? AND key=? AND member=?",
        (waiting.campaign, waiting.key, waiting.member),
    )
