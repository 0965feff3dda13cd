"""LiF 3.1-3.3, 5.1: what each event of leaders on the map does to a state. Pure.

Their places, the course of the turn, abilities used, combats with who fell in them, names of hexes.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.kernel.decisions import filled
from campaign.lif.board import fold as board
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Evolvers, HexName, Placement, Resting, State, Timing, Use, pair
from events.campaign import TurnBegan
from events.lif import on_map
from events.lif.politics import Power

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import ReportCombat

OVER_THE_BORDER = 25
"""Takes the leader's stack into neutral minors."""
CROWDED_FRONT = 48
"""The one ability that works face-down in both editions, and still counts for the cap by rank."""
LAND_COMBAT = "land-combat"
LAND_COMBAT_STEPS = frozenset({
    LAND_COMBAT, "land-combat-declaration", "ground-support", "shore-bombardment", "retreat",
    "advance-after-combat",
})  # fmt: skip
"""The land combat step and its parts, as the table names them."""
LAND_COMBAT_PARTS = LAND_COMBAT_STEPS | {"air-to-air"}
"""What may follow within a land combat: its parts, and the fights of its ground support."""

# --- LiF 3.1: where leaders are -----------------------------------------------------------------


def _placed(state: State, event: on_map.LeaderPlaced) -> State:
    there = board.moved(state, (event.leader,), "map")
    return put(there, event.leader, Placement(event.location, event.face_up))


def _moved(state: State, event: on_map.LeaderMoved) -> State:
    now = state.play.placements.get(event.leader)
    face_up = now.face_up if now else True
    moved = put(state, event.leader, Placement(event.location, face_up, event.travels_with))
    if event.means != "vichy":
        return moved
    left = moved.play.vichy_moves - {event.leader}
    return replace(moved, play=replace(moved.play, vichy_moves=left))


def _turned(state: State, event: on_map.LeaderTurned) -> State:
    now = state.play.placements[event.leader]
    return put(state, event.leader, replace(now, face_up=event.face_up))


def put(state: State, leader: str, placement: Placement) -> State:
    """LiF 3.1: a leader is in a place from here on."""
    placements = {**state.play.placements, leader: placement}
    return replace(state, play=replace(state.play, placements=placements))


def _to_circle(state: State, event: on_map.LeaderSentToCircle) -> State:
    gone = board.moved(state, (event.leader,), "circle")
    circle = {**gone.play.circle, event.leader: event.arrives}
    return replace(gone, play=replace(gone.play, circle=circle))


def _named(state: State, event: on_map.HexNamed) -> State:
    names = {where: named for where, named in state.play.hex_names.items() if where != event.hex}
    if event.name:
        names[event.hex] = HexName(event.name, event.by)
    return replace(state, play=replace(state.play, hex_names=names))


# --- LiF 3.2: the course of the turn, who co-operates, abilities used ---------------------------


def _turn_began(state: State, event: TurnBegan) -> State:
    """LiF 3.2, 5.1: a new turn starts again at its first stage, and its combats count from one;
    the last turn's promotions are past.

    Ruling 62: a stack in a neutral minor is still there in the next turn.
    """
    play = replace(state.play, timing=Timing())
    resting = tuple(part for part in play.resting if part.ability == OVER_THE_BORDER)
    if play.combats or play.left_behind or resting != play.resting:
        play = replace(play, combats={}, latest=(), promoted_after=frozenset())
        play = replace(play, resting=resting, left_behind=())
    return replace(state, play=play)


def _stage(state: State, event: on_map.StageBegan) -> State:
    stages = (*state.play.timing.stages, event.stage)
    return _timed(state, replace(_afresh(state), stage=event.stage, stages=stages))


def _impulse(state: State, event: on_map.ImpulseBegan) -> State:
    """Ruling 60: the promotions of the combats before it are past."""
    past = replace(state, play=replace(state.play, latest=()))
    number, side = event.number, event.side
    return _timed(past, replace(_afresh(state), impulse=number, side=side, impulses=number))


def _afresh(state: State) -> Timing:
    """LiF 3.2: what the turn keeps when limits count from zero again: how far it has come, and the
    uses announced for combats.
    """
    now = state.play.timing
    return Timing(
        steps=now.steps, impulses=now.impulses, stages=now.stages, announced=now.announced
    )


def _step(state: State, event: on_map.StepBegan) -> State:
    """LiF 3: the land combat goes on through its parts; one begun twice in a row begins anew.

    1998 edition: a part is not a new step, and used abilities stay used. List edition: a segment.
    An impulse has one land combat step; begun twice in a row it is the next impulse's, of a club
    that records none.
    """
    now = state.play.timing
    again = event.step == now.step == LAND_COMBAT
    on = now.land_combat > 0 and event.step in LAND_COMBAT_PARTS and not again
    steps = now.steps + (not on or state.campaign.rulebook != LIF_1998)
    began = steps if event.step in LAND_COMBAT_STEPS else 0
    land_combat = now.land_combat if on else began
    return _timed(state, replace(now, step=event.step, steps=steps, land_combat=land_combat))


def _timed(state: State, timing: Timing) -> State:
    return replace(state, play=replace(state.play, timing=timing))


def _allied(state: State, cooperating: frozenset[tuple[Power, Power]]) -> State:
    return replace(state, play=replace(state.play, cooperating=cooperating))


