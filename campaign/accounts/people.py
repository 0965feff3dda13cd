"""People: addresses and choices of the members of a store's campaigns, and what is pending. IO."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from contextlib import closing

import msgspec
from msgspec.structs import replace

from campaign.accounts.choices import KINDS, Choices, Kind
from campaign.accounts.database import open_people
from campaign.accounts.protocol import (
    PEOPLE,
    Part,
    PeopleDatabase,
    PeopleRows,
    PersonRow,
    has,
    known,
    put,
    row,
    rows,
)
from campaign.kernel.members import Campaign
from campaign.store.protocol import Where
from campaign.world import chance
from campaign.world.clock import utc_now

# --- The rows of the people's file: who has a seat, what they chose, whether their mail rests ---

USUAL_CHOICES = Choices()
"""What somebody chose of whom there are no rows."""


def parts_in(db: PeopleRows) -> frozenset[str]:
    """The parts whose tables there are."""
    return frozenset(name for (name,) in db.execute("SELECT name FROM part WHERE name<>''"))


def person_in(db: PeopleRows, campaign_id: str, member: str) -> PersonRow | None:
    """The row of the person who has a seat; None if nobody has it."""
    row: PersonRow | None = db.execute(
        "SELECT person.* FROM seat JOIN person ON person.id = seat.person"
        " WHERE campaign=? AND member=? AND until=''",
        (campaign_id, member),
    ).fetchone()
    return row


def chosen(db: PeopleRows, campaign_id: str, member: str) -> Choices:
    """What the rows say; as usual where there are none."""
    where = (campaign_id, member)
    choices, person = USUAL_CHOICES, person_in(db, campaign_id, member)
    if person is not None:
        choices = replace(
            choices,
            address=address_in(db, campaign_id, member, person) or "",
            zone=person["zone"],
        )
    row = db.execute("SELECT * FROM choice WHERE campaign=? AND member=?", where).fetchone()
    if row is not None:
        choices = replace(
            choices,
            sending=row["sending"],
            digest_at=row["digest_at"],
            quiet=(row["quiet_from"], row["quiet_to"]),
            turns_after=row["turns_after"],
        )
    query = "SELECT kind, is_on FROM kind_choice WHERE campaign=? AND member=?"
    switched: dict[Kind, bool] = {
        kind: bool(is_on) for kind, is_on in db.execute(query, where) if kind in KINDS
    }
    stopped = rests(db, campaign_id, member) or rests(db, campaign_id, "")
    return replace(choices, kinds=switched, is_stopped=stopped)


def address_in(
    db: PeopleRows, campaign_id: str, member: str, person: PersonRow | None
) -> str | None:
    """Where a member's mail of one campaign goes; None if nobody has said."""
    query = "SELECT address FROM given_address WHERE campaign=? AND member=?"
    row = db.execute(query, (campaign_id, member)).fetchone()
    if row is not None:
        return str(row[0])
    return None if person is None else person["address"]


def give_address(db: PeopleRows, campaign_id: str, member: str, person: str, address: str) -> None:
    """Writes the address that somebody else gives for a member.

    Who is in other campaigns too has it in this one alone: it is no word of their own.
    """
    db.execute("DELETE FROM given_address WHERE campaign=? AND member=?", (campaign_id, member))
    others = db.execute(
        "SELECT 1 FROM seat WHERE person=? AND until='' AND campaign<>? LIMIT 1",
        (person, campaign_id),
    ).fetchone()
    if others is None:
        put_address(db, person, address)
        return
    own = db.execute("SELECT address FROM person WHERE id=?", (person,)).fetchone()
    if own["address"] != address:
        db.execute("INSERT INTO given_address VALUES (?,?,?)", (campaign_id, member, address))


def own_address(db: PeopleRows, person: str, address: str) -> None:
    """Writes the address that a person has proved: it counts in all their campaigns."""
    put_address(db, person, address)
    db.execute(
        "DELETE FROM given_address WHERE EXISTS (SELECT 1 FROM seat WHERE person=? AND until=''"
        " AND seat.campaign=given_address.campaign AND seat.member=given_address.member)",
        (person,),
    )


