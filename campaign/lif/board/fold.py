"""LiF 4: what each event of the cup, the markers and the Promotions Board does to a state. Pure."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.kernel.members import with_campaign
from campaign.lif import roster
from campaign.lif.board.markers import KINDS, OPENINGS, subject
from campaign.lif.politics import sides
from campaign.lif.state import (
    Board,
    CounterPlacement,
    Evolvers,
    Marker,
    Mixed,
    Opened,
    Placement,
    State,
    awaited,
)
from events.campaign import EntropyAdded, SeedsRenewed
from events.disputes import Branched, CampaignReopened, SealedOpened
from events.lif import board, cup
from events.sealed import Opening, opens

# --- LiF 4, 4.2: who is in the cup, and the veto points -----------------------------------------


def moved(state: State, leaders: tuple[str, ...], status: cup.LeaderStatus) -> State:
    """The state with some leaders at a new status: they leave the map or the circle."""
    text = replace(state, leaders={**state.leaders, **dict.fromkeys(leaders, status)})
    play, gone = state.play, frozenset(leaders)
    if gone.isdisjoint((*play.placements, *play.circle, *play.vichy_moves)):
        return text
    return replace(
        text,
        play=replace(
            play,
            placements={who: at for who, at in play.placements.items() if who not in gone},
            circle={who: at for who, at in play.circle.items() if who not in gone},
            vichy_moves=play.vichy_moves - gone,
        ),
    )


def _moves_to(status: cup.LeaderStatus) -> Callable[[State, Any], State]:
    """The fold of an event that brings its leaders to a status."""
    return lambda state, event: moved(state, event.leaders, status)


def _called_out(state: State, event: cup.ReservesCalledOut) -> State:
    marks = (*state.reserves_called.get(event.power, ()), event.mark)
    called = replace(state, reserves_called={**state.reserves_called, event.power: marks})
    return moved(called, event.leaders, "cup")


def _activated(state: State, event: cup.LeadersActivated) -> State:
    return replace(moved(state, event.leaders, "cup"), active=True, veto_points=event.points)


def _set_up(state: State, event: cup.LeadersSetUp) -> State:
    own = {name: getattr(event, name) for name in _CHARTS}
    sheet, at_war = roster.from_rows(event.sheet), frozenset(event.at_war)
    return replace(state, active=event.active, vichy=event.vichy, at_war=at_war, sheet=sheet, **own)


_CHARTS = ("leaders", "veto_points", "conquest", "minors", "reserves_called")
"""What is stated power by power, or leader by leader."""


def _stated(state: State, event: cup.PositionStated) -> State:
    """LiF 4: what the club says of a campaign that was played on paper."""
    places = event.placements.items()
    on_map = {who: Placement(place.location, place.face_up) for who, place in places}
    counters = {
        who: CounterPlacement(one.place, one.arrives, one.location, one.face_up)
        for who, one in event.counters.items()
    }
    own = {name: {**getattr(state, name), **getattr(event, name)} for name in _CHARTS}
    counters = {**state.play.counter_placements, **counters}
    play = replace(state.play, placements=on_map, circle=event.circle, counter_placements=counters)
    at_war = frozenset(event.at_war)
    return replace(state, active=event.active, vichy=event.vichy, at_war=at_war, play=play, **own)


def _changed(state: State, changes: dict[str, int]) -> State:
    points = state.veto_points.copy()
    for power, change in changes.items():
        points[power] = points.get(power, 0) + change
    return replace(state, veto_points=points)


def _spent(state: State, event: board.VetoPointsSpent) -> State:
    after = _changed(state, {power: -points for power, points in event.points.items()})
    return shown(after, paid=event.points)


def shown(state: State, **about: Any) -> State:
    """LiF 4.1: what was opened last, with what it cost or what came of it."""
    if not state.opened:  # the opening was struck out
        return state
    last = replace(state.opened[-1], **about)
    return replace(state, opened=(*state.opened[:-1], last))


# --- LiF 4.1: markers sealed, fixed and handed over -----------------------------------------------


def without_deadline(state: State) -> State:
    """What was opened is awaited no more: the deadlines for it come to their end."""
    schedule = state.campaign.schedule.without(state.board.phase, OPENINGS)
    if schedule is state.campaign.schedule:
        return state
    return with_campaign(state, replace(state.campaign, schedule=schedule))


def _sealed(state: State, event: board.BallotSealed | board.VoteSealed) -> State:
    """A marker sealed after a device's opening could react to it: that opening no longer shields.

    Raises `ValueError` where a correction has put it before another draw than it was about.
    """
    power, sealed, board = event.power, event.sealed, state.board
    if event.draw != board.draw:
        raise ValueError(f"it is about draw {event.draw}")
    by_player = state.campaign.powers.get(power) == event.by
    before = board.markers.get(power)
    number = before.number + 1 if before else 1
    marker = Marker(event.commitment, sealed, not sealed, event.by, by_player, number=number)
    markers = board.markers.copy()  # faster than {**markers, power: marker}
    markers[power] = marker
    after = Board(board.phase, board.leader, board.turn, markers, board.draw)
    return replace(state, board=after)


def _fixed(state: State, event: board.MarkersFixed) -> State:
    """From now on only withheld openings can change what the next draw mixes in.

    Raises `ValueError` where a correction has put it before another draw or phase.
    """
    board = state.board
    kind = KINDS.get(board.phase)
    if kind is None or (event.draw, event.kind) != (board.draw, kind.name):
        raise ValueError(f"it is about the {event.kind}s of draw {event.draw}")
    return replace(state, board=replace(board, fixed=True))


def _revealed(state: State, event: board.BallotRevealed | board.VoteRevealed) -> State:
    """An opening of a host's own device shields nothing: a host may hold the vault key.

    Earlier openings shield nothing either: the host saw them, and could have withheld their own.
    """
    board = state.board
    marker = replace(board.markers[event.power], ciphertext=event.sealed)
    hosts = state.campaign.is_host(event.by)
    steady = frozenset[str]() if hosts else board.steady | {event.power}
    after = replace(board, markers={**board.markers, event.power: marker}, steady=steady)
    return replace(state, board=after)


def mix(state: State, opened: Mixed) -> State:
    """Draws: the nonces opened now go into the next draw, and shield it if one was steady.

    A host who withholds their own device's opening has chosen between two draws. So has a host who
    opens fixed markers while another device must still hand in. Then nothing is shielded.
    """
    shielded = bool(state.board.steady) or (state.shielded and not opened.lines())
    if shielded:
        shielded = not any(
            state.board.fixed or state.campaign.is_host(state.board.markers[power].by)
            for power in awaited(state.board)
        )
    return replace(state, mixed=(*state.mixed, opened), shielded=shielded)


# --- LiF 4.1: what shields the next draw from people who know the seeds, and what ends that -----
#
# A draw is shielded by nonces mixed into it after everything else was fixed: openings to which
# nobody could react any more. A later choice by anybody takes the shield away.


def unshielded(state: State) -> State:
    """Draws: somebody who may know the mixed-in nonces has chosen; the next draw has no shield.

    With the vault key they know which leader each choice would have drawn. New seeds may react to
    what is mixed in already, and could be renewed again; of a reopening somebody chose the moment.
    """
    return replace(state, shielded=False, board=replace(state.board, steady=frozenset()))


def _entropy(state: State, event: EntropyAdded) -> State:
    """Entropy added last could react to what is mixed in already, so nothing shields the draw.

    It could also react to openings that devices have handed in.
    """
    mixed = Mixed(entropy=f"entropy {event.by} {event.value}")
    board = replace(state.board, steady=frozenset()) if state.board.steady else state.board
    return replace(state, mixed=(*state.mixed, mixed), shielded=False, board=board)


def _branched(state: State, event: Branched) -> State:
    """A what-if seals its markers anew; its mixed-in nonces were known before its chain."""
    board = replace(state.board, markers={}, steady=frozenset(), fixed=False)
    return replace(state, board=board, shielded=False)


def with_opened(state: State, commitment: str = "") -> State:
    """LiF 4.1: a marker that was shown, or every marker, can no longer be changed."""
    shown = {
        who: replace(marker, opened=marker.opened or commitment in ("", marker.commitment))
        for who, marker in state.board.markers.items()
    }
    return replace(state, board=replace(state.board, markers=shown))


def _opened_early(state: State, event: SealedOpened) -> State:
    """Vault: a marker opened early can no longer be changed."""
    opening = Opening(event.choice, event.nonce)
    for power, marker in state.board.markers.items():
        if opens(subject(state, power), opening, marker.commitment):
            return with_opened(state, marker.commitment)
    return state


# --- LiF 4.1(1)-(5): what was drawn and opened, and what came of it -----------------------------


def _votes_opened(state: State, event: board.VotesOpened) -> State:
    shown = Opened(
        kind="vote",
        leader=state.board.leader or "",
        draw=state.board.draw,
        at=event.at,
        votes=event.votes,
        points=state.veto_points,
    )
    after = mix(without_deadline(state), Mixed(votes=event.votes))
    return replace(after, opened=(*state.opened, shown))


def _continued(state: State, event: board.ReinforcementContinued) -> State:
    after = replace(state, board=Board(phase="draw", turn=state.board.turn))
    return shown(after, result="another")


def _drawn(state: State, event: board.LeaderDrawn) -> State:
    return replace(
        state,
        leaders={**state.leaders, event.leader: "drawn"},
        board=Board(phase="ballots", leader=event.leader, turn=state.board.turn, draw=event.draw),
        draw=event.draw,
        mixed=(),
        opened=(),
        shielded=False,
    )


def _ballots_opened(state: State, event: board.BallotsOpened) -> State:
    leader = state.board.leader or ""
    shown = Opened(
        kind="ballot",
        leader=leader,
        draw=state.board.draw,
        at=event.at,
        ballots=event.ballots,
        backers=sides.backers(state, leader, event.ballots) if leader else (),
        points=state.veto_points,
    )
    after = mix(without_deadline(state), Mixed(ballots=event.ballots))
    return replace(after, opened=(shown,))


def _before_the_board(state: State, leader: str) -> None:
    """Raises `ValueError` if a correction has put another leader before the board."""
    if state.board.leader != leader:
        raise ValueError(f"{leader} is not before the board")


def _promoted(state: State, event: board.LeaderPromoted) -> State:
    _before_the_board(state, event.leader)
    after = replace(
        state,
        leaders={**state.leaders, event.leader: "arriving"},
        board=Board(
            phase="votes", leader=event.leader, turn=state.board.turn, draw=state.board.draw
        ),
    )
    return shown(after, result="promoted")


def _vetoed(state: State, event: board.LeaderVetoed) -> State:
    _before_the_board(state, event.leader)
    after = replace(
        state,
        leaders={**state.leaders, event.leader: "cup"},
        board=Board(phase="draw", turn=state.board.turn),
    )
    return shown(after, result="vetoed")


def _closed(state: State, event: board.ReinforcementClosed) -> State:
    after = replace(state, board=Board(turn=state.board.turn))
    return shown(after, result="closed") if event.reason == "vote" else after


EVOLVE: Evolvers = {
    board.LeaderValuesSet: lambda state, event: replace(
        state, values=event.values, recall=event.recall
    ),
    cup.LeadersSetUp: _set_up,
    cup.PositionStated: _stated,
    cup.LeadersReachedYear: _moves_to("cup"),
    board.NextYearLeadersAdded: _moves_to("cup"),
    cup.LeadersJoinedCup: _moves_to("cup"),
    cup.LeadersRemoved: _moves_to("removed"),
    cup.LeadersReturnedToReserve: _moves_to("reserve"),
    cup.ReservesCalledOut: _called_out,
    cup.LeadersActivated: _activated,
    board.VetoPointsInfused: lambda state, event: _changed(state, event.points),
    board.VetoPointsBought: lambda state, event: _changed(state, {event.power: event.points}),
    board.VetoPointsSpent: _spent,
    board.BallotSealed: _sealed,
    board.VoteSealed: _sealed,
    board.MarkersFixed: _fixed,
    board.BallotRevealed: _revealed,
    board.VoteRevealed: _revealed,
    EntropyAdded: _entropy,
    Branched: _branched,
    SeedsRenewed: lambda state, event: unshielded(state),
    CampaignReopened: lambda state, event: unshielded(state),
    SealedOpened: _opened_early,
    board.VotesOpened: _votes_opened,
    board.ReinforcementContinued: _continued,
    board.ReinforcementOpened: lambda state, event: replace(
        state, board=Board(phase="draw", turn=event.turn)
    ),
    board.LeaderDrawn: _drawn,
    board.BallotsOpened: _ballots_opened,
    board.LeaderPromoted: _promoted,
    board.LeaderVetoed: _vetoed,
    board.ReinforcementClosed: _closed,
}
