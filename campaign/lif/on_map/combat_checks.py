"""LiF 3.3: checks of a combat reported from the table: possible at all, and as on record. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.kernel.decisions import About, Refused, bad_field, missing_field
from campaign.lif.abilities import catalogue, command_range
from campaign.lif.abilities.command_range import Hex, SeaBox
from campaign.lif.names import STATUSES, the_country
from campaign.lif.names import leader as name_of
from campaign.lif.on_map import battles, fold
from campaign.lif.on_map.fold import LAND_COMBAT_STEPS, known_then
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998, LIF_LIST
from campaign.lif.state import State, Use, aligned_with, at_war, cooperating
from campaign.text.english import near
from events.lif.on_map import CombatKind, CombatReported, Involved, Side

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import ReportCombat, ReportLeaderLost, ToldLoss

# --- LiF 3.3, rulings 42 and 45: whether a combat's report agrees with what is on record --------

RULE = "LiF 3.3"

_AN_ID = r"\d{4}-[A-Z]{2}-\d+$"
"""What the record calls combats: their turn and number."""
_NOT_ON_LAND = frozenset({"air-to-air", "naval-search", "naval-combat"})
"""Steps of abilities that serve no land combat."""
_IN_COMBAT = LAND_COMBAT_STEPS | {"air-to-air", "naval-combat", "invasion"}
"""Steps of abilities that a fight follows, and so a report."""
_TWO_FRANCES = ("free-france", "vichy-france")
"""Names that no alignment holds; their sides are rulings 14 and 17."""


def contradicted(state: State, command: ReportCombat, combat: str) -> Refused | None:
    """Ruling 45: the first way in which a report goes against the record.

    `combat` is the id that it will bear. The host may record it all the same, with a reason.
    """
    text = next(_contradictions(state, command, combat), "")
    if command.contradicts:
        return None if text else Refused(RULE, "contradicts: the report agrees with the record")
    if not text:
        return None
    return Refused(RULE, f"{text}; if the record is wrong, say why with `contradicts`")


def uses_of(state: State, command: ReportCombat, combat: str) -> tuple[Use, ...]:
    """Ruling 45: the uses on record that belong to a combat: those that name its id, and those in
    its hex that name no id, of the same step or the same land combat.

    A name of the club's own is no id.
    """
    timing, rulebook = state.play.timing, state.campaign.rulebook
    named = [use for use in timing.announced if use.combat == combat]
    here = [
        use
        for use in timing.used
        if _one_place(use.hex, command.hex)
        and use.steps >= timing.since
        and not re.match(_AN_ID, use.combat)
        and _may_serve(catalogue.ability(use.ability, rulebook), command.kind)
    ]
    return (*named, *here)


def unreported(state: State) -> tuple[Use, ...]:
    """Ruling 45: uses that the report of a combat can still take up, and none has; by their place.

    One that names a combat's id waits for it all turn, another until its step is over.
    """
    timing, rulebook = state.play.timing, state.campaign.rulebook
    combats = tuple(state.play.combats.values())
    named = [
        use
        for use in timing.announced
        if re.match(_AN_ID, use.combat) and use.combat not in state.play.combats
    ]
    here = [
        use
        for use in timing.used
        if use.steps >= timing.since
        and not re.match(_AN_ID, use.combat)
        and _awaits_report(use, catalogue.ability(use.ability, rulebook), combats)
    ]
    return tuple(sorted((*named, *here), key=lambda use: use.hex))


def _awaits_report(use: Use, known: catalogue.Ability, combats: Sequence[CombatReported]) -> bool:
    """Ruling 45: whether a fight follows a use, and no combat reported since is that fight."""
    return not _IN_COMBAT.isdisjoint(known.steps) and not any(
        _one_place(use.hex, combat.hex) and _may_serve(known, combat.kind)
        for combat in combats[use.combats :]
    )


def _one_place(place: str, other: str) -> bool:
    """LiF 3.3: a combat at sea is one of the whole sea area, in whichever section it is told."""
    here, there = command_range.parse(place), command_range.parse(other)
    if isinstance(here, SeaBox) and isinstance(there, SeaBox):
        return here.area == there.area
    return place == other


def _may_serve(known: catalogue.Ability, kind: CombatKind) -> bool:
    """LiF abilities: no land combat in the air, and no fight in the air or at sea on land."""
    if kind == "land":
        return not _NOT_ON_LAND.issuperset(known.steps)
    return known.group == "air" or not LAND_COMBAT_STEPS.issuperset(known.steps)


def side_of(state: State, command: ReportCombat, leader: str) -> Side | None:
    """LiF 3.3(a): on which side a leader is reported, or is recorded with one who is left alone.

    One whom the report does not list defends where he is in the hex attacked.
    """
    listed = {involved.leader: involved.side for involved in command.leaders}
    if leader in listed:
        return listed[leader]
    held = state.play.placements.get(leader)
    if held is None:
        return None
    if held.location == command.hex:
        return "defender"
    for other in command.left_alone:
        if other in listed and leader in companions(state, other):
            return listed[other]
    return None


def companions(state: State, leader: str) -> tuple[str, ...]:
    """Ruling 47: other leaders of his side that are recorded in his hex, in id order."""
    held = state.play.placements.get(leader)
    return () if held is None else _beside(state, leader, held.location)


def dying_with(state: State, command: ReportCombat, leader: str) -> tuple[str, ...]:
    """Ruling 47: who dies with a leader left alone: those in the hex whose last unit is lost.

    One whose place on record the report contradicts was a defender in the hex attacked; of an
    attacker nobody knows then beside whom.
    """
    held, side = state.play.placements.get(leader), side_of(state, command, leader)
    if held is None or side is None or not away(state, held.location, command.hex, side):
        return companions(state, leader)
    return _beside(state, leader, command.hex) if side == "defender" else ()


def _beside(state: State, leader: str, hex: str) -> tuple[str, ...]:
    camp = _camp(state, leader)
    return tuple(
        other
        for other, placement in sorted(state.play.placements.items())
        if other != leader and placement.location == hex and _camp(state, other) == camp
    )


def _camp(state: State, leader: str) -> str:
    """The leader's side; for one of nobody's (ruling 14) his own country."""
    return sides.allegiance(state, leader).side or command_range.own(state, leader)[0]


def _contradictions(state: State, command: ReportCombat, combat: str) -> Iterator[str]:
    yield from battles.contradictions(state, command)
    yield from _wrong_company(state, command)
    if "leaders" not in state.campaign.modules:
        return
    uses = [use for use in uses_of(state, command, combat) if state.leaders[use.leader] == "map"]
    yield from _left_out(state, command, uses)
    for involved in command.leaders:
        yield from _enemy(state, command, involved.leader, involved.side)
        if involved.stacked and command.kind == "land":
            yield from _elsewhere(state, command, involved.leader, involved.side)
    for who in command.left_alone:
        side = side_of(state, command, who)
        if side is not None:
            yield from _enemy(state, command, who, side)
            yield from _elsewhere(state, command, who, side)
    yield from _mixed(state, command, uses)


def _wrong_company(state: State, command: ReportCombat) -> Iterator[str]:
    """Ruling 45: enemies do not fight side by side, nor co-operating powers each other; an aligned
    minor is where its power is.
    """
    for side in fold.SIDES:
        for one, other in combinations(fold.fighting(command, side), 2):
            if _enemies(state, one, other):
                text = f"on record {the_country(one)} and {the_country(other)} are at war"
                yield f"{text}, and both are reported as {side}s"
    for one, other in product(command.attackers, command.defenders):
        if not _enemies(state, one, other) and _friends(state, one, other):
            text = f"on record {the_country(one)} and {the_country(other)} are on the same side"
            yield f"{text}, and are reported against each other"


def _enemies(state: State, one: str, other: str) -> bool:
    """Whether two countries are at war, or one with the other's power, or their powers."""
    pairs = product({one, *_powers(state, (one,))}, {other, *_powers(state, (other,))})
    return any(at_war(state, name, foe) for name, foe in pairs)


