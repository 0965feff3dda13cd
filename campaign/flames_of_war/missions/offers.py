"""FoW ruling 7: which side is asked whether it pays for another mission. Pure."""

from campaign.flames_of_war.missions import scores
from campaign.flames_of_war.missions.catalogue import selection
from campaign.flames_of_war.state import LineState, State


def affords(state: State, line: LineState, side: str) -> bool:
    """FoW ruling 6: whether a side has the price of a change, or may spend what it has not got."""
    if state.rulings.overdraw == "yes":
        return True
    return line.points[side].balance >= selection()["change"]


def totals(state: State, line: LineState) -> dict[str, int]:
    """FoW ruling 4: the totals that are compared: what is left, or what was won."""
    won = state.rulings.lead == "won"
    return {
        side: line.points[side].won if won else line.points[side].balance for side in state.sides
    }


def order(state: State, line: LineState) -> tuple[str, ...]:
    """FoW Axis of Attack: the side with more points first (p. 239).

    On equal totals the side that will attack, where that is settled, or the side named first.
    """
    first = scores.higher(totals(state, line)) or line.attacker or next(iter(state.sides))
    return (first, state.other(first))


def next_asked(state: State, line: LineState) -> str:
    """The side that is asked now; empty where both declined or cannot pay."""
    if state.kind == "linked" or line.how != "roll" or line.change.paid_by:
        return ""
    return next(
        (
            side
            for side in order(state, line)
            if side not in line.change.declined and affords(state, line, side)
        ),
        "",
    )
