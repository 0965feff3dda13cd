"""What the world supplied for recorded acts about the record: an opening, new seeds. Pure."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.disputes.commands import (
    CORRECTING,
    AmendEvent,
    ConsentToOpening,
    Correct,
    InsertCommand,
    RenewVault,
)
from campaign.disputes.procedure import OPENING
from campaign.history.effective import form
from campaign.history.recorded_acts import recorded
from campaign.kernel.decisions import RecordedAct, Supplied
from campaign.kernel.key_commands import WitnessHead
from campaign.kernel.new_campaign import SeedChain
from campaign.kernel.recorded import Readers
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events import codec
from events.base import Event
from events.campaign import SeedsRenewed
from events.disputes import EventAmended, EventsInserted, SealedOpened
from events.sealed import Opening


def opened(state: GameState, command: ConsentToOpening, events: Sequence[Event]) -> RecordedAct:
    """The opened value is on record; the rule system checks that it is the one that was sealed."""
    shown = events[0]
    if not isinstance(shown, SealedOpened):
        return RecordedAct(command)
    return RecordedAct(command, Supplied(openings={OPENING: Opening(shown.choice, shown.nonce)}))


def renewed(state: GameState, command: RenewVault, events: Sequence[Event]) -> RecordedAct:
    """The new chain of seeds, and the seed that ends the old one."""
    first = events[0]
    if not isinstance(first, SeedsRenewed):
        return RecordedAct(command)
    chain = SeedChain(state.campaign.id, first.anchor, first.links, first.sealed)
    return RecordedAct(command, Supplied(seed=first.seed_revealed, chain=chain))


def witnessed(state: GameState, command: WitnessHead, events: Sequence[Event]) -> RecordedAct:
    """The digest is the member's own; whoever has the record compares it."""
    return RecordedAct(command, Supplied(head=command.head))


def corrected(state: GameState, command: Correct, events: Sequence[Event]) -> RecordedAct:
    """That its preview was looked at rests on the referee's word: no record keeps its digest."""
    return RecordedAct(command, Supplied(looked_at=True))


def of_the_record(system: AnySystem) -> Readers[Any]:
    """By command about the record, what the world supplied for it."""

    def inserted(state: GameState, command: InsertCommand, events: Sequence[Event]) -> RecordedAct:
        """The event holds what no record keeps of the forgotten command, such as a sheet."""
        first = events[0]
        if isinstance(first, EventsInserted) and first.events:
            read = recorded(system, state, [form(system.codec, first.events[0], first)]).command
            unkept = {name: value for name, value in msgspec.to_builtins(read).items()
                      if name in type(read).unseen}  # fmt: skip
            command = replace(command, forgotten={**unkept, **command.forgotten})
        return corrected(state, command, events)

    def amended(state: GameState, command: AmendEvent, events: Sequence[Event]) -> RecordedAct:
        """Of an event in an older form the command names fields that are called otherwise now."""
        first = events[0]
        if isinstance(first, EventAmended) and first.event.get("type") in system.codec.upcasters:
            command = replace(command, fields=codec.fields(form(system.codec, first.event, first)))
        return corrected(state, command, events)

    return {
        ConsentToOpening: opened,
        RenewVault: renewed,
        WitnessHead: witnessed,
        **dict.fromkeys(CORRECTING, corrected),
        AmendEvent: amended,
        InsertCommand: inserted,
    }
