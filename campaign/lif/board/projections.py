"""LiF 4: read tables of leaders, the cup, veto points and the Promotions Board. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.board.history import BoardHistory, Draw
from campaign.lif.names import country
from campaign.lif.roster import POWERS, read_tables
from campaign.lif.state import State
from events.campaign import TurnBegan
from events.lif.board import LeaderValuesSet
from events.lif.cup import LeaderCounter

_READ = read_tables()
LEADERS = _READ.table("leaders")
CUP = _READ.table("cup")
VETO_POINTS = _READ.table("veto_points")
VETO_POINT_CHANGES = _READ.table("veto_point_changes")
PROMOTIONS = _READ.table("promotions")
LEADER_VALUES = _READ.table("leader_values")
VETO_ACCURACY = _READ.table("veto_accuracy")
BALLOTS = _READ.table("ballots")
VOTES = _READ.table("votes")


# --- LiF 4: draws, ballots and veto points with their names, and what people ask about them -----

_POINTS = ",\n  ".join(
    f"sum(points) FILTER (WHERE power = '{power}') AS {power}" for power in POWERS
)
VIEWS = (
    _READ.view("draws"),
    _READ.view("markers"),
    _READ.view("points_by_turn", points=_POINTS),
)
QUERIES = (
    _READ.query("who-vetoed-whom"),
    _READ.query("vetoes-head-to-head"),
    _READ.query("points-over-time", powers=", ".join(POWERS)),
    _READ.query("points-spent"),
    _READ.query("the-board-by-turn"),
    _READ.query("most-vetoed-leaders"),
    _READ.query("leaders-never-drawn"),
)


# --- Rows of the read tables of leaders, veto points and the Promotions Board -------------------


def rows() -> projections.RowMaker[State]:
    """A maker of rows that remembers the current draw."""
    board = BoardHistory()

    def made(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
        on_board = board.follow(step)
        if step.record.struck_by:
            return
        for change in on_board.changes:
            yield VETO_POINT_CHANGES.of(step, change)
        if on_board.changes or isinstance(step.record.event, TurnBegan):
            for power in POWERS:
                points = step.after.veto_points.get(power, 0)
                yield VETO_POINTS.of(step, power=power, points=points)
        if isinstance(event := step.record.event, LeaderValuesSet):
            for row in event.values:
                yield LEADER_VALUES.of(step, row, power=row.power or "")
        if on_board.draw is not None:
            yield from _of_draw(on_board.draw)

    return made


def _of_draw(draw: Draw) -> Iterator[projections.TableRow]:
    yield PROMOTIONS.of(draw, draw=draw.number, version=draw.drawn)
    for ballot in draw.ballots:
        yield BALLOTS.of(ballot, draw=draw.number, version=draw.opened)
    for vote in draw.votes:
        yield VOTES.of(vote, draw=draw.number, version=draw.voted)


def current(state: State) -> projections.Current:
    """LiF 2, 4: every leader's place, and who is in the cup."""
    leaders = [
        _leader(state, who, counter) for who, counter in state.sheet.items() if who in state.leaders
    ]
    yield LEADERS, leaders
    in_cup = [leader for leader in leaders if leader["status"] == "cup"]
    yield CUP, [{column: leader[column] for column in CUP.columns} for leader in in_cup]


def _leader(state: State, who: str, counter: LeaderCounter) -> projections.Row:
    """LiF 3.1: a leader, and where he is."""
    placement = state.play.placements.get(who)
    on_circle = state.leaders.get(who) == "circle"
    return LEADERS.row(
        counter,
        leader=who,
        country=country(counter.power),
        status=state.leaders[who],
        location=placement.location if placement else None,
        face_up=placement.face_up if placement else None,
        arrives=state.play.circle.get(who) if on_circle else None,
    )


def since(state: State) -> str:
    """LiF 4.1: while a leader is before the board, the draw is read again from its event on."""
    return "" if state.board.phase in ("closed", "draw") else PROMOTIONS.name


TABLES = projections.Projections[State](
    tables=(
        LEADERS,
        CUP,
        VETO_POINTS,
        VETO_POINT_CHANGES,
        PROMOTIONS,
        BALLOTS,
        VOTES,
        LEADER_VALUES,
        VETO_ACCURACY,
    ),
    rows=rows,
    current=current,
    made_from=lambda state: (state.sheet, state.leaders, state.play.placements, state.play.circle),
    since=since,
    views=VIEWS,
    queries=QUERIES,
)
