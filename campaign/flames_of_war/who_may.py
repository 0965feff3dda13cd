"""Who may speak for a side, and which line a command is about. Pure."""

from campaign.flames_of_war.state import Battle, LineState, State, commander
from campaign.kernel.decisions import Command, Refused, bad_field, missing_field
from campaign.text.english import listed
from campaign.text.suggest import near


def the_line(state: State, named: str | None) -> LineState | Refused:
    """The line that a command names; where there is one, it may be left out."""
    if not named:
        if len(state.lines) == 1:
            return next(iter(state.lines.values()))
        return missing_field("line", f"say which line: {listed(state.lines)}", "Which line?")
    if (line := state.lines.get(named)) is not None:
        return line
    hint = near(named, state.lines) or f"; it is one of {', '.join(state.lines)}"
    return bad_field("line", f"{named!r} is no line{hint}")


def the_side(state: State, named: str | None) -> str | Refused:
    """The side that a command names."""
    if not named:
        return missing_field("side", f"say which side: {listed(state.sides)}", "Which side?")
    if named in state.sides:
        return named
    hint = near(named, state.sides) or f"; it is one of {', '.join(state.sides)}"
    return bad_field("side", f"{named!r} is no side{hint}")


def speaker(state: State, side: str) -> str:
    """Who speaks for a whole side; empty where nobody does, or somebody who plays for the other."""
    who = state.campaign.powers.get(side, "")
    return who if state.players.get(who, side) == side else ""


def speaks_for(state: State, member: str, line: str, side: str) -> bool:
    """Whether a member commands a side on a line, or is its speaker."""
    return member in (commander(state, line, side), speaker(state, side))


def sides_of(state: State, member: str, line: str) -> tuple[str, ...]:
    """The sides that a member speaks for on a line."""
    return tuple(side for side in state.sides if speaks_for(state, member, line, side))


def may_act_for(state: State, command: Command, line: str, side: str) -> Refused | None:
    """Members: a side acts through its commander on the line, its speaker, or a host.

    A host who plays for one side does not act for the other while that has anybody to act.
    """
    who = command.by
    if speaks_for(state, who, line, side):
        return None
    plays = state.players.get(who, "")
    if state.campaign.is_host(who) and plays in ("", side):
        return None
    if state.campaign.is_host(who) and not _anybody(state, line, side):
        return None
    name, own = state.campaign.called(who), commander(state, line, side)
    acts = state.campaign.called(own) if own else "its speaker or a host"
    return Refused("Members", f"{state.sides[side]}: {acts} acts here, not {name}")


def _anybody(state: State, line: str, side: str) -> bool:
    return bool(commander(state, line, side) or speaker(state, side))


def impartial(state: State, member: str, line: str) -> bool:
    """FoW ruling 29: whether a member is a host who fights on neither side of a line's battle."""
    fights = any(commander(state, line, side) == member for side in state.sides)
    return state.campaign.is_host(member) and not fights


def running(state: State, line: LineState) -> Battle | None:
    """A line's battle of this round, if it has begun."""
    return state.battles.get(line.battle)
