"""LiF 2, 3.2, ruling 30: which abilities matter to a combat, and what forbids or limits
each. Pure.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from campaign.extensions.adviser import effects
from campaign.extensions.adviser.effects import Effect, Entry, Look, does_nothing
from campaign.extensions.adviser.effects_by_combat import entries
from campaign.extensions.adviser.model import Combat, Presence, SumLine, Table, Unit
from campaign.kernel.decisions import Refused
from campaign.lif.abilities import catalogue
from campaign.lif.abilities.command_range import Rows
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.names import country, the_country
from campaign.lif.on_map.fold import CROWDED_FRONT, SIDES
from campaign.lif.roster import POWERS, Sheet
from campaign.lif.rulings import LIF_1998
from events.lif.on_map import Side

RuledOut = Callable[[UseAbility], Refused | None]
"""What the record of this impulse forbids, of one use."""


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """Ruling 44: what was announced of an ability for one combat."""

    helps: frozenset[str]
    """The powers and minors whose units it helps."""
    units: int = 0
    """Ruling 43: how many units it serves, where they are counted."""
    earlier: bool = False
    """List edition: it was announced in an earlier segment of the combat, and its rank is free."""


Announced = Mapping[tuple[str, int], Announcement]
"""What is announced for a combat, by leader and ability."""


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
    announced: Announced = {}
    """Ruling 44: what is announced for this combat already, and whose units it helps."""
    spent: Mapping[str, int] = {}
    """Ruling 43: units that leaders have served with ability 49 in this step."""
    further: frozenset[str] = frozenset()
    """Countries that the campaign's record knows beside those on the list."""
    mixed: bool = False
    """Ruling 42: a modifier of the whole combat may serve a force that is partly beyond limits."""

    @property
    def whites(self) -> frozenset[int]:
        """Abilities in white print."""
        if self.white is not None:
            return self.white
        abilities = catalogue.abilities(self.rulebook).items()
        return frozenset(number for number, known in abilities if known.print == "white")


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that matters to a combat: its effect, and what forbids it."""

    look: Look
    effect: Effect
    use: UseAbility
    refused: Refused | None
    chosen: bool
    applies: bool = True
    announced: bool = False
    """Ruling 44: it was accepted, and no limit of its announcement is asked about again."""
    one_of: tuple[str, ...] = ()
    """LiF 3.2: the leaders who compete for one use, if this leader is one of them."""
    why_one: str = ""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What the abilities have settled so far: the table, who calls it, and air-to-air values."""

    table: Table
    called_by: Side | None
    cancelled: tuple[tuple[str, int], ...] = ()
    bonus: tuple[int, int] = (0, 0)
    lines: tuple[SumLine, ...] = ()


def weigh_all(combat: Combat, house: House, settled: Settled) -> list[Weighed]:
    """LiF 3.2: every ability of every leader, attackers first, without the cap by rank."""
    return [
        _weigh(_look(combat, side, present, number, house, settled), house)
        for side in SIDES
        for present in combat.party(side).leaders
        for number in house.sheet[present.leader].abilities
    ]


def _weigh(look: Look, house: House) -> Weighed:
    number = look.ability.number
    entry = _restriction(number) or entries(look.combat.kind).get(number)
    mine = entry is not None and entry.side in ("either", look.side)
    effect = entry.effect(look) if entry and mine else None
    if entry is None or effect is None:
        return _idle(look, does_nothing(look, entry))
    if number in effects.LIMITS:
        face_down = effects.face_down(look, house.whites)
        use = _use(look, frozenset())
        return Weighed(look=look, effect=effect, use=use, refused=face_down, chosen=True)
    helped = house.announced.get((look.present.leader, number))
    return _weigh_use(look, entry, effect, house, helped)


def _weigh_use(
    look: Look, entry: Entry, effect: Effect, house: House, announced: Announcement | None
) -> Weighed:
    """Whom it helps, and what forbids it: once it is announced (ruling 44) only units of the combat
    whom the announcement did not name and the leader may not help (ruling 42)."""
    serving = _serving(look) if announced is None else _helped_units(look, announced)
    near = msgspec.structs.replace(look, serving=serving, spent=0 if announced else look.spent)
    served = entry.effect(near)
    effect = served or effect
    use = _use_for(look, served, look.serving if entry.whole else serving)
    helps_none = _helps_none(look, entry, house, serving, served)
    if announced is not None:
        return Weighed(
            look=near,
            effect=effect,
            use=msgspec.structs.replace(use, helps=tuple(sorted(announced.helps))),
            refused=helps_none,
            chosen=True,
            announced=True,
        )
    uses = look.present.uses
    return Weighed(
        look=near,
        effect=effect,
        use=use,
        refused=effects.face_down(look, house.whites)
        or effects.out_of_reach(look)
        or helps_none
        or house.ruled_out(use),
        chosen=uses is None or look.ability.number in uses,
    )