def _friends(state: State, one: str, other: str) -> bool:
    """Whether two countries are of one power, or of two that co-operate."""
    pairs = product(_powers(state, (one,)), _powers(state, (other,)))
    return any(name == ally or cooperating(state, name, ally) for name, ally in pairs)


def _left_out(state: State, command: ReportCombat, uses: list[Use]) -> Iterator[str]:
    """Ruling 45: whose ability served this combat is in its report, in 1998 with that use."""
    reported = {involved.leader: involved for involved in command.leaders}
    for use in uses:
        who = name_of(use.leader, state.sheet)
        text = f"on record {who}'s ability {use.ability} was used in this combat"
        if use.leader not in reported:
            yield f"{text}, and the report leaves {who} out"
        elif state.campaign.rulebook == LIF_1998 and not reported[use.leader].ability_used:
            yield f"{text}, and the report says that none was"


def _enemy(state: State, command: ReportCombat, leader: str, side: Side) -> Iterator[str]:
    """Ruling 45: nobody takes part on the enemy's side, or where nobody of his own fights.

    A country that the record aligns with no major power is on no side but that of its own leaders.
    """
    fighting = fold.fighting(command, side)
    own = _powers(state, fighting)
    other = _powers(state, fold.fighting(command, fold.OTHER[side]))
    allegiance, name = sides.allegiance(state, leader), name_of(leader, state.sheet)
    if allegiance.side is None or allegiance.power in own:
        return
    strangers = own and all(state.rulings.sides[power] != allegiance.side for power in own)
    if allegiance.power in other or strangers:
        yield f"{name} is on the enemy's side and cannot be the {side}'s leader"
    elif not own and not {*command_range.own(state, leader), *_TWO_FRANCES} & {*fighting}:
        yield f"on record no {side} is on {name}'s side"


