"""LiF abilities: what each does in a combat, by the table `combat_effects.csv`.

Pure, except that it reads its table. A row says which side it serves, when it does anything
(`when`: conditions that all hold), and what (`effect` and its words). A condition is a word about
the combat (`city`, `!at_sea`, `weather=snow|blizzard`), one of the named ones below, or one about
units: `own:` any of his side, `served:` those that he helps, `enemy:` any of the enemy's,
`enemies:` all of them.
"""

import csv
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib.resources import files

from msgspec.structs import replace

from campaign.extensions.adviser.effects import Change, Effect, Entries, Entry, Look
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

Condition = Callable[[Look], bool]
Wanted = Callable[[Look, Unit], bool]


@cache
def entries(kind: str) -> Entries:
    """LiF abilities: those that change a land, air or naval combat, or work in its wake."""
    text = (
        files("campaign.extensions.adviser")
        .joinpath("combat_effects.csv")
        .read_text(encoding="utf-8")
    )
    rows = csv.DictReader(text.splitlines())
    return {int(row["ability"]): _entry(row) for row in rows if kind in row["combat"].split()}


def _entry(row: Mapping[str, str]) -> Entry:
    conditions = row["when"].split()
    holds = [condition(text) for text in conditions]
    served, enemies = (_units(conditions, whose) for whose in ("served:", "enemy:"))
    make = _SPECIAL.get(row["effect"]) or partial(_in_figures, row["effect"])

    def effect(look: Look) -> Effect | None:
        if not all(hold(look) for hold in holds):
            return None
        units = look.served(lambda unit: served(look, unit)) if served else ()
        count = sum(enemies(look, unit) for unit in look.enemy.units) if enemies else 0
        types = ", ".join(look.own.units[at].type for at in units)
        words = row["words"].replace("{served}", types)
        return make(look, Effect(words=words, units=units, amount=count))

    return Entry(row["side"], bool(row["whole"]), effect, row["needs"], row["list_needs"])


def _units(conditions: Iterable[str], whose: str) -> Wanted | None:
    """Which units of these the conditions speak of; None where they speak of none."""
    found = next((text for text in conditions if text.startswith(whose)), None)
    return _wanted(found.removeprefix(whose)) if found else None


# --- when an ability does anything --------------------------------------------------------------


def condition(text: str) -> Condition:
    """What one word of `when` asks of a combat."""
    whose, is_of_units, about = text.partition(":")
    if not is_of_units:
        return _HOLDS.get(text) or _of_the_combat(text)
    fits = _wanted(about)
    match whose:
        case "served":
            return lambda look: bool(look.served(lambda unit: fits(look, unit)))
        case "own":
            return lambda look: any(fits(look, unit) for unit in look.own.units)
        case "enemy":
            return lambda look: any(fits(look, unit) for unit in look.enemy.units)
    return lambda look: all(fits(look, unit) for unit in look.enemy.units)


def _of_the_combat(text: str) -> Condition:
    """A word on the table as it is called, the combat, the leader's place or the leader's side."""
    name = text.removeprefix("!").partition("=")[0]

    def holds(look: Look) -> bool:
        parts = (look, look.combat, look.present, look.own)
        return _is(next(part for part in parts if hasattr(part, name)), text)

    return holds


def _wanted(text: str) -> Wanted:
    """Which units a condition asks for: all of its parts, such as `invades&type=INF`."""
    parts = text.split("&")
    return lambda look, unit: all(_fits(look, unit, part) for part in parts)


def _fits(look: Look, unit: Unit, text: str) -> bool:
    match text:
        case "power=his":
            return unit.power == look.counter.power
        case "surface":
            return unit.type in SURFACE_SHIPS
        case "weaker":
            most, now = unit.full_factors, unit.factors
            return most is None or now is None or now + look.number("factors") <= most
    return _is(unit, text)


def _is(of: object, text: str) -> bool:
    """`face_up`, `!face_up`, `type=ARM|MECH` or `!power=germany` of something."""
    name, has_values, values = text.removeprefix("!").partition("=")
    value = getattr(of, name)
    found = value in values.split("|") if has_values else bool(value)
    return found is not text.startswith("!")


def _american_stand(look: Look) -> bool:
    """Ability 32: US ground support for half the factors; with option 38 bombardment as well."""
    units = look.own.units
    factors = sum(unit.factors or 0 for unit in units)
    if not factors or any(unit.power != "usa" or unit.type == "MAR" for unit in units):
        return False
    counts = {"aircraft", "artillery"} | ({"ship"} if 38 in look.combat.options else set())
    of_usa = [one for one in look.own.support if one.power == "usa" and one.kind in counts]
    return 2 * sum(one.factors for one in of_usa) >= factors


def _axis_pair(look: Look) -> bool:
    corps = sorted(unit.power for unit in look.own.units if unit.size == "corps")
    return corps == ["germany", "italy"]


def _his_ground(look: Look) -> bool:
    rainy = look.rulebook == LIF_1998 and look.combat.weather != "fine"
    return rainy or look.calls


def _some_all(units: Iterable[Unit], fits: Callable[[Unit], bool]) -> bool:
    """Whether there are such units, and all of them fit."""
    found = list(units)
    return bool(found) and all(map(fits, found))


def _raiders(look: Look) -> bool:
    """Abilities 86, 87: every bomber is his power's and takes four turns to build."""
    bombers = (unit for unit in look.own.units if unit.type in BOMBERS)
    return _some_all(bombers, lambda unit: unit.power == look.counter.power and unit.turns == 4)


def _night_dash(look: Look) -> bool:
    return _some_all(
        look.own.units,
        lambda unit: (
            unit.type in SURFACE_COMBAT_SHIPS
            and unit.movement == look.number("movement")
            and unit.section == look.number("section")
        ),
    )


