"""Victory points by side and line, how the players stand, and what each side still needs. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from campaign.fow import names
from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.opening import axes
from campaign.fow.report.turn_notes import Context, GameSection, Log, Shown
from campaign.fow.results.outcomes import RESULTS, standings
from campaign.fow.state import LineState, State
from campaign.kernel.pages import MorePage, href, step_line
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.fow.axes import Axis
from events.fow.battles import VictoryPointsWon
from events.fow.missions import VictoryPointsSpent
from events.fow.set_up import FreeBattleRecorded

# --- Victory points by side and line: won and spent with their reasons, and a chart -------------

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 112, 4, 14, 14
"""The chart's size, in the units of its drawing, and its margins."""
LEAST = 6
"""The scale reaches at least to this figure."""
FILE = "points.html"


def points(context: Context, here: str) -> Shown:
    """FoW Victory Points: who has how many; on a round's page also what changed in it."""
    state, log = context.log.end, context.log
    charts = not here or len(state.lines) == 1
    lines = tuple(
        Shown(
            name=line.name,
            sides=line.points,
            changes=tuple(changes(log, line.id, here)) if here else (),
            chart=chart(context.past, line.id) if charts else None,
        )
        for line in state.lines.values()
    )
    return Shown(lines=lines, several=len(lines) > 1, whole=FILE)


def changes(log: Log, line: str, here: str = "") -> Iterator[Shown]:
    """FoW Victory Points, FoW Axis of Attack: what changed points of a line in a round."""
    state = log.end
    for note in log.notes.events:
        event = note.event
        if isinstance(event, VictoryPointsWon) and event.line == line:
            for side, won in event.points.items():
                yield _change(log, side, won, _won_by(state, event, side), event.battle, here)
        elif isinstance(event, VictoryPointsSpent) and event.line == line:
            yield _change(log, event.side, -event.points, paid_for(event), "", here)


def _change(log: Log, side: str, change: int, reason: str, battle: str, here: str) -> Shown:
    state = log.end
    return Shown(
        side=side,
        change=f"{change:+d}".replace("-", "−"),
        reason=reason,
        href=href(here, log.turn, f"battle-{battle}") if state.has_begun(battle) else "",
    )


def _won_by(state: State, event: VictoryPointsWon, side: str) -> str:
    """`major victory, battle 3: Breakthrough`."""
    known = state.known_battle(event.battle)
    what = RESULTS[event.result]
    if event.result != "fair-fight":
        what = f"{what} won" if side == event.winner else f"{what} of the enemy"
    number = event.battle.rpartition("-")[2]
    return f"{what} (battle {number}{f', {mission_name(known.mission)}' if known else ''})"


def paid_for(event: Event) -> str:
    """FoW Axis of Attack, FoW Reorganise: what points were paid for."""
    on = event.on if isinstance(event, VictoryPointsSpent) else ""
    return {"mission": "another mission", "reorganise": "reorganising the force"}.get(on, on)


# --- the chart ----------------------------------------------------------------------------------


def chart(logs: Sequence[Log], line: str) -> Shown | None:
    """What is left to each side of a line, from the beginning to the round's end."""
    last = logs[-1].end
    if line not in last.lines or len(last.battles) == 0:
        return None
    known = [state.lines.get(line) for state in (logs[0].notes.start, *(log.end for log in logs))]
    series = {side: [at.points[side].balance if at else 0 for at in known] for side in last.sides}
    balances = [*chain(*series.values())]
    peak, least = max(LEAST, *balances), min(0, *balances)
    rounds = max(names.round_number(last.campaign.last_turn), len(logs))
    step = (WIDTH - LEFT - 40) / rounds

    def height(value: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (peak - value) / (peak - least), 1)

    ends = {side: height(values[-1]) for side, values in series.items()}
    labels = _apart(ends)
    sides = tuple(
        Shown(
            side=side,
            path=step_line([height(value) for value in values], LEFT, step),
            end=(round(LEFT + (len(values) - 1) * step, 1), ends[side]),
            label=labels[side],
            points=values[-1],
        )
        for side, values in series.items()
    )
    words = "; ".join(
        f"{last.sides[side]} from {values[0]} to {values[-1]}, at most {max(values)}"
        for side, values in series.items()
    )
    summary = f"Points left after each of {counted(len(logs), 'round')}: {words}"
    axis = {"zero": height(0), "peak": peak, "last": rounds}
    return Shown(sides=sides, **axis, words=summary, series=series)


