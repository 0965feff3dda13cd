"""Which seats of a club's campaigns are one person's, and what that person is called. IO.

Seats are one person's only where the people's file says so, since somebody signed in to both, or
where a host joined them. Equal names prove nothing. The record keeps the names that were enrolled.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from campaign.accounts.database import open_people
from campaign.accounts.protocol import PEOPLE, Part, PeopleDatabase, PeopleRows, put
from campaign.accounts.table.names import called
from campaign.store.protocol import Where
from campaign.store.reader import Reader
from campaign.world import chance

SHELF = Part(
    "shelf",
    (
        (
            """CREATE TABLE shelf_seat (
                campaign TEXT NOT NULL, member TEXT NOT NULL, joined TEXT NOT NULL,
                name TEXT NOT NULL, is_forgotten INTEGER NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table. `joined` is the same for seats that a host joined; `name` is empty where nobody chose
one, and `is_forgotten` says that its person wants none.
"""

FORGOTTEN = "a member"
"""What somebody is called who wants no name."""

Seat = tuple[str, str]
"""A campaign's random id, and a member of it."""
SeatRow = tuple[str, str, bool]
"""What a row says of a seat: `joined`, `name`, `is_forgotten`."""


class SeatedPersons:
    """The seats of a club by person. A value: it is read once, and nobody changes it."""

    def __init__(self, rows: Mapping[Seat, SeatRow], people: Mapping[Seat, str]) -> None:
        """`people` has the person of each seat that somebody signed in to, or gave an address."""
        self._rows = rows
        self._groups: dict[Seat, set[Seat]] = {}
        by_token: dict[tuple[str, str], Seat] = {}
        for seat in (*rows, *people):
            self._groups.setdefault(seat, {seat})
            tokens = [("person", people.get(seat, "")), ("joined", rows.get(seat, ("",))[0])]
            for token in tokens:
                if token[1]:
                    self._unite(seat, by_token.setdefault(token, seat))

    def _unite(self, one: Seat, other: Seat) -> None:
        both = self._groups[one] | self._groups[other]
        self._groups |= dict.fromkeys(both, both)

    def person(self, seat: Seat) -> Seat:
        """A seat that stands for its person: the same for all of theirs."""
        return self.seats(seat)[0]

    def seats(self, seat: Seat) -> tuple[Seat, ...]:
        """Every known seat of a seat's person, this one among them."""
        return tuple(sorted(self._groups.get(seat, {seat})))

    def is_forgotten(self, seat: Seat) -> bool:
        """Whether its person wants no name."""
        return any(self._rows[one][2] for one in self.seats(seat) if one in self._rows)

    def called(self, seat: Seat) -> str:
        """The name that a seat's person chose, or stands in its place; empty where none does."""
        if self.is_forgotten(seat):
            return FORGOTTEN
        own = [self._rows[one][1] for one in (seat, *self.seats(seat)) if one in self._rows]
        return next(filter(None, own), "")

    def names(self, campaign_id: str) -> dict[str, str]:
        """Those of a campaign who have another name than the record's, each with it."""
        seats = (seat for seat in self._groups if seat[0] == campaign_id)
        return {member: name for _, member in seats if (name := self.called((campaign_id, member)))}


NOBODY = SeatedPersons({}, {})


@contextmanager
def people_of(place: Where) -> Iterator[PeopleDatabase]:
    """The people of a store, with the seats of the shelf."""
    with closing(open_people(place, (PEOPLE, SHELF))) as file:
        yield file


def persons(file: PeopleDatabase) -> SeatedPersons:
    """Who is who in a club. Nothing is made where nothing is kept of anybody."""
    if not file.exists():
        return NOBODY
    with file.reading() as db:
        return _persons(db)


def _persons(db: PeopleRows) -> SeatedPersons:
    query = "SELECT campaign, member, joined, name, is_forgotten FROM shelf_seat"
    rows = {
        (campaign, member): (joined, name, bool(gone))
        for campaign, member, joined, name, gone in db.execute(query)
    }
    query = "SELECT campaign, member, person FROM seat WHERE until=''"
    people = {(campaign, member): person for campaign, member, person in db.execute(query)}
    return SeatedPersons(rows, people)


def naming(names: Mapping[str, str], reader: Reader) -> Reader:
    """A reader that calls members what they are called on the shelf."""
    before = reader.naming
    made = Reader(reader)
    made.naming = lambda live: called(before(live), names)
    return made


# --- What a host says of seats, and a person of themself ----------------------------------------


def join(file: PeopleDatabase, one: Seat, other: Seat) -> str:
    """Has two seats be one person's from now on; else says why that cannot be.

    If one of them is to be forgotten, both are.
    """
    with file.writing() as db:
        known = _persons(db)
        if known.person(one) == known.person(other):
            return "" if one != other else "these are the same seat"
        both = known.seats(one) + known.seats(other)
        if len({campaign for campaign, _ in both}) < len(both):
            return "they would be two members of one campaign"
        token = chance.token_hex(16)
        tokens = {_row(db, seat)[0] for seat in (one, other)} - {""}
        name, gone = _called_together(known, one, other)
        for seat in both:
            before = _row(db, seat)[0]
            is_meant = seat in (one, other) or before in tokens
            _put(db, seat, (token if is_meant else before, name, gone))
    return ""


def _called_together(known: SeatedPersons, one: Seat, other: Seat) -> tuple[str, bool]:
    """The name of two persons who become one, and whether they want none."""
    if known.is_forgotten(one) or known.is_forgotten(other):
        return "", True
    return min(filter(None, (known.called(one), known.called(other))), default=""), False


def part(file: PeopleDatabase, seat: Seat) -> None:
    """Takes a seat out of those that a host joined. A sign-in to several stays what it is."""
    with file.writing() as db:
        _, name, gone = _row(db, seat)
        _put(db, seat, ("", name, gone))


def call(file: PeopleDatabase, seat: Seat, name: str) -> None:
    """Calls a seat's person by a name; with an empty one by the record's again."""
    with file.writing() as db:
        for one in _persons(db).seats(seat):
            _put(db, one, (_row(db, one)[0], name, False))
    file.sweep()


def forget(file: PeopleDatabase, seat: Seat) -> None:
    """Gives a seat's person no name any more, in any of their campaigns."""
    with file.writing() as db:
        for one in _persons(db).seats(seat):
            _put(db, one, (_row(db, one)[0], "", True))
    file.sweep()


def _row(db: PeopleRows, seat: Seat) -> SeatRow:
    query = "SELECT joined, name, is_forgotten FROM shelf_seat WHERE campaign=? AND member=?"
    row = db.execute(query, seat).fetchone()
    return ("", "", False) if row is None else (row[0], row[1], bool(row[2]))


def _put(db: PeopleRows, seat: Seat, row: SeatRow) -> None:
    keys = dict(zip(("campaign", "member"), seat, strict=True))
    joined, name, gone = row
    put(db, "shelf_seat", keys, {"joined": joined, "name": name, "is_forgotten": int(gone)})