def _use_for(look: Look, served: Effect | None, serving: frozenset[int]) -> UseAbility:
    """The command that would announce the use, for the units served or all who might be."""
    if served is None:
        return _use(look, serving)
    use = _use(look, frozenset(served.units) if served.units else serving)
    if look.ability.number == catalogue.COUNTED_UNITS:
        return msgspec.structs.replace(use, units=len(served.units))
    return use


def _helped_units(look: Look, announced: Announcement) -> frozenset[int]:
    """Ruling 44: the units that an announced ability serves: those of the powers it names, and no
    more than it counts."""
    named = [at for at, unit in enumerate(look.own.units) if unit.power in announced.helps]
    reached = [at for at in named if at in _serving(look)] or named
    if announced.units:
        reached = [at for at in reached if not look.own.units[at].in_supply][: announced.units]
    return frozenset(reached)


def _idle(look: Look, why: str) -> Weighed:
    """An ability that does nothing in this combat, and why."""
    return Weighed(
        look=look,
        effect=Effect(words=""),
        use=_use(look, frozenset()),
        refused=Refused(look.ability.rule, why),
        chosen=False,
        applies=False,
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
        ability=catalogue.abilities(house.rulebook)[number],
        rulebook=house.rulebook,
        rows=house.rows,
        spent=house.spent.get(present.leader, 0),
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
    if number not in effects.LIMITS:
        return None

    def bars(look: Look) -> Effect | None:
        barred = sorted({unit.power for unit in look.own.units if not effects.may_help(look, unit)})
        return Effect(words=f"cannot help {', '.join(barred)}") if barred else None

    return Entry("either", False, bars)


def _serving(look: Look) -> frozenset[int]:
    """LiF 2, 3.2: units of the leader's side that are in reach and may be helped; in the list
    edition the whole battle, except for abilities of the leader's own section of a sea box."""
    whole_battle = (
        look.rulebook != LIF_1998
        and look.present.place == "participating"
        and "own-section" not in look.ability.traits
    )
    ranged = look.ability.scope == "range"

    def reaches(unit: Unit) -> bool:
        near = effects.in_his_range(look, unit) if ranged else effects.with_him(look, unit)
        return whole_battle or near

    return frozenset(
        at
        for at, unit in enumerate(look.own.units)
        if effects.may_help(look, unit) and reaches(unit)
    )


def _helps_none(
    look: Look, entry: Entry, house: House, serving: frozenset[int], served: Effect | None
) -> Refused | None:
    """LiF 3.2, ruling 42: a modifier of the whole combat needs every unit within its limits."""
    units = look.own.units
    if refused := _beyond_limits(look, entry, house):
        return refused
    if served is None or (units and not entry.whole and not serving):
        return Refused("LiF 2", "no unit that it could help is his to help and with him")
    return None


def _beyond_limits(look: Look, entry: Entry, house: House) -> Refused | None:
    """LiF 3.2, ruling 42: units of the combat whom the leader's abilities may not help."""
    helpable = [effects.may_help(look, unit) for unit in look.own.units]
    whole = entry.whole and not (house.mixed and "whole-combat" in look.ability.traits)
    if helpable and (not all(helpable) if whole else not any(helpable)):
        return Refused("LiF 3.2", effects.whom_not(look))
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


# --- LiF 3.2, ruling 30: one leader of a rank, power and map, within one combat -----------------

Key = tuple[str, ...]

_TOGETHER = ("the use of", "their hex")
"""The hex of attackers' leaders whose place nobody gave: they are taken to be together."""


def capped(weighed: list[Weighed], house: House) -> list[Weighed]:
    """LiF 3.2, ruling 30: one leader of a rank, power and map.

    1998: only black print counts. List edition: any use does, for every power it helps, and one
    leader of a hex may use black print. What is announced comes first, then what must be used; of
    the leaders left one may be chosen, and whoever is named first is counted.
    """
    keys = [_keys(each, house) for each in weighed]
    firm = _taken_for_good(weighed, keys, house)
    taken, limited = dict(firm), list(weighed)
    for at, each in enumerate(weighed):
        who = each.look.present.leader
        spent = _used_up(keys[at], firm, who)
        if each.announced:
            continue
        if spent is not None:
            why = f"{house.sheet[firm[spent]].name} uses up {_in_words(spent)}"
            limited[at] = replace(each, refused=Refused("LiF 3.2", why))
        elif _used_up(keys[at], taken, who) is not None:
            limited[at] = replace(each, chosen=False)
        elif each.chosen:
            taken |= dict.fromkeys(keys[at], who)
    return [_with_rivals(own, limited, keys, at, house) for at, own in enumerate(limited)]


def _used_up(keys: Iterable[Key], taken: Mapping[Key, str], who: str) -> Key | None:
    """The first place in the cap that another leader has taken."""
    return next((key for key in keys if taken.get(key, who) != who), None)


def _taken_for_good(weighed: list[Weighed], keys: list[list[Key]], house: House) -> dict[Key, str]:
    """What leaders have used up whatever is chosen: by what is announced, or must be used."""
    taken: dict[Key, str] = {}
    both = list(zip(weighed, keys, strict=True))
    owed = [(each, own) for each, own in both if each.look.ability.number in house.whites]
    for each, own in (*((each, own) for each, own in both if each.announced), *owed):
        who = each.look.present.leader
        if each.announced or all(taken.get(key, who) == who for key in own):
            taken = {**dict.fromkeys(own, who), **taken}
    return taken


def _with_rivals(
    own: Weighed, weighed: list[Weighed], keys: list[list[Key]], at: int, house: House
) -> Weighed:
    """The ability with the leaders who compete for one place, this leader among them."""
    if own.refused is not None or own.announced or own.look.ability.number in house.whites:
        return own
    for key in keys[at]:
        rivals = dict.fromkeys(
            other.look.present.leader
            for other, theirs in zip(weighed, keys, strict=True)
            if key in theirs and other.refused is None
        )
        if len(rivals) > 1:
            names = " or ".join(house.sheet[who].name for who in rivals)
            why = f"one of these: {names}; {_one_alone(key, house)}"
            return replace(own, one_of=tuple(rivals), why_one=why)
    return own


def _one_alone(key: Key, house: House) -> str:
    span = "impulse or stage" if house.rulebook == LIF_1998 else "segment"
    if key == _TOGETHER:
        return f"one leader of a hex uses black print in a {span}; give `hex` if theirs differ"
    if len(key) == 2:
        return f"one leader at {key[1]} uses black print in a {span}"
    power, _, rank, _, on = key
    article = "an" if span.startswith("i") else "a"
    return f"{country(power)} uses one leader of {rank} stars {_where(on)} in {article} {span}"


def _in_words(key: Key) -> str:
    if len(key) == 2:
        return " ".join(key)
    power, _, rank, _, on = key
    return f"{the_country(power)}'s {rank} stars {_where(on)}"


def _where(on: str) -> str:
    return {"sea": "at sea", "dot": "off the map"}.get(on, f"on map {on}")


def _keys(weighed: Weighed, house: House) -> list[Key]:
    """What a use counts against: rank, power and map, and in the list edition the hex."""
    look, is_white = weighed.look, weighed.look.ability.number in house.whites
    if not _counts(weighed, house):
        return []
    keys = [_rank(weighed, look.serves)]
    if house.rulebook == LIF_1998:
        return keys
    if not is_white and (spot := _spot(look)):
        keys.append(spot)
    return keys + [_rank(weighed, power) for power in weighed.use.helps if power in POWERS]


def _counts(weighed: Weighed, house: House) -> bool:
    """Whether a use counts in the cap: it is possible, and of a print and a time that count."""
    look, number = weighed.look, weighed.look.ability.number
    if number in effects.LIMITS or (weighed.refused is not None and not weighed.announced):
        return False
    if house.rulebook == LIF_1998 and number in house.whites and number != CROWDED_FRONT:
        return False
    announced = house.announced.get((look.present.leader, number))
    return announced is None or not announced.earlier


def _spot(look: Look) -> Key | None:
    """List edition: the hex or section of which one leader uses black print, if it is known."""
    near = look.present.place in ("participating", "stacked")
    spot = look.combat.hex if look.side == "defender" and near else look.present.hex
    if spot is None and look.present.section is not None:
        spot = f"section {look.present.section}"
    if spot:
        return ("the use of", spot)
    return _TOGETHER if near else None


def _rank(weighed: Weighed, power: str) -> Key:
    look = weighed.look
    where = look.present.hex
    on = look.present.map or (where[0] if where and ":" not in where else look.combat.map)
    return (power, "rank", str(look.counter.rank), "on map", on)
