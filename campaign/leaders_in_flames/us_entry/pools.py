"""LiF 5.3: chits go from pool to pool: the entry step, returns and moves. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import Command, Decision, Needs, Refused, Supplied, bad_field
from campaign.leaders_in_flames.names import counted, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State, at_war
from campaign.leaders_in_flames.us_entry import chit_secret, preconditions, shortfall
from campaign.leaders_in_flames.us_entry.action_rules import GAS_ENEMIES
from campaign.leaders_in_flames.us_entry.commands import (
    DrawEntryChits,
    EnterEntryChits,
    MoveEntryChits,
    PlaceEntryChits,
    ReturnEntryChits,
    ShowEntryChits,
    TakeBackEntry,
)
from campaign.leaders_in_flames.us_entry.dice import draws_chits, seed_needs
from campaign.leaders_in_flames.us_entry.fold import FOLD, folded
from campaign.leaders_in_flames.us_entry.state import (
    ENTRY,
    POOL_NAMES,
    drawn_in_step,
    kind_of,
    unplaced,
)
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.us_entry import (
    AsideChitsEntered,
    EntryChitsDrawn,
    EntryChitsPlaced,
    EntryOpened,
    EntryTakenBack,
)

USA = "usa"
OTHERS = tuple(power for power in POWERS if power != USA)
RULE = "LiF 5.3"
STEP = "LiF 5.3.3"
RULING = "Ruling 38"
STEP_RULING = "Ruling 53"


# --- who ----------------------------------------------------------------------------------------


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


# --- chits come ---------------------------------------------------------------------------------


def draw(state: State, command: DrawEntryChits, given: Supplied) -> Decision:
    """LiF 5.3.3: the US entry step: chits into an entry pool, unless a shortfall forbids it.

    A forbidden draw is refused before anybody has to name a value.
    """
    refused = members.holder_only(state.campaign, command, USA, the_country(USA))
    refused = refused or _whose_values(state, command)
    if refused:
        return refused
    if kind_of(command.pool) != "entry":
        text = f"the US entry step draws into an entry pool, not into {POOL_NAMES[command.pool]}"
        return Refused(STEP, text)
    if refused := unstocked(state) or _below_zero(state, command, given):
        return refused
    if refused := _values_missing(state, command) or _too_many(state, command):
        return refused
    course = Course(state, given)
    if command.values is None:
        refused = course.arrive(command.pool, command.count, "step", command.reason)
        return refused or course.done()
    laid = course.lay(command.values)
    course.tell(EntryChitsDrawn(pool=command.pool, chits=laid, cause="step", reason=command.reason))
    return course.done()


def _whose_values(state: State, command: DrawEntryChits) -> Refused | None:
    """Ruling 38: the ledger draws values itself; the owner enters those of chits at the table."""
    if not draws_chits(state):
        return usa_alone(state, command)
    text = "the ledger draws the values of the chits; name none"
    return Refused(RULING, text) if command.values is not None else None


def _values_missing(state: State, command: DrawEntryChits) -> Refused | None:
    """Ruling 38: each chit drawn at the table comes with its value."""
    if draws_chits(state):
        return None
    if not command.values:
        return bad_field("values", "the chits lie in a cup at the table; name the values drawn")
    if command.count not in (1, len(command.values)):
        text = f"{counted(len(command.values), 'value')} for {counted(command.count, 'chit')}"
        return bad_field("values", f"there {'is' if len(command.values) == 1 else 'are'} {text}")
    return None


def unstocked(state: State) -> Refused | None:
    """LiF 5.3: nothing is drawn or entered before the common pool is ready."""
    if state.entry.secret_commitment:
        return None
    return Refused(RULE, "the common pool is empty; stock it from the club's chart first")


def _below_zero(state: State, command: DrawEntryChits, given: Supplied) -> Refused | None:
    """LiF 5.3.3: no draw in the step while chits lie aside for either entry pool."""
    alone = usa_alone(state, command) is None
    return shortfall.forbids(state, "entry", given if alone else None)


def _too_many(state: State, command: DrawEntryChits) -> Refused | None:
    """Ruling 53: a club may limit the chits that the USA draws in the step of one turn."""
    most = state.rulings.entry_draws
    count = command.count if command.values is None else len(command.values)
    before = len(drawn_in_step(state.entry, state.campaign.turn))
    if most == "any" or before + count <= most:
        return None
    drawn = f", and has drawn {before}" if before else ""
    return Refused(STEP_RULING, f"the USA draws at most {counted(most, 'chit')} in a step{drawn}")


def place(state: State, command: PlaceEntryChits, given: Supplied) -> Decision:
    """Ruling 53: where a club has the USA see a chit first, it chooses the pool afterwards.

    Its value is not looked at here: who draws for the USA may place for it.
    """
    if refused := members.holder_only(state.campaign, command, USA, the_country(USA)):
        return refused
    if state.rulings.entry_look != "before":
        return Refused(STEP_RULING, "the USA names the pool before it sees the chit")
    if not draws_chits(state):
        text = "a chit from the cup at the table is seen before it is entered"
        return Refused(STEP_RULING, f"{text}; name its pool then")
    if kind_of(command.to) != "entry":
        text = f"a chit of the US entry step goes to an entry pool, not to {POOL_NAMES[command.to]}"
        return Refused(STEP, text)
    if refused := _on_the_table(state, command.chits):
        return refused
    may = unplaced(state.entry, state.campaign.turn)
    if late := [chit for chit in command.chits if chit not in may]:
        text = "it is not of this step, or something was picked, taken, moved or shown since"
        return Refused(STEP_RULING, f"{late[0]} stays where it is: {text}")
    if there := [chit for chit in command.chits if state.entry.chits[chit].pool == command.to]:
        return bad_field("chits", f"{there[0]} is in {POOL_NAMES[command.to]} already")
    (pool,) = (pool for pool in ENTRY.values() if pool != command.to)
    return (EntryChitsPlaced(pool=pool, to=command.to, chits=command.chits),)


def _on_the_table(state: State, chits: Sequence[str]) -> Refused | None:
    """Chits that are named lie on the table, and are named once."""
    if strangers := [chit for chit in chits if chit not in state.entry.chits]:
        return bad_field("chits", f"there is no chit {strangers[0]} on the table")
    if len(set(chits)) < len(chits):
        return bad_field("chits", "name each chit once")
    return None


def enter(state: State, command: EnterEntryChits, given: Supplied) -> Decision:
    """Ruling 38: the values of chits due are entered at the table, in the order they were drawn."""
    if refused := usa_alone(state, command):
        return refused
    if draws_chits(state):
        return Refused(RULING, "the ledger draws this campaign's chits; there is none to enter")
    if refused := unstocked(state):
        return refused
    pool, values = command.pool, command.values
    due = [due for due in state.entry.due if (due.pool, due.aside) == (pool, command.aside)]
    count = sum(part.count for part in due)
    if count < len(values):
        what = f"aside for {POOL_NAMES[pool]}" if command.aside else f"in {POOL_NAMES[pool]}"
        text = counted(count, "chit is", "chits are") if count else "no chit is"
        return Refused(STEP, f"{text} due {what}, and {counted(len(values), 'was', 'were')} named")
    course = Course(state, given)
    if not command.aside:
        course.tell(EntryChitsDrawn(pool=pool, chits=course.lay(values), cause="other"))
        return course.done()
    for part in _by_shortfall([part.count for part in due], values):
        course.tell(AsideChitsEntered(pool=pool, chits=course.lay(part)))
    return course.done()


def take_back(state: State, command: TakeBackEntry, given: Supplied) -> Decision:
    """Ruling 58: chits entered at the table by mistake, until anything rests on them."""
    if refused := usa_alone(state, command):
        return refused
    if draws_chits(state):
        return Refused(RULING, "the ledger draws this campaign's chits; there is none to take back")
    if refused := _on_the_table(state, command.chits):
        return refused
    if late := [chit for chit in command.chits if chit not in state.entry.fresh]:
        text = "something was drawn, rolled, shown or decided since it was entered"
        return Refused("Ruling 58", f"{late[0]} stays on the table: {text}")
    return (EntryTakenBack(chits=command.chits),)


def _by_shortfall(counts: Sequence[int], values: Sequence[int]) -> Iterator[Sequence[int]]:
    """Ruling 39: each shortfall counts its own turns, so each has its own chits."""
    for count in counts:
        if part := values[:count]:
            yield part
        values = values[count:]


# --- chits go -----------------------------------------------------------------------------------


def give_back(state: State, command: ReturnEntryChits, given: Supplied) -> Decision:
    """LiF 5.3.3: chits leave a pool for the common pool; for missing ones chits are put aside."""
    if refused := preconditions.owed(state, command.pool):
        return refused
    course = Course(state, given)
    refused = course.leave(command.pool, command.count, command.chits, command.reason)
    return refused or course.done()


def move(state: State, command: MoveEntryChits, given: Supplied) -> Decision:
    """LiF 5.3.2: chits go from pool to pool, face-down; for missing ones chits are put aside."""
    if command.pool == command.to:
        return bad_field("to", f"the chits are in {POOL_NAMES[command.pool]} already")
    if refused := preconditions.owed(state, command.pool):
        return refused
    course = Course(state, given)
    refused = course.move(command.pool, command.to, command.count, command.chits, command.reason)
    return refused or course.done()


# --- chits are shown ----------------------------------------------------------------------------


def show(state: State, command: ShowEntryChits, given: Supplied) -> Decision:
    """LiF 5.3.2: the USA's player turns chits face-up, and face-down again."""
    if refused := usa_alone(state, command):
        return refused
    if refused := _on_the_table(state, command.chits):
        return refused
    if USA in command.to:
        return bad_field("to", "the chits are shown to others than the USA")
    course = Course(state, given)
    course.show(command.chits, tuple(dict.fromkeys(command.to)) or OTHERS, command.reason)
    return course.done()


