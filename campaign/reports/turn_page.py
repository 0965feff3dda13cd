"""The report of one turn, from the events up to its end, and what later corrections made of them.

Pure.
"""

from collections.abc import Sequence

import msgspec

from campaign.kernel.members import POWERS
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.names import POWER_NAMES, capital, country, listed, the_country
from campaign.reports.board import DrawView, draw_view, foreseeing
from campaign.reports.charts import PointsChart
from campaign.reports.common import Frame, Roster, charts, frame, player, remark, results, roster
from campaign.reports.corrections import Fix
from campaign.reports.disputes import Disputes, Mark, disputes, marks
from campaign.reports.explained import Explained, explained, leader_links
from campaign.reports.in_play import InPlay, in_play
from campaign.reports.links import event_href, turn_of
from campaign.reports.scenario_table import ScenarioTable, scenario_table
from campaign.reports.turn_log import Line, TurnLog
from campaign.reports.us_entry import UsEntry, us_entry


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


class TurnPage(msgspec.Struct, frozen=True):
    """A turn report."""

    frame: Frame
    turn: str
    name: str
    number: int
    before: str
    after: str
    """The turns whose reports come before and after; empty where there is none."""
    open: bool
    """Whether the turn is still being played."""
    lede: str
    news: tuple[str, ...]
    disputes: Disputes | None
    facts: tuple[tuple[str, str], ...]
    board: tuple[DrawView, ...]
    board_note: str
    foreseeing: str
    """Where the turn's draws came from, and which of them could have been foreseen."""
    points: tuple[PointsRow, ...]
    charts: tuple[PointsChart, ...]
    in_play: InPlay
    us_entry: UsEntry | None
    scenario: ScenarioTable | None
    """LiF 6: on the first turn's page, where the scenario states anything."""
    contents: tuple[tuple[str, str], ...]
    """The page's parts: each one's id and name."""
    roster: Roster
    explained: Explained | None
    links: dict[str, str]
    """Leaders to the accounts of their places."""
    marks: dict[str, tuple[Mark, ...]]
    """Powers and leaders to the rulings that corrected their figures."""
    version: int
    head: str
    journal: tuple[Line, ...]
    corrections: dict[int, str]
    """Corrections of lines of this journal, to where they stand."""


def turn_page(logs: Sequence[TurnLog], place: int, fixes: Sequence[Fix] = ()) -> TurnPage:
    """The report of the turn at a place in the logs."""
    log = logs[place]
    state = log.end
    members = {who: member.name for who, member in state.campaign.members.items()}
    placed = roster(state)
    board = tuple(draw_view(draw, state, members) for draw in log.draws.values())
    count = len(results(log, "promoted"))
    play, entry = in_play(log), us_entry(logs[: place + 1])
    table = None if place else scenario_table(state)
    disputed, accounts = disputes(logs, place, fixes), explained(logs, place)
    return TurnPage(
        frame=frame(state, logs[-1].end),
        turn=log.turn,
        name=turns.in_words(log.turn),
        number=turns.ordinal(log.turn) - turns.ordinal(state.campaign.first_turn) + 1,
        before=logs[place - 1].turn if place else "",
        after=logs[place + 1].turn if place + 1 < len(logs) else "",
        open=place + 1 == len(logs) and not state.campaign.closed,
        lede=_lede(log),
        news=_news(log),
        disputes=disputed,
        facts=(
            ("promoted", str(count)),
            ("vetoed", str(len(results(log, "vetoed")))),
            ("in the cup", str(placed.counts["cup"])),
            ("points paid", str(sum(-c.change for c in log.changes if c.change < 0))),
        ),
        board=board,
        board_note=_board_note(log),
        foreseeing=foreseeing(list(log.draws.values())),
        points=_points(log),
        charts=charts(logs[: place + 1]),
        in_play=play,
        us_entry=entry,
        scenario=table,
        contents=_contents(play, entry, table, disputed, accounts),
        roster=placed,
        explained=accounts,
        links=leader_links(logs, place),
        marks=marks(logs, place, fixes),
        version=log.version,
        head=log.head,
        journal=tuple(log.lines),
        corrections=_corrections(logs, log),
    )  # fmt: skip


