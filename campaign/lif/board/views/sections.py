"""LiF 4, 4.2: leaders, powers and veto points as a report shows them, with their accounts. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.kernel.pages import CorrectionMark, event_href, href, page_name, step_line
from campaign.lif.figures import FigureChange, whereabouts
from campaign.lif.names import country
from campaign.lif.roster import POWER_NAMES, POWERS, owner
from campaign.lif.state import State, grouped, has_marker, with_status
from campaign.lif.story.turn_notes import Context, GameSection, Log, chart_span
from campaign.lif.story.turn_sums import Standing, of_turns
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


LeaderGroup = tuple[str, tuple[LeaderView, ...]]
"""A major power or `minors`, and its leaders."""


class Whereabouts(msgspec.Struct, frozen=True):
    """The leaders who are alike in play, in the cup, or lost."""

    title: str
    count: int
    groups: tuple[LeaderGroup, ...]
    nobody: str
    """What is said where there are none."""


class LeadersView(msgspec.Struct, frozen=True):
    """The section of a turn's page."""

    parts: tuple[Whereabouts, ...]
    to_come: str
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
    state = context.log.end
    parts = (
        Whereabouts(title, len(with_status(state, *of)), tuple(_groups(state, *of)), nobody)
        for title, of, nobody in (
            ("In play", IN_PLAY, "Nobody has been promoted yet."),
            ("In the cup", ("cup",), "The cup is empty."),
            ("Dead or out of the game", LOST, "Nobody so far."),
        )
    )
    return LeadersView(tuple(parts), _come(state), context.marks)


def _groups(state: State, *statuses: str) -> Iterator[LeaderGroup]:
    """Leaders of these statuses, in groups: the powers in their order, then the minors."""
    by_power: dict[str, list[LeaderView]] = {power: [] for power in (*POWERS, "minors")}
    for who in with_status(state, *statuses):
        counter = state.sheet[who]
        by_power[owner(counter.power)].append(leader_view(counter))
    for power, leaders in by_power.items():
        if leaders:
            yield power, tuple(sorted(leaders, key=lambda leader: (-leader.rank, leader.name)))


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
    forward: str
    """What it was before the turn; empty for nothing."""
    forward_href: str
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
    if any(turn.paid for turn in of_turns(context.past)):
        return True
    placed = with_status(context.log.end, *PLACED)
    return any(change.of in placed for change in context.log.notes.moved)


def leader_links(logs: Sequence[Log], place: int) -> dict[str, str]:
    """Links to the account of each leader in play or lost; leaders of the set-up have none."""
    last: dict[str, str] = {}
    past = logs[: place + 1]
    for log, turn in zip(past, of_turns(past), strict=True):
        last |= dict.fromkeys(turn.movers, log.turn)
    return {
        who: href(logs[place].turn, last[who], f"how-{who}")
        for who in with_status(logs[place].end, *PLACED)
        if who in last
    }


def _points(logs: Sequence[Log]) -> Iterator[Account]:
    log = logs[-1]
    by_power = grouped((change.of, change) for change in log.notes.points)
    for power in POWERS:
        points, own = log.end.veto_points.get(power, 0), by_power.get(power, [])
        yield Account(
            f"why-{power}",
            power,
            POWER_NAMES[power],
            str(points),
            tuple(_lines(own, log.turn)),
            str(points - sum(change.change for change in own)),
            _account_before(logs, power),
        )


def _account_before(logs: Sequence[Log], power: str) -> str:
    """The last account before this turn's in which a power's points changed."""
    earlier = logs[:-1]
    changed = zip(reversed(earlier), reversed(of_turns(earlier)), strict=True)
    last = next((log.turn for log, turn in changed if power in turn.paid), "")
    return href(logs[-1].turn, last, f"why-{power}") if last else ""


