"""LiF 3.3: combats reported, and the leaders recalled and killed by them. Pure."""

from collections.abc import Iterator, Sequence
from itertools import chain

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
from campaign.leaders_in_flames.abilities.catalogue import OVER_THE_BORDER
from campaign.leaders_in_flames.board import cup
from campaign.leaders_in_flames.names import leader as name_of
from campaign.leaders_in_flames.names import listed
from campaign.leaders_in_flames.on_map import (
    against_the_record,
    battles,
    combat_checks,
    losses,
    stated_places,
)
from campaign.leaders_in_flames.on_map.combat_checks import RULE
from campaign.leaders_in_flames.on_map.commands import (
    Cause,
    ReportCarpetBombing,
    ReportCombat,
    ReportGroundStrike,
    ReportLeaderLost,
)
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.rulings import LIF_1998, LIF_LIST
from campaign.leaders_in_flames.state import (
    Deciders,
    Evolvers,
    Needing,
    Resting,
    State,
    mixed_lines,
)
from events.base import Event
from events.lif.on_map import (
    CombatReported,
    LeaderGroundStruck,
    LeaderKilled,
    LeaderMoved,
    LeaderRecalled,
    LeaderTurned,
    Side,
)

LOST: dict[Cause, str] = {
    "pilot": "pilot-lost",
    "sea-box": "ships-lost",
    "overrun": "overrun",
}


def drawn_by_ledger(state: State) -> bool:
    """Ruling 32: whether the ledger draws which of several leaders is recalled."""
    return state.campaign.rulebook == LIF_LIST and state.rulings.draws == "ledger"


def combat_needs(state: State, command: ReportCombat) -> Needs:
    """A recall between several leaders may be a draw, and needs the turn's seed."""
    several = drawn_by_ledger(state) and len(command.leaders) > 1
    return Needs(seed=True) if several else NOTHING


def report_combat(state: State, command: ReportCombat, given: Supplied) -> Decision:
    """LiF 3.3: a combat's losses recall at most one leader a side, and nobody who died in it."""
    number = next_combat(state)
    if refused := combat_checks.unfit(state, command, number):
        return refused
    lost = losses.resolved(state, command)
    if isinstance(lost, Refused):
        return lost
    combat = CombatReported(
        combat=number,
        kind=command.kind,
        hex=command.hex,
        attackers=command.attackers,
        defenders=command.defenders,
        losses=lost,
        leaders=command.leaders,
        contradicts=command.contradicts,
        places=command.places,
    )
    state = stated_places.known_then(state, command.places)
    dead = _dead(state, command)
    recalls = _recalls(state, command, combat, dead, given)
    if isinstance(recalls, Refused):
        return recalls
    units = "units-lost" if state.campaign.rulebook == LIF_LIST else "land-units-lost"
    killed = (LeaderKilled(leader=who, reason=code(units), combat=combat.combat) for who in dead)
    return (combat, *losses.off_the_map(state, combat, command), *killed, *recalls)


def _dead(state: State, command: ReportCombat) -> tuple[str, ...]:
    """LiF 3.3(a), ruling 47: who is left alone dies, and with him his side's leaders in his hex."""
    with_them = (against_the_record.dying_with(state, command, who) for who in command.left_alone)
    return tuple(sorted({*command.left_alone, *chain.from_iterable(with_them)}))


def next_combat(state: State) -> str:
    """The id that the turn's next combat will bear: `1939-SO-1`."""
    return f"{state.campaign.turn}-{_number(state)}"


def _number(state: State) -> int:
    """The number of the turn's next combat; an earlier combat may have been struck out."""
    return max((int(combat.rpartition("-")[2]) for combat in state.play.combats), default=0) + 1


def _recalls(
    state: State,
    command: ReportCombat,
    combat: CombatReported,
    dead: Sequence[str],
    given: Supplied,
) -> tuple[Event, ...] | Refused:
    """LiF 3.3: one leader a side: by the rule, the host's word or a draw (ruling 32)."""
    if command.recall and drawn_by_ledger(state):
        # Refused before the draw: otherwise a guess would show how the draw will come out.
        return Refused(RULE, "this campaign's draws are the ledger's; no leader can be named")
    events: list[LeaderRecalled] = []
    dice = Dice(state.campaign.id, given, mixed_lines(state), state.draw)
    for side in battles.SIDES:
        named = battles.candidates(state, combat, side, dead)
        if not named:
            continue
        chosen_by = battles.chosen_by(state, named)
        leader = _chosen(state, command, side, named, dice)
        if isinstance(leader, Refused):
            return leader
        by_lot = chosen_by == "draw"
        events.append(
            LeaderRecalled(
                leader=leader,
                reason=_reason(state, combat, side, leader),
                combat=combat.combat,
                chosen_by=chosen_by,
                candidates=() if chosen_by == "rule" else tuple(named),
                draw=dice.last if by_lot else 0,
                source=state.rulings.draws if by_lot else "",
            )
        )
    if unused := {*command.recall} - {event.leader for event in events}:
        return Refused(
            RULE,
            f"{listed(name_of(who, state.sheet) for who in sorted(unused))}:"
            " no recall is due in this combat",
        )
    return tuple(events)


