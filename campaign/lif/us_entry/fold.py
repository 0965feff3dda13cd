"""LiF 5.3: US entry after each event that changes it. Hidden values are no part of it. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.lif import calendar
from campaign.lif import state as game
from campaign.lif.state import EntryChoice, PendingChits, State, TableChit, UsEntry, pair
from events.base import Event
from events.campaign import SeedsRenewed
from events.disputes import Branched
from events.lif import aftermath
from events.lif import us_entry as facts

GAS_ENEMIES = ("commonwealth", "usa")
"""LiF 5.3.3: once Japan is at war with either, it uses gas no more."""
VICHY = "vichy-france"


def key(kind: str, number: int) -> str:
    """The key of a row."""
    return f"{kind} {number}"


def stocked(entry: UsEntry, turn: str) -> Counter[int]:
    """LiF 5.3: how many chits of each value the common pool's chart has by a turn."""
    year = calendar.year(turn)
    stock: Counter[int] = Counter()
    for row in entry.stock:
        if row.year is None or row.year <= year:
            stock[row.value] += row.count
    return stock


# --- what an event has drawn and rolled ---------------------------------------------------------

LAYING = (
    facts.EntryChitsDrawn,
    facts.PoolBelowZero,
    facts.AsideChitsEntered,
    facts.EntryChitsDealtAnew,
)
"""With these chits are laid face-down, each with its id and a commitment."""
DRAWING = (
    facts.EntryChitsDrawn,
    facts.EntryChitsReturned,
    facts.EntryChitsMoved,
    facts.PoolBelowZero,
)
"""With these chits are drawn, the first by the number of `draw`."""
ROLLING = (facts.EntryOptionPicked, facts.EntryActionTaken, aftermath.NeutralMinorEntered)


def laid(event: Event) -> tuple[facts.Chit, ...]:
    """LiF 5.3: the chits that an event lays face-down."""
    return event.chits if isinstance(event, LAYING) else ()


def rolls(event: Event) -> tuple[facts.Roll, ...]:
    """LiF 5.3.3: the dice of an event."""
    if isinstance(event, aftermath.NeutralMinorEntered):
        return (event.roll,)
    if not isinstance(event, facts.EntryOptionPicked | facts.EntryActionTaken):
        return ()
    return tuple(outcome.roll for outcome in event.outcomes.values() if outcome.roll)


def rolled_by_ledger(event: Event) -> bool:
    """LiF 5.3.3: whether the ledger, not the table, rolled for an event."""
    return any(roll.source == "ledger" for roll in rolls(event))


DREW: Mapping[type[Event], Callable[[Any], bool]] = {
    **dict.fromkeys(DRAWING, lambda event: event.draw > 0),
    **dict.fromkeys(ROLLING, rolled_by_ledger),
}
"""Whether the ledger, not the table, drew or rolled for an event."""


def last_draw(event: Event) -> int:
    """Draws: the highest number that an event has used up; 0 where it has used none."""
    first, count = 0, 0
    if isinstance(event, facts.EntryChitsDealtAnew):
        first, count = event.draw, len(event.chits) - len(event.kept)
    elif isinstance(event, facts.EntryOptionPicked):
        first, count = event.draw, len(event.militia)
    elif isinstance(event, DRAWING):
        first, count = event.draw, len(event.chits)
    return max([first and first + count - 1, *(roll.draw for roll in rolls(event))])


# --- the common pool and chits on the table -----------------------------------------------------


def _opened(entry: UsEntry, event: facts.EntryOpened, turn: str) -> UsEntry:
    return replace(
        entry,
        mode=event.mode,
        options=tuple(EntryChoice(option.number, option.target) for option in event.options),
        actions=tuple(EntryChoice(action.number, action.target) for action in event.actions),
        due=tuple(PendingChits(pool, count) for pool, count in event.due.items() if count),
    )


def _stocked(entry: UsEntry, event: facts.EntryChitsStocked, turn: str) -> UsEntry:
    filled = replace(
        entry, secret_commitment=event.commitment, secret_sealed=event.sealed, stock=event.rows
    )
    return replace(filled, common=stocked(filled, turn).total())


def _common(entry: UsEntry, change: int) -> int:
    """The common pool after chits came or went; the tracker counts only its own chits."""
    return entry.common + change if entry.mode == "ledger" else entry.common


