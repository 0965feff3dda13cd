"""LiF abilities: effects on the die, the table and the factors of a land combat. Pure."""

from collections.abc import Callable

from campaign.leaders_in_flames.abilities.adviser.effects import (
    Change,
    Effect,
    Entries,
    Entry,
    Look,
    says,
)
from campaign.leaders_in_flames.abilities.adviser.model import Table, Unit, plain
from campaign.leaders_in_flames.rulings import LIF_1998

ARMOUR = frozenset({"ARM", "MECH"})
SACRIFICED_ARMOUR = ARMOUR | {"HQ-A"}
OTHER_MAPS = ("A", "P")
BOMBARDMENT_DEFENDS = 38
WINTER = ("snow", "blizzard")
PASSES = ("mountain", "desert-mountain")


def _die(words: str, holds: Callable[[Look], bool]) -> Callable[[Look], Effect | None]:
    def effect(look: Look) -> Effect | None:
        return Effect(words=words, die=look.number("die")) if holds(look) else None

    return effect


def _support(look: Look) -> float:
    """Ability 32: US ground support, and with option 38 bombardment as well."""
    counts = {"aircraft", "artillery"}
    if BOMBARDMENT_DEFENDS in look.combat.options:
        counts.add("ship")
    return sum(
        support.factors
        for support in look.own.support
        if support.power == "usa" and support.kind in counts
    )


def _american_stand(look: Look) -> bool:
    units = look.own.units
    plain_us = units and all(unit.power == "usa" and unit.type != "MAR" for unit in units)
    factors = sum(unit.factors or 0 for unit in units)
    return bool(plain_us) and factors > 0 and 2 * _support(look) >= factors


def _axis_pair(look: Look) -> bool:
    corps = sorted(unit.power for unit in look.own.units if unit.size == "corps")
    return corps == ["germany", "italy"] and look.table == "blitz" and look.calls


def _his_ground(look: Look) -> bool:
    rainy = look.rulebook == LIF_1998 and look.combat.weather != "fine"
    return rainy or look.calls


def _second_thoughts(look: Look) -> Effect | None:
    if look.present.place != "participating":
        return None
    return Effect(
        words="after the roll; two attacking corps or armies then end face-down",
        die=look.number("die"),
        after_roll=True,
    )


def _sacrifice(look: Look) -> Effect | None:
    chosen = look.served(lambda unit: unit.sacrificed and unit.size == "corps")
    if not look.served(lambda unit: unit.size == "corps"):
        return None
    if not chosen:
        return Effect(
            words="throw away one corps: +2 for armour, mechanised or HQ-A, +1 for others"
        )
    kind = look.own.units[chosen[0]].type
    die = look.number("armour_die" if kind in SACRIFICED_ARMOUR else "die")
    return Effect(
        words=f"{kind} thrown away; it still fights, and counts for the defenders' recall alone",
        die=die,
    )


def _table(holds: Callable[[Look], bool]) -> Callable[[Look], Effect | None]:
    def effect(look: Look) -> Effect | None:
        if not holds(look):
            return None
        fixed = look.ability.numbers.get("table")
        wanted: Table = "assault" if fixed == "assault" else look.present.table
        text = wanted or "either table"
        return Effect(words=f"calls {text}", claims=wanted)

    return effect


def _jungle(look: Look) -> bool:
    return look.combat.terrain in ("forest", "jungle") and not look.combat.city


def _beach(look: Look) -> bool:
    landing = any(unit.invades for unit in look.own.units)
    return landing and all(unit.notional for unit in look.enemy.units)


def _armour_with_him(look: Look) -> bool:
    return bool(look.served(lambda unit: unit.type in ARMOUR))


def _units(
    wanted: Callable[[Look, Unit], bool], words: str, change: Change, key: str = ""
) -> Callable[[Look], Effect | None]:
    def effect(look: Look) -> Effect | None:
        units = look.served(lambda unit: wanted(look, unit))
        if not units:
            return None
        text = ", ".join(look.own.units[at].type for at in units)
        return Effect(
            words=f"{words}: {text}",
            units=units,
            change=change,
            amount=look.number(key) if key else 0,
        )

    return effect


def _die_hard(look: Look, unit: Unit) -> bool:
    if unit.face_up or unit.in_supply:
        return False
    most, now = unit.full_factors, unit.factors
    return most is None or now is None or now + look.number("factors") <= most


def _as_supplied(look: Look) -> Effect | None:
    units = look.served(lambda unit: not unit.in_supply)
    if not units:
        return None
    most = look.number("units")
    four = units[: max(most - look.spent, 0) or most]
    text = ", ".join(look.own.units[at].type for at in four)
    words = f"attack as if supplied, face-down after the combat step: {text}"
    return Effect(words=words, units=four, change="full")


def _defence_per_attacker(
    wanted: Callable[[Unit], bool], words: str
) -> Callable[[Look], Effect | None]:
    def effect(look: Look) -> Effect | None:
        count = sum(wanted(unit) for unit in look.enemy.units)
        if not count:
            return None
        each = look.number("factors")
        return Effect(words=f"{count} × {each} for attackers {words}", factors=count * each)

    return effect


def _ships_at_sea(look: Look) -> bool:
    own = look.own
    return any(support.kind == "ship" and not own.in_port(support) for support in own.support)


