"""LiF abilities: effects on land combats and their results, on air and naval combats. Pure."""

from collections.abc import Callable

from campaign.extensions.adviser.effects import Change, Effect, Entries, Entry, Look, says
from campaign.extensions.adviser.model import (
    BOMBERS,
    SURFACE_COMBAT_SHIPS,
    SURFACE_SHIPS,
    Table,
    Unit,
    plain,
)
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998

# --- LiF abilities: effects on the die, the table and the factors of a land combat --------------

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


# --- LiF abilities: effects on the result of a land combat: losses, retreat, advance ------------


def _two_powers(look: Look) -> bool:
    return len({unit.power for unit in look.own.units} & set(POWERS)) > 1


def _caught(look: Look) -> bool:
    blitz = look.table == "blitz"
    return blitz and all(not unit.face_up for unit in look.enemy.units)


def _at_home(look: Look) -> bool:
    return any(unit.power == look.counter.power for unit in look.own.units)


AFTER: Entries = {
    3: Entry("attacker", False, says("units of his hex attack with one more power", _two_powers)),
    11: Entry(
        "attacker",
        False,
        says(
            "a partisan in range may be the loss of his hex; it counts for no recall",
            lambda look: look.combat.city or look.combat.terrain == "mountain",
        ),
    ),
    15: Entry(
        "either",
        False,
        says(
            "each home unit of 4 or more build points destroyed in range brings a militia or"
            " garrison next turn, with a working factory in range",
            _at_home,
        ),
    ),
    36: Entry(
        "attacker", False, says("on 2B: units advancing with him have one more movement point")
    ),
    37: Entry(
        "attacker",
        False,
        says(
            "on 2B: ARM and MECH advancing with him treat forest as clear",
            lambda look: any(unit.type in ("ARM", "MECH") for unit in look.own.units),
        ),
    ),
    39: Entry(
        "attacker",
        False,
        says("on R or B: units advancing with him have one more movement point", _caught),
    ),
    40: Entry("defender", False, says("on a retreat: one unit in range afterwards stays face-up")),
    41: Entry(
        "attacker", False, says("on R or S: one unit that ends its advance in range stays face-up")
    ),
    42: Entry(
        "defender", False, says("on a retreat: stay and keep face-up for one more lost land unit")
    ),
    55: Entry("either", False, says("the second loss is shattered instead")),
    56: Entry("attacker", True, says("R becomes S")),
    62: Entry("attacker", True, says("on R: a second attack, two odds worse")),
    71: Entry(
        "attacker",
        False,
        says("advancing units have one more movement point, for one more loss from his hex"),
    ),
    77: Entry("attacker", False, says("ground support may fly after the defenders' bombers")),
    78: Entry("defender", False, says("interceptors may fly after the attackers'")),
    80: Entry(
        "defender", False, says("aircraft stacked with him may strike the units that advance")
    ),
}
"""LiF abilities that work in the combat's wake, or fly for it."""


# --- LiF abilities: effects on an air-to-air combat and its mission -----------------------------

FOUR_TURNS = 4


def has(look: Look, *types: str) -> bool:
    """Whether the leader reaches units of these types on their own side."""
    return bool(look.served(lambda unit: unit.type in types))


def mission(*missions: str) -> Callable[[Look], bool]:
    """Whether the combat is over one of these missions."""
    return lambda look: look.combat.mission in missions


def _flies(look: Look, *carriers: str) -> bool:
    return look.present.flies_with in carriers


def _ace(look: Look) -> Effect | None:
    if not _flies(look, "fighter"):
        return None
    return Effect(words="a fighter carries him", air_value=look.number("air_to_air"))


def _raid(night: bool) -> Callable[[Look], bool]:
    def holds(look: Look) -> bool:
        def fits(unit: Unit) -> bool:
            return unit.power == look.counter.power and unit.turns == FOUR_TURNS

        bombers = [unit for unit in look.own.units if unit.type in BOMBERS]
        fine = look.combat.mission == "strategic-bombing" and look.combat.weather == "fine"
        return fine and look.combat.night == night and bool(bombers) and all(map(fits, bombers))

    return holds


