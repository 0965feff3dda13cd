"""LiF 4.1(1)-(4): the stage, the draw and the ballots of the Promotions Board. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.kernel.decisions import (
    NOTHING,
    About,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
)
from campaign.kernel.dice import Dice
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board import continuation_vote, cup, markers, overdue
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    OpenBallots,
    OpenReinforcement,
    RevealBallot,
    SealBallot,
)
from campaign.leaders_in_flames.board.markers import BOARD
from campaign.leaders_in_flames.names import leader as named
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import (
    Board,
    Deciders,
    Evolvers,
    Mixed,
    Needing,
    State,
    has_marker,
    mixed_lines,
    with_status,
)
from campaign.text.english import listed
from campaign.text.suggest import near
from events.base import Event
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    Choice,
    LeaderDrawn,
    LeaderPromoted,
    LeaderVetoed,
    ReinforcementClosed,
    ReinforcementOpened,
    VetoPointsSpent,
)
from events.sealed import Opening

COUNTED = ("sealed", "device", "withheld")
"""How a ballot must have come about for its choice to count."""


def open_reinforcement(state: State, command: OpenReinforcement, given: Supplied) -> Decision:
    """LiF 4.1(1): the stage begins at most once a turn (ruling 8)."""
    if not state.active:
        return Refused("LiF 4", "the kit is not in play yet; activate the leaders first")
    if state.board.phase != "closed":
        return Refused(BOARD, "the board is open already")
    if state.board.turn == state.campaign.turn:
        return Refused(
            BOARD, f"the Board has met in {calendar.in_words(state.campaign.turn)} already"
        )
    return (ReinforcementOpened(turn=state.campaign.turn),)


def draw_needs(state: State, command: DrawLeader) -> Needs:
    """The ledger needs the turn's seed to draw."""
    in_phase = state.board.phase == "draw" and state.rulings.draws == "ledger"
    return Needs(seed=True) if in_phase else NOTHING


def draw_leader(state: State, command: DrawLeader, given: Supplied) -> Decision:
    """LiF 4.1(1): a leader is drawn; an empty cup takes in next year's, or ends the stage."""
    if state.board.phase != "draw":
        return Refused(BOARD, "the board is not drawing now")
    table = state.rulings.draws == "table"
    if command.leader is not None and not table:
        return Refused(BOARD, "this campaign's draws are the ledger's; no leader can be named")
    added = cup.next_year(state)
    candidates = with_status(state, "cup") + [who for event in added for who in event.leaders]
    if not candidates:
        if command.leader is not None:
            return Refused(
                BOARD, f"the cup is empty; {named(command.leader, state.sheet)} cannot be drawn"
            )
        return (*added, ReinforcementClosed(reason="empty cup"))
    number = state.draw + 1
    if table and command.leader is None:
        drawn = About("leader", prompt="Which leader was drawn?", missing=True)
        return Refused(BOARD, "draws are made at the table: name the leader drawn", drawn)
    dice = Dice(state.campaign.id, given, mixed_lines(state), state.draw)
    leader = command.leader or dice.choose(candidates)
    if leader not in state.sheet:
        return bad_field("leader", f"there is no leader {leader!r}{near(leader, state.sheet)}")
    if leader not in candidates:
        return Refused(BOARD, f"{named(leader, state.sheet)} is not in the cup")
    return (*added, LeaderDrawn(leader=leader, draw=number, source=state.rulings.draws))


def seal_ballot(state: State, command: SealBallot, given: Supplied) -> Decision:
    """LiF 4.1(1): a marker is turned to veto only by a power that has the points for it."""
    drawn = state.board.leader
    price = sides.cost(state, drawn, command.power) if drawn and command.choice == "veto" else 0
    return markers.lay(state, command, given, price, BallotSealed)


def reveal_ballot(state: State, command: RevealBallot, given: Supplied) -> Decision:
    """Ruling 22: a device hands over its opening, which stays sealed until all open."""
    return markers.hand_over(state, command, given, BallotRevealed)


def open_ballots(state: State, command: OpenBallots, given: Supplied) -> Decision:
    """LiF 4.1(2)-(3): the leader arrives unless vetoed, or if their own side vetoes the veto.

    Every marker turned to veto is paid. If nobody is against the leader, support is free only
    under the ruling `charge_idle_support` = false.
    """
    leader = state.board.leader
    if state.board.phase != "ballots" or leader is None:
        return Refused(BOARD, "there are no ballots to open")
    if refused := markers.not_ready(state, command, given.now):
        return refused
    openings = markers.opened(state, given)
    if isinstance(openings, Refused):
        return openings
    ballots = {
        power: _ballot(state, leader, power, openings)
        for power in POWERS
        if has_marker(state, power)
    }
    missing = [power for power, ballot in ballots.items() if ballot.how == "absent"]
    if missing and not (command.absent or command.overdue):
        return Refused(BOARD, f"ballots are missing: {listed(map(the_country, missing))}")
    return (
        *markers.fixing(state, command),
        BallotsOpened(ballots=ballots, overdue=command.overdue is True, why=command.why or ""),
        *_result(state, leader, ballots),
    )


