"""LiF 5.3: the road to war as reports and the index show it, and the USA's own page. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from campaign.kernel import pages
from campaign.kernel.pages import Shown
from campaign.lif import calendar
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from campaign.lif.state import ENTRY, MODULE, POOL_NAMES, TENSION, THEATRES, State, chits_in
from campaign.lif.story.turn_notes import Context, GameSection, Log, chart_span
from campaign.lif.story.turn_sums import of_turns
from campaign.lif.us_entry import turn_views
from campaign.lif.us_entry.available import Move, next_moves
from campaign.lif.us_entry.turn_views import holds, waits
from campaign.lif.us_entry.waiting import is_begun
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonFields
from events.lif import us_entry as facts

# --- LiF 5.3: chit counts over the campaign: plain numbers, which the templates draw as SVG -----

WIDTH, HEIGHT = 320, 118
LEFT, RIGHT, TOP, BOTTOM = 20, 66, 10, 20
APART = 14.0
"""The least distance of two labels."""


Series = Mapping[facts.Theatre, tuple[Sequence[int], Sequence[int]]]
"""Entry and tension chits: before the first turn, then at the end of each."""


def entry_charts(series: Series, turns: pages.ChartSpan) -> tuple[Shown, ...]:
    """LiF 5.3: the chits of each theatre's two pools as steps, both on one scale, wide enough for
    the whole campaign; the labels stand beside the ends of the lines.
    """
    step = (WIDTH - LEFT - RIGHT) / turns.count
    peak = max(6, *(max(counts) for pair in series.values() for counts in pair))

    def height(count: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / peak), 2)

    def line(counts: Sequence[int]) -> str:
        return pages.step_line([height(count) for count in counts], LEFT, step)

    across = turns.ticks(LEFT, step)
    every = next(size for size in (2, 5, 10, 20, 50, 1000) if peak // size <= 5)
    up = tuple(pages.ChartTick(height(count), str(count)) for count in range(0, peak + 1, every))
    return tuple(
        Shown(
            theatre=theatre,
            entry=line(entry),
            tension=line(tension),
            x=round(LEFT + (len(entry) - 1) * step, 2),
            entry_y=height(entry[-1]),
            tension_y=height(tension[-1]),
            labels=_labels(entry[-1], tension[-1], height(entry[-1]), height(tension[-1])),
            across=across,
            up=up,
            words=f"entry chits {_course(entry)}; tension chits {_course(tension)}",
        )
        for theatre, (entry, tension) in series.items()
    )


def _course(counts: Sequence[int]) -> str:
    return f"from {counts[0]} to {counts[-1]}, at most {max(counts)}"


def _labels(
    entry: int, tension: int, first: float, second: float
) -> tuple[pages.ChartTick, pages.ChartTick]:
    """Labels at the ends of the lines, moved apart where they would touch."""
    lack = APART - abs(first - second)
    if lack > 0:
        up = -1 if first <= second else 1
        first, second = first + up * lack / 2, second - up * lack / 2
    lowest = HEIGHT - BOTTOM + 2
    over = max(first, second) - lowest
    if over > 0:
        first, second = first - over, second - over
    return pages.ChartTick(round(first + 4, 2), f"{entry} entry"), pages.ChartTick(
        round(second + 4, 2), f"{tension} tension"
    )


# --- LiF 5.3: who may do what next turn, as far as the record says ------------------------------

AIMED: dict[tuple[facts.Theatre, ...], str] = {
    ("germany-italy",): "against Germany and Italy",
    ("japan",): "against Japan",
}


def comes_next(state: State) -> Shown:
    """LiF 5.3: options and actions that nothing forbids, by power, each with for or against whom
    and what it takes beside the record; apart, in words, what the club's chart has still to say.
    """
    moves = next_moves(state)
    ready: list[tuple[Move, str, tuple[str, ...]]] = []
    lacking: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for move in (*moves.options, *moves.actions):
        if move.missing:
            lacking.setdefault((move.kind, move.missing), []).append(str(move.number))
        else:
            ready.append((move, *_aim_and_needs(move)))
    order = ("usa", *(power for power in POWERS if power != "usa"), "")
    return Shown(
        rows=tuple(sorted(ready, key=lambda row: order.index(row[0].power))),
        spain=moves.spain,
        missing=tuple(
            f"{kind if len(numbers) == 1 else kind + 's'} {listed(numbers)} ({listed(missing)})"
            for (kind, missing), numbers in lacking.items()
        ),
    )


def _aim_and_needs(move: Move) -> tuple[str, tuple[str, ...]]:
    aim = AIMED.get(move.aimed, "against both") if move.kind == "option" else ""
    if move.targets:
        aim = f"for {listed(map(the_country, move.targets), 'or')}"
    level = (f"entry level {move.level}",) if move.level else ()
    who = () if move.power else ("Who takes it?",)
    return aim, (*level, *who, *move.asks)


# --- LiF 5.3: the road to war as a turn's report and the index show it --------------------------
# Pure; values once shown only.
#
# It reads counts of the pools, never a value: the journal's sentences give values that were shown.

AGAINST = {"germany-italy": "Germany and Italy", "japan": "Japan"}


_POOLS = tuple(pool for theatre in THEATRES for pool in (ENTRY[theatre], TENSION[theatre]))


def road_turn(context: Context) -> Shown | None:
    """LiF 5.3: what happened on the road in a turn; None if nothing did and nothing is awaited."""
    log = context.log
    if not has_begun(log.end):
        return None
    done, awaited = turn_views.deeds(log.notes.entry, log.end.entry), tuple(waits(log.end))
    if not (done.deeds or done.rest or awaited):
        return None
    return Shown(lede=how_far(log.end), waits=awaited, turn=done)


def road_view(context: Context) -> Shown | None:
    """LiF 5.3: the whole road as it is at the end of a turn, and what may come while that is not
    over; None if US entry is not played or has not begun.
    """
    log = context.log
    state, entry = log.end, log.end.entry
    if not has_begun(state):
        return None
    is_open = context.place + 1 == len(context.logs) and not state.campaign.closed
    return Shown(
        pools=tuple(turn_views.pool_row(log, pool) for pool in _POOLS),
        common=turn_views.common_pool(entry),
        charts=charts(context.past),
        options=turn_views.taken_rows(entry, "option", entry.options, log.turn),
        actions=turn_views.taken_rows(entry, "action", entry.actions, log.turn),
        holds=tuple(holds(state)),
        next=comes_next(state) if is_open else None,
    )


def road_in_short(context: Context) -> Shown | None:
    """LiF 5.3: how far the USA has come, with the page of the latest turn; None if US entry is not
    played or has not begun.
    """
    log = context.log
    if not has_begun(log.end):
        return None
    page = pages.page_name(log.turn)
    return Shown(lede=how_far(log.end), charts=charts(context.logs), page=page)


def has_begun(state: State) -> bool:
    """LiF 5.3: whether US entry is played and has begun."""
    return MODULE in state.campaign.modules and is_begun(state.entry)


def charts(logs: Sequence[Log]) -> tuple[Shown, ...]:
    """LiF 5.3: chit counts up to the last of these turns."""
    turns = of_turns(logs)
    states = [turns[0].start, *(turn.end for turn in turns)]

    def counts(pool: facts.Pool) -> list[int]:
        return [state.chits.get(pool, 0) for state in states]

    series = {theatre: (counts(ENTRY[theatre]), counts(TENSION[theatre])) for theatre in THEATRES}
    return entry_charts(series, chart_span(*turns[0].span))


def how_far(state: State) -> str:
    """LiF 5.3: how far the USA has come, in a sentence."""
    entry = state.entry
    chits = listed(
        f"{_no(len(chits_in(entry, ENTRY[theatre])), 'entry chit')} against {AGAINST[theatre]}"
        for theatre in THEATRES
    )
    tension = sum(len(chits_in(entry, pool)) for pool in TENSION.values())
    taken = f"{_no(len(entry.options), 'option')} and {_no(len(entry.actions), 'action')}"
    return f"The USA has {chits}, and {_no(tension, 'tension chit')}; {taken} have been taken."


def _no(number: int, noun: str) -> str:
    return counted(number, noun) if number else f"no {noun}s"


def in_short(log: Log) -> tuple[str, ...]:
    """LiF 5.3: a turn's options and actions by number, each once."""
    sentences: dict[str, None] = {}
    for row in log.notes.entry:
        match row.event:
            case facts.EntryOptionPicked(option=number):
                sentences[f"option {number}"] = None
            case facts.EntryActionTaken(action=number):
                sentences[f"action {number}"] = None
    return tuple(sentences)


