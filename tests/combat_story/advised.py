"""LiF 3.2, ruling 44: what the adviser is to say of an ability before a combat."""

from dataclasses import dataclass

from combat_story.sheet import ABILITIES, LEADERS
from combat_story.table import Table, Told, Use, serves
from combat_story.uses import may_use

JUDGED = (18, 27, 28, 29, 30, 31, 33, 34, 36, 39, 40, 41, 42, 55, 56, 58, 62, 69)
"""Abilities whose texts say for themselves whether they bear on a land combat."""


@dataclass
class Setting:
    """What else the combat is: where, in what weather, on which table, who calls it."""

    hex: str
    terrain: str
    city: bool
    weather: str
    table: str
    caller: str
    attackers: list[Told]
    defenders: list[Told]

    def units(self, side: str) -> list[Told]:
        return self.attackers if side == "attacker" else self.defenders

    def powers(self, side: str) -> frozenset[str]:
        return frozenset(one["power"] for one in self.units(side))


def bears(setting: Setting, number: int, side: str, list_edition: bool) -> bool:
    """Whether the ability's text has anything to say of this combat."""
    ability = ABILITIES[number]
    if ability.side and ability.side != side:
        return False
    match number:
        case 18:
            return "germany" not in setting.powers("defender")
        case 27:
            return setting.table == "blitz" and setting.caller == "attacker"
        case 30:
            return setting.city
        case 31:
            corps = [one for one in setting.defenders if one.get("size", "corps") == "corps"]
            both = {"germany", "italy"} <= {one["power"] for one in corps}
            return both and setting.table == "blitz" and setting.caller == "defender"
        case 33:
            return setting.caller == "defender" or (not list_edition and setting.weather != "fine")
        case 34 | 69:
            return setting.terrain == "forest"
        case 39:
            faces = [one.get("face_up", True) for one in setting.defenders]
            return setting.table == "blitz" and not any(faces)
        case 58:
            return any(one.get("across_river") for one in setting.attackers)
        case _:
            return True


def standing(
    table: Table, setting: Setting, who: str, number: int, side: str, *, beside: bool = True
) -> str:
    """In force, usable, or not: announced for this combat, or may still be."""
    if announced(table, setting.hex, who, number):
        fits = bears(setting, number, side, table.list_edition) and _served(
            table, setting, who, number, side
        )
        return "in force" if fits else "not"
    if not bears(setting, number, side, table.list_edition):
        return "not"
    helps = _whom(table, setting, who, number, side)
    if not helps:
        return "not"
    attacking = side == "attacker"
    told: Told = {
        "leader": who,
        "ability": number,
        "hex": setting.hex,
        "helps": sorted(helps),
        "attacking": attacking,
        "stacked_with_participant": attacking and beside,
        "in_attacked_hex": not attacking and table.places[who] == setting.hex,
    }
    return "not" if may_use(table, told) else "usable"


def _served(table: Table, setting: Setting, who: str, number: int, side: str) -> bool:
    """Ruling 42, where the combat names other units than the use did."""
    if not ABILITIES[number].whole:
        named = {one for use in announced(table, setting.hex, who, number) for one in use.helps}
        return bool(named & _whom(table, setting, who, number, side))
    return serves(table, who, number, setting.powers(side), whole=True)


def _whom(table: Table, setting: Setting, who: str, number: int, side: str) -> set[str]:
    """Those units of his side that he may help; of a whole combat all or (ruling 42) none."""
    there = setting.powers(side)
    if ABILITIES[number].whole:
        return set(there) if serves(table, who, number, there, whole=True) else set()
    if number == 58:
        there = frozenset(one["power"] for one in setting.attackers if one.get("across_river"))
    return {one for one in there if serves(table, who, number, frozenset({one}), whole=False)}


def announced(table: Table, hex: str, who: str, number: int) -> list[Use]:
    """Ruling 44: the announcements that this combat has already heard."""
    return [
        use for use in table.in_combat()
        if use.hex == hex and (use.leader, use.ability) == (who, number)
    ]  # fmt: skip


def die(table: Table, setting: Setting) -> int:
    """The die of what is announced and bears on the combat; said twice, it counts once."""
    total = 0
    here = [one for one in table.in_combat() if one.hex == setting.hex]
    for who, number in dict.fromkeys((one.leader, one.ability) for one in here):
        side = "attacker" if LEADERS[who].axis == _axis_attacks(setting) else "defender"
        if standing(table, setting, who, number, side) == "in force":
            total += ABILITIES[number].die
    return total


def _axis_attacks(setting: Setting) -> bool:
    return bool(setting.powers("attacker") & {"germany", "italy", "japan", "finland", "rumania"})
