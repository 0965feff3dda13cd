"""Seats: a member is told that theirs was offered or taken anew, whatever they chose. Pure.

Only who had come in before is offered their seat again, so it may be somebody else who comes in.
"""

from campaign.kernel.state import GameState
from campaign.kernel.transition import Transition
from campaign.notices.kinds import Occasion
from events.handover import SeatOffered, SeatTaken

ADVICE = (
    "If that was not you, ask a host to press “Lock out” beside your name on the Members page: all "
    "your devices, passkeys and programs end, and you come back with a new invitation."
)
"""What to do, after somebody came in."""
NOT_ASKED_FOR = (
    "If you did not ask for that, ask your host about it. Once somebody comes in with the "
    "invitation, you are told, and can have them locked out."
)
"""What to do, while nobody has come in yet."""


def of_seat(step: Transition[GameState]) -> Occasion | None:
    """What an event says about somebody's seat; also one that a correction struck, since whoever
    came in is in.
    """
    event = step.record.event
    if not isinstance(event, SeatOffered | SeatTaken):
        return None
    who = step.after.campaign.called(event.member)
    if isinstance(event, SeatTaken):
        headline = f"Somebody came in as {who}, with a new invitation."
    else:
        headline = f"A host invited {who} again, who had come in before."
    return Occasion(
        key=f"seat:{step.record.version}",
        kind="seat",
        turn=step.turn,
        members=(event.member,),
        since=event.at,
        headline=headline,
        what_to_do=ADVICE if isinstance(event, SeatTaken) else NOT_ASKED_FOR,
        version=step.record.version,
    )
