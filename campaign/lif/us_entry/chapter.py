"""LiF 5.3: US entry: the chapter put together, with what is on trust or recorded. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from campaign.disputes.commands import ConsentToReopening, RenewVault
from campaign.kernel.chapters import Chapter, Readers, of_rules, seeds_renewed
from campaign.kernel.decisions import NOTHING, Command, RecordedAct, Supplied, VaultSeal
from campaign.kernel.interview.asking import Interviews
from campaign.kernel.members import CloseCampaign
from campaign.lif.state import Counting, Deciders, Needing, State, aside
from campaign.lif.us_entry import actions, aftermath, chart, commands, fold, options
from campaign.lif.us_entry.chits import entry_chits, pools
from campaign.lif.us_entry.sentences import SENTENCES
from events.base import Event
from events.campaign import CampaignClosed
from events.lif import us_entry
from events.lif.aftermath import SpainJoined, SupplySourceLost
from events.sealed import Opening, opens

# --- LiF 5.3: facts that rest on people's word alone: the table's own dice and chits ------------

TRUSTED: Mapping[type[Event], str] = {
    us_entry.ScenarioAnswered: "answers to the scenario",
    us_entry.EntryChartImported: "imported charts",
    us_entry.EntryChitsStocked: "imported charts",
    SupplySourceLost: "places",
    SpainJoined: "minor countries",
}

Chits = (
    us_entry.EntryChitsDrawn
    | us_entry.AsideChitsEntered
    | us_entry.EntryChitsReturned
    | us_entry.EntryChitsMoved
    | us_entry.EntryTakenBack
)


def _chits(state: State, event: Chits) -> Iterator[tuple[str, int]]:
    if not entry_chits.draws_chits(state):
        yield "table chits", len(event.chits)


def _rolls(state: State, event: Event) -> Iterator[tuple[str, int]]:
    yield "table rolls", sum(roll.source == "table" for roll in fold.rolls(event))
    yield "stated conditions", len(getattr(event, "stated", ()))


COUNTED: Counting = {
    **dict.fromkeys(get_args(Chits), _chits),
    **dict.fromkeys(fold.ROLLING, _rolls),
}


# --- The chits of US entry, laid under a known secret for a command to be judged ----------------
#
# Only the vault has the secret of the chits, and judging does not ask for it. All chits on the
# table are laid again under a secret that everybody knows: shown chits with the values shown, the
# others with other values that the common pool could have held. So pools, counts, waits, levels
# and conditions are judged, but no hidden value: neither the ledger's draws nor what the table
# entered. The audit checks the true values once the secret is opened.

SECRET = "0" * 64
"""The secret that everybody knows."""
OPENED = Opening(entry_chits.SECRET, SECRET)
OVER = 0
"""The value with which a chit put aside has waited long enough."""
Valued = commands.DrawEntryChits | commands.EnterEntryChits


def under_known_secret(state: State, command: Command, events: Sequence[Event]) -> RecordedAct:
    """A command to be decided with all chits laid again.

    Raises `ValueError` if the common pool is impossible.
    """
    entry, campaign_id = state.entry, state.campaign.id
    if wrong := next(pools.faults(entry.stock), ""):
        raise ValueError(f"the common pool cannot be: {wrong}")
    shown = {
        who: on_table.shown for who, on_table in entry.chits.items() if on_table.shown is not None
    }
    false = set(_false(state, events))
    values = {**shown, **_recorded_shown(events)}
    stock = fold.stocked(entry, state.campaign.turn)
    rest = iter(sorted((stock - Counter(values.values())).elements()))
    chits = {}
    for who, on_table in entry.chits.items():
        value = values[who] if who in values else next(rest, OVER)
        chit = entry_chits.laid(SECRET, campaign_id, who, value)
        chits[who] = on_table if who in false else replace(on_table, commitment=chit.commitment)
    supplied = Supplied(openings={entry_chits.SECRET: OPENED})
    known = replace(state, entry=replace(entry, chits=chits))
    return RecordedAct(command, supplied, known, veiled)


def _valued(state: State, command: Valued, events: Sequence[Event]) -> RecordedAct:
    """Chits entered at the table: so many came, and nobody else may know their values."""
    entering = (us_entry.EntryChitsDrawn, us_entry.AsideChitsEntered)
    count = sum(len(event.chits) for event in events if isinstance(event, entering))
    if isinstance(command, commands.EnterEntryChits) or not entry_chits.draws_chits(state):
        command = replace(command, values=(OVER,) * count)
    return under_known_secret(state, command, events)


def _recorded_pick(
    state: State, command: commands.PickEntryOption, events: Sequence[Event]
) -> RecordedAct:
    """LiF 5.3.2: which chits are the fewest depends on hidden values; those shown must do."""
    shown = [event for event in events if isinstance(event, us_entry.EntryChitsShown)]
    if command.show is None and shown:
        command = replace(command, show=tuple(shown[0].chits))
    return under_known_secret(state, command, events)


def _stocked(
    state: State, command: commands.StockEntryChits, events: Sequence[Event]
) -> RecordedAct:
    """LiF 5.3: the seal is on record, and the first chits are laid under a known secret."""
    first = events[0]
    if not isinstance(first, us_entry.EntryChitsStocked):
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("the common pool is stocked without its secret, sealed for the vault")
    sealed = VaultSeal(first.commitment, first.sealed, SECRET)
    return RecordedAct(command, Supplied(sealed=sealed), veil=veiled)


def _recorded_shown(events: Sequence[Event]) -> dict[str, int]:
    """The values that these events show."""
    return {
        who: chit.value
        for event in events
        if isinstance(event, us_entry.EntryChitsShown)
        for who, chit in event.chits.items()
    }


def _false(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Chits that these events show with another value than was laid."""
    for event in events:
        for who, chit in event.chits.items() if isinstance(event, us_entry.EntryChitsShown) else ():
            on_table = state.entry.chits.get(who)
            subject = entry_chits.chit_subject(state.campaign.id, who)
            opening = Opening(str(chit.value), chit.nonce)
            if on_table is not None and not opens(subject, opening, on_table.commitment):
                yield who


