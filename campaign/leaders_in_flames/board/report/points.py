"""LiF 4.2: the veto points of a turn, and over the campaign. Pure."""

from collections.abc import Sequence

from campaign.kernel.charts import StepChart, step_charts
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, has_marker
from campaign.leaders_in_flames.turn_notes import Log, chart_span


def remark(state: State, power: str) -> str:
    """LiF 4.2: what conquest has changed for a power; empty if nothing."""
    if power == "france" and (state.vichy != "none" or state.conquest["france"] == "complete"):
        return "Free France"
    status = state.conquest.get(power, "free")
    if status == "free":
        return ""
    conquered = f"{status}ly conquered"
    return conquered if has_marker(state, power) else f"{conquered}, no marker"


def charts(logs: Sequence[Log]) -> tuple[StepChart, ...]:
    """LiF 4.2: veto points up to the last of these turns."""
    shared = logs[0].end.campaign
    series = {
        power: [
            logs[0].notes.start.veto_points.get(power, 0),
            *(log.end.veto_points.get(power, 0) for log in logs),
        ]
        for power in POWERS
    }
    return step_charts(series, chart_span(shared.first_turn, shared.last_turn))
