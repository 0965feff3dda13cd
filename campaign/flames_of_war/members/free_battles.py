"""FoW Multi-player Battles: battles beside the campaign, and which team has won them. Pure."""

from collections.abc import Iterable, Mapping

from campaign.flames_of_war.members.commands import RecordFreeBattle
from campaign.flames_of_war.members.teams import unknown
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.state import Deciders, State
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.text.moments import is_day
from campaign.text.suggest import near
from events.fow.sides import FreeBattleRecorded


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
    event = FreeBattleRecorded(
        title=command.title,
        players=dict(command.players),
        winners=command.winners,
        winner=winner(command.players, command.winners),
        mission=command.mission,
        played_on=command.played_on,
        note=command.note,
    )
    return (event,)


def _fields(state: State, command: RecordFreeBattle) -> Refused | None:
    for side in command.players.values():
        if side not in state.sides:
            hint = near(side, state.sides) or f"; it is one of {', '.join(state.sides)}"
            return bad_field("players", f"{side!r} is no side{hint}")
    if refused := unknown(state, command.players, "players"):
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


DECIDE: Deciders = {RecordFreeBattle: _record}
