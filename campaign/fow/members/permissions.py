"""Who may speak for a side or of a battle, and which commands have their time. Pure."""

from collections.abc import Collection, Iterable

from campaign.fow.state import Battle, LineState, State, commander
from campaign.kernel.decisions import Command, Refused, bad_field, missing_field
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.text.english import listed, near


def no_such(field: str, kind: str, words: Iterable[str], known: Collection[str]) -> Refused | None:
    """The first of some words that names no line, side or mission that there is."""
    for word in words:
        if word not in known:
            hint = near(word, known) or f"; it is one of {', '.join(known)}"
            return bad_field(field, f"{word!r} is no {kind}{hint}")
    return None


def the_line(state: State, named: str | None) -> LineState | Refused:
    """The line that a command names; where there is one, it may be left out."""
    if not named:
        if len(state.lines) == 1:
            return next(iter(state.lines.values()))
        return missing_field("line", f"say which line: {listed(state.lines)}", "Which line?")
    return no_such("line", "line", (named,), state.lines) or state.lines[named]


def the_side(state: State, named: str | None) -> str | Refused:
    """The side that a command names."""
    if not named:
        return missing_field("side", f"say which side: {listed(state.sides)}", "Which side?")
    return no_such("side", "side", (named,), state.sides) or named


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
    anybody = commander(state, line, side) or speaker(state, side)
    if state.campaign.is_host(who) and (plays in ("", side) or not anybody):
        return None
    name, own = state.campaign.called(who), commander(state, line, side)
    acts = state.campaign.called(own) if own else "its speaker or a host"
    return Refused("Members", f"{state.sides[side]}: {acts} acts here, not {name}")


# --- FoW ruling 29: who fights in a battle, and who may speak of its result ---------------------


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


# --- Which commands have their time: modules, the end of a round, the end of the campaign -------

MODULES = {
    "forces": "rosters of platoons and their reorganisation",
    "terrain": "terrain charts and the battlefield",
    "battle-log": "player turns, deployment, losses and audited dice",
}
"""The parts of the game that a club may leave out."""
WITHOUT = {
    "forces": "this campaign is played without rosters",
    "terrain": "this campaign is played without terrain charts",
    "battle-log": "this campaign is played without a battle log",
}


def untimely(state: State, kind: type[Command]) -> Refused | None:
    """FoW Ending the Campaign: once it is decided only its close is left, and what is no play.

    FoW Campaign Sequence: a round ends when the battle of every line is booked or abandoned.
    """
    if kind.module and kind.module not in state.campaign.modules:
        return Refused(f"Module {kind.module}", WITHOUT[kind.module])
    if state.decided is not None and kind.play and kind not in (CloseCampaign, AddEntropy):
        name = state.campaign.name
        text = f"the campaign is decided; what is left is its end: `campaign end {name}`"
        return Refused("FoW Ending the Campaign", text)
    if kind is AdvanceTurn:
        open_lines = [line.name for line in state.lines.values() if line.phase != "settled"]
        if open_lines:
            waits = "waits" if len(open_lines) == 1 else "wait"
            text = f"{listed(open_lines)} still {waits} for this round's battle to be booked"
            return Refused("FoW Campaign Sequence", text)
    return None