# --- needs and fold -----------------------------------------------------------------------------


def with_seed(state: State, command: Command) -> Needs:
    """LiF 5.3: the secret for values, the seed of the turn for picks among face-down chits."""
    return chit_secret.secret_needs(state, seed=seed_needs(state).seed)


def secret_only(state: State, command: Command) -> Needs:
    """LiF 5.3: the secret, needed only for values."""
    return chit_secret.secret_needs(state)


def _folded(state: State, event: Event) -> State:
    return replace(state, entry=folded(state.entry, event, state.campaign.turn))


DECIDE: Deciders = {
    DrawEntryChits: draw,
    EnterEntryChits: enter,
    PlaceEntryChits: place,
    TakeBackEntry: take_back,
    ReturnEntryChits: give_back,
    MoveEntryChits: move,
    ShowEntryChits: show,
}
NEEDS: Needing = {
    DrawEntryChits: secret_only,
    EnterEntryChits: secret_only,
    ReturnEntryChits: with_seed,
    MoveEntryChits: with_seed,
    ShowEntryChits: secret_only,
}


def _begun(state: State, event: EntryOpened) -> State:
    """Ruling 56: a war that the campaign begins with ends gas as one that is declared does."""
    found = _folded(state, event)
    fought = any(at_war(state, "japan", enemy) for enemy in GAS_ENEMIES)
    return replace(found, entry=replace(found.entry, gas_ended=True)) if fought else found


EVOLVE: Evolvers = {**dict.fromkeys(FOLD, _folded), EntryOpened: _begun}
