"""Ruling 59: markers that are overdue. Pure.

A deadline that passes does nothing. Where the club wished so when it opened the campaign, whoever
acts in the host's name may then fix and open what is overdue; what is missing counts as such. The
service does so by itself.
"""

from msgspec.structs import replace

from campaign.kernel.deadlines import Overdue
from campaign.kernel.decisions import Refused
from campaign.kernel.state import with_campaign
from campaign.leaders_in_flames.board.commands import FixMarkers, OpenBallots, OpenVotes
from campaign.leaders_in_flames.state import State, awaited
from campaign.text.json_values import JsonFields
from campaign.text.moments import days_after

RULE = "Ruling 59"
OPENINGS = "openings"
"""What devices owe once the markers are fixed."""
DAYS_FOR_OPENINGS = 2
"""So long devices have for their openings, where the service sets the deadline: whoever looks once
a day sees it in time, wherever they live."""
_OPENS = {"ballots": "OpenBallots", "votes": "OpenVotes"}


def refused(
    state: State, command: FixMarkers | OpenBallots | OpenVotes, now: str
) -> Refused | None:
    """Ruling 59: whether what a command calls overdue is not; `now` is the moment it is judged by.

    Markers are overdue after the deadline for ballots or votes, openings after their own. When all
    openings are in, either deadline will do.
    """
    if not command.overdue:
        return None
    if not state.rulings.auto_open:
        text = "what is overdue waits for the host in this campaign; its ruling auto_open is no"
        return Refused(RULE, text)
    due = _due(state, fixing=isinstance(command, FixMarkers))
    schedule, draw = state.campaign.schedule, state.board.draw
    if any(schedule.passed(what, draw, now) for what in due):
        return None
    for what in due:
        deadline = schedule.deadlines.get(what)
        if deadline is not None and deadline.draw == draw:
            return Refused(RULE, f"the deadline for {what} is {deadline.until}, and not over yet")
    return Refused(RULE, f"no deadline was set for {' or '.join(due)}")


def next_step(state: State, now: str) -> Overdue | None:
    """Ruling 59: what the service sends in the host's name now, where the club wished so.

    Openings get their deadline from it, unless the host has set one.
    """
    board = state.board
    command = _OPENS.get(board.phase)
    if not state.rulings.auto_open or command is None:
        return None
    must_fix = not board.fixed and any(marker.device for marker in board.markers.values())
    schedule, what = state.campaign.schedule, f"{board.phase}:{board.draw}"
    set_at = schedule.deadlines.get(OPENINGS)
    if board.fixed and awaited(board) and (set_at is None or set_at.draw != board.draw):
        until = days_after(now, DAYS_FOR_OPENINGS)
        fields: JsonFields = {"command": "SetDeadline", "what": OPENINGS, "until": until}
        return Overdue(f"{OPENINGS}:{what}", fields)
    for due in _due(state, fixing=must_fix):
        if schedule.passed(due, board.draw, now):
            step = "FixMarkers" if must_fix else command
            key = f"{step}:{what}:{schedule.deadlines[due].until}"
            return Overdue(key, {"command": step, "overdue": True})
    return None


def _due(state: State, *, fixing: bool) -> tuple[str, ...]:
    """What must have had a deadline that is over."""
    if fixing or not state.board.fixed:
        return (state.board.phase,)
    return (OPENINGS,) if awaited(state.board) else (state.board.phase, OPENINGS)


def opened(state: State) -> State:
    """What was opened is awaited no more: the deadlines for it come to their end."""
    schedule = state.campaign.schedule.without(state.board.phase, OPENINGS)
    if schedule is state.campaign.schedule:
        return state
    return with_campaign(state, replace(state.campaign, schedule=schedule))