def _used(state: State, event: on_map.AbilityUsed) -> State:
    timing, placement = state.play.timing, state.play.placements.get(event.leader)
    location, combats = placement.location if placement else "", len(state.play.combats)
    when = {"step": timing.step, "steps": timing.steps, "combats": combats}
    used = filled(Use, event, location=location, **when)
    announced = (*timing.announced, used) if event.combat else timing.announced
    timed = replace(timing, used=(*timing.used, used), announced=announced)
    play = replace(state.play, timing=timed, resting=_resting(state, used))
    return replace(state, play=play)


def _resting(state: State, used: Use) -> tuple[Resting, ...]:
    """Ruling 62: the excess unit of ability 48 and the stack of 25, at the last use of each.

    The list edition says nothing of what follows for the stack.
    """
    known, this = state.play.resting, (used.leader, used.ability)
    is_stack = used.ability == OVER_THE_BORDER and state.campaign.rulebook == LIF_1998
    if used.ability != CROWDED_FRONT and not is_stack:
        return known
    power = next((who for who in used.helps if who in POWERS), "")
    others = (part for part in known if (part.leader, part.ability) != this)
    return (*others, Resting(used.leader, used.ability, used.hex, power))


# --- LiF 3.3, 5.1: combats, promotions to the Guards, leaders recalled and killed ---------------


def _promoted(state: State, event: on_map.GuardsPromoted) -> State:
    after = state.play.promoted_after | {event.combat}
    return replace(state, play=replace(state.play, promoted_after=after))


def _reported(state: State, event: on_map.CombatReported) -> State:
    """A map is known by its letter; all that is fought off the maps counts as one."""
    known, here = state.play.combats, event.hex[0]
    elsewhere = (one for one in state.play.latest if known[one].hex[0] != here)
    there = known_then(state, event.places)
    combats, latest = {**known, event.combat: event}, (*elsewhere, event.combat)
    return replace(there, play=replace(there.play, combats=combats, latest=latest))


def known_then(state: State, places: Mapping[str, str]) -> State:
    """Ruling 45: the state with the places that a report states; what is on record stays."""
    for who, where in places.items():
        if who not in state.play.placements:
            state = put(state, who, Placement(where, face_up=True))
    return state


def _recalled(state: State, event: on_map.LeaderRecalled) -> State:
    """A leader back in the cup changes the next draw, so an earlier shield no longer holds."""
    gone = _gone(state, event.leader)
    back = replace(board.moved(gone, (event.leader,), "cup"), shielded=False)
    return replace(back, draw=event.draw, mixed=()) if event.draw else back


def _gone(state: State, leader: str) -> State:
    """Ruling 62: what rested on the leader is owed; a stack that he led on from the hex is not."""
    play, held = state.play, state.play.placements.get(leader)
    mine = tuple(part for part in play.resting if part.leader == leader)
    if not mine:
        return state
    owed = (
        replace(part, counters=tuple(_there(state, part)))
        for part in mine
        if part.ability != OVER_THE_BORDER or (held is not None and held.location == part.hex)
    )
    resting = tuple(part for part in play.resting if part.leader != leader)
    play = replace(play, resting=resting, left_behind=(*play.left_behind, *owed))
    return replace(state, play=play)


def _there(state: State, part: Resting) -> Iterator[str]:
    for who, held in sorted(state.play.counter_placements.items()):
        is_there = (held.place, held.location) == ("map", part.hex)
        if is_there and state.play.counters[who].power == part.power:
            yield who


SIDES: tuple[on_map.Side, on_map.Side] = ("attacker", "defender")
OTHER: dict[on_map.Side, on_map.Side] = {"attacker": "defender", "defender": "attacker"}


def fighting(combat: "on_map.CombatReported | ReportCombat", side: on_map.Side) -> tuple[str, ...]:
    """LiF 3.3: the powers and minors of a side."""
    return combat.attackers if side == "attacker" else combat.defenders


def lost(event: on_map.CombatReported, side: on_map.Side) -> int:
    """LiF 3.3, ruling 48: build points of a side's units that were destroyed."""
    destroyed = (loss for loss in event.losses if loss.side == side and loss.fate == "killed")
    return sum(loss.build_points for loss in destroyed)


EVOLVE: Evolvers = {
    on_map.LeaderPlaced: _placed,
    on_map.LeaderMoved: _moved,
    on_map.LeaderTurned: _turned,
    on_map.LeaderSentToCircle: _to_circle,
    on_map.LeadersReturnedFromCircle: lambda state, event: board.moved(
        state, event.leaders, "arriving"
    ),
    on_map.HexNamed: _named,
    TurnBegan: _turn_began,
    on_map.StageBegan: _stage,
    on_map.ImpulseBegan: _impulse,
    on_map.StepBegan: _step,
    on_map.CooperationAgreed: lambda state, event: _allied(
        state, state.play.cooperating | {pair(*event.powers)}
    ),
    on_map.CooperationEnded: lambda state, event: _allied(
        state, state.play.cooperating - {pair(*event.powers)}
    ),
    on_map.AbilityUsed: _used,
    on_map.GuardsPromoted: _promoted,
    on_map.CombatReported: _reported,
    on_map.LeaderRecalled: _recalled,
    on_map.LeaderKilled: lambda state, event: board.moved(
        _gone(state, event.leader), (event.leader,), "dead"
    ),
    on_map.LeaderGroundStruck: lambda state, event: state,
}
