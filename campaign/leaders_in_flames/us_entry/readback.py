"""Commands of US entry read back, with what is hidden in it laid under a known secret. Pure."""

from collections.abc import Mapping, Sequence

from campaign.kernel.decisions import ReadBack, Sealed, Supplied
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import commands
from campaign.leaders_in_flames.us_entry.dice import by_ledger, draws_chits
from campaign.leaders_in_flames.us_entry.readback_chits import (
    OVER,
    SECRET,
    under_known_secret,
    veiled,
)
from campaign.leaders_in_flames.us_entry.state import ENTRY, chits_in
from campaign.leaders_in_flames.us_entry.transaction import CHIT
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif import aftermath
from events.lif import us_entry as facts
from events.lif.force_pools import CounterMoved

# --- chits come and go --------------------------------------------------------------------------


def _stocked(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3: the seal is on record, and the first chits are laid under a known secret."""
    first = events[0]
    assert isinstance(first, facts.EntryChitsStocked)
    command = commands.StockEntryChits(by=first.by, rows=first.rows, source=first.source)
    sealed = Sealed(first.commitment, first.sealed, SECRET)
    return ReadBack(command, Supplied(sealed=sealed), veil=veiled)


def _came(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3.3: chits drawn in the step, or entered at the table; their values are unknown."""
    first = events[0]
    assert isinstance(first, facts.EntryChitsDrawn)
    unknown = (OVER,) * len(first.chits)
    if first.cause != "step":
        entered = commands.EnterEntryChits(by=first.by, pool=first.pool, values=unknown)
        return under_known_secret(state, entered, events)
    command = commands.DrawEntryChits(
        by=first.by,
        pool=first.pool,
        count=len(first.chits),
        values=None if draws_chits(state) else unknown,
        reason=first.reason,
    )
    return under_known_secret(state, command, events)


def _put_aside(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.AsideChitsEntered)
    laid = [
        chit
        for event in events
        if isinstance(event, facts.AsideChitsEntered)
        for chit in event.chits
    ]
    command = commands.EnterEntryChits(
        by=first.by, pool=first.pool, values=(OVER,) * len(laid), aside=True
    )
    return under_known_secret(state, command, events)


def _went(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3.3: chits leave a pool, and as many as it lacks are put aside.

    With an empty pool, a return and a move look the same on record.
    """
    first = events[0]
    assert isinstance(first, facts.EntryChitsReturned | facts.EntryChitsMoved | facts.PoolBelowZero)
    missing = sum(event.missing for event in events if isinstance(event, facts.PoolBelowZero))
    gone = () if isinstance(first, facts.PoolBelowZero) else first.chits
    chosen = isinstance(first, facts.EntryChitsMoved) and state.rulings.tension_chits == "chosen"
    drawn = not isinstance(first, facts.PoolBelowZero) and first.draw > 0
    named = gone if gone and not drawn and (chosen or not draws_chits(state)) else None
    fields: JsonObject = {
        "by": first.by,
        "pool": first.pool,
        "count": len(gone) + missing,
        "chits": named,
        "reason": first.reason,
    }
    if isinstance(first, facts.EntryChitsMoved):
        return under_known_secret(state, commands.MoveEntryChits(to=first.to, **fields), events)
    return under_known_secret(state, commands.ReturnEntryChits(**fields), events)


def _turned_up(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3.2, 5.3.3: chits shown by themselves, for an option, or back from aside."""
    first = events[0]
    assert isinstance(first, facts.EntryChitsShown)
    for event in events:
        if isinstance(event, facts.EntryOptionPicked):
            return _picked(state, events)
        if isinstance(event, facts.AsideChitsReturned):
            return under_known_secret(
                state, commands.ReturnAsideChits(by=first.by, kind=event.kind), events
            )
    fields: JsonObject = {"chits": tuple(first.chits), "to": first.to, "reason": first.reason}
    return under_known_secret(state, commands.ShowEntryChits(by=first.by, **fields), events)


# --- options and actions ------------------------------------------------------------------------


def _picked(state: State, events: Sequence[Event]) -> ReadBack:
    (event,) = (event for event in events if isinstance(event, facts.EntryOptionPicked))
    shown = next(
        (tuple(event.chits) for event in events if isinstance(event, facts.EntryChitsShown)), None
    )
    chosen = state.rulings.tension_chits == "chosen"
    moved = {
        event.pool: event.chits
        for event in events
        if isinstance(event, facts.EntryChitsMoved) and not event.draw
    }
    passed_on = [event.counters for event in events if isinstance(event, facts.CountersTransferred)]
    fields: JsonObject = {
        "target": event.target or None,
        "show": shown,
        "rolls": _rolls(event.outcomes),
        "chits": _named(state, event.outcomes, moved, chosen=chosen),
        "stated": event.stated,
        "counters": passed_on[0] if passed_on else {},
        "gives": event.gives,
        "removed": event.removed,
    }
    command = commands.PickEntryOption(by=event.by, option=event.option, **fields)
    return under_known_secret(state, command, events)


def _acted(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.EntryActionTaken)
    gone = _gone(events)
    removing = {
        theatre: outcome for theatre, outcome in event.outcomes.items() if outcome.number < 0
    }
    occupied = event.action == OCCUPATION
    moved = (
        [event.counter for event in events if isinstance(event, CounterMoved)] if occupied else []
    )
    fields: JsonObject = {
        "power": event.power or None,
        "target": event.target.lower() or None,
        "rolls": _rolls(event.outcomes),
        "chits": _named(state, removing, gone, chosen=False),
        "stated": event.stated,
        "units": tuple(moved),
    }
    command = commands.TakeEntryAction(by=event.by, action=event.action, **fields)
    return under_known_secret(state, command, events)


OCCUPATION = 3
"""LiF 5.3.3: the action that sends the units of a country to their force pools."""


def _entered(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3, ability 25: a chit leaves the German/Italian pool on a low roll."""
    event = events[0]
    assert isinstance(event, aftermath.NeutralMinorEntered)
    gone = _gone(events)
    one_chit: dict[facts.Theatre, facts.Outcome] = {"germany-italy": facts.Outcome(-1, -1)}
    command = commands.EnterNeutralMinor(
        by=event.by,
        leader=event.leader,
        minor=event.minor,
        roll=event.roll.value if event.roll.source == "table" else None,
        chits=_named(state, one_chit, gone, chosen=False),
    )
    return under_known_secret(state, command, events)


def _gone(events: Sequence[Event]) -> dict[facts.Pool, tuple[str, ...]]:
    """The chits that went back to the common pool, where nobody drew them."""
    return {
        event.pool: event.chits
        for event in events
        if isinstance(event, facts.EntryChitsReturned) and not event.draw
    }


def _rolls(outcomes: Mapping[facts.Theatre, facts.Outcome]) -> dict[facts.Theatre, int]:
    """The dice that the table rolled."""
    return {
        theatre: outcome.roll.value
        for theatre, outcome in outcomes.items()
        if outcome.roll is not None and outcome.roll.source == "table"
    }


def _named(
    state: State,
    outcomes: Mapping[facts.Theatre, facts.Outcome],
    left: Mapping[facts.Pool, tuple[str, ...]],
    *,
    chosen: bool,
) -> dict[facts.Pool, tuple[str, ...]]:
    """LiF 5.3.3: chits named to leave. If the ledger rolls, as many are named as might leave.

    The record lacks those that stayed, so other chits of the pool take their place.
    """
    if draws_chits(state) and not chosen:
        return {}
    named: dict[facts.Pool, tuple[str, ...]] = {}
    for theatre, outcome in outcomes.items():
        pool = ENTRY[theatre]
        gone, in_pool = left.get(pool, ()), chits_in(state.entry, pool)
        if by_ledger(state) and (gone or chosen):
            most = -(-abs(outcome.number) // CHIT)
            gone = (*gone, *(chit for chit in in_pool if chit not in gone))[: max(most, len(gone))]
        if gone:
            named[pool] = gone
    return named


# --- what follows from actions ------------------------------------------------------------------


def _retaken(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, aftermath.SupplySourceLost)
    return ReadBack(commands.RetakeCity(by=first.by, city=first.place))


READERS: Readers[State] = {
    facts.ScenarioAnswered: same(commands.AnswerScenario),
    facts.EntryChartImported: same(commands.ImportEntryChart),
    facts.EntryChitsStocked: _stocked,
    facts.EntryChitsDrawn: _came,
    facts.AsideChitsEntered: _put_aside,
    facts.EntryChitsPlaced: same(commands.PlaceEntryChits),
    facts.EntryTakenBack: same(commands.TakeBackEntry),
    facts.EntryChitsReturned: _went,
    facts.EntryChitsMoved: _went,
    facts.PoolBelowZero: _went,
    facts.EntryChitsShown: _turned_up,
    facts.EntryOptionPicked: _picked,
    facts.EntryActionTaken: _acted,
    aftermath.SupplySourceLost: _retaken,
    aftermath.SpainJoined: same(commands.AlignSpain),
    aftermath.NeutralMinorEntered: _entered,
}

ALIKE = (frozenset({commands.ReturnEntryChits.__name__, commands.MoveEntryChits.__name__}),)
"""LiF 5.3.3: out of an empty pool a return and a move are alike."""