def put_address(db: PeopleRows, person: str, address: str) -> None:
    """Writes a person's address over the one before."""
    db.execute("UPDATE person SET address=? WHERE id=?", (address, person))


def rests(db: PeopleRows, campaign_id: str, member: str) -> bool:
    """Whether a member's own mail rests, or with an empty member all of a campaign."""
    query = "SELECT 1 FROM stopped WHERE campaign=? AND member=?"
    return db.execute(query, (campaign_id, member)).fetchone() is not None


def hold_back_mail(db: PeopleRows, campaign_id: str, member: str, *, rests: bool) -> None:
    """Holds back the mail of a member, or with an empty member of a campaign, or lets it go on."""
    if rests:
        db.execute("INSERT INTO stopped VALUES (?,?) ON CONFLICT DO NOTHING", (campaign_id, member))
    else:
        db.execute("DELETE FROM stopped WHERE campaign=? AND member=?", (campaign_id, member))


# --- People: addresses and choices of the members of a store's campaigns, and what is pending ---
#
# Rows belong to a campaign by its random id, so that another campaign of the same name has none of
# them. Nothing here is in a log or an export.

SECRET_BYTES = 32


_PENDING = ("campaign", "key", "member")
"""What a pending address is known by."""


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
        store: Where,
        parts: tuple[Part, ...] = (),
        *,
        clock: Callable[[], str] = utc_now,
        random: Callable[[int], bytes] = chance.random_bytes,
    ) -> None:
        self.file = open_people(store, (PEOPLE, *parts))
        self._clock = clock
        self._random = random
        self.replaced: Callable[[Pending, str], None] = _say_nothing
        """Is told of a new address by a command, with the one that mail went to before."""

    def close(self) -> None:
        """Lets go of the file."""
        self.file.close()

    # --- choices --------------------------------------------------------------------------------

    def choices(self, campaign_id: str, member: str) -> Choices:
        """What a member chose in a campaign; as usual where nothing is known of them."""
        if not self.file.exists():
            return USUAL_CHOICES
        with self.file.reading() as db:
            return chosen(db, campaign_id, member)

    def zone(self, campaign_id: str, member: str) -> str:
        """The time zone in which a member reads what is due."""
        if not self.file.exists():
            return USUAL_CHOICES.zone
        with self.file.reading() as db:
            person = person_in(db, campaign_id, member)
            return USUAL_CHOICES.zone if person is None else str(person["zone"])

    def all_choices(self, campaign: Campaign) -> dict[str, Choices]:
        """What each member of a campaign chose."""
        if not self.file.exists():
            return dict.fromkeys(campaign.members, USUAL_CHOICES)
        with self.file.reading() as db:
            return {member: chosen(db, campaign.id, member) for member in campaign.members}

    def address(self, campaign_id: str, member: str) -> str | None:
        """A member's address; empty if it was taken away, None if nobody has said."""
        if not self.file.exists():
            return None
        with self.file.reading() as db:
            person = person_in(db, campaign_id, member)
            return address_in(db, campaign_id, member, person)

    def update(
        self, campaign: Campaign, member: str, change: Callable[[Choices], Choices]
    ) -> Choices:
        """Changes what a member chose; nobody else changes it meanwhile. What they chose now."""
        with self.file.writing() as db:
            before = chosen(db, campaign.id, member)
            after = change(before)
            self._keep(db, campaign.id, member, before, after)
        self._forget(before.address, after.address)
        return after

    def change(self, campaign_id: str, member: str, choices: Choices) -> None:
        """Keeps what a member chose, all of it."""
        with self.file.writing() as db:
            before = chosen(db, campaign_id, member)
            self._keep(db, campaign_id, member, before, choices)
        self._forget(before.address, choices.address)

    def _forget(self, before: str, after: str = "") -> None:
        """Sees to it that an address that was taken away or replaced is in no byte of the file."""
        if before and before != after:
            self.file.sweep()

    def _keep(
        self, db: PeopleRows, campaign_id: str, member: str, before: Choices, after: Choices
    ) -> None:
        """Keeps choices. Of address and rest only a change counts: the one may be an old log's, the
        other the whole campaign's.
        """
        person = self._person_of(db, campaign_id, member)
        db.execute("UPDATE person SET zone=? WHERE id=?", (after.zone, person))
        if after.address != before.address:
            give_address(db, campaign_id, member, person, after.address)
        put(
            db,
            "choice",
            {"campaign": campaign_id, "member": member},
            {
                "sending": after.sending,
                "digest_at": after.digest_at,
                "quiet_from": after.quiet[0],
                "quiet_to": after.quiet[1],
                "turns_after": after.turns_after,
            },
        )
        db.execute("DELETE FROM kind_choice WHERE campaign=? AND member=?", (campaign_id, member))
        db.executemany(
            "INSERT INTO kind_choice VALUES (?,?,?,?)",
            [(campaign_id, member, kind, is_on) for kind, is_on in after.kinds.items()],
        )
        if after.is_stopped != before.is_stopped:
            hold_back_mail(db, campaign_id, member, rests=after.is_stopped)

    def stop(self, campaign_id: str, member: str = "", *, rests: bool) -> None:
        """Holds back a member's mail, or without a member all of a campaign, or lets it go on."""
        with self.file.writing() as db:
            hold_back_mail(db, campaign_id, member, rests=rests)

    def is_stopped(self, campaign_id: str, member: str = "") -> bool:
        """Whether a member's own mail rests, or without a member all of a campaign."""
        if not self.file.exists():
            return False
        with self.file.reading() as db:
            return rests(db, campaign_id, member)

    # --- addresses on their way -----------------------------------------------------------------

    def keep_pending(self, waiting: Pending) -> None:
        """Keeps an address before its command is decided."""
        with self.file.writing() as db:
            columns = msgspec.structs.asdict(waiting)
            put(db, "pending", {name: columns.pop(name) for name in _PENDING}, columns)

    def pending(self, campaign_id: str = "") -> list[Pending]:
        """The addresses whose commands may not have been decided, of a campaign or of all."""
        query = (
            "SELECT campaign, name, key, member, address FROM pending"
            " WHERE ? IN ('', campaign) ORDER BY campaign, key, member"
        )
        return rows(self.file, Pending, query, (campaign_id,))

    def finish(self, waiting: Pending, answered: Answered | None = None) -> None:
        """The command was accepted: its address counts from now on. The first answer is kept with
        it under a key of which no log knows.
        """
        with self.file.writing() as db:
            if answered is not None:
                columns = msgspec.structs.asdict(answered)
                keys = {name: columns.pop(name) for name in ("campaign", "key")}
                put(db, "answered", keys, columns)
            person = self._person_of(db, waiting.campaign, waiting.member)
            before = chosen(db, waiting.campaign, waiting.member).address
            give_address(db, waiting.campaign, waiting.member, person, waiting.address)
            _drop(db, waiting)
        self._forget(before, waiting.address)
        if before and before.lower() != waiting.address.lower():
            self.replaced(waiting, before)

    def drop(self, waiting: Pending) -> None:
        """The command was refused, or never decided: its address is forgotten."""
        with self.file.writing() as db:
            _drop(db, waiting)
        self._forget(waiting.address)

    def answered(self, campaign_id: str, key: str) -> Answered | None:
        """The first answer under a key of which no log knows."""
        some = "SELECT campaign FROM answered WHERE campaign=? LIMIT 1"
        if known(self.file, str, some, (campaign_id,)) is None:  # as with nearly every campaign
            return None
        query = "SELECT * FROM answered WHERE campaign=? AND key=?"
        return row(self.file, Answered, query, (campaign_id, key))

    # --- the rest -------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """Bytes that only this file has, such as for the ids of messages."""
        query = "SELECT bytes FROM secret WHERE name='messages'"
        if kept := row(self.file, bytes, query):
            return kept
        with self.file.writing() as db:
            first = db.execute(query).fetchone()
            if first is not None:
                return bytes(first[0])
            made = self._random(SECRET_BYTES)
            db.execute("INSERT INTO secret VALUES ('messages', ?)", (made,))
            return made

    def mark(self, public: bytes) -> str:
        """A digest of a command that tells nobody else what was in it."""
        return hmac.new(self.secret(), public, hashlib.sha256).hexdigest()

    def members_by_campaign(self) -> Mapping[str, tuple[str, ...]]:
        """The members of whom something is kept, by the random id of their campaign."""
        members: dict[str, tuple[str, ...]] = {}
        with self.file.reading() as db:
            query = "SELECT campaign, member FROM seat UNION SELECT campaign, member FROM choice"
            for campaign, member in db.execute(f"{query} ORDER BY 1, 2"):
                members[campaign] = (*members.get(campaign, ()), member)
        return members

    # --- who sits where -------------------------------------------------------------------------

    def member_of(self, person: str, campaign_id: str) -> str | None:
        """The member of a campaign that a person is; None if they are none of it."""
        query = "SELECT member FROM seat WHERE person=? AND campaign=? AND until=''"
        return row(self.file, str, query, (person, campaign_id))

    def seat_in(self, person: str, campaign_id: str) -> tuple[str, str] | None:
        """The member of a campaign that a person is, and the time zone in which they read what is
        due; None if they are none of it.
        """
        query = (
            "SELECT seat.member, person.zone FROM seat JOIN person ON person.id = seat.person"
            " WHERE seat.person=? AND seat.campaign=? AND seat.until=''"
        )
        return known(self.file, _member_and_zone, query, (person, campaign_id))

    def seats_of(self, person: str) -> dict[str, str]:
        """The member that a person is in each campaign where they have a seat, by its random id."""
        query = "SELECT campaign, member FROM seat WHERE person=? AND until='' ORDER BY campaign"
        return dict(tuple(seat) for seat in self.file.looked_up(query, (person,)))

    def person_in(self, campaign_id: str, member: str) -> str:
        """The person who is a member of a campaign; empty if nobody is known."""
        if not self.file.exists():
            return ""
        with self.file.reading() as db:
            row = person_in(db, campaign_id, member)
            return "" if row is None else str(row["id"])

    def seated(self, db: PeopleRows, campaign_id: str, member: str, wanted: str) -> str:
        """The person whom somebody becomes who comes in as a member.

        `wanted` is who they are already in other campaigns; empty for somebody new. They stay that
        person unless they are another member of this campaign already, or hold no seat any more.
        Whoever was the member before is so no more; the address stays with the seat, for who has
        none of their own.
        """
        known = self._person_of(db, campaign_id, member)
        before = person_in(db, campaign_id, member)
        query = "SELECT campaign FROM seat WHERE person=? AND until=''"
        held = {campaign for (campaign,) in db.execute(query, (wanted,))}
        if not held or campaign_id in held:
            return known
        now = self._clock()
        db.execute(
            "UPDATE seat SET until=? WHERE campaign=? AND member=? AND until=''",
            (now, campaign_id, member),
        )
        seat = {"campaign": campaign_id, "member": member, "person": wanted}
        put(db, "seat", seat, {"since": now})
        from campaign.accounts.devices import end_programs

        end_programs(db, campaign_id, member, now)  # they act for whoever sat there
        address = address_in(db, campaign_id, member, before)
        db.execute("DELETE FROM given_address WHERE campaign=? AND member=?", (campaign_id, member))
        query = "SELECT address FROM person WHERE id=?"
        if address is not None and db.execute(query, (wanted,)).fetchone()["address"] is None:
            give_address(db, campaign_id, member, wanted, address)
        return wanted

    def unseat(self, campaign_id: str) -> None:
        """Forgets who sat where in a campaign that is gone."""
        with self.file.writing() as db:
            db.execute("DELETE FROM seat WHERE campaign=?", (campaign_id,))
            db.execute("DELETE FROM given_address WHERE campaign=?", (campaign_id,))

    def _person_of(self, db: PeopleRows, campaign_id: str, member: str) -> str:
        """The id of the person who has a seat; somebody new where nobody has it."""
        known = person_in(db, campaign_id, member)
        if known is not None:
            return str(known["id"])
        made, now = chance.token_hex(16), self._clock()
        db.execute("INSERT INTO person (id, created) VALUES (?,?)", (made, now))
        db.execute(
            "INSERT INTO seat (campaign, member, person, since) VALUES (?,?,?,?)",
            (campaign_id, member, made, now),
        )
        return made