ROAD = GameSection("road", "Road to war", "us_entry/templates/road.html", road_turn, part="rest")


ROAD_IN_FULL = GameSection(
    "entry", "US entry in full", "us_entry/templates/road_in_full.html", road_view, part="record"
)


ROAD_IN_SHORT = GameSection(
    "road", "The road to war", "us_entry/templates/road_in_short.html", road_in_short
)


# --- LiF 5.3: the USA's own page: its chits with their values, for its player alone -------------


def private_view(state: State, answer: pages.PrivateAnswer) -> Shown:
    """The page, made from a state and the ledger's private answer to the USA's player; options
    that the record does not forbid, each with what its level lacks.
    """
    own = answer.private
    options = (move for move in next_moves(state).options if not move.missing)
    return Shown(
        member=state.campaign.called(answer.member),
        name=calendar.in_words(own["turn"]),
        own=own,
        waits=(*_waits(own), *_due(state)),
        reach=tuple((move, _lacks(move, own["levels"])) for move in options),
        version=answer.version,
        head=answer.head,
    )


def _waits(own: JsonFields) -> Iterable[str]:
    """Ruling 39: when each wait ends; the later end counts."""
    again = {"entry": "draw entry chits", "tension": "pick options"}
    for kind, until in own["waits"].items():
        if until is not None:
            over = calendar.ordinal(until) <= calendar.ordinal(own["turn"])
            when = "now" if over else f"from {calendar.in_words(until)} on"
            yield f"You may {again[kind]} {when}, once the chits put aside have been shown."


def _due(state: State) -> Iterable[str]:
    """LiF 5.3.3: chits drawn at the table that are still to be entered."""
    for due in state.entry.due:
        be = "is" if due.count == 1 else "are"
        where = f"aside for {POOL_NAMES[due.pool]}" if due.aside else f"in {POOL_NAMES[due.pool]}"
        yield f"{counted(due.count, 'chit')} {be} due {where}; enter the values drawn."


def _lacks(move: Move, levels: Mapping[facts.Theatre, int]) -> str:
    lacks = move.lacks(levels).items()
    return listed(f"{number} against {AGAINST[one]}" for one, number in lacks)


PRIVATE = pages.PrivatePage[State]("us-entry", "us_entry/templates/private.html", private_view)