def _ballot(state: State, leader: str, power: str, openings: Mapping[str, Opening]) -> Ballot:
    """Rulings 18 and 22: what a power's marker counts as."""
    able = state.veto_points.get(power, 0) >= sides.cost(state, leader, power)
    marker = state.board.markers.get(power)
    if marker is None:
        return Ballot("no-veto", "", "absent" if able else "cannot-pay")
    opening = openings.get(power)
    if opening is None:
        return Ballot("veto" if able else "no-veto", "", "withheld")
    choice: Choice = "veto" if opening.choice == "veto" else "no-veto"
    if choice == "veto" and not able:
        return Ballot(choice, opening.nonce, "cannot-pay")
    return Ballot(choice, opening.nonce, "device" if marker.device else "sealed")


def _result(state: State, leader: str, ballots: Mapping[str, Ballot]) -> tuple[Event, ...]:
    vetoes = [
        p for p, ballot in ballots.items() if ballot.choice == "veto" and ballot.how in COUNTED
    ]
    support = [power for power in vetoes if sides.supports(state, leader, power)]
    opposed = len(support) < len(vetoes)
    charged = vetoes if opposed or state.rulings.charge_idle_support else []
    spent = {power: sides.cost(state, leader, power) for power in charged}
    paid = (VetoPointsSpent(points=spent),) if spent else ()
    if opposed and not support:
        return (*paid, LeaderVetoed(leader=leader))
    left = {power: points - spent.get(power, 0) for power, points in state.veto_points.items()}
    promoted = (*paid, LeaderPromoted(leader=leader))
    if continuation_vote.voters(state, left):
        return promoted
    return (*promoted, ReinforcementClosed(reason="no votes"))


# --- fold ---------------------------------------------------------------------------------------


def _opened(state: State, event: ReinforcementOpened) -> State:
    return replace(state, board=Board(phase="draw", turn=event.turn))


def _drawn(state: State, event: LeaderDrawn) -> State:
    return replace(
        state,
        leaders={**state.leaders, event.leader: "drawn"},
        board=Board(phase="ballots", leader=event.leader, turn=state.board.turn, draw=event.draw),
        draw=event.draw,
        mixed=(),
        shielded=False,
    )


def _ballots_opened(state: State, event: BallotsOpened) -> State:
    return markers.mix(overdue.opened(state), Mixed(ballots=event.ballots))


def _before_the_board(state: State, leader: str) -> None:
    """Raises `ValueError` if a correction has put another leader before the board."""
    if state.board.leader != leader:
        raise ValueError(f"{leader} is not before the board")


def _promoted(state: State, event: LeaderPromoted) -> State:
    _before_the_board(state, event.leader)
    return replace(
        state,
        leaders={**state.leaders, event.leader: "arriving"},
        board=Board(
            phase="votes", leader=event.leader, turn=state.board.turn, draw=state.board.draw
        ),
    )


def _vetoed(state: State, event: LeaderVetoed) -> State:
    _before_the_board(state, event.leader)
    return replace(
        state,
        leaders={**state.leaders, event.leader: "cup"},
        board=Board(phase="draw", turn=state.board.turn),
    )


def _closed(state: State, event: ReinforcementClosed) -> State:
    return replace(state, board=Board(turn=state.board.turn))


EVOLVE: Evolvers = {
    ReinforcementOpened: _opened,
    LeaderDrawn: _drawn,
    BallotsOpened: _ballots_opened,
    LeaderPromoted: _promoted,
    LeaderVetoed: _vetoed,
    ReinforcementClosed: _closed,
}
DECIDE: Deciders = {
    OpenReinforcement: open_reinforcement,
    DrawLeader: draw_leader,
    SealBallot: seal_ballot,
    RevealBallot: reveal_ballot,
    OpenBallots: open_ballots,
}
NEEDS: Needing = {
    DrawLeader: draw_needs,
    SealBallot: markers.seal_needs,
    RevealBallot: markers.reveal_needs,
    OpenBallots: markers.opening_needs,
}