def _member_and_zone(member: str, zone: str) -> tuple[str, str]:
    return member, zone


def _say_nothing(replaced: Pending, before: str) -> None:
    """Nobody is told where no service runs: whoever changes addresses sits at the machine."""


def _drop(db: PeopleRows, waiting: Pending) -> None:
    db.execute(
        "DELETE FROM pending WHERE campaign=? AND key=? AND member=?",
        (waiting.campaign, waiting.key, waiting.member),
    )


# --- Whoever starts a campaign on the web sits in it at once, as its host -----------------------


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


# --- Names that are kept apart from the record, which has numbers in their place ----------------

NAMES = Part(
    "names",
    (
        (
            """CREATE TABLE called (
                campaign TEXT NOT NULL, member TEXT NOT NULL, name TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table of names; a row without a member says that a campaign keeps its names apart."""
APART, RECORDED = "apart", "record"
"""What a request to open a campaign says under `names`: where they are kept."""
NOT_SIGNED = (
    "what is signed stays in the record with its text, and names are kept apart from it here; "
    "enrol without a signature"
)


def keep_names(file: PeopleDatabase, campaign_id: str, names: Mapping[str, str]) -> None:
    """Keeps what members are called."""
    with file.writing() as db:
        for member, name in names.items():
            put(db, "called", {"campaign": campaign_id, "member": member}, {"name": name})


def forget_names(file: PeopleDatabase, campaign_id: str) -> None:
    """Forgets the names of a campaign that was not opened."""
    with file.writing() as db:
        db.execute("DELETE FROM called WHERE campaign=?", (campaign_id,))
    file.sweep()


def is_apart(file: PeopleDatabase, campaign_id: str) -> bool:
    """Whether a campaign keeps its names apart."""
    if not file.exists():
        return False
    with file.reading() as db:
        if NAMES.name not in parts_in(db):
            return False
    return has(file, "SELECT 1 FROM called WHERE campaign=? AND member=''", (campaign_id,))


def names_in(file: PeopleDatabase, campaign_id: str) -> dict[str, str]:
    """What the members of a campaign are called, as far as anybody knows."""
    if not file.exists():
        return {}
    with file.reading() as db:
        if NAMES.name not in parts_in(db):
            return {}
        query = "SELECT member, name FROM called WHERE campaign=? AND member<>''"
        return {str(member): str(name) for member, name in db.execute(query, (campaign_id,))}


# --- The salts of sheets from which positions were stated; the record has their digests ---------

SHEETS = Part(
    "sheets",
    (
        (
            """CREATE TABLE sheet (
                campaign TEXT NOT NULL, member TEXT NOT NULL, digest TEXT NOT NULL,
                salt TEXT NOT NULL, PRIMARY KEY (campaign, digest)
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table of sheets: whose each was, and what proves later that it was this text."""
SALT_BYTES = 32


def salted(sheet: str) -> tuple[str, str]:
    """A fresh salt for a sheet, and the digest of both."""
    salt = chance.token_hex(SALT_BYTES)
    return salt, digest_of_sheet(sheet, salt)


def digest_of_sheet(sheet: str, salt: str) -> str:
    """The digest of a sheet with its salt; browsers end its lines in their own way."""
    text = "\n".join(sheet.splitlines()).encode("utf-8", "replace")
    return hashlib.sha256(bytes.fromhex(salt) + text).hexdigest()


def keep_sheet(store: Where, campaign_id: str, member: str, proof: tuple[str, str]) -> None:
    """Keeps the salt of a sheet, beside its digest."""
    salt, digest = proof
    with closing(open_people(store, (SHEETS,))) as file, file.writing() as db:
        keys = {"campaign": campaign_id, "digest": digest}
        put(db, "sheet", keys, {"member": member, "salt": salt})