def _guns_of_the_port(look: Look) -> Effect | None:
    """Ability 119: half the plain bombardment factors of ships in port, as artillery."""
    ships = [support for support in look.own.support if look.own.in_port(support)]
    if not look.present.in_port or not ships:
        return None
    factors = sum(support.factors for support in ships)
    words = f"ships in port give half of {plain(factors)}, as artillery: {plain(factors / 2)}"
    return Effect(words=words, lifts="port")


def _double_support(look: Look) -> Effect | None:
    limit = look.own.support_limit
    text = "up to twice the usual ground support, artillery as usual"
    if limit is not None:
        text = f"ground support up to 2 × {plain(limit)} = {plain(2 * limit)}, artillery as usual"
    return Effect(words=text, lifts="double")


def _drop(look: Look) -> Effect | None:
    if not any(unit.drops for unit in look.own.units):
        return None
    return Effect(words="no limit on ground support by his power's aircraft", lifts="own-air")


def _bombardment(look: Look) -> Effect | None:
    landed = sum(unit.factors or 0 for unit in look.own.units if unit.invades)
    if not landed or not _ships_at_sea(look):
        return None
    most = look.number("times") * landed
    words = f"shore bombardment up to 2 × {plain(landed)} = {plain(most)}"
    return Effect(words=words, lifts="ships-double", amount=most)


def _main_batteries(look: Look) -> Effect | None:
    if not any(support.kind == "ship" for support in look.own.support):
        return None
    return Effect(words="ships support with their attack factors", lifts="ships-attack")


def _crowded(look: Look) -> bool:
    return look.own.overstacked


def _mountain_men(look: Look) -> Effect | None:
    units = look.served(lambda unit: unit.type == "INF")
    return Effect(words="one infantry unit counts as mountain troops") if units else None


_NO_GERMANS = "no Germans defend"

LAND: Entries = {
    18: Entry("attacker", True, _die(_NO_GERMANS, lambda look: all(
        unit.power != "germany" for unit in look.enemy.units))),
    26: Entry("attacker", True, _die("a mountain hex is attacked",
              lambda look: look.combat.terrain == "mountain")),
    27: Entry("attacker", True, _die("the attackers call the blitz",
              lambda look: look.table == "blitz" and look.calls)),
    28: Entry("attacker", True, _second_thoughts),
    29: Entry("attacker", True, _die("no advance beyond the attacked hex", lambda look: True)),
    30: Entry("defender", True, _die("a city is defended", lambda look: look.combat.city)),
    31: Entry("defender", True, _die("a German and an Italian corps, blitz of their choice",
              _axis_pair)),
    32: Entry("defender", True, _die("US units with US support for half their factors",
              _american_stand)),
    33: Entry("defender", True, _die("the defenders call the table, or bad weather (1998)",
              _his_ground)),
    34: Entry("defender", True, _die("a forest is defended",
              lambda look: look.combat.terrain == "forest")),
    35: Entry("defender", True, _die("a capital is defended", lambda look: look.combat.capital)),
    38: Entry("either", False, _units(lambda look, unit: unit.notional, "notional", "plus",
              "factors")),
    43: Entry("attacker", False, _units(
        lambda look, unit: unit.power == "china" and not unit.communist,
        "no attack weakness", "full")),
    44: Entry("attacker", False, _units(
        lambda look, unit: unit.invades and unit.type == "INF" and look.combat.map in OTHER_MAPS,
        "invade at full strength", "full")),
    45: Entry("attacker", True, _sacrifice),
    48: Entry("either", False, says("one land unit above the stacking limit", _crowded)),
    49: Entry("attacker", False, _as_supplied),
    50: Entry("either", False, _units(_die_hard, "face-down and unsupplied", "plus", "factors")),
    51: Entry("defender", False, _units(lambda look, unit: unit.notional,
              "count as face-up", "")),
    52: Entry("attacker", True, _table(_beach)),
    53: Entry("attacker", True, _table(_jungle)),
    54: Entry("attacker", True, _table(_armour_with_him)),
    58: Entry("attacker", False, _units(lambda look, unit: unit.across_river,
              "not halved by the river", "river")),
    59: Entry("either", True, _double_support),
    63: Entry("attacker", False, _units(
        lambda look, unit: unit.type in ARMOUR and look.table == "blitz" and look.calls,
        "doubled", "times", "times")),
    65: Entry("either", True, _table(lambda look: look.combat.weather in WINTER)),
    67: Entry("either", False, _mountain_men),
    68: Entry("either", False, _units(lambda look, unit: unit.type == "ART", "field artillery",
              "plus", "factors")),
    69: Entry("defender", True, _die("a forest is defended",
              lambda look: look.combat.terrain == "forest")),
    70: Entry("defender", True, _defence_per_attacker(
        lambda unit: unit.attacks_from in PASSES, "out of mountains")),
    72: Entry("defender", True, _defence_per_attacker(
        lambda unit: unit.across_river, "across a river")),
    73: Entry("attacker", True, _drop),
    103: Entry("attacker", True, _bombardment),
    107: Entry("either", True, says("ships bombard as from the next higher section",
               _ships_at_sea)),
    119: Entry("either", True, _guns_of_the_port),
    120: Entry("either", True, _main_batteries),
}  # fmt: skip
"""LiF abilities that change a land combat up to its roll."""