def _apart(heights: dict[str, float], least: float = 13) -> dict[str, float]:
    """Heights for letters, at least so far from each other."""
    (upper, high), (lower, low) = sorted(heights.items(), key=lambda pair: pair[1])
    missing = max(0.0, least - (low - high)) / 2
    return {upper: round(high - missing + 4, 1), lower: round(low + missing + 4, 1)}


# --- every reason -------------------------------------------------------------------------------


def points_page(context: Context) -> MorePage:
    """FoW Victory Points: all points won and spent, round by round."""
    return MorePage(
        FILE,
        "Victory points",
        "templates/points_page.html",
        lambda: tuple(_rounds(context)),
        "Every victory point won and spent, with its reason.",
        listed=True,
    )


def _rounds(context: Context) -> Iterator[Shown]:
    for log in reversed(context.logs):
        lines = [(line.name, tuple(changes(log, line.id))) for line in log.end.lines.values()]
        changed = tuple((name, rows) for name, rows in lines if rows)
        if changed:
            yield Shown(turn=log.turn, lines=changed)


_PAGE = "templates/points.html"
POINTS = GameSection("points", "Points", _PAGE, lambda context: points(context, context.log.turn))
POINTS_OF_ALL = GameSection(
    "points", "Points", _PAGE, lambda context: points(context, ""), part="top"
)


# --- How the players stand, and the battles that were fought beside the campaign ----------------


def players(context: Context) -> Shown | None:
    """FoW Ending the Campaign: who has fought, won and brought in points; the best first."""
    state = context.log.end
    rows = [
        Shown(
            side=state.players.get(who, ""),
            name=state.campaign.called(who),
            of=one,
        )
        for who, one in standings(state).items()
    ]
    if not rows and not state.free_battles:
        return None
    rows.sort(key=lambda row: (-row.of.points, -row.of.won, row.name.lower()))
    return Shown(rows=tuple(rows), free=tuple(_free(state, one) for one in state.free_battles))


def _free(state: State, event: FreeBattleRecorded) -> Shown:
    winner = f"{names.side_first(state, event.winner)} won" if event.winner else "Nobody won"
    who = [
        f"{names.member_names(state, members)} for {names.the_side(state, side)}"
        for side in state.sides
        if (members := [one for one, of in event.players.items() if of == side])
    ]
    return Shown(title=event.title, winner=winner, players="; ".join(who), note=event.note)


PLAYERS = GameSection("players", "Players", "templates/players.html", players)


# --- FoW Ending the Campaign: what is still possible before the rounds are over -----------------


class LineNow(msgspec.Struct, frozen=True):
    """How a line stands: the place of its next battle, and whose attack that is, where settled."""

    line: str
    axis: Axis
    place: int
    attacker: str = ""
    defender_advances: bool = False
    """Whether a defender can win ground in the next battle (rulings 2 and 3)."""


class Chance(msgspec.Struct, frozen=True):
    """What a side needs to win, if everything goes well."""

    side: str
    battles: int
    """The fewest battles that it must win."""
    rounds: int
    """The fewest rounds, as every line has one battle in each."""
    rounds_left: int
    lines: tuple[str, ...] = ()
    """The lines where that is nearest."""

    @property
    def possible(self) -> bool:
        """Whether the rounds left allow it."""
        return self.rounds <= self.rounds_left


def rounds_needed(now: LineNow, side: str) -> int:
    """FoW Ending the Campaign: the fewest rounds in which a side reaches its objective there.

    A side advances one sector a battle and only as the attacker: where the next attack is the
    other side's, that battle brings it nothing.
    """
    waits = now.attacker not in ("", side) and not now.defender_advances
    far = axes.distance(now.axis, side, now.place)
    return far + (waits and far > 0)


def chance(
    side: str, lines: Iterable[LineNow], rounds_left: int, *, needed: int = 1, broken: int = 0
) -> Chance:
    """FoW Ending the Campaign: what a side needs (p. 241).

    `needed`: breakthroughs that win (ruling 76); `broken`: how many it has. `lines`: those that
    are still fought over. Where fewer lines are left than breakthroughs missing, there is no way:
    the rounds are more than are left.
    """
    wanted = max(0, needed - broken)

    def far(now: LineNow) -> tuple[int, int, str]:
        return rounds_needed(now, side), axes.distance(now.axis, side, now.place), now.line

    near = sorted(lines, key=far)[:wanted]
    if len(near) < wanted:
        return Chance(side, 0, rounds_left + 1, rounds_left)
    return Chance(
        side,
        sum(axes.distance(now.axis, side, now.place) for now in near),
        max((rounds_needed(now, side) for now in near), default=0),
        rounds_left,
        tuple(now.line for now in near),
    )


