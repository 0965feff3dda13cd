"""FoW Multi-player Campaigns: who plays on which side, who commands where, free battles. Pure."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaign.fow.members.commands import AssignCommanders, JoinSide, LeaveSide, RecordFreeBattle
from campaign.fow.members.permissions import no_such, the_side
from campaign.fow.missions.catalogue import missions
from campaign.fow.state import Deciders, Evolvers, State, commander, filled
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, missing_field
from campaign.kernel.members import with_campaign
from campaign.text.english import near
from campaign.text.moments import is_day
from events.campaign import MemberLeft, PowerReleased
from events.fow.set_up import CommandersAssigned, FreeBattleRecorded, PlayerJoined, PlayerLeft

# --- What joining, leaving and taking command do to the state -----------------------------------


def _left(state: State, event: PlayerLeft | MemberLeft) -> State:
    """Whoever leaves commands nowhere any more."""
    lines = {
        name: replace(
            line,
            commanders={side: who for side, who in line.commanders.items() if who != event.member},
        )
        for name, line in state.lines.items()
    }
    players = {who: side for who, side in state.players.items() if who != event.member}
    return _with(replace(state, lines=lines), players)


def _with(state: State, players: dict[str, str]) -> State:
    """The state with these players; the frame knows them too."""
    shared = replace(state.campaign, players=players)
    return with_campaign(replace(state, players=players), shared)


def _assigned(state: State, event: CommandersAssigned) -> State:
    lines = dict(state.lines)
    for name, who in event.commanders.items():
        line = lines[name]
        others = {side: one for side, one in line.commanders.items() if side != event.side}
        lines[name] = replace(line, commanders={**others, event.side: who} if who else others)
    return replace(state, lines=lines)


def _free(state: State, event: FreeBattleRecorded) -> State:
    return replace(state, free_battles=(*state.free_battles, event))


EVOLVE: Evolvers = {
    PlayerJoined: lambda state, event: _with(state, {**state.players, event.member: event.side}),
    PlayerLeft: _left,
    MemberLeft: _left,
    CommandersAssigned: _assigned,
    FreeBattleRecorded: _free,
}


# --- FoW Multi-player Campaigns: who plays on which side, and who commands where ----------------

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
        or no_such("commanders", "line", command.commanders, state.lines)
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


# --- FoW Multi-player Battles: battles beside the campaign, and which team has won them ---------


def winner(players: Mapping[str, str], winners: Iterable[str]) -> str:
    """FoW Multi-player Battles: the side with more victorious players; empty for a tie (p. 229)."""
    won = [players[who] for who in winners]
    counts = {side: won.count(side) for side in dict.fromkeys(players.values())}
    most = [side for side, count in counts.items() if count == max(counts.values())]
    return most[0] if len(most) == 1 else ""


def _record(state: State, command: RecordFreeBattle, supplied: Supplied) -> Decision:
    """FoW Multi-player Battles: who fought, and who won; no points, no sector."""
    if refused := _fields(state, command):
        return refused
    if command.by not in command.players and not state.campaign.is_host(command.by):
        name = state.campaign.called(command.by)
        return Refused("Members", f"somebody who fought records it, or a host; not {name}")
    won = winner(command.players, command.winners)
    return (filled(FreeBattleRecorded, command, winner=won),)


def _fields(state: State, command: RecordFreeBattle) -> Refused | None:
    sides = command.players.values()
    if refused := no_such("players", "side", sides, state.sides) or unknown(
        state, command.players, "players"
    ):
        return refused
    if len(set(command.players.values())) < 2:
        return bad_field("players", "somebody fought on each side")
    for who in command.winners:
        if who not in command.players:
            return bad_field("winners", f"{who!r} did not fight in it{near(who, command.players)}")
    if len(set(command.winners)) < len(command.winners):
        return bad_field("winners", "each is named once")
    if command.mission and command.mission not in missions():
        hint = near(command.mission, missions())
        text = f"there is no mission {command.mission!r}{hint}; leave it out for one of your own"
        return bad_field("mission", text)
    if command.played_on and not is_day(command.played_on):
        return bad_field("played_on", f"{command.played_on!r} is no day; write 2006-05-13")
    return None


DECIDE: Deciders = {
    JoinSide: _join,
    LeaveSide: _leave,
    AssignCommanders: _assign,
    RecordFreeBattle: _record,
}
