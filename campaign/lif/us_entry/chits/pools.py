"""LiF 5.3: the common pool's stock, chits from pool to pool, and chits put aside. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from campaign.kernel import members
from campaign.kernel.decisions import RECORD, Command, Decision, Refused, Supplied, bad_field
from campaign.lif import calendar
from campaign.lif import state as game
from campaign.lif.names import code, the_country
from campaign.lif.roster import POWERS
from campaign.lif.state import ENTRY, POOL_NAMES, USA, State
from campaign.lif.us_entry.chits import entry_chits, transaction
from campaign.lif.us_entry.chits.entry_chits import ASIDE_RULE, draws_chits, is_over
from campaign.text.english import counted
from events.base import Event
from events.lif import us_entry
from events.sealed import Opening

if TYPE_CHECKING:
    from campaign.lif.us_entry import commands

# --- LiF 5.3: the common pool is filled, grows each January, and is opened at the end -----------

RULE = "LiF 5.3"
RULING = "Ruling 38"
COUNTS = range(1, 1000)
YEARS = range(1930, 1960)
OTHERS = tuple(power for power in POWERS if power != USA)
STEP = "LiF 5.3.3"
STEP_RULING = "Ruling 53"


def stock(state: State, command: commands.StockEntryChits, supplied: Supplied) -> Decision:
    """Ruling 38: the common pool is stocked once, from the club's chart or with a cup at the table.

    The ledger's chits that the campaign begins with are drawn at once.
    """
    if state.entry.secret_commitment:
        return Refused(RECORD, "the common pool has been stocked already, and is stocked once")
    if refused := _rows(state, command.rows):
        return refused
    if supplied.sealed is None:
        return Refused("Vault", "there is no vault to seal the secret of the chits in")
    secret = {entry_chits.SECRET: Opening(entry_chits.SECRET, supplied.sealed.nonce)}
    course = transaction.ChitTransaction(state, Supplied(openings=secret, seed=supplied.seed))
    course.tell(
        us_entry.EntryChitsStocked(
            rows=command.rows,
            commitment=supplied.sealed.commitment,
            sealed=supplied.sealed.ciphertext,
            source=command.source.strip(),
        )
    )
    return _to_begin_with(course) or course.done()


def _rows(state: State, rows: Sequence[us_entry.StockRow]) -> Refused | None:
    """Ruling 38: the ledger needs the club's chart; a cup at the table needs none."""
    if not draws_chits(state):
        text = "this campaign's chits lie in a cup at the table; name no rows"
        return Refused(RULING, text) if rows else None
    if not rows:
        return bad_field("rows", "the ledger needs the chits by value and count")
    wrong = next(faults(rows), None)
    return bad_field("rows", wrong) if wrong else None


def faults(rows: Sequence[us_entry.StockRow]) -> Iterator[str]:
    """LiF 5.3: faults in a chart of chits: it must have each value only once a year."""
    seen: set[tuple[int, int | None]] = set()
    for row in rows:
        if row.value not in entry_chits.VALUES:
            yield f"a value cannot be {row.value}; write 0 to {entry_chits.VALUES[-1]}"
        if row.count not in COUNTS:
            yield f"{row.count} chits of value {row.value} cannot be; write 1 to {COUNTS[-1]}"
        if row.year is not None and row.year not in YEARS:
            yield f"a year cannot be {row.year}; write {YEARS[0]} to {YEARS[-1]}, or none"
        if (row.value, row.year) in seen:
            when = f" in {row.year}" if row.year is not None else ""
            yield f"value {row.value} is listed twice{when}"
        seen.add((row.value, row.year))


def _to_begin_with(course: transaction.ChitTransaction) -> Refused | None:
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