def _put_down(entry: UsEntry, event: Any, turn: str, since: str = "") -> UsEntry:
    """Chits come onto the table: into a pool, or aside where a turn is named."""
    if not event.chits:
        return entry
    new = {
        chit.id: TableChit(event.pool, chit.commitment, aside=bool(since), since=since, drawn=turn)
        for chit in event.chits
    }
    return replace(
        entry,
        chits={**entry.chits, **new},
        last_chit=int(event.chits[-1].id[1:]),
        common=_common(entry, -len(new)),
    )


def _no_longer_due(entry: UsEntry, pool: str, count: int, *, aside: bool) -> UsEntry:
    """Chits that were entered are no longer due, the oldest first."""
    left: list[PendingChits] = []
    for due in entry.due:
        if (due.pool, due.aside) == (pool, aside) and count:
            now = min(count, due.count)
            count -= now
            due = replace(due, count=due.count - now)
        if due.count:
            left.append(due)
    return replace(entry, due=tuple(left))


def _drawn(entry: UsEntry, event: facts.EntryChitsDrawn, turn: str) -> UsEntry:
    chits, in_step = _put_down(entry, event, turn), event.cause == "step"
    new = tuple(chit.id for chit in event.chits)
    if entry.mode == "table" or in_step:
        chits = replace(chits, fresh={**chits.fresh, **dict.fromkeys(new, not in_step)})
    if in_step:
        return replace(chits, step=turn, step_chits=(*game.drawn_in_step(entry, turn), *new))
    return _no_longer_due(chits, event.pool, len(new), aside=False)


def _gone(entry: UsEntry, event: Any, turn: str) -> UsEntry:
    """Chits leave the table for the common pool."""
    for chit in event.chits:
        entry.chits[chit]  # taking a chit that is not on the table is impossible
    left = {who: chit for who, chit in entry.chits.items() if who not in event.chits}
    return replace(entry, chits=left, common=_common(entry, len(event.chits)))


def _moved(
    entry: UsEntry, event: facts.EntryChitsMoved | facts.EntryChitsPlaced, turn: str
) -> UsEntry:
    """A chit that is moved is a chit of its new pool, known by its old id."""
    moved = {who: replace(entry.chits[who], pool=event.to) for who in event.chits}
    return replace(entry, chits={**entry.chits, **moved})


def _placed(entry: UsEntry, event: facts.EntryChitsPlaced, turn: str) -> UsEntry:
    """Ruling 53: the USA may think again until something rests on them."""
    for chit in event.chits:
        entry.fresh[chit]  # placing a chit that something rests on is impossible
    return _moved(entry, event, turn)


def _shown(entry: UsEntry, event: facts.EntryChitsShown, turn: str) -> UsEntry:
    seen = {who: replace(entry.chits[who], shown=chit.value) for who, chit in event.chits.items()}
    showing = game.Showing(turn, tuple(event.chits), event.to, event.reason)
    return replace(entry, chits={**entry.chits, **seen}, showings=(*entry.showings, showing))


def _below(entry: UsEntry, event: facts.PoolBelowZero, turn: str) -> UsEntry:
    """LiF 5.3.3: no draw, or no option, until the turns have passed."""
    if event.chits:
        return _put_down(entry, event, turn, since=turn)
    return replace(entry, due=(*entry.due, PendingChits(event.pool, event.missing, True, turn)))


def _aside_entered(entry: UsEntry, event: facts.AsideChitsEntered, turn: str) -> UsEntry:
    """LiF 5.3.3: the turns count from the shortfall, however late the values are entered."""
    since = [due.since for due in entry.due if (due.pool, due.aside) == (event.pool, True)]
    if not since:
        raise ValueError(f"no chits are due aside for {event.pool}")
    chits = _put_down(entry, event, since[0], since=since[0])
    chits = replace(chits, fresh={**chits.fresh, **{chit.id: True for chit in event.chits}})
    return _no_longer_due(chits, event.pool, len(event.chits), aside=True)


