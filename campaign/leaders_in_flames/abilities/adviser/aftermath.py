"""LiF abilities: effects on the result of a land combat: losses, retreat, advance. Pure."""

from campaign.leaders_in_flames.abilities.adviser.effects import Entries, Entry, Look, says
from campaign.leaders_in_flames.powers import POWERS


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
