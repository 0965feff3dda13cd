"""The chits of US entry, laid under a known secret for a command to be judged. Pure.

Only the vault has the secret of the chits, and judging does not ask for it. All chits on the table
are laid again under a secret that everybody knows: shown chits with the values shown, the others
with other values that the common pool could have held. So pools, counts, waits, levels and
conditions are judged, but no hidden value: neither the ledger's draws nor what the table entered.
The audit checks the true values once the secret is opened.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import Command, ReadBack, Supplied
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, stock
from events.base import Event
from events.lif import aftermath
from events.lif import us_entry as facts
from events.sealed import Opening, opens

SECRET = "0" * 64
"""The secret that everybody knows."""
OPENED = Opening(chit_secret.SECRET, SECRET)
OVER = 0
"""The value with which a chit put aside has waited long enough."""
_LAYING = (
    facts.EntryChitsDrawn,
    facts.PoolBelowZero,
    facts.AsideChitsEntered,
    facts.EntryChitsDealtAnew,
)


def under_known_secret(
    state: State, command: Command, events: Sequence[Event], **known: int
) -> ReadBack:
    """A command to be decided with all chits laid again; `known` are values by chit.

    Raises `ValueError` if the common pool is impossible.
    """
    entry, campaign_id = state.entry, state.campaign.id
    if wrong := next(stock.faults(entry.stock), ""):
        raise ValueError(f"the common pool cannot be: {wrong}")
    shown = {
        who: on_table.shown for who, on_table in entry.chits.items() if on_table.shown is not None
    }
    false = set(_false(state, events))
    values = {**shown, **_shown(events), **known}
    rest = iter(sorted((_stock(state) - Counter(values.values())).elements()))
    chits = {}
    for who, on_table in entry.chits.items():
        value = values[who] if who in values else next(rest, OVER)
        chit = chit_secret.laid(SECRET, campaign_id, who, value)
        chits[who] = on_table if who in false else replace(on_table, commitment=chit.commitment)
    given = Supplied(openings={chit_secret.SECRET: OPENED}, drawn=tuple(_drawn(events)))
    laid = replace(state, entry=replace(entry, chits=chits))
    return ReadBack(command, given, laid, veiled)


def _stock(state: State) -> Counter[int]:
    return chit_secret.stocked(state.entry, state.campaign.turn)


def _shown(events: Sequence[Event]) -> dict[str, int]:
    """The values that these events show."""
    return {
        who: chit.value
        for event in events
        if isinstance(event, facts.EntryChitsShown)
        for who, chit in event.chits.items()
    }


def _false(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Chits that these events show with another value than was laid."""
    for event in events:
        for who, chit in event.chits.items() if isinstance(event, facts.EntryChitsShown) else ():
            on_table = state.entry.chits.get(who)
            subject = chit_secret.chit_subject(state.campaign.id, who)
            opening = Opening(str(chit.value), chit.nonce)
            if on_table is not None and not opens(subject, opening, on_table.commitment):
                yield who


def _drawn(events: Sequence[Event]) -> Iterator[str]:
    """The results of the ledger's dice and picks, in their order; not the values it drew."""
    for event in events:
        match event:
            case facts.EntryOptionPicked() | facts.EntryActionTaken():
                yield from (
                    f"{outcome.roll.value:02}"
                    for outcome in event.outcomes.values()
                    if outcome.roll is not None and outcome.roll.source == "ledger"
                )
                if isinstance(event, facts.EntryOptionPicked) and event.draw:
                    yield from event.militia
            case aftermath.NeutralMinorEntered() if event.roll.source == "ledger":
                yield f"{event.roll.value:02}"
            case facts.EntryChitsReturned() | facts.EntryChitsMoved() if event.draw:
                yield from event.chits


def veiled(event: Event) -> Event:
    """An event without what depends on the secret: commitments, and nonces of shown chits."""
    if isinstance(event, _LAYING):
        return replace(event, chits=tuple(replace(chit, commitment="") for chit in event.chits))
    if isinstance(event, facts.EntryChitsShown):
        bare = {who: replace(chit, nonce="") for who, chit in event.chits.items()}
        return replace(event, chits=bare)
    return event
