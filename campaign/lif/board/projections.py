"""LiF 4: read tables of leaders, the cup, veto points and the Promotions Board. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.board.history import BoardHistory, Draw
from campaign.lif.names import country
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from events.campaign import TurnBegan
from events.lif.board import LeaderValuesSet
from events.lif.cup import LeaderCounter

LEADERS = READ_TABLES.table("leaders")
CUP = READ_TABLES.table("cup")
VETO_POINTS = READ_TABLES.table("veto_points")
VETO_POINT_CHANGES = READ_TABLES.table("veto_point_changes")
PROMOTIONS = READ_TABLES.table("promotions")
LEADER_VALUES = READ_TABLES.table("leader_values")
VETO_ACCURACY = READ_TABLES.table("veto_accuracy")
BALLOTS = READ_TABLES.table("ballots")
VOTES = READ_TABLES.table("votes")


# --- LiF 4: draws, ballots and veto points with their names, and what people ask about them -----

_POINTS = ",\n  ".join(
    f"sum(points) FILTER (WHERE power = '{power}') AS {power}" for power in POWERS
)
VIEWS = (
    READ_TABLES.view("draws"),
    READ_TABLES.view("markers"),
    READ_TABLES.view("points_by_turn", points=_POINTS),
)
QUERIES = (
    READ_TABLES.query("who-vetoed-whom"),
    READ_TABLES.query("vetoes-head-to-head"),
    READ_TABLES.query("points-over-time", powers=", ".join(POWERS)),
    READ_TABLES.query("points-spent"),
    READ_TABLES.query("the-board-by-turn"),
    READ_TABLES.query("most-vetoed-leaders"),
    READ_TABLES.query("leaders-never-drawn"),
)


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