def _powers(state: State, countries: tuple[str, ...]) -> set[str]:
    """Major powers among those who fight, and those with whom their minors are aligned."""
    powers = (name if name in POWERS else aligned_with(state, name) for name in countries)
    return {power for power in powers if power is not None}


def _elsewhere(state: State, command: ReportCombat, leader: str, side: Side) -> Iterator[str]:
    """Ruling 45: in land combat a defender is in the hex, an attacker in it or beside it.

    Across two maps, from the sea and from an off-map dot the record knows no distance.
    """
    held = state.play.placements.get(leader)
    if held is not None and away(state, held.location, command.hex, side):
        where = not_beside(held.location, command.hex, side)
        yield f"on record {name_of(leader, state.sheet)} is {where}"


def not_beside(location: str, attacked: str, side: Side) -> str:
    """Ruling 45: that a place is none of a side's, in words."""
    if side == "defender":
        return f"at {location}, not in {attacked}"
    return f"at {location}, neither in {attacked} nor beside it"


def away(state: State, location: str, attacked: str, side: Side) -> bool:
    """Rulings 45 and 50: whether a place is none of a side's in land combat, as far as is known."""
    if side == "defender" or location == attacked:
        return location != attacked
    hexes = command_range.apart(location, attacked, state.rulings.hex_rows)
    return hexes is not None and hexes > 1


def enemies(state: State, hex_: str = "") -> set[frozenset[str]]:
    """The pairs of enemies that have something on the map, or in a hex and beside it."""
    there = {
        sides.allegiance(state, who).power
        for who, held in state.play.placements.items()
        if is_near(state, held.location, hex_)
    }
    there |= {
        state.play.counters[who].power
        for who, held in state.play.counter_placements.items()
        if held.place == "map" and is_near(state, held.location, hex_)
    }
    return {frozenset(pair) for pair in state.at_war if set(pair) <= there & {*POWERS}}


