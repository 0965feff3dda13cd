"""How the players stand, and the battles that were fought beside the campaign. Pure."""

import msgspec

from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.results.standings import standings
from campaign.flames_of_war.state import State
from campaign.flames_of_war.turn_notes import Context, GameSection
from events.fow.sides import FreeBattleRecorded


class PlayerRow(msgspec.Struct, frozen=True):
    """A player."""

    side: str
    mark: str
    name: str
    battles: int
    won: int
    drawn: int
    lost: int
    points: int


class FreeBattle(msgspec.Struct, frozen=True):
    """A battle beside the campaign."""

    title: str
    winner: str
    players: str
    note: str


class PlayersView(msgspec.Struct, frozen=True):
    """The section."""

    rows: tuple[PlayerRow, ...]
    free: tuple[FreeBattle, ...]


def players(context: Context) -> PlayersView | None:
    """FoW Ending the Campaign: who has fought, won and brought in points; the best first."""
    state = context.log.end
    rows = [
        PlayerRow(
            side := state.players.get(who, ""),
            side_words.mark(state, side),
            state.campaign.called(who),
            one.battles,
            one.won,
            one.drawn,
            one.battles - one.won - one.drawn,
            one.points,
        )
        for who, one in standings(state).items()
    ]
    if not rows and not state.free_battles:
        return None
    rows.sort(key=lambda row: (-row.points, -row.won, row.name.lower()))
    return PlayersView(tuple(rows), tuple(_free(state, one) for one in state.free_battles))


def _free(state: State, event: FreeBattleRecorded) -> FreeBattle:
    winner = f"{side_words.first(state, event.winner)} won" if event.winner else "Nobody won"
    who = [
        f"{side_words.members(state, members)} for {side_words.the(state, side)}"
        for side in state.sides
        if (members := [one for one, of in event.players.items() if of == side])
    ]
    return FreeBattle(event.title, winner, "; ".join(who), event.note)


PLAYERS = GameSection("players", "Players", "templates/players.html", players)
