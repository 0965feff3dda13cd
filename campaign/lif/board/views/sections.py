"""LiF 4, 4.2: leaders, powers and veto points as a report shows them, with their accounts. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.kernel.pages import CorrectionMark, event_href, href, page_name, step_line
from campaign.lif.figures import FigureChange, whereabouts
from campaign.lif.names import country
from campaign.lif.roster import POWER_NAMES, POWERS, is_minor
from campaign.lif.state import State, has_marker, with_status
from campaign.lif.story.turn_notes import Context, GameSection, Log, chart_span
from campaign.text.english import listed, signed
from events.lif.cup import LeaderCounter

# --- LiF 4.2: what conquest has changed for a power ---------------------------------------------


def remark(state: State, power: str) -> str:
    """LiF 4.2: what conquest has changed for a power; empty if nothing."""
    if power == "france" and (state.vichy != "none" or state.conquest["france"] == "complete"):
        return "Free France"
    status = state.conquest.get(power, "free")
    if status == "free":
        return ""
    conquered = f"{status}ly conquered"
    return conquered if has_marker(state, power) else f"{conquered}, no marker"


# --- LiF 4: the leaders as a report shows them: in play, in the cup, lost, and still to come ----

IN_PLAY = ("arriving", "map", "circle")
LOST = ("dead", "removed")


class LeaderView(msgspec.Struct, frozen=True):
    """A leader counter."""

    id: str
    name: str
    rank: int
    power: str
    country: str
    note: str = ""
    """Free French or Vichy French, where the counter says so."""


class LeaderGroup(msgspec.Struct, frozen=True):
    """Leaders of one power or minor country."""

    power: str
    """A major power, or `minors`."""
    name: str
    leaders: tuple[LeaderView, ...]


class Roster(msgspec.Struct, frozen=True):
    """Where the leaders are."""

    in_play: tuple[LeaderGroup, ...]
    cup: tuple[LeaderGroup, ...]
    lost: tuple[LeaderGroup, ...]
    counts: dict[str, int]
    to_come: str


class LeadersView(msgspec.Struct, frozen=True):
    """The section of a turn's page."""

    roster: Roster
    marks: Mapping[str, tuple[CorrectionMark, ...]]


_NOTES = {"free-france": "Free French", "vichy-france": "Vichy French"}


def leader_view(counter: LeaderCounter) -> LeaderView:
    """A counter in a reader's words."""
    note = _NOTES.get(counter.allegiance, "")
    return LeaderView(
        counter.id, counter.name, counter.rank, counter.power, country(counter.power), note
    )


def leaders_view(context: Context) -> LeadersView:
    """The leaders at the end of a turn."""
    return LeadersView(roster(context.log.end), context.marks)


def roster(state: State) -> Roster:
    """Where the leaders are."""
    counts = {
        name: len(with_status(state, *statuses))
        for name, statuses in (("in_play", IN_PLAY), ("cup", ("cup",)), ("lost", LOST))
    }
    return Roster(
        _groups(state, *IN_PLAY), _groups(state, "cup"), _groups(state, *LOST), counts, _come(state)
    )


def _groups(state: State, *statuses: str) -> tuple[LeaderGroup, ...]:
    """Leaders of these statuses, in groups: the powers in their order, then the minors."""
    by_power: dict[str, list[LeaderView]] = {}
    for who in with_status(state, *statuses):
        counter = state.sheet[who]
        key = "minors" if is_minor(counter) else counter.power
        by_power.setdefault(key, []).append(leader_view(counter))
    return tuple(
        LeaderGroup(
            power,
            POWER_NAMES.get(power, "Minor countries"),
            tuple(sorted(by_power[power], key=lambda leader: (-leader.rank, leader.name))),
        )
        for power in (*POWERS, "minors")
        if power in by_power
    )


def _come(state: State) -> str:
    """LiF 4: the leaders still to join the cup, by year and in the reserve pool."""
    years: dict[str, int] = {}
    for who in with_status(state, "aside"):
        year = state.sheet[who].year
        key = str(year) if year else "when Free France is founded"
        years[key] = years.get(key, 0) + 1
    groups = [
        f"{number} in {year}" if year.isdigit() else f"{number} {year}"
        for year, number in sorted(years.items())
    ]
    if reserve := len(with_status(state, "reserve")):
        groups.append(f"{reserve} from the reserve pool")
    return f"Still to come: {listed(groups)}." if groups else "No more leaders are to come."


