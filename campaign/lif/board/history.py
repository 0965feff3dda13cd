"""LiF 4.1, 4.2: the result of each draw, and the reason for each change of veto points. Pure.

`BoardHistory` follows a history and remembers the current draw, because only earlier events say
what a vote or a veto was paid for. Read tables and reports are both made from it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel.projections import Transition
from campaign.lif.board.promotions_board import is_cast_veto
from campaign.lif.names import leader
from campaign.lif.politics import sides
from campaign.lif.state import State
from campaign.text.english import capital, counted
from events.base import Event
from events.disputes import FigureAdjusted
from events.lif import board
from events.lif.cup import LeadersActivated, LeadersSetUp, PositionStated


class OpenedVote(msgspec.Struct, frozen=True, kw_only=True):
    """LiF 4.1(5): one power's vote after all were shown."""

    power: str
    choice: board.Choice | board.Voice
    how: board.How
    paid: int = 0
    laid_by: str = ""
    """The member who sealed it; empty where nobody did."""
    in_name: bool = False
    """Sealed by another than the power's player."""


class OpenedBallot(OpenedVote, frozen=True, kw_only=True):
    """LiF 4.1(2): one power's ballot after all were shown."""

    counts: bool
    """Whether it is a veto that took effect."""
    supports: bool
    """Whether the power is on the leader's own side, so that its veto supports the leader."""
    price: int
    """What a veto on this leader costs the power."""

    @property
    def said(self) -> str:
        """The choice as people call it: a veto by the leader's own side is support."""
        return "support" if self.choice == "veto" and self.supports else self.choice


class Draw(msgspec.Struct, frozen=True):
    """LiF 4.1: one leader before the Promotions Board, from the draw to the result."""

    number: int
    turn: str
    leader: str
    source: Literal["ledger", "table"]
    unforeseeable: bool
    """Whether not even the holder of the vault key could have foreseen it."""
    drawn: int
    """Version of the draw."""
    result: Literal["open", "promoted", "vetoed"] = "open"
    opened: int | None = None
    """Version at which the ballots were opened."""
    settled: int | None = None
    """Version of the result."""
    ballots: tuple[OpenedBallot, ...] = ()
    votes: tuple[OpenedVote, ...] = ()
    voted: int | None = None
    """Version at which the votes were opened."""
    sequel: Literal["", "continued", "vote", "no votes", "empty cup"] = ""
    """What came after a promotion: another draw, or why the board closed."""


class VetoPointChange(msgspec.Struct, frozen=True):
    """LiF 4.2: veto points that a power gained or paid, and why."""

    power: str
    change: int
    reason: str
    balance: int
    rule: str = ""
    """Where it is another than the event's: a vote's."""

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        return f"{capital(self.reason)}."


class BoardStep(msgspec.Struct, frozen=True):
    """What an event did on the Promotions Board and to veto points."""

    draw: Draw | None = None
    """The draw in hand after the event, if the event had to do with it."""
    changes: tuple[VetoPointChange, ...] = ()


class BoardHistory:
    """Follows a history event by event, and remembers the current draw."""

    def __init__(self, draw: Draw | None = None) -> None:
        self._draw = draw

    @property
    def in_hand(self) -> Draw | None:
        """The current draw; None before the first."""
        return self._draw

    def copied(self) -> "BoardHistory":
        """The same, to go on from."""
        return BoardHistory(self._draw)

    def follow(self, step: Transition[State]) -> BoardStep:
        """What the next event did; an event that was struck out did nothing."""
        record, event = step.record, step.record.event
        if record.struck_by:
            return BoardStep()
        changes = _changes(self._draw, step.before, event, step.after)
        draw = after_event(self._draw, step.before, event, record.version) if step.before else None
        self._draw = draw or self._draw
        return BoardStep(draw, changes)


# --- draws --------------------------------------------------------------------------------------


def after_event(draw: Draw | None, state: State, event: Event, version: int) -> Draw | None:
    """The current draw after an event, or None if the event does not concern it.

    `state` is the one before the event.
    """
    if isinstance(event, board.LeaderDrawn):
        fair = state.shielded and event.source == "ledger"
        return Draw(event.draw, state.board.turn, event.leader, event.source, fair, version)
    return _after_draw(draw, state, event, version) if draw else None


