"""Where a force fights, and who may speak for it. Pure."""

from campaign.flames_of_war.state import Force, State, commander
from campaign.kernel.decisions import Refused


def fought(state: State, force: Force) -> bool:
    """FoW ruling 65: whether a force has fought a battle; one that was abandoned is none."""
    return bool(battles_of(state, force))


def battles_of(state: State, force: Force) -> tuple[str, ...]:
    """FoW ruling 17: the battles that a force has fought."""
    known = state.battles
    return tuple(
        one for one in force.battles if one not in known or known[one].state != "abandoned"
    )


def fights_now(state: State, force: Force) -> str:
    """The battle that a force is in and that is not booked yet; empty where there is none."""
    return next(
        (
            one
            for one in force.battles
            if one in state.battles and state.battles[one].state in ("running", "reported")
        ),
        "",
    )


def line_of(state: State, force: Force) -> str:
    """FoW ruling 73: the line on which a force's player commands in this round; else empty."""
    if not force.member:
        return next(iter(state.lines)) if len(state.lines) == 1 else ""
    own = (line for line in state.lines if commander(state, line, force.side) == force.member)
    return next(own, "")


def may_muster(state: State, by: str, side: str, member: str) -> Refused | None:
    """Members: a force is its player's; its side's speaker and a host act for it too.

    A host who plays for the other side does not, while this one has anybody to act. Whoever has
    left the side speaks for its forces no more.
    """
    plays, own_player = state.players.get(by, ""), state.players.get(member, "") == side
    if (by == member and own_player) or state.campaign.powers.get(side) == by:
        return None
    anybody = state.campaign.powers.get(side) or side in state.players.values()
    if state.campaign.is_host(by) and (plays in ("", side) or not anybody):
        return None
    name, own = state.campaign.called(by), state.campaign.called(member) if own_player else ""
    acts = f"{own} acts for this force" if own else "its speaker or a host acts here"
    return Refused("Members", f"{state.sides[side]}: {acts}, not {name}")
