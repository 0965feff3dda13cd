"""LiF: the parts of the book: a chapter a year, the leaders, the reckoning, every draw. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel.pages import PageContext
from campaign.kernel.volume import blocks, plain
from campaign.kernel.volume.plain import Volumes, VolumeSource
from campaign.lif import calendar
from campaign.lif.board.history import Draw
from campaign.lif.board.views.draws import board_matrix
from campaign.lif.book import charts
from campaign.lif.book.club import club_figures
from campaign.lif.book.honours import honours
from campaign.lif.book.measures import cup_luck, tenths
from campaign.lif.book.sums import Sums, of_campaign
from campaign.lif.figures import whereabouts
from campaign.lif.names import country, names_of
from campaign.lif.roster import POWER_CODES, POWER_NAMES, POWERS
from campaign.lif.state import State, with_status
from campaign.lif.story import facts
from campaign.lif.story.careers import by_leader
from campaign.lif.story.leader_pages import CareerTurn, career_turns, figures, leaders_with_pages
from campaign.lif.story.turn_notes import Log, Notes, facts_in
from campaign.text.english import capital, counted

Source = VolumeSource[State, Notes]
LINES = 14
"""So many lines of a career stand on a leader's card."""


def parts(source: Source) -> blocks.VolumeParts:
    """LiF: the whole book; without leaders no more than the turns and the rulings."""
    logs = source.context.logs
    state = logs[-1].end
    has_leaders = "leaders" in state.campaign.modules
    return blocks.VolumeParts(
        front=(blocks.Prose((source.verdict,)), _table(source), charts.war(logs)),
        chapters=tuple(_years(source)),
        reckoning=tuple(_reckoning(source)) if has_leaders else (),
        appendices=(*_draws(logs), *plain.rulings(source.about)),
        byline=plain.byline(logs[-1]),
        index=tuple(sorted({name for at in range(len(logs)) for name in _names(logs[at])})),
    )


VOLUMES = Volumes[State, Notes](parts, club_figures)


def _table(source: Source) -> blocks.PrintedTable:
    """Who played what, and how each power ended."""
    logs = source.context.logs
    state = logs[-1].end
    in_play = [state.sheet[who].power for who in with_status(state, "arriving", "map", "circle")]
    rows = tuple(
        (
            POWER_NAMES[power],
            plain.players_of(logs, power),
            str(state.veto_points.get(power, 0)),
            str(in_play.count(power)),
        )
        for power in POWERS
    )
    heads = ("power", "played by", "points", "leaders")
    return blocks.PrintedTable(heads, rows, (2, 3), "The table")


# --- a chapter a year ---------------------------------------------------------------------------


def _years(source: Source) -> Iterator[blocks.BookChapter]:
    by_year: dict[int, list[int]] = {}
    for place, log in enumerate(source.context.logs):
        by_year.setdefault(calendar.year(log.turn), []).append(place)
    for year, places in by_year.items():
        yield blocks.BookChapter(
            str(year),
            plain.headline_of(source, places),
            (*_year(source, year, places), *(_leaf(source, at) for at in places)),
        )


def _year(source: Source, year: int, places: Sequence[int]) -> Iterator[blocks.VolumeBlock]:
    """A year in figures, and its fronts."""
    logs = [source.context.logs[at] for at in places]
    draws = [draw for log in logs for draw in log.notes.draws.values()]
    if draws:
        results = [draw.result for draw in draws]
        paid = sum(one.points for one in facts.only(facts.PointsPaid, facts_in(logs)))
        figures = (
            ("drawn", len(draws)),
            ("promoted", results.count("promoted")),
            ("vetoed", results.count("vetoed")),
            ("points paid", paid),
        )
        yield blocks.KeyFigures(tuple((name, str(figure)) for name, figure in figures))
    chart = charts.fronts(logs[-1].end, str(year))
    if chart is not None:
        yield chart


def _leaf(source: Source, place: int) -> blocks.Leaf:
    """A turn: its news, its Board, the veto points that were left."""
    log = source.context.logs[place]
    usual = plain.leaf(source, place)
    points = ", ".join(
        f"{POWER_NAMES[power]} {log.end.veto_points[power]}"
        for power in POWERS
        if log.end.veto_points.get(power)
    )
    return replace(
        usual,
        small=f"Veto points left: {points}." if points else "",
        board=_board(source.context, place),
        names=_names(log),
    )


def _names(log: Log) -> tuple[str, ...]:
    """Leaders who were drawn in a turn, or whose places changed."""
    who = {draw.leader for draw in log.notes.draws.values()} | log.notes.movers
    return tuple(sorted({_indexed(log.end, one) for one in who if one in log.end.sheet}))


def _indexed(state: State, who: str) -> str:
    counter = state.sheet[who]
    return f"{counter.name} ({country(counter.power)})"


