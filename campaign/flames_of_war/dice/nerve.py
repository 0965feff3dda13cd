"""FoW Re-rolls, FoW Komissar: tests of Skill and Motivation, and who may roll them again. Pure."""

from campaign.flames_of_war.dice.aid import (
    PLATOON,
    RE_ROLLS,
    Again,
    Aid,
    Answer,
    Fell,
    Input,
    Inputs,
    Komissar,
    More,
)
from campaign.flames_of_war.dice.tables import Score, rated, score
from campaign.kernel.decisions import Refused

SKILLS = ("conscript", "trained", "veteran")
MOTIVATIONS = ("reluctant", "confident", "fearless")
PASSED, FAILED = "passed", "failed"

SKILL = Input("skill", "the Skill of the platoon", "word", SKILLS, optional=False)
SKILL_RATING = Input("rating", "the Skill of who tests", "word", SKILLS, optional=False)
MOTIVATION = Input("rating", "the Motivation of who tests", "word", MOTIVATIONS, optional=False)
LED = Input("led", "whether a Company or Higher Command team leads the platoon")
KOMISSAR = Input("komissar", "whether a Komissar has a team shot for another roll")
RULE = Input("reroll", "whether a special rule lets a failure be rolled again")


def attempt(
    needed: int, words: str, dice: tuple[int, ...], again: str = "", komissar: bool = False
) -> Answer:
    """FoW Re-rolls: a test with one re-roll at most, and the Komissar's after it (p. 20, 180-182).

    `again` is `leader` or `rule` where one of them lets a failure be rolled again.
    """
    chances = ["", *([again] if again else []), *(["komissar"] if komissar else [])]
    used = 0
    for place, who in enumerate(chances):
        if place >= len(dice):
            return More(place + 1, _why(who, dice))
        used = place + 1
        if dice[place] >= needed:
            break
    fell = dice[used - 1]
    passed = fell >= needed
    by = chances[1:used]
    shot: Komissar = ""
    if "komissar" in by:
        shot = "killed" if fell == 1 else "used"
    return Fell(
        PASSED if passed else FAILED,
        used,
        needed,
        words,
        _enough(fell, passed, used),
        _by(by),
        shot,
        surplus=RE_ROLLS,
    )


def _by(who: list[str]) -> Again:
    if len(who) > 1:
        return "both"
    return (
        "leader"
        if "leader" in who
        else "komissar"
        if "komissar" in who
        else ("rule" if who else "")
    )


def _why(who: str, dice: tuple[int, ...]) -> str:
    if not who:
        return "the test is one die"
    whose = {"leader": "the leader", "rule": "a special rule", "komissar": "the Komissar"}[who]
    return f"the {dice[-1]} fails, and {whose} has it rolled again"


def _enough(fell: int, passed: bool, used: int) -> str:
    if passed:
        return f"the {fell} passes, and what has passed is not rolled again"
    if used == 1:
        return f"the {fell} fails, and nothing lets it be rolled again"
    return f"the {fell} fails, and there is no further re-roll"


def skill_score(inputs: Inputs) -> Score:
    """FoW Re-rolls: what a Skill Test needs (p. 28)."""
    return Score((rated("skill", inputs.word("rating") or inputs.word("skill")),))


def nerve_score(inputs: Inputs) -> Score:
    """FoW Re-rolls: what a Motivation Test needs (p. 29)."""
    return Score((rated("motivation", inputs.word("rating")),))


