"""LiF 5.3: the fold of the chits: each is in one pool, put aside, or in the common pool. Pure.

Hidden values are not part of it: a chit is only its commitment until it is shown.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.us_entry.chit_secret import stocked
from campaign.leaders_in_flames.us_entry.state import (
    EntryChoice,
    PendingChits,
    Showing,
    TableChit,
    UsEntry,
    drawn_in_step,
)
from events.base import Event
from events.lif import us_entry as facts


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
        entry,
        secret_commitment=event.commitment,
        secret_sealed=event.sealed,
        stock=event.rows,
    )
    return replace(filled, common=stocked(filled, turn).total())


def _joined(entry: UsEntry, event: facts.EntryChitsJoined, turn: str) -> UsEntry:
    return replace(entry, common=entry.common + event.count)


def _taken(entry: UsEntry, count: int) -> int:
    """The common pool after chits were taken; the tracker counts only its own chits."""
    return entry.common - count if entry.mode == "ledger" else entry.common


def _laid(
    entry: UsEntry,
    event: facts.EntryChitsDrawn | facts.PoolBelowZero | facts.AsideChitsEntered,
    turn: str,
    since: str = "",
) -> UsEntry:
    """Chits come onto the table: into a pool, or aside where a turn is named."""
    if not event.chits:
        return entry
    new = {
        chit.id: TableChit(event.pool, chit.commitment, aside=bool(since), since=since, drawn=turn)
        for chit in event.chits
    }
    draw = 0 if isinstance(event, facts.AsideChitsEntered) else event.draw
    return replace(
        entry,
        chits={**entry.chits, **new},
        last_chit=int(event.chits[-1].id[1:]),
        common=_taken(entry, len(event.chits)),
        draw=draw + len(event.chits) - 1 if draw else entry.draw,
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
    laid = _laid(entry, event, turn)
    if entry.mode == "table" or event.cause == "step":
        new = {chit.id: event.cause != "step" for chit in event.chits}
        laid = replace(laid, fresh={**laid.fresh, **new})
    if event.cause == "step":
        earlier = drawn_in_step(entry, turn)
        new_chits = tuple(chit.id for chit in event.chits)
        return replace(laid, step=turn, step_chits=(*earlier, *new_chits))
    return _no_longer_due(laid, event.pool, len(event.chits), aside=False)


def _due(entry: UsEntry, event: facts.EntryChitsDue, turn: str) -> UsEntry:
    due = PendingChits(event.pool, event.count)
    return replace(entry, due=(*entry.due, due))


def _without(entry: UsEntry, chits: tuple[str, ...], draw: int, count: int) -> UsEntry:
    """Chits leave the table for the common pool."""
    for chit in chits:
        entry.chits[chit]  # taking a chit that is not on the table is impossible
    left = {who: chit for who, chit in entry.chits.items() if who not in chits}
    common = entry.common + len(chits) if entry.mode == "ledger" else entry.common
    last = draw + count - 1 if draw else entry.draw
    return replace(entry, chits=left, common=common, draw=last)


def _returned(entry: UsEntry, event: facts.EntryChitsReturned, turn: str) -> UsEntry:
    return _without(entry, event.chits, event.draw, len(event.chits))


def _moved(entry: UsEntry, event: facts.EntryChitsMoved, turn: str) -> UsEntry:
    """A chit that is moved is a chit of its new pool, known by its old id."""
    moved = {who: replace(entry.chits[who], pool=event.to) for who in event.chits}
    draw = event.draw + len(event.chits) - 1 if event.draw else entry.draw
    return replace(entry, chits={**entry.chits, **moved}, draw=draw)


def _placed(entry: UsEntry, event: facts.EntryChitsPlaced, turn: str) -> UsEntry:
    """Ruling 53: the USA may think again until something rests on them."""
    for chit in event.chits:
        entry.fresh[chit]  # placing a chit that something rests on is impossible
    moved = {who: replace(entry.chits[who], pool=event.to) for who in event.chits}
    return replace(entry, chits={**entry.chits, **moved})


def _shown(entry: UsEntry, event: facts.EntryChitsShown, turn: str) -> UsEntry:
    seen = {who: replace(entry.chits[who], shown=chit.value) for who, chit in event.chits.items()}
    showing = Showing(turn, tuple(event.chits), event.to, event.reason)
    return replace(entry, chits={**entry.chits, **seen}, showings=(*entry.showings, showing))


def _below(entry: UsEntry, event: facts.PoolBelowZero, turn: str) -> UsEntry:
    """LiF 5.3.3: no draw, or no option, until the turns have passed."""
    aside = _laid(entry, event, turn, since=turn)
    if not event.chits:
        due = PendingChits(event.pool, event.missing, True, turn)
        return replace(aside, due=(*aside.due, due))
    return aside


def _aside_entered(entry: UsEntry, event: facts.AsideChitsEntered, turn: str) -> UsEntry:
    """LiF 5.3.3: the turns count from the shortfall, however late the values are entered."""
    since = [due.since for due in entry.due if (due.pool, due.aside) == (event.pool, True)]
    if not since:
        raise ValueError(f"no chits are due aside for {event.pool}")
    laid = _laid(entry, event, since[0], since=since[0])
    laid = replace(laid, fresh={**laid.fresh, **{chit.id: True for chit in event.chits}})
    return _no_longer_due(laid, event.pool, len(event.chits), aside=True)


def _taken_back(entry: UsEntry, event: facts.EntryTakenBack, turn: str) -> UsEntry:
    """Ruling 58: what was due is due again; ids do not come again."""
    was_due = [entry.chits[who] for who in event.chits if entry.fresh[who]]
    back = _without(entry, event.chits, 0, 0)
    kept = {who: due for who, due in entry.fresh.items() if who not in event.chits}
    drawn = tuple(who for who in entry.step_chits if who not in event.chits)
    return replace(back, due=_due_again(entry.due, was_due), fresh=kept, step_chits=drawn)


def _aside_returned(entry: UsEntry, event: facts.AsideChitsReturned, turn: str) -> UsEntry:
    return _without(entry, event.chits, 0, 0)


def _secret(entry: UsEntry, event: facts.EntrySecretOpened, turn: str) -> UsEntry:
    return replace(entry, secret_opened=event.secret, former=())


def _dealt(entry: UsEntry, event: facts.EntryChitsDealtAnew, turn: str) -> UsEntry:
    """Every chit on the table is now under the new secret, or has left the table.

    A later correction of the shared past may change which chits were on the table. A chit that it
    takes away is skipped. A chit that it adds was not dealt: it returns to the common pool, or is
    due.
    """
    laid = {chit.id: chit.commitment for chit in event.chits}
    stay = {
        who: replace(chit, commitment=laid[who]) for who, chit in entry.chits.items() if who in laid
    }
    gone = [chit for who, chit in entry.chits.items() if who not in laid]
    ledger, drawn = entry.mode == "ledger", len(event.chits) - len(event.kept)
    return replace(
        entry,
        secret_commitment=event.commitment,
        secret_sealed=event.sealed,
        secret_opened="",
        chits=stay,
        common=entry.common + (len(gone) if ledger else 0),
        due=entry.due if ledger else _due_again(entry.due, gone),
        draw=event.draw + drawn - 1 if event.draw else entry.draw,
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


FOLD: dict[type[Event], Callable[[UsEntry, Any, str], UsEntry]] = {
    facts.EntryOpened: _opened,
    facts.EntryChitsStocked: _stocked,
    facts.EntryChitsJoined: _joined,
    facts.EntryChitsDrawn: _drawn,
    facts.EntryChitsDue: _due,
    facts.EntryChitsReturned: _returned,
    facts.EntryChitsMoved: _moved,
    facts.EntryChitsPlaced: _placed,
    facts.EntryChitsShown: _shown,
    facts.PoolBelowZero: _below,
    facts.AsideChitsEntered: _aside_entered,
    facts.EntryTakenBack: _taken_back,
    facts.AsideChitsReturned: _aside_returned,
    facts.EntrySecretOpened: _secret,
    facts.EntryChitsDealtAnew: _dealt,
}
"""US entry after an event of its own, in the turn named."""

RESTING = (
    facts.EntryChitsReturned,
    facts.EntryChitsMoved,
    facts.EntryChitsShown,
    facts.PoolBelowZero,
    facts.EntrySecretOpened,
    facts.EntryChitsDealtAnew,
)
"""Rulings 53, 58: with these something is drawn, shown or decided on the chits on the table."""


def folded(entry: UsEntry, event: Event, turn: str) -> UsEntry:
    """US entry after an event of its own; none that something rests on is taken back or placed."""
    after = FOLD[type(event)](entry, event, turn)
    return replace(after, fresh={}) if isinstance(event, RESTING) and after.fresh else after