def _chosen(
    state: State, command: ReportCombat, side: Side, named: Sequence[str], dice: Dice
) -> str | Refused:
    """LiF 3.3: which of a side's candidates is recalled."""
    chosen_by = battles.chosen_by(state, named)
    if chosen_by == "rule":
        return named[0]
    if chosen_by == "draw" and drawn_by_ledger(state):
        leader = dice.choose(named)
        dice.mixed = ()  # entropy counts for the first draw only
        return leader
    dice.last += chosen_by == "draw"  # the table's draws are numbered too
    by_name = [who for who in command.recall if who in named]
    if len(by_name) == 1:
        return by_name[0]
    between = f"one of {', '.join(named)} is recalled for the {side}"
    about = About("recall", side, f"Who is recalled for the {side}", tuple(named), missing=True)
    return Refused(RULE, f"{between}; name him in `recall`, and no other of them", about)


def _reason(state: State, combat: CombatReported, side: Side, leader: str) -> str:
    """The reason for a recall."""
    rulebook = state.campaign.rulebook
    (involved,) = (involved for involved in combat.leaders if involved.leader == leader)
    aircraft = battles.by_air_part(rulebook, combat, involved)
    more = battles.excess(combat, side, state.rulings, aircraft=aircraft)
    needed = battles.threshold(rulebook, combat.kind, side)
    if aircraft:
        return code("air-losses", side, more, needed)
    return code("losses", side, more, combat.kind, needed)


def report_ground_strike(state: State, command: ReportGroundStrike, given: Supplied) -> Decision:
    """LiF 3.3(d): a ground strike recalls a leader if it rolls under half of what disorganises.

    Half of an odd number is not rounded: a 3 is under half of 7. One who is disorganised and not
    recalled turns face-down, where the record has him face-up.
    """
    if refused := combat_checks.not_on_map(state, command.leader):
        return refused
    roll, needed = command.roll, command.needed
    struck = LeaderGroundStruck(leader=command.leader, roll=roll, needed=needed)
    if 2 * roll >= needed:
        held = state.play.placements.get(command.leader)
        turned = roll <= needed and held is not None and held.face_up
        return (struck, LeaderTurned(leader=command.leader, face_up=False)) if turned else (struck,)
    reason = code("ground-struck", roll, needed)
    return (struck, LeaderRecalled(leader=command.leader, reason=reason))


def report_carpet_bombing(state: State, command: ReportCarpetBombing, given: Supplied) -> Decision:
    """LiF 3.3(e): a leader who is successfully carpet bombed is recalled."""
    if refused := combat_checks.not_on_map(state, command.leader):
        return refused
    return (LeaderRecalled(leader=command.leader, reason=code("carpet-bombed")),)


def report_leader_lost(state: State, command: ReportLeaderLost, given: Supplied) -> Decision:
    """LiF 3.3: a leader dies with their pilot or ships, or when overrun.

    1998: an overrun leader lives if a surviving ship or aircraft took them along. The list edition
    has no such escape.
    """
    if refused := combat_checks.not_on_map(state, command.leader):
        return refused
    if command.rebased_to is not None and command.cause != "overrun":
        return bad_field("rebased_to", "only a leader who is overrun can rebase")
    if refused := combat_checks.not_lost_there(state, command):
        return refused
    if command.rebased_to is not None and state.campaign.rulebook == LIF_1998:
        return (LeaderMoved(leader=command.leader, location=command.rebased_to, means="overrun"),)
    return (LeaderKilled(leader=command.leader, reason=code(LOST[command.cause])),)


# --- fold ---------------------------------------------------------------------------------------


def at_turn(state: State) -> State:
    """LiF 5.1: a new turn's combats count from one; the last turn's promotions are past.

    Ruling 62: a stack in a neutral minor is still there in the next turn.
    """
    play = state.play
    resting = tuple(part for part in play.resting if part.ability == OVER_THE_BORDER)
    if not (play.combats or play.left_behind or resting != play.resting):
        return state
    play = replace(play, combats={}, latest=(), promoted_after=frozenset())
    return replace(state, play=replace(play, resting=resting, left_behind=()))


def _reported(state: State, event: CombatReported) -> State:
    """A map is known by its letter; all that is fought off the maps counts as one."""
    known, here = state.play.combats, event.hex[0]
    elsewhere = (one for one in state.play.latest if known[one].hex[0] != here)
    there = stated_places.known_then(state, event.places)
    combats, latest = {**known, event.combat: event}, (*elsewhere, event.combat)
    return replace(there, play=replace(there.play, combats=combats, latest=latest))


def _recalled(state: State, event: LeaderRecalled) -> State:
    """A leader back in the cup changes the next draw, so an earlier shield no longer holds."""
    gone = _gone(state, event.leader)
    back = replace(cup.moved(gone, (event.leader,), "cup"), shielded=False)
    return replace(back, draw=event.draw, mixed=()) if event.draw else back


def _killed(state: State, event: LeaderKilled) -> State:
    return cup.moved(_gone(state, event.leader), (event.leader,), "dead")


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


def _struck(state: State, event: LeaderGroundStruck) -> State:
    return state


EVOLVE: Evolvers = {
    CombatReported: _reported,
    LeaderRecalled: _recalled,
    LeaderKilled: _killed,
    LeaderGroundStruck: _struck,
}
DECIDE: Deciders = {
    ReportCombat: report_combat,
    ReportGroundStrike: report_ground_strike,
    ReportCarpetBombing: report_carpet_bombing,
    ReportLeaderLost: report_leader_lost,
}
NEEDS: Needing = {ReportCombat: combat_needs}
