"""FoW Artillery: ranging in, and the bombardment that follows. Pure."""

from campaign.flames_of_war.dice.aid import (
    COUNT,
    PLATOON,
    Aid,
    Answer,
    Fell,
    Input,
    Inputs,
    More,
    several,
)
from campaign.flames_of_war.dice.nerve import SKILL
from campaign.flames_of_war.dice.shooting import CONCEALED, GONE, TARGET, out_of_sight
from campaign.flames_of_war.dice.tables import Score, ScorePart, added, rated
from campaign.kernel.decisions import Refused

RULE = "FoW Artillery"
ATTEMPTS = 3
SIX = 6
MANY, FEW = 6, 2
"""As many weapons roll misses again, no more than so few roll hits again (p. 129)."""
_WORDS = ("first", "second", "third")


def range_score(inputs: Inputs) -> Score:
    """FoW Artillery: the target's Skill, and 1 more for each circumstance (p. 125)."""
    adds = {
        "concealed": "Concealed",
        "gone_to_ground": "Gone to Ground",
        "command_spotting": "a commander spots",
    }
    more = [
        ScorePart(text, added("ranging-in", name.replace("_", "-")))
        for name, text in adds.items()
        if inputs.flag(name)
    ]
    return Score((rated("ranging-in", inputs.word("target")), *more))


def range_in(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Artillery: three attempts; mortars roll a failed first one again (p. 125-126).

    A Stonk or Murder does so too. At the Double every failure is rolled again, where ruling 61
    says so; never more than once.
    """
    if refused := out_of_sight(inputs):
        return refused
    needs = range_score(inputs)
    quick = inputs.flag("mortars") or inputs.flag("stonk")
    used = 0
    for attempt in range(1, ATTEMPTS + 1):
        again = inputs.flag("at_the_double") or (quick and attempt == 1)
        for throw in range(1 + again):
            if used == len(dice):
                if needs.needed > SIX:
                    return Fell(0, used, needs.needed, needs.words, "no die can range in")
                return More(used + 1, _why(attempt, throw))
            used += 1
            if dice[used - 1] >= needs.needed:
                why = f"the {_WORDS[attempt - 1]} attempt ranges in"
                return Fell(attempt, used, needs.needed, needs.words, why)
    return Fell(0, used, needs.needed, needs.words, "all three attempts fail")


def _why(attempt: int, throw: int) -> str:
    word = _WORDS[attempt - 1]
    return f"the {word} attempt is rolled again" if throw else f"the {word} attempt is due"


def bombardment_score(inputs: Inputs) -> Score:
    """FoW Artillery: the firing platoon's Skill, and more for a late attempt (p. 129, 131)."""
    parts = [rated("bombardment", inputs.word("skill"))]
    attempt = inputs.number("attempt", 1)
    if attempt > 1 and not inputs.flag("rockets"):
        word = _WORDS[attempt - 1]
        parts.append(ScorePart(f"{word} attempt", added("bombardment", f"{word}-attempt")))
    if inputs.number("weapons") == 1:
        parts.append(ScorePart("a single gun", added("bombardment", "single-gun")))
    return Score(tuple(parts))


def bombardment(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Artillery: a die for each team under the template, by the number of weapons (p. 129).

    One or two weapons roll hits again, six or more misses. A 6 always hits from two weapons on.
    """
    why = "a die for each team under the template"
    count = several(inputs, dice, why)
    if not isinstance(count, int):
        return count
    needs, weapons = bombardment_score(inputs), inputs.number("weapons")
    lowest = min(needs.needed, SIX) if weapons > 1 else needs.needed
    hit = sum(die >= lowest for die in dice[:count])
    words = needs.words
    if lowest < needs.needed:
        words += "; but a 6 always hits"
    spread = inputs.flag("rockets") or inputs.flag("stonk")
    if weapons <= FEW:
        again, what = hit, "hit, and one or two weapons roll hits again"
    elif weapons >= MANY and not spread:
        again, what = count - hit, "missed, and six weapons or more roll misses again"
    else:
        return Fell(hit, count, lowest, words, why)
    used = count + again
    if len(dice) < used:
        return More(used, f"{again} {what}")
    second = sum(die >= lowest for die in dice[count:used])
    total = second if weapons <= FEW else hit + second
    return Fell(total, used, lowest, words, f"{why}, and {again} rolled again")


def no_double(inputs: Inputs, ruled: bool) -> Refused | None:
    """FoW ruling 61: ranging at a platoon at the Double is rolled again by the summaries alone."""
    if inputs.flag("at_the_double") and not ruled:
        return Refused("FoW ruling 61", "this campaign does not roll ranging at the Double again")
    return None


AIDS = (
    Aid(
        "range-in",
        RULE,
        "With which attempt artillery ranges in.",
        range_in,
        (
            TARGET,
            CONCEALED,
            GONE,
            Input("command_spotting", "whether a Company or Higher Command team spots"),
            Input("mortars", "whether mortars alone fire"),
            Input("stonk", "whether a British battery fires a Stonk or Murder"),
            Input("at_the_double", "whether the target moved at the Double"),
            PLATOON,
        ),
        range_score,
        ("Up to three attempts; the first success counts.",),
    ),
    Aid(
        "bombardment-hits",
        RULE,
        "How many teams a bombardment hits.",
        bombardment,
        (
            SKILL,
            Input("attempt", "the attempt that ranged in", "number", low=1, high=3, optional=False),
            Input("weapons", "how many weapons fire", "number", low=1, high=60, optional=False),
            Input("rockets", "whether rocket launchers alone fire"),
            Input("stonk", "whether a British battery fires a Stonk"),
            COUNT,
            PLATOON,
        ),
        bombardment_score,
        ("One or two weapons roll hits again, six or more roll misses again.",),
    ),
)
