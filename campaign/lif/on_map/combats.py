"""LiF 3.3, 5.1: combats reported: leaders recalled and killed, Guards Banner armies. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from campaign.kernel import members
from campaign.kernel.decisions import (
    NOTHING,
    About,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    filled,
    missing_field,
)
from campaign.kernel.draws import Dice
from campaign.lif.abilities import command_range
from campaign.lif.force_pools import kit
from campaign.lif.names import code, the_country
from campaign.lif.names import leader as name_of
from campaign.lif.on_map import battles, combat_checks, fold
from campaign.lif.on_map.combat_checks import RULE, away
from campaign.lif.rulings import LIF_1998, LIF_LIST
from campaign.lif.state import State, mixed_lines
from campaign.text.english import listed, near
from events.base import Event
from events.lif.force_pools import CounterMoved
from events.lif.on_map import (
    CombatReported,
    Fate,
    GuardsPromoted,
    LeaderGroundStruck,
    LeaderKilled,
    LeaderMoved,
    LeaderRecalled,
    LeaderTurned,
    Loss,
    Side,
)

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import (
        Cause,
        PromoteGuards,
        ReportCarpetBombing,
        ReportCombat,
        ReportGroundStrike,
        ReportLeaderLost,
    )


GUARDS_RULE = "LiF 5.1"
SOVIET = "ussr"
GERMAN = "germany"

HALVES = {"killed": 6, "shattered": 4, "retreated": 2}
"""LiF 5.1: twice what a corps or army counts, so that half of it for a division is whole."""


class PromotionScore(msgspec.Struct, frozen=True):
    """LiF 5.1: a combat's promotion score, in halves and rounded (ruling 34)."""

    german: tuple[int, ...]
    """Halves for each loss of a unit that Germany controls."""
    soviet: tuple[int, ...]
    """Halves taken off for each Soviet loss."""

    @property
    def halves(self) -> int:
        """The sum."""
        return sum(self.german) - sum(self.soviet)

    @property
    def score(self) -> int:
        """Ruling 34: the sum first, then a half rounded up."""
        return (self.halves + 1) // 2

    def __str__(self) -> str:
        return f"{sum(self.german) / 2:g} - {sum(self.soviet) / 2:g} = {self.score}"


class BannerOption(msgspec.Struct, frozen=True):
    """LiF 5.1: a promotion that a combat allows."""

    combat: str
    unit: str
    army: str
    score: int
    factors: int
    needed: int


def worth(loss: Loss) -> int:
    """LiF 5.1: killed 3, shattered 2, retreated 1; an HQ double, a division half. In halves."""
    if battles.branch(loss.type) != "land":
        return 0
    halves = HALVES[loss.fate] * (2 if loss.hq else 1)
    return halves // 2 if loss.size == "division" else halves


def tally(combat: CombatReported) -> PromotionScore | None:
    """LiF 5.1: what a combat scores: German-controlled losses less those the Soviets suffered.

    None where it was no land combat of Soviet units; then nobody can be promoted.
    """
    if combat.kind != "land" or SOVIET not in (*combat.attackers, *combat.defenders):
        return None
    own = _side(combat)
    theirs = (loss for loss in combat.losses if loss.controlled_by == GERMAN and loss.side != own)
    ours = (loss for loss in combat.losses if loss.controlled_by == SOVIET and loss.side == own)
    return PromotionScore(tuple(map(worth, theirs)), tuple(map(worth, ours)))


def open_promotions(state: State) -> list[BannerOption]:
    """LiF 5.1, ruling 60: every promotion that would be accepted now, by combat.

    Units whose factors nobody has entered are left out (ruling 37). Where the record does not know
    where a unit was, it is here: the club states its place (ruling 50).
    """
    if state.campaign.closed or "guards-banner" not in state.campaign.modules:
        return []
    counters = sorted(state.play.counters)
    armies = [who for who in counters if _no_army(state, who) is None]
    combats = state.play.combats.values() if armies else ()
    return [option for combat in combats for option in _open_after(state, combat, counters, armies)]


def _open_after(
    state: State, combat: CombatReported, units: Sequence[str], armies: Sequence[str]
) -> Iterator[BannerOption]:
    """LiF 5.1: the promotions that a combat still allows to some armies."""
    scored = _won(state, combat)
    if isinstance(scored, Refused) or _too_late(state, combat) is not None:
        return
    for unit in units:
        if _no_unit(state, combat, unit) is None:
            could_be = (_option(state, combat, scored, unit, army) for army in armies)
            yield from (option for option in could_be if isinstance(option, BannerOption))


