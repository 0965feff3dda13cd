"""The rows of the people's file: who has a seat, what they chose, whether their mail rests. IO."""

from msgspec.structs import replace

from campaign.people.choices import KINDS, Choices, Kind
from campaign.people.protocol import PeopleRows, PersonRow

USUAL_CHOICES = Choices()
"""What somebody chose of whom there are no rows."""


def parts_in(db: PeopleRows) -> frozenset[str]:
    """The parts whose tables there are."""
    return frozenset(name for (name,) in db.execute("SELECT name FROM part WHERE name<>''"))


def person_in(db: PeopleRows, campaign_id: str, member: str) -> PersonRow | None:
    """The row of the person who has a seat; None if nobody has it."""
    found: PersonRow | None = db.execute(
        "SELECT person.* FROM seat JOIN person ON person.id = seat.person"
        " WHERE campaign=? AND member=? AND until=''",
        (campaign_id, member),
    ).fetchone()
    return found


def chosen(db: PeopleRows, campaign_id: str, member: str) -> Choices:
    """What the rows say; as usual where there are none."""
    where = (campaign_id, member)
    found, person = USUAL_CHOICES, person_in(db, campaign_id, member)
    if person is not None:
        found = replace(
            found,
            address=address_in(db, campaign_id, member, person) or "",
            zone=person["zone"],
        )
    row = db.execute("SELECT * FROM choice WHERE campaign=? AND member=?", where).fetchone()
    if row is not None:
        found = replace(
            found,
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
    return replace(found, kinds=switched, is_stopped=stopped)


def address_in(
    db: PeopleRows, campaign_id: str, member: str, person: PersonRow | None
) -> str | None:
    """Where a member's mail of one campaign goes; None if nobody has said."""
    query = "SELECT address FROM given_address WHERE campaign=? AND member=?"
    given = db.execute(query, (campaign_id, member)).fetchone()
    if given is not None:
        return str(given[0])
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


def stop(db: PeopleRows, campaign_id: str, member: str, *, rests: bool) -> None:
    """Holds back the mail of a member, or with an empty member of a campaign, or lets it go on."""
    if rests:
        db.execute("INSERT INTO stopped VALUES (?,?) ON CONFLICT DO NOTHING", (campaign_id, member))
    else:
        db.execute("DELETE FROM stopped WHERE campaign=? AND member=?", (campaign_id, member))
