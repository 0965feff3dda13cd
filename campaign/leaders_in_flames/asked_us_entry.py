"""Rejudging: commands of US entry read back, with what is hidden in it laid anew. Pure.

Nobody but the vault has the secret of the chits, and judging does not ask it. All chits on the
table are laid anew under a secret that everybody knows: those that were shown with the values
shown, the others with what else the common pool could have held. So pools, counts, waits, levels
and conditions are judged, and no hidden value is: not which value the ledger drew, nor what the
table entered. That the chits told the truth is the auditor's to say, once the secret is opened.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign import campaigns
from campaign.decider import Asked, Command, Given, Sealed
from campaign.leaders_in_flames.asked_in_play import Readers, same
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import commands, hidden
from campaign.leaders_in_flames.us_entry.course import CHIT
from campaign.leaders_in_flames.us_entry.dice import by_ledger, draws_chits
from campaign.leaders_in_flames.us_entry.state import ENTRY, kind_of, lying
from events import us_entry as told
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan
from events.force_pools import CounterMoved
from events.sealed import Opening, opens

SECRET = "0" * 64
"""The secret that everybody knows."""
OPENED = Opening(hidden.SECRET, SECRET)
OVER, NOT_OVER = 0, 99
"""Values with which a chit put aside has waited long enough, or not."""
_LAYING = (told.EntryChitsDrawn, told.PoolBelowZero, told.AsideChitsEntered)


def _anew(state: State, command: Command, events: Sequence[Event], **known: int) -> Asked:
    """A command to be decided with all chits laid anew; `known` are values by chit."""
    entry, campaign_id = state.entry, state.campaign.id
    shown = {who: lies.shown for who, lies in entry.chits.items() if lies.shown is not None}
    false = set(_false(state, events))
    values = {**shown, **_shown(events), **known}
    rest = iter(sorted((_stock(state) - Counter(values.values())).elements()))
    chits = {}
    for who, lies in entry.chits.items():
        value = values[who] if who in values else next(rest, OVER)
        chit = hidden.laid(SECRET, campaign_id, who, value)
        chits[who] = lies if who in false else replace(lies, commitment=chit.commitment)
    given = Given(openings={hidden.SECRET: OPENED}, drawn=tuple(_drawn(events)))
    laid = replace(state, entry=replace(entry, chits=chits))
    return Asked(command, given, laid, veiled)


def _stock(state: State) -> Counter[int]:
    return hidden.stocked(state.entry, state.campaign.turn)


def _shown(events: Sequence[Event]) -> dict[str, int]:
    """The values that these events show."""
    return {
        who: chit.value
        for event in events
        if isinstance(event, told.EntryChitsShown)
        for who, chit in event.chits.items()
    }


def _false(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Chits that these events show as something else than was laid."""
    for event in events:
        for who, chit in event.chits.items() if isinstance(event, told.EntryChitsShown) else ():
            lies = state.entry.chits.get(who)
            subject = hidden.chit_subject(state.campaign.id, who)
            opening = Opening(str(chit.value), chit.nonce)
            if lies is not None and not opens(subject, opening, lies.commitment):
                yield who


def _drawn(events: Sequence[Event]) -> Iterator[str]:
    """What the ledger's dice and picks came to, in their order; not the values it drew."""
    for event in events:
        match event:
            case told.EntryOptionPicked() | told.EntryActionTaken():
                yield from (
                    f"{one.roll.value:02}"
                    for one in event.outcomes.values()
                    if one.roll is not None and one.roll.source == "ledger"
                )
                if isinstance(event, told.EntryOptionPicked) and event.draw:
                    yield from event.militia
            case told.NeutralMinorEntered() if event.roll.source == "ledger":
                yield f"{event.roll.value:02}"
            case told.EntryChitsReturned() | told.EntryChitsMoved() if event.draw:
                yield from event.chits


def veiled(event: Event) -> Event:
    """An event without what only the secret tells: commitments of chits, nonces of those shown."""
    if isinstance(event, _LAYING):
        return replace(event, chits=tuple(replace(one, commitment="") for one in event.chits))
    if isinstance(event, told.EntryChitsShown):
        bare = {who: replace(chit, nonce="") for who, chit in event.chits.items()}
        return replace(event, chits=bare)
    return event


# --- the calendar -------------------------------------------------------------------------------


