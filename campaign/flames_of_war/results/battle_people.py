"""FoW ruling 29: who fights in a battle, and who may speak of its result. Pure."""

from campaign.flames_of_war.state import Battle, State, commander
from campaign.flames_of_war.who_may import speaker
from campaign.kernel.decisions import Refused


def fights(state: State, battle: Battle, side: str) -> str:
    """Who commands a side in a battle: as it began, or who has taken over since; else nobody."""
    began = battle.commanders.get(side, "")
    if began and state.players.get(began) == side:
        return began
    return commander(state, battle.line, side)


def speaks(state: State, battle: Battle, side: str) -> tuple[str, ...]:
    """Who may report and confirm for a side: its commander in the battle, and its speaker."""
    both = (fights(state, battle, side), speaker(state, side))
    return tuple(dict.fromkeys(filter(None, both)))


def side_of(state: State, battle: Battle, member: str) -> str:
    """The side that a member speaks for in a battle; empty where they speak for none."""
    return next((side for side in state.sides if member in speaks(state, battle, side)), "")


def impartial(state: State, battle: Battle, member: str) -> bool:
    """FoW ruling 29: a host who commands neither side in the battle; for one that was contested,
    a referee too.
    """
    if any(fights(state, battle, side) == member for side in state.sides):
        return False
    referee = "referee" in state.campaign.members[member].roles
    return state.campaign.is_host(member) or (bool(battle.contested) and referee)


def stranger(state: State, battle: Battle, member: str) -> Refused:
    """Members: why somebody has no say in a battle."""
    name, line = state.campaign.called(member), state.lines[battle.line].name
    return Refused("Members", f"{name} commands neither side of this battle ({line})")
