"""What readers ask of the events: draws with their ballots, veto points with their causes.

`steps` folds a history and says of each event which turn it belongs to, what it did to the draw in
hand and to whose veto points. Read tables and reports both tell from it. Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from campaign.history.effective import step
from campaign.leaders_in_flames import SYSTEM
from campaign.leaders_in_flames.board.promotions_board import COUNTED
from campaign.leaders_in_flames.names import capital, counted, leader
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import Marker, State
from events import leaders_in_flames as lif
from events.base import Event
from events.record import FigureAdjusted


class Record(Protocol):
    """An event as it stands in a log."""

    @property
    def version(self) -> int: ...
    @property
    def event(self) -> Event: ...
    @property
    def digest(self) -> str: ...
    @property
    def struck_by(self) -> int: ...
    @property
    def amended_by(self) -> int: ...
    @property
    def inserted(self) -> bool: ...
    @property
    def was(self) -> Event | None: ...


class OpenedBallot(msgspec.Struct, frozen=True):
    """LiF 4.1(2): one power's marker after all were shown."""

    power: str
    choice: lif.Choice
    how: lif.How
    counts: bool
    """Whether it is a veto that took effect."""
    supports: bool
    """Whether the power is on the leader's own side, so that its veto speaks for him."""
    price: int
    """What a veto on this leader costs the power."""
    paid: int = 0
    laid_by: str = ""
    """The member who laid it; empty where nobody did."""
    in_name: bool = False
    """Laid by another than the power's player."""


class OpenedVote(msgspec.Struct, frozen=True):
    """LiF 4.1(5): one power's vote after all were shown."""

    power: str
    choice: lif.Voice
    how: lif.How
    paid: int = 0
    laid_by: str = ""
    in_name: bool = False


class Draw(msgspec.Struct, frozen=True):
    """LiF 4.1: a leader's passage over the Promotions Board."""

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


class Change(msgspec.Struct, frozen=True):
    """LiF 4.2: veto points that a power gained or paid, and why."""

    power: str
    change: int
    reason: str
    balance: int

    @property
    def told(self) -> str:
        """The reason as a sentence."""
        return f"{capital(self.reason)}."


class Transition(msgspec.Struct, frozen=True):
    """An event with what it did."""

    record: Record
    turn: str
    before: State | None
    after: State
    draw: Draw | None
    """The draw in hand after the event, if the event had to do with one."""
    changes: tuple[Change, ...]


def transitions(
    history: Iterable[Record], state: State | None = None, draw: Draw | None = None
) -> Iterator[Transition]:
    """Folds a history from a state, which is None before the first event."""
    for record in history:
        event, counts = record.event, not record.struck_by
        after = step(SYSTEM, state, record)
        told = None
        if state is not None and counts:
            told = after_event(draw, state, event, record.version)
        changes = (
            _changes(draw, state, event, after) if counts and isinstance(event, _PAYING) else ()
        )
        yield Transition(
            record, after.campaign.turn or after.campaign.first_turn, state, after, told, changes
        )
        state, draw = after, told or draw


# --- draws --------------------------------------------------------------------------------------


def after_event(draw: Draw | None, state: State, event: Event, version: int) -> Draw | None:
    """The draw in hand after an event, or None where the event had nothing to do with it.

    `state` is the one before the event.
    """
    if isinstance(event, lif.LeaderDrawn):
        fair = state.shielded and event.source == "ledger"
        return Draw(event.draw, state.board.turn, event.leader, event.source, fair, version)
    if draw is None:
        return None
    match event:
        case lif.BallotsOpened():
            ballots = tuple(
                _ballot(state, draw.leader, power, ballot)
                for power, ballot in event.ballots.items()
            )
            return replace(draw, ballots=ballots, opened=version)
        case lif.VotesOpened():
            votes = tuple(
                OpenedVote(power, vote.choice, vote.how, 0, *_laid(state, power))
                for power, vote in event.votes.items()
            )
            return replace(draw, votes=votes, voted=version)
        case lif.VetoPointsSpent():
            return _paid(draw, state, event)
        case lif.LeaderPromoted():
            return replace(draw, result="promoted", settled=version)
        case lif.LeaderVetoed():
            return replace(draw, result="vetoed", settled=version)
        case lif.ReinforcementContinued():
            return replace(draw, sequel="continued")
        case lif.ReinforcementClosed() if state.board.phase == "votes":
            return replace(draw, sequel=event.reason)
    return None


def _ballot(state: State, who: str, power: str, ballot: lif.Ballot) -> OpenedBallot:
    return OpenedBallot(
        power,
        ballot.choice,
        ballot.how,
        ballot.choice == "veto" and ballot.how in COUNTED,
        sides.supports(state, who, power),
        sides.cost(state, who, power),
        0,
        *_laid(state, power),
    )


def _laid(state: State, power: str) -> tuple[str, bool]:
    marker: Marker | None = state.board.markers.get(power)
    if marker is None:
        return "", False
    return marker.by, not marker.by_player and power in state.campaign.powers


def _paid(draw: Draw, state: State, event: lif.VetoPointsSpent) -> Draw:
    if state.board.phase == "votes":
        votes = (replace(vote, paid=event.points.get(vote.power, 0)) for vote in draw.votes)
        return replace(draw, votes=tuple(votes))
    ballots = (replace(one, paid=event.points.get(one.power, 0)) for one in draw.ballots)
    return replace(draw, ballots=tuple(ballots))


# --- veto points --------------------------------------------------------------------------------

_PAYING = (
    lif.LeadersSetUp,
    lif.LeadersActivated,
    lif.VetoPointsInfused,
    lif.VetoPointsBought,
    lif.VetoPointsSpent,
    FigureAdjusted,
)


def _changes(
    draw: Draw | None, state: State | None, event: Event, after: State
) -> tuple[Change, ...]:
    points: dict[str, int] = {}
    reasons: dict[str, str] = {}
    match event:
        case lif.LeadersSetUp():
            points, reasons = event.veto_points, dict.fromkeys(event.veto_points, "starting points")
        case lif.LeadersActivated():
            points, reasons = event.points, dict.fromkeys(event.points, "starting points")
        case lif.VetoPointsInfused():
            points, reasons = event.points, dict.fromkeys(event.points, "the year’s points")
        case lif.VetoPointsBought():
            price = counted(event.intelligence_points, "intelligence point")
            points, reasons = {event.power: event.points}, {event.power: f"bought for {price}"}
        case lif.VetoPointsSpent():
            points = {power: -paid for power, paid in event.points.items()}
            reasons = {power: _cause(draw, state, power) for power in points}
        case FigureAdjusted():
            points, reasons = (
                {event.of: event.change},
                {event.of: f"adjusted under {event.dispute}"},
            )
    return tuple(
        Change(power, change, reasons[power], after.veto_points.get(power, 0))
        for power, change in points.items()
        if change
    )


_VOTES = {"another": "vote for another leader", "stop": "vote to stop", "abstain": "vote withheld"}


def _cause(draw: Draw | None, state: State | None, power: str) -> str:
    if draw is None or state is None:
        return "paid at the board"
    if state.board.phase == "votes":
        return next((_VOTES[vote.choice] for vote in draw.votes if vote.power == power), "vote")
    name = leader(draw.leader, state.sheet)
    if sides.supports(state, draw.leader, power):
        return f"veto for {name}"
    return f"veto against {name}"
