"""Commands read back from what happened to leaders on the map. Pure.

What an event does not record of its command is worked out: the cause of a death, for instance, from
its reason.
"""

from collections.abc import Mapping, Sequence

from campaign.kernel.decisions import ReadBack, Supplied
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.on_map import commands as play
from campaign.leaders_in_flames.on_map.recall import LOST
from campaign.leaders_in_flames.politics import countries
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif import on_map as lif
from events.lif.force_pools import CounterMoved

# --- placing and moving -------------------------------------------------------------------------

_MOVED = same(play.MoveLeader)


def _moved(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.1, 3.3(d): a move; or a host's report of a leader overrun and taken along."""
    first = events[0]
    assert isinstance(first, lif.LeaderMoved)
    who, place = first.leader, first.location
    taken_along = first.means == "overrun" and not first.travels_with
    if taken_along and state.campaign.is_host(first.by) and state.campaign.rulebook == LIF_1998:
        lost = play.ReportLeaderLost(by=first.by, leader=who, cause="overrun", rebased_to=place)
        return ReadBack(lost)
    return _MOVED(state, events)


# --- combat, recall and death -------------------------------------------------------------------


def _fought(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3: a combat with the deaths and recalls recorded with it."""
    first, *rest = events
    assert isinstance(first, lif.CombatReported)
    recalls = [event for event in rest if isinstance(event, lif.LeaderRecalled)]
    back = {
        event.counter: event.arrives
        for event in rest
        if isinstance(event, CounterMoved) and event.to == "circle"
    }
    command = play.ReportCombat(
        by=first.by,
        kind=first.kind,
        hex=first.hex,
        attackers=first.attackers,
        defenders=first.defenders,
        losses=tuple(_told(loss, back) for loss in first.losses),
        leaders=first.leaders,
        left_alone=tuple(event.leader for event in rest if isinstance(event, lif.LeaderKilled)),
        recall=tuple(
            recall.leader
            for recall in recalls
            if recall.chosen_by == "host" or recall.source == "table"
        ),
        contradicts=first.contradicts,
        places=first.places,
        new=countries.unknown(state, *first.attackers, *first.defenders) is not None,
    )
    drawn = tuple(recall.leader for recall in recalls if recall.source == "ledger")
    return ReadBack(command, Supplied(drawn=drawn))


def _told(loss: lif.Loss, back: Mapping[str, str]) -> play.ToldLoss:
    """Ruling 51: a loss with everything that is known of it."""
    return play.ToldLoss(
        side=loss.side,
        power=loss.power,
        controlled_by=loss.controlled_by,
        type=loss.type,
        fate=loss.fate,
        build_points=loss.build_points,
        size=loss.size,
        hq=loss.hq,
        counter=loss.counter,
        counts_for_attacker=loss.counts_for_attacker,
        counts_for_defender=loss.counts_for_defender,
        counts_for_death=loss.counts_for_death,
        arrives=back.get(loss.counter) if loss.counter and loss.fate == "shattered" else None,
    )


def _promoted(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.1, ruling 50: a promotion, with the place of the unit where the club stated it."""
    first = events[0]
    assert isinstance(first, lif.GuardsPromoted)
    at = first.place if first.stated or not first.place else None
    command = play.PromoteGuards(
        by=first.by, combat=first.combat, unit=first.unit, army=first.army, at=at
    )
    return ReadBack(command)


def _recalled(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3(e): a recall by itself comes from a carpet bombing."""
    first = events[0]
    assert isinstance(first, lif.LeaderRecalled)
    return ReadBack(play.ReportCarpetBombing(by=first.by, leader=first.leader))


def _killed(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3: a death by itself has one of three causes; its reason says which."""
    first = events[0]
    assert isinstance(first, lif.LeaderKilled)
    cause: play.Cause = "pilot"
    for known, reason in LOST.items():
        if words(reason) == words(first.reason):
            cause = known
    return ReadBack(play.ReportLeaderLost(by=first.by, leader=first.leader, cause=cause))


READERS: Readers[State] = {
    lif.LeaderPlaced: same(play.PlaceLeader),
    lif.LeaderMoved: _moved,
    lif.LeaderTurned: same(play.TurnLeader),
    lif.LeaderSentToCircle: same(play.SendLeaderToCircle),
    lif.StageBegan: same(play.BeginStage),
    lif.ImpulseBegan: same(play.BeginImpulse),
    lif.StepBegan: same(play.BeginStep),
    lif.CooperationAgreed: same(play.Cooperate),
    lif.CooperationEnded: same(play.EndCooperation),
    lif.CombatReported: _fought,
    lif.LeaderRecalled: _recalled,
    lif.LeaderGroundStruck: same(play.ReportGroundStrike),
    lif.LeaderKilled: _killed,
    lif.GuardsPromoted: _promoted,
}

ALIKE = (frozenset({play.MoveLeader.__name__, play.ReportLeaderLost.__name__}),)
"""LiF 3.3: a leader's move away from an overrun and the host's report of it are alike."""
