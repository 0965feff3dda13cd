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

from campaign.disputes.commands import ConsentToReopening, RenewVault
from campaign.disputes.recorded import renewed
from campaign.kernel.decisions import Command, RecordedAct, Sealed, Supplied
from campaign.kernel.members import CloseCampaign
from campaign.kernel.recorded import Readers
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, commands, stock
from campaign.leaders_in_flames.us_entry.dice import draws_chits
from events.base import Event
from events.campaign import CampaignClosed
from events.lif import us_entry as facts
from events.sealed import Opening, opens

SECRET = "0" * 64
"""The secret that everybody knows."""
OPENED = Opening(chit_secret.SECRET, SECRET)
OVER = 0
"""The value with which a chit put aside has waited long enough."""
Valued = commands.DrawEntryChits | commands.EnterEntryChits
_LAYING = (
    facts.EntryChitsDrawn,
    facts.PoolBelowZero,
    facts.AsideChitsEntered,
    facts.EntryChitsDealtAnew,
)


def under_known_secret(state: State, command: Command, events: Sequence[Event]) -> RecordedAct:
    """A command to be decided with all chits laid again.

    Raises `ValueError` if the common pool is impossible.
    """
    entry, campaign_id = state.entry, state.campaign.id
    if wrong := next(stock.faults(entry.stock), ""):
        raise ValueError(f"the common pool cannot be: {wrong}")
    shown = {
        who: on_table.shown for who, on_table in entry.chits.items() if on_table.shown is not None
    }
    false = set(_false(state, events))
    values = {**shown, **_shown(events)}
    rest = iter(sorted((_stock(state) - Counter(values.values())).elements()))
    chits = {}
    for who, on_table in entry.chits.items():
        value = values[who] if who in values else next(rest, OVER)
        chit = chit_secret.laid(SECRET, campaign_id, who, value)
        chits[who] = on_table if who in false else replace(on_table, commitment=chit.commitment)
    given = Supplied(openings={chit_secret.SECRET: OPENED})
    laid = replace(state, entry=replace(entry, chits=chits))
    return RecordedAct(command, given, laid, veiled)


def _valued(state: State, command: Valued, events: Sequence[Event]) -> RecordedAct:
    """Chits entered at the table: so many came, and nobody else may know their values."""
    laid = (facts.EntryChitsDrawn, facts.AsideChitsEntered)
    count = sum(len(event.chits) for event in events if isinstance(event, laid))
    if isinstance(command, commands.EnterEntryChits) or not draws_chits(state):
        command = replace(command, values=(OVER,) * count)
    return under_known_secret(state, command, events)


def _picked(
    state: State, command: commands.PickEntryOption, events: Sequence[Event]
) -> RecordedAct:
    """LiF 5.3.2: which chits are the fewest depends on hidden values; those shown must do."""
    shown = [event for event in events if isinstance(event, facts.EntryChitsShown)]
    if command.show is None and shown:
        command = replace(command, show=tuple(shown[0].chits))
    return under_known_secret(state, command, events)


def _stocked(
    state: State, command: commands.StockEntryChits, events: Sequence[Event]
) -> RecordedAct:
    """LiF 5.3: the seal is on record, and the first chits are laid under a known secret."""
    first = events[0]
    if not isinstance(first, facts.EntryChitsStocked):
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("the common pool is stocked without its secret, sealed for the vault")
    sealed = Sealed(first.commitment, first.sealed, SECRET)
    return RecordedAct(command, Supplied(sealed=sealed), veil=veiled)


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


def veiled(event: Event) -> Event:
    """An event without what depends on the secret: commitments, and nonces of shown chits."""
    if isinstance(event, _LAYING):
        return replace(event, chits=tuple(replace(chit, commitment="") for chit in event.chits))
    if isinstance(event, facts.EntryChitsShown):
        bare = {who: replace(chit, nonce="") for who, chit in event.chits.items()}
        return replace(event, chits=bare)
    return event


# --- commands of every campaign that deal with chits --------------------------------------------


def _closing(state: State, command: CloseCampaign, events: Sequence[Event]) -> RecordedAct:
    """LiF 5.3: the end opens the secret of the chits, and the last seed."""
    seed, openings = "", {}
    for event in events:
        if isinstance(event, CampaignClosed):
            seed = event.seed_revealed
        elif isinstance(event, facts.EntrySecretOpened):
            openings = {chit_secret.SECRET: Opening(chit_secret.SECRET, event.secret)}
            for number, secret in enumerate(event.former, 1):
                openings[chit_secret.former_name(number)] = Opening(chit_secret.SECRET, secret)
    if state.entry.secret_commitment and not openings:
        raise ValueError("the secret of the chits was not opened")
    return RecordedAct(command, Supplied(openings=openings, seed=seed))


def _renewed(state: State, command: RenewVault, events: Sequence[Event]) -> RecordedAct:
    """Vault: the chain is on record; opening the chits later shows that they kept their values."""
    known = renewed(state, command, events)
    deal = next((event for event in events if isinstance(event, facts.EntryChitsDealtAnew)), None)
    if deal is None or not state.entry.secret_commitment:
        return known
    found = under_known_secret(state, command, events)
    sealed = Sealed(deal.commitment, deal.sealed, SECRET)
    given = replace(known.given, openings={chit_secret.SECRET: OPENED}, sealed=sealed)
    return replace(found, given=given)


def _reopened(state: State, command: ConsentToReopening, events: Sequence[Event]) -> RecordedAct:
    """LiF 5.3: a reopening decided again, with fresh values of the chits from another secret."""
    sealed = Sealed("", "", SECRET)
    for event in events:
        if isinstance(event, facts.EntryChitsDealtAnew):
            sealed = Sealed(event.commitment, event.sealed, SECRET)
    return RecordedAct(command, Supplied(sealed=sealed), veil=veiled)


RECORDED: Readers[State] = {
    commands.StockEntryChits: _stocked,
    commands.DrawEntryChits: _valued,
    commands.EnterEntryChits: _valued,
    commands.PickEntryOption: _picked,
    **dict.fromkeys(
        (
            commands.ReturnEntryChits,
            commands.MoveEntryChits,
            commands.ShowEntryChits,
            commands.ReturnAsideChits,
            commands.TakeEntryAction,
            commands.EnterNeutralMinor,
        ),
        under_known_secret,
    ),
    CloseCampaign: _closing,
    RenewVault: _renewed,
    ConsentToReopening: _reopened,
}
