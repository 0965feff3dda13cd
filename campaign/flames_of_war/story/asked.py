"""Who may do what next, by name, a sentence for each line that waits. Pure."""

from collections.abc import Iterator

import msgspec

from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import LineState, State, commander
from campaign.kernel.members import HOST
from campaign.text.english import capital, listed


class LineWaits(msgspec.Struct, frozen=True):
    """What a line waits for, and who may do it."""

    line: str
    what: str
    """A verb with its object: `roll for the mission`."""
    sides: tuple[str, ...]
    """The sides that may do it; any of them will do."""
    members: tuple[str, ...]
    """Who acts for them, by id; the host where nobody does."""


def line_waits(state: State) -> tuple[LineWaits, ...]:
    """FoW Campaign Sequence: what each line waits for."""
    if state.decided or state.campaign.closed:
        return ()
    return tuple(waits for line in state.lines.values() for waits in _of(state, line))


def _of(state: State, line: LineState) -> Iterator[LineWaits]:
    both = tuple(state.sides)
    match line.phase:
        case "mission":
            yield _waits(state, line, "roll for the mission", both)
        case "change":
            side = line.change.offered_to
            asked = (side,) if side in state.sides else both
            yield _waits(state, line, "pay for another mission, or decline", asked)
        case "preparation" if not line.attacker:
            yield _waits(state, line, "settle who attacks", both)
        case "preparation":
            yield _waits(state, line, "begin the battle", both)
        case "battle":
            yield _waits(state, line, "report the result", both)
        case "reported":
            yield _of_report(state, line)


def _of_report(state: State, line: LineState) -> LineWaits:
    """FoW ruling 29: the other side confirms; a contested report is made anew."""
    battle = state.battles[line.battle]
    if battle.contested or battle.report is None:
        return _waits(state, line, "report the contested result anew", tuple(state.sides))
    by = battle.report.by_side
    sides = (state.other(by),) if by in state.sides else tuple(state.sides)
    return _waits(state, line, "confirm the result, or contest it", sides)


def _waits(state: State, line: LineState, what: str, sides: tuple[str, ...]) -> LineWaits:
    people = (acts(state, line.id, side) for side in sides)
    return LineWaits(line.id, what, sides, tuple(dict.fromkeys(people)))


def acts(state: State, line: str, side: str) -> str:
    """FoW Multi-player Campaigns: who acts for a side on a line: its commander, its speaker, or
    else the host.
    """
    battle = state.battles.get(state.lines[line].battle)
    commands = battle.commanders.get(side, "") if battle else commander(state, line, side)
    return commands or state.campaign.powers.get(side, "") or HOST


def asked(state: State) -> tuple[str, ...]:
    """FoW Campaign Sequence: who may do what next, each in a sentence; lines alike are one."""
    if state.campaign.closed:
        return ()
    if state.decided:
        return ("The campaign is decided: the host closes it.",)
    waits = line_waits(state)
    if not waits:
        is_last = state.campaign.turn == state.campaign.last_turn
        ends = "the host closes the campaign" if is_last else "the host begins the next round"
        return (f"Every battle of the round is over: {ends}.",)
    several = len(state.lines) > 1
    return tuple(_sentence(state, one, several=several) for one in waits)


def _sentence(state: State, waits: LineWaits, *, several: bool) -> str:
    names = [_name(state, who) for who in waits.members]
    sides = f" for {side_words.the(state, waits.sides[0])}" if len(waits.sides) == 1 else ""
    text = f"{listed(names, 'or')}{sides} can {waits.what}."
    return f"{state.lines[waits.line].name}: {text}" if several else capital(text)


def _name(state: State, member: str) -> str:
    return "the host" if member == HOST else state.campaign.called(member)
