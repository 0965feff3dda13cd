"""Parts that the pages share: the frame, the leaders' places, a turn's results. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.members import POWERS, Campaign
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import POWER_NAMES, listed
from campaign.leaders_in_flames.scenarios.catalogue import scenarios
from campaign.leaders_in_flames.state import State, has_marker, with_status
from campaign.reports.board import LeaderView, leader_view
from campaign.reports.charts import PointsChart, points_charts
from campaign.reports.rulings_view import RulingView, ruling_views
from campaign.reports.turn_log import TurnLog

IN_PLAY = ("arriving", "map", "circle")
LOST = ("dead", "removed")


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
    what_if: str
    """Of a branch: of what, and from where on; empty for a campaign."""
    countersigned: tuple[str, ...] = ()
    """Which member countersigned the record up to which event: in the page's turn, or ever."""


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


_RULEBOOKS = {"lif-1998": "1998 rulebook", "lif-list": "list rulebook"}


def frame(state: State, now: State | None = None) -> Frame:
    """What every page says about the campaign; a branch's earlier turns are a branch's as well.

    `now` is the state at the end of the record.
    """
    latest = (now or state).campaign
    shared = state.campaign
    named = scenarios().get(shared.scenario)
    table = state.rulings.draws == "table"
    return Frame(
        latest.name,
        _RULEBOOKS.get(shared.rulebook, shared.rulebook),
        named.title if named else state.entry.title or shared.scenario,
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
            "campaign verify checks every draw."
        ),
        _what_if(latest),
        _countersigned(shared, ever=now is None),
    )


def _countersigned(shared: Campaign, *, ever: bool) -> tuple[str, ...]:
    """Who countersigned what, in the turn or ever; everybody can check it with `verify`."""
    members = shared.members
    return tuple(
        f"{members[one.member].name if one.member in members else one.member} countersigned the "
        f"record up to event {one.about}, with key {one.key}."
        for one in shared.record.keys.witnessed
        if ever or one.turn == shared.turn
    )


def _what_if(latest: Campaign) -> str:
    origin = latest.record.branch_of
    if origin is None:
        return ""
    maker = latest.members[origin.maker].name if origin.maker in latest.members else origin.maker
    told = f"{maker} made this page’s campaign of {origin.name}: they share the past up to event"
    return f"{told} {origin.version}, and what comes after that never happened there."


def roster(state: State) -> Roster:
    """Where the leaders are."""
    counts = {
        name: len(with_status(state, *statuses))
        for name, statuses in (("in_play", IN_PLAY), ("cup", ("cup",)), ("lost", LOST))
    }
    return Roster(
        _groups(state, *IN_PLAY), _groups(state, "cup"), _groups(state, *LOST), counts, _come(state)
    )


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


def remark(state: State, power: str) -> str:
    """LiF 4.2: what conquest has made of a power; empty where nothing."""
    if power == "france" and (state.vichy != "none" or state.conquest["france"] == "complete"):
        return "Free France"
    status = state.conquest.get(power, "free")
    if status == "free":
        return ""
    told = f"{status}ly conquered"
    return told if has_marker(state, power) else f"{told}, no marker"


def player(state: State, power: str) -> str:
    """Who plays a power, by name."""
    member = state.campaign.powers.get(power, "")
    if not member:
        return "the host"
    known = state.campaign.members.get(member)
    return known.name if known else member


def charts(logs: Sequence[TurnLog]) -> tuple[PointsChart, ...]:
    """LiF 4.2: veto points up to the last of these turns."""
    shared = logs[0].end.campaign
    series = {
        power: [
            logs[0].start.veto_points.get(power, 0),
            *(log.end.veto_points.get(power, 0) for log in logs),
        ]
        for power in POWERS
    }
    return points_charts(series, shared.first_turn, shared.last_turn)


def results(log: TurnLog, result: str) -> list[Draw]:
    """A turn's draws of one result."""
    return [draw for draw in log.draws.values() if draw.result == result]