def _after_draw(draw: Draw, state: State, event: Event, version: int) -> Draw | None:
    match event:
        case board.BallotsOpened():
            return replace(draw, ballots=_ballots(state, draw.leader, event), opened=version)
        case board.VotesOpened():
            votes = (OpenedVote(**_shown(state, *vote)) for vote in event.votes.items())
            return replace(draw, votes=tuple(votes), voted=version)
        case board.VetoPointsSpent():
            return _paid(draw, state, event)
        case board.LeaderPromoted():
            return replace(draw, result="promoted", settled=version)
        case board.LeaderVetoed():
            return replace(draw, result="vetoed", settled=version)
        case board.ReinforcementContinued():
            return replace(draw, sequel="continued")
        case board.ReinforcementClosed() if state.board.phase == "votes":
            return replace(draw, sequel=event.reason)
    return None


def _ballots(state: State, who: str, event: board.BallotsOpened) -> tuple[OpenedBallot, ...]:
    return tuple(
        OpenedBallot(
            **_shown(state, power, ballot),
            counts=is_cast_veto(ballot),
            supports=sides.supports(state, who, power),
            price=sides.cost(state, who, power),
        )
        for power, ballot in event.ballots.items()
    )


def _shown(state: State, power: str, shown: board.Ballot | board.Vote) -> dict[str, Any]:
    """What a ballot or a vote said, and who sealed it."""
    said = {"power": power, "choice": shown.choice, "how": shown.how}
    if (marker := state.board.markers.get(power)) is None:
        return said
    in_name = not marker.by_player and power in state.campaign.powers
    return {**said, "laid_by": marker.by, "in_name": in_name}


def _paid(draw: Draw, state: State, event: board.VetoPointsSpent) -> Draw:
    field = "votes" if state.board.phase == "votes" else "ballots"
    paid = (replace(one, paid=event.points.get(one.power, 0)) for one in getattr(draw, field))
    return replace(draw, **{field: tuple(paid)})


# --- veto points --------------------------------------------------------------------------------


def _changes(
    draw: Draw | None, state: State | None, event: Event, after: State
) -> tuple[VetoPointChange, ...]:
    voted = state is not None and state.board.phase == "votes"
    rule = "LiF 4.1(5)" if voted and isinstance(event, board.VetoPointsSpent) else ""
    return tuple(
        VetoPointChange(power, change, reason, after.veto_points.get(power, 0), rule)
        for power, change, reason in _points(draw, state, event)
        if change
    )


def _points(draw: Draw | None, state: State | None, event: Event) -> Iterator[tuple[str, int, str]]:
    """LiF 4.2: what each power gained or paid by an event, and the reason."""
    match event:
        case LeadersSetUp(veto_points=points) | LeadersActivated(points=points):
            yield from _to_all(points, "starting points")
        case PositionStated():
            yield from _to_all(_since(state, event), "taken over, on the club’s word")
        case board.VetoPointsInfused():
            yield from _to_all(event.points, "the year’s points")
        case board.VetoPointsBought():
            price = counted(event.intelligence_points, "intelligence point")
            yield event.power, event.points, f"bought for {price}"
        case board.VetoPointsSpent():
            for power, paid in event.points.items():
                yield power, -paid, _cause(draw, state, power)
        case FigureAdjusted():
            yield event.of, event.change, f"adjusted under {event.dispute}"


def _since(state: State | None, event: PositionStated) -> Mapping[str, int]:
    """LiF 4: how the points that were stated differ from those before."""
    before = state.veto_points if state else {}
    return {power: now - before.get(power, 0) for power, now in event.veto_points.items()}


def _to_all(points: Mapping[str, int], reason: str) -> Iterator[tuple[str, int, str]]:
    return ((power, change, reason) for power, change in points.items())


_VOTES = {"another": "vote for another leader", "stop": "vote to stop", "abstain": "vote withheld"}


def _cause(draw: Draw | None, state: State | None, power: str) -> str:
    if draw is None or state is None:
        return "paid at the board"
    if state.board.phase == "votes":
        return next((_VOTES[vote.choice] for vote in draw.votes if vote.power == power), "vote")
    name = leader(draw.leader, state.sheet)
    if sides.supports(state, draw.leader, power):
        return f"support for {name}"
    return f"veto against {name}"
