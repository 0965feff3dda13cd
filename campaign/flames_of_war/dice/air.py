"""FoW Air Support, FoW Anzio: aircraft and the guns of ships. Pure."""

from campaign.flames_of_war.dice import tables
from campaign.flames_of_war.dice.aid import Aid, Answer, Fell, Input, Inputs, More
from campaign.flames_of_war.dice.tables import Score, ScorePart
from campaign.kernel.decisions import Refused, missing_field
from campaign.text.english import counted

RULE = "FoW Air Support"
LEVELS = ("none", "sporadic", "limited", "priority")
GRANTED, REFUSED = "granted", "refused"
AVAILABLE, AWAY = "available", "away"
LEVEL = Input("level", "the level of air support", "word", LEVELS)
POOL = Input("pool", "dice left in the Air Support Pool", "number", high=7, known=True)


def pool_of(level: str) -> int:
    """FoW Air Support: how many dice a level brings (p. 138)."""
    return int(tables.air(level))


def request_score(inputs: Inputs) -> Score:
    """FoW Air Support: 5, and 6 under Total Air Superiority or in the rain (p. 139)."""
    base = int(tables.air("request"))
    if inputs.flag("superiority"):
        more = int(tables.air("request-total-air-superiority")) - base
        return Score((ScorePart("a request", base), ScorePart("Total Air Superiority", more)))
    if inputs.flag("rain"):
        more = int(tables.air("request-rain")) - base
        return Score((ScorePart("a request", base), ScorePart("rain", more)))
    return Score((ScorePart("a request", base),))


def interception_score(inputs: Inputs) -> Score:
    """FoW Air Support: a 6 on any die drives the enemy's flight off (p. 139)."""
    return Score((ScorePart("an interception", int(tables.air("interception"))),))


def request(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Air Support: every die of the pool is rolled, and one success brings a flight (p. 139).

    The pool then has a die less, but never fewer than one.
    """
    return _from_pool(inputs, dice, request_score(inputs))


def interception(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Air Support: every die of the pool is rolled against the enemy's flight (p. 139)."""
    return _from_pool(inputs, dice, interception_score(inputs))


def _from_pool(inputs: Inputs, dice: tuple[int, ...], needs: Score) -> Answer:
    if "pool" not in inputs.values and not inputs.word("level"):
        return missing_field(
            "level",
            f"say which level of air support: {LEVELS[1]} to {LEVELS[-1]}",
            "Which level of air support?",
        )
    pool = inputs.number("pool", pool_of(inputs.word("level") or "none"))
    if not pool:
        return Refused(RULE, "there is no air support to call on")
    why = f"all of the pool is rolled, which is {counted(pool, 'die', 'dice')}"
    if not dice:
        return More(pool, why)
    if len(dice) != pool:
        return Refused(RULE, f"expected {counted(pool, 'die', 'dice')}, got {len(dice)}: {why}")
    got = any(die >= needs.needed for die in dice)
    left = max(int(tables.air("floor")), pool - int(tables.air("cost")))
    return Fell(GRANTED if got else REFUSED, pool, needs.needed, needs.words, why, left=left)


def flight(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Air Support: one aircraft on 1-2, two on 3-5, three on 6 (p. 139)."""
    if not dice:
        return More(1, "the size of a flight is one die")
    for aircraft in (1, 2, 3):
        low, _, high = tables.air(f"flight-{aircraft}").partition("-")
        if int(low) <= dice[0] <= int(high or low):
            return Fell(aircraft, score="1 or 2: one aircraft, 3 to 5: two, 6: three")
    raise ValueError(f"{dice[0]} is no face of a die")


def naval_score(inputs: Inputs) -> Score:
    """FoW Anzio: the score that brings the ship (p. 233-236)."""
    return Score((ScorePart("the ship", inputs.number("needed", _SHIP)),))


def naval(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Anzio: a die a turn says whether the ship's guns can be called on (p. 233-236)."""
    if not dice:
        return More(1, "the ship has one die a turn")
    needs = naval_score(inputs)
    outcome = AVAILABLE if dice[0] >= needs.needed else AWAY
    return Fell(outcome, 1, needs.needed, needs.words)


_SHIP = 5
AIDS = (
    Aid(
        "air-request",
        RULE,
        "Whether ground-attack aircraft come.",
        request,
        (
            LEVEL,
            POOL,
            Input("superiority", "whether Total Air Superiority is against it", known=True),
            Input("rain", "whether Anzio's rain is", known=True),
        ),
        request_score,
        ("The whole pool is rolled; it has a die less after each request, and one at least.",),
    ),
    Aid(
        "interception",
        RULE,
        "Whether fighters drive off the enemy's aircraft.",
        interception,
        (LEVEL, POOL),
        interception_score,
        ("The whole pool is rolled; it has a die less after each attempt, and one at least.",),
    ),
    Aid("flight-size", RULE, "How many aircraft come.", flight),
    Aid(
        "naval-gunfire",
        "FoW Anzio",
        "Whether the ship's guns can be called on this turn.",
        naval,
        (Input("needed", "the score that brings the ship", "number", low=2, high=6, known=True),),
        naval_score,
    ),
)