def likely_sides(state: State, enemies: Collection[frozenset[str]]) -> dict[str, str]:
    """LiF 3.2: who attacks in an impulse, and whom, where that can be one pair of enemies alone."""
    if len(enemies) != 1:
        return {}
    (pair,) = enemies
    now = state.play.timing.side
    attacks = [one for one in sorted(pair) if state.rulings.sides[one] == now]
    if len(attacks) != 1:
        return {}
    return {"attackers": attacks[0], "defenders": next(iter(pair - {*attacks}))}


def is_near(state: State, location: str, hex_: str, side: Side = "attacker") -> bool:
    """Whether a place is a hex or beside it, as far as is known, where units of a side may have
    fought; any is, where none is named.
    """
    if not hex_ or location == hex_:
        return True
    is_on_land = bool(location) and ":" not in location + hex_ and location[0] == hex_[0]
    return is_on_land and not away(state, location, hex_, side)


def _mixed(state: State, command: ReportCombat, uses: list[Use]) -> Iterator[str]:
    """Ruling 42: a modifier of the whole combat serves all of his side who take part."""
    listed: dict[str, Involved] = {involved.leader: involved for involved in command.leaders}
    for use in uses:
        if use.leader not in listed or "whole-combat" not in catalogue.ability(use.ability).traits:
            continue
        side = listed[use.leader].side
        lost = (loss.power for loss in command.losses if loss.side == side)
        names = (*fold.fighting(command, side), *lost)
        if text := command_range.beyond(
            state, use.leader, use.ability, tuple(dict.fromkeys(names))
        ):
            whose = f"{name_of(use.leader, state.sheet)}'s ability {use.ability}"
            yield f"{whose} could not be used in this combat: {text}"


# --- LiF 3.3, ruling 45: places of leaders, stated by a report where the record cannot tell -----

FIELD = "places"


def wrong(state: State, command: ReportCombat) -> Refused | None:
    """Ruling 45: the first stated place that is none, or not of a leader in this report, or not
    the one on record, or not where the report has its leader.
    """
    sides = {involved.leader: involved for involved in command.leaders}
    for who, where in command.places.items():
        if who not in sides and who not in command.left_alone:
            return bad_field(FIELD, f"{name_of(who, state.sheet)} is not in this report")
        if refused := command_range.no_place(where, FIELD):
            return refused
        if refused := _not_there(state, command, who, where, sides.get(who)):
            return refused
    return None


def _not_there(
    state: State, command: ReportCombat, who: str, where: str, involved: Involved | None
) -> Refused | None:
    """Ruling 45: why a leader cannot be at the stated place: the record has another, or one who is
    stacked in land combat would be elsewhere.
    """
    held, name = state.play.placements.get(who), name_of(who, state.sheet)
    if held is not None and held.location != where:
        text = f"{FIELD}: on record {name} is at {held.location}; record the move"
        return Refused(RULE, text)
    if held is not None or involved is None or command.kind != "land" or not involved.stacked:
        return None
    if away(state, where, command.hex, involved.side):
        beside = not_beside(where, command.hex, involved.side)
        return Refused(RULE, f"{FIELD}: {name} is {beside}")
    return None


def missing(state: State, command: ReportCombat) -> Iterator[Refused]:
    """Ruling 45: in land combat the place of one who is stacked or left alone is asked for.

    So is that of an attackers' leader on another map: whether hexes of two maps touch, no source
    says. `state` has the places that the report states.
    """
    if command.kind != "land":
        return
    stacked = {one.leader: one.side for one in command.leaders if one.stacked}
    for who in dict.fromkeys((*stacked, *command.left_alone)):
        held, name = state.play.placements.get(who), name_of(who, state.sheet)
        if held is None:
            text = f"the record does not say where {name} is; name the place with `{FIELD}`"
            yield _asked(who, text, f"Where is {name}?")
        elif who not in command.places and _on_another_map(state, command, who, stacked.get(who)):
            text = f"{name} is at {held.location}, on another map than {command.hex}"
            more = f"if the two touch, name {held.location} with `{FIELD}`"
            yield _asked(who, f"{text}; {more}", f"{text}. If the two touch, type {held.location}")


