"""FoW Artillery: ranging in, the bombardment that follows, and the wind. Pure."""

from campaign.flames_of_war.dice.aid import (
    COUNT,
    PLATOON,
    Aid,
    Fell,
    Input,
    Inputs,
    More,
    Roll,
    Rolled,
)
from campaign.flames_of_war.dice.kinds import ORDINALS, SIX, Which, again, ranging, reached
from campaign.flames_of_war.dice.nerve import SKILL
from campaign.flames_of_war.dice.shooting import (
    CONCEALED,
    GONE,
    TARGET,
    out_of_sight,
    target_score,
)
from campaign.flames_of_war.dice.tables import Score, ScorePart, added, rated

RULE = "FoW Artillery"
MANY, FEW = 6, 2
"""As many weapons roll misses again, no more than so few roll hits again (p. 129)."""
ATTEMPT = Input("attempt", "the attempt that ranged in", "number", low=1, high=3, optional=False)


def range_score(inputs: Inputs) -> Score:
    """FoW Artillery: the target's Skill, and 1 more for each circumstance (p. 125)."""
    return target_score("ranging-in", inputs)


def range_in(inputs: Inputs) -> Rolled:
    """FoW Artillery: three attempts; mortars roll a failed first one again (p. 125-126).

    A Stonk or Murder does so too. At the Double every failure is rolled again, where ruling 61
    says so; never more than once.
    """
    quick = inputs.flag("mortars") or inputs.flag("stonk")
    double = inputs.flag("at_the_double")
    return out_of_sight(inputs) or ranging(
        range_score(inputs), lambda place: double or (quick and place == 1)
    )


def late(roll: str, inputs: Inputs) -> tuple[ScorePart, ...]:
    """FoW Artillery, FoW Air Support: what a late attempt to range in adds (p. 129, 145)."""
    word = ORDINALS[inputs.number("attempt", 1) - 1]
    if word == ORDINALS[0] or inputs.flag("rockets"):
        return ()
    return (ScorePart(f"{word} attempt", added(roll, f"{word}-attempt")),)


def bombardment_score(inputs: Inputs) -> Score:
    """FoW Artillery: the firing platoon's Skill, and more for a late attempt (p. 129, 131)."""
    parts = [rated("bombardment", inputs.word("skill")), *late("bombardment", inputs)]
    if inputs.number("weapons") == 1:
        parts.append(ScorePart("a single gun", added("bombardment", "single-gun")))
    return Score(tuple(parts))


def bombardment(inputs: Inputs) -> Roll:
    """FoW Artillery: a die for each team under the template, by the number of weapons (p. 129).

    One or two weapons roll hits again, six or more misses. A 6 always hits from two weapons on.
    """
    why = "a die for each team under the template"
    needs, weapons = bombardment_score(inputs), inputs.number("weapons")
    lowest = min(needs.needed, SIX) if weapons > 1 else needs.needed
    words = needs.words
    if lowest < needs.needed:
        words += "; but a 6 always hits"
    spread = inputs.flag("rockets") or inputs.flag("stonk")
    which: Which = ""
    if weapons <= FEW:
        which, what = "hits", "hit, and one or two weapons roll hits again"
    elif weapons >= MANY and not spread:
        which, what = "misses", "missed, and six weapons or more roll misses again"
    dice = yield More(inputs.number("count"), why)
    if not which:
        return Fell(reached(dice, lowest), lowest, words)
    hit = yield from again(dice, lowest, which, what)
    return Fell(hit, lowest, words)


def wind(inputs: Inputs) -> Roll:
    """FoW Artillery: one die, which the attacker may have rolled again, once (p. 135)."""
    before = inputs.number("before")
    if not before:
        (before,) = yield More(1, "the wind has one die")
    if inputs.flag("reroll"):
        (before,) = yield More(1, f"the attacker has the {before} rolled again")
    return Fell(before)


AIDS = (
    Aid(
        "range-in",
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
    ),
    Aid(
        "bombardment-hits",
        bombardment,
        (
            SKILL,
            ATTEMPT,
            Input("weapons", "how many weapons fire", "number", low=1, high=60, optional=False),
            Input("rockets", "whether rocket launchers alone fire"),
            Input("stonk", "whether a British battery fires a Stonk"),
            COUNT,
            PLATOON,
        ),
        bombardment_score,
    ),
    Aid(
        "wind",
        wind,
        (
            Input("reroll", "whether the attacker has it rolled again"),
            Input("before", "the die that was rolled first", "number", low=1, high=6, known=True),
        ),
    ),
)