def not_promoted(state: State) -> Iterator[tuple[str, Refused]]:
    """LiF 5.1: why others are not promoted where somebody can be: Soviet counters and armies."""
    open_now, all_of = open_promotions(state), state.play.counters
    for name in dict.fromkeys(one.combat for one in open_now):
        yield from _passed_over(state, state.play.combats[name], {one.unit for one in open_now})
    armies = (who for who in sorted(all_of) if open_now and all_of[who].guards_banner)
    yield from ((who, refused) for who in armies if (refused := _no_army(state, who)))


def _passed_over(
    state: State, combat: CombatReported, able: Collection[str]
) -> Iterator[tuple[str, Refused]]:
    """LiF 5.1: the Soviet counters that a combat does not promote, with the rule against each."""
    free = [who for who in sorted(state.play.counters) if _no_army(state, who) is None]
    for who, counter in sorted(state.play.counters.items()):
        there = state.play.counter_placements[who].place == "map" or _fate(combat, who)
        if counter.power == SOVIET and there and who not in able:
            army = min(free, key=lambda army: state.play.counters[army].type != counter.type)
            if isinstance(judged := _chosen_option(state, combat, who, army), Refused):
                yield who, judged


def promote(state: State, command: PromoteGuards, supplied: Supplied) -> Decision:
    """LiF 5.1: a won land combat promotes one surviving unit to a free Guards army of its type.

    The army takes over place and facing; where the record does not know the place, the club states
    it (ruling 50). The unit goes to the force pool and is not scrapped; if
    it was a Guards army itself, it goes where ruling 36 says.
    """
    if refused := members.holder_only(state.campaign, command, SOVIET, the_country(SOVIET)):
        return refused
    if "guards-banner" not in state.campaign.modules:
        return Refused("Module guards-banner", "this campaign is played without Guards armies")
    combat = state.play.combats.get(command.combat)
    if combat is None:
        return Refused(GUARDS_RULE, f"there is no combat {command.combat!r} in this turn")
    option = _chosen_option(state, combat, command.unit, command.army)
    if isinstance(option, Refused):
        return option
    where = _where(state, combat, command)
    if isinstance(where, Refused):
        return where
    known = state.play.counter_placements[command.unit].location
    stated = "" if known else command.at or ""
    return (
        filled(GuardsPromoted, option, place=where, stated=bool(stated)),
        *_exchanged(state, command, known or stated),
    )


def _exchanged(
    state: State, command: PromoteGuards, location: str
) -> tuple[CounterMoved, CounterMoved]:
    """LiF 5.1, ruling 36: the unit leaves the map, and the army stands where it was."""
    was = state.play.counters[command.unit]
    to_reserve = was.guards_banner and state.rulings.replaced_guards == "reserve"
    return (
        CounterMoved(
            counter=command.unit,
            to="reserve" if to_reserve else "pool",
            reason=code("promoted-to", command.army),
        ),
        CounterMoved(
            counter=command.army,
            to="map",
            reason=code("promoted-from", command.unit),
            location=location,
            face_up=state.play.counter_placements[command.unit].face_up,
        ),
    )


def _chosen_option(
    state: State, combat: CombatReported, unit: str, army: str
) -> BannerOption | Refused:
    """LiF 5.1, ruling 60: the promotion asked for, if the combat allows it now."""
    scored = _won(state, combat)
    if isinstance(scored, Refused):
        return scored
    return (
        _too_late(state, combat)
        or _no_unit(state, combat, unit)
        or _no_army(state, army)
        or _option(state, combat, scored, unit, army)
    )


def _won(state: State, combat: CombatReported) -> PromotionScore | Refused:
    """LiF 5.1: a promotion needs a positive score, and a combat brings one promotion."""
    if combat.combat in state.play.promoted_after:
        return Refused(GUARDS_RULE, f"{combat.combat} has brought its one promotion already")
    scored = tally(combat)
    if scored is None:
        return Refused(GUARDS_RULE, f"{combat.combat} was no land combat of Soviet units")
    if scored.score <= 0:
        return Refused(GUARDS_RULE, f"{combat.combat} was not won: {scored}")
    return scored


def _too_late(state: State, combat: CombatReported) -> Refused | None:
    """Ruling 60: a promotion comes before the next combat on that map and the next impulse."""
    if combat.combat in state.play.latest or state.rulings.promote_until == "turn":
        return None
    since = "another combat on that map or an impulse has been recorded since"
    return Refused(GUARDS_RULE, f"a promotion follows its combat at once; {since} {combat.combat}")