def _asked(who: str, text: str, prompt: str) -> Refused:
    return missing_field(FIELD, text, prompt, key=who)


def _on_another_map(state: State, command: ReportCombat, who: str, side: Side | None) -> bool:
    start = command_range.parse(state.play.placements[who].location)
    there = command_range.parse(command.hex)
    side = side or side_of(state, command, who)
    two_maps = isinstance(start, Hex) and isinstance(there, Hex) and start.map != there.map
    return two_maps and side == "attacker"


# --- LiF 3.3: checks that a combat reported from the table is possible at all -------------------

FREE_OR_VICHY = "france"
"""The one major power whose units another may control, as Vichy's."""


def unfit(state: State, command: ReportCombat, combat: str) -> Refused | None:
    """LiF 3.3: faults of a combat's report: unknown or absent leaders, impossible losses."""
    if refused := without_combats(state):
        return refused
    refused = wrong(state, command)
    state = known_then(state, command.places)
    refused = refused or next(faults(state, command), None)
    return refused or contradicted(state, command, combat)


def without_combats(state: State) -> Refused | None:
    """LiF 3.3, 5.1: a combat is of interest to leaders and to Guards armies alone."""
    if {"leaders", "guards-banner"} & set(state.campaign.modules):
        return None
    text = "this campaign is played without leaders and Guards armies, and records no combats"
    return Refused("Module leaders", text)


def faults(state: State, command: ReportCombat) -> Iterator[Refused]:
    """LiF 3.3: what is wrong with a report in itself, whatever the record says."""
    if refused := command_range.no_place(command.hex, "hex"):
        yield refused
    if command.kind == "land" and isinstance(command_range.parse(command.hex), SeaBox):
        yield bad_field("hex", "a land combat is fought in a hex, not at sea")
    yield from _country_faults(state, command)
    for loss in command.losses:
        yield from _loss_faults(loss, fold.fighting(command, loss.side))
    yield from _leader_faults(state, command)
    yield from missing(state, command)
    for who in command.left_alone:
        yield from _not_alone(state, command, who)
    yield from battles.strange_counters(state, command.losses)


def _country_faults(state: State, command: ReportCombat) -> Iterator[Refused]:
    """LiF 3.3: each side has somebody, nobody is on both, and every country is known or new."""
    for side in fold.SIDES:
        if not fold.fighting(command, side):
            yield bad_field(f"{side}s", "name at least one power or minor")
    if both := sorted(set(command.attackers) & set(command.defenders)):
        yield bad_field("defenders", f"{the_country(both[0])} attacks and cannot defend as well")
    for side in fold.SIDES:
        strange = sides.unknown(state, *fold.fighting(command, side), new="`new`")
        if strange is not None and not command.new:
            yield replace(strange, about=About(f"{side}s"))


def _leader_faults(state: State, command: ReportCombat) -> Iterator[Refused]:
    """LiF 3.3: every leader of a report is on the map, and named once."""
    named = [leader.leader for leader in command.leaders]
    for who in named:
        if named.count(who) > 1:
            yield bad_field("leaders", f"{name_of(who, state.sheet)} is named twice")
    for who in (*named, *command.left_alone):
        if refused := not_on_map(state, who):
            yield refused
    if len(set(command.left_alone)) < len(command.left_alone):
        yield bad_field("left_alone", "a leader is named twice")


