"""LiF 4.1: the facts of draws, opened ballots and points paid. Pure."""

from collections.abc import Iterator

from campaign.leaders_in_flames.board.promotions_board import COUNTED
from campaign.leaders_in_flames.names import player
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import State, with_status
from campaign.leaders_in_flames.statistics.facts import (
    CupDraw,
    Fact,
    Finders,
    GroupInCup,
    Paid,
    PointsPaid,
    Said,
    VetoCast,
)
from events.lif.board import BallotsOpened, LeaderDrawn, VetoPointsSpent


def _drawn(version: int, turn: str, state: State, event: LeaderDrawn) -> Iterator[Fact]:
    cup = tuple(with_status(state, "cup"))
    fair = state.shielded and event.source == "ledger"
    yield CupDraw(
        version,
        turn,
        event.draw,
        event.leader,
        cup,
        _groups(state, cup, event.leader),
        event.source,
        fair,
    )


def _groups(state: State, cup: tuple[str, ...], drawn: str) -> dict[str, GroupInCup]:
    """LiF 4.1: what each power and each side has in the cup."""
    members: dict[str, list[str]] = {}
    for who in cup:
        counts = sides.allegiance(state, who)
        for group in (counts.power, counts.side):
            if group is not None:
                members.setdefault(group, []).append(who)
    rank = {who: state.sheet[who].rank for who in cup}
    return {
        group: GroupInCup(
            len(leaders),
            sum(rank[who] for who in leaders),
            sum(rank[who] ** 2 for who in leaders),
            rank[drawn] if drawn in leaders else 0,
        )
        for group, leaders in members.items()
    }


def _opened(version: int, turn: str, state: State, event: BallotsOpened) -> Iterator[Fact]:
    leader = state.board.leader
    if leader is None:
        return
    owner = sides.allegiance(state, leader).power or ""
    of_member = player(state, owner) if owner else ""
    for power, ballot in event.ballots.items():
        if ballot.choice == "veto" and ballot.how in COUNTED:
            yield VetoCast(
                version,
                turn,
                state.board.draw,
                leader,
                power,
                player(state, power),
                _said(state, leader, power),
                owner,
                of_member,
            )


def _said(state: State, leader: str, power: str) -> Said:
    """LiF 4.1(2): a veto by the leader's own side is support."""
    return "support" if sides.supports(state, leader, power) else "veto"


def _spent(version: int, turn: str, state: State, event: VetoPointsSpent) -> Iterator[Fact]:
    board = state.board
    leader = board.leader or ""
    for power, points in event.points.items():
        on: Paid = "vote" if board.phase == "votes" else _said(state, leader, power)
        yield PointsPaid(version, turn, board.draw, leader, power, player(state, power), on, points)


BOARD: Finders = {
    LeaderDrawn: _drawn,
    BallotsOpened: _opened,
    VetoPointsSpent: _spent,
}
