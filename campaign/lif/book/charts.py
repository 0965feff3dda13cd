"""LiF 4: the drawings of the book: the war in one picture, points, vetoes, costs, luck. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from campaign.kernel.volume import charts as drawn
from campaign.kernel.volume.blocks import PrintedChart
from campaign.lif import calendar
from campaign.lif.book.measures import (
    HeadToHead,
    cup_luck,
    head_to_head,
    rivals,
    signed_tenths,
    spending,
)
from campaign.lif.book.sums import Sums
from campaign.lif.names import country, the_country
from campaign.lif.politics.war_history import fights
from campaign.lif.roster import MINORS, POWER_CODES, POWER_NAMES, POWERS
from campaign.lif.state import State
from campaign.lif.story.facts import WarStep
from campaign.lif.story.turn_notes import Log
from campaign.lif.story.turn_sums import of_turns, war_steps, wars_of
from campaign.text.english import capital, counted, listed

_FLAGS = {"complete": "C", "incomplete": "P", "free": "F", "installed": "V", "collapsed": "F"}
"""LiF 4.1, 4.2: the letters of what became of a power."""
_KEY = (
    ("full", "at war with a power"),
    ("outline", "with minor countries alone"),
    ("dot", "leaders promoted"),
    ("C", "conquered"),
    ("P", "partly conquered"),
    ("V", "Vichy France"),
    ("F", "free again"),
)


def _span(logs: Sequence[Log]) -> tuple[tuple[tuple[int, str], ...], int]:
    """Where years begin, and the turns that there is room for."""
    shared = logs[-1].end.campaign
    last = max((shared.last_turn, logs[-1].turn), key=calendar.ordinal)
    turns = list(calendar.CALENDAR.turns(shared.first_turn, last))
    ticks = tuple(
        (place, f"’{turn[2:4]}")
        for place, turn in enumerate(turns)
        if not place or calendar.starts_year(turn)
    )
    return ticks, len(turns)


# --- the war in one picture ---------------------------------------------------------------------


def war(logs: Sequence[Log]) -> PrintedChart:
    """LiF 4: when each power was at war, fell and was freed, and when its leaders came."""
    ticks, count = _span(logs)
    rows = tuple(_row(logs, power) for power in (*POWERS, MINORS))
    shown = tuple(row for row in rows if row.bands or row.marks)
    words = "; ".join(map(_in_words, shown))
    alt = f"The war turn by turn. {words}." if words else "No power went to war."
    chart = drawn.TimeChart(shown, ticks, count, _key(shown))
    return PrintedChart(chart, alt, "The war in one picture")


def _key(rows: Sequence[drawn.TimeRow]) -> tuple[tuple[str, str], ...]:
    """The signs and forms that stand in some rows, with their meanings."""
    signs = {mark.sign or "dot" for row in rows for mark in row.marks}
    forms = {"full" if band.is_full else "outline" for row in rows for band in row.bands}
    return tuple(line for line in _KEY if line[0] in signs | forms)


def _row(logs: Sequence[Log], power: str) -> drawn.TimeRow:
    name = POWER_NAMES.get(power, "Minors")
    wars = tuple(drawn.ChartBand(*run) for run in wars_of(of_turns(logs), power))
    return drawn.TimeRow(name, wars, (*_flags(logs, power), *_promotions(logs, power)))


def _flags(logs: Sequence[Log], power: str) -> Iterator[drawn.ChartMark]:
    for place, steps in enumerate(war_steps(logs)):
        letters = Counter(flag for step in steps if (flag := _flag(step, power)))
        for flag, count in letters.items():
            yield drawn.ChartMark(place, flag, count)


def _flag(step: WarStep, power: str) -> str:
    if power == MINORS:
        return "C" if step.what == "minor" and step.status == "conquered" else ""
    of_power = step.what in ("conquest", "vichy") and step.who == power
    return _FLAGS.get(step.status, "") if of_power else ""


def _promotions(logs: Sequence[Log], power: str) -> Iterator[drawn.ChartMark]:
    for place, turn in enumerate(of_turns(logs)):
        if leaders := turn.promoted.get(power):
            yield drawn.ChartMark(place, "", len(leaders))


def _in_words(row: drawn.TimeRow) -> str:
    turns = sum(band.last - band.first + 1 for band in row.bands)
    leaders = sum(mark.count for mark in row.marks if not mark.sign)
    fell = any(mark.sign == "C" for mark in row.marks)
    parts = [f"{counted(turns, 'turn')} at war"] if turns else []
    parts += [f"{counted(leaders, 'leader')} promoted"] if leaders else []
    parts += ["conquered"] if fell else []
    return f"{row.label}: {listed(parts)}"


# --- who fights whom ----------------------------------------------------------------------------


def fronts(state: State, when: str) -> PrintedChart | None:
    """LiF 4: the wars between the Axis and all others, in two columns; None without one."""
    across = list(_across(state))
    if not across:
        return None
    left, right = (_in_order(pair[side] for pair in across) for side in (0, 1))
    lines = tuple((left.index(one), right.index(other)) for one, other in across)
    names = tuple(map(country, left)), tuple(map(country, right))
    words = "; ".join(
        f"{the_country(one)} against "
        f"{listed(the_country(other) for of, other in across if of == one)}"
        for one in left
    )
    alt = f"{capital(words)}."
    return PrintedChart(drawn.WebChart(*names, lines), alt, f"Who fought whom as {when} ended")


def _across(state: State) -> Iterator[tuple[str, str]]:
    """LiF 4: each war between one of the Axis, who comes first, and somebody else."""
    for pair in sorted(map(sorted, state.at_war)):
        axis = [one for one in pair if _is_axis(state, one)]
        if len(axis) == 1 and all(fights(state, one) for one in pair):
            yield axis[0], next(one for one in pair if one != axis[0])


def _is_axis(state: State, who: str) -> bool:
    known = state.minors.get(who)
    power = (known.power or "") if known is not None else who
    return state.rulings.sides.get(power) == "axis"


def _in_order(who: Iterator[str]) -> list[str]:
    """Powers in their order, then the minor countries by name."""
    known = set(who)
    return [*(power for power in POWERS if power in known), *sorted(known - {*POWERS})]


# --- the Promotions Board -----------------------------------------------------------------------


def points(logs: Sequence[Log], players: Mapping[str, str]) -> PrintedChart:
    """LiF 4.2: the veto points of each power, turn by turn, all on one scale."""
    ticks, count = _span(logs)
    turns = of_turns(logs)
    states = (turns[0].start, *(turn.end for turn in turns))
    series = {power: tuple(one.points.get(power, 0) for one in states) for power in POWERS}
    panels = tuple(
        drawn.ChartPanel(POWER_NAMES[power], values, players.get(power, ""))
        for power, values in series.items()
    )
    peak = max(value for values in series.values() for value in values)
    words = "; ".join(
        f"{POWER_NAMES[power]} from {values[0]} to {values[-1]}, at most {max(values)}"
        for power, values in series.items()
    )
    return PrintedChart(
        drawn.PanelChart(panels, peak, ticks, count),
        f"Veto points after each turn: {words}.",
        f"Veto points after each turn; every panel reaches to {peak}",
    )


def vetoes(total: Sums) -> PrintedChart | None:
    """LiF 4.1(2): who vetoed whose leaders; None where nobody vetoed anybody."""
    pairs = _who_vetoed(total)
    if not pairs:
        return None
    counts = Counter({(row.who, row.of): row.vetoes for row in pairs})
    words = "; ".join(_vetoed(*pair, count) for pair, count in sorted(counts.items()))
    caption = f"Vetoes: who (rows) vetoed whose leaders (columns). {rivals(pairs, the_country)}"
    return PrintedChart(_matrix(counts), f"Vetoes: {words}.", caption.rstrip())


def _matrix(counts: Counter[tuple[str, str]]) -> drawn.MatrixChart:
    columns = [*POWERS, *([""] if any(not of for _, of in counts) else ())]
    cells = ((who, tuple(counts[who, of] for of in columns)) for who in POWERS)
    rows = tuple((POWER_NAMES[who], row) for who, row in cells if any(row))
    return drawn.MatrixChart(tuple(POWER_CODES.get(of, "none") for of in columns), rows)


def _who_vetoed(total: Sums) -> list[HeadToHead]:
    """Who vetoed leaders of whom, the fiercest first, then by name."""
    rows = (row for row in head_to_head(total) if row.vetoes)
    return sorted(rows, key=lambda row: (-row.vetoes, row.who, row.of))


def _vetoed(who: str, of: str, count: int) -> str:
    return f"{POWER_NAMES[who]}, leaders of {the_country(of) if of else 'nobody'}: {count}"


_PARTS = (("v", "vetoes"), ("s", "support"), ("n", "votes on another"))


def costs(total: Sums) -> PrintedChart | None:
    """LiF 4.1(3), 4.1(5): what each power paid for; None where nobody paid."""
    paid = {row.who: (row.vetoes, row.supports, row.votes) for row in spending(total) if row.total}
    spent = tuple((POWER_NAMES[power], paid[power]) for power in POWERS if power in paid)
    if not spent:
        return None
    words = "; ".join(f"{name} {sum(parts)}" for name, parts in spent)
    return PrintedChart(
        drawn.StackedChart(_PARTS, spent),
        f"Veto points paid: {words}.",
        "What points were paid for",
    )


def luck_of_the_cup(total: Sums) -> PrintedChart | None:
    """LiF 4.1(1): leaders drawn against those expected; None before a draw."""
    rows = tuple(
        (POWER_NAMES[row.group], float(row.luck), signed_tenths(row.luck))
        for row in cup_luck(total)
        if row.group in POWERS
    )
    if not rows:
        return None
    words = "; ".join(f"{name} {text}" for name, _, text in rows)
    return PrintedChart(
        drawn.DivergingChart(rows, "fewer than expected", "more than expected"),
        f"Leaders drawn above or below expectation: {words}.",
        "Leaders out of the cup, against what was to be expected",
    )
