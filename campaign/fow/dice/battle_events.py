"""FoW Reserves, FoW Night Fighting: arrivals, light, and questions that dice settle. Pure."""

from campaign.fow.csv_tables import rows
from campaign.fow.dice.aids import (
    Aid,
    Fell,
    Inputs,
    More,
    Roll,
    Rolled,
    either,
    faces,
    fixed,
    reached,
    save,
    score,
)
from campaign.fow.terrain.charts import each_turn
from campaign.kernel.decisions import Refused
from campaign.text.english import counted

# --- FoW Reserves: platoons that arrive, where they are set up, and who has the first turn ------

RESERVES = "FoW Reserves"
DELAYED = "FoW Delayed Reserves"
ARRIVES = 5
DELAY = 2
"""Own turns without a roll (p. 196-201)."""
RESCUE = 4
"""As many platoons off the table bring two."""
_QUARTERS = ("quarter-1", "quarter-2", "quarter-3", "quarter-4", *["choice-or-reserve"] * 2)


def reserves(inputs: Inputs) -> Rolled:
    """FoW Reserves: as many dice as own turns, each 5+ a platoon (p. 196-201)."""
    turn = inputs.number("own_turn")
    return _arrive(inputs, turn, RESERVES, f"own turn {turn}")


def delayed(inputs: Inputs) -> Rolled:
    """FoW Delayed Reserves: the first die in own turn three, then one more each (p. 196-201)."""
    turn = inputs.number("own_turn")
    if turn <= DELAY:
        text = f"the first roll is in own turn {DELAY + 1}, and this is own turn {turn}"
        return Refused(DELAYED, text)
    why = f"own turn {turn}, two turns late"
    return _arrive(inputs, turn - DELAY, DELAYED, why)


def _arrive(inputs: Inputs, count: int, rule: str, why: str) -> Roll:
    came = reached((yield More(count, why, rule)), ARRIVES)
    if "waiting" in inputs.values:
        came = min(came, inputs.number("waiting"))
    return Fell(came, ARRIVES, score(ARRIVES, "a platoon for each").words)


def rescue(inputs: Inputs) -> Fell:
    """FoW Reserves: two platoons race to the rescue where four wait, otherwise one (p. 196-201)."""
    waiting = inputs.number("off_table")
    came = min(2 if waiting >= RESCUE else 1, waiting)
    return Fell(came, 0, f"{counted(waiting, 'platoon')} off the table", "no die is rolled")


def first_turn(inputs: Inputs) -> Roll:
    """FoW Turn Order: a die each until one is higher; who deployed first adds 1 (p. 202).

    Dice in pairs, that of the side named first before the other's.
    """
    sides = (inputs.word("one"), inputs.word("two"))
    finished, why = inputs.word("finished_first"), "each side rolls one"
    while True:
        dice = yield More(2, why)
        one, two = (die + (side == finished) for side, die in zip(sides, dice, strict=True))
        if one != two:
            words = f"{one} against {two}"
            return Fell(sides[two > one], 0, words, f"{words} settles it")
        why = "equal, and both roll again"


ARRIVAL_AIDS = (
    Aid("reserves", reserves, fixed(ARRIVES)),
    Aid("delayed-reserves", delayed, fixed(ARRIVES)),
    Aid("racing-to-the-rescue", rescue),
    Aid(
        "random-deployment",
        faces(
            _QUARTERS,
            "1 to 4: that quarter; 5 or 6: any quarter, or Reserve",
            "each platoon has one die",
        ),
    ),
    Aid("first-turn", first_turn),
)


# --- FoW Night Fighting: light, surprise and skills that dice of the table bring ----------------

NIGHT, ATTACK = "FoW Night Fighting", "FoW Night Attack"
INFILTRATION, ACES = "FoW Infiltration", "FoW Tiger Aces"
DAWN, DARK = "dawn", "dark"
DETECTED, UNDETECTED = "detected", "undetected"
WAIT, CHOICE = "wait", "choice"
DAWN_SCORE = fixed(5, "on any die")
UNSEEN = fixed(2)
"""Only a 1 gives infiltrators away (p. 180-182)."""
NEAR, SEEN = 8, 16
"""Inches: so near they detect always, or where nothing hides the infiltrators (p. 180-182)."""
_FIRST = 3
"""The defender's own turn with the first die for dawn (p. 171-175)."""
_TOP_ACE = 6
_SKILLS = {int(row["die"]): row["slug"] for row in rows("tiger_aces")}
_FINDS = 5


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
    needs = DAWN_SCORE(inputs)
    return Fell(DAWN if reached(dice, needs.needed) else DARK, needs.needed, needs.words)