def flak_away(look: Look) -> Effect | None:
    """Ability 96: AC may become DC if the leader's side has the higher air-to-air value."""
    own, enemy = look.values
    if own is None or enemy is None:
        return Effect(words="AC may become DC, if your air-to-air value is the higher")
    return Effect(words=f"AC may become DC: {own} against {enemy}") if own > enemy else None


def _over_land(look: Look) -> bool:
    return not look.combat.at_sea


AIR: Entries = {
    74: Entry("either", False, says("fighters intercept at full range and may fly patrol first",
              lambda look: _over_land(look) and has(look, "FTR"))),
    75: Entry("either", False, says("fighters intercept at full range",
              lambda look: look.combat.at_sea and has(look, "FTR"))),
    76: Entry("attacker", False, says(
        "fighters strafe aircraft on the ground; each target counts 5 in the air",
        lambda look: mission("ground-strike")(look) and _flies(look, "fighter"))),
    77: Entry("attacker", False, says(
        "ground support may fly after the defenders' bombers", mission("ground-support"))),
    78: Entry("defender", False, says("interceptors may fly after the attackers'", _over_land)),
    80: Entry("attacker", False, says(
        "a strike on the units that advance; the enemy may intercept, you may not",
        mission("advance-disruption"))),
    81: Entry("either", True, _ace),
    82: Entry("either", False, says("a cleared result lets two carrier planes through",
              lambda look: _flies(look, "fighter") and has(look, "CVP"))),
    83: Entry("either", False, says("a cleared result lets two bombers through; flak is doubled",
              lambda look: _flies(look, "bomber"))),
    85: Entry("either", False, says("aircraft fly as in snow",
              lambda look: look.combat.weather == "blizzard")),
    86: Entry("attacker", True, says("two dice for the bombing, the better counts", _raid(True))),
    87: Entry("attacker", True, says("two dice for the bombing, the better counts", _raid(False))),
    88: Entry("attacker", False, says("his bomber attacks ships with its tactical factors",
              lambda look: look.combat.at_sea and _flies(look, "bomber"))),
    89: Entry("either", False, says("his power's aircraft may leave before the first round",
              lambda look: any(u.power == look.counter.power for u in look.own.units))),
    96: Entry("either", True, flak_away),
}  # fmt: skip
"""LiF abilities that change an air combat."""


# --- LiF abilities: effects on a search, a naval combat and a port strike -----------------------

STORMS = ("storm", "blizzard")


def _in(*types: str) -> Callable[[Look], bool]:
    return lambda look: look.combat.combat_type in types


def _search(words: str, *holds: Callable[[Look], bool]) -> Callable[[Look], Effect | None]:
    def effect(look: Look) -> Effect | None:
        if not all(hold(look) for hold in holds):
            return None
        return Effect(
            words=words, search=look.number("search"), search_die=look.number("search_die")
        )

    return effect


def _weather(*kinds: str) -> Callable[[Look], bool]:
    return lambda look: look.combat.weather in kinds


def _not_storm(look: Look) -> bool:
    return look.combat.weather not in STORMS


def _surface(look: Look) -> bool:
    return has(look, *SURFACE_SHIPS)


def _hunters(look: Look) -> bool:
    return bool(look.served(lambda unit: unit.type in SURFACE_SHIPS and unit.face_up))


def _night_dash(look: Look) -> bool:
    units = look.own.units
    return bool(units) and all(
        unit.type in SURFACE_COMBAT_SHIPS
        and unit.movement == look.number("movement")
        and unit.section == look.number("section")
        for unit in units
    )


def _hunt(look: Look) -> bool:
    return has(look, "CV", "CVL") and any(unit.type == "SUB" for unit in look.enemy.units)