def _taken_back(entry: UsEntry, event: facts.EntryTakenBack, turn: str) -> UsEntry:
    """Ruling 58: what was due is due again; ids do not come again."""
    was_due = [entry.chits[who] for who in event.chits if entry.fresh[who]]
    fresh = {who: due for who, due in entry.fresh.items() if who not in event.chits}
    drawn = tuple(who for who in entry.step_chits if who not in event.chits)
    due = _due_again(entry.due, was_due)
    return replace(_gone(entry, event, turn), due=due, fresh=fresh, step_chits=drawn)


def _dealt(entry: UsEntry, event: facts.EntryChitsDealtAnew, turn: str) -> UsEntry:
    """Every chit on the table is now under the new secret, or has left the table.

    A later correction of the shared past may change which chits were on the table. A chit that it
    takes away is skipped. A chit that it adds was not dealt: it returns to the common pool, or is
    due.
    """
    commitments = {chit.id: chit.commitment for chit in event.chits}
    stay = {
        who: replace(chit, commitment=commitments[who])
        for who, chit in entry.chits.items()
        if who in commitments
    }
    gone = [chit for who, chit in entry.chits.items() if who not in commitments]
    return replace(
        entry,
        secret_commitment=event.commitment,
        secret_sealed=event.sealed,
        secret_opened="",
        chits=stay,
        common=_common(entry, len(gone)),
        due=entry.due if entry.mode == "ledger" else _due_again(entry.due, gone),
    )


def _due_again(due: tuple[PendingChits, ...], gone: list[TableChit]) -> tuple[PendingChits, ...]:
    """Chits to be entered again; those put aside are counted by the turn of their shortfall."""
    tally = Counter((chit.pool, chit.aside, chit.since) for chit in gone)
    again = (
        PendingChits(pool, count, aside, since) for (pool, aside, since), count in tally.items()
    )
    return tuple(
        sorted((*due, *again), key=lambda due: calendar.ordinal(due.since) if due.since else -1)
    )


def _renewed(entry: UsEntry, event: SeedsRenewed, turn: str) -> UsEntry:
    """Vault: the secret in use becomes a former one, opened with the others at the end."""
    left = game.Former(entry.secret_commitment, entry.secret_sealed)
    return replace(entry, former=(*entry.former, left)) if left.commitment else entry


# --- options, actions, and what follows from them -----------------------------------------------


def _option(entry: UsEntry, event: facts.EntryOptionPicked, turn: str) -> UsEntry:
    taken = EntryChoice(event.option, event.target, turn, event.stated)
    return replace(entry, options=(*entry.options, taken))


def _action(entry: UsEntry, event: facts.EntryActionTaken, turn: str) -> UsEntry:
    taken = EntryChoice(event.action, event.target, turn, event.stated)
    return replace(entry, actions=(*entry.actions, taken))


def _chart(entry: UsEntry, event: facts.EntryChartImported, turn: str) -> UsEntry:
    rows = {key(row.kind, row.number): row for row in event.rows}
    return replace(entry, chart={**entry.chart, **rows})


def _supply_gained(entry: UsEntry, event: aftermath.SupplySourceGained, turn: str) -> UsEntry:
    return replace(entry, supply={**entry.supply, event.place: (event.power, event.rank)})


def _supply_lost(entry: UsEntry, event: aftermath.SupplySourceLost, turn: str) -> UsEntry:
    supply = {place: held for place, held in entry.supply.items() if place != event.place}
    return replace(entry, supply=supply)


def _answered(entry: UsEntry, event: facts.ScenarioAnswered, turn: str) -> UsEntry:
    """The countries named replace the option; options picked in play stay."""
    numbers = {option.number for option in event.options}
    options = (
        *(option for option in entry.options if not option.turn and option.number not in numbers),
        *(EntryChoice(option.number, option.target) for option in event.options),
        *(option for option in entry.options if option.turn),
    )
    return replace(entry, options=options, answers={**entry.answers, event.question: event.answer})


