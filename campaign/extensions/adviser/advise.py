"""LiF 3.2: the combat adviser: which abilities may or must be used, and their net effect. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from campaign.extensions.adviser.effects import LIMITS, Effect, scale_at
from campaign.extensions.adviser.evaluate import House, Settled, Weighed, capped, weigh_all
from campaign.extensions.adviser.model import (
    Advice,
    Advised,
    Combat,
    Party,
    Sum,
    SumLine,
    Support,
    Table,
    Unit,
    Verdict,
    plain,
)
from campaign.kernel.decisions import Refused, bad_field
from campaign.lif.on_map.fold import SIDES
from campaign.lif.politics.sides import minors
from campaign.lif.roster import POWERS
from campaign.text.english import near
from events.lif.on_map import Side

RIVER = 0.5
DIE_HARD = 50
UNKNOWN = "not told"


class Counted(NamedTuple):
    """An ability that counts in this combat."""

    side: Side
    leader: str
    name: str
    """The leader's name."""
    power: str
    ability: int
    rule: str
    effect: Effect

    @property
    def text(self) -> str:
        """Who, with which ability, and what it does."""
        return f"{self.name}, ability {self.ability}: {self.effect.words}"


def sums(combat: Combat, counted: Sequence[Counted]) -> tuple[Sum, ...]:
    """LiF 3.2: all abilities add up: die, factors, search and air-to-air value."""
    totals = (
        _plain_sum("die", [c for c in counted if not c.effect.after_roll], "die"),
        _plain_sum("die after the roll", [c for c in counted if c.effect.after_roll], "die"),
        *(_factors(combat, side, _of(counted, side)) for side in SIDES),
        *(_plain_sum(f"{side} search number", _of(counted, side), "search") for side in SIDES),
        *(_plain_sum(f"{side} search die", _of(counted, side), "search_die") for side in SIDES),
        *(_air_value(combat, side, _of(counted, side)) for side in SIDES),
    )
    return tuple(filter(None, totals))


def air_bonus(counted: Iterable[Counted], side: Side) -> int:
    """Ability 81: what leaders add to a side's air-to-air value."""
    return sum(pair.effect.air_value for pair in counted if pair.side == side)


def _of(counted: Sequence[Counted], side: Side) -> list[Counted]:
    return [pair for pair in counted if pair.side == side]


def _plain_sum(of: str, counted: Sequence[Counted], field: str) -> Sum | None:
    lines = tuple(
        SumLine(pair.rule, pair.text, getattr(pair.effect, field))
        for pair in counted
        if getattr(pair.effect, field)
    )
    return Sum(of, sum(line.amount or 0 for line in lines), lines) if lines else None


def _air_value(combat: Combat, side: Side, counted: Sequence[Counted]) -> Sum | None:
    added = _plain_sum(f"{side} air-to-air value", counted, "air_value")
    base = combat.party(side).air_value
    if added is None or base is None or isinstance(added.total, str):
        return added
    lines = (SumLine("", "without leaders", base), *added.lines)
    return Sum(added.of, base + added.total, lines)


def _factors(combat: Combat, side: Side, counted: Sequence[Counted]) -> Sum | None:
    """Combat factors: the units', what abilities add to them or to the hex, and the support."""
    party, of = combat.party(side), f"{side} factors"
    changes = [c for c in counted if any((c.effect.change, c.effect.factors, c.effect.lifts))]
    if not changes:
        return None
    if any(unit.factors is None for unit in party.units):
        lines = tuple(SumLine(c.rule, c.text, c.effect.factors or None) for c in changes)
        return Sum(of, UNKNOWN, lines)
    known: list[Counted] = []
    total = _total(combat, side, known)
    lines = (SumLine("", "without leaders", total),)
    for change in changes:
        known.append(change)
        now = _total(combat, side, known)
        lines = (*lines, SumLine(change.rule, _arithmetic(change, party), now - total))
        total = now
    return Sum(of, total, lines)


