"""LiF 5.3: the common pool's stock, chits from pool to pool, and chits put aside. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel import decisions, members
from campaign.lif import calendar
from campaign.lif.names import code, the_country
from campaign.lif.roster import POWERS
from campaign.lif.state import (
    ENTRY,
    POOL_NAMES,
    Deciders,
    Evolvers,
    Needing,
    State,
    UsEntry,
    aside,
    at_war,
    drawn_in_step,
    kind_of,
    unplaced,
)
from campaign.lif.us_entry import entry_chits, transaction
from campaign.lif.us_entry.actions import GAS_ENEMIES
from campaign.lif.us_entry.commands import (
    DrawEntryChits,
    EnterEntryChits,
    MoveEntryChits,
    PlaceEntryChits,
    ReturnAsideChits,
    ReturnEntryChits,
    ShowEntryChits,
    StockEntryChits,
    TakeBackEntry,
)
from campaign.lif.us_entry.entry_chits import (
    ASIDE_RULE,
    FOLD,
    draws_chits,
    due_aside,
    folded,
    is_over,
    seed_needs,
)
from campaign.lif.us_entry.transaction import ChitTransaction
from campaign.text.english import counted
from events.base import Event
from events.lif import us_entry
from events.sealed import Opening

# --- LiF 5.3: the common pool is filled, grows each January, and is opened at the end -----------

RULE = "LiF 5.3"
RULING = "Ruling 38"
COUNTS = range(1, 1000)
YEARS = range(1930, 1960)


def stock(state: State, command: StockEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """Ruling 38: the common pool is stocked once, from the club's chart or with a cup at the table.

    The ledger's chits that the campaign begins with are drawn at once.
    """
    if state.entry.secret_commitment:
        return decisions.Refused(
            decisions.RECORD, "the common pool has been stocked already, and is stocked once"
        )
    if refused := _rows(state, command.rows):
        return refused
    if given.sealed is None:
        return decisions.Refused("Vault", "there is no vault to seal the secret of the chits in")
    secret = Opening(entry_chits.SECRET, given.sealed.nonce)
    course = ChitTransaction(
        state, decisions.Supplied(openings={entry_chits.SECRET: secret}, seed=given.seed)
    )
    course.tell(
        us_entry.EntryChitsStocked(
            rows=command.rows,
            commitment=given.sealed.commitment,
            sealed=given.sealed.ciphertext,
            source=command.source.strip(),
        )
    )
    if refused := _to_begin_with(course):
        return refused
    return course.done()


def _rows(state: State, rows: Sequence[us_entry.StockRow]) -> decisions.Refused | None:
    """Ruling 38: the ledger needs the club's chart; a cup at the table needs none."""
    if not draws_chits(state):
        text = "this campaign's chits lie in a cup at the table; name no rows"
        return decisions.Refused(RULING, text) if rows else None
    if not rows:
        return decisions.bad_field("rows", "the ledger needs the chits by value and count")
    wrong = next(faults(rows), None)
    return decisions.bad_field("rows", wrong) if wrong else None


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


def _to_begin_with(course: ChitTransaction) -> decisions.Refused | None:
    """LiF 5.3: the ledger lays the first chits of the campaign; chits at the table stay due."""
    if not draws_chits(course.state):
        return None
    entry = course.state.entry
    wanted = sum(due.count for due in entry.due)
    if wanted > entry.common:
        text = f"the campaign begins with {counted(wanted, 'chit')}, and these are {entry.common}"
        return decisions.Refused(RULE, f"rows: {text}")
    for due in entry.due:
        if refused := course.arrive(due.pool, due.count, "set-up"):
            return refused
    return None


def stock_needs(state: State, command: StockEntryChits) -> decisions.Needs:
    """LiF 5.3: a fresh secret, sealed once."""
    return decisions.NOTHING if state.entry.secret_commitment else entry_chits.secret_wish(state)


# --- the calendar -------------------------------------------------------------------------------


def at_start_of(state: State, turn: str) -> tuple[Event, ...]:
    """LiF 5.3: January/February adds the chits of its year to the common pool."""
    count = joining(state.entry, turn)
    return (us_entry.EntryChitsJoined(year=calendar.year(turn), count=count),) if count else ()


def joining(entry: UsEntry, turn: str) -> int:
    """LiF 5.3: how many chits of the chart join when a turn begins."""
    if not calendar.starts_year(turn):
        return 0
    return sum(row.count for row in entry.stock if row.year == calendar.year(turn))