def _corrections(logs: Sequence[TurnLog], log: TurnLog) -> dict[int, str]:
    found = {
        version
        for line in log.lines
        for version in (line.struck_by, line.amended_by, line.version if line.inserted else 0)
        if version
    }
    return {one: event_href(log.turn, turn_of(logs, one), one) for one in sorted(found)}


def _contents(
    play: InPlay,
    entry: UsEntry | None,
    table: ScenarioTable | None,
    disputed: Disputes | None,
    accounts: Explained | None,
) -> tuple[tuple[str, str], ...]:
    """Parts of the kit that are not played have no part of the page."""
    parts: tuple[tuple[str, str, object], ...] = (
        ("news", "News", True),
        ("disputes", "Disputes", disputed is not None),
        ("combats", "Combats", play.combats),
        ("map", "Leaders on the map", play.has_map),
        ("guards", "Guards Banner", play.guards),
        ("board", "Promotions Board", True),
        ("points", "Veto points", True),
        ("road", "Road to war", entry is not None),
        ("leaders", "Leaders", True),
        ("pools", "Force pools", play.pools),
        ("scenario", "The scenario", table is not None),
        ("explained", "Explained", accounts is not None),
        ("rulings", "Rulings", True),
        ("seal", "Seal", True),
        ("journal", "Journal", True),
    )
    return tuple((part, name) for part, name, there in parts if there)


def _points(log: TurnLog) -> tuple[PointsRow, ...]:
    rows = []
    for power in POWERS:
        changes = [change for change in log.changes if change.power == power]
        causes = tuple(
            f"{change.change:+d} {change.reason}".replace("-", "−", 1) for change in changes
        )
        rows.append(
            PointsRow(
                power,
                POWER_NAMES[power],
                player(log.end, power),
                log.start.veto_points.get(power, 0),
                sum(change.change for change in changes if change.change > 0),
                -sum(change.change for change in changes if change.change < 0),
                log.end.veto_points.get(power, 0),
                causes,
                remark(log.end, power) if log.end.conquest else "",
            )
        )
    return tuple(rows)


def _lede(log: TurnLog) -> str:
    """The turn's board in a sentence or two."""
    sheet = log.end.sheet
    if not log.board_met:
        if "leaders" not in log.end.campaign.modules:
            return "This campaign is played without leaders."
        return "The Promotions Board has not met this turn."
    told = []
    promoted = [
        f"{sheet[draw.leader].name} ({country(sheet[draw.leader].power)})"
        for draw in results(log, "promoted")
    ]
    back = dict.fromkeys(sheet[draw.leader].name for draw in results(log, "vetoed"))
    arrived = {draw.leader for draw in results(log, "promoted")}
    if promoted:
        told.append(f"{listed(promoted)} {'was' if len(promoted) == 1 else 'were'} promoted")
    if back:
        verb = "was" if len(back) == 1 else "were"
        told.append(f"{listed(back)} {verb} vetoed")
    for draw in results(log, "open"):
        if draw.leader not in arrived:
            told.append(f"{sheet[draw.leader].name} is before the board")
    if not told:
        return "The Promotions Board met and drew nobody."
    return f"{'; '.join(told)}."


def _news(log: TurnLog) -> tuple[str, ...]:
    handed: dict[str, list[str]] = {}
    for power, member in log.handed:
        handed.setdefault(member, []).append(the_country(power))
    told = [f"{capital(member)} took over {listed(powers)}." for member, powers in handed.items()]
    return (*log.news, *told)


def _board_note(log: TurnLog) -> str:
    """What the draws leave unsaid: why there were none, or that the cup ended the stage."""
    if log.board_end == "empty cup":
        return "The cup was empty, and the board closed."
    return "" if log.draws else _lede(log)
