"""Rejudging: commands read back from what happened to leaders on the map and to counters. Pure.

What an event does not keep of its command is taken as it must have been: whether an ability helped
an attack, and beside whom; the cause of a death, from its reason.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import ReadBack, Supplied
from campaign.leaders_in_flames import commands_in_play as play
from campaign.leaders_in_flames.on_map.recall import LOST
from campaign.leaders_in_flames.readback.readers import Readers, same
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif import force_pools as pools
from events.lif import on_map as lif

# --- leaders on the map -------------------------------------------------------------------------

_MOVED = same(play.MoveLeader)
_AS_TOLD = same(play.UseAbility)


def _moved(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.1, 3.3(d): a move; or a host's report of one who was overrun and taken along."""
    first = events[0]
    assert isinstance(first, lif.LeaderMoved)
    who, there = first.leader, first.location
    taken_along = first.means == "overrun" and not first.travels_with
    if taken_along and state.campaign.is_host(first.by) and state.campaign.rulebook == LIF_1998:
        lost = play.ReportLeaderLost(by=first.by, leader=who, cause="overrun", rebased_to=there)
        return ReadBack(lost)
    return _MOVED(state, events)


def _used(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 2, 3.2: whether it served an attack, and beside whom, is on record.

    Under the first rules it is not: away from his own hex he must have served an attack beside a
    unit that took part.
    """
    first = events[0]
    assert isinstance(first, lif.AbilityUsed)
    if state.campaign.rules > 1:
        return _AS_TOLD(state, events)
    placement = state.play.placements.get(first.leader)
    away = placement is not None and placement.location != first.hex
    command = play.UseAbility(
        by=first.by,
        leader=first.leader,
        ability=first.ability,
        hex=first.hex,
        helps=first.helps,
        combat=first.combat,
        attacking=away,
        stacked_with_participant=away,
        map=first.map,
        entered=first.entered,
    )
    return ReadBack(command, veil=_without_attack)


def _without_attack(event: Event) -> Event:
    """A use without what the first rules did not keep of it."""
    if isinstance(event, lif.AbilityUsed):
        plain = {"attacking": False, "stacked_with_participant": False, "in_attacked_hex": False}
        return replace(event, **plain)
    return event


# --- combat, recall and death -------------------------------------------------------------------


def _fought(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3: a combat with the deaths and recalls that were told along with it."""
    first, *rest = events
    assert isinstance(first, lif.CombatReported)
    recalls = [one for one in rest if isinstance(one, lif.LeaderRecalled)]
    command = play.ReportCombat(
        by=first.by,
        kind=first.kind,
        hex=first.hex,
        attackers=first.attackers,
        defenders=first.defenders,
        losses=first.losses,
        leaders=first.leaders,
        left_alone=tuple(one.leader for one in rest if isinstance(one, lif.LeaderKilled)),
        recall=tuple(
            one.leader for one in recalls if one.chosen_by == "host" or one.source == "table"
        ),
    )
    drawn = tuple(one.leader for one in recalls if one.source == "ledger")
    return ReadBack(command, Supplied(drawn=drawn))


def _recalled(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3(e): a recall by itself is a carpet bombing's."""
    first = events[0]
    assert isinstance(first, lif.LeaderRecalled)
    return ReadBack(play.ReportCarpetBombing(by=first.by, leader=first.leader))


def _killed(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 3.3: a death by itself is one of three; its reason says which."""
    first = events[0]
    assert isinstance(first, lif.LeaderKilled)
    cause: play.Cause = "pilot"
    for known, told in LOST.items():
        if words(told) == words(first.reason):
            cause = known
    return ReadBack(play.ReportLeaderLost(by=first.by, leader=first.leader, cause=cause))


# --- counters -----------------------------------------------------------------------------------


def _added(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.4: new counters, and those of which more became known."""
    first = events[0]
    assert isinstance(first, pools.CountersAdded | pools.CounterDescribed)
    rows: list[pools.Counter] = []
    for event in events:
        if isinstance(event, pools.CountersAdded):
            rows += event.counters
        elif isinstance(event, pools.CounterDescribed):
            rows.append(event.counter)
    return ReadBack(play.AddCounters(by=first.by, counters=tuple(rows), source=first.source))


def _went(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, pools.CounterMoved)
    command = play.MoveCounter(
        by=first.by,
        counter=first.counter,
        to=first.to,
        reason=first.reason,
        arrives=first.arrives or None,
        location=first.location or None,
        face_up=first.face_up,
    )
    return ReadBack(command)


READERS: Readers = {
    lif.LeaderPlaced: same(play.PlaceLeader),
    lif.LeaderMoved: _moved,
    lif.LeaderTurned: same(play.TurnLeader),
    lif.LeaderSentToCircle: same(play.SendLeaderToCircle),
    lif.StageBegan: same(play.BeginStage),
    lif.ImpulseBegan: same(play.BeginImpulse),
    lif.StepBegan: same(play.BeginStep),
    lif.CooperationAgreed: same(play.Cooperate),
    lif.CooperationEnded: same(play.EndCooperation),
    lif.AbilityUsed: _used,
    lif.CombatReported: _fought,
    lif.LeaderRecalled: _recalled,
    lif.LeaderGroundStruck: same(play.ReportGroundStrike),
    lif.LeaderKilled: _killed,
    lif.GuardsPromoted: same(play.PromoteGuards),
    pools.CountersAdded: _added,
    pools.CounterDescribed: _added,
    pools.CounterMoved: _went,
}