LEADERS = GameSection(
    "leaders",
    "All leaders",
    "board/templates/leaders.html",
    leaders_view,
    part="record",
)


# --- The events behind the report's figures: accounts of veto points and leaders' places --------
#
# An account covers the turn, and links to the page with the account before it.

PLACED = ("arriving", "map", "circle", "dead", "removed")
"""Leaders whose places have an account: in play, or lost."""


class AccountLine(msgspec.Struct, frozen=True):
    """An event that changed a figure."""

    version: int
    href: str
    change: str
    after: str
    sentence: str
    rule: str
    """The rule; of what a correction changed or put in its place, that too."""


class Account(msgspec.Struct, frozen=True):
    """A figure and the events that led to it."""

    id: str
    key: str
    """The power or leader."""
    name: str
    value: str
    lines: tuple[AccountLine, ...]
    forward: str = ""
    """What it was before the turn; empty for nothing."""
    forward_href: str = ""
    """The account before this one; empty where there is none."""


class Explained(msgspec.Struct, frozen=True):
    """The accounts of a turn's page."""

    powers: tuple[Account, ...]
    leaders: tuple[Account, ...]


def explained(context: Context) -> Explained | None:
    """The accounts of a turn's page; None if there is nothing to explain."""
    if not has_accounts(context):
        return None
    return Explained(
        tuple(_points(context.past)),
        tuple(_leaders(context.logs, context.place)),
    )


def has_accounts(context: Context) -> bool:
    """Whether there is anything to explain."""
    if any(log.notes.points for log in context.past):
        return True
    placed = with_status(context.log.end, *PLACED)
    return any(change.of in placed for change in context.log.notes.moved)


def points_id(power: str) -> str:
    """The anchor of a power's account."""
    return f"why-{power}"


def leader_id(who: str) -> str:
    """The anchor of a leader's account."""
    return f"how-{who}"


def leader_links(logs: Sequence[Log], place: int) -> dict[str, str]:
    """Links to the account of each leader in play or lost; leaders of the set-up have none."""
    last: dict[str, str] = {}
    for log in logs[: place + 1]:
        last |= dict.fromkeys(log.notes.movers, log.turn)
    return {
        who: href(logs[place].turn, last[who], leader_id(who))
        for who in with_status(logs[place].end, *PLACED)
        if who in last
    }


def _points(logs: Sequence[Log]) -> Iterator[Account]:
    log = logs[-1]
    by_power: dict[str, list[FigureChange]] = {power: [] for power in POWERS}
    for change in log.notes.points:
        by_power[change.of].append(change)
    for power, own in by_power.items():
        held = log.end.veto_points.get(power, 0)
        yield Account(
            points_id(power),
            power,
            POWER_NAMES[power],
            str(held),
            tuple(_lines(own, log.turn)),
            str(held - sum(change.change for change in own)),
            _account_before(logs, power),
        )


def _account_before(logs: Sequence[Log], power: str) -> str:
    """The last account before this turn's in which a power's points changed."""
    turns = (
        log.turn for log in reversed(logs[:-1]) if any(c.of == power for c in log.notes.points)
    )
    last = next(turns, "")
    return href(logs[-1].turn, last, points_id(power)) if last else ""


def _leaders(logs: Sequence[Log], place: int) -> Iterator[Account]:
    log = logs[place]
    moves: dict[str, list[FigureChange]] = {}
    for change in log.notes.moved:
        moves.setdefault(change.of, []).append(change)
    earlier = leader_links(logs, place - 1) if place else {}
    for who in with_status(log.end, *PLACED):
        if who not in moves:
            continue
        before = earlier.get(who, "")
        if before.startswith("#"):
            before = f"{page_name(logs[place - 1].turn)}{before}"
        yield Account(
            leader_id(who),
            who,
            log.end.sheet[who].name,
            whereabouts(log.end, who),
            tuple(_lines(moves[who], log.turn)),
            whereabouts(log.notes.start, who),
            before,
        )


def _lines(changes: Iterable[FigureChange], here: str) -> Iterator[AccountLine]:
    for change in changes:
        yield AccountLine(
            change.version,
            event_href(here, here, change.version),
            signed(change.change) if isinstance(change.after, int) else "",
            str(change.after),
            change.sentence,
            f"{change.rule}{_corrected(change)}",
        )