def _board(context: PageContext[State, Notes], place: int) -> blocks.SignGrid | None:
    """LiF 4.1: the Promotions Board of a turn, a row a draw."""
    matrix = board_matrix(PageContext(context.logs, place))
    if matrix is None or not matrix.draws:
        return None
    rows = tuple(
        blocks.SignRow(
            f"{row.leader.name} {'★' * row.leader.rank}",
            tuple(cell.sign for cell in row.cells),
            row.result,
            " ".join(row.remarks),
        )
        for row in matrix.draws
    )
    heads = tuple(POWER_CODES[power] for power in matrix.powers)
    key = tuple((sign, words) for _, sign, words in matrix.key)
    return blocks.SignGrid(heads, rows, key, "Promotions Board")


# --- the leaders and the reckoning --------------------------------------------------------------


def _reckoning(source: Source) -> Iterator[blocks.BookChapter]:
    context = source.context
    logs, state, total = context.logs, context.log.end, of_campaign(context.logs)
    if cards := tuple(_cards(context)):
        words = f"{counted(len(cards), 'leader')} who came before the Board or into play"
        yield blocks.BookChapter("The leaders", words, (blocks.BookCards(cards),))
    given_out = honours(facts_in(logs), total, state.veto_points, names_of(state))
    if given_out:
        yield blocks.BookChapter(
            "Honours", "Worked out from the record", (blocks.Honours(given_out),)
        )
    players = {power: plain.players_of(logs, power) for power in POWERS}
    drawn = (charts.points(logs, players), charts.vetoes(total), charts.costs(total))
    printed: tuple[blocks.VolumeBlock, ...] = tuple(chart for chart in drawn if chart is not None)
    yield blocks.BookChapter("Points and vetoes", "What the Board cost, and whom", printed)
    if (chart := charts.luck_of_the_cup(total)) is not None:
        yield blocks.BookChapter("The luck of the cup", _LUCK, (chart, _luck(total)))
    if road := tuple(_road(logs)):
        table = blocks.PrintedTable(("turn", "what was chosen"), road)
        yield blocks.BookChapter("The road to war", "How the USA came in", (table,))


_LUCK = "Before a draw, every leader in the cup is as likely as any other"


def _luck(total: Sums) -> blocks.PrintedTable:
    rows = tuple(
        (POWER_NAMES[row.group], str(row.leaders), tenths(row.expected_leaders))
        for row in cup_luck(total)
        if row.group in POWERS
    )
    return blocks.PrintedTable(("power", "drawn", "expected"), rows, (1, 2))


def _road(logs: Sequence[Log]) -> Iterator[tuple[str, str]]:
    """LiF 5.3: the options and actions of US entry."""
    for log in logs:
        for at, row in enumerate(log.notes.entry):
            yield "" if at else _short(log.turn), row.sentence


def _cards(context: PageContext[State, Notes]) -> Iterator[blocks.BookCard]:
    """LiF 3, 4: a card for each leader to whom anything happened since the campaign began."""
    logs, state = context.logs, context.log.end
    known = by_leader(facts_in(logs))
    for who in leaders_with_pages(context):
        career = known.get(who, [])
        if any(step.what not in _QUIET for step in facts.only(facts.CareerStep, career)):
            yield _card(state, who, figures(career), career_turns(logs, career))


_QUIET: frozenset[facts.CareerEvent] = frozenset({"begins", "joins-cup", "joins-reserve"})


def _card(
    state: State, who: str, counts: Sequence[tuple[str, int]], turns: Sequence[CareerTurn]
) -> blocks.BookCard:
    counter = state.sheet[who]
    lines = [(_short(turn.turn), " ".join(line.text for line in turn.lines)) for turn in turns]
    if len(lines) > LINES:
        more = counted(len(lines) - LINES + 1, "turn")
        lines = [*lines[: LINES - 1], ("later", f"{more} more in the report of the campaign.")]
    shown = tuple((name.lower(), str(count)) for name, count in counts)
    end = f"{capital(whereabouts(state, who))}."
    return blocks.BookCard(
        counter.name, country(counter.power), counter.rank, shown, tuple(lines), end
    )


# --- every draw ---------------------------------------------------------------------------------


def _draws(logs: Sequence[Log]) -> Iterator[blocks.BookChapter]:
    rows = tuple(_draw(log.end, draw) for log in logs for draw in log.notes.draws.values())
    if rows:
        heads = ("no.", "turn", "leader", "result", "points")
        table = blocks.PrintedTable(heads, rows, (0, 4))
        yield blocks.BookChapter(
            "Every draw", f"{counted(len(rows), 'draw')} from the cup", (table,)
        )


def _draw(state: State, draw: Draw) -> tuple[str, ...]:
    paid = sum(ballot.paid for ballot in draw.ballots) + sum(vote.paid for vote in draw.votes)
    return (
        str(draw.number),
        _short(draw.turn),
        _indexed(state, draw.leader),
        draw.result,
        str(paid),
    )


def _short(turn: str) -> str:
    """A turn where there is little room: `Sep/Oct 1939`."""
    year, months = turn.split("-")
    return f"{'/'.join(name[:3] for name in calendar.NAMES[months].split('/'))} {year}"
