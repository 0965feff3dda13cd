"""FoW Multi-player Campaigns: who plays on which side, and who commands where. Pure."""

from collections.abc import Iterable, Mapping

from campaign.flames_of_war.members.commands import AssignCommanders, JoinSide, LeaveSide
from campaign.flames_of_war.state import Deciders, State, commander
from campaign.flames_of_war.who_may import the_side
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, missing_field
from campaign.text.suggest import near
from events.campaign import PowerReleased
from events.fow.sides import CommandersAssigned, PlayerJoined, PlayerLeft

RULE = "FoW Multi-player Campaigns"
_PLAYS = frozenset({"player", "host"})
_BEGUN = ("battle", "reported", "settled")
"""Phases in which the battle of the round has begun, or is over."""


def _runs(state: State, command: Command, side: str) -> Refused | None:
    """Members: a side is run by its speaker, or by a host."""
    if state.campaign.is_host(command.by) or state.campaign.powers.get(side) == command.by:
        return None
    who = state.campaign.powers.get(side)
    whose = f"{state.campaign.called(who)}, its speaker," if who else "a host"
    name = state.campaign.called(command.by)
    return Refused("Members", f"{state.sides[side]}: {whose} says that, not {name}")


def unknown(state: State, members: Iterable[str], field: str) -> Refused | None:
    """Members: who is not enrolled, or not as a player."""
    for member in members:
        known = state.campaign.members.get(member)
        if known is None:
            hint = near(member, state.campaign.members)
            text = f"{member!r} is not enrolled in this campaign{hint}"
            return bad_field(field, text) if field else Refused("Members", text)
        if not _PLAYS & set(known.roles):
            return Refused("Members", f"{known.name} is enrolled, but not as a player")
    return None


# --- joining and leaving ------------------------------------------------------------------------


def _join(state: State, command: JoinSide, supplied: Supplied) -> Decision:
    """FoW Multi-player Campaigns: players are split into two teams, and may join later."""
    side = the_side(state, command.side)
    if isinstance(side, Refused):
        return side
    if refused := _runs(state, command, side) or unknown(state, (command.member,), ""):
        return refused
    name, plays = state.campaign.called(command.member), state.players.get(command.member)
    if plays == side:
        return Refused("Members", f"{name} plays for that side already: {state.sides[side]}")
    if plays:
        text = f"{name} plays for the other side, {state.sides[plays]}, and leaves it first"
        return Refused("Members", text)
    return (PlayerJoined(member=command.member, side=side),)


def _leave(state: State, command: LeaveSide, supplied: Supplied) -> Decision:
    """FoW Multi-player Campaigns: who drops out leaves their lines and their side's voice free."""
    name, side = state.campaign.called(command.member), state.players.get(command.member)
    if side is None:
        hint = near(command.member, state.players)
        return Refused("Members", f"{name} plays for neither side{hint}")
    if command.by != command.member and (refused := _runs(state, command, side)):
        return refused
    left = PlayerLeft(member=command.member)
    if state.campaign.powers.get(side) == command.member:
        return (left, PowerReleased(power=side))
    return (left,)


# --- commanders ---------------------------------------------------------------------------------


def _assign(state: State, command: AssignCommanders, supplied: Supplied) -> Decision:
    """FoW Multi-player Campaigns: before each game a team agrees who plays on which line."""
    side = the_side(state, command.side)
    if isinstance(side, Refused):
        return side
    if not command.commanders:
        return missing_field("commanders", "say who commands where", "Who commands where?")
    named = tuple(who for who in command.commanders.values() if who)
    if refused := (
        _runs(state, command, side)
        or _no_line(state, command.commanders)
        or unknown(state, named, "commanders")
        or _of_the_other(state, side, named)
        or _too_late(state, side, command.commanders)
        or _twice(state, side, command.commanders)
    ):
        return refused
    before = {line: state.lines[line].commanders.get(side, "") for line in command.commanders}
    if before == command.commanders:
        return Refused(RULE, "they command there already")
    return (CommandersAssigned(side=side, commanders=dict(command.commanders)),)


def _no_line(state: State, lines: Iterable[str]) -> Refused | None:
    for line in lines:
        if line not in state.lines:
            hint = near(line, state.lines) or f"; it is one of {', '.join(state.lines)}"
            return bad_field("commanders", f"{line!r} is no line{hint}")
    return None


def _of_the_other(state: State, side: str, named: Iterable[str]) -> Refused | None:
    """FoW Multi-player Campaigns: a team's own players fight for it."""
    for who in named:
        plays = state.players.get(who)
        if plays != side:
            where = f"plays for {state.sides[plays]}" if plays else "has joined neither side"
            text = f"{state.campaign.called(who)} {where} and cannot command for"
            return Refused(RULE, f"{text} {state.sides[side]}")
    return None


def _too_late(state: State, side: str, named: Mapping[str, str]) -> Refused | None:
    """FoW ruling 72: commanders change until the battle begins; who dropped out is replaced."""
    for name in named:
        line = state.lines[name]
        if line.broken_by:
            return Refused(RULE, f"{line.name}: no more battles are fought there")
        if line.phase in _BEGUN and commander(state, name, side):
            text = f"{line.name}: this round's battle has begun; commanders change before it"
            return Refused(RULE, text)
    return None


def _twice(state: State, side: str, named: Mapping[str, str]) -> Refused | None:
    """FoW ruling 72: nobody commands on two lines in a round."""
    where: dict[str, str] = {}
    for name, line in state.lines.items():
        who = named.get(name, line.commanders.get(side, ""))
        if not who or line.broken_by:
            continue
        if who in where:
            lines = f"{state.lines[where[who]].name} and {line.name}"
            text = f"{state.campaign.called(who)} cannot command on two lines, {lines}"
            return Refused(RULE, text)
        where[who] = name
    return _fought_already(state, side, where)


def _fought_already(state: State, side: str, where: Mapping[str, str]) -> Refused | None:
    """FoW ruling 72: who commanded in a battle of this round has their line, left since or not."""
    for battle in state.battles.values():
        if battle.round != state.campaign.turn or battle.state == "abandoned":
            continue
        who = battle.commanders.get(side, "")
        if who and where.get(who, battle.line) != battle.line:
            text = f"{state.campaign.called(who)} has commanded on {state.lines[battle.line].name}"
            return Refused(RULE, f"{text} in this round, and on no other line")
    return None


DECIDE: Deciders = {JoinSide: _join, LeaveSide: _leave, AssignCommanders: _assign}
