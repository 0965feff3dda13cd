"""The powers today, on the page of the whole campaign. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.page_links import page_name
from campaign.kernel.pages import CorrectionMark
from campaign.leaders_in_flames.board.report.conquered import remark
from campaign.leaders_in_flames.board.report.leaders import IN_PLAY, LOST
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, with_status
from campaign.leaders_in_flames.turn_notes import Context, GameSection


class PowerStanding(msgspec.Struct, frozen=True):
    """A power today."""

    power: str
    name: str
    player: str
    points: int
    in_play: int
    in_cup: int
    lost: int
    remark: str


class StandingsView(msgspec.Struct, frozen=True):
    """The section of the index."""

    rows: tuple[PowerStanding, ...]
    page: str
    """The page that explains the powers' points; empty where nothing changed them."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]
    """Powers to the rulings that corrected their figures in the last turn."""


def standings_view(context: Context) -> StandingsView:
    """The powers today."""
    log = context.log
    explained = any(turn.notes.points for turn in context.logs)
    return StandingsView(
        tuple(_standing(log.end, power) for power in POWERS),
        page_name(log.turn) if explained else "",
        context.marks,
    )


def _standing(state: State, power: str) -> PowerStanding:
    def count(*statuses: str) -> int:
        return sum(state.sheet[who].power == power for who in with_status(state, *statuses))

    return PowerStanding(
        power,
        POWER_NAMES[power],
        state.campaign.player(power),
        state.veto_points.get(power, 0),
        count(*IN_PLAY),
        count("cup"),
        count(*LOST),
        remark(state, power) if state.conquest else "",
    )


STANDINGS = GameSection(
    "standings",
    "Standings",
    "board/templates/standings.html",
    standings_view,
)