# --- What each side still needs to win, and whether the rounds left allow it --------------------

NOBODY = "-"
"""Whose attack a line's battle is in this round, where it is over and other lines still fight."""


def outlook(context: Context) -> Shown | None:
    """FoW Ending the Campaign: what is still possible; nothing once it is decided."""
    state = context.log.end
    is_latest = context.place + 1 == len(context.logs)
    if state.decided or state.campaign.closed or not is_latest:
        return None
    left = rounds_left(state)
    rounds = "one-off game" if state.games == 1 else counted(left, "round")
    most = names.round_number(state.campaign.last_turn)
    text = f"{rounds} can still be fought, of {most}." if left else "No round is left."
    if state.kind == "linked":
        return (
            Shown(left=text, sides=tuple(_linked(state)), warning="") if state.games > 1 else None
        )
    odds = chances(state)
    sides = tuple((one.side, capital(_needs(state, one))) for one in odds)
    warning = "No side can reach its objective any more in the rounds that are left."
    return Shown(
        left=text,
        sides=sides,
        warning="" if any(one.possible for one in odds) else f"{warning} {_at_limit(state)}",
    )


def rounds_left(state: State) -> int:
    """FoW Ending the Campaign: rounds whose battles are not over, this one included."""
    over = all(line.phase == "settled" for line in state.lines.values())
    return _rounds_after(state) + (not over)


def _rounds_after(state: State) -> int:
    """FoW ruling 17: a round that does not count puts off the last one."""
    shared = state.campaign
    return max(0, names.round_number(shared.last_turn) - names.round_number(shared.turn))


def chances(state: State) -> tuple[Chance, ...]:
    """FoW Ending the Campaign: the fewest battles and rounds in which each side wins."""
    lines = [_now(state, line) for line in state.lines.values() if line.axis and not line.broken_by]
    return tuple(
        chance(
            side,
            lines,
            rounds_left(state),
            needed=min(state.rulings.breakthroughs, len(state.lines)),
            broken=sum(line.broken_by == side for line in state.lines.values()),
        )
        for side in state.sides
    )


def _now(state: State, line: LineState) -> LineNow:
    assert line.axis is not None
    mission = missions().get(line.mission)
    fair = bool(mission and mission.fair)
    rulings = state.rulings
    gains = rulings.defender_advances == "yes" or rulings.drawn_battle == "back"
    advances = fair and gains
    if line.phase != "settled":
        return LineNow(line.id, line.axis, line.sector, line.attacker, advances)
    waits = NOBODY if rounds_left(state) > _rounds_after(state) else ""
    return LineNow(line.id, line.axis, line.sector, waits)


def _needs(state: State, one: Chance) -> str:
    if not one.lines:
        who = names.the_side(state, one.side)
        return f"{who} cannot win: too few lines are left to break through."
    where = listed(state.lines[line].name for line in one.lines)
    on = f" on {where}" if len(state.lines) > 1 else ""
    needs = names.side_does(state, one.side, "needs")
    text = f"{needs} to win {counted(one.battles, 'battle')}{on}"
    if one.rounds > one.battles and len(one.lines) == 1:
        text += f", in {one.rounds} rounds at least"
    if one.possible:
        return f"{text}." if one.rounds < one.rounds_left else f"{text}: every one that is left."
    return f"{text}: more than the rounds that are left allow."


def _linked(state: State) -> Iterator[tuple[str, str]]:
    """FoW Linked Missions: who is ahead, and by how much a battle can change that."""
    for line in state.lines.values():
        won = {side: points.won for side, points in line.points.items()}
        for side in state.sides:
            behind = won[state.other(side)] - won[side]
            if behind <= 0:
                does = f"is {counted(-behind, 'point')} ahead." if behind else "is level."
            else:
                battles = -(-(behind + 1) // MOST_GAINED)
                more = "" if battles <= rounds_left(state) else ", more than are left"
                does = f"needs {counted(battles, 'battle')} at least to pass the other side{more}."
            yield side, capital(names.side_does(state, side, does))


MOST_GAINED = 5
"""FoW Victory Points: by how much a stunning victory, six to one, changes who is ahead (p. 195)."""


def _at_limit(state: State) -> str:
    """Ruling 74: what the end of the rounds then decides."""
    gives = {line.axis.at_limit for line in state.lines.values() if line.axis}
    if len(gives) == 1 and (side := next(iter(gives))) in state.sides:
        return f"Then {names.side_does(state, side, 'has held out.')}"
    return "It will be a stalemate."


OUTLOOK = GameSection("possible", "Still possible", "templates/outlook.html", outlook)