def veiled(event: Event) -> Event:
    """An event without what depends on the secret: commitments, and nonces of shown chits."""
    if isinstance(event, fold.LAYING):
        return replace(event, chits=tuple(replace(chit, commitment="") for chit in event.chits))
    if isinstance(event, us_entry.EntryChitsShown):
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
        elif isinstance(event, us_entry.EntrySecretOpened):
            openings = {entry_chits.SECRET: Opening(entry_chits.SECRET, event.secret)}
            for number, secret in enumerate(event.former, 1):
                openings[entry_chits.former_name(number)] = Opening(entry_chits.SECRET, secret)
    if state.entry.secret_commitment and not openings:
        raise ValueError("the secret of the chits was not opened")
    return RecordedAct(command, Supplied(openings=openings, seed=seed))


def _renewed(state: State, command: RenewVault, events: Sequence[Event]) -> RecordedAct:
    """Vault: the chain is on record; opening the chits later shows that they kept their values."""
    known, deal = seeds_renewed(state, command, events), _deal(events)
    if deal is None or not state.entry.secret_commitment:
        return known
    known_secret = under_known_secret(state, command, events)
    sealed = VaultSeal(deal.commitment, deal.sealed, SECRET)
    supplied = replace(known.supplied, openings={entry_chits.SECRET: OPENED}, sealed=sealed)
    return replace(known_secret, supplied=supplied)


def _deal(events: Sequence[Event]) -> us_entry.EntryChitsDealtAnew | None:
    deals = (event for event in events if isinstance(event, us_entry.EntryChitsDealtAnew))
    return next(deals, None)


def _reopened(state: State, command: ConsentToReopening, events: Sequence[Event]) -> RecordedAct:
    """LiF 5.3: a reopening decided again, with fresh values of the chits from another secret."""
    deal = _deal(events)
    sealed = VaultSeal(deal.commitment, deal.sealed, SECRET) if deal else VaultSeal("", "", SECRET)
    return RecordedAct(command, Supplied(sealed=sealed), veil=veiled)


RECORDED: Readers[State] = {
    commands.StockEntryChits: _stocked,
    commands.DrawEntryChits: _valued,
    commands.EnterEntryChits: _valued,
    commands.PickEntryOption: _recorded_pick,
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


DECIDE: Deciders = {
    commands.ImportEntryChart: chart.import_chart,
    commands.StockEntryChits: pools.stock,
    commands.DrawEntryChits: pools.draw,
    commands.EnterEntryChits: pools.enter,
    commands.PlaceEntryChits: pools.place,
    commands.TakeBackEntry: pools.take_back,
    commands.ReturnEntryChits: pools.go,
    commands.MoveEntryChits: pools.go,
    commands.ShowEntryChits: pools.show,
    commands.ReturnAsideChits: pools.give_back_aside,
    commands.PickEntryOption: options.pick_option,
    commands.TakeEntryAction: actions.take,
    commands.RetakeCity: aftermath.retake,
    commands.AlignSpain: aftermath.align_spain,
    commands.EnterNeutralMinor: aftermath.enter,
    commands.AnswerScenario: aftermath.answer,
}
NEEDS: Needing = {
    commands.StockEntryChits: lambda state, command: (
        NOTHING if state.entry.secret_commitment else entry_chits.secret_wish(state)
    ),
    commands.DrawEntryChits: entry_chits.secret_needs,
    commands.EnterEntryChits: entry_chits.secret_needs,
    commands.ReturnEntryChits: entry_chits.secret_and_seed,
    commands.MoveEntryChits: entry_chits.secret_and_seed,
    commands.ShowEntryChits: entry_chits.secret_needs,
    commands.ReturnAsideChits: lambda state, command: (
        entry_chits.secret_needs(state) if aside(state.entry, command.kind) else NOTHING
    ),
    commands.PickEntryOption: entry_chits.secret_and_seed,
    commands.TakeEntryAction: entry_chits.secret_and_seed,
    commands.EnterNeutralMinor: entry_chits.secret_and_seed,
    CloseCampaign: entry_chits.secrets_needed,
}


def _interviews() -> Interviews[State]:
    from campaign.lif.us_entry.verbs.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = of_rules(
    Chapter[State](
        name="US entry",
        sentences=SENTENCES,
        recorded=RECORDED,
        decide=DECIDE,
        needs=NEEDS,
        at_turn=pools.at_turn,
        at_close=pools.at_close,
        trusted=TRUSTED,
        counted=COUNTED,
        interviews=_interviews,
    ),
    chart,
    pools,
    options,
    actions,
    aftermath,
    commands=commands,
)