def infiltration(inputs: Inputs) -> Rolled:
    """FoW Infiltration: too near they are detected, otherwise on a 1 (p. 180-182)."""
    near = inputs.number("nearest_enemy_in", SEEN + 1)
    if near <= NEAR or (near <= SEEN and not inputs.flag("concealed")):
        hidden = "" if near <= NEAR else " and nothing to hide them"
        why = f"enemies within {near} inches{hidden}, so they are detected without a die"
        return Fell(DETECTED, 0, why, why)
    return either(UNSEEN, UNDETECTED, DETECTED, "infiltrators have one die")(inputs)


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


NIGHT_AIDS = (
    Aid("dawn", dawn, DAWN_SCORE),
    Aid(
        "night-visibility",
        faces(
            tuple(int(row["in"]) for row in rows("night")),
            "4 inches or 10 cm for each point",
            "a platoon has one die",
        ),
    ),
    Aid("infiltration", infiltration, UNSEEN),
    Aid("tiger-ace", tiger_ace),
    Aid("sewers", sewers),
)


# --- FoW: dice that settle a question: a dispute, a Warrior's fate, a withdrawal ----------------

OWN, OPPONENT = "own-reading", "opponents-reading"
KILLED, LIVES = "killed", "lives"
WITHDRAW, COUNTER = "withdraw", "delay-counter"
HOLD = fixed(4)
"""The roller's reading holds on as much or more (p. 20-24)."""
KILLS = fixed(save("warrior", "warrior team"))
"""What kills a Warrior whose team is Destroyed (p. 78)."""
WITHDRAW_AT = 5
_MOVES = {
    "tank": "takes over another tank within Command Distance",
    "infantry": "calls another Infantry team within Command Distance, which is removed",
    "transport": "goes on unharmed",
    "": "lives",
}


def warrior(inputs: Inputs) -> Roll:
    """FoW Saves: a Destroyed Warrior is killed on 4 or more, and otherwise moves on (p. 78)."""
    (die,) = yield More(1, "a Warrior has one die")
    needs = KILLS(inputs)
    words = f"{needs.words}, otherwise the Warrior {_MOVES[inputs.word('warrior')]}"
    return Fell(KILLED if die >= needs.needed else LIVES, needs.needed, words)


def withdrawal(inputs: Inputs) -> Fell:
    """FoW Strategic Withdrawal: 5 platoons and counters withdraw one; fewer gain one (p. 201)."""
    total = inputs.number("on_table") + inputs.number("counters")
    outcome = WITHDRAW if total >= WITHDRAW_AT else COUNTER
    return Fell(outcome, 0, f"{total} platoons and Delay Counters", "no die is rolled")


def roles(inputs: Inputs) -> Roll:
    """FoW Defensive Battle: a die each until one is higher, who attacks (p. 196-201)."""
    while True:
        one, two = yield More(2, "a die each, and equal dice again")
        if one != two:
            outcome = "the first" if one > two else "the second"
            return Fell(outcome, 0, f"{one} against {two}", "one of them is higher")


def by_chart(inputs: Inputs) -> Refused:
    """FoW Terrain Chart: its dice are rolled square by square (p. 234, 243-247)."""
    return Refused("FoW Terrain Chart", "its dice are rolled with those of a square of the table")


def khamseen(inputs: Inputs) -> Roll:
    """FoW Terrain Chart: a Khamseen arrives on a 1 and departs on 5 or more (p. 247)."""
    now = inputs.word("khamseen")
    brings = each_turn(now)
    if brings is None:
        return by_chart(inputs)
    (die,) = yield More(1, "the Khamseen has one die each player turn")
    fell = brings.low <= die <= brings.high
    on = f"a {brings.low}" if brings.high == brings.low else f"{brings.low}+"
    return Fell(brings.result if fell else now, 0, f"on {on} it {brings.result}")


QUESTION_AIDS = (
    Aid(
        "dispute-roll",
        either(HOLD, OWN, OPPONENT, "a dispute has one die, and no re-roll"),
        HOLD,
    ),
    Aid("warrior-casualty", warrior, KILLS),
    Aid("withdrawal", withdrawal),
    Aid("roles", roles),
    Aid("terrain-square", by_chart),
    Aid("weather", khamseen),
)
