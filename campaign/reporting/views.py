"""The pages as frozen values: one for each turn, and one for the whole campaign. Pure."""

from collections.abc import Sequence

import msgspec

from campaign import turns
from campaign.campaigns import POWERS
from campaign.leaders_in_flames.chronicle import Draw
from campaign.leaders_in_flames.counters import is_minor
from campaign.leaders_in_flames.names import (
    POWER_NAMES,
    capital,
    counted,
    listed,
    the_country,
)
from campaign.leaders_in_flames.scenarios import scenarios
from campaign.leaders_in_flames.state import State, has_marker, with_status
from campaign.reporting.board import DrawView, LeaderView, draw_view, leader_view
from campaign.reporting.charts import PointsChart, Timeline, points_charts, timeline
from campaign.reporting.rulings_view import RulingView, ruling_views
from campaign.reporting.turn_log import Line, TurnLog

IN_PLAY = ("arriving", "map", "circle")
LOST = ("dead", "removed")
WAITING = ("aside", "reserve")


class Group(msgspec.Struct, frozen=True):
    """Leaders of one power or minor country."""

    power: str
    """A major power, or `minors`."""
    name: str
    leaders: tuple[LeaderView, ...]


class Roster(msgspec.Struct, frozen=True):
    """Where the leaders are."""

    in_play: tuple[Group, ...]
    cup: tuple[Group, ...]
    lost: tuple[Group, ...]
    counts: dict[str, int]
    to_come: str


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


class Frame(msgspec.Struct, frozen=True):
    """What every page of a campaign says about it."""

    campaign: str
    rulebook: str
    scenario: str
    first_turn: str
    last_turn: str
    turns: int
    rulings: tuple[RulingView, ...]
    modules: tuple[str, ...]
    draws: str
    """How leaders are drawn, in a sentence."""


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
    facts: tuple[tuple[str, str], ...]
    board: tuple[DrawView, ...]
    board_note: str
    points: tuple[PointsRow, ...]
    charts: tuple[PointsChart, ...]
    roster: Roster
    version: int
    head: str
    journal: tuple[Line, ...]


class TurnEntry(msgspec.Struct, frozen=True):
    """A turn in the list of turns."""

    turn: str
    name: str
    number: int
    promoted: tuple[LeaderView, ...]
    vetoed: tuple[str, ...]
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
    standings: tuple[Standing, ...]
    charts: tuple[PointsChart, ...]
    timeline: Timeline | None
    turns: tuple[TurnEntry, ...]
    members: tuple[tuple[str, str, str], ...]
    """Name, roles, powers."""
    version: int
    head: str


# --- parts --------------------------------------------------------------------------------------


def _frame(state: State) -> Frame:
    shared = state.campaign
    named = scenarios().get(shared.scenario)
    table = state.rulings.draws == "table"
    return Frame(
        shared.name,
        _RULEBOOKS.get(shared.rulebook, shared.rulebook),
        named.title if named else shared.scenario,
        shared.first_turn,
        shared.last_turn,
        turns.ordinal(shared.last_turn) - turns.ordinal(shared.first_turn) + 1,
        ruling_views(shared.rulings, shared.rulebook),
        shared.modules,
        (
            "This campaign draws its leaders from a real cup at the table: the ledger records the "
            "draws and cannot vouch for them."
            if table
            else "The ledger draws the leaders in this campaign, from seeds fixed at its opening; "
            "`campaign verify` checks every draw."
        ),
    )


_RULEBOOKS = {"lif-1998": "1998 rulebook", "lif-list": "list rulebook"}


def _groups(state: State, *statuses: str) -> tuple[Group, ...]:
    """Leaders of these statuses, in groups: the powers in their order, then the minors."""
    found: dict[str, list[LeaderView]] = {}
    for who in with_status(state, *statuses):
        counter = state.sheet[who]
        key = "minors" if is_minor(counter) else counter.power
        found.setdefault(key, []).append(leader_view(counter))
    return tuple(
        Group(
            power,
            POWER_NAMES.get(power, "Minor countries"),
            tuple(sorted(found[power], key=lambda leader: (-leader.rank, leader.name))),
        )
        for power in (*POWERS, "minors")
        if power in found
    )


def _roster(state: State) -> Roster:
    counts = {
        name: len(with_status(state, *statuses))
        for name, statuses in (("in_play", IN_PLAY), ("cup", ("cup",)), ("lost", LOST))
    }
    return Roster(
        _groups(state, *IN_PLAY), _groups(state, "cup"), _groups(state, *LOST), counts, _come(state)
    )


def _come(state: State) -> str:
    """LiF 4: the leaders still to join the cup, by year and in the reserve pool."""
    years: dict[str, int] = {}
    for who in with_status(state, "aside"):
        year = state.sheet[who].year
        key = str(year) if year else "when Free France is founded"
        years[key] = years.get(key, 0) + 1
    told = [f"{number} in {key}" if key.isdigit() else f"{number} {key}" for key, number in
            sorted(years.items())]  # fmt: skip
    if reserve := len(with_status(state, "reserve")):
        told.append(f"{reserve} from the reserve pool")
    return f"Still to come: {listed(told)}." if told else "No more leaders are to come."


def _remark(state: State, power: str) -> str:
    if power == "france" and (state.vichy != "none" or state.conquest["france"] == "complete"):
        return "Free France"
    status = state.conquest.get(power, "free")
    if status == "free":
        return ""
    told = f"{status}ly conquered"
    return told if has_marker(state, power) else f"{told}, no marker"