def _no_unit(state: State, combat: CombatReported, unit: str) -> Refused | None:
    """LiF 5.1: only a Soviet unit that survived the combat on the map can be promoted.

    Ruling 50: a defender was in the hex attacked, an attacker in it or beside it.
    """
    counter = state.play.counters.get(unit)
    if counter is None:
        return bad_field("unit", f"there is no counter {unit!r}{near(unit, state.play.counters)}")
    if counter.power != SOVIET:
        return Refused(GUARDS_RULE, f"{unit} is {the_country(counter.power)}'s, not Soviet")
    fate = _fate(combat, unit)
    if fate in ("killed", "shattered"):
        return Refused(GUARDS_RULE, f"{unit} did not survive: {fate} in {combat.combat}")
    held = state.play.counter_placements[unit]
    if held.place != "map":
        return Refused(GUARDS_RULE, f"{unit} is not on the map ({held.place})")
    if held.location and fate != "retreated":
        return _elsewhere(state, combat, unit, held.location)
    return None


def _fate(combat: CombatReported, unit: str) -> Fate | None:
    """LiF 3.3: what befell a unit in a combat; None where it is not among the losses."""
    return next((loss.fate for loss in combat.losses if loss.counter == unit), None)


def _elsewhere(state: State, combat: CombatReported, unit: str, place: str) -> Refused | None:
    """Ruling 50: a place where no unit of the Soviet side took part in a combat."""
    if not away(state, place, combat.hex, _side(combat)):
        return None
    text = f"{unit} is in {place}; {combat.combat} was fought over {combat.hex}"
    return Refused(GUARDS_RULE, text)


def _side(combat: CombatReported) -> Side:
    return "defender" if SOVIET in combat.defenders else "attacker"


def _where(state: State, combat: CombatReported, command: PromoteGuards) -> str | Refused:
    """Ruling 50: where the unit was: as the record has it, or else as the club states it.

    Nothing is asked of a promotion that was recorded before the ruling, nor of a unit that was
    driven out of the hex.
    """
    known = state.play.counter_placements[command.unit].location
    if command.at == "":
        return ""
    if known:
        if command.at not in (None, known):
            text = f"on record {command.unit} is in {known}, not in {command.at}"
            return Refused(GUARDS_RULE, text)
        return known
    if command.at is None:
        if _fate(combat, command.unit) == "retreated":
            return combat.hex
        text = f"the record does not know where {command.unit} was; state its hex with `at`"
        return missing_field("at", text)
    if refused := command_range.no_place(command.at, "at"):
        return refused
    if refused := _elsewhere(state, combat, command.unit, command.at):
        return refused
    return command.at


def _no_army(state: State, army: str) -> Refused | None:
    """LiF 5.1: only a Guards Banner army in the reserve pool is free for a promotion."""
    counter = state.play.counters.get(army)
    if counter is None:
        return bad_field("army", f"there is no counter {army!r}{near(army, state.play.counters)}")
    if not counter.guards_banner:
        return Refused(GUARDS_RULE, f"{army} is not a Guards Banner army")
    if (place := state.play.counter_placements[army].place) == "reserve":
        return None
    return Refused(GUARDS_RULE, f"{army} is not in reserve ({place})")


def _option(
    state: State, combat: CombatReported, scored: PromotionScore, unit: str, army: str
) -> BannerOption | Refused:
    """LiF 5.1: same type, and score and unit's factors reach the army's (ruling 35)."""
    old, new = state.play.counters[unit], state.play.counters[army]
    if refused := kit.unknown(new, "type") or kit.unknown(old, "type"):
        return refused
    if old.type.casefold() != new.type.casefold():
        text = f"{unit} is {old.type} and {army} is {new.type}; the type must match"
        return Refused(GUARDS_RULE, text)
    if old.size != new.size:
        return Refused(GUARDS_RULE, f"{unit} is a {old.size} and {army} is a {new.size}")
    if refused := kit.unknown(new, "combat") or kit.unknown(old, "combat"):
        return refused
    assert old.combat is not None and new.combat is not None
    score = scored.score
    if score + old.combat < new.combat:
        text = f"{score} and {old.combat} are {score + old.combat}"
        return Refused(GUARDS_RULE, f"{text}; {army} needs {new.combat}")
    return BannerOption(combat.combat, unit, army, score, old.combat, new.combat)


# --- LiF 3.3: combats reported, and the leaders recalled and killed by them ---------------------

