"""LiF 5.3: corrections of chits, dice and waits. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from campaign.kernel.corrected import STAYS, Corrected
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.fold import FOLD
from events.base import Event
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import (
    AsideChitsEntered,
    AsideChitsReturned,
    Chit,
    EntryActionTaken,
    EntryChitsDealtAnew,
    EntryChitsDrawn,
    EntryChitsJoined,
    EntryChitsMoved,
    EntryChitsPlaced,
    EntryChitsReturned,
    EntryChitsShown,
    EntryChitsStocked,
    EntryOpened,
    EntryOptionPicked,
    EntrySecretOpened,
    EntryTakenBack,
    PoolBelowZero,
)

# --- struck out ---------------------------------------------------------------------------------


def _kept_secret(state: State, event: EntryChitsDealtAnew | EntrySecretOpened) -> State:
    """The chits of a what-if stay as they were dealt, and an opened secret stays open."""
    if isinstance(event, EntryChitsDealtAnew) and not state.entry.secret_commitment:
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


def _laid(event: Event) -> tuple[Chit, ...]:
    match event:
        case EntryChitsDrawn() | PoolBelowZero() | AsideChitsEntered() | EntryChitsDealtAnew():
            return event.chits
    return ()


def _last_draw(event: Event) -> int:
    """The highest number of a draw that an event bears."""
    match event:
        case EntryChitsDrawn() | EntryChitsReturned() | EntryChitsMoved() | PoolBelowZero() if (
            event.draw
        ):
            return event.draw + len(event.chits) - 1
        case EntryOptionPicked() | EntryActionTaken():
            rolls = [outcome.roll.draw for outcome in event.outcomes.values() if outcome.roll]
            return max([0, *rolls])
        case NeutralMinorEntered():
            return event.roll.draw
    return 0


# --- amended ------------------------------------------------------------------------------------

_DRAWN = f"what was drawn or rolled {STAYS}"
_CHITS = f"which chits they were {STAYS}"


def _went(event: EntryChitsReturned | EntryChitsMoved) -> Mapping[str, str]:
    return dict.fromkeys(("chits", "pool") if event.draw else ("chits",), _CHITS)


def _shown(event: EntryChitsShown | AsideChitsReturned | EntryTakenBack) -> Mapping[str, str]:
    return {"chits": _CHITS}


def _placed(event: EntryChitsPlaced) -> Mapping[str, str]:
    """Ruling 53: there are two entry pools, so that a wrong placing is struck, not amended."""
    return dict.fromkeys(("chits", "pool", "to"), f"where the USA placed them {STAYS}")


def _picked(event: EntryOptionPicked) -> Mapping[str, str]:
    return {**_rolled(event), **({"militia": _DRAWN} if event.draw else {})}


def _rolled(event: EntryOptionPicked | EntryActionTaken) -> Mapping[str, str]:
    """LiF 5.3.3: the ledger's roll says how many chits came; at the table the host does."""
    return {"outcomes": _DRAWN} if _by_ledger(event) else {}


def _roll(event: NeutralMinorEntered) -> Mapping[str, str]:
    return {"roll": _DRAWN}


def _joined(event: EntryChitsJoined) -> Mapping[str, str]:
    return dict.fromkeys(("year", "count"), f"the chits of a year are the chart's; this {STAYS}")


def _opened(event: EntryOpened) -> Mapping[str, str]:
    return {"mode": f"whose chits they are {STAYS}"}


# --- numbers and dice ---------------------------------------------------------------------------


def _ids(event: Event) -> Iterable[str]:
    return (f"chit {chit.id}" for chit in _laid(event))


def _by_ledger(event: EntryOptionPicked | EntryActionTaken) -> bool:
    rolls = (outcome.roll for outcome in event.outcomes.values())
    return any(roll and roll.source == "ledger" for roll in rolls)


def _roll_by_ledger(event: NeutralMinorEntered) -> bool:
    return event.roll.source == "ledger"


def _numbered(
    event: EntryChitsDrawn | EntryChitsReturned | EntryChitsMoved | PoolBelowZero,
) -> bool:
    return event.draw > 0


# --- what is impossible -------------------------------------------------------------------------


def faults(state: State) -> Iterator[Refused]:
    """LiF 5.3: impossible states of the common pool and of the chits laid from it."""
    if state.entry.common < 0:
        yield Refused("LiF 5.3", f"the common pool would hold {state.entry.common} chits")
    if state.entry.last_chit and not state.entry.secret_commitment:
        why = "chits were laid under the secret of the common pool, so that its stocking stays"
        yield Refused("LiF 5.3", why)


CORRECTED = Corrected[State](
    settling=(
        EntryChitsStocked,
        EntryChitsDrawn,
        EntryChitsDealtAnew,
        EntryChitsReturned,
        EntryChitsMoved,
        EntryChitsShown,
        PoolBelowZero,
        AsideChitsEntered,
        EntryOptionPicked,
        EntryActionTaken,
        NeutralMinorEntered,
    ),
    left_behind={
        EntryChitsDealtAnew: _kept_secret,
        EntrySecretOpened: _kept_secret,
        EntryChitsDrawn: _used,
        EntryChitsReturned: _used,
        EntryChitsMoved: _used,
        PoolBelowZero: _used,
        AsideChitsEntered: _used,
        EntryOptionPicked: _used,
        EntryActionTaken: _used,
        NeutralMinorEntered: _used,
    },
    kept={
        EntryChitsReturned: _went,
        EntryChitsMoved: _went,
        EntryChitsShown: _shown,
        AsideChitsReturned: _shown,
        EntryTakenBack: _shown,
        EntryChitsPlaced: _placed,
        EntryOptionPicked: _picked,
        EntryActionTaken: _rolled,
        NeutralMinorEntered: _roll,
        EntryChitsJoined: _joined,
        EntryOpened: _opened,
    },
    numbers=dict.fromkeys(
        (EntryChitsDrawn, PoolBelowZero, AsideChitsEntered, EntryChitsDealtAnew), _ids
    ),
    drew={
        EntryChitsDrawn: _numbered,
        EntryChitsReturned: _numbered,
        EntryChitsMoved: _numbered,
        PoolBelowZero: _numbered,
        EntryOptionPicked: _by_ledger,
        EntryActionTaken: _by_ledger,
        NeutralMinorEntered: _roll_by_ledger,
    },
    faults=faults,
)
