"""LiF 4.2: the eight powers at the end of a turn, one line each: points, leaders, wars. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.charts import step_line
from campaign.kernel.pages import CorrectionMark
from campaign.leaders_in_flames.board.report.conquered import remark
from campaign.leaders_in_flames.board.report.explained import has_accounts
from campaign.leaders_in_flames.board.report.leaders import IN_PLAY
from campaign.leaders_in_flames.names import POWER_NAMES, country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, with_status
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log, chart_span

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
    pairs = [sides for sides in state.at_war if power in sides]
    foes = {foe for sides in pairs for foe in sides if foe != power}
    minors = sorted(country(foe) for foe in foes if foe not in POWERS and _fights(state, foe))
    return tuple(foe for foe in POWERS if foe in foes), tuple(minors)


def _fights(state: State, minor: str) -> bool:
    known = state.minors.get(minor)
    return known is None or known.status != "conquered"


POWER_STRIP = GameSection(
    "powers",
    "Powers",
    "board/templates/powers.html",
    power_strip,
    part="top",
)
