"""LiF 4, 4.2: leaders, powers and veto points as a report shows them, with their accounts. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec

from campaign.kernel.pages import Shown, event_href, href, page_name, step_line
from campaign.lif.figures import FigureChange, whereabouts
from campaign.lif.names import country
from campaign.lif.roster import POWER_NAMES, POWERS, owner
from campaign.lif.state import State, grouped, has_marker, with_status
from campaign.lif.story.turn_notes import Context, GameSection, Log, chart_span
from campaign.lif.story.turn_sums import of_turns
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


_NOTES = {"free-france": "Free French", "vichy-france": "Vichy French"}


def leader_view(counter: LeaderCounter) -> LeaderView:
    """A counter in a reader's words."""
    note = _NOTES.get(counter.allegiance, "")
    return LeaderView(
        counter.id, counter.name, counter.rank, counter.power, country(counter.power), note
    )


def leaders_view(context: Context) -> Shown:
    """The leaders at the end of a turn: in play, in the cup, lost, and still to come."""
    state = context.log.end
    parts = (
        Shown(
            title=title,
            count=len(with_status(state, *of)),
            groups=tuple(_groups(state, *of)),
            nobody=nobody,
        )
        for title, of, nobody in (
            ("In play", IN_PLAY, "Nobody has been promoted yet."),
            ("In the cup", ("cup",), "The cup is empty."),
            ("Dead or out of the game", LOST, "Nobody so far."),
        )
    )
    return Shown(parts=tuple(parts), to_come=_come(state), marks=context.marks)


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
    "leaders", "All leaders", "board/templates/leaders.html", leaders_view, part="record"
)


# --- The events behind the report's figures: accounts of veto points and leaders' places --------
#
# An account covers the turn, and links to the page with the account before it.

PLACED = ("arriving", "map", "circle", "dead", "removed")
"""Leaders whose places have an account: in play, or lost."""


def explained(context: Context) -> Shown | None:
    """The accounts of a turn's page; None if there is nothing to explain."""
    if not has_accounts(context):
        return None
    leaders = tuple(_leaders(context.logs, context.place))
    return Shown(powers=tuple(_points(context.past)), leaders=leaders)


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


def _points(logs: Sequence[Log]) -> Iterator[Shown]:
    """LiF 4.2: each power's points, brought forward from before the turn, and what changed them."""
    log = logs[-1]
    by_power = grouped((change.of, change) for change in log.notes.points)
    for power in POWERS:
        points, own = log.end.veto_points.get(power, 0), by_power.get(power, [])
        yield Shown(
            id=f"why-{power}",
            key=power,
            name=POWER_NAMES[power],
            value=str(points),
            lines=tuple(_lines(own, log.turn)),
            forward=str(points - sum(change.change for change in own)),
            forward_href=_account_before(logs, power),
        )


def _account_before(logs: Sequence[Log], power: str) -> str:
    """The last account before this turn's in which a power's points changed."""
    earlier = logs[:-1]
    changed = zip(reversed(earlier), reversed(of_turns(earlier)), strict=True)
    last = next((log.turn for log, turn in changed if power in turn.paid), "")
    return href(logs[-1].turn, last, f"why-{power}") if last else ""


def _leaders(logs: Sequence[Log], place: int) -> Iterator[Shown]:
    """LiF 3.1: where each leader in play or lost is, and what took him there."""
    log = logs[place]
    moves = grouped((change.of, change) for change in log.notes.moved)
    earlier = leader_links(logs, place - 1) if place else {}
    for who in with_status(log.end, *PLACED):
        if who not in moves:
            continue
        there = earlier.get(who, "")
        if there.startswith("#"):
            there = f"{page_name(logs[place - 1].turn)}{there}"
        yield Shown(
            id=f"how-{who}",
            key=who,
            name=log.end.sheet[who].name,
            value=whereabouts(log.end, who),
            lines=tuple(_lines(moves[who], log.turn)),
            forward=whereabouts(log.notes.start, who),
            forward_href=there,
        )


def _lines(changes: Iterable[FigureChange], here: str) -> Iterator[Shown]:
    for change in changes:
        yield Shown(
            version=change.version,
            href=event_href(here, here, change.version),
            change=signed(change.change) if isinstance(change.after, int) else "",
            after=str(change.after),
            sentence=change.sentence,
            rule=f"{change.rule}{_corrected(change)}",
        )