def at_close(state: State, given: decisions.Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the end of the campaign opens the secret, and so every chit."""
    if not state.entry.secret_commitment:
        return ()
    former = entry_chits.former_of(given)
    return (us_entry.EntrySecretOpened(secret=entry_chits.secret_of(given), former=former),)


# --- LiF 5.3: chits go from pool to pool: the entry step, returns and moves ---------------------

USA = "usa"
OTHERS = tuple(power for power in POWERS if power != USA)

STEP = "LiF 5.3.3"

STEP_RULING = "Ruling 53"


# --- who ----------------------------------------------------------------------------------------


def usa_alone(state: State, command: decisions.Command) -> decisions.Refused | None:
    """Members: hidden values are for the USA's player, or for a host if the USA has none."""
    holder = state.campaign.powers.get(USA)
    if holder is None:
        return members.host_only(state.campaign, command)
    if command.by == holder:
        return None
    name = state.campaign.called(holder)
    text = f"the values of the chits are the secret of {name}, who plays the USA"
    return decisions.Refused("Members", f"{text}; only {name} can do this")


# --- chits come ---------------------------------------------------------------------------------


def draw(state: State, command: DrawEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """LiF 5.3.3: the US entry step: chits into an entry pool, unless a shortfall forbids it.

    A forbidden draw is refused before anybody has to name a value.
    """
    refused = members.holder_only(state.campaign, command, USA, the_country(USA))
    refused = refused or _whose_values(state, command)
    if refused:
        return refused
    if kind_of(command.pool) != "entry":
        text = f"the US entry step draws into an entry pool, not into {POOL_NAMES[command.pool]}"
        return decisions.Refused(STEP, text)
    if refused := unstocked(state) or _below_zero(state, command, given):
        return refused
    if refused := _values_missing(state, command) or _too_many(state, command):
        return refused
    course = ChitTransaction(state, given)
    if command.values is None:
        refused = course.arrive(command.pool, command.count, "step", command.reason)
        return refused or course.done()
    laid = course.lay(command.values)
    course.tell(
        us_entry.EntryChitsDrawn(pool=command.pool, chits=laid, cause="step", reason=command.reason)
    )
    return course.done()


def _whose_values(state: State, command: DrawEntryChits) -> decisions.Refused | None:
    """Ruling 38: the ledger draws values itself; the owner enters those of chits at the table."""
    if not draws_chits(state):
        return usa_alone(state, command)
    text = "the ledger draws the values of the chits; name none"
    return decisions.Refused(RULING, text) if command.values is not None else None


def _values_missing(state: State, command: DrawEntryChits) -> decisions.Refused | None:
    """Ruling 38: each chit drawn at the table comes with its value."""
    if draws_chits(state):
        return None
    if not command.values:
        return decisions.bad_field(
            "values", "the chits lie in a cup at the table; name the values drawn"
        )
    if command.count not in (1, len(command.values)):
        text = f"{counted(len(command.values), 'value')} for {counted(command.count, 'chit')}"
        return decisions.bad_field(
            "values", f"there {'is' if len(command.values) == 1 else 'are'} {text}"
        )
    return None


def unstocked(state: State) -> decisions.Refused | None:
    """LiF 5.3: nothing is drawn or entered before the common pool is ready."""
    if state.entry.secret_commitment:
        return None
    return decisions.Refused(RULE, "the common pool is empty; stock it from the club's chart first")


def _below_zero(
    state: State, command: DrawEntryChits, given: decisions.Supplied
) -> decisions.Refused | None:
    """LiF 5.3.3: no draw in the step while chits lie aside for either entry pool."""
    alone = usa_alone(state, command) is None
    return entry_chits.forbids(state, "entry", given if alone else None)


def _too_many(state: State, command: DrawEntryChits) -> decisions.Refused | None:
    """Ruling 53: a club may limit the chits that the USA draws in the step of one turn."""
    most = state.rulings.entry_draws
    count = command.count if command.values is None else len(command.values)
    before = len(drawn_in_step(state.entry, state.campaign.turn))
    if most == "any" or before + count <= most:
        return None
    drawn = f", and has drawn {before}" if before else ""
    return decisions.Refused(
        STEP_RULING, f"the USA draws at most {counted(most, 'chit')} in a step{drawn}"
    )


def place(state: State, command: PlaceEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """Ruling 53: where a club has the USA see a chit first, it chooses the pool afterwards.

    Its value is not looked at here: who draws for the USA may place for it.
    """
    if refused := members.holder_only(state.campaign, command, USA, the_country(USA)):
        return refused
    if state.rulings.entry_look != "before":
        return decisions.Refused(STEP_RULING, "the USA names the pool before it sees the chit")
    if not draws_chits(state):
        text = "a chit from the cup at the table is seen before it is entered"
        return decisions.Refused(STEP_RULING, f"{text}; name its pool then")
    if kind_of(command.to) != "entry":
        text = f"a chit of the US entry step goes to an entry pool, not to {POOL_NAMES[command.to]}"
        return decisions.Refused(STEP, text)
    if refused := _on_the_table(state, command.chits):
        return refused
    may = unplaced(state.entry, state.campaign.turn)
    if late := [chit for chit in command.chits if chit not in may]:
        text = "it is not of this step, or something was picked, taken, moved or shown since"
        return decisions.Refused(STEP_RULING, f"{late[0]} stays where it is: {text}")
    if there := [chit for chit in command.chits if state.entry.chits[chit].pool == command.to]:
        return decisions.bad_field("chits", f"{there[0]} is in {POOL_NAMES[command.to]} already")
    (pool,) = (pool for pool in ENTRY.values() if pool != command.to)
    return (us_entry.EntryChitsPlaced(pool=pool, to=command.to, chits=command.chits),)


def _on_the_table(state: State, chits: Sequence[str]) -> decisions.Refused | None:
    """Chits that are named lie on the table, and are named once."""
    if strangers := [chit for chit in chits if chit not in state.entry.chits]:
        return decisions.bad_field("chits", f"there is no chit {strangers[0]} on the table")
    if len(set(chits)) < len(chits):
        return decisions.bad_field("chits", "name each chit once")
    return None


def enter(state: State, command: EnterEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """Ruling 38: the values of chits due are entered at the table, in the order they were drawn."""
    if refused := usa_alone(state, command):
        return refused
    if draws_chits(state):
        return decisions.Refused(
            RULING, "the ledger draws this campaign's chits; there is none to enter"
        )
    if refused := unstocked(state):
        return refused
    pool, values = command.pool, command.values
    due = [due for due in state.entry.due if (due.pool, due.aside) == (pool, command.aside)]
    count = sum(part.count for part in due)
    if count < len(values):
        what = f"aside for {POOL_NAMES[pool]}" if command.aside else f"in {POOL_NAMES[pool]}"
        text = counted(count, "chit is", "chits are") if count else "no chit is"
        return decisions.Refused(
            STEP, f"{text} due {what}, and {counted(len(values), 'was', 'were')} named"
        )
    course = ChitTransaction(state, given)
    if not command.aside:
        course.tell(us_entry.EntryChitsDrawn(pool=pool, chits=course.lay(values), cause="other"))
        return course.done()
    for part in _by_shortfall([part.count for part in due], values):
        course.tell(us_entry.AsideChitsEntered(pool=pool, chits=course.lay(part)))
    return course.done()


def take_back(
    state: State, command: TakeBackEntry, given: decisions.Supplied
) -> decisions.Decision:
    """Ruling 58: chits entered at the table by mistake, until anything rests on them."""
    if refused := usa_alone(state, command):
        return refused
    if draws_chits(state):
        return decisions.Refused(
            RULING, "the ledger draws this campaign's chits; there is none to take back"
        )
    if refused := _on_the_table(state, command.chits):
        return refused
    if late := [chit for chit in command.chits if chit not in state.entry.fresh]:
        text = "something was drawn, rolled, shown or decided since it was entered"
        return decisions.Refused("Ruling 58", f"{late[0]} stays on the table: {text}")
    return (us_entry.EntryTakenBack(chits=command.chits),)


def _by_shortfall(counts: Sequence[int], values: Sequence[int]) -> Iterator[Sequence[int]]:
    """Ruling 39: each shortfall counts its own turns, so each has its own chits."""
    for count in counts:
        if part := values[:count]:
            yield part
        values = values[count:]


# --- chits go -----------------------------------------------------------------------------------


def give_back(
    state: State, command: ReturnEntryChits, given: decisions.Supplied
) -> decisions.Decision:
    """LiF 5.3.3: chits leave a pool for the common pool; for missing ones chits are put aside."""
    if refused := transaction.owed(state, command.pool):
        return refused
    course = ChitTransaction(state, given)
    refused = course.leave(command.pool, command.count, command.chits, command.reason)
    return refused or course.done()


def move(state: State, command: MoveEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """LiF 5.3.2: chits go from pool to pool, face-down; for missing ones chits are put aside."""
    if command.pool == command.to:
        return decisions.bad_field("to", f"the chits are in {POOL_NAMES[command.pool]} already")
    if refused := transaction.owed(state, command.pool):
        return refused
    course = ChitTransaction(state, given)
    refused = course.move(command.pool, command.to, command.count, command.chits, command.reason)
    return refused or course.done()


# --- chits are shown ----------------------------------------------------------------------------


def show(state: State, command: ShowEntryChits, given: decisions.Supplied) -> decisions.Decision:
    """LiF 5.3.2: the USA's player turns chits face-up, and face-down again."""
    if refused := usa_alone(state, command):
        return refused
    if refused := _on_the_table(state, command.chits):
        return refused
    if USA in command.to:
        return decisions.bad_field("to", "the chits are shown to others than the USA")
    course = ChitTransaction(state, given)
    course.show(command.chits, tuple(dict.fromkeys(command.to)) or OTHERS, command.reason)
    return course.done()


# --- needs and fold -----------------------------------------------------------------------------


def with_seed(state: State, command: decisions.Command) -> decisions.Needs:
    """LiF 5.3: the secret for values, the seed of the turn for picks among face-down chits."""
    return entry_chits.secret_needs(state, seed=seed_needs(state).seed)


def secret_only(state: State, command: decisions.Command) -> decisions.Needs:
    """LiF 5.3: the secret, needed only for values."""
    return entry_chits.secret_needs(state)


def _folded(state: State, event: Event) -> State:
    return replace(state, entry=folded(state.entry, event, state.campaign.turn))


def _begun(state: State, event: us_entry.EntryOpened) -> State:
    """Ruling 56: a war that the campaign begins with ends gas as one that is declared does."""
    found = _folded(state, event)
    fought = any(at_war(state, "japan", enemy) for enemy in GAS_ENEMIES)
    return replace(found, entry=replace(found.entry, gas_ended=True)) if fought else found


# --- LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return ---------


def give_back_aside(
    state: State, command: ReturnAsideChits, given: decisions.Supplied
) -> decisions.Decision:
    """LiF 5.3.3: once the turns have passed, the chits put aside are shown to all and go back.

    Ruling 54: only the USA's player hears whether they have.
    """
    kind, entry = command.kind, state.entry
    refused = members.holder_only(state.campaign, command, USA, the_country(USA))
    if refused := refused or usa_alone(state, command):
        return refused
    if due_aside(entry, kind):
        return decisions.Refused(
            ASIDE_RULE, f"chits put aside for the {kind} pools are still to be entered"
        )
    chits = aside(entry, kind)
    if not chits:
        return decisions.Refused(ASIDE_RULE, f"no chits lie aside for the {kind} pools")
    course = ChitTransaction(state, given)
    if not is_over(entry, kind, state.campaign.turn, course.values()):
        return decisions.Refused(ASIDE_RULE, f"the turns to wait for the {kind} pools are not over")
    course.show(chits, OTHERS, code("put-aside", kind))
    course.tell(us_entry.AsideChitsReturned(kind=kind, chits=chits))
    return course.done()


def aside_needs(state: State, command: ReturnAsideChits) -> decisions.Needs:
    """LiF 5.3.3: the secret, if there is something to show."""
    return secret_only(state, command) if aside(state.entry, command.kind) else decisions.NOTHING


DECIDE: Deciders = {
    StockEntryChits: stock,
    DrawEntryChits: draw,
    EnterEntryChits: enter,
    PlaceEntryChits: place,
    TakeBackEntry: take_back,
    ReturnEntryChits: give_back,
    MoveEntryChits: move,
    ShowEntryChits: show,
    ReturnAsideChits: give_back_aside,
}
NEEDS: Needing = {
    StockEntryChits: stock_needs,
    DrawEntryChits: secret_only,
    EnterEntryChits: secret_only,
    ReturnEntryChits: with_seed,
    MoveEntryChits: with_seed,
    ShowEntryChits: secret_only,
    ReturnAsideChits: aside_needs,
}
EVOLVE: Evolvers = {
    **dict.fromkeys(FOLD, _folded),
    us_entry.EntryOpened: _begun,
}