def at_turn(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: January/February adds the chits of its year to the common pool."""
    year = calendar.year(turn)
    count = sum(row.count for row in state.entry.stock if row.year == year)
    joins = count and calendar.starts_year(turn)
    return (us_entry.EntryChitsJoined(year=year, count=count),) if joins else ()


def at_close(state: State, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the end of the campaign opens the secret, and so every chit."""
    if not state.entry.secret_commitment:
        return ()
    former = entry_chits.former_of(supplied)
    return (us_entry.EntrySecretOpened(secret=entry_chits.secret_of(supplied), former=former),)


# --- who ----------------------------------------------------------------------------------------


def _usa_only(state: State, command: Command) -> Refused | None:
    """Members: for whoever plays the USA or draws for it, whatever the values of chits."""
    return members.holder_only(state.campaign, command, USA, the_country(USA))


def usa_alone(state: State, command: Command) -> Refused | None:
    """Members: hidden values are for the USA's player, or for a host if the USA has none."""
    holder = state.campaign.powers.get(USA)
    if holder is None:
        return members.host_only(state.campaign, command)
    if command.by == holder:
        return None
    name = state.campaign.called(holder)
    text = f"the values of the chits are the secret of {name}, who plays the USA"
    return Refused("Members", f"{text}; only {name} can do this")


def _at_the_table(state: State, command: Command, what: str) -> Refused | None:
    """Ruling 38: only with a cup at the table does the USA's player enter values."""
    if refused := usa_alone(state, command):
        return refused
    text = f"the ledger draws this campaign's chits; there is none to {what}"
    return Refused(RULING, text) if draws_chits(state) else None


# --- chits come ---------------------------------------------------------------------------------


def draw(state: State, command: commands.DrawEntryChits, supplied: Supplied) -> Decision:
    """LiF 5.3.3: the US entry step: chits into an entry pool, unless a shortfall forbids it.

    A forbidden draw is refused before anybody has to name a value.
    """
    if refused := _usa_only(state, command) or _whose_values(state, command):
        return refused
    if game.kind_of(command.pool) != "entry":
        text = f"the US entry step draws into an entry pool, not into {POOL_NAMES[command.pool]}"
        return Refused(STEP, text)
    if refused := (
        transaction.unstocked(state)
        or _shortfall(state, command, supplied)
        or _values_missing(state, command)
        or _too_many(state, command)
    ):
        return refused
    course = transaction.ChitTransaction(state, supplied)
    if command.values is None:
        refused = course.arrive(command.pool, command.count, "step", command.reason)
        return refused or course.done()
    chits = course.lay(command.values)
    course.tell(
        us_entry.EntryChitsDrawn(
            pool=command.pool, chits=chits, cause="step", reason=command.reason
        )
    )
    return course.done()


def _shortfall(
    state: State, command: commands.DrawEntryChits, supplied: Supplied
) -> Refused | None:
    """Ruling 54: whether a shortfall's turns are over is for the USA's own player to hear."""
    alone = usa_alone(state, command) is None
    return entry_chits.forbids(state, "entry", supplied if alone else None)


def _whose_values(state: State, command: commands.DrawEntryChits) -> Refused | None:
    """Ruling 38: the ledger draws values itself; the owner enters those of chits at the table."""
    if not draws_chits(state):
        return usa_alone(state, command)
    text = "the ledger draws the values of the chits; name none"
    return Refused(RULING, text) if command.values is not None else None


def _values_missing(state: State, command: commands.DrawEntryChits) -> Refused | None:
    """Ruling 38: each chit drawn at the table comes with its value."""
    if draws_chits(state):
        return None
    if not command.values:
        text = "the chits lie in a cup at the table; name the values drawn"
        return bad_field("values", text)
    if command.count in (1, len(command.values)):
        return None
    be = "is" if len(command.values) == 1 else "are"
    text = f"{counted(len(command.values), 'value')} for {counted(command.count, 'chit')}"
    return bad_field("values", f"there {be} {text}")


def _too_many(state: State, command: commands.DrawEntryChits) -> Refused | None:
    """Ruling 53: a club may limit the chits that the USA draws in the step of one turn."""
    most = state.rulings.entry_draws
    count = command.count if command.values is None else len(command.values)
    before = len(game.drawn_in_step(state.entry, state.campaign.turn))
    if most == "any" or before + count <= most:
        return None
    drawn = f", and has drawn {before}" if before else ""
    text = f"the USA draws at most {counted(most, 'chit')} in a step{drawn}"
    return Refused(STEP_RULING, text)


def place(state: State, command: commands.PlaceEntryChits, supplied: Supplied) -> Decision:
    """Ruling 53: where a club has the USA see a chit first, it chooses the pool afterwards.

    Its value is not looked at here: who draws for the USA may place for it.
    """
    if refused := _usa_only(state, command):
        return refused
    if state.rulings.entry_look != "before":
        return Refused(STEP_RULING, "the USA names the pool before it sees the chit")
    if not draws_chits(state):
        text = "a chit from the cup at the table is seen before it is entered"
        return Refused(STEP_RULING, f"{text}; name its pool then")
    if game.kind_of(command.to) != "entry":
        text = f"a chit of the US entry step goes to an entry pool, not to {POOL_NAMES[command.to]}"
        return Refused(STEP, text)
    if refused := _on_the_table(state, command.chits) or _may_not_go(state, command):
        return refused
    (pool,) = (pool for pool in ENTRY.values() if pool != command.to)
    return (us_entry.EntryChitsPlaced(pool=pool, to=command.to, chits=command.chits),)


def _may_not_go(state: State, command: commands.PlaceEntryChits) -> Refused | None:
    """Ruling 53: chits are placed until something rests on them, and in the other pool."""
    may = game.unplaced(state.entry, state.campaign.turn)
    if late := [chit for chit in command.chits if chit not in may]:
        text = "it is not of this step, or something was picked, taken, moved or shown since"
        return Refused(STEP_RULING, f"{late[0]} stays where it is: {text}")
    if there := [chit for chit in command.chits if state.entry.chits[chit].pool == command.to]:
        return bad_field("chits", f"{there[0]} is in {POOL_NAMES[command.to]} already")
    return None


def _on_the_table(state: State, chits: Sequence[str]) -> Refused | None:
    """Chits that are named lie on the table, and are named once."""
    if strangers := [chit for chit in chits if chit not in state.entry.chits]:
        return bad_field("chits", f"there is no chit {strangers[0]} on the table")
    return bad_field("chits", "name each chit once") if len(set(chits)) < len(chits) else None


def enter(state: State, command: commands.EnterEntryChits, supplied: Supplied) -> Decision:
    """Ruling 38: the values of chits due are entered at the table, in the order they were drawn."""
    if refused := _at_the_table(state, command, "enter") or transaction.unstocked(state):
        return refused
    pool, values = command.pool, command.values
    due = [due for due in state.entry.due if (due.pool, due.aside) == (pool, command.aside)]
    count = sum(part.count for part in due)
    if count < len(values):
        return _not_due(command, count)
    course = transaction.ChitTransaction(state, supplied)
    if not command.aside:
        course.tell(us_entry.EntryChitsDrawn(pool=pool, chits=course.lay(values), cause="other"))
        return course.done()
    for part in _by_shortfall([part.count for part in due], values):
        course.tell(us_entry.AsideChitsEntered(pool=pool, chits=course.lay(part)))
    return course.done()


def _not_due(command: commands.EnterEntryChits, count: int) -> Refused:
    where = f"{'aside for' if command.aside else 'in'} {POOL_NAMES[command.pool]}"
    text = counted(count, "chit is", "chits are") if count else "no chit is"
    named = counted(len(command.values), "was", "were")
    return Refused(STEP, f"{text} due {where}, and {named} named")


def _by_shortfall(counts: Sequence[int], values: Sequence[int]) -> Iterator[Sequence[int]]:
    """Ruling 39: each shortfall counts its own turns, so each has its own chits."""
    for count in counts:
        if part := values[:count]:
            yield part
        values = values[count:]


def take_back(state: State, command: commands.TakeBackEntry, supplied: Supplied) -> Decision:
    """Ruling 58: chits entered at the table by mistake, until anything rests on them."""
    refused = _at_the_table(state, command, "take back") or _on_the_table(state, command.chits)
    if refused:
        return refused
    if late := [chit for chit in command.chits if chit not in state.entry.fresh]:
        text = "something was drawn, rolled, shown or decided since it was entered"
        return Refused("Ruling 58", f"{late[0]} stays on the table: {text}")
    return (us_entry.EntryTakenBack(chits=command.chits),)


# --- chits go, and are shown --------------------------------------------------------------------


def go(
    state: State, command: commands.ReturnEntryChits | commands.MoveEntryChits, supplied: Supplied
) -> Decision:
    """LiF 5.3.2, 5.3.3: chits leave a pool, face-down; for missing ones chits are put aside.

    They go to the common pool, or to the pool that is named.
    """
    to: us_entry.Pool | None = getattr(command, "to", None)
    if command.pool == to:
        return bad_field("to", f"the chits are in {POOL_NAMES[command.pool]} already")
    if refused := transaction.owed(state, command.pool):
        return refused
    course = transaction.ChitTransaction(state, supplied)
    refused = course.leave(command.pool, command.count, command.chits, command.reason, to)
    return refused or course.done()


def show(state: State, command: commands.ShowEntryChits, supplied: Supplied) -> Decision:
    """LiF 5.3.2: the USA's player turns chits face-up, and face-down again."""
    if refused := usa_alone(state, command) or _on_the_table(state, command.chits):
        return refused
    if USA in command.to:
        return bad_field("to", "the chits are shown to others than the USA")
    course = transaction.ChitTransaction(state, supplied)
    course.show(command.chits, tuple(dict.fromkeys(command.to)) or OTHERS, command.reason)
    return course.done()


# --- LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return ---------


def give_back_aside(
    state: State, command: commands.ReturnAsideChits, supplied: Supplied
) -> Decision:
    """LiF 5.3.3: once the turns have passed, the chits put aside are shown to all and go back.

    Ruling 54: only the USA's player hears whether they have.
    """
    kind, entry = command.kind, state.entry
    if refused := _usa_only(state, command) or usa_alone(state, command):
        return refused
    if game.due_aside(entry, kind):
        text = f"chits put aside for the {kind} pools are still to be entered"
        return Refused(ASIDE_RULE, text)
    chits = game.aside(entry, kind)
    if not chits:
        return Refused(ASIDE_RULE, f"no chits lie aside for the {kind} pools")
    course = transaction.ChitTransaction(state, supplied)
    if not is_over(entry, kind, state.campaign.turn, course.values()):
        return Refused(ASIDE_RULE, f"the turns to wait for the {kind} pools are not over")
    course.show(chits, OTHERS, code("put-aside", kind))
    course.tell(us_entry.AsideChitsReturned(kind=kind, chits=chits))
    return course.done()
