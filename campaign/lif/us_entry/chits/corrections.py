"""LiF 5.3: corrections of chits, dice and waits. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.kernel.chapters import Corrected, StayingFields, stay
from campaign.kernel.decisions import Refused
from campaign.lif.state import State
from campaign.lif.us_entry import fold
from events.base import Event
from events.lif import us_entry
from events.lif.aftermath import NeutralMinorEntered

# --- struck out ---------------------------------------------------------------------------------


def _as_dealt(
    state: State, event: us_entry.EntryChitsDealtAnew | us_entry.EntrySecretOpened
) -> State:
    """The chits of a what-if stay as they were dealt, and an opened secret stays open."""
    if isinstance(event, us_entry.EntryChitsDealtAnew) and not state.entry.secret_commitment:
        return state  # the event they were dealt from is struck out as well
    return replace(state, entry=fold.folded(state.entry, event, state.campaign.turn))


def _used(state: State, event: Event) -> State:
    """LiF 5.3: numbers of draws and ids of chits are never used again."""
    entry = state.entry
    draw = max(entry.draw, fold.last_draw(event))
    last = max([entry.last_chit, *(int(chit.id[1:]) for chit in fold.laid(event))])
    if (draw, last) == (entry.draw, entry.last_chit):
        return state
    return replace(state, entry=replace(entry, draw=draw, last_chit=last))


# --- amended ------------------------------------------------------------------------------------

_DRAWN = "what was drawn or rolled"
_CHITS = "which chits they were"


def _went(event: us_entry.EntryChitsReturned | us_entry.EntryChitsMoved) -> StayingFields:
    return stay(_CHITS, *(("chits", "pool") if event.draw else ("chits",)))


def _rolled(event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken) -> StayingFields:
    """LiF 5.3.3: the ledger's roll says how many chits came; at the table the host does."""
    return stay(_DRAWN, "outcomes") if fold.rolled_by_ledger(event) else {}


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
        us_entry.EntryChitsShown,
        us_entry.EntryChitsReturned,
        us_entry.EntryChitsMoved,
        *fold.LAYING,
        *fold.ROLLING,
    ),
    left_behind={
        us_entry.EntryChitsDealtAnew: _as_dealt,
        us_entry.EntrySecretOpened: _as_dealt,
        **dict.fromkeys((*fold.DRAWING, us_entry.AsideChitsEntered, *fold.ROLLING), _used),
    },
    staying={
        us_entry.EntryChitsReturned: _went,
        us_entry.EntryChitsMoved: _went,
        us_entry.EntryChitsShown: stay(_CHITS, "chits"),
        us_entry.AsideChitsReturned: stay(_CHITS, "chits"),
        us_entry.EntryTakenBack: stay(_CHITS, "chits"),
        # Ruling 53: there are two entry pools, so that a wrong placing is struck, not amended.
        us_entry.EntryChitsPlaced: stay("where the USA placed them", "chits", "pool", "to"),
        us_entry.EntryOptionPicked: lambda event: {
            **_rolled(event),
            **(stay(_DRAWN, "militia") if event.draw else {}),
        },
        us_entry.EntryActionTaken: _rolled,
        NeutralMinorEntered: stay(_DRAWN, "roll"),
        us_entry.EntryChitsJoined: stay(
            "the chits of a year are the chart's; this", "year", "count"
        ),
        us_entry.EntryOpened: stay("whose chits they are", "mode"),
    },
    numbers=dict.fromkeys(fold.LAYING, lambda event: (f"chit {chit.id}" for chit in event.chits)),
    faults=faults,
)
