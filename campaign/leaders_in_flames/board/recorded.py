"""What the world supplied for recorded acts of the Board: seals, and what they hid. Pure.

A marker sealed in the vault is judged like one sealed on a device: by phase, marker and member, but
not by the price of a choice that nobody has seen. The price is judged when all are opened. The same
is true of a device's opening before all are opened.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import RecordedAct, Sealed, Supplied
from campaign.kernel.recorded import Readers
from campaign.leaders_in_flames.board import commands
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif.board import (
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.sealed import Opening


def _laid(
    state: State, command: commands.SealBallot | commands.SealVote, events: Sequence[Event]
) -> RecordedAct:
    """Ruling 18: the price depends on a choice that is still hidden: only its seal is known.

    The decider takes the vault's seal and does not ask for the choice.
    """
    first = events[0]
    if command.commitment is not None or not isinstance(first, BallotSealed | VoteSealed):
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("what the vault sealed is missing")
    sealed = Sealed(first.commitment, first.sealed)
    return RecordedAct(replace(command, commitment=first.commitment), Supplied(sealed=sealed))


def _handed_over(
    state: State, command: commands.RevealBallot | commands.RevealVote, events: Sequence[Event]
) -> RecordedAct:
    """Ruling 22: the opening stays hidden until all open; the record says only that it came."""
    first = events[0]
    if not isinstance(first, BallotRevealed | VoteRevealed):
        return RecordedAct(command)
    marker = state.board.markers.get(first.power)
    return RecordedAct(
        command, Supplied(sealed=Sealed(marker.commitment if marker else "", first.sealed))
    )


def _opened(
    state: State, command: commands.OpenBallots | commands.OpenVotes, events: Sequence[Event]
) -> RecordedAct:
    """The openings of the markers on the board; openings of other markers are left out."""
    openings: dict[str, Opening] = {}
    for event in events:
        shown = event.ballots if isinstance(event, BallotsOpened) else {}
        for power, one in (event.votes if isinstance(event, VotesOpened) else shown).items():
            marker = state.board.markers.get(power)
            if one.nonce and marker:
                openings[power] = Opening(one.choice, one.nonce)
            elif one.how == "withheld" and marker and marker.ciphertext:
                text = f"what the vault holds for {the_country(power)} was not opened"
                raise ValueError(text)
    return RecordedAct(command, Supplied(openings=openings))


RECORDED: Readers[State] = {
    commands.SealBallot: _laid,
    commands.SealVote: _laid,
    commands.RevealBallot: _handed_over,
    commands.RevealVote: _handed_over,
    commands.OpenBallots: _opened,
    commands.OpenVotes: _opened,
}
