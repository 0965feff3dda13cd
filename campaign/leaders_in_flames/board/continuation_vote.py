"""LiF 4.1(5): the vote on drawing another leader, in each rulebook's form (ruling 20). Pure."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.leaders_in_flames.board import markers, overdue
from campaign.leaders_in_flames.board.commands import OpenVotes, RevealVote, SealVote
from campaign.leaders_in_flames.board.markers import BOARD
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998, LIF_LIST
from campaign.leaders_in_flames.state import (
    Board,
    Deciders,
    Evolvers,
    Mixed,
    Needing,
    State,
    has_marker,
)
from campaign.text.english import listed
from events.lif.board import (
    ReinforcementClosed,
    ReinforcementContinued,
    VetoPointsSpent,
    Voice,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.sealed import Opening

PRICES: dict[str, dict[str, int]] = {
    LIF_1998: {"another": 1, "stop": 2, "abstain": 0},
    LIF_LIST: {"another": 1, "abstain": 0},
}
"""LiF 4.1(5): what a vote costs in each rulebook, in veto points."""

COUNTED = ("sealed", "device")


def voters(state: State, points: Mapping[str, int]) -> list[str]:
    """LiF 4.1(5): every power with a marker and a veto point left votes."""
    return [power for power in POWERS if has_marker(state, power) and points.get(power, 0) > 0]


def price(state: State, choice: str) -> int | None:
    """What a vote costs; None if the rulebook has no such vote."""
    return PRICES[state.campaign.rulebook].get(choice)


def seal_vote(state: State, command: SealVote, given: Supplied) -> Decision:
    """LiF 4.1(5): only a power with enough points for a vote can lay it."""
    cost = price(state, command.choice or "abstain")
    if cost is None:
        return Refused(BOARD, f"{state.campaign.rulebook} knows no vote {command.choice!r}")
    return markers.lay(state, command, given, cost, VoteSealed)


def reveal_vote(state: State, command: RevealVote, given: Supplied) -> Decision:
    """Ruling 22: a device hands over its opening, which stays sealed until all open."""
    return markers.hand_over(state, command, given, VoteRevealed)


def open_votes(state: State, command: OpenVotes, given: Supplied) -> Decision:
    """LiF 4.1(5): the board goes on if somebody asks for another leader and nobody says stop.

    The list edition has no stop. A vote withheld costs 1 if the power has a point (ruling 22).
    """
    if state.board.phase != "votes":
        return Refused(BOARD, "there are no votes to open")
    if refused := markers.not_ready(state, command, given.now):
        return refused
    openings = markers.opened(state, given)
    if isinstance(openings, Refused):
        return openings
    able = voters(state, state.veto_points)
    voting = [power for power in POWERS if power in able or power in state.board.markers]
    votes = {power: _vote(state, power, openings) for power in voting}
    missing = [power for power, vote in votes.items() if vote.how == "absent"]
    if missing and not (command.absent or command.overdue):
        return Refused(BOARD, f"votes are missing: {listed(map(the_country, missing))}")
    paid = _paid(state, votes, able)
    shown = (
        *markers.fixing(state, command),
        VotesOpened(votes=votes, overdue=command.overdue is True, why=command.why or ""),
        *paid,
    )
    wishes = {vote.choice for vote in votes.values() if vote.how in COUNTED}
    if "another" in wishes and "stop" not in wishes:
        return (*shown, ReinforcementContinued())
    return (*shown, ReinforcementClosed(reason="vote"))


def _paid(
    state: State, votes: Mapping[str, Vote], able: Sequence[str]
) -> tuple[VetoPointsSpent, ...]:
    """LiF 4.1(5), ruling 22: what votes cost; a vote withheld costs 1 if there was a point."""
    spent: dict[str, int] = {}
    for power, vote in votes.items():
        if vote.how in COUNTED:
            spent[power] = price(state, vote.choice) or 0
        elif vote.how == "withheld" and power in able:
            spent[power] = 1
    spent = {power: points for power, points in spent.items() if points}
    return (VetoPointsSpent(points=spent),) if spent else ()


def _vote(state: State, power: str, openings: Mapping[str, Opening]) -> Vote:
    """Rulings 18 and 22: what a power's vote counts as."""
    marker = state.board.markers.get(power)
    if marker is None:
        return Vote("abstain", "", "absent")
    opening = openings.get(power)
    if opening is None:
        return Vote("abstain", "", "withheld")
    choice: Voice = "abstain"
    if opening.choice == "another":
        choice = "another"
    elif opening.choice == "stop":
        choice = "stop"
    cost = price(state, choice)
    if cost is None or cost > state.veto_points.get(power, 0):
        return Vote(choice, opening.nonce, "cannot-pay")
    return Vote(choice, opening.nonce, "device" if marker.device else "sealed")


# --- fold ---------------------------------------------------------------------------------------


def _votes_opened(state: State, event: VotesOpened) -> State:
    return markers.mix(overdue.opened(state), Mixed(votes=event.votes))


def _continued(state: State, event: ReinforcementContinued) -> State:
    return replace(state, board=Board(phase="draw", turn=state.board.turn))


EVOLVE: Evolvers = {VotesOpened: _votes_opened, ReinforcementContinued: _continued}
DECIDE: Deciders = {SealVote: seal_vote, RevealVote: reveal_vote, OpenVotes: open_votes}
NEEDS: Needing = {
    SealVote: markers.seal_needs,
    RevealVote: markers.reveal_needs,
    OpenVotes: markers.opening_needs,
}
