"""The facts that a page bears for programs, as its turn left them. Pure."""

from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.turn_notes import Context
from campaign.text.json_values import JsonFields


def facts(context: Context) -> JsonFields:
    """LiF 4.1, 4.2: points, leaders promoted and vetoed in the turn, wars and conquests by id.

    Each is told on the page in words, so that nothing secret is among them.
    """
    state, notes = context.log.end, context.log.notes
    return {
        "points": {power: state.veto_points.get(power, 0) for power in POWERS},
        "promoted": [draw.leader for draw in notes.results("promoted")],
        "vetoed": [draw.leader for draw in notes.results("vetoed")],
        "wars": [list(pair) for pair in sorted(state.at_war)],
        "conquered": {
            power: status for power, status in sorted(state.conquest.items()) if status != "free"
        },
    }
