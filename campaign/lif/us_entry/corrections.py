"""LiF 5.3: corrections of chits, dice and waits. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from campaign.kernel.chapters import Corrected, StayingFields, stay
from campaign.kernel.decisions import Refused
from campaign.lif.state import State
from campaign.lif.us_entry.entry_chits import FOLD
from events.base import Event
from events.lif import us_entry
from events.lif.aftermath import NeutralMinorEntered

# --- struck out ---------------------------------------------------------------------------------


def _kept_secret(
    state: State, event: us_entry.EntryChitsDealtAnew | us_entry.EntrySecretOpened
) -> State:
    """The chits of a what-if stay as they were dealt, and an opened secret stays open."""
    if isinstance(event, us_entry.EntryChitsDealtAnew) and not state.entry.secret_commitment:
        return state  # the event they were dealt from is struck out as well
    kept = FOLD[type(event)](state.entry, event, state.campaign.turn)
    return replace(state, entry=kept)


def _used(state: State, event: Event) -> State:
    """LiF 5.3: numbers of draws and ids of chits are never used again."""
    entry = state.entry
    draw = max(entry.draw, _last_draw(event))
    last = max([entry.last_chit, *(int(chit.id[1:]) for chit in _laid(event))])
    if (draw, last) == (entry.draw, entry.last_chit):
        return state
    return replace(state, entry=replace(entry, draw=draw, last_chit=last))


def _laid(event: Event) -> tuple[us_entry.Chit, ...]:
    match event:
        case (
            us_entry.EntryChitsDrawn()
            | us_entry.PoolBelowZero()
            | us_entry.AsideChitsEntered()
            | us_entry.EntryChitsDealtAnew()
        ):
            return event.chits
    return ()


def _last_draw(event: Event) -> int:
    """The highest number of a draw that an event bears."""
    match event:
        case (
            us_entry.EntryChitsDrawn()
            | us_entry.EntryChitsReturned()
            | us_entry.EntryChitsMoved()
            | us_entry.PoolBelowZero()
        ) if event.draw:
            return event.draw + len(event.chits) - 1
        case us_entry.EntryOptionPicked() | us_entry.EntryActionTaken():
            rolls = [outcome.roll.draw for outcome in event.outcomes.values() if outcome.roll]
            return max([0, *rolls])
        case NeutralMinorEntered():
            return event.roll.draw
    return 0


# --- amended ------------------------------------------------------------------------------------

_DRAWN = "what was drawn or rolled"
_CHITS = "which chits they were"


def _went(event: us_entry.EntryChitsReturned | us_entry.EntryChitsMoved) -> StayingFields:
    return stay(_CHITS, *(("chits", "pool") if event.draw else ("chits",)))


def _picked(event: us_entry.EntryOptionPicked) -> StayingFields:
    return {**_rolled(event), **(stay(_DRAWN, "militia") if event.draw else {})}


def _rolled(event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken) -> StayingFields:
    """LiF 5.3.3: the ledger's roll says how many chits came; at the table the host does."""
    return stay(_DRAWN, "outcomes") if _by_ledger(event) else {}


# --- numbers and dice ---------------------------------------------------------------------------


def _ids(event: Event) -> Iterable[str]:
    return (f"chit {chit.id}" for chit in _laid(event))


def _by_ledger(event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken) -> bool:
    rolls = (outcome.roll for outcome in event.outcomes.values())
    return any(roll and roll.source == "ledger" for roll in rolls)


def _numbered(event: Any) -> bool:
    return bool(event.draw > 0)


# --- what is impossible -------------------------------------------------------------------------


def faults(state: State) -> Iterator[Refused]:
    """LiF 5.3: impossible states of the common pool and of the chits laid from it."""
    if state.entry.common < 0:
        yield Refused("LiF 5.3", f"the common pool would hold {state.entry.common} chits")
    if state.entry.last_chit and not state.entry.secret_commitment:
        why = "chits were laid under the secret of the common pool, so that its stocking stays"
        yield Refused("LiF 5.3", why)


_NUMBERED = (
    us_entry.EntryChitsDrawn,
    us_entry.EntryChitsReturned,
    us_entry.EntryChitsMoved,
    us_entry.PoolBelowZero,
)
_ROLLED = (us_entry.EntryOptionPicked, us_entry.EntryActionTaken, NeutralMinorEntered)
CORRECTED = Corrected[State](
    settling=(
        us_entry.EntryChitsStocked,
        *_NUMBERED,
        us_entry.EntryChitsDealtAnew,
        us_entry.EntryChitsShown,
        us_entry.AsideChitsEntered,
        *_ROLLED,
    ),
    left_behind={
        us_entry.EntryChitsDealtAnew: _kept_secret,
        us_entry.EntrySecretOpened: _kept_secret,
        **dict.fromkeys((*_NUMBERED, *_ROLLED, us_entry.AsideChitsEntered), _used),
    },
    kept={
        us_entry.EntryChitsReturned: _went,
        us_entry.EntryChitsMoved: _went,
        us_entry.EntryChitsShown: stay(_CHITS, "chits"),
        us_entry.AsideChitsReturned: stay(_CHITS, "chits"),
        us_entry.EntryTakenBack: stay(_CHITS, "chits"),
        # Ruling 53: there are two entry pools, so that a wrong placing is struck, not amended.
        us_entry.EntryChitsPlaced: stay("where the USA placed them", "chits", "pool", "to"),
        us_entry.EntryOptionPicked: _picked,
        us_entry.EntryActionTaken: _rolled,
        NeutralMinorEntered: stay(_DRAWN, "roll"),
        us_entry.EntryChitsJoined: stay(
            "the chits of a year are the chart's; this", "year", "count"
        ),
        us_entry.EntryOpened: stay("whose chits they are", "mode"),
    },
    numbers=dict.fromkeys(
        (
            us_entry.EntryChitsDrawn,
            us_entry.PoolBelowZero,
            us_entry.AsideChitsEntered,
            us_entry.EntryChitsDealtAnew,
        ),
        _ids,
    ),
    drew={
        **dict.fromkeys(_NUMBERED, _numbered),
        us_entry.EntryOptionPicked: _by_ledger,
        us_entry.EntryActionTaken: _by_ledger,
        NeutralMinorEntered: lambda event: event.roll.source == "ledger",
    },
    faults=faults,
)