def _player(state: State, power: str) -> str:
    member = state.campaign.powers.get(power, "")
    if not member:
        return "the host"
    known = state.campaign.members.get(member)
    return known.name if known else member


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
                _player(log.end, power),
                log.start.veto_points.get(power, 0),
                sum(change.change for change in changes if change.change > 0),
                -sum(change.change for change in changes if change.change < 0),
                log.end.veto_points.get(power, 0),
                causes,
                _remark(log.end, power) if log.end.conquest else "",
            )
        )
    return tuple(rows)


def _charts(logs: Sequence[TurnLog]) -> tuple[PointsChart, ...]:
    shared = logs[0].end.campaign
    series = {
        power: [
            logs[0].start.veto_points.get(power, 0),
            *(log.end.veto_points.get(power, 0) for log in logs),
        ]
        for power in POWERS
    }
    return points_charts(series, shared.first_turn, shared.last_turn)


def _results(log: TurnLog, result: str) -> list[Draw]:
    return [draw for draw in log.draws.values() if draw.result == result]


def _lede(log: TurnLog) -> str:
    """The turn's board in a sentence or two."""
    sheet = log.end.sheet
    if not log.board_met:
        if "leaders" not in log.end.campaign.modules:
            return "This campaign is played without leaders."
        return "The Promotions Board has not met this turn."
    told = []
    promoted = [
        f"{sheet[draw.leader].name} ({_origin(sheet[draw.leader].power)})"
        for draw in _results(log, "promoted")
    ]
    back = dict.fromkeys(sheet[draw.leader].name for draw in _results(log, "vetoed"))
    arrived = {draw.leader for draw in _results(log, "promoted")}
    if promoted:
        told.append(f"{listed(promoted)} {'was' if len(promoted) == 1 else 'were'} promoted")
    if back:
        verb = "was" if len(back) == 1 else "were"
        told.append(f"{listed(back)} {verb} vetoed")
    for draw in _results(log, "open"):
        if draw.leader not in arrived:
            told.append(f"{sheet[draw.leader].name} is before the board")
    if not told:
        return "The Promotions Board met and drew nobody."
    return f"{'; '.join(told)}."


def _origin(power: str) -> str:
    return the_country(power)


_BOARD_ENDS = {
    "vote": "", "no votes": "",
    "empty cup": "The cup was empty, and the board closed.",
}  # fmt: skip


def _news(log: TurnLog) -> tuple[str, ...]:
    handed: dict[str, list[str]] = {}
    for power, member in log.handed:
        handed.setdefault(member, []).append(the_country(power))
    told = [f"{capital(member)} took over {listed(powers)}." for member, powers in handed.items()]
    return (*log.news, *told)


# --- pages --------------------------------------------------------------------------------------


def turn_page(logs: Sequence[TurnLog], place: int) -> TurnPage:
    """The report of the turn at a place in the logs, from the turns up to it alone."""
    log = logs[place]
    state = log.end
    members = {who: member.name for who, member in state.campaign.members.items()}
    roster = _roster(state)
    board = tuple(draw_view(draw, state, members) for draw in log.draws.values())
    count = len(_results(log, "promoted"))
    return TurnPage(
        frame=_frame(state),
        turn=log.turn,
        name=turns.in_words(log.turn),
        number=turns.ordinal(log.turn) - turns.ordinal(state.campaign.first_turn) + 1,
        before=logs[place - 1].turn if place else "",
        after=logs[place + 1].turn if place + 1 < len(logs) else "",
        open=place + 1 == len(logs) and not state.campaign.closed,
        lede=_lede(log),
        news=_news(log),
        facts=(
            ("promoted", str(count)),
            ("vetoed", str(len(_results(log, "vetoed")))),
            ("in the cup", str(roster.counts["cup"])),
            ("points paid", str(sum(-c.change for c in log.changes if c.change < 0))),
        ),
        board=board,
        board_note="" if board and not _BOARD_ENDS.get(log.board_end)
        else _BOARD_ENDS.get(log.board_end, "") or _lede(log),
        points=_points(log),
        charts=_charts(logs[: place + 1]),
        roster=roster,
        version=log.version,
        head=log.head,
        journal=tuple(log.lines),
    )  # fmt: skip


def index_page(logs: Sequence[TurnLog]) -> IndexPage:
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
    return IndexPage(
        frame=_frame(state),
        turn=log.turn,
        name=turns.in_words(log.turn),
        number=turns.ordinal(log.turn) - turns.ordinal(shared.first_turn) + 1,
        closed=shared.closed,
        lede=lede,
        standings=tuple(_standing(state, power) for power in POWERS),
        charts=_charts(logs),
        timeline=timeline(draws, shared.first_turn, shared.last_turn, log.turn) if draws else None,
        turns=tuple(_entry(one) for one in logs),
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
        _player(state, power),
        state.veto_points.get(power, 0),
        count(*IN_PLAY),
        count("cup"),
        count(*LOST),
        _remark(state, power) if state.conquest else "",
    )


def _entry(log: TurnLog) -> TurnEntry:
    sheet = log.end.sheet
    vetoed = dict.fromkeys(sheet[draw.leader].name for draw in _results(log, "vetoed"))
    return TurnEntry(
        log.turn,
        turns.in_words(log.turn),
        turns.ordinal(log.turn) - turns.ordinal(log.end.campaign.first_turn) + 1,
        tuple(leader_view(sheet[draw.leader]) for draw in _results(log, "promoted")),
        tuple(vetoed),
        "" if log.board_met else "no board",
    )
