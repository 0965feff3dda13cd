"""LiF 3.3, rulings 42 and 45: whether a combat's report agrees with what is on record. Pure."""

import re
from collections.abc import Iterator
from itertools import combinations, product

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities import beneficiaries, command_range
from campaign.leaders_in_flames.abilities.catalogue import (
    LAND_COMBAT_STEPS,
    OF_THE_WHOLE_COMBAT,
    Ability,
    ability,
)
from campaign.leaders_in_flames.abilities.command_range import Hex, SeaBox
from campaign.leaders_in_flames.names import leader as named
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.on_map import losses
from campaign.leaders_in_flames.on_map.commands import ReportCombat
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import State, Use, aligned_with, at_war, cooperating
from events.lif.on_map import CombatKind, Involved, Side

RULE = "LiF 3.3"

_AN_ID = re.compile(r"\d{4}-[A-Z]{2}-\d+$")
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
        and not _AN_ID.match(use.combat)
        and _may_serve(ability(use.ability, rulebook), command.kind)
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
        if _AN_ID.match(use.combat) and use.combat not in state.play.combats
    ]
    here = [
        use
        for use in timing.used
        if use.steps >= timing.since
        and not _AN_ID.match(use.combat)
        and not _IN_COMBAT.isdisjoint(ability(use.ability, rulebook).steps)
        and not any(
            _one_place(use.hex, combat.hex)
            and _may_serve(ability(use.ability, rulebook), combat.kind)
            for combat in combats[use.combats :]
        )
    ]
    return tuple(sorted((*named, *here), key=lambda use: use.hex))


def _one_place(place: str, other: str) -> bool:
    """LiF 3.3: a combat at sea is one of the whole sea area, in whichever section it is told."""
    here, there = command_range.parse(place), command_range.parse(other)
    if isinstance(here, SeaBox) and isinstance(there, SeaBox):
        return here.area == there.area
    return place == other


def _may_serve(known: Ability, kind: CombatKind) -> bool:
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
    return sides.allegiance(state, leader).side or beneficiaries.own(state, leader)[0]


def _contradictions(state: State, command: ReportCombat, combat: str) -> Iterator[str]:
    yield from losses.contradictions(state, command)
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
    for side, fighting in (("attacker", command.attackers), ("defender", command.defenders)):
        for one, other in combinations(fighting, 2):
            if _enemies(state, one, other):
                yield (
                    f"on record {the_country(one)} and {the_country(other)} are at"
                    f" war, and both are reported as {side}s"
                )
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
        who = named(use.leader, state.sheet)
        text = f"on record {who}'s ability {use.ability} was used in this combat"
        if use.leader not in reported:
            yield f"{text}, and the report leaves {who} out"
        elif state.campaign.rulebook == LIF_1998 and not reported[use.leader].ability_used:
            yield f"{text}, and the report says that none was"


def _enemy(state: State, command: ReportCombat, leader: str, side: Side) -> Iterator[str]:
    """Ruling 45: nobody takes part on the enemy's side, or where nobody of his own fights.

    A country that the record aligns with no major power is on no side but that of its own leaders.
    """
    fighting = {"attacker": command.attackers, "defender": command.defenders}
    own = _powers(state, fighting[side])
    other = _powers(state, fighting["defender" if side == "attacker" else "attacker"])
    allegiance = sides.allegiance(state, leader)
    if allegiance.side is None or allegiance.power in own:
        return
    strangers = own and all(state.rulings.sides[power] != allegiance.side for power in own)
    if allegiance.power in other or strangers:
        yield (
            f"{named(leader, state.sheet)} is on the enemy's side and cannot be the {side}'s leader"
        )
    elif not own and not {*beneficiaries.own(state, leader), *_TWO_FRANCES} & {*fighting[side]}:
        yield f"on record no {side} is on {named(leader, state.sheet)}'s side"


def _powers(state: State, countries: tuple[str, ...]) -> set[str]:
    """Major powers among those who fight, and those with whom their minors are aligned."""
    found = (name if name in POWERS else aligned_with(state, name) for name in countries)
    return {power for power in found if power is not None}


def _elsewhere(state: State, command: ReportCombat, leader: str, side: Side) -> Iterator[str]:
    """Ruling 45: in land combat a defender is in the hex, an attacker in it or beside it.

    Across two maps, from the sea and from an off-map dot the record knows no distance.
    """
    held = state.play.placements.get(leader)
    if held is not None and away(state, held.location, command.hex, side):
        yield (
            f"on record {named(leader, state.sheet)} is"
            f" {not_beside(held.location, command.hex, side)}"
        )


def not_beside(location: str, attacked: str, side: Side) -> str:
    """Ruling 45: that a place is none of a side's, in words."""
    if side == "defender":
        return f"at {location}, not in {attacked}"
    return f"at {location}, neither in {attacked} nor beside it"


def away(state: State, location: str, attacked: str, side: Side) -> bool:
    """Rulings 45 and 50: whether a place is none of a side's in land combat, as far as is known."""
    if side == "defender" or location == attacked:
        return location != attacked
    start, there = command_range.parse(location), command_range.parse(attacked)
    if not isinstance(start, Hex) or not isinstance(there, Hex) or start.map != there.map:
        return False
    return command_range.distance(start, there, state.rulings.hex_rows) > 1


def _mixed(state: State, command: ReportCombat, uses: list[Use]) -> Iterator[str]:
    """Ruling 42: a modifier of the whole combat serves all of his side who take part."""
    listed: dict[str, Involved] = {involved.leader: involved for involved in command.leaders}
    for use in uses:
        if use.leader not in listed or use.ability not in OF_THE_WHOLE_COMBAT:
            continue
        side = listed[use.leader].side
        fighting = command.attackers if side == "attacker" else command.defenders
        names = (*fighting, *(loss.power for loss in command.losses if loss.side == side))
        if text := beneficiaries.beyond(
            state, use.leader, use.ability, tuple(dict.fromkeys(names))
        ):
            yield (
                f"{named(use.leader, state.sheet)}'s ability {use.ability}"
                f" could not be used in this combat: {text}"
            )