def _corrected(change: FigureChange) -> str:
    if change.amended_by:
        return f"; as amended by event {change.amended_by}"
    return "; forgotten, and put here by this event" if change.inserted else ""


EXPLAINED = GameSection(
    "explained",
    "Explained",
    "board/templates/explained.html",
    explained,
    part="record",
)


# --- LiF 4.2: the eight powers at the end of a turn, one line each: points, leaders, wars -------

WIDTH, HEIGHT = 144, 34
"""Of the small line of a power's points, in pixels."""
LEAST = 6
"""The line's scale reaches at least to this figure."""
SIDES = (("axis", "Axis"), ("allies", "Allies"))


class PowerRow(msgspec.Struct, frozen=True):
    """One power at the end of a turn."""

    power: str
    name: str
    player: str
    points: int
    change: str
    """What the turn changed, as `+5` or `−1`; empty if nothing."""
    line: str
    """The path of its points over the campaign."""
    dot: tuple[float, float]
    """Where the line ends."""
    words: str
    """The line in words."""
    in_play: int
    enemies: tuple[str, ...]
    """Major powers at war with it."""
    minors: tuple[str, ...]
    """Minor countries at war with it and not conquered, by name."""
    remark: str
    """Conquest, Free France."""


class PowerSide(msgspec.Struct, frozen=True):
    """The powers of one side, in the order of play."""

    name: str
    rows: tuple[PowerRow, ...]


class PowerStrip(msgspec.Struct, frozen=True):
    """The section of a turn's page: the Axis, then the Allies."""

    sides: tuple[PowerSide, ...]
    explained: bool
    """Whether the page explains the points."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]


def power_strip(context: Context) -> PowerStrip:
    """The powers at the end of a turn."""
    state, past = context.log.end, context.past
    peak = max((LEAST, *(points for log in past for points in log.end.veto_points.values())))
    rows = {power: _row(past, power, peak) for power in POWERS}
    sides = (
        PowerSide(name, tuple(rows[p] for p in POWERS if state.rulings.sides[p] == side))
        for side, name in SIDES
    )
    return PowerStrip(tuple(sides), has_accounts(context), context.marks)


def _row(past: Sequence[Log], power: str, peak: int) -> PowerRow:
    log = past[-1]
    state, notes = log.end, log.notes
    start, end = notes.start.veto_points.get(power, 0), state.veto_points.get(power, 0)
    shared = state.campaign
    first = past[0].notes.start.veto_points.get(power, 0)
    series = [first, *(turn.end.veto_points.get(power, 0) for turn in past)]
    line, dot = _line(series, chart_span(shared.first_turn, shared.last_turn).count, peak)
    enemies, minors = _at_war(state, power)
    return PowerRow(
        power,
        POWER_NAMES[power],
        state.campaign.player(power),
        end,
        f"{end - start:+d}".replace("-", "−") if end != start else "",
        line,
        dot,
        f"from {series[0]} to {series[-1]}, at most {max(series)}, at least {min(series)}",
        sum(state.sheet[who].power == power for who in with_status(state, *IN_PLAY)),
        enemies,
        minors,
        remark(state, power) if state.conquest else "",
    )


def _line(series: Sequence[int], turns: int, peak: int) -> tuple[str, tuple[float, float]]:
    """A small line of steps, as wide as the whole campaign, and where it ends."""
    step = (WIDTH - 4) / max(turns, 1)
    heights = [round(2 + (HEIGHT - 4) * (1 - value / peak), 1) for value in series]
    return step_line(heights, 1, step), (round(1 + (len(series) - 1) * step, 1), heights[-1])


def _at_war(state: State, power: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is at war with a power: majors in their order, minors by name."""
    foes = {foe for sides in state.at_war if power in sides for foe in sides} - {power}
    minors = sorted(country(foe) for foe in foes - {*POWERS} if _fights(state, foe))
    return tuple(foe for foe in POWERS if foe in foes), tuple(minors)


def _fights(state: State, minor: str) -> bool:
    known = state.minors.get(minor)
    return known is None or known.status != "conquered"


POWER_STRIP = GameSection(
    "powers",
    "Powers",
    "board/templates/powers.html",
    power_strip,
)


# --- The powers today, on the page of the whole campaign ----------------------------------------


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
