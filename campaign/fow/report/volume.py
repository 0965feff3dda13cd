"""What the game brings to the book: the strip with every battle, a leaf a round, a report a battle,
points, players, the campaign beside its history, forces. Pure.
"""

from collections.abc import Iterator, Sequence

from campaign.fow.report import battles, forces, lines, points
from campaign.fow.report.turn_notes import Context, Log, Notes, Shown
from campaign.fow.results.outcomes import standings
from campaign.fow.state import LineState, State
from campaign.kernel.pages import PageContext
from campaign.kernel.volume import blocks, charts, plain
from campaign.kernel.volume.plain import ClubFigure, Volumes, VolumeSource
from campaign.text.english import capital, counted, listed

Source = VolumeSource[State, Notes]
_LETTERS = {"allies": "Al", "axis": "Ax"}


def parts(source: Source) -> blocks.VolumeParts:
    """FoW: the whole book."""
    state = source.context.log.end
    known = dict.fromkeys((*state.players, *state.campaign.powers.values()))
    return blocks.VolumeParts(
        front=(blocks.Prose((source.verdict,)), *plain.the_table(source), *_strips(state)),
        chapters=tuple(_rounds(source)),
        reckoning=tuple(_reckoning(source)),
        appendices=tuple(plain.rulings(source.about)),
        byline=" · ".join(map(state.campaign.called, known)),
    )


_COUNTED = (
    ("battles", "Battles commanded that were booked."),
    ("won", "Those that their side won."),
    ("drawn", "Those that nobody won."),
    ("lost", "Those that the enemy won."),
    ("points", "Victory points brought in."),
)


def club_figures(context: Context) -> tuple[ClubFigure, ...]:
    """FoW Ending the Campaign: battles, won, drawn and lost, and points, of everybody who fought.

    Battles beside the campaign are not among them.
    """
    figures = []
    for who, one in standings(context.log.end).items():
        figures += [ClubFigure(who, key, key, getattr(one, key), how=how) for key, how in _COUNTED]
    return tuple(figures)


VOLUMES = Volumes[State, Notes](parts, club_figures)


# --- the strip ----------------------------------------------------------------------------------


def _strips(state: State) -> Iterator[blocks.PrintedChart]:
    """FoW Axis of Attack: each line with all its battles."""
    for line in state.lines.values():
        if line.axis is not None and (drawn := _strip(state, line)):
            caption = f"{line.name}: every battle in its sector, and where it left the line"
            alt = " ".join(step.words for step in lines.strip(state, state, line, 10_000).trail)
            yield blocks.PrintedChart(drawn, alt or lines.stands(state, line), caption)


def _strip(state: State, line: LineState) -> charts.StripChart | None:
    assert line.axis is not None
    sectors = sorted(line.axis.sector, key=lambda one: one.place)
    places = [sector.place for sector in sectors]
    played = tuple(_played(state, line, places))
    goals = tuple(
        (places.index(place), f"for {_LETTERS.get(side, side)}")
        for side, place in line.axis.objective.items()
        if place in places
    )
    names = tuple(sector.name or str(sector.place) for sector in sectors)
    return charts.StripChart(names, goals, played) if played else None


def _played(state: State, line: LineState, places: Sequence[int]) -> Iterator[charts.StripBattle]:
    """Every battle of a line, and where it left it."""
    for battle, to in lines.fought_on(state, line):
        if battle.sector in places and to in places:
            number, sign = battle.id.rpartition("-")[2], _sign(battle.winner, battle.state)
            yield charts.StripBattle(
                int(number), places.index(battle.sector), places.index(to), sign
            )


def _sign(winner: str, state: str) -> str:
    if state == "abandoned":
        return "×"
    return _LETTERS.get(winner, winner) if winner else ("=" if state == "settled" else "…")


# --- a leaf a round, a report a battle ----------------------------------------------------------


def _rounds(source: Source) -> Iterator[blocks.BookChapter]:
    for title, places in plain.divided(source):
        printed = tuple(block for at in places for block in _round(source, at))
        yield blocks.BookChapter(title, plain.headline_of(source, places), printed)


def _round(source: Source, place: int) -> Iterator[blocks.VolumeBlock]:
    yield plain.leaf(source, place)
    view = battles.battles(PageContext(source.context.logs, place))
    for one in view.battles if view else ():
        if one.state in ("settled", "abandoned", "reported"):
            yield _report(one)


