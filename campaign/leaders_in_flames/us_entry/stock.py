"""LiF 5.3: the common pool is filled, grows each January, and is opened at the end. Pure."""

from collections.abc import Iterator, Sequence

from campaign.kernel.decisions import (
    NOTHING,
    RECORD,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
)
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.commands import StockEntryChits
from campaign.leaders_in_flames.us_entry.dice import draws_chits
from campaign.leaders_in_flames.us_entry.state import UsEntry
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.us_entry import EntryChitsJoined, EntryChitsStocked, EntrySecretOpened, StockRow
from events.sealed import Opening

RULE = "LiF 5.3"
RULING = "Ruling 38"
COUNTS = range(1, 1000)
YEARS = range(1930, 1960)


def stock(state: State, command: StockEntryChits, given: Supplied) -> Decision:
    """Ruling 38: the common pool is stocked once, from the club's chart or with a cup at the table.

    The ledger's chits that the campaign begins with are drawn at once.
    """
    if state.entry.secret_commitment:
        return Refused(RECORD, "the common pool has been stocked already, and is stocked once")
    if refused := _rows(state, command.rows):
        return refused
    if given.sealed is None:
        return Refused("Vault", "there is no vault to seal the secret of the chits in")
    secret = Opening(chit_secret.SECRET, given.sealed.nonce)
    course = Course(state, Supplied(openings={chit_secret.SECRET: secret}, seed=given.seed))
    course.tell(
        EntryChitsStocked(
            rows=command.rows,
            commitment=given.sealed.commitment,
            sealed=given.sealed.ciphertext,
            source=command.source.strip(),
        )
    )
    if refused := _to_begin_with(course):
        return refused
    return course.done()


def _rows(state: State, rows: Sequence[StockRow]) -> Refused | None:
    """Ruling 38: the ledger needs the club's chart; a cup at the table needs none."""
    if not draws_chits(state):
        text = "this campaign's chits lie in a cup at the table; name no rows"
        return Refused(RULING, text) if rows else None
    if not rows:
        return bad_field("rows", "the ledger needs the chits by value and count")
    wrong = next(faults(rows), None)
    return bad_field("rows", wrong) if wrong else None


def faults(rows: Sequence[StockRow]) -> Iterator[str]:
    """LiF 5.3: faults in a chart of chits: it must have each value only once a year."""
    seen: set[tuple[int, int | None]] = set()
    for row in rows:
        if row.value not in chit_secret.VALUES:
            yield f"a value cannot be {row.value}; write 0 to {chit_secret.VALUES[-1]}"
        if row.count not in COUNTS:
            yield f"{row.count} chits of value {row.value} cannot be; write 1 to {COUNTS[-1]}"
        if row.year is not None and row.year not in YEARS:
            yield f"a year cannot be {row.year}; write {YEARS[0]} to {YEARS[-1]}, or none"
        if (row.value, row.year) in seen:
            when = f" in {row.year}" if row.year is not None else ""
            yield f"value {row.value} is listed twice{when}"
        seen.add((row.value, row.year))


def _to_begin_with(course: Course) -> Refused | None:
    """LiF 5.3: the ledger lays the first chits of the campaign; chits at the table stay due."""
    if not draws_chits(course.state):
        return None
    entry = course.state.entry
    wanted = sum(due.count for due in entry.due)
    if wanted > entry.common:
        text = f"the campaign begins with {counted(wanted, 'chit')}, and these are {entry.common}"
        return Refused(RULE, f"rows: {text}")
    for due in entry.due:
        if refused := course.arrive(due.pool, due.count, "set-up"):
            return refused
    return None


def needs(state: State, command: StockEntryChits) -> Needs:
    """LiF 5.3: a fresh secret, sealed once."""
    return NOTHING if state.entry.secret_commitment else chit_secret.secret_wish(state)


# --- the calendar -------------------------------------------------------------------------------


def at_start_of(state: State, turn: str) -> tuple[Event, ...]:
    """LiF 5.3: January/February adds the chits of its year to the common pool."""
    count = joining(state.entry, turn)
    return (EntryChitsJoined(year=calendar.year(turn), count=count),) if count else ()


def joining(entry: UsEntry, turn: str) -> int:
    """LiF 5.3: how many chits of the chart join when a turn begins."""
    if not calendar.starts_year(turn):
        return 0
    return sum(row.count for row in entry.stock if row.year == calendar.year(turn))


def at_close(state: State, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the end of the campaign opens the secret, and so every chit."""
    if not state.entry.secret_commitment:
        return ()
    former = chit_secret.former_of(given)
    return (EntrySecretOpened(secret=chit_secret.secret_of(given), former=former),)


DECIDE: Deciders = {StockEntryChits: stock}
NEEDS: Needing = {StockEntryChits: needs}
EVOLVE: Evolvers = {}
