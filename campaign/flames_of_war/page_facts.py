"""The facts that a page bears for programs, as its round left them. Pure."""

from campaign.flames_of_war.turn_notes import Context
from campaign.text.json_values import JsonFields


def facts(context: Context) -> JsonFields:
    """FoW Victory Points, FoW Axis of Attack: points, sectors and winners by id.

    Each is told on the page in words.
    """
    state, turn = context.log.end, context.log.turn
    return {
        "points": {
            line.id: {side: [points.won, points.spent] for side, points in line.points.items()}
            for line in state.lines.values()
        },
        "sectors": {line.id: line.sector for line in state.lines.values() if line.axis},
        "winners": {
            battle.id: battle.winner
            for battle in state.battles.values()
            if battle.round == turn and battle.state == "settled"
        },
        "decided": state.decided.winner if state.decided else "",
    }