def _leaders(logs: Sequence[Log], place: int) -> Iterator[Account]:
    log = logs[place]
    moves = grouped((change.of, change) for change in log.notes.moved)
    earlier = leader_links(logs, place - 1) if place else {}
    for who in with_status(log.end, *PLACED):
        if who not in moves:
            continue
        there = earlier.get(who, "")
        if there.startswith("#"):
            there = f"{page_name(logs[place - 1].turn)}{there}"
        yield Account(
            f"how-{who}",
            who,
            log.end.sheet[who].name,
            whereabouts(log.end, who),
            tuple(_lines(moves[who], log.turn)),
            whereabouts(log.notes.start, who),
            there,
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


class PowerNow(msgspec.Struct, frozen=True):
    """A power: its player, its points and its leaders."""

    power: str
    player: str
    points: int
    in_play: int
    in_cup: int
    lost: int
    remark: str
    """Conquest, Free France."""


class PowerRow(msgspec.Struct, frozen=True):
    """One power at the end of a turn."""

    now: PowerNow
    change: str
    """What the turn changed, as `+5` or `−1`; empty if nothing."""
    line: str
    """The path of its points over the campaign."""
    dot: tuple[float, float]
    """Where the line ends."""
    words: str
    """The line in words."""
    enemies: tuple[str, ...]
    """Major powers at war with it."""
    minors: tuple[str, ...]
    """Minor countries at war with it and not conquered, by name."""


def powers_now(state: State) -> dict[str, PowerNow]:
    """The powers as they stand."""
    leaders = grouped((state.sheet[who].power, status) for who, status in state.leaders.items())
    return {power: _power_now(state, power, leaders.get(power, ())) for power in POWERS}


def _power_now(state: State, power: str, statuses: Sequence[str]) -> PowerNow:
    in_play, in_cup, lost = (sum(map(statuses.count, of)) for of in (IN_PLAY, ("cup",), LOST))
    points, text = state.veto_points.get(power, 0), remark(state, power) if state.conquest else ""
    return PowerNow(power, state.campaign.player(power), points, in_play, in_cup, lost, text)


def points_change(log: Log, power: str) -> str:
    """LiF 4.2: what a turn changed of a power's points; empty if nothing."""
    before, now = log.notes.start.veto_points.get(power, 0), log.end.veto_points.get(power, 0)
    return signed(now - before) if now != before else ""


class PowerStrip(msgspec.Struct, frozen=True):
    """The section of a turn's page: the Axis, then the Allies."""

    sides: tuple[tuple[str, tuple[PowerRow, ...]], ...]
    """Each side's name and its powers in the order of play."""
    explained: bool
    """Whether the page explains the points."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]


def power_strip(context: Context) -> PowerStrip:
    """The powers at the end of a turn."""
    state, past = context.log.end, context.past
    turns = of_turns(past)
    standings = (turns[0].start, *(turn.end for turn in turns))
    peak = max((LEAST, *(points for one in standings[1:] for points in one.points.values())))
    shared, now, series = state.campaign, powers_now(state), _series(standings)
    line = _PointsLine(chart_span(shared.first_turn, shared.last_turn).count, peak)
    fallen = {name for name, minor in state.minors.items() if minor.status == "conquered"}
    rows = {
        power: PowerRow(
            now[power],
            points_change(context.log, power),
            line.path(points),
            line.end(points),
            f"from {points[0]} to {points[-1]}, at most {max(points)}, at least {min(points)}",
            *_at_war(state, power, fallen),
        )
        for power, points in series.items()
    }
    sides = (
        (name, tuple(rows[p] for p in POWERS if state.rulings.sides[p] == side))
        for side, name in SIDES
    )
    return PowerStrip(tuple(sides), has_accounts(context), context.marks)


def _series(standings: Sequence[Standing]) -> dict[str, list[int]]:
    """The points of each power, turn by turn."""
    return {power: [one.points.get(power, 0) for one in standings] for power in POWERS}


class _PointsLine:
    """Small lines of steps, as wide as the whole campaign."""

    def __init__(self, turns: int, peak: int) -> None:
        self._step = (WIDTH - 4) / max(turns, 1)
        self._peak = peak

    def path(self, points: Sequence[int]) -> str:
        """The line of a power's points."""
        heights = {value: self._height(value) for value in {*points}}
        return step_line(list(map(heights.__getitem__, points)), 1, self._step)

    def end(self, points: Sequence[int]) -> tuple[float, float]:
        """Where it ends."""
        return round(1 + (len(points) - 1) * self._step, 1), self._height(points[-1])

    def _height(self, value: int) -> float:
        return round(2 + (HEIGHT - 4) * (1 - value / self._peak), 1)


def _at_war(
    state: State, power: str, fallen: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is at war with a power: majors in their order, minors by name."""
    foes = {foe for sides in state.at_war if power in sides for foe in sides} - {power}
    minors = sorted(map(country, foes.difference(POWERS, fallen)))
    return tuple(foe for foe in POWERS if foe in foes), tuple(minors)


POWER_STRIP = GameSection(
    "powers",
    "Powers",
    "board/templates/powers.html",
    power_strip,
)


# --- The powers today, on the page of the whole campaign ----------------------------------------


class StandingsView(msgspec.Struct, frozen=True):
    """The section of the index."""

    rows: tuple[PowerNow, ...]
    page: str
    """The page that explains the powers' points; empty where nothing changed them."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]
    """Powers to the rulings that corrected their figures in the last turn."""


def standings_view(context: Context) -> StandingsView:
    """The powers today."""
    log = context.log
    explained = any(turn.paid for turn in of_turns(context.logs))
    return StandingsView(
        tuple(powers_now(log.end).values()),
        page_name(log.turn) if explained else "",
        context.marks,
    )


STANDINGS = GameSection(
    "standings",
    "Standings",
    "board/templates/standings.html",
    standings_view,
)