def turn(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3.3: a turn tells whether the waits are over, which their hidden values decide."""
    first = events[0]
    assert isinstance(first, TurnBegan)
    command = campaigns.AdvanceTurn(by=first.by)
    word = next((one for one in events if isinstance(one, told.EntryWaitTold)), None)
    over = {"entry": word is None or word.may_draw, "tension": word is None or word.may_choose}
    waiting = {who: one for who, one in state.entry.chits.items() if one.aside}
    if not waiting:
        return Asked(command, Given(seed=first.seed_revealed))
    values = {who: OVER if over[kind_of(one.pool)] else NOT_OVER for who, one in waiting.items()}
    found = _anew(state, command, events, **values)
    return replace(found, given=replace(found.given, seed=first.seed_revealed))


def closing(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3: the end opens the secret of the chits, and the last seed."""
    seed, openings = "", {}
    for event in events:
        if isinstance(event, CampaignClosed):
            seed = event.seed_revealed
        elif isinstance(event, told.EntrySecretOpened):
            openings = {hidden.SECRET: Opening(hidden.SECRET, event.secret)}
    command = campaigns.CloseCampaign(by=events[0].by)
    return Asked(command, Given(openings=openings, seed=seed))


# --- chits come and go --------------------------------------------------------------------------


def _stocked(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3: the seal is on record, and the first chits are laid under a known secret."""
    first = events[0]
    assert isinstance(first, told.EntryChitsStocked)
    command = commands.StockEntryChits(by=first.by, rows=first.rows, source=first.source)
    sealed = Sealed(first.commitment, first.sealed, SECRET)
    return Asked(command, Given(sealed=sealed), veil=veiled)


def _came(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3.3: chits drawn in the step, or entered at the table; of what value, nobody knows."""
    first = events[0]
    assert isinstance(first, told.EntryChitsDrawn)
    unknown = (OVER,) * len(first.chits)
    if first.cause != "step":
        entered = commands.EnterEntryChits(by=first.by, pool=first.pool, values=unknown)
        return _anew(state, entered, events)
    command = commands.DrawEntryChits(
        by=first.by,
        pool=first.pool,
        count=len(first.chits),
        values=None if draws_chits(state) else unknown,
        reason=first.reason,
    )
    return _anew(state, command, events)


def _put_aside(state: State, events: Sequence[Event]) -> Asked:
    first = events[0]
    assert isinstance(first, told.AsideChitsEntered)
    laid = [chit for one in events if isinstance(one, told.AsideChitsEntered) for chit in one.chits]
    command = commands.EnterEntryChits(
        by=first.by, pool=first.pool, values=(OVER,) * len(laid), aside=True
    )
    return _anew(state, command, events)


def _went(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3.3: chits leave a pool, and as many as it lacks are put aside.

    Out of an empty pool a return and a move are told alike.
    """
    first = events[0]
    assert isinstance(first, told.EntryChitsReturned | told.EntryChitsMoved | told.PoolBelowZero)
    missing = sum(one.missing for one in events if isinstance(one, told.PoolBelowZero))
    gone = () if isinstance(first, told.PoolBelowZero) else first.chits
    chosen = isinstance(first, told.EntryChitsMoved) and state.rulings.tension_chits == "chosen"
    named = gone if gone and (chosen or not draws_chits(state)) else None
    fields: dict[str, Any] = {
        "by": first.by, "pool": first.pool, "count": len(gone) + missing, "chits": named,
        "reason": first.reason,
    }  # fmt: skip
    if isinstance(first, told.EntryChitsMoved):
        return _anew(state, commands.MoveEntryChits(to=first.to, **fields), events)
    return _anew(state, commands.ReturnEntryChits(**fields), events)


def _turned_up(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3.2, 5.3.3: chits shown by themselves, for an option, or back from aside."""
    first = events[0]
    assert isinstance(first, told.EntryChitsShown)
    for event in events:
        if isinstance(event, told.EntryOptionPicked):
            return _picked(state, events)
        if isinstance(event, told.AsideChitsReturned):
            return _anew(state, commands.ReturnAsideChits(by=first.by, kind=event.kind), events)
    fields: dict[str, Any] = {"chits": tuple(first.chits), "to": first.to, "reason": first.reason}
    return _anew(state, commands.ShowEntryChits(by=first.by, **fields), events)


# --- options and actions ------------------------------------------------------------------------


def _picked(state: State, events: Sequence[Event]) -> Asked:
    (event,) = (one for one in events if isinstance(one, told.EntryOptionPicked))
    shown = next(
        (tuple(one.chits) for one in events if isinstance(one, told.EntryChitsShown)), None
    )
    chosen = state.rulings.tension_chits == "chosen"
    moved = {one.pool: one.chits for one in events if isinstance(one, told.EntryChitsMoved)}
    passed_on = [one.counters for one in events if isinstance(one, told.CountersTransferred)]
    fields: dict[str, Any] = {
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
    return _anew(state, command, events)


def _acted(state: State, events: Sequence[Event]) -> Asked:
    event = events[0]
    assert isinstance(event, told.EntryActionTaken)
    gone = {one.pool: one.chits for one in events if isinstance(one, told.EntryChitsReturned)}
    removing = {theatre: one for theatre, one in event.outcomes.items() if one.number < 0}
    occupied = event.action == OCCUPATION
    moved = [one.counter for one in events if isinstance(one, CounterMoved)] if occupied else []
    fields: dict[str, Any] = {
        "power": event.power or None,
        "target": event.target.lower() or None,
        "rolls": _rolls(event.outcomes),
        "chits": _named(state, removing, gone, chosen=False),
        "stated": event.stated,
        "units": tuple(moved),
    }
    command = commands.TakeEntryAction(by=event.by, action=event.action, **fields)
    return _anew(state, command, events)


OCCUPATION = 3
"""LiF 5.3.3: the action that sends the units of a country to their force pools."""


def _entered(state: State, events: Sequence[Event]) -> Asked:
    """LiF 5.3, ability 25: a chit leaves the German/Italian pool on a low roll."""
    event = events[0]
    assert isinstance(event, told.NeutralMinorEntered)
    gone = {one.pool: one.chits for one in events if isinstance(one, told.EntryChitsReturned)}
    one_chit: dict[told.Theatre, told.Outcome] = {"germany-italy": told.Outcome(-1, -1)}
    command = commands.EnterNeutralMinor(
        by=event.by,
        leader=event.leader,
        minor=event.minor,
        roll=event.roll.value if event.roll.source == "table" else None,
        chits=_named(state, one_chit, gone, chosen=False),
    )
    return _anew(state, command, events)


def _rolls(outcomes: Mapping[told.Theatre, told.Outcome]) -> dict[told.Theatre, int]:
    """The dice that the table rolled."""
    return {
        theatre: one.roll.value
        for theatre, one in outcomes.items()
        if one.roll is not None and one.roll.source == "table"
    }


def _named(
    state: State,
    outcomes: Mapping[told.Theatre, told.Outcome],
    left: Mapping[told.Pool, tuple[str, ...]],
    *,
    chosen: bool,
) -> dict[told.Pool, tuple[str, ...]]:
    """LiF 5.3.3: chits named to leave. Before a die of the ledger as many are named as may leave.

    Those of them that stayed are not on record: any of the pool stand in for them.
    """
    if draws_chits(state) and not chosen:
        return {}
    named: dict[told.Pool, tuple[str, ...]] = {}
    for theatre, one in outcomes.items():
        pool = ENTRY[theatre]
        gone, there = left.get(pool, ()), lying(state.entry, pool)
        if by_ledger(state):
            most = -(-abs(one.number) // CHIT)
            gone = (*gone, *(chit for chit in there if chit not in gone))[: max(most, len(gone))]
        if gone:
            named[pool] = gone
    return named


# --- what follows from actions ------------------------------------------------------------------


def _retaken(state: State, events: Sequence[Event]) -> Asked:
    first = events[0]
    assert isinstance(first, told.SupplySourceLost)
    return Asked(commands.RetakeCity(by=first.by, city=first.place))


READERS: Readers = {
    told.ScenarioAnswered: same(commands.AnswerScenario),
    told.EntryChartImported: same(commands.ImportEntryChart),
    told.EntryChitsStocked: _stocked,
    told.EntryChitsDrawn: _came,
    told.AsideChitsEntered: _put_aside,
    told.EntryChitsReturned: _went,
    told.EntryChitsMoved: _went,
    told.PoolBelowZero: _went,
    told.EntryChitsShown: _turned_up,
    told.EntryOptionPicked: _picked,
    told.EntryActionTaken: _acted,
    told.SupplySourceLost: _retaken,
    told.SpainJoined: same(commands.AlignSpain),
    told.NeutralMinorEntered: _entered,
    told.EntrySecretOpened: closing,
}
