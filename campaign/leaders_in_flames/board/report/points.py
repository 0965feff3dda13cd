"""LiF 4.2: the veto points of a turn, and over the campaign. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.charts import StepChart, step_charts
from campaign.kernel.pages import CorrectionMark
from campaign.leaders_in_flames.board.report.explained import has_accounts
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, has_marker
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log, chart_span


class PointsRow(msgspec.Struct, frozen=True):
    """LiF 4.2: one power's veto points in a turn."""

    power: str
    name: str
    player: str
    start: int
    gained: int
    paid: int
    end: int
    causes: tuple[str, ...]
    remark: str
    """Conquest, Free France."""


class PointsView(msgspec.Struct, frozen=True):
    """The section of a turn's page."""

    rows: tuple[PointsRow, ...]
    charts: tuple[StepChart, ...]
    explained: bool
    """Whether the page explains the points."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]


def points_view(context: Context) -> PointsView:
    """The veto points of a turn."""
    return PointsView(
        tuple(_row(context.log, power) for power in POWERS),
        charts(context.past),
        has_accounts(context),
        context.marks,
    )


def _row(log: Log, power: str) -> PointsRow:
    changes = [change for change in log.notes.changes if change.power == power]
    causes = (f"{change.change:+d} {change.reason}".replace("-", "−", 1) for change in changes)
    return PointsRow(
        power,
        POWER_NAMES[power],
        log.end.campaign.player(power),
        log.notes.start.veto_points.get(power, 0),
        sum(change.change for change in changes if change.change > 0),
        -sum(change.change for change in changes if change.change < 0),
        log.end.veto_points.get(power, 0),
        tuple(causes),
        remark(log.end, power) if log.end.conquest else "",
    )


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


POINTS = GameSection(
    "points",
    "Veto points",
    "board/templates/points.html",
    points_view,
)
