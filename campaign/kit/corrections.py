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


def _drawn(event: kit.Acted | kit.Confirmed) -> tuple[str, ...]:
    return (f"draw {event.draw}",) if event.draw else ()


CORRECTED = CorrectedGame[State](
    (
        Corrected(
            settling=(kit.Opened,),
            staying=_STAYS,
            numbers={
                kit.Acted: _drawn,
                kit.Confirmed: _drawn,
                kit.Proposed: lambda event: (f"request {event.number}",),
            },
            drew={
                kit.Acted: lambda event: event.draw > 0,
                kit.Confirmed: lambda event: event.draw > 0,
            },
            faults=faults,
        ),
    )
)


def left_behind(state: State, event: Event) -> State:
    """What a struck event leaves behind: numbers of draws and requests are used up."""
    draw, number = getattr(event, "draw", 0), getattr(event, "number", 0)
    if isinstance(event, kit.Proposed):
        state = replace(state, proposals=max(state.proposals, number))
    return replace(state, draws=max(state.draws, draw)) if draw else state


def settles(event: Event) -> bool:
    """Undo: whether an event opened, rolled or drew something; nobody rolls again by an undo."""
    return CORRECTED.settles(event) or CORRECTED.drew(event)


def amended(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended in this way."""
    return CORRECTED.amended(state, was, now)
