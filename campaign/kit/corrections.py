"""What corrections may do to a campaign by a club's own rules, and what they leave. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.kernel.chapters import Corrected, CorrectedGame, StayingFields, stay
from campaign.kernel.decisions import Refused
from campaign.kit.state import State, faults
from events import kit
from events.base import Event

_STAYS: Mapping[type[Event], StayingFields] = {
    kit.Acted: stay("which act it was", "act_name", "seat"),
    kit.Proposed: stay("which act it was", "number", "act_name", "seat"),
    kit.Confirmed: stay("what was confirmed", "number"),
    kit.Declined: stay("what was declined", "number"),
    kit.Sealed: stay("what was sealed", "act_name", "seat", "commitment", "sealed"),
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


def _proposed(state: State, event: kit.Proposed) -> State:
    return replace(state, proposals=max(state.proposals, event.number))


CORRECTED = CorrectedGame[State](
    (
        Corrected(
            settling=(kit.Opened,),
            left_behind={kit.Acted: _drawn, kit.Confirmed: _drawn, kit.Proposed: _proposed},
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


def amended(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended in this way; a position has to fit the rules."""
    if isinstance(now, kit.PositionStated):
        from campaign.kit.taking_over import faults as of_position

        if why := next(of_position(state.rules, now), None):
            return Refused(None, f"position: {why}")
    return CORRECTED.amended(state, was, now)