def _loss_faults(loss: ToldLoss, fighting: tuple[str, ...]) -> Iterator[Refused]:
    what = f"losses: {loss.power} {loss.type}".rstrip()
    if not loss.type:
        yield Refused(None, f"{what}: name the unit's type, such as INF")
    if loss.controlled_by not in POWERS:
        yield Refused(None, f"{what}: {loss.controlled_by!r} is not a major power")
    if loss.build_points is not None and loss.build_points < 0:
        yield Refused(None, f"{what}: {loss.build_points} build points are no loss")
    if loss.power not in fighting:
        yield Refused(RULE, f"{what}: {the_country(loss.power)} is not among the {loss.side}s")
    if loss.power in POWERS and loss.power not in (loss.controlled_by, FREE_OR_VICHY):
        controller, owner = the_country(loss.controlled_by), the_country(loss.power)
        yield Refused(RULE, f"{what}: {controller} does not control {owner}'s units")
    yield from _fate_faults(loss, what)


def _fate_faults(loss: ToldLoss, what: str) -> Iterator[Refused]:
    """LiF 3.3, 5.1: a shattered counter alone comes back, and a retreat costs nothing."""
    if loss.arrives is not None and (loss.fate != "shattered" or not loss.counter):
        yield Refused(None, f"{what}: only a shattered counter arrives again")
    if loss.fate == "retreated" and loss.build_points:
        yield Refused(RULE, f"{what}: a retreat costs no build points")


def _not_alone(state: State, command: ReportCombat, who: str) -> Iterator[Refused]:
    """LiF 3.3(a): a leader dies if every other land unit (list edition: unit) in the hex did."""
    name = name_of(who, state.sheet)
    if command.kind != "land":
        text = f"{name} can be left alone by land combat only, not by {command.kind}"
        yield Refused(RULE, text)
        return
    held = state.play.placements.get(who)
    defends_here = held is not None and held.location == command.hex
    side = side_of(state, command, who)
    if side is None:
        yield Refused(RULE, f"{name} is neither in this combat nor in {command.hex}")
        return
    lost = [loss for loss in command.losses if loss.side == side and _keeps_company(state, loss)]
    for reason in _company(lost, side, command.hex if defends_here else ""):
        yield Refused(RULE, f"{name} is not left alone: {reason}")


def _company(losses: Sequence[ToldLoss], side: Side, defended: str) -> Iterator[str]:
    """LiF 3.3(a): who of the leader's side is left; `defended` is the hex a defender is in."""
    if side == "defender" and defended and any(loss.fate != "killed" for loss in losses):
        yield f"a unit of {defended} was driven off, not destroyed"
    if not any(loss.fate == "killed" and loss.counts_for_death for loss in losses):
        yield f"no unit of the {side} that counts was destroyed"


def _keeps_company(state: State, loss: ToldLoss) -> bool:
    """LiF 3.3(a): a land unit keeps a leader company; in the list edition every unit does."""
    return state.campaign.rulebook == LIF_LIST or battles.branch(loss.type) == "land"


def not_on_map(state: State, leader: str) -> Refused | None:
    """LiF 3.3: only a leader on the map fights, is recalled or dies."""
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if leader not in state.sheet:
        return bad_field("leader", f"there is no leader {leader!r}{near(leader, state.sheet)}")
    if (now := state.leaders[leader]) == "map":
        return None
    return Refused(RULE, f"{name_of(leader, state.sheet)} is not on the map: {STATUSES[now]}")


def not_lost_there(state: State, command: ReportLeaderLost) -> Refused | None:
    """LiF 3.3(c)-(d): a leader at sea goes down with ships; a leader ashore is overrun."""
    rebased = command.rebased_to
    if rebased is not None and (refused := command_range.no_place(rebased, "rebased_to")):
        return refused
    place = state.play.placements.get(command.leader)
    if place is None or command.cause == "pilot":
        return None
    if place.location.startswith("sea:") == (command.cause == "sea-box"):
        return None
    name = name_of(command.leader, state.sheet)
    return Refused(RULE, f"{name} is at {place.location}; no {command.cause} there")
