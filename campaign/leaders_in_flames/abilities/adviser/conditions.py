"""LiF abilities: what each asks of a combat before it does anything there, in words. Pure."""

from collections.abc import Mapping

from campaign.leaders_in_flames.abilities.adviser.effects import LIMITS, Entry, Look
from campaign.leaders_in_flames.rulings import LIF_1998

Conditions = Mapping[int, str]

LAND: Conditions = {
    3: "units of two major powers on his side",
    11: "an attack on a city or a mountain hex",
    15: "units of his own country on his side",
    18: "an attack on a hex that no Germans defend",
    26: "an attack on a mountain hex",
    27: "a blitz that the attackers call",
    28: "that he takes part in the attack himself",
    30: "a city that is defended",
    31: "one German and one Italian corps in defence, and a blitz that they call",
    32: "a defence by US units alone, marines excepted, with US support for half their factors",
    33: "defenders who call the table, or weather that is not fine",
    34: "a forest that is defended",
    35: "a capital that is defended",
    37: "ARM or MECH on his side",
    38: "a notional unit on his side",
    39: "a blitz, and defenders who were all turned face-down before it",
    43: "Chinese Nationalists in the attack",
    44: "infantry that invades a hex of the Asian or Pacific map",
    45: "a corps or army in the attack",
    48: "a hex stacked above its limit",
    49: "a unit out of supply in the attack",
    50: "a face-down unit out of supply that is weaker than in supply",
    51: "a notional unit in the defence",
    52: "an invasion, and notional units alone in the defence",
    53: "a forest or jungle without a city",
    54: "ARM or MECH in the attack with him",
    58: "a unit that attacks across a river",
    63: "ARM or MECH in a blitz that the attackers call",
    65: "snow or blizzard",
    67: "infantry on his side",
    68: "field artillery on his side",
    69: "a forest that is defended",
    70: "an enemy unit that attacks out of mountains",
    72: "an enemy unit that attacks across a river",
    73: "a unit that drops by parachute",
    103: "an invasion that ships support",
    107: "ships at sea in support",
    119: "ships in support that lie in port with him",
    120: "ships in support",
}
"""In a land combat. What is not here needs nothing but its side."""

AIR: Conditions = {
    74: "fighters over a hex on land",
    75: "fighters over a sea area",
    76: "a ground strike on which he flies with a fighter",
    77: "a mission of ground support",
    78: "a hex on land",
    80: "a mission of advance disruption",
    81: "a fighter that carries him",
    82: "carrier planes, and a fighter that carries him",
    83: "a bomber that carries him",
    85: "a blizzard",
    86: "strategic bombing by night, in fine weather, by his power's 4-turn bombers alone",
    87: "strategic bombing by day, in fine weather, by his power's 4-turn bombers alone",
    88: "a sea area, and a bomber that carries him",
    89: "aircraft of his power",
    96: "an air-to-air value above the enemy's",
}
"""In an air combat."""

NAVAL: Conditions = {
    **AIR,
    91: "a search in fine weather in the Mediterranean zone",
    92: "submarines, in a search or in submarine combat",
    93: "a search without storm or blizzard",
    94: "surface combat ships alone, of movement 6 and in section 4",
    95: "surface combat",
    96: "naval-air combat, and an air-to-air value above the enemy's",
    97: "carriers or carrier planes of his section",
    99: "carriers of his stack, in naval-air combat or a port strike",
    100: "a search",
    101: "ships of his section, in naval-air combat or a port strike",
    104: "submarines, in a search or in submarine combat",
    105: "surface ships of his power in his section",
    106: "a port strike",
    108: "face-up surface ships of his section in submarine combat",
    110: "surface combat without storm or blizzard",
    111: "naval-air combat",
    112: "surface combat, or the search before it",
    115: "cruisers in surface combat",
    117: "a search in fine weather, by carriers, for submarines",
    122: "a port strike by carrier planes of his power alone",
}
"""In a naval combat or a port strike."""

_CONDITIONS: Mapping[str, Conditions] = {"land": LAND, "air": AIR, "naval": NAVAL}
_OF_THE_LIST: Conditions = {33: "defenders who call the table"}
"""Where the list edition asks for something else."""


def does_nothing(look: Look, entry: Entry | None) -> str:
    """LiF abilities: why an ability does nothing in this combat."""
    number, kind = look.ability.number, look.combat.kind
    if number in LIMITS:
        return "it bars him from no unit of this combat"
    if entry is None:
        steps = ", ".join(step for step in look.ability.steps if step != "always")
        when = f"its step is {steps}" if steps else f"it is about {look.ability.group}"
        return f"{when}; it changes no {kind} combat"
    if entry.side not in ("either", look.side):
        return f"it serves {entry.side}s alone"
    wanted = _CONDITIONS[kind][number]
    if look.rulebook != LIF_1998:
        wanted = _OF_THE_LIST.get(number, wanted)
    return f"it needs {wanted}"
