"""The strip map of each line, and a line beside its history. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import msgspec

from campaign.fow import names
from campaign.fow.missions.catalogue import mission_name
from campaign.fow.opening import axes
from campaign.fow.report.turn_notes import Context, GameSection, Shown
from campaign.fow.state import Battle, LineState, State
from campaign.kernel.pages import href
from campaign.text.english import capital, counted
from events.fow.axes import Axis

# --- The strip map of each line: sectors in order, and beneath them where each battle was -------

TRAIL, LEAST = 12, 2
"""How many battles a round's page shows beneath the sectors of all lines together, and of each at
least. The page of the whole campaign shows three times as many, and twelve of each at least."""


def strip_maps(context: Context, here: str) -> Shown:
    """FoW Axis of Attack: each line on a round's page, or on that of the whole campaign."""
    state, start = context.log.end, context.log.notes.start
    room, least = (TRAIL, LEAST) if here else (3 * TRAIL, TRAIL)
    most = max(least, room // max(1, len(state.lines)))
    lines = tuple(strip(state, start, line, most, here) for line in state.lines.values())
    return Shown(lines=lines, marks=context.marks)


def strip(state: State, start: State, line: LineState, most: int, here: str = "") -> Shown:
    """A line: its map, the trail of its battles, and the points of its sides."""
    fought = [battle for battle in state.battles.values() if battle.line == line.id]
    waits = int(_is_next(state, line))
    shown = max(0, most - waits)
    trail = (
        _trail(state, line, fought, shown, here)
        if line.axis
        else tuple(_game(state, battle, here) for battle in fought[-most:])
    )
    return Shown(
        id=line.id,
        name=line.name,
        sectors=tuple(sorted(line.axis.sector, key=lambda one: one.place)) if line.axis else (),
        goals={place: side for side, place in line.axis.objective.items()} if line.axis else {},
        here=line.sector,
        trail=trail,
        earlier=max(0, len(fought) + waits - len(trail)),
        stands=stands(state, line),
        sides=tuple(_figure(state, start if here else state, line, side) for side in state.sides),
    )


def _game(state: State, battle: Battle, here: str) -> Shown:
    attacks = names.side_does(state, battle.attacker, "attacks")
    what = f"{mission_name(battle.mission)}, {attacks}"
    points = ", ".join(f"{state.sides[side]} {won}" for side, won in battle.points.items())
    words = f"{what}{f': {points}' if points else ''}."
    return _entry(battle, here, _SIGNS.get(battle.state, "=")[0], words)


def _entry(
    battle: Battle, here: str, sign: str, words: str, before: int = 0, after: int = 0
) -> Shown:
    """A battle beneath the map: how many sectors are left and right of it, and what became of it:
    an arrow for an advance, `=` where the line stayed.
    """
    return Shown(
        number=int(battle.id.rpartition("-")[2]),
        href=href(here, battle.round, f"battle-{battle.id}"),
        before=before,
        after=after,
        winner=battle.winner,
        sign=sign,
        words=words,
        is_now=battle.state in ("running", "reported"),
    )


def _trail(
    state: State, line: LineState, fought: Sequence[Battle], most: int, here: str
) -> tuple[Shown, ...]:
    """The last battles under their sectors, and the one that comes next."""
    assert line.axis is not None
    count = len(line.axis.sector)
    shown = fought_on(state, line)[max(0, len(fought) - most) :]
    steps = [_step(state, line, battle, to, count, here) for battle, to in shown]
    if _is_next(state, line):
        words = f"Battle {line.game} is next in {line.sector_name(line.sector)}."
        place = line.sector
        steps.append(
            Shown(
                number=line.game,
                href="",
                before=place - 1,
                after=count - place,
                winner="",
                sign="next",
                words=words,
                is_now=True,
            )
        )
    return tuple(steps)


def fought_on(state: State, line: LineState) -> list[tuple[Battle, int]]:
    """Every battle of a line, and the place where it left it."""
    fought = [battle for battle in state.battles.values() if battle.line == line.id]
    after = [*(battle.sector for battle in fought), line.sector][1:]
    return list(zip(fought, after, strict=True))


def _is_next(state: State, line: LineState) -> bool:
    """Whether a line with sectors waits for a battle that has not begun."""
    over = state.decided or state.campaign.closed or line.phase == "settled"
    return bool(line.axis) and not state.has_begun(line.battle) and not over


def _step(state: State, line: LineState, battle: Battle, to: int, count: int, here: str) -> Shown:
    number = battle.id.rpartition("-")[2]
    sign, what = _sign(state, line, battle, to)
    words = f"Battle {number} in {line.sector_name(battle.sector)}: {what}."
    return _entry(battle, here, sign, words, battle.sector - 1, count - battle.sector)


_SIGNS = {
    "running": ("…", "it is being fought"),
    "reported": ("?", "its result waits to be confirmed"),
    "abandoned": ("×", "it was not played"),
}
"""What becomes of a battle that is not booked, as a sign and in words."""


def _sign(state: State, line: LineState, battle: Battle, to: int) -> tuple[str, str]:
    """What became of a battle, as a sign and in words."""
    if battle.state in _SIGNS:
        return _SIGNS[battle.state]
    who = names.side_does(state, battle.winner, "wins") if battle.winner else "nobody wins"
    if to == battle.sector:
        return "=", f"{who}, and the line stays"
    goes = f"the line moves to {line.sector_name(to)}"
    return ("→" if to > battle.sector else "←"), f"{who}, and {goes}"


def stands(state: State, line: LineState) -> str:
    """FoW Axis of Attack: where a line stands, and how far each side has to go."""
    if line.broken_by:
        place = line.sector_name(line.axis.objective[line.broken_by]) if line.axis else ""
        reached = names.side_does(state, line.broken_by, "has reached its objective")
        return f"{capital(reached)}, {place}."
    if line.axis is None:
        return ""
    goal = line.axis.objective
    ways = [
        f"{names.the_side(state, side)} {abs(at - line.sector)} from {line.sector_name(at)}"
        for side, at in goal.items()
    ]
    return f"The battle is for {line.sector_name(line.sector)}: {' and '.join(ways)}."


def _figure(state: State, start: State, line: LineState, side: str) -> Shown:
    points = line.points[side]
    before = start.lines[line.id].points[side].balance if line.id in start.lines else 0
    change = points.balance - before
    return Shown(
        side=side,
        name=state.sides[side],
        commander=names.commander_name(state, line, side),
        balance=points.balance,
        change=f"{change:+d}".replace("-", "−") if change else "",
    )


_PAGE = "templates/strip.html"
STRIP = GameSection(
    "map", "Map", _PAGE, lambda context: strip_maps(context, context.log.turn), part="top"
)
STRIP_OF_ALL = GameSection("map", "Map", _PAGE, lambda context: strip_maps(context, ""), part="top")


# --- FoW Axis of Attack: a campaign beside its history, to judge each side's performance --------
#
# The book asks not who won, but whether a commander did better than the one in history (p. 240).


class Fought(msgspec.Struct, frozen=True):
    """A battle, as it was played or as it happened: who attacked where, where it left the line."""

    battle: str
    attacker: str
    sector: int
    after: int
    """The place where the line stood afterwards."""
    winner: str = ""


_SIDES = ("allies", "axis")
Reach = tuple[int, int]
"""How near a side came to its objective: sectors short of it, and after how many battles."""


def verdict(played: Reach, happened: Reach) -> str:
    """FoW Axis of Attack: whether a side did better than in history; an equal reach counts as
    better where it came sooner, and as worse where it took longer.
    """
    if played == happened:
        return "done as in history"
    return "done better than history" if played < happened else "not done as well as in history"


def in_history(axis: Axis) -> Iterator[Fought]:
    """FoW Axis of Attack: the battles as they happened, each called by its date."""
    for battle in axis.history:
        onward = axes.onward(axis, battle.attacker, battle.sector)
        other = next(side for side in _SIDES if side != battle.attacker)
        yield Fought(
            battle.date,
            battle.attacker,
            battle.sector,
            onward if battle.won else battle.sector,
            battle.attacker if battle.won else other,
        )


def nearest(axis: Axis, side: str, battles: Iterable[Fought]) -> Reach:
    """How many sectors a side was short of its objective at best, and after how many battles."""
    start = axes.distance(axis, side, axis.start.sector)
    distances = [
        (axes.distance(axis, side, battle.after), number)
        for number, battle in enumerate(battles, 1)
    ]
    return min([(start, 0), *distances])


# --- A line beside its history: the battles as they were played and as they happened ------------


def past(context: Context) -> Shown | None:
    """FoW Axis of Attack: the comparison with history, once a battle was played."""
    state = context.log.end
    lines = []
    for line in state.lines.values():
        battles = tuple(
            Fought(battle.id, battle.attacker, battle.sector, to, battle.winner)
            for battle, to in fought_on(state, line)
            if battle.state == "settled"
        )
        if battles and line.axis and line.axis.history:
            lines.append(_line(state, line, line.axis, battles))
    return Shown(lines=lines, several=len(state.lines) > 1) if lines else None


def _line(state: State, line: LineState, axis: Axis, battles: Sequence[Fought]) -> Shown:
    happened = tuple(in_history(axis))
    rows = tuple(
        Shown(
            number=number,
            played=_words(state, line, played),
            date=day(then.battle) if then else "",
            happened=_words(state, line, then),
        )
        for number, (played, then) in enumerate(zip_longest(battles, happened), 1)
    )
    reach = []
    for side in _SIDES:
        played, then = nearest(axis, side, battles), nearest(axis, side, happened)
        has = names.side_does(state, side, f"has {verdict(played, then)}")
        text = f"{has}: at best {_short(*played)}, in history {_short(*then)}."
        reach.append((side, capital(text)))
    return Shown(name=line.name, rows=rows, reach=tuple(reach))


def _short(sectors: int, battles: int) -> str:
    """How near a side came to its objective, and after how many battles."""
    what = f"{counted(sectors, 'sector')} short of it" if sectors else "in their objective"
    return f"{what} after {counted(battles, 'battle')}" if battles else f"{what}, as it began"


_DATE = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(written: str) -> str:
    """A date of history as a reader says it: `25 Jan 1944`; unchanged if it is none."""
    match = _DATE.fullmatch(written)
    if match is None or not 1 <= int(match[2]) <= 12:
        return written
    of = f"{_MONTHS[int(match[2]) - 1]} {match[1]}"
    return f"{int(match[3])} {of}" if match[3] else of


def _words(state: State, line: LineState, fought: Fought | None) -> str:
    """An attack in a few words."""
    if fought is None:
        return ""
    where = line.sector_name(fought.sector)
    who = state.sides.get(fought.attacker, fought.attacker)
    if fought.winner != fought.attacker:
        return f"{who} stopped at {where}" if fought.winner else f"{who} at {where}, undecided"
    return f"{who} took {where}"


PAST = GameSection("history", "History", "templates/past.html", past)