FOLD: dict[type[Event], Callable[[UsEntry, Any, str], UsEntry]] = {
    Branched: lambda entry, event, turn: replace(entry, former=()),
    SeedsRenewed: _renewed,
    facts.EntryOpened: _opened,
    facts.ScenarioStated: lambda entry, event, turn: replace(
        entry, title=event.title, facts=event.facts, asks=event.asks
    ),
    facts.ScenarioAnswered: _answered,
    facts.EntryChartImported: _chart,
    facts.EntryChitsStocked: _stocked,
    facts.EntryChitsJoined: lambda entry, event, turn: replace(
        entry, common=entry.common + event.count
    ),
    facts.EntryChitsDrawn: _drawn,
    facts.EntryChitsDue: lambda entry, event, turn: replace(
        entry, due=(*entry.due, PendingChits(event.pool, event.count))
    ),
    facts.EntryChitsReturned: _gone,
    facts.EntryChitsMoved: _moved,
    facts.EntryChitsPlaced: _placed,
    facts.EntryChitsShown: _shown,
    facts.PoolBelowZero: _below,
    facts.AsideChitsEntered: _aside_entered,
    facts.EntryTakenBack: _taken_back,
    facts.AsideChitsReturned: _gone,
    facts.EntrySecretOpened: lambda entry, event, turn: replace(
        entry, secret_opened=event.secret, former=()
    ),
    facts.EntryChitsDealtAnew: _dealt,
    facts.EntryOptionPicked: _option,
    facts.EntryActionTaken: _action,
    aftermath.PartisanNumberSet: lambda entry, event, turn: replace(
        entry, partisans={**entry.partisans, event.country: event.number}
    ),
    aftermath.SupplySourceGained: _supply_gained,
    aftermath.SupplySourceLost: _supply_lost,
    aftermath.GovernmentDissolved: lambda entry, event, turn: replace(
        entry, dissolved=(*entry.dissolved, event.action)
    ),
    aftermath.PoisonGasEnded: lambda entry, event, turn: replace(entry, gas_ended=True),
    aftermath.SpainJoined: lambda entry, event, turn: replace(entry, spain_joined=True),
    aftermath.NeutralMinorEntered: lambda entry, event, turn: entry,
}
"""US entry after an event, in the turn named."""

RESTING = (
    facts.EntryChitsReturned,
    facts.EntryChitsMoved,
    facts.EntryChitsShown,
    facts.PoolBelowZero,
    facts.EntrySecretOpened,
    facts.EntryChitsDealtAnew,
    *ROLLING,
)
"""Rulings 53, 58: with these something is drawn, shown or decided on the chits on the table."""


def folded(entry: UsEntry, event: Event, turn: str) -> UsEntry:
    """US entry after an event of its own; no chit that something rests on is taken back or placed,
    and no number of a draw comes again.
    """
    after = FOLD[type(event)](entry, event, turn)
    draw = max(entry.draw, last_draw(event))
    fresh = {} if isinstance(event, RESTING) else after.fresh
    if (draw, fresh) == (after.draw, after.fresh):
        return after
    return replace(after, draw=draw, fresh=fresh)


def _folded(state: State, event: Event) -> State:
    return replace(state, entry=folded(state.entry, event, state.campaign.turn))


def _begun(state: State, event: facts.EntryOpened) -> State:
    """Ruling 56: a war that the campaign begins with ends gas as one that is declared does."""
    begun = _folded(state, event)
    fought = any(game.at_war(state, "japan", enemy) for enemy in GAS_ENEMIES)
    return replace(begun, entry=replace(begun.entry, gas_ended=True)) if fought else begun


def _transferred(state: State, event: facts.CountersTransferred) -> State:
    """LiF 5.3.2: the USA gives them away for good. Each stays in its pool, present or future."""
    known = dict(state.play.counters)
    for who, country in event.counters.items():
        known[who] = replace(known[who], power=country)
    return replace(state, play=replace(state.play, counters=known))


# --- what wars and Vichy France do to it --------------------------------------------------------


def after_war(entry: UsEntry, name: str, other: str) -> UsEntry:
    """Ruling 56: such a war ends gas for good, also where none was used before it."""
    fought = any(pair("japan", enemy) == pair(name, other) for enemy in GAS_ENEMIES)
    return replace(entry, gas_ended=True) if fought else entry


def after_vichy(entry: UsEntry) -> UsEntry:
    """LiF 5.3.3: the partisan number of action 18 ends with Vichy France."""
    left = {who: number for who, number in entry.partisans.items() if who != VICHY}
    return replace(entry, partisans=left)


EVOLVE: game.Evolvers = {
    **dict.fromkeys(FOLD, _folded),
    facts.EntryOpened: _begun,
    facts.CountersTransferred: _transferred,
}