def _total(combat: Combat, side: Side, counted: Sequence[Counted]) -> float:
    party = combat.party(side)
    units = sum(_worth(at, unit, side, counted) for at, unit in enumerate(party.units))
    return units + sum(pair.effect.factors for pair in counted) + _support(party, counted)


def _worth(at: int, unit: Unit, side: Side, counted: Sequence[Counted]) -> float:
    """A unit's factors: full strength, additions, doubling, and last the river."""
    mine = [pair for pair in counted if at in pair.effect.units]
    changes = {pair.effect.change for pair in mine}
    worth = unit.factors or 0
    if "full" in changes and unit.full_factors is not None:
        worth = unit.full_factors
    worth = _increased(worth, unit, mine)
    halved = unit.across_river and side == "attacker" and "river" not in changes
    return worth * RIVER if halved else worth


def _increased(worth: float, unit: Unit, counted: Sequence[Counted]) -> float:
    """A unit's factors with every addition, and then every multiplication."""
    for pair in counted:
        if pair.effect.change == "plus":
            worth = _with_more(worth, unit, pair)
    for pair in counted:
        if pair.effect.change == "times":
            worth *= pair.effect.amount
    return worth


def _with_more(worth: float, unit: Unit, counted: Counted) -> float:
    """Ability 50 adds at most a unit's full strength; the others have no such limit."""
    more = worth + counted.effect.amount
    if counted.ability == DIE_HARD and unit.full_factors is not None:
        return max(worth, min(more, unit.full_factors))
    return more


def _arithmetic(counted: Counted, party: Party) -> str:
    """What an ability gives, with the sum for each unit that it changes."""
    sums = [_sum_of(counted.effect, party.units[at]) for at in counted.effect.units]
    return f"{counted.text} ({', '.join(sums)})" if any(sums) else counted.text


def _sum_of(effect: Effect, unit: Unit) -> str:
    factors = unit.factors or 0
    match effect.change:
        case "full":
            if unit.full_factors is None:
                return "full_factors not told"
            return f"{plain(unit.full_factors)} for {plain(factors)}"
        case "plus":
            return f"{plain(factors)} + {plain(effect.amount)}"
        case "times":
            return f"{plain(effect.amount)} × {plain(factors)}"
        case "river":
            return f"{plain(factors)} for {plain(factors * RIVER)}"
    return ""


def _support(party: Party, counted: Sequence[Counted]) -> float:
    """Ground support and bombardment within their limits, which abilities 59, 73, 103, 120 lift.

    Artillery never goes over the usual limit, nor do the guns of a port (ability 119).
    """
    lifted: dict[str, Counted] = {pair.effect.lifts: pair for pair in counted if pair.effect.lifts}
    free = lifted["own-air"].power if "own-air" in lifted else None
    own_air = _factors_of(party, lambda one: one.kind == "aircraft" and one.power == free)
    aircraft = _factors_of(party, lambda one: one.kind == "aircraft" and one.power != free)
    artillery = _factors_of(party, lambda one: one.kind == "artillery")
    artillery += _port_guns(party, lifted) if "port" in lifted else 0
    if (limit := party.support_limit) is not None:
        artillery = min(artillery, limit)
        aircraft = min(aircraft, limit * (2 if "double" in lifted else 1) - artillery)
    return aircraft + own_air + artillery + _bombardment(party, lifted)


def _factors_of(party: Party, wanted: Callable[[Support], bool]) -> float:
    return sum(support.factors for support in party.support if wanted(support))


def _port_guns(party: Party, lifted: Mapping[str, Counted]) -> float:
    """Ability 119: ships in port fire with half of their guns, as artillery."""
    return sum(_guns(ships, lifted) for ships in party.support if party.in_port(ships)) / 2