def _own_planes(look: Look) -> bool:
    planes = (unit for unit in look.own.units if unit.type not in SURFACE_SHIPS)
    return _some_all(planes, lambda unit: unit.type == "CVP" and unit.power == look.counter.power)


def _ships(look: Look, *lie: bool) -> bool:
    """Whether ships support the leader's side from a port (`True`) or at sea (`False`)."""
    own = look.own
    return any(one.kind == "ship" and own.in_port(one) in lie for one in own.support)


_HOLDS: dict[str, Condition] = {
    "american-stand": _american_stand,
    "axis-pair": _axis_pair,
    "city-or-mountain": lambda look: look.combat.city or look.combat.terrain == "mountain",
    "his-ground": _his_ground,
    "his-planes": _own_planes,
    "his-raiders": _raiders,
    "night-dash": _night_dash,
    "ships": lambda look: _ships(look, True, False),
    "ships-at-sea": lambda look: _ships(look, False),
    "ships-in-port": lambda look: _ships(look, True),
    "two-powers": lambda look: len({unit.power for unit in look.own.units} & set(POWERS)) > 1,
}


# --- what it does then --------------------------------------------------------------------------

_CHANGES: dict[str, tuple[Change, str]] = {
    "plus": ("plus", "factors"),
    "times": ("times", "times"),
    "full": ("full", ""),
    "river": ("river", ""),
    "face-up": ("", ""),
}
"""How units' factors change, and the ability's number of it."""


def _in_figures(kind: str, look: Look, effect: Effect) -> Effect:
    """The ability's own numbers on the die, the search, or the units that it serves."""
    if kind in _CHANGES:
        change, key = _CHANGES[kind]
        return replace(effect, change=change, amount=look.number(key) if key else 0)
    effect = replace(effect, units=(), amount=0)
    match kind:
        case "die" | "die-after":
            return replace(effect, die=look.number("die"), after_roll=kind == "die-after")
        case "search":
            search, die = look.number("search"), look.number("search_die")
            return replace(effect, search=search, search_die=die)
        case "air-value":
            return replace(effect, air_value=look.number("air_to_air"))
        case "own-air" | "ships-attack":
            return replace(effect, lifts=kind)
    return replace(effect, words=effect.words.replace("{defence}", str(look.number("defence"))))


def _table(look: Look, effect: Effect) -> Effect:
    is_fixed = look.ability.numbers.get("table") == "assault"
    wanted: Table = "assault" if is_fixed else look.present.table
    return Effect(words=f"calls {wanted or 'either table'}", claims=wanted)


def _sacrifice(look: Look, effect: Effect) -> Effect:
    chosen = [look.own.units[at] for at in effect.units if look.own.units[at].sacrificed]
    if not chosen:
        return Effect(words=effect.words)
    kind = chosen[0].type
    words = f"{kind} thrown away; it still fights, and counts for the defenders' recall alone"
    die = look.number("armour_die" if kind in ("ARM", "MECH", "HQ-A") else "die")
    return Effect(words=words, die=die)


def _as_supplied(look: Look, effect: Effect) -> Effect:
    """Ruling 43: as many units as are left of those that it serves in a step."""
    most = look.number("units")
    units = effect.units[: max(most - look.spent, 0) or most]
    text = ", ".join(look.own.units[at].type for at in units)
    words = f"attack as if supplied, face-down after the combat step: {text}"
    return Effect(words=words, units=units, change="full")


def _each_enemy(look: Look, effect: Effect) -> Effect:
    count, each = int(effect.amount), look.number("factors")
    return Effect(words=f"{count} × {each} for {effect.words}", factors=count * each)


def _double_support(look: Look, effect: Effect) -> Effect:
    limit, words = look.own.support_limit, effect.words
    if limit is not None:
        words = f"ground support up to 2 × {plain(limit)} = {plain(2 * limit)}, artillery as usual"
    return Effect(words=words, lifts="double")


def _bombardment(look: Look, effect: Effect) -> Effect | None:
    landed = sum(unit.factors or 0 for unit in look.own.units if unit.invades)
    if not landed:
        return None
    most = look.number("times") * landed
    words = effect.words.format(landed=plain(landed), most=plain(most))
    return Effect(words=words, lifts="ships-double", amount=most)


def _guns_of_the_port(look: Look, effect: Effect) -> Effect:
    """Ability 119: half the plain bombardment factors of ships in port, as artillery."""
    factors = sum(support.factors for support in look.own.support if look.own.in_port(support))
    words = effect.words.format(factors=plain(factors), half=plain(factors / 2))
    return Effect(words=words, lifts="port")


def _flak_away(look: Look, effect: Effect) -> Effect | None:
    """Ability 96: AC may become DC if the leader's side has the higher air-to-air value."""
    own, enemy = look.values
    if own is None or enemy is None:
        return effect
    return Effect(words=f"AC may become DC: {own} against {enemy}") if own > enemy else None


def _alert_port(look: Look, effect: Effect) -> Effect:
    if look.combat.surprised:
        return effect
    box = {"": "2 boxes further", "minor": "as box 5", "major": "as box 7"}[look.combat.port]
    return Effect(words=f"strikes at the end of naval movement; the alert port counts {box}")


_SPECIAL: dict[str, Callable[[Look, Effect], Effect | None]] = {
    "alert-port": _alert_port,
    "as-supplied": _as_supplied,
    "bombardment": _bombardment,
    "double-support": _double_support,
    "each-enemy": _each_enemy,
    "flak-away": _flak_away,
    "guns-of-the-port": _guns_of_the_port,
    "sacrifice": _sacrifice,
    "table": _table,
}
