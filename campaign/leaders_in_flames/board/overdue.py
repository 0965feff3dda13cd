"""Ruling 59: markers that are overdue. Pure.

A deadline that passes does nothing. Where the club wished so when it opened the campaign, whoever
acts in the host's name may then fix and open what is overdue; what is missing counts as such.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.kernel.state import with_campaign
from campaign.leaders_in_flames.board.commands import FixMarkers, OpenBallots, OpenVotes
from campaign.leaders_in_flames.state import State, awaited

RULE = "Ruling 59"
OPENINGS = "openings"
"""What devices owe once the markers are fixed."""


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
