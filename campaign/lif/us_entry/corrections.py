"""LiF 5.3: corrections of chits, dice and waits. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from campaign.kernel.chapters import STAYS, Corrected
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

_DRAWN = f"what was drawn or rolled {STAYS}"
_CHITS = f"which chits they were {STAYS}"


def _went(event: us_entry.EntryChitsReturned | us_entry.EntryChitsMoved) -> Mapping[str, str]:
    return dict.fromkeys(("chits", "pool") if event.draw else ("chits",), _CHITS)


def _shown(
    event: us_entry.EntryChitsShown | us_entry.AsideChitsReturned | us_entry.EntryTakenBack,
) -> Mapping[str, str]:
    return {"chits": _CHITS}


def _placed(event: us_entry.EntryChitsPlaced) -> Mapping[str, str]:
    """Ruling 53: there are two entry pools, so that a wrong placing is struck, not amended."""
    return dict.fromkeys(("chits", "pool", "to"), f"where the USA placed them {STAYS}")


def _picked(event: us_entry.EntryOptionPicked) -> Mapping[str, str]:
    return {**_rolled(event), **({"militia": _DRAWN} if event.draw else {})}


def _rolled(event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken) -> Mapping[str, str]:
    """LiF 5.3.3: the ledger's roll says how many chits came; at the table the host does."""
    return {"outcomes": _DRAWN} if _by_ledger(event) else {}


def _roll(event: NeutralMinorEntered) -> Mapping[str, str]:
    return {"roll": _DRAWN}


def _joined(event: us_entry.EntryChitsJoined) -> Mapping[str, str]:
    return dict.fromkeys(("year", "count"), f"the chits of a year are the chart's; this {STAYS}")


def _opened(event: us_entry.EntryOpened) -> Mapping[str, str]:
    return {"mode": f"whose chits they are {STAYS}"}


# --- numbers and dice ---------------------------------------------------------------------------


def _ids(event: Event) -> Iterable[str]:
    return (f"chit {chit.id}" for chit in _laid(event))


def _by_ledger(event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken) -> bool:
    rolls = (outcome.roll for outcome in event.outcomes.values())
    return any(roll and roll.source == "ledger" for roll in rolls)


def _roll_by_ledger(event: NeutralMinorEntered) -> bool:
    return event.roll.source == "ledger"


def _numbered(
    event: us_entry.EntryChitsDrawn
    | us_entry.EntryChitsReturned
    | us_entry.EntryChitsMoved
    | us_entry.PoolBelowZero,
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
        us_entry.EntryChitsStocked,
        us_entry.EntryChitsDrawn,
        us_entry.EntryChitsDealtAnew,
        us_entry.EntryChitsReturned,
        us_entry.EntryChitsMoved,
        us_entry.EntryChitsShown,
        us_entry.PoolBelowZero,
        us_entry.AsideChitsEntered,
        us_entry.EntryOptionPicked,
        us_entry.EntryActionTaken,
        NeutralMinorEntered,
    ),
    left_behind={
        us_entry.EntryChitsDealtAnew: _kept_secret,
        us_entry.EntrySecretOpened: _kept_secret,
        us_entry.EntryChitsDrawn: _used,
        us_entry.EntryChitsReturned: _used,
        us_entry.EntryChitsMoved: _used,
        us_entry.PoolBelowZero: _used,
        us_entry.AsideChitsEntered: _used,
        us_entry.EntryOptionPicked: _used,
        us_entry.EntryActionTaken: _used,
        NeutralMinorEntered: _used,
    },
    kept={
        us_entry.EntryChitsReturned: _went,
        us_entry.EntryChitsMoved: _went,
        us_entry.EntryChitsShown: _shown,
        us_entry.AsideChitsReturned: _shown,
        us_entry.EntryTakenBack: _shown,
        us_entry.EntryChitsPlaced: _placed,
        us_entry.EntryOptionPicked: _picked,
        us_entry.EntryActionTaken: _rolled,
        NeutralMinorEntered: _roll,
        us_entry.EntryChitsJoined: _joined,
        us_entry.EntryOpened: _opened,
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
        us_entry.EntryChitsDrawn: _numbered,
        us_entry.EntryChitsReturned: _numbered,
        us_entry.EntryChitsMoved: _numbered,
        us_entry.PoolBelowZero: _numbered,
        us_entry.EntryOptionPicked: _by_ledger,
        us_entry.EntryActionTaken: _by_ledger,
        NeutralMinorEntered: _roll_by_ledger,
    },
    faults=faults,
)
