"""The page of a whole campaign: standings, charts and its turns. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.members import POWERS
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.names import POWER_NAMES, counted, listed
from campaign.leaders_in_flames.state import State, with_status
from campaign.reports.board import LeaderView, foreseeing, leader_view
from campaign.reports.charts import PointsChart, Timeline, timeline
from campaign.reports.common import IN_PLAY, LOST, Frame, charts, frame, player, remark, results
from campaign.reports.corrections import Fix
from campaign.reports.disputes import Disputes, Mark, all_disputes, marks
from campaign.reports.scenario_table import scenario_table
from campaign.reports.turn_log import TurnLog
from campaign.reports.us_entry import charts as entry_charts
from campaign.reports.us_entry import has_begun, how_far, in_short
from campaign.reports.us_entry_chart import EntryChart


class TurnEntry(msgspec.Struct, frozen=True):
    """A turn in the list of turns."""

    turn: str
    name: str
    number: int
    promoted: tuple[LeaderView, ...]
    vetoed: tuple[str, ...]
    entry: tuple[str, ...]
    """LiF 5.3: options picked and actions taken."""
    note: str


class Standing(msgspec.Struct, frozen=True):
    """A power as it stands now."""

    power: str
    name: str
    side: str
    player: str
    points: int
    in_play: int
    in_cup: int
    lost: int
    remark: str


class IndexPage(msgspec.Struct, frozen=True):
    """The whole campaign."""

    frame: Frame
    turn: str
    name: str
    number: int
    closed: bool
    lede: str
    disputes: Disputes | None
    explained: bool
    """Whether the last turn's page explains the powers' points."""
    marks: dict[str, tuple[Mark, ...]]
    """Powers to the rulings that corrected their figures in the last turn."""
    standings: tuple[Standing, ...]
    charts: tuple[PointsChart, ...]
    entry: str
    """LiF 5.3: how far the USA has come; empty where US entry is not played or has not begun."""
    entry_charts: tuple[EntryChart, ...]
    scenario: str
    """LiF 6: the turn whose page has what the scenario states; empty where it states nothing."""
    timeline: Timeline | None
    turns: tuple[TurnEntry, ...]
    foreseeing: str
    """Where the draws came from, and which of them could have been foreseen."""
    members: tuple[tuple[str, str, str], ...]
    """Name, roles, powers."""
    version: int
    head: str


def index_page(logs: Sequence[TurnLog], fixes: Sequence[Fix] = ()) -> IndexPage:
    """The page of the whole campaign."""
    log = logs[-1]
    state, shared = log.end, log.end.campaign
    draws = [
        (draw, state.sheet[draw.leader].name, state.sheet[draw.leader].power)
        for one in logs
        for draw in one.draws.values()
    ]
    promoted = sum(draw.result == "promoted" for draw, _, _ in draws)
    vetoed = sum(draw.result == "vetoed" for draw, _, _ in draws)
    status = "The campaign is over" if shared.closed else f"{turns.in_words(log.turn)} is in play"
    lede = (
        f"{status}. In {counted(len(logs), 'turn')} the board drew {counted(len(draws), 'time')}: "
        f"{counted(promoted, 'promotion')} and {counted(vetoed, 'leader')} sent back."
    )
    begun = has_begun(state)
    return IndexPage(
        frame=frame(state),
        turn=log.turn,
        name=turns.in_words(log.turn),
        number=turns.ordinal(log.turn) - turns.ordinal(shared.first_turn) + 1,
        closed=shared.closed,
        lede=lede,
        disputes=all_disputes(logs),
        explained=any(one.points for one in logs),
        marks=marks(logs, len(logs) - 1, fixes, index=True),
        standings=tuple(_standing(state, power) for power in POWERS),
        charts=charts(logs),
        entry=how_far(state) if begun else "",
        entry_charts=entry_charts(logs) if begun else (),
        scenario=logs[0].turn if scenario_table(logs[0].end) else "",
        timeline=timeline(draws, shared.first_turn, shared.last_turn, log.turn) if draws else None,
        turns=tuple(_entry(one) for one in logs),
        foreseeing=foreseeing([draw for draw, _, _ in draws]),
        members=tuple(
            (
                member.name,
                listed(member.roles),
                listed(POWER_NAMES[p] for p in POWERS if shared.powers.get(p) == who),
            )
            for who, member in shared.members.items()
        ),
        version=log.version,
        head=log.head,
    )


def _standing(state: State, power: str) -> Standing:
    def count(*statuses: str) -> int:
        return sum(state.sheet[who].power == power for who in with_status(state, *statuses))

    return Standing(
        power,
        POWER_NAMES[power],
        state.rulings.sides[power],
        player(state, power),
        state.veto_points.get(power, 0),
        count(*IN_PLAY),
        count("cup"),
        count(*LOST),
        remark(state, power) if state.conquest else "",
    )


def _entry(log: TurnLog) -> TurnEntry:
    sheet = log.end.sheet
    vetoed = dict.fromkeys(sheet[draw.leader].name for draw in results(log, "vetoed"))
    return TurnEntry(
        log.turn,
        turns.in_words(log.turn),
        turns.ordinal(log.turn) - turns.ordinal(log.end.campaign.first_turn) + 1,
        tuple(leader_view(sheet[draw.leader]) for draw in results(log, "promoted")),
        tuple(vetoed),
        in_short(log),
        "" if log.board_met else "no board",
    )
