"""LiF 4.1: what a campaign waits for, and for whom. Pure; it does not look at sealed choices."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from campaign.kernel.deadlines import Awaiting, Passed
from campaign.kernel.decisions import Command
from campaign.leaders_in_flames.board import continuation_vote
from campaign.leaders_in_flames.board.commands import FixMarkers, OpenBallots, OpenVotes
from campaign.leaders_in_flames.board.overdue import OPENINGS, next_step
from campaign.leaders_in_flames.names import leader, the_country
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, awaited, has_marker
from events.base import Event
from events.lif.board import BallotsOpened, MarkersFixed, VotesOpened

MARKERS = ("ballots", "votes")
_COUNTS_AS = {
    "ballots": ("no veto", "a veto, and is paid"),
    "votes": ("abstained", "abstained, and costs 1"),
}
"""LiF 4.1(2), 4.1(5), ruling 22: what a missing marker counts as, and one that is not opened."""
What = Literal["over", "war", "turn", "board", "draw", "ballots", "votes"]


class Waiting(msgspec.Struct, frozen=True):
    """LiF 4.1: what comes next, and which powers still owe a marker for it."""

    what: What
    """`war`: the kit waits for a Days of Decision war; `turn`: nothing is left but the next."""
    owed: tuple[str, ...] = ()
    """Powers whose marker is missing and waited for."""
    excused: tuple[str, ...] = ()
    """Ruling 18: powers without the points, which may lay a marker and are not waited for."""
    laid: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    """Of those laid: sealed on a device that has not handed over its opening."""
    fix: bool = False
    """Whether the host has to fix the markers first, because a device sealed one."""
    missing: tuple[str, ...] = ()
    """Powers that could have paid and had no marker when the markers were fixed."""


def waiting(state: State) -> Waiting:
    """LiF 4.1: what the campaign waits for now."""
    campaign, board = state.campaign, state.board
    if campaign.closed:
        return Waiting("over")
    if board.phase in MARKERS:
        return _markers(state, "ballots" if board.phase == "ballots" else "votes")
    if board.phase == "draw":
        return Waiting("draw")
    if "leaders" in campaign.modules and not state.active:
        return Waiting("war")
    met = board.turn == campaign.turn or not state.active
    return Waiting("turn" if met else "board")


def _markers(state: State, what: Literal["ballots", "votes"]) -> Waiting:
    laid = tuple(power for power in POWERS if power in state.board.markers)
    missing = [power for power in POWERS if power not in laid and has_marker(state, power)]
    able, fixed = _able(state, what), state.board.fixed
    payers = tuple(power for power in missing if power in able)
    return Waiting(
        what,
        owed=() if fixed else payers,
        excused=tuple(power for power in missing if power not in able),
        laid=laid,
        devices=tuple(power for power in laid if power in awaited(state.board)),
        fix=not fixed and any(state.board.markers[power].device for power in laid),
        missing=payers if fixed else (),
    )


def _able(state: State, what: Literal["ballots", "votes"]) -> list[str]:
    """Powers that could pay for a marker turned to veto, or for a vote."""
    leader = state.board.leader
    if what == "votes" or leader is None:
        return continuation_vote.voters(state, state.veto_points)
    return [
        power
        for power in POWERS
        if state.veto_points.get(power, 0) >= sides.cost(state, leader, power)
    ]


def _may_be_due(state: State) -> Mapping[str, int]:
    """LiF 4.1: what has a deadline now: markers until they are fixed, then openings that are due.

    Each with the number of its draw.
    """
    board = state.board
    if board.phase not in MARKERS:
        return {}
    if not board.fixed:
        return {board.phase: board.draw}
    return {OPENINGS: board.draw} if awaited(board) else {}


def _passed(state: State, command: Command) -> Iterator[Passed]:
    """LiF 4.1: the markers that are not waited for, and the openings that count as withheld.

    Whoever is missing once the markers are fixed was passed over when they were.
    """
    waits = waiting(state)
    if waits.what not in MARKERS or not isinstance(command, FixMarkers | OpenBallots | OpenVotes):
        return
    who_plays, what = state.campaign.who_plays, waits.what
    about = "another leader" if what == "votes" else leader(state.board.leader or "", state.sheet)
    absent, withheld = _COUNTS_AS[what]
    if isinstance(command, FixMarkers) or command.absent:
        for power in waits.owed:
            title = f"{the_country(power)}'s {what[:-1]} on {about}"
            yield Passed(title, who_plays(power), what, absent)
    if not isinstance(command, FixMarkers) and command.withheld:
        for power in waits.devices:
            title = f"what opens {the_country(power)}'s {what[:-1]} on {about}"
            yield Passed(title, who_plays(power), OPENINGS, withheld)


def _passed_by(before: State, event: Event) -> Iterable[Passed]:
    """LiF 4.1: markers are passed over when all are fixed, openings when all are opened."""
    match event:
        case MarkersFixed(overdue=False):
            return _passed(before, FixMarkers())
        case BallotsOpened(overdue=False):
            return _passed(before, OpenBallots(withheld=True))
        case VotesOpened(overdue=False):
            return _passed(before, OpenVotes(withheld=True))
    return ()


AWAITING = Awaiting[State]((*MARKERS, OPENINGS), _may_be_due, next_step, _passed, _passed_by)
"""LiF 4.1: what may have a deadline."""


def prices(state: State, power: str) -> dict[str, int]:
    """LiF 4.1(2), 4.1(5): what each side of a power's marker costs it now, in veto points."""
    leader = state.board.leader
    if state.board.phase == "ballots" and leader is not None:
        return {"veto": sides.cost(state, leader, power), "no-veto": 0}
    if state.board.phase == "votes":
        return dict(continuation_vote.PRICES[state.campaign.rulebook])
    return {}
