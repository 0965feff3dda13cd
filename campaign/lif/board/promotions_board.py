"""LiF 4.1: the stage, the draw, the ballots, and the vote on drawing another leader. Pure."""

from collections.abc import Mapping, Sequence

from campaign.kernel.decisions import NOTHING, About, Decision, Needs, Refused, Supplied, bad_field
from campaign.kernel.draws import Dice
from campaign.lif import calendar
from campaign.lif.board import commands, cup, markers
from campaign.lif.board.markers import BOARD, PRICES, voters
from campaign.lif.names import leader as named
from campaign.lif.names import the_countries
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.state import Deciders, Needing, State, has_marker, mixed_lines, with_status
from campaign.text.english import near
from events.base import Event
from events.lif import board
from events.sealed import Opening

COUNTED_VOTES = ("sealed", "device")


def price(state: State, choice: str) -> int | None:
    """What a vote costs; None if the rulebook has no such vote."""
    return PRICES[state.campaign.rulebook].get(choice)


def seal_vote(state: State, command: commands.SealVote, supplied: Supplied) -> Decision:
    """LiF 4.1(5): only a power with enough points for a vote can seal it."""
    cost = price(state, command.choice or "abstain")
    if cost is None:
        return Refused(BOARD, f"{state.campaign.rulebook} knows no vote {command.choice!r}")
    return markers.seal(state, command, supplied, cost)


def open_votes(state: State, command: commands.OpenVotes, supplied: Supplied) -> Decision:
    """LiF 4.1(5): the board goes on if somebody asks for another leader and nobody says stop.

    The list edition has no stop. A vote withheld costs 1 if the power has a point (ruling 22).
    """
    openings = markers.opened(state, command, supplied)
    if isinstance(openings, Refused):
        return openings
    able = voters(state, state.veto_points)
    voting = [power for power in POWERS if power in able or power in state.board.markers]
    votes = {power: _vote(state, power, openings) for power in voting}
    if refused := _missing(command, votes):
        return refused
    return (
        *markers.fixing(state, command),
        board.VotesOpened(votes=votes, overdue=command.overdue is True, why=command.why or ""),
        *_paid(state, votes, able),
        _outcome(votes),
    )


def _outcome(votes: Mapping[str, board.Vote]) -> Event:
    wishes = {vote.choice for vote in votes.values() if vote.how in COUNTED_VOTES}
    if "another" in wishes and "stop" not in wishes:
        return board.ReinforcementContinued()
    return board.ReinforcementClosed(reason="vote")


def _missing(
    command: commands.Opens,
    shown: Mapping[str, board.Ballot] | Mapping[str, board.Vote],
) -> Refused | None:
    """LiF 4.1: whoever opens must say that what is missing counts, or that it is overdue."""
    missing = [power for power, marker in shown.items() if marker.how == "absent"]
    if not missing or command.absent or command.overdue:
        return None
    phase = markers.PHASES[type(command)]
    return Refused(BOARD, f"{phase} are missing: {the_countries(missing)}")


def _paid(
    state: State, votes: Mapping[str, board.Vote], able: Sequence[str]
) -> tuple[board.VetoPointsSpent, ...]:
    """LiF 4.1(5), ruling 22: what votes cost; a vote withheld costs 1 if there was a point."""
    spent: dict[str, int] = {}
    for power, vote in votes.items():
        if vote.how in COUNTED_VOTES:
            spent[power] = price(state, vote.choice) or 0
        elif vote.how == "withheld" and power in able:
            spent[power] = 1
    return _spent({power: points for power, points in spent.items() if points})


def _spent(points: dict[str, int]) -> tuple[board.VetoPointsSpent, ...]:
    return (board.VetoPointsSpent(points=points),) if points else ()


def _vote(state: State, power: str, openings: Mapping[str, Opening]) -> board.Vote:
    """Rulings 18 and 22: what a power's vote counts as."""
    marker = state.board.markers.get(power)
    if marker is None:
        return board.Vote("abstain", "", "absent")
    opening = openings.get(power)
    if opening is None:
        return board.Vote("abstain", "", "withheld")
    voices: tuple[board.Voice, ...] = ("another", "stop")
    choice: board.Voice = "abstain"
    choice = next((voice for voice in voices if voice == opening.choice), choice)
    cost = price(state, choice)
    if cost is None or cost > state.veto_points.get(power, 0):
        return board.Vote(choice, opening.nonce, "cannot-pay")
    return board.Vote(choice, opening.nonce, "device" if marker.device else "sealed")


# --- LiF 4.1(1)-(4): the stage, the draw and the ballots of the Promotions Board ----------------

COUNTED_BALLOTS = ("sealed", "device", "withheld")
"""How a ballot must have come about for its choice to count."""


def is_cast_veto(ballot: board.Ballot) -> bool:
    """Whether a ballot is a veto that takes effect."""
    return ballot.choice == "veto" and ballot.how in COUNTED_BALLOTS


def open_reinforcement(
    state: State, command: commands.OpenReinforcement, supplied: Supplied
) -> Decision:
    """LiF 4.1(1): the stage begins at most once a turn (ruling 8)."""
    if not state.active:
        return Refused("LiF 4", "the kit is not in play yet; activate the leaders first")
    if state.board.phase != "closed":
        return Refused(BOARD, "the board is open already")
    if state.board.turn == state.campaign.turn:
        return Refused(
            BOARD, f"the Board has met in {calendar.in_words(state.campaign.turn)} already"
        )
    return (board.ReinforcementOpened(turn=state.campaign.turn),)


