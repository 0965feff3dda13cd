"""LiF 2, 3.2: which abilities matter to a combat, and what forbids each. Pure."""

from collections.abc import Callable, Mapping

import msgspec

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.adviser import effects as looking
from campaign.leaders_in_flames.abilities.adviser.aftermath import AFTER
from campaign.leaders_in_flames.abilities.adviser.air import AIR
from campaign.leaders_in_flames.abilities.adviser.effects import Effect, Entries, Entry, Look
from campaign.leaders_in_flames.abilities.adviser.land import LAND
from campaign.leaders_in_flames.abilities.adviser.model import (
    Combat,
    Presence,
    SumLine,
    Table,
    Unit,
)
from campaign.leaders_in_flames.abilities.adviser.naval import NAVAL
from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.abilities.command_range import Rows
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.leader_sheet import Sheet
from campaign.leaders_in_flames.on_map.battles import SIDES
from campaign.leaders_in_flames.rulings import LIF_1998
from events.lif.on_map import Side

_ENTRIES: Mapping[str, Entries] = {"land": {**LAND, **AFTER}, "air": AIR, "naval": NAVAL}

RuledOut = Callable[[UseAbility], Refused | None]
"""What the record of this impulse forbids, of one use."""


class House(msgspec.Struct, frozen=True, kw_only=True):
    """What advice depends on: rulebook, counters, print colours and the campaign's record."""

    sheet: Sheet
    rulebook: str = LIF_1998
    white: frozenset[int] | None = None
    """Ruling 29: abilities in white print; the table's where left out."""
    rows: Rows = "odd"
    """Ruling 28: which hex rows lie half a hex to the right."""
    serves: Mapping[str, str] = {}
    """Leaders who count as another major power's than their counter's."""
    ruled_out: RuledOut = lambda use: None

    @property
    def whites(self) -> frozenset[int]:
        """Abilities in white print."""
        if self.white is not None:
            return self.white
        return frozenset(
            n for n, ability in abilities(self.rulebook).items() if ability.print == "white"
        )


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that matters to a combat: its effect, and what forbids it."""

    look: Look
    effect: Effect
    use: UseAbility
    refused: Refused | None
    chosen: bool


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What the abilities have settled so far: the table, who calls it, and air-to-air values."""

    table: Table
    called_by: Side | None
    cancelled: tuple[tuple[str, int], ...] = ()
    bonus: tuple[int, int] = (0, 0)
    lines: tuple[SumLine, ...] = ()


def weigh_all(combat: Combat, house: House, settled: Settled) -> list[Weighed]:
    """LiF 3.2: every ability that matters here, attackers first, without the cap by rank."""
    found = [
        _weigh(combat, side, present, number, house, settled)
        for side in SIDES
        for present in combat.party(side).leaders
        for number in house.sheet[present.leader].abilities
    ]
    return [weighed for weighed in found if weighed is not None]


def _weigh(
    combat: Combat, side: Side, present: Presence, number: int, house: House, settled: Settled
) -> Weighed | None:
    entry = _restriction(number) or _ENTRIES[combat.kind].get(number)
    if entry is None or (entry.side != "either" and entry.side != side):
        return None
    look = _look(combat, side, present, number, house, settled)
    effect = entry.effect(look)
    if effect is None:
        return None
    face_down = looking.face_down(look, house.whites)
    if number in looking.LIMITS:
        use = _use(look, frozenset())
        return Weighed(look=look, effect=effect, use=use, refused=face_down, chosen=True)
    serving = _serving(look)
    near = msgspec.structs.replace(look, serving=serving)
    served = entry.effect(near)
    helped = look.serving if entry.whole else serving
    use = _use(look, frozenset(served.units) if served and served.units else helped)
    return Weighed(
        look=near,
        effect=served or effect,
        use=use,
        refused=face_down
        or looking.out_of_reach(look)
        or _helps_none(look, entry, serving, served)
        or house.ruled_out(use),
        chosen=present.uses is None or number in present.uses,
    )


def _look(
    combat: Combat, side: Side, present: Presence, number: int, house: House, settled: Settled
) -> Look:
    """The combat as an ability sees it before the units that it serves are worked out."""
    counter = house.sheet[present.leader]
    mine, theirs = (_air_value(combat, which, settled) for which in (side, _other(side)))
    return Look(
        combat=combat,
        side=side,
        present=present,
        counter=counter,
        ability=abilities(house.rulebook)[number],
        rulebook=house.rulebook,
        rows=house.rows,
        table=settled.table,
        called_by=settled.called_by,
        values=(mine, theirs),
        serves=house.serves.get(present.leader, counter.power),
        serving=frozenset(range(len(combat.party(side).units))),
    )


def _air_value(combat: Combat, side: Side, settled: Settled) -> int | None:
    value = combat.party(side).air_value
    return None if value is None else value + settled.bonus[SIDES.index(side)]


def _restriction(number: int) -> Entry | None:
    if number not in looking.LIMITS:
        return None

    def bars(look: Look) -> Effect | None:
        barred = sorted({unit.power for unit in look.own.units if not looking.may_help(look, unit)})
        return Effect(words=f"cannot help {', '.join(barred)}") if barred else None

    return Entry("either", False, bars)


def _serving(look: Look) -> frozenset[int]:
    """LiF 2, 3.2: units of the leader's side that are in reach and may be helped; in the list
    edition all of the battle that the leader takes part in."""
    whole_battle = look.rulebook != LIF_1998 and look.present.place == "participating"
    ranged = look.ability.scope == "range"

    def reaches(unit: Unit) -> bool:
        near = looking.in_his_range(look, unit) if ranged else looking.with_him(look, unit)
        return whole_battle or near

    return frozenset(
        at
        for at, unit in enumerate(look.own.units)
        if looking.may_help(look, unit) and reaches(unit)
    )


def _helps_none(
    look: Look, entry: Entry, serving: frozenset[int], served: Effect | None
) -> Refused | None:
    units = look.own.units
    helpable = [looking.may_help(look, unit) for unit in units]
    if units and (not all(helpable) if entry.whole else not any(helpable)):
        return Refused("LiF 3.2", looking.whom_not(look))
    if served is None or (units and not entry.whole and not serving):
        return Refused("LiF 2", "no unit that it could help is his to help and with him")
    return None


def _use(look: Look, helped: frozenset[int]) -> UseAbility:
    helps = sorted({look.own.units[at].power for at in helped}) or [look.counter.power]
    near = look.present.place in ("participating", "stacked")
    attacking = look.side == "attacker"
    return UseAbility(
        leader=look.present.leader,
        ability=look.ability.number,
        hex=look.combat.hex,
        helps=tuple(helps),
        attacking=attacking,
        stacked_with_participant=attacking and near,
        map=look.present.map,
        entered=look.present.entered if look.ability.scope == "range" else {},
        in_attacked_hex=look.present.place == "attacked-hex" or (not attacking and near),
    )


def _other(side: Side) -> Side:
    return "defender" if side == "attacker" else "attacker"
