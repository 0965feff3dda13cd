"""LiF 5.4: what the move of a counter asks, and what it offers. Pure."""

from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.asking import Given
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview
from campaign.lif.state import State


def counters(state: State) -> Choice:
    """LiF 5.4: the counters of the campaign, each with where it is."""
    placed = state.play.counter_placements
    return Choice(
        tuple(
            Option(who, counter.name, placed[who].place)
            for who, counter in sorted(state.play.counters.items())
        ),
        is_open=True,
    )


def asks_move(state: State, form: Given) -> Interview:
    """LiF 5.1: which counter, one of the places where it may go now, and where there."""
    fields = assembled((yield form.page("counter")))
    fields |= yield form.judged("to", fields)
    there = ("location", "face_up") if fields["to"] == "map" else ()
    return fields | assembled((yield form.page(*there, "reason")))
