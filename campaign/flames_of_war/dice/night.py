"""FoW Night Fighting: light, surprise and skills that dice of the table bring. Pure."""

from campaign.flames_of_war.dice.aid import PLATOON, Aid, Fell, Input, Inputs, More, Roll, Rolled
from campaign.flames_of_war.dice.arrivals import OWN_TURN
from campaign.flames_of_war.dice.kinds import either, faces, reached
from campaign.flames_of_war.dice.tables import Score, rows, score
from campaign.kernel.decisions import Refused

NIGHT, ATTACK = "FoW Night Fighting", "FoW Night Attack"
INFILTRATION, ACES = "FoW Infiltration", "FoW Tiger Aces"
DAWN, DARK = "dawn", "dark"
DETECTED, UNDETECTED = "detected", "undetected"
WAIT, CHOICE = "wait", "choice"
BREAKS = 5
NEAR, SEEN = 8, 16
"""Inches: so near they detect always, or where nothing hides the infiltrators (p. 180-182)."""
_FIRST = 3
"""The defender's own turn with the first die for dawn (p. 171-175)."""
_TOP_ACE = 6
_SKILLS = {int(row["die"]): row["slug"] for row in rows("tiger_aces")}
_FINDS = 5


def dawn_score(inputs: Inputs) -> Score:
    """FoW Night Attack: a 5 or a 6 on any die is daylight (p. 171-175)."""
    return score(BREAKS, "on any die")


def dawn(inputs: Inputs) -> Roll:
    """FoW Night Attack: a die in the defender's turn three, one more in each turn (p. 171-175).

    The attacker, who had the first turn, has the second roll in their own turn four.
    """
    turn, attacking = inputs.number("own_turn"), inputs.flag("attacking")
    count = 2 * (turn - _FIRST) + (0 if attacking else 1)
    if count < 1:
        text = f"the first die is thrown in the defender's own turn {_FIRST}"
        return Refused(ATTACK, f"{text}, and this is own turn {turn}")
    who = "attacker" if attacking else "defender"
    dice = yield More(count, f"own turn {turn} of the {who}", ATTACK)
    needs = dawn_score(inputs)
    return Fell(DAWN if reached(dice, needs.needed) else DARK, needs.needed, needs.words)


def unseen_score(inputs: Inputs) -> Score:
    """FoW Infiltration: only a 1 gives them away (p. 180-182)."""
    return score(2)


def infiltration(inputs: Inputs) -> Rolled:
    """FoW Infiltration: too near they are detected, otherwise on a 1 (p. 180-182)."""
    near = inputs.number("nearest_enemy_in", SEEN + 1)
    if near <= NEAR or (near <= SEEN and not inputs.flag("concealed")):
        hidden = "" if near <= NEAR else " and nothing to hide them"
        why = f"enemies within {near} inches{hidden}, so they are detected without a die"
        return Fell(DETECTED, 0, why, why)
    return either(unseen_score, UNDETECTED, DETECTED, "infiltrators have one die")(inputs)


def tiger_ace(inputs: Inputs) -> Roll:
    """FoW Tiger Aces: a skill for the platoon, and on a 6 one for its commander (p. 166-168).

    Another 6 is chosen; the commander chooses on a 6 and on the platoon's own number.
    """
    (die,) = yield More(1, "a Tiger platoon has one die")
    if die != _TOP_ACE:
        return Fell(_SKILLS[die])
    (die,) = yield More(1, "a 6 is a Top Ace, and the platoon rolls again")
    (own,) = yield More(1, "a Top Ace has a third die for the commander")
    platoon = CHOICE if die == _TOP_ACE else _SKILLS[die]
    commander = CHOICE if own in (_TOP_ACE, die) else _SKILLS[own]
    return Fell(f"{platoon}; commander: {commander}")


def sewers(inputs: Inputs) -> Roll:
    """FoW Sewers: lost and out at random on a 1, still below on 2 to 4, out on 5 or 6 (p. 225)."""
    (die,) = yield More(1, "the sewers have one die in each own turn")
    if die == 1:
        (hole,) = yield More(1, "a 1 is lost, and another die numbers the manhole")
        return Fell(f"manhole-{hole}")
    return Fell(CHOICE if die >= _FINDS else WAIT)


AIDS = (
    Aid(
        "dawn",
        dawn,
        (OWN_TURN, Input("attacking", "whether the attacker rolls", known=True)),
        dawn_score,
    ),
    Aid(
        "night-visibility",
        faces(
            tuple(int(row["in"]) for row in rows("night")),
            "4 inches or 10 cm for each point",
            "a platoon has one die",
        ),
        (PLATOON,),
    ),
    Aid(
        "infiltration",
        infiltration,
        (
            Input("nearest_enemy_in", "inches to the nearest enemy team", "number", high=999),
            Input("concealed", "whether terrain hides them or they are out of sight"),
            PLATOON,
        ),
        unseen_score,
    ),
    Aid("tiger-ace", tiger_ace, (PLATOON,)),
    Aid("sewers", sewers, (PLATOON,)),
)