def _corrected(change: FigureChange) -> str:
    if change.amended_by:
        return f"; as amended by event {change.amended_by}"
    return "; forgotten, and put here by this event" if change.inserted else ""


EXPLAINED = GameSection(
    "explained", "Explained", "board/templates/explained.html", explained, part="record"
)


# --- LiF 4.2: the eight powers at the end of a turn, one line each: points, leaders, wars -------

WIDTH, HEIGHT = 144, 34
"""Of the small line of a power's points, in pixels."""
LEAST = 6
"""The line's scale reaches at least to this figure."""
SIDES = (("axis", "Axis"), ("allies", "Allies"))


def powers_now(state: State) -> dict[str, Shown]:
    """The powers as they stand: each with its player, its points and its leaders."""
    leaders = grouped((state.sheet[who].power, status) for who, status in state.leaders.items())
    return {power: _power_now(state, power, leaders.get(power, ())) for power in POWERS}


def _power_now(state: State, power: str, statuses: Sequence[str]) -> Shown:
    in_play, in_cup, lost = (sum(map(statuses.count, of)) for of in (IN_PLAY, ("cup",), LOST))
    return Shown(
        power=power,
        player=state.campaign.player(power),
        points=state.veto_points.get(power, 0),
        in_play=in_play,
        in_cup=in_cup,
        lost=lost,
        remark=remark(state, power) if state.conquest else "",
    )


def points_change(log: Log, power: str) -> str:
    """LiF 4.2: what a turn changed of a power's points; empty if nothing."""
    before, now = log.notes.start.veto_points.get(power, 0), log.end.veto_points.get(power, 0)
    return signed(now - before) if now != before else ""


def power_strip(context: Context) -> Shown:
    """The powers at the end of a turn: the Axis, then the Allies, each in the order of play."""
    state, past = context.log.end, context.past
    turns = of_turns(past)
    standings = (turns[0].start, *(turn.end for turn in turns))
    peak = max((LEAST, *(points for one in standings[1:] for points in one.points.values())))
    shared, now = state.campaign, powers_now(state)
    step = (WIDTH - 4) / max(chart_span(shared.first_turn, shared.last_turn).count, 1)

    @cache  # a figure often stays as it is
    def height(value: int) -> float:
        return round(2 + (HEIGHT - 4) * (1 - value / peak), 1)

    rows = {}
    for power in POWERS:
        points = [one.points.get(power, 0) for one in standings]
        enemies, minors = _at_war(state, power)
        extremes = f"at most {max(points)}, at least {min(points)}"
        rows[power] = Shown(
            now=now[power],
            change=points_change(context.log, power),
            line=step_line(list(map(height, points)), 1, step),
            dot=(round(1 + (len(points) - 1) * step, 1), height(points[-1])),
            words=f"from {points[0]} to {points[-1]}, {extremes}",
            enemies=enemies,
            minors=minors,
        )
    sides = (
        (name, tuple(rows[p] for p in POWERS if state.rulings.sides[p] == side))
        for side, name in SIDES
    )
    return Shown(sides=tuple(sides), explained=has_accounts(context), marks=context.marks)


def _at_war(state: State, power: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is at war with a power: majors in their order, minors that are not conquered by name."""
    foes = {foe for sides in state.at_war if power in sides for foe in sides} - {power}
    fallen = {name for name, minor in state.minors.items() if minor.status == "conquered"}
    minors = sorted(map(country, foes.difference(POWERS, fallen)))
    return tuple(foe for foe in POWERS if foe in foes), tuple(minors)


POWER_STRIP = GameSection("powers", "Powers", "board/templates/powers.html", power_strip)


# --- The powers today, on the page of the whole campaign ----------------------------------------


def standings_view(context: Context) -> Shown:
    """The powers today, with the page that explains their points where anything changed them."""
    log = context.log
    explained = any(turn.paid for turn in of_turns(context.logs))
    page = page_name(log.turn) if explained else ""
    return Shown(rows=tuple(powers_now(log.end).values()), page=page, marks=context.marks)


STANDINGS = GameSection("standings", "Standings", "board/templates/standings.html", standings_view)