def _bombardment(party: Party, lifted: Mapping[str, Counted]) -> float:
    """Ships within their limit: that of an ability, or what was landed, or the usual one."""
    ships = sum(
        _guns(ship, lifted)
        for ship in party.support
        if ship.kind == "ship" and not party.in_port(ship)
    )
    if "ships-double" in lifted:
        return min(ships, lifted["ships-double"].effect.amount)
    if landed := sum(unit.factors or 0 for unit in party.units if unit.invades):
        return min(ships, landed)
    return ships if party.support_limit is None else min(ships, party.support_limit)


def _guns(ships: Support, lifted: Mapping[str, Counted]) -> float:
    """What ships fire with: shore bombardment, or attack factors by ability 120."""
    by_attack = "ships-attack" in lifted and ships.attack_factors is not None
    return ships.attack_factors or 0 if by_attack else ships.factors


# --- LiF 3.2: the combat adviser: which abilities may or must be used, and their net effect -----
#
# It records nothing. `House.ruled_out` says what the campaign's record rules out: it judges the
# same command that would announce the use.

_ROUNDS = 4
"""Claims to the table, what hangs on it, what the cap takes, and the same once more."""


def advise(combat: Combat, house: House) -> Advised | Refused:
    """LiF 3.2: every ability that counts in a combat, side by side, and their net effect.

    Refuses a leader or a use that is not possible.
    """
    wrong = _wrong(combat, house)
    if wrong is not None:
        return wrong
    weighed, settled = _weighed(combat, house)
    counted = [c for c in _counted(weighed) if (c.leader, c.ability) not in settled.cancelled]
    net = sums(combat, counted)
    if settled.lines:
        net = (Sum("table", settled.table or "as the base game has it", settled.lines), *net)
    attacker, defender = (
        tuple(_advice(own, house, settled) for own in weighed if own.look.side == side)
        for side in SIDES
    )
    return Advised(attacker=attacker, defender=defender, net=net, notes=_notes(combat, weighed))


def _weighed(combat: Combat, house: House) -> tuple[list[Weighed], Settled]:
    """Every ability as it weighs once the table and what hangs on it no longer change."""
    settled = Settled(table=combat.table, called_by=combat.called_by)
    weighed: list[Weighed] = []
    for _ in range(_ROUNDS):
        weighed = capped(weigh_all(combat, house, settled), house)
        now = _settle(combat, _counted(weighed))
        if now == settled:
            break
        settled = now
    return weighed, settled


def _wrong(combat: Combat, house: House) -> Refused | None:
    """A leader who is unknown, named twice, or without the ability named."""
    named = [leader.leader for side in SIDES for leader in combat.party(side).leaders]
    for leader, times in Counter(named).items():
        if leader not in house.sheet:
            return bad_field("combat", f"there is no leader {leader!r}{near(leader, house.sheet)}")
        if times > 1:
            return bad_field("combat", f"{house.sheet[leader].name} is named {times} times")
    for country in _countries(combat):
        if country not in (*POWERS, *minors(), *house.further):
            suggested = near(country, (*POWERS, *minors()))
            return bad_field("combat", f"there is no country {country!r}{suggested}")
    return _strange_use(combat, house)


def _strange_use(combat: Combat, house: House) -> Refused | None:
    for side in SIDES:
        for presence in combat.party(side).leaders:
            strange = sorted(set(presence.uses or ()) - set(house.sheet[presence.leader].abilities))
            if strange:
                who = house.sheet[presence.leader].name
                return bad_field("combat", f"{who} has no ability {strange[0]}")
    return None


def _countries(combat: Combat) -> Iterator[str]:
    """Every power and minor that a combat names."""
    for side in SIDES:
        party = combat.party(side)
        for unit in party.units:
            yield unit.power
            if unit.controlled_by:
                yield unit.controlled_by
        for support in party.support:
            yield support.power


def _counted(weighed: Sequence[Weighed]) -> list[Counted]:
    return [
        Counted(
            side=own.look.side,
            leader=own.look.present.leader,
            name=own.look.counter.name,
            power=own.look.counter.power,
            ability=own.look.ability.number,
            rule=own.look.ability.rule,
            effect=own.effect,
        )
        for own in weighed
        if own.refused is None and own.chosen
    ]


