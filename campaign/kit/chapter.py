"""The kit's chapter: what its commands decide, correct and audit together. Pure."""

from collections.abc import Mapping, Sequence
from types import ModuleType

from msgspec.structs import replace

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.routing import INTERVIEWS as SHARED
from campaign.disputes.sentences import spoken
from campaign.kernel import system
from campaign.kernel.assembly import asking, decider, deciding
from campaign.kernel.chapters import (
    Chapter,
    Corrected,
    CorrectedGame,
    Readers,
    StayingFields,
    TrustAuditor,
    stay,
)
from campaign.kernel.decisions import RecordedAct, Refused, Supplied, VaultSeal, joined
from campaign.kit import opening
from campaign.kit.calendar import CALENDAR, SENTENCES
from campaign.kit.commands import EndPhase, HandInChoice, OpenChoices, SealChoice
from campaign.kit.play import acts, changes, phases, secrets
from campaign.kit.showing.tasks import AWAITING
from campaign.kit.state import SEATS, State, faults, numbered
from events import kit
from events.base import Event
from events.campaign import TurnBegan
from events.sealed import Opening

# --- what the world supplied for recorded acts ----------------------------------------------------


def _sealed(
    state: State, command: SealChoice | HandInChoice, events: Sequence[Event]
) -> RecordedAct:
    """The choice, or what opens it, is still hidden: only its seal is known."""
    first = events[0]
    by_device = isinstance(command, SealChoice) and command.commitment is not None
    if not isinstance(first, kit.Sealed) or by_device:
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("what the vault sealed is missing")
    if isinstance(command, SealChoice):
        command = replace(command, commitment=first.commitment)
    return RecordedAct(command, Supplied(sealed=VaultSeal(first.commitment, first.sealed)))


def _opened(state: State, command: OpenChoices | EndPhase, events: Sequence[Event]) -> RecordedAct:
    """The openings of all choices that the act opened."""
    openings = {
        f"{event.act_name}:{seat}": Opening(one.choice, one.nonce)
        for event in events
        if isinstance(event, kit.Opened)
        for seat, one in event.openings.items()
    }
    return RecordedAct(command, Supplied(openings=openings))


RECORDED: Readers[State] = {
    SealChoice: _sealed,
    HandInChoice: _sealed,
    OpenChoices: _opened,
    EndPhase: _opened,
}


# --- corrections ----------------------------------------------------------------------------------

_FELL = stay("what was drawn or rolled", "dice", "cards")
_STAYS: Mapping[type[Event], StayingFields] = {
    kit.Acted: {**stay("which act it was", "act_name", "seat"), **_FELL},
    kit.Proposed: stay("which act it was", "number", "act_name", "seat"),
    kit.Confirmed: {**stay("what was confirmed", "number"), **_FELL},
    kit.Declined: stay("what was declined", "number"),
    kit.Sealed: stay("what was sealed", "act_name", "seat", "round", "commitment", "sealed"),
    kit.Fixed: stay("whose sealing ended", "act_name", "absent"),
    kit.Opened: stay("what was opened", "act_name", "openings", "absent"),
    kit.PhaseEnded: stay("the phase", "phase"),
    kit.Passed: stay("whose turn it was", "seat"),
    kit.RulesWritten: stay("the rules that the campaign opened with", "text"),
    kit.RulesChanged: stay("the rules", "text"),
    kit.SeatAdded: stay("the seat", "seat"),
}


Chanced = kit.Acted | kit.Confirmed


def _draw(event: Chanced) -> tuple[str, ...]:
    return (f"draw {event.draw}",) if event.draw else ()


def _drawn(state: State, event: Chanced) -> State:
    """The numbers of draws are used up."""
    return replace(state, draws=max(state.draws, event.draw))


def _sealed_once(state: State, event: kit.Sealed) -> State:
    """The number of a seal is used up: its nonce would tell of it, were it used again. And nobody
    seals again once a device has handed in what opens its choice, be that struck.
    """
    state = replace(state, rounds=max(state.rounds, event.round))
    seals = state.seals.get(event.act_name, {})
    held = seals.get(event.seat)
    if held is not None and secrets.is_hand_in(held, event):
        held = replace(held, handed=True)
    else:
        key = f"{event.act_name} {event.seat}"
        used = {**state.used, key: state.used.get(key, 0) + 1}
        state = replace(state, used=used, struck=(*state.struck, (event.act_name, event.seat)))
        held = replace(held, number=held.number + 1) if held else None
    if held is None:
        return state
    return replace(state, seals={**state.seals, event.act_name: {**seals, event.seat: held}})


CORRECTED = CorrectedGame[State](
    (
        Corrected(
            settling=(kit.Fixed, kit.Opened),
            left_behind={
                kit.Acted: _drawn,
                kit.Confirmed: _drawn,
                kit.Proposed: lambda state, event: replace(
                    state, proposals=max(state.proposals, event.number)
                ),
                kit.Sealed: _sealed_once,
                **dict.fromkeys(
                    (kit.PositionStated, kit.RulesChanged, kit.PhaseEnded, TurnBegan), numbered
                ),
            },
            staying=_STAYS,
            numbers={
                kit.Acted: _draw,
                kit.Confirmed: _draw,
                kit.Proposed: lambda event: (f"request {event.number}",),
            },
            drew=dict.fromkeys((kit.Acted, kit.Confirmed), lambda event: event.draw > 0),
            faults=faults,
        ),
    )
)


def settles(event: Event) -> bool:
    """Undo: whether an event opened, rolled or drew something; nobody rolls again by an undo."""
    return CORRECTED.settles(event) or CORRECTED.drew(event)


def _amended(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended in this way; a position has to fit the rules."""
    if isinstance(now, kit.PositionStated):
        from campaign.kit.taking_over import faults as of_position

        if why := next(of_position(state.rules, now), None):
            return Refused(None, f"position: {why}")
    return CORRECTED.amended(state, was, now)


# --- the chapter ----------------------------------------------------------------------------------


def _asking() -> ModuleType:
    from campaign.kit import interviews

    return interviews


CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter(
        "kit",
        decide=joined((acts.DECIDE, secrets.DECIDE, phases.DECIDE, changes.DECIDE)),
        needs=joined((acts.NEEDS, secrets.NEEDS, phases.NEEDS)),
        before=phases.BEFORE,
        sentences=SENTENCES,
        recorded=RECORDED,
        trusted={
            kit.Acted: "acts on the table",
            kit.Proposed: "acts on the table",
            kit.PositionStated: "positions taken over",
        },
        interviews=lambda: _asking().INTERVIEWS,
    ),
)


DECIDER = decider(CHAPTERS, CALENDAR, lambda state, kind: None, lambda state, who: 0, AWAITING)
DECIDING = deciding(DECIDER, RECORD, opening.open_campaign, SEATS)
CORRECTIONS = system.Corrections[State](
    struck=system.struck(CORRECTED.left_behind),
    faults=CORRECTED.faults,
    amended=_amended,
)
SECRETS = system.Secrets[State](
    sealed=secrets.under,
    unopened=secrets.still_sealed,
    settles=settles,
    numbers=CORRECTED.numbers,
)
AUDIT = system.Audit[State](
    request_of=opening.request_of,
    auditor=lambda: TrustAuditor(CHAPTERS),
    recorded=RECORDED,
    drew=CORRECTED.drew,
)


ASKING = asking(CHAPTERS, SHARED, lambda: _asking().CHOICES)
sentence = spoken(SENTENCES)
"""An event as a sentence."""
