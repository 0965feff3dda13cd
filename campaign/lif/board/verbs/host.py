"""LiF 4, 4.1, 4.2: the host's verbs: the Board, the cup, veto points, leaders' values. Pure."""

from collections.abc import Mapping

from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.steps import GetTurnEnds
from campaign.kernel.terminal.views import Lines, View
from campaign.lif import roster
from campaign.lif.board.commands import SetLeaderValues
from campaign.lif.board.cup import LIKELIEST
from campaign.lif.board.values import Rows, hundredths, read_values, table_of, written
from campaign.lif.board.verbs.keyboard import board
from campaign.lif.front import STATUSES
from campaign.lif.names import country
from campaign.lif.parameters import TURN, completed
from campaign.lif.roster import POWERS
from campaign.lif.state import State

BOARD = verbs.Verb(
    words="board",
    example="campaign board club",
    parameters=(
        verbs.Flag("--open", "Only open the Board; choices come in by other verbs.", "only_open"),
    ),
    course=board,
)


# --- LiF 4, 4.2: the leaders, the cup and the veto points now -----------------------------------

_when = (
    verbs.VerbOption("--at", "As it was after this event.", verbs.Number(), metavar="VERSION"),
    verbs.VerbOption("--turn", "As it was at the end of this turn.", TURN),
)


def _leaders(call: verbs.Call, status: str | None, at: int | None, turn: str | None) -> verbs.Look:
    """Lists every leader: whose he is, his rank, and where he is."""
    return leaders((yield from verbs.state_of(State, at=at, turn=turn)), status)


def leaders(state: State, status: str | None) -> View:
    """LiF 4: every leader, or those of a status."""
    matches = {
        who: (state.sheet[who], where)
        for who, where in sorted(state.leaders.items())
        if status is None or where == status
    }
    rows: list[tuple[object, ...]] = [
        (
            who,
            counter.name,
            country(counter.power),
            "★" * counter.rank,
            counter.mark or counter.year,
            where,
        )
        for who, (counter, where) in matches.items()
    ]
    heads: tuple[str, ...] = ("id", "name", "country", "rank", "comes", "status")
    if status is not None:
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    data = [{**roster.as_json(counter), "status": where} for counter, where in matches.values()]
    return View(data, (Grid(heads, tuple(rows)),))


LEADERS = verbs.Verb(
    words="leaders",
    example="campaign leaders club\ncampaign leaders club --status arriving",
    parameters=(
        verbs.VerbOption("--status", "Only these.", verbs.OneOf("status", lambda: STATUSES)),
        *_when,
    ),
    title="Leaders",
    shows=_leaders,
)


def _cup(call: verbs.Call, at: int | None, turn: str | None) -> verbs.Look:
    """Lists the leaders in the cup."""
    return _leaders(call, "cup", at, turn)


CUP = verbs.Verb(
    words="cup", example="campaign cup club", parameters=_when, title="The cup", shows=_cup
)


def _held(state: State) -> dict[str, int]:
    return {power: state.veto_points.get(power, 0) for power in POWERS}


def _points(call: verbs.Call, *, by_turn: bool) -> verbs.Look:
    """Shows every power's veto points."""
    if by_turn:
        return points_by_turn((yield from GetTurnEnds()))
    held = _held((yield from verbs.state_of(State)))
    rows = tuple((country(power), number) for power, number in held.items())
    return View(held, (Grid(("power", "points"), rows, "points"),))


def points_by_turn(ends: Mapping[str, State]) -> View:
    """LiF 4.2: what every power held at the end of each turn."""
    held = {turn: _held(state) for turn, state in ends.items()}
    heads = ("turn", *(country(power) for power in POWERS))
    rows = tuple((turn, *points.values()) for turn, points in held.items())
    return View(held, (Grid(heads, rows, " ".join(heads[1:])),))


POINTS = verbs.Verb(
    words="points",
    example="campaign points club\ncampaign points club --by-turn",
    parameters=(verbs.Flag("--by-turn", "At the end of every turn."),),
    title="Veto points",
    shows=_points,
)

# --- LiF 4.1: what leaders are worth to the club, as a sheet ------------------------------------


def leader_values(
    call: verbs.Call, file: str | None, recall: str | None, usual: bool
) -> verbs.Course[None]:
    """Sets what leaders are worth to the club, from a sheet `leader,value` with a column for any
    power; a blank power means the row's value. Without FILE it prints the table in force, which can
    be changed and handed in. Every fault is named with its line and column, and with one nothing is
    recorded.

    A value point is an ability usable at its leader's full range for the whole campaign. Values
    are for veto advice; no rule reads them.
    """
    state = yield from verbs.state_of(State)
    if file is None and not usual and recall is None:
        table = table_of(state)
        own = [[*pair, value] for pair, value in table.own.items()]
        data = {"values": table.all, "own": own, "recall": table.recall}
        yield from verbs.shows(call, View(data, (Lines(tuple(written(state).splitlines())),)))
        return
    rows = () if usual else state.values
    if file is not None:
        rows = yield from rows_of(call, state, file)
    likely = state.recall if recall is None else hundredths(recall, LIKELIEST)
    if likely is None:
        yield from verbs.fail(f"a recall is a chance from 0 to 0.5, not {recall!r}")
    yield from verbs.act(SetLeaderValues, values=rows, recall=likely)


def rows_of(call: verbs.Call, state: State, file: str) -> verbs.Course[Rows]:
    """The values of a sheet; goes on only if it has no faults."""
    sheet = read_values(state, (yield from verbs.read_sheet(file)))
    yield from verbs.no_faults(call, sheet.bad, verbs.sheet_name(file))
    return tuple(row for rows in sheet.good for row in rows)


LEADER_VALUES = verbs.Verb(
    words="leader-values",
    example="""
    campaign leader-values club > values.csv
    campaign leader-values club values.csv
    campaign leader-values club --usual
    """,
    parameters=(
        verbs.Argument("file", "[FILE|-]", verbs.FilePath(dash=True), required=False),
        verbs.VerbOption("--recall", "How likely a leader is recalled in a turn, 0 to 0.5."),
        verbs.Flag("--usual", "Take the club's table away: the usual values count again."),
    ),
    course=leader_values,
)
VERBS = {verb.words: completed(verb) for verb in (BOARD, LEADERS, CUP, POINTS, LEADER_VALUES)}
