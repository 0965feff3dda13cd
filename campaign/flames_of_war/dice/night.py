"""FoW Night Fighting: light, surprise and skills that dice of the table bring. Pure."""

from campaign.flames_of_war.dice.aid import PLATOON, Aid, Fell, Input, Inputs, More, Roll, Rolled
from campaign.flames_of_war.dice.arrivals import OWN_TURN
from campaign.flames_of_war.dice.kinds import either, faces, reached
from campaign.flames_of_war.dice.tables import Score, rows, score
from campaign.kernel.decisions import Refused

NIGHT, ATTACK = "FoW Night Fighting", "FoW Night Attack"
INFILTRATION, ACES, SEWERS = "FoW Infiltration", "FoW Tiger Aces", "FoW Sewers"
DAWN, DARK = "dawn", "dark"
DETECTED, UNDETECTED = "detected", "undetected"
WAIT, CHOICE = "wait", "choice"
BREAKS = 5
NEAR, SEEN = 8, 16
"""Inches: so near they detect always, or where nothing hides the infiltrators (p. 180-182)."""
_FIRST = 3
"""The defender's own turn with the first die for dawn (p. 171-175)."""
_TOP_ACE = 6
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


def _distances() -> dict[int, str]:
    return {int(row["in"]): f'{row["in"]}"/{row["cm"]} cm' for row in rows("night")}


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
    skills = {int(row["die"]): row["slug"] for row in rows("tiger_aces")}
    (die,) = yield More(1, "a Tiger platoon has one die")
    if die != _TOP_ACE:
        return Fell(skills[die])
    (die,) = yield More(1, "a 6 is a Top Ace, and the platoon rolls again")
    (own,) = yield More(1, "a Top Ace has a third die for the commander")
    platoon = CHOICE if die == _TOP_ACE else skills[die]
    commander = CHOICE if own in (_TOP_ACE, die) else skills[own]
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
        ATTACK,
        "dawn",
        "Whether morning breaks after a night attack.",
        dawn,
        (OWN_TURN, Input("attacking", "whether the attacker rolls", known=True)),
        dawn_score,
        ("One die in the defender's turn three, two in the attacker's next turn, and so on.",),
        words={DAWN: "morning has broken", DARK: "it is still dark"},
    ),
    Aid(
        "night-visibility",
        NIGHT,
        "visibility at night",
        "How far a platoon sees to shoot at night.",
        faces(tuple(_distances()), "4 inches or 10 cm for each point", "a platoon has one die"),
        (PLATOON,),
        lines=(
            "For each platoon that shoots, before it picks its targets; only for this turn.",
            "Teams that fired are always visible.",
        ),
        brings=lambda number: _distances().get(number, f'{number}"'),
    ),
    Aid(
        "infiltration",
        INFILTRATION,
        "infiltration",
        "Whether Soviet scouts get close without being seen.",
        infiltration,
        (
            Input("nearest_enemy_in", "inches to the nearest enemy team", "number", high=999),
            Input("concealed", "whether terrain hides them or they are out of sight"),
            PLATOON,
        ),
        unseen_score,
        (
            f"Enemies within {NEAR} inches or 20 cm detect them; within {SEEN} inches or 40 cm "
            "where nothing hides them.",
            "Who is detected gives the first turn to the opponent.",
        ),
    ),
    Aid(
        "tiger-ace",
        ACES,
        "a Tiger Ace skill",
        "What a platoon of Tigers is good at.",
        tiger_ace,
        (PLATOON,),
        lines=(
            *(f"{row['die']}: {row['slug']}, {row['what']}." for row in rows("tiger_aces")),
            "A commander whose skill is the one that the platoon chose chooses too.",
        ),
    ),
    Aid(
        "sewers",
        SEWERS,
        "a way through the sewers",
        "Where a platoon comes out of the sewers.",
        sewers,
        (PLATOON,),
        lines=(
            "At the beginning of each own Assault Step.",
            "Nobody comes out with enemies within 4 inches or 10 cm of the manhole.",
        ),
        words={WAIT: "still in the sewers", CHOICE: "out at a manhole of their choice"},
    ),
)