def _own_planes_only(look: Look) -> bool:
    planes = [unit for unit in look.own.units if unit.type not in SURFACE_SHIPS]
    return bool(planes) and all(
        unit.type == "CVP" and unit.power == look.counter.power for unit in planes
    )


def _tough(look: Look) -> Effect | None:
    ships = look.served(
        lambda unit: unit.type in SURFACE_SHIPS and unit.power == look.counter.power
    )
    if not ships:
        return None
    text = ", ".join(look.own.units[at].type for at in ships)
    return Effect(words=f"+{look.number('defence')} to the defence roll of {text}")


def _cruisers(look: Look) -> Effect | None:
    ships = look.served(lambda unit: unit.type in ("CA", "CL"))
    if look.combat.combat_type != "surface" or not ships:
        return None
    text = ", ".join(look.own.units[at].type for at in ships)
    return Effect(
        words=f"doubled: {text}", units=ships, change="times", amount=look.number("times")
    )


def _alert_port(look: Look) -> Effect | None:
    if look.combat.combat_type != "port-strike":
        return None
    if look.combat.surprised:
        return Effect(words="strikes at the end of naval movement; the surprised port as it lies")
    box = {"": "2 boxes further", "minor": "as box 5", "major": "as box 7"}[look.combat.port]
    return Effect(words=f"strikes at the end of naval movement; the alert port counts {box}")


NAVAL: Entries = {
    91: Entry("either", True, _search("fine weather in the Mediterranean zone", _in("search"),
              _weather("fine"), lambda look: look.combat.mediterranean)),
    92: Entry("either", True, says("one more surprise point; calling submarine combat costs 3",
              _in("sub", "search"), lambda look: has(look, "SUB"))),
    93: Entry("either", True, _search("no storm and no blizzard", _in("search"), _not_storm)),
    94: Entry("either", True, says(
        "surface combat without surprise points, unless the enemy pays 4", _night_dash)),
    95: Entry("either", True, says("you pick the first enemy target", _in("surface"))),
    96: Entry("either", True, lambda look: flak_away(look) if _in("naval-air")(look) else None),
    97: Entry("either", False, says(
        "if a carrier plane of the section dies, its surface ships abort after the round",
        lambda look: has(look, "CV", "CVL", "CVP"))),
    99: Entry("either", False, says(
        "each carrier stacked with him may fly two carrier planes that fit its air component",
        _in("naval-air", "port-strike"), lambda look: has(look, "CV", "CVL"))),
    100: Entry("either", True, _search("if his section is missed, the roll counts as 10",
               _in("search"))),
    101: Entry("either", False, says("anti-aircraft factors of his section are doubled",
               _in("naval-air", "port-strike"), _surface)),
    104: Entry("either", True, says("all boats of the sea area join, once one has found the enemy",
               _in("sub", "search"), lambda look: has(look, "SUB"))),
    105: Entry("either", False, _tough),
    108: Entry("either", False, says("face-up surface ships hunt with their surface factors",
               _in("sub"), _hunters)),
    106: Entry("attacker", False, _alert_port),
    110: Entry("either", True, says("you pick targets as from the air",
               _in("surface"), _not_storm)),
    111: Entry("either", True, says("you pick targets 1, 3, 4, 6, 7, 9 …", _in("naval-air"))),
    112: Entry("either", True, says("calling surface combat costs 2 surprise points",
               _in("surface", "search"))),
    115: Entry("either", False, _cruisers),
    117: Entry("attacker", True, _search("hunting submarines; all of them must fight",
               _in("search"), _weather("fine"), _hunt)),
    122: Entry("attacker", True, _search("his power's carrier planes alone strike the port",
               _in("port-strike"), _own_planes_only)),
    **{number: entry for number, entry in AIR.items() if number in (75, 81, 82, 83, 88, 89)},
}  # fmt: skip
"""LiF abilities that change a naval combat."""