def _settle(combat: Combat, counted: Sequence[Counted]) -> Settled:
    """LiF 3.2: claims to blitz and to assault cancel in pairs; a surplus has its table."""
    blitz, assault = _claims(counted, "blitz"), _claims(counted, "assault")
    pairs = min(len(blitz), len(assault))
    cancelled = (*blitz[:pairs], *assault[:pairs])
    left = (*blitz[pairs:], *assault[pairs:])
    lines = [SumLine(claim.rule, claim.text) for claim in _claims(counted, "blitz", "assault")]
    table, called_by = combat.table, combat.called_by
    if pairs:
        words = f"{len(assault)} for assault against {len(blitz)} for blitz: {pairs} of each cancel"
        rest = f", {len(left)} for {left[0].effect.claims} left" if left else ", none left"
        lines.append(SumLine("LiF 3.2", words + rest))
    if left:
        table, called_by = left[0].effect.claims, left[0].side
    return Settled(
        table=table,
        called_by=called_by,
        cancelled=tuple((pair.leader, pair.ability) for pair in cancelled),
        bonus=(air_bonus(counted, "attacker"), air_bonus(counted, "defender")),
        lines=tuple(lines),
    )


def _claims(counted: Sequence[Counted], *tables: Table) -> list[Counted]:
    return [pair for pair in counted if pair.effect.claims in tables]


def _advice(weighed: Weighed, house: House, settled: Settled) -> Advice:
    look, number, refused = weighed.look, weighed.look.ability.number, weighed.refused
    verdict = _verdict(weighed, house, settled)
    usable = refused is None and number not in LIMITS and not weighed.announced
    rule, why = _grounds(weighed, verdict)
    return Advice(
        side=look.side,
        leader=look.present.leader,
        ability=number,
        name=look.ability.name,
        verdict=verdict,
        counted=verdict == "must" or (verdict == "may" and weighed.chosen),
        effect=weighed.effect.words,
        rule=rule,
        why=why,
        announced=weighed.announced,
        one_of=weighed.one_of,
        command=_command(weighed) if usable else None,
    )


def _grounds(weighed: Weighed, verdict: Verdict) -> tuple[str, str]:
    """The rule that speaks of a use, and what it says."""
    own = weighed.look.ability.rule
    if weighed.refused is not None:
        return weighed.refused.rule or own, weighed.refused.reason
    if verdict == "cancelled":
        return "LiF 3.2", "a leader of the other table cancels it"
    return ("LiF 3.2" if weighed.why_one else own), weighed.why_one


def _verdict(weighed: Weighed, house: House, settled: Settled) -> Verdict:
    look, number = weighed.look, weighed.look.ability.number
    if not weighed.applies:
        return "does-not-apply"
    if weighed.refused is not None:
        return "ruled-out"
    if weighed.chosen and (look.present.leader, number) in settled.cancelled:
        return "cancelled"
    return "must" if number in house.whites else "may"


def _command(weighed: Weighed) -> dict[str, object]:
    """The UseAbility command that announces it, fields at their defaults left out."""
    fields: dict[str, object] = msgspec.json.decode(msgspec.json.encode(weighed.use))
    return {name: value for name, value in fields.items() if value not in ("host", "", False, {})}


def _notes(combat: Combat, weighed: Sequence[Weighed]) -> tuple[str, ...]:
    notes = ["The active player announces all their abilities of this combat first (LiF 3.2)."]
    measured = {
        scale_at(combat, present)
        for side in SIDES
        for present in combat.party(side).leaders
        if present.distance is not None
    }
    notes += [
        f"Distances count hexes of {scale.name}, each as {scale.hex_cost} in Europe (LiF 2)."
        for scale in sorted(measured)
    ]
    open_table = [
        f"{own.look.counter.name}, ability {own.look.ability.number}: say which table they ask for."
        for own in weighed
        if own.refused is None and own.effect.words == "calls either table"
    ]
    return (*notes, *open_table)
