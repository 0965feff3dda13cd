"""The rows of the read tables of players, commanders and battles beside the campaign. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.members.read_tables import COMMANDERS, FREE_BATTLES, PLAYERS
from campaign.flames_of_war.state import State, commander
from campaign.kernel.tables import Current, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.sides import FreeBattleRecorded


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """A row for each battle beside the campaign that counts."""
    event = step.record.event
    if isinstance(event, FreeBattleRecorded) and not step.record.struck_by:
        yield (
            FREE_BATTLES,
            {
                "version": step.record.version,
                "turn": step.turn,
                "title": event.title,
                "mission": event.mission,
                "winner": event.winner,
                "played_on": event.played_on,
                "players": ", ".join(f"{who} ({side})" for who, side in event.players.items()),
                "winners": ", ".join(event.winners),
            },
        )


def current(state: State) -> Current:
    """Players and commanders as they are now."""
    powers = state.campaign.powers
    yield (
        PLAYERS,
        [
            {
                "member": who,
                "side": side,
                "side_name": state.sides[side],
                "is_speaker": int(powers.get(side) == who),
            }
            for who, side in state.players.items()
        ],
    )
    yield (
        COMMANDERS,
        [
            {"line": line, "side": side, "member": commander(state, line, side)}
            for line in state.lines
            for side in state.sides
        ],
    )


def made_from(state: State) -> tuple[object, ...]:
    """What those two look at."""
    return (state.players, state.lines, state.sides, state.campaign.powers)


TABLES: Tables[State] = Tables(
    (PLAYERS, COMMANDERS, FREE_BATTLES), lambda: rows, current, made_from
)
