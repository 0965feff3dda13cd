"""FoW ruling 7: which side is asked whether it pays for another mission. Pure."""

from campaign.flames_of_war.state import LineState, State


def affords(state: State, line: LineState, side: str) -> bool:
    """FoW ruling 6: whether a side has the price of a change, or may spend what it has not got."""
    if state.rulings.overdraw == "yes":
        return True
    return line.points[side].balance >= state.change_price


def total(state: State, line: LineState, side: str) -> int:
    """FoW ruling 4: the total that is compared: what is left, or what was won."""
    points = line.points[side]
    return points.won if state.rulings.lead == "won" else points.balance


def order(state: State, line: LineState) -> tuple[str, str]:
    """FoW Axis of Attack: the side with more points first (p. 239).

    On equal totals the side that will attack, where that is settled, or the side named first.
    """
    one, other = state.sides
    first, second = total(state, line, one), total(state, line, other)
    if first == second:
        return (other, one) if line.attacker == other else (one, other)
    return (one, other) if first > second else (other, one)


def asked(state: State, line: LineState) -> tuple[str, ...]:
    """The sides that are asked whether they change the mission just rolled, in their order."""
    if state.kind == "linked":
        return ()
    return tuple(side for side in order(state, line) if affords(state, line, side))


def attacker_first(state: State, line: LineState) -> tuple[str, ...]:
    """The sides asked, once it is settled who attacks: on equal totals the attacker goes first."""
    totals = {total(state, line, side) for side in state.sides}
    if len(totals) > 1 or line.attacker not in line.change.asked:
        return line.change.asked
    others = (side for side in line.change.asked if side != line.attacker)
    return (line.attacker, *others)


def next_asked(state: State, line: LineState) -> str:
    """The side that is asked now; empty where all declined or cannot pay any more."""
    if line.how != "roll" or line.change.paid_by:
        return ""
    for side in line.change.asked:
        if side not in line.change.declined and affords(state, line, side):
            return side
    return ""