def _report(one: Shown) -> blocks.Report:
    heads = ("side", "commander", "", "platoons", "lost", "points")
    rows = tuple(
        (
            side.name,
            side.commander,
            side.role,
            str(side.platoons or "–"),
            str(side.lost),
            str(side.points),
        )
        for side in one.sides
    )
    losses = tuple(f"{side.name} lost {listed(side.losses)}." for side in one.sides if side.losses)
    where = ", ".join(part for part in (one.mission, one.place) if part)
    notes = (" ".join(one.chosen.lines), " ".join((*one.reckoned, *losses)), " ".join(one.notes))
    return blocks.Report(one.title, where, one.result, heads, rows, tuple(filter(None, notes)))


# --- the reckoning ------------------------------------------------------------------------------


def _reckoning(source: Source) -> Iterator[blocks.BookChapter]:
    context = source.context
    state = context.log.end
    drawn = tuple(_points(context.logs, state))
    if drawn:
        yield blocks.BookChapter("Victory points", "What each side had left, round by round", drawn)
    yield from _players(context)
    if past := lines.past(context):
        printed = tuple(block for line in past.lines for block in _past(line))
        yield blocks.BookChapter("Beside history", "Whether the commanders did better", printed)
    yield from _forces(context)


def _points(logs: Sequence[Log], state: State) -> Iterator[blocks.VolumeBlock]:
    for line in state.lines.values():
        made = points.chart(logs, line.id)
        if made is None:
            continue
        series = tuple(
            charts.ChartLine(state.sides[side], tuple(made.series[side])) for side in state.sides
        )
        count = max(len(logs), made.last)
        yield blocks.PrintedChart(charts.LineChart(series, count), f"{made.words}.", line.name)
        rows = tuple(
            (
                "" if at else log.turn.rpartition("-")[2].lstrip("0"),
                state.sides.get(change.side, change.side),
                change.change,
                change.reason,
            )
            for log in logs
            for at, change in enumerate(points.changes(log, line.id))
        )
        if rows:
            yield blocks.PrintedTable(
                ("round", "side", "points", "for"), rows, (2,), "Won and spent"
            )


def _players(context: Context) -> Iterator[blocks.BookChapter]:
    view = points.players(context)
    if view is None:
        return
    sides = context.log.end.sides
    rows = tuple(
        (one.name, sides.get(one.side, ""), *(str(getattr(one.of, key)) for key, _ in _COUNTED))
        for one in view.rows
    )
    heads = ("player", "side", "battles", "won", "drawn", "lost", "points")
    printed: list[blocks.VolumeBlock] = (
        [blocks.PrintedTable(heads, rows, (2, 3, 4, 5, 6))] if rows else []
    )
    if view.free:
        free = tuple((one.title, f"{one.winner}.", one.players, one.note) for one in view.free)
        columns = ("battle", "result", "players", "note")
        printed.append(blocks.PrintedTable(columns, free, caption="Beside the campaign"))
    best = f"{view.rows[0].name} brought in most" if rows and view.rows[0].of.points else ""
    yield blocks.BookChapter("The players", best, tuple(printed))


def _past(line: Shown) -> Iterator[blocks.VolumeBlock]:
    rows = tuple((str(row.number), row.played, row.date, row.happened) for row in line.rows)
    yield blocks.PrintedTable(("battle", "here", "date", "in history"), rows, (0,), line.name)
    yield blocks.Prose(tuple(text for _, text in line.reach))


def _forces(context: Context) -> Iterator[blocks.BookChapter]:
    view = forces.forces(context)
    if view is None:
        return
    sides = context.log.end.sides
    printed: list[blocks.VolumeBlock] = []
    for force in view.forces:
        whose = f", {force.member}" if force.member else ""
        rows = tuple(
            (group.name if not at else "", name, str(worth))
            for group in force.classes
            for at, (name, worth) in enumerate(group.platoons)
        )
        title = f"{force.name}: {sides.get(force.side, force.side)}{whose}"
        printed.append(blocks.PrintedTable(("class", "platoon", "points"), rows, (2,), title))
        total = f"{force.points} of {counted(force.limit, 'point')}."
        printed.append(blocks.Prose((f"{force.about} {capital(total)}",), small=True))
    yield blocks.BookChapter("The forces", "As they stood at the end", tuple(printed))
