"""LiF abilities: effects on a search, a naval combat and a port strike. Pure."""

from collections.abc import Callable

from campaign.leaders_in_flames.abilities.adviser.air import AIR, flak_away, has
from campaign.leaders_in_flames.abilities.adviser.effects import Effect, Entries, Entry, Look, says
from campaign.leaders_in_flames.abilities.adviser.model import SURFACE_COMBAT_SHIPS, SURFACE_SHIPS

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