def skill_test(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Re-rolls: a Skill Test; a leader's re-roll is for Motivation alone (p. 50)."""
    if inputs.flag("led"):
        return Refused(RE_ROLLS, "a leader has Motivation Tests rolled again, not Skill Tests")
    if refused := no_komissar(inputs):
        return refused
    needs = skill_score(inputs)
    return attempt(needs.needed, needs.words, dice, "rule" if inputs.flag("reroll") else "")


def motivation_test(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Re-rolls: a Motivation Test, rolled again once for the leader or a rule (p. 50)."""
    return no_komissar(inputs) or with_komissar(inputs, dice)


def with_komissar(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Komissar: a Motivation Test that a Komissar may have rolled again (p. 180-182)."""
    needs = nerve_score(inputs)
    again = "leader" if inputs.flag("led") else ""
    again = again or ("rule" if inputs.flag("reroll") or inputs.flag("protected_ammo") else "")
    return attempt(needs.needed, needs.words, dice, again, inputs.flag("komissar"))


def no_komissar(inputs: Inputs) -> Refused | None:
    """FoW Komissar: he acts in three tests alone (p. 180-182)."""
    if not inputs.flag("komissar"):
        return None
    text = "a Komissar acts when a platoon rallies, counterattacks or checks its morale"
    return Refused("FoW Komissar", f"{text}, in no other test")


def counterattack(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Counterattack: whoever was assaulted tests Motivation, or passes unhurt (p. 107)."""
    needs = nerve_score(inputs)
    if inputs.flag("no_hits") and not inputs.flag("armoured_tanks"):
        why = "no assaulting team scored a hit, and no Armoured Tanks assault"
        return Fell(PASSED, 0, 0, "no test without a hit", why)
    nation = inputs.word("nation").lower()
    if inputs.flag("komissar") and nation not in ("", "soviet"):
        return Refused("FoW Komissar", "only a Soviet company has a Komissar")
    again = "leader" if inputs.flag("led") else "rule" if nation == "british" else ""
    return attempt(needs.needed, needs.words, dice, again, inputs.flag("komissar"))


def firepower_test(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Saves: a weapon's own number decides what comes of its hit (p. 25)."""
    needs = firepower_score(inputs)
    return attempt(needs.needed, needs.words, dice, "rule" if inputs.flag("reroll") else "")


def firepower_score(inputs: Inputs) -> Score:
    """FoW Saves: the Firepower of the weapon is what its test needs."""
    return score(inputs.number("firepower"), "Firepower")


_NERVE = "Motivation Test: Reluctant 5+, Confident 4+, Fearless 3+"
AIDS = (
    Aid(
        "skill-test",
        RE_ROLLS,
        "Whether a team does what takes practice.",
        skill_test,
        (SKILL_RATING, RULE, LED, KOMISSAR, PLATOON),
        skill_score,
    ),
    Aid(
        "motivation-test",
        RE_ROLLS,
        "Whether a platoon keeps its nerve.",
        motivation_test,
        (MOTIVATION, LED, RULE, KOMISSAR, PLATOON),
        nerve_score,
    ),
    Aid(
        "rally",
        RE_ROLLS,
        "Whether a Pinned Down platoon rallies.",
        with_komissar,
        (MOTIVATION, LED, KOMISSAR, PLATOON),
        nerve_score,
        (_NERVE,),
    ),
    Aid(
        "remount",
        RE_ROLLS,
        "Whether a Bailed Out crew remounts.",
        motivation_test,
        (
            MOTIVATION,
            LED,
            Input("protected_ammo", "whether the tank has Protected Ammo"),
            KOMISSAR,
            PLATOON,
        ),
        nerve_score,
        (_NERVE,),
    ),
    Aid(
        "assault-launch",
        RE_ROLLS,
        "Whether infantry dares to assault tanks.",
        motivation_test,
        (MOTIVATION, LED, KOMISSAR, PLATOON),
        nerve_score,
        (_NERVE,),
    ),
    Aid(
        "counterattack",
        "FoW Counterattack",
        "Whether an assaulted platoon may counterattack.",
        counterattack,
        (
            MOTIVATION,
            Input("no_hits", "whether the assaulting teams scored no hit"),
            Input("armoured_tanks", "whether Armoured Tanks assault"),
            Input("nation", "the nation of the platoon; british ones roll again", "text"),
            LED,
            KOMISSAR,
            PLATOON,
        ),
        nerve_score,
        (
            "Without a hit by the assaulting teams it passes by itself, but not against tanks.",
            "A failure breaks off, and is Pinned Down as well where tanks assault.",
        ),
    ),
    Aid(
        "firepower-test",
        "FoW Saves",
        "Whether a weapon destroys what it hit.",
        firepower_test,
        (
            Input("firepower", "the weapon's Firepower", "number", low=1, high=6, optional=False),
            RULE,
        ),
        firepower_score,
    ),
)