LOST: dict[Cause, str] = {"pilot": "pilot-lost", "sea-box": "ships-lost", "overrun": "overrun"}


def drawn_by_ledger(state: State) -> bool:
    """Ruling 32: whether the ledger draws which of several leaders is recalled."""
    return state.campaign.rulebook == LIF_LIST and state.rulings.draws == "ledger"


def combat_needs(state: State, command: ReportCombat) -> Needs:
    """A recall between several leaders may be a draw, and needs the turn's seed."""
    several = drawn_by_ledger(state) and len(command.leaders) > 1
    return Needs(seed=True) if several else NOTHING


def report_combat(state: State, command: ReportCombat, supplied: Supplied) -> Decision:
    """LiF 3.3: a combat's losses recall at most one leader a side, and nobody who died in it."""
    number = next_combat(state)
    if refused := combat_checks.unfit(state, command, number):
        return refused
    lost = battles.resolved(state, command)
    if isinstance(lost, Refused):
        return lost
    combat = filled(CombatReported, command, combat=number, losses=lost)
    state = fold.known_then(state, command.places)
    dead = _dead(state, command)
    recalls = _recalls(state, command, combat, dead, supplied)
    if isinstance(recalls, Refused):
        return recalls
    units = "units-lost" if state.campaign.rulebook == LIF_LIST else "land-units-lost"
    killed = (LeaderKilled(leader=who, reason=code(units), combat=combat.combat) for who in dead)
    return (combat, *battles.off_the_map(state, combat, command), *killed, *recalls)


def _dead(state: State, command: ReportCombat) -> tuple[str, ...]:
    """LiF 3.3(a), ruling 47: who is left alone dies, and with him his side's leaders in his hex."""
    with_them = (combat_checks.dying_with(state, command, who) for who in command.left_alone)
    return tuple(sorted({*command.left_alone, *chain.from_iterable(with_them)}))


def next_combat(state: State) -> str:
    """The id that the turn's next combat will bear: `1939-SO-1`; an earlier combat may have been
    struck out.
    """
    numbers = (int(combat.rpartition("-")[2]) for combat in state.play.combats)
    return f"{state.campaign.turn}-{max(numbers, default=0) + 1}"


def _recalls(
    state: State,
    command: ReportCombat,
    combat: CombatReported,
    dead: Sequence[str],
    supplied: Supplied,
) -> tuple[Event, ...] | Refused:
    """LiF 3.3: one leader a side: by the rule, the host's word or a draw (ruling 32)."""
    if command.recall and drawn_by_ledger(state):
        # Refused before the draw: otherwise a guess would show how the draw will come out.
        return Refused(RULE, "this campaign's draws are the ledger's; no leader can be named")
    events: list[LeaderRecalled] = []
    dice = Dice(state.campaign.id, supplied, mixed_lines(state), state.draw)
    for side in fold.SIDES:
        named = battles.candidates(state, combat, side, dead)
        if not named:
            continue
        leader = _chosen(state, command, side, named, dice)
        if isinstance(leader, Refused):
            return leader
        reason = _reason(state, combat, side, leader)
        events.append(_recall(state, combat.combat, leader, reason, named, dice.last))
    if unused := {*command.recall} - {event.leader for event in events}:
        names = listed(name_of(who, state.sheet) for who in sorted(unused))
        return Refused(RULE, f"{names}: no recall is due in this combat")
    return tuple(events)


def _recall(
    state: State, combat: str, leader: str, reason: str, named: Sequence[str], draw: int
) -> LeaderRecalled:
    """Ruling 32: a recall with those of whom the leader was chosen, and the draw if it was one."""
    chosen_by = battles.chosen_by(state, named)
    by_lot = chosen_by == "draw"
    return LeaderRecalled(
        leader=leader,
        reason=reason,
        combat=combat,
        chosen_by=chosen_by,
        candidates=() if chosen_by == "rule" else tuple(named),
        draw=draw if by_lot else 0,
        source=state.rulings.draws if by_lot else "",
    )


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


def report_ground_strike(state: State, command: ReportGroundStrike, supplied: Supplied) -> Decision:
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


def report_carpet_bombing(
    state: State, command: ReportCarpetBombing, supplied: Supplied
) -> Decision:
    """LiF 3.3(e): a leader who is successfully carpet bombed is recalled."""
    if refused := combat_checks.not_on_map(state, command.leader):
        return refused
    return (LeaderRecalled(leader=command.leader, reason=code("carpet-bombed")),)


def report_leader_lost(state: State, command: ReportLeaderLost, supplied: Supplied) -> Decision:
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
