"""What joining, leaving and taking command do to the state. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.state import Evolvers, State
from campaign.kernel.state import with_campaign
from events.fow.sides import CommandersAssigned, FreeBattleRecorded, PlayerJoined, PlayerLeft


def _joined(state: State, event: PlayerJoined) -> State:
    return _with(state, {**state.players, event.member: event.side})


def _left(state: State, event: PlayerLeft) -> State:
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
        kept = {side: one for side, one in line.commanders.items() if side != event.side}
        lines[name] = replace(line, commanders={**kept, event.side: who} if who else kept)
    return replace(state, lines=lines)


def _free(state: State, event: FreeBattleRecorded) -> State:
    return replace(state, free_battles=(*state.free_battles, event))


EVOLVE: Evolvers = {
    PlayerJoined: _joined,
    PlayerLeft: _left,
    CommandersAssigned: _assigned,
    FreeBattleRecorded: _free,
}