def draw_needs(state: State, command: commands.DrawLeader) -> Needs:
    """The ledger needs the turn's seed to draw."""
    in_phase = state.board.phase == "draw" and state.rulings.draws == "ledger"
    return Needs(seed=True) if in_phase else NOTHING


def draw_leader(state: State, command: commands.DrawLeader, supplied: Supplied) -> Decision:
    """LiF 4.1(1): a leader is drawn; an empty cup takes in next year's, or ends the stage."""
    if state.board.phase != "draw":
        return Refused(BOARD, "the board is not drawing now")
    table = state.rulings.draws == "table"
    if command.leader is not None and not table:
        return Refused(BOARD, "this campaign's draws are the ledger's; no leader can be named")
    added = cup.next_year(state)
    candidates = with_status(state, "cup") + [who for event in added for who in event.leaders]
    if not candidates and command.leader is None:
        return (*added, board.ReinforcementClosed(reason="empty cup"))
    if table:
        leader = _from_the_table(state, command.leader, candidates)
        if isinstance(leader, Refused):
            return leader
    else:
        dice = Dice(state.campaign.id, supplied, mixed_lines(state), state.draw)
        leader = dice.choose(candidates)
    drawn = board.LeaderDrawn(leader=leader, draw=state.draw + 1, source=state.rulings.draws)
    return (*added, drawn)


def _from_the_table(state: State, leader: str | None, candidates: Sequence[str]) -> str | Refused:
    """The leader whom the club drew from its own cup."""
    if leader is None:
        drawn = About("leader", prompt="Which leader was drawn?", missing=True)
        return Refused(BOARD, "draws are made at the table: name the leader drawn", drawn)
    if not candidates:
        return Refused(BOARD, f"the cup is empty; {named(leader, state.sheet)} cannot be drawn")
    if leader not in state.sheet:
        return bad_field("leader", f"there is no leader {leader!r}{near(leader, state.sheet)}")
    if leader not in candidates:
        return Refused(BOARD, f"{named(leader, state.sheet)} is not in the cup")
    return leader


def seal_ballot(state: State, command: commands.SealBallot, supplied: Supplied) -> Decision:
    """LiF 4.1(1): a marker is turned to veto only by a power that has the points for it."""
    drawn = state.board.leader
    price = sides.cost(state, drawn, command.power) if drawn and command.choice == "veto" else 0
    return markers.seal(state, command, supplied, price)


def open_ballots(state: State, command: commands.OpenBallots, supplied: Supplied) -> Decision:
    """LiF 4.1(2)-(3): the leader arrives unless vetoed, or if their own side vetoes the veto.

    Every marker turned to veto is paid. If nobody is against the leader, support is free only
    under the ruling `charge_idle_support` = false.
    """
    openings = markers.opened(state, command, supplied)
    if isinstance(openings, Refused):
        return openings
    leader = state.board.leader
    assert leader is not None
    costs = sides.costs(state, leader)
    ballots = {
        power: _ballot(state, power, costs[power], openings)
        for power in POWERS
        if has_marker(state, power)
    }
    if refused := _missing(command, ballots):
        return refused
    return (
        *markers.fixing(state, command),
        board.BallotsOpened(
            ballots=ballots, overdue=command.overdue is True, why=command.why or ""
        ),
        *_result(state, leader, ballots),
    )


def _ballot(state: State, power: str, cost: int, openings: Mapping[str, Opening]) -> board.Ballot:
    """Rulings 18 and 22: what a power's marker counts as; a veto costs it so many points."""
    able = state.veto_points.get(power, 0) >= cost
    marker = state.board.markers.get(power)
    if marker is None:
        return board.Ballot("no-veto", "", "absent" if able else "cannot-pay")
    opening = openings.get(power)
    if opening is None:
        return board.Ballot("veto" if able else "no-veto", "", "withheld")
    choice: board.Choice = "veto" if opening.choice == "veto" else "no-veto"
    if choice == "veto" and not able:
        return board.Ballot(choice, opening.nonce, "cannot-pay")
    return board.Ballot(choice, opening.nonce, "device" if marker.device else "sealed")


def _result(state: State, leader: str, ballots: Mapping[str, board.Ballot]) -> tuple[Event, ...]:
    cast = [power for power, ballot in ballots.items() if is_cast_veto(ballot)]
    supports = [sides.supports(state, leader, power) for power in cast]
    opposed = not all(supports)
    charged = cast if opposed or state.rulings.charge_idle_support else []
    spent = {power: sides.cost(state, leader, power) for power in charged}
    paid = _spent(spent)
    if opposed and not any(supports):
        return (*paid, board.LeaderVetoed(leader=leader))
    return (*paid, board.LeaderPromoted(leader=leader), *_without_votes(state, spent))


def _without_votes(state: State, spent: Mapping[str, int]) -> tuple[Event, ...]:
    """LiF 4.1(5): the stage ends where nobody has a point left to vote with."""
    left = {power: points - spent.get(power, 0) for power, points in state.veto_points.items()}
    return () if voters(state, left) else (board.ReinforcementClosed(reason="no votes"),)


DECIDE: Deciders = {
    commands.SealVote: seal_vote,
    commands.RevealVote: markers.hand_over,
    commands.OpenVotes: open_votes,
    commands.OpenReinforcement: open_reinforcement,
    commands.DrawLeader: draw_leader,
    commands.SealBallot: seal_ballot,
    commands.RevealBallot: markers.hand_over,
    commands.OpenBallots: open_ballots,
}
NEEDS: Needing = {commands.DrawLeader: draw_needs}
