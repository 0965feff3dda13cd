"""Commands read back from the cup, the Promotions Board and veto points. Pure.

A marker sealed in the vault is judged like one sealed on a device: by phase, marker and member, but
not by the price of a choice that nobody has seen. The price is judged when all are opened. The same
is true of a device's opening before all are opened.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from campaign.kernel.decisions import ReadBack, Sealed, Supplied
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.board import commands
from campaign.leaders_in_flames.state import State
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    How,
    LeaderDrawn,
    MarkersFixed,
    NextYearLeadersAdded,
    ReinforcementClosed,
    ReinforcementOpened,
    VetoPointsBought,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.lif.cup import LeadersActivated, ReservesCalledOut
from events.sealed import Opening


def _draw(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 4.1(1): the leader drawn: named by the host at the table, or on record by the ledger."""
    drawn = next((event for event in events if isinstance(event, LeaderDrawn)), None)
    by = events[0].by
    if drawn is None:
        return ReadBack(commands.DrawLeader(by=by))
    if drawn.source == "table":
        return ReadBack(commands.DrawLeader(by=by, leader=drawn.leader))
    return ReadBack(commands.DrawLeader(by=by), Supplied(drawn=(drawn.leader,)))


def _laid(
    kind: type[commands.SealBallot] | type[commands.SealVote],
) -> Callable[[State, Sequence[Event]], ReadBack]:
    def read(state: State, events: Sequence[Event]) -> ReadBack:
        """Ruling 18: the price depends on a choice that is still hidden: only its seal is known.

        The decider takes the vault's seal and does not ask for the choice.
        """
        first = events[0]
        assert isinstance(first, BallotSealed | VoteSealed)
        sealed = Sealed(first.commitment, first.sealed) if first.sealed else None
        command = kind(by=first.by, power=first.power, commitment=first.commitment)
        return ReadBack(command, Supplied(sealed=sealed))

    return read


def _handed_over(
    kind: type[commands.RevealBallot] | type[commands.RevealVote],
) -> Callable[[State, Sequence[Event]], ReadBack]:
    def read(state: State, events: Sequence[Event]) -> ReadBack:
        """Ruling 22: the opening stays hidden until all open; the record says only that it came.

        Choice and nonce here replace the real ones, which nobody has seen.
        """
        first = events[0]
        assert isinstance(first, BallotRevealed | VoteRevealed)
        marker = state.board.markers.get(first.power)
        sealed = Sealed(marker.commitment if marker else "", first.sealed)
        choice = "no-veto" if kind is commands.RevealBallot else "abstain"
        hidden: JsonObject = {"choice": choice, "nonce": "0" * 64}
        command = kind(by=first.by, power=first.power, **hidden)
        return ReadBack(command, Supplied(sealed=sealed))

    return read


def _fixed(state: State, events: Sequence[Event]) -> ReadBack:
    """Ruling 22: markers fixed on their own, or together with the opening that follows."""
    shown = events[1] if len(events) > 1 else None
    if isinstance(shown, BallotsOpened):
        return _ballots(state, events[1:])
    if isinstance(shown, VotesOpened):
        return _votes(state, events[1:])
    first = events[0]
    assert isinstance(first, MarkersFixed)
    given = Supplied(now=first.at)
    late, why = first.overdue or None, first.why or None
    return ReadBack(commands.FixMarkers(by=first.by, overdue=late, why=why), given)


def _ballots(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, BallotsOpened)
    command = commands.OpenBallots(
        by=first.by,
        absent="no-veto" if _any(first.ballots, "absent") else None,
        withheld=_any(first.ballots, "withheld"),
        overdue=first.overdue or None,
        why=first.why or None,
    )
    given = Supplied(openings=_openings(state, first.ballots), now=first.at)
    return ReadBack(command, given)


def _votes(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, VotesOpened)
    command = commands.OpenVotes(
        by=first.by,
        absent="abstain" if _any(first.votes, "absent") else None,
        withheld=_any(first.votes, "withheld"),
        overdue=first.overdue or None,
        why=first.why or None,
    )
    given = Supplied(openings=_openings(state, first.votes), now=first.at)
    return ReadBack(command, given)


def _any(shown: Mapping[str, Ballot] | Mapping[str, Vote], how: How) -> Literal[True] | None:
    """Whether any marker was made in this way."""
    return True if any(ballot.how == how for ballot in shown.values()) else None


def _openings(state: State, shown: Mapping[str, Ballot] | Mapping[str, Vote]) -> dict[str, Opening]:
    """The openings of the markers on the board; openings of other markers are left out."""
    return {
        power: Opening(ballot.choice, ballot.nonce)
        for power, ballot in shown.items()
        if ballot.nonce and power in state.board.markers
    }


READERS: Readers[State] = {
    LeadersActivated: same(commands.ActivateLeaders),
    ReservesCalledOut: same(commands.CallOutReserves),
    ReinforcementOpened: same(commands.OpenReinforcement),
    NextYearLeadersAdded: _draw,
    LeaderDrawn: _draw,
    ReinforcementClosed: _draw,
    BallotSealed: _laid(commands.SealBallot),
    MarkersFixed: _fixed,
    BallotRevealed: _handed_over(commands.RevealBallot),
    BallotsOpened: _ballots,
    VoteSealed: _laid(commands.SealVote),
    VoteRevealed: _handed_over(commands.RevealVote),
    VotesOpened: _votes,
    VetoPointsBought: same(commands.BuyVetoPoints),
}
