"""LiF 5.4: what the move of a counter asks, and what it offers. Pure."""

from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview
from campaign.lif.force_pools.moves import MoveCounter
from campaign.lif.state import State


def asks_move(state: State, form: Given) -> Interview:
    """LiF 5.1: which counter, one of the places where it may go now, and where there."""
    fields = assembled((yield form.page("counter")))
    fields |= yield form.judged("to", fields)
    there = ("location", "face_up") if fields["to"] == "map" else ()
    return fields | assembled((yield form.page(*there, "reason")))


INTERVIEWS = Interviews[State](asked={MoveCounter: asks_move})
