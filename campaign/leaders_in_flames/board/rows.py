"""Rows of the read tables of leaders, veto points and the Promotions Board. Pure."""

from collections.abc import Iterator

from campaign.kernel.tables import Current, Row, RowMaker, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.board import read_tables, table_views
from campaign.leaders_in_flames.board.history import (
    BoardHistory,
    Draw,
    OpenedBallot,
    OpenedVote,
    VetoPointChange,
)
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from events.campaign import TurnBegan
from events.lif.cup import LeaderCounter


def rows() -> RowMaker[State]:
    """A maker of rows that remembers the current draw."""
    board = BoardHistory()

    def made(step: Transition[State]) -> Iterator[TableRow]:
        on_board = board.follow(step)
        if step.record.struck_by:
            return
        for change in on_board.changes:
            yield read_tables.VETO_POINT_CHANGES, _change(step, change)
        if on_board.changes or isinstance(step.record.event, TurnBegan):
            for power in POWERS:
                points = step.after.veto_points.get(power, 0)
                row: Row = {"turn": step.turn, "power": power, "points": points}
                yield read_tables.VETO_POINTS, row
        if on_board.draw is not None:
            yield from _of_draw(on_board.draw)

    return made


def _change(step: Transition[State], change: VetoPointChange) -> Row:
    return {
        "version": step.record.version,
        "turn": step.turn,
        "power": change.power,
        "change": change.change,
        "reason": change.reason,
        "balance": change.balance,
    }


def _of_draw(draw: Draw) -> Iterator[TableRow]:
    yield read_tables.PROMOTIONS, _promotion(draw)
    for ballot in draw.ballots:
        yield read_tables.BALLOTS, _ballot(draw, ballot)
    for vote in draw.votes:
        yield read_tables.VOTES, _vote(draw, vote)


def _promotion(draw: Draw) -> Row:
    return {
        "draw": draw.number,
        "turn": draw.turn,
        "leader": draw.leader,
        "result": draw.result,
        "source": draw.source,
        "unforeseeable": int(draw.unforeseeable),
        "version": draw.drawn,
        "settled": draw.settled,
        "sequel": draw.sequel,
    }


def _ballot(draw: Draw, ballot: OpenedBallot) -> Row:
    return {
        "draw": draw.number,
        "power": ballot.power,
        "choice": ballot.choice,
        "said": ballot.said,
        "counts": int(ballot.counts),
        "supports": int(ballot.supports),
        "price": ballot.price,
        "how": ballot.how,
        "paid": ballot.paid,
        "laid_by": ballot.laid_by or None,
        "in_name": int(ballot.in_name),
        "version": draw.opened,
    }


def _vote(draw: Draw, vote: OpenedVote) -> Row:
    return {
        "draw": draw.number,
        "power": vote.power,
        "choice": vote.choice,
        "how": vote.how,
        "paid": vote.paid,
        "laid_by": vote.laid_by or None,
        "in_name": int(vote.in_name),
        "version": draw.voted,
    }


def current(state: State) -> Current:
    """LiF 2, 4: every leader's place, and who is in the cup."""
    leaders = [
        _leader(state, who, counter) for who, counter in state.sheet.items() if who in state.leaders
    ]
    yield read_tables.LEADERS, leaders
    columns = tuple(read_tables.CUP.columns)
    in_cup = [leader for leader in leaders if leader["status"] == "cup"]
    yield read_tables.CUP, [{column: leader[column] for column in columns} for leader in in_cup]


def _leader(state: State, who: str, counter: LeaderCounter) -> Row:
    return {
        "leader": who,
        "name": counter.name,
        "power": counter.power,
        "country": country(counter.power),
        "rank": counter.rank,
        "year": counter.year,
        "mark": counter.mark,
        "allegiance": counter.allegiance,
        "abilities": " ".join(str(number) for number in counter.abilities),
        "status": state.leaders[who],
        **_whereabouts(state, who),
    }


def _whereabouts(state: State, leader: str) -> Row:
    """LiF 3.1: where a leader is."""
    placement = state.play.placements.get(leader)
    on_circle = state.leaders.get(leader) == "circle"
    return {
        "location": placement.location if placement else None,
        "face_up": int(placement.face_up) if placement else None,
        "arrives": (state.play.circle.get(leader) or None) if on_circle else None,
    }


def since(state: State) -> str:
    """LiF 4.1: while a leader is before the board, the draw is read again from its event on."""
    return "" if state.board.phase in ("closed", "draw") else read_tables.PROMOTIONS.name


TABLES = Tables[State](
    tables=(
        read_tables.LEADERS,
        read_tables.CUP,
        read_tables.VETO_POINTS,
        read_tables.VETO_POINT_CHANGES,
        read_tables.PROMOTIONS,
        read_tables.BALLOTS,
        read_tables.VOTES,
    ),
    rows=rows,
    current=current,
    made_from=lambda state: (state.sheet, state.leaders, state.play.placements, state.play.circle),
    since=since,
    views=table_views.VIEWS,
    queries=table_views.QUERIES,
)
