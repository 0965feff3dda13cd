"""Corrections of the cup, the Board and veto points; the markers nobody has seen yet. Pure."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from campaign.kernel.chapters import STAYS, Corrected, StayingFields, stay
from campaign.kernel.decisions import Refused
from campaign.lif.board import cup, markers
from campaign.lif.board.fold import with_opened
from campaign.lif.roster import POWERS
from campaign.lif.state import State, has_marker
from events.base import Event
from events.disputes import FigureAdjusted, SealedOpened
from events.lif import board
from events.lif.on_map import LeaderRecalled
from events.sealed import Subject

# --- Corrections of the cup, the Promotions Board and veto points -------------------------------
#
# Commands never lead to an impossible state; a correction could, and is then refused.

VETO_POINTS = "veto-points"
MOST = 9_999
"""Veto points that no power ever has."""

# --- struck out ---------------------------------------------------------------------------------


def draw_used(state: State, event: board.LeaderDrawn | LeaderRecalled) -> State:
    """Draws: the number of a struck draw is used up."""
    if not event.draw:
        return state
    return replace(state, draw=max(state.draw, event.draw), shielded=False)


def _handed_over(state: State, event: board.BallotRevealed | board.VoteRevealed) -> State:
    """LiF 4.1: nobody may replace a marker that a device has opened.

    Somebody may have read the opening.
    """
    if event.power not in state.board.markers:
        return state
    commitment = state.board.markers[event.power].commitment
    return replace(with_opened(state, commitment), shielded=False)


def _shown(state: State, event: board.BallotsOpened | board.VotesOpened) -> State:
    """LiF 4.1: opened markers stay opened: nobody may replace them."""
    return replace(with_opened(state), shielded=False)


# --- amended ------------------------------------------------------------------------------------


def _drawn(event: board.LeaderDrawn) -> StayingFields:
    if event.source == "ledger":
        return stay("what was drawn or rolled", "leader", "source")
    return stay("who drew or rolled", "source")


_VERDICT = {"leader": f"the board's verdict is on the leader who was drawn, and {STAYS}"}


# --- what is impossible -------------------------------------------------------------------------


def points_faults(state: State) -> Iterator[Refused]:
    """LiF 4.2: a chart for each power; nobody goes below zero."""
    for chart, what in ((state.veto_points, "veto points"), (state.conquest, "conquest")):
        if chart and set(chart) != set(POWERS):
            wrong = sorted(set(chart) ^ set(POWERS))[0]
            has = "is no power" if wrong in chart else "would be missing"
            yield Refused("LiF 4.2", f"{what}: {wrong} {has}")
    if not state.conquest:
        yield Refused("LiF 4.2", "conquest: every power would be missing")
    for power, points in state.veto_points.items():
        if not 0 <= points <= MOST:
            yield Refused("LiF 4.2", f"{power} would have {points} veto points")


def faults(state: State) -> Iterator[Refused]:
    """LiF 4.1: the leader before the board is the one drawn, and every marker can be opened."""
    board = state.board
    drawn = sorted(who for who, status in state.leaders.items() if status == "drawn")
    if drawn != ([board.leader] if board.phase == "ballots" else []):
        before = board.leader if board.phase == "ballots" else "nobody"
        names = " and ".join(drawn) or "nobody"
        yield Refused("LiF 4.1", f"{names} would be drawn, with {before} before the board")
    for power in board.markers:
        if board.phase not in markers.KINDS or not has_marker(state, power):
            yield Refused("LiF 4.1", f"{power}'s marker could never be opened")
    yield from cup.value_faults(state)


def below_zero(state: State) -> tuple[str, ...]:
    """LiF 4.2: powers that have spent points they never had."""
    points = state.veto_points.items()
    return tuple(f"{power} has {count} veto points" for power, count in points if count < 0)


# --- figures and the vault ----------------------------------------------------------------------


def adjust(state: State, event: FigureAdjusted) -> State:
    """Corrections: veto points are the one figure that is adjusted.

    Raises `ValueError` for another figure, for an unknown power, and below zero.
    """
    if event.figure != VETO_POINTS or event.of not in POWERS:
        raise ValueError(f"there is no figure {event.figure} of {event.of}")
    points = state.veto_points.get(event.of, 0) + event.change
    if points < 0:
        raise ValueError(f"{event.of} would have {points} veto points")
    return replace(state, veto_points={**state.veto_points, event.of: points})


def sealed(state: State, commitment: str) -> tuple[Subject, str] | None:
    """Vault: the marker on the board with this commitment, if the vault can open it."""
    for power, marker in state.board.markers.items():
        if marker.commitment == commitment and marker.ciphertext and not marker.opened:
            return markers.subject(state, power), marker.ciphertext
    return None


CORRECTED = Corrected[State](
    settling=(board.LeaderDrawn, board.MarkersFixed, board.BallotsOpened, board.VotesOpened),
    left_behind={
        board.LeaderDrawn: draw_used,
        board.BallotRevealed: _handed_over,
        board.VoteRevealed: _handed_over,
        board.BallotsOpened: _shown,
        board.VotesOpened: _shown,
    },
    staying={
        board.LeaderDrawn: _drawn,
        board.LeaderPromoted: _VERDICT,
        board.LeaderVetoed: _VERDICT,
        board.MarkersFixed: stay("how markers were fixed", "overdue"),
        board.BallotsOpened: stay("what was opened", "ballots", "overdue"),
        board.VotesOpened: stay("what was opened", "votes", "overdue"),
    },
    numbers={board.LeaderDrawn: lambda event: (f"draw {event.draw}",)},
    faults=faults,
)

POINTS_CORRECTED = Corrected[State](faults=points_faults)
"""Of veto points alone: their charts are looked at before anything else of the game."""


# --- LiF 4.1: the markers in a log that nobody has seen yet -------------------------------------


class UnopenedMarkers:
    """Versions of markers whose choice nobody has seen: replaced, withheld or waiting.

    A marker is open when its own nonce was shown.
    """

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self._laid: dict[str, list[int]] = {}
        """By power: the marker that is sealed, and the handing-in of what opens it."""

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event of the log."""
        match event:
            case board.BallotSealed() | board.VoteSealed():
                self._laid[event.power] = [version]
                self.hidden.add(version)
            case board.BallotRevealed() | board.VoteRevealed():
                self._laid.setdefault(event.power, []).append(version)
                self.hidden.add(version)
            case board.BallotsOpened():
                self._shown(event.ballots)
            case board.VotesOpened():
                self._shown(event.votes)
            case SealedOpened():
                self.hidden.discard(event.about)

    def _shown(self, markers: Mapping[str, board.Ballot] | Mapping[str, board.Vote]) -> None:
        for power, marker in markers.items():
            if marker.nonce:
                self.hidden.difference_update(self._laid.get(power, ()))
        self._laid = {}
