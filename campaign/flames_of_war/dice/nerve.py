"""FoW Re-rolls, FoW Komissar: tests of Skill and Motivation, and who may roll them again. Pure."""

from campaign.flames_of_war.dice.aid import (
    PLATOON,
    RE_ROLLS,
    Again,
    Aid,
    Fell,
    Input,
    Inputs,
    Komissar,
    More,
    Roll,
    Rolled,
)
from campaign.flames_of_war.dice.kinds import FAILED, PASSED, attempt, simple_test
from campaign.flames_of_war.dice.tables import Score, rated, score
from campaign.kernel.decisions import Refused

SKILLS = ("conscript", "trained", "veteran")
MOTIVATIONS = ("reluctant", "confident", "fearless")

SKILL = Input("skill", "the Skill of the platoon", "word", SKILLS, optional=False)
SKILL_RATING = Input("rating", "the Skill of who tests", "word", SKILLS, optional=False)
MOTIVATION = Input("rating", "the Motivation of who tests", "word", MOTIVATIONS, optional=False)
LED = Input("led", "whether a Company or Higher Command team leads the platoon")
KOMISSAR = Input("komissar", "whether a Komissar has a team shot for another roll")
RULE = Input("reroll", "whether a special rule lets a failure be rolled again")
ONLY_SOVIET = Refused("FoW Komissar", "only a Soviet company has a Komissar")


def skill_score(inputs: Inputs) -> Score:
    """FoW Re-rolls: what a Skill Test needs (p. 28)."""
    return Score((rated("skill", inputs.word("skill") or inputs.word("rating")),))


def nerve_score(inputs: Inputs) -> Score:
    """FoW Re-rolls: what a Motivation Test needs (p. 29)."""
    return Score((rated("motivation", inputs.word("rating")),))


def skill_test(inputs: Inputs) -> Rolled:
    """FoW Re-rolls: a Skill Test; a leader's re-roll is for Motivation alone (p. 50)."""
    if inputs.flag("led"):
        return Refused(RE_ROLLS, "a leader has Motivation Tests rolled again, not Skill Tests")
    return no_komissar(inputs) or simple_test(skill_score, "reroll")(inputs)


def motivation_test(inputs: Inputs) -> Rolled:
    """FoW Re-rolls: a Motivation Test, rolled again once for the leader or a rule (p. 50)."""
    return no_komissar(inputs) or with_komissar(inputs)


def with_komissar(inputs: Inputs) -> Roll:
    """FoW Komissar: a Motivation Test that a Komissar may have rolled again (p. 180-182)."""
    ruled = inputs.flag("reroll") or inputs.flag("protected_ammo")
    again: Again = "leader" if inputs.flag("led") else "rule" if ruled else ""
    return attempt(nerve_score(inputs), again, inputs.flag("komissar"))


def no_komissar(inputs: Inputs) -> Refused | None:
    """FoW Komissar: in which tests alone there is one (p. 180-182, 213)."""
    if not inputs.flag("komissar"):
        return None
    text = "a Komissar acts when a platoon rallies, counterattacks, checks its morale or crosses a"
    return Refused("FoW Komissar", f"{text} minefield, in no other test")


def counterattack(inputs: Inputs) -> Rolled:
    """FoW Counterattack: whoever was assaulted tests Motivation, or passes unhurt (p. 107)."""
    if inputs.flag("no_hits") and not inputs.flag("armoured_tanks"):
        why = "no assaulting team scored a hit, and no Armoured Tanks assault"
        return Fell(PASSED, 0, "no test without a hit", why)
    nation = inputs.word("nation").lower()
    if inputs.flag("komissar") and nation not in ("", "soviet"):
        return ONLY_SOVIET
    again: Again = "leader" if inputs.flag("led") else "rule" if nation == "british" else ""
    return attempt(nerve_score(inputs), again, inputs.flag("komissar"))


def komissar(inputs: Inputs) -> Roll:
    """FoW Komissar: the test that a team is shot for; a 1 kills the Komissar too (p. 180-182)."""
    needs = nerve_score(inputs)
    (die,) = yield More(1, "the test is one die")
    outcome = PASSED if die >= needs.needed else FAILED
    shot: Komissar = "killed" if die == 1 else "used"
    return Fell(outcome, needs.needed, needs.words, again="komissar", komissar=shot)


def firepower_score(inputs: Inputs) -> Score:
    """FoW Saves: the Firepower of the weapon is what its test needs (p. 25)."""
    return score(inputs.number("firepower"), "Firepower")


AIDS = (
    Aid("skill-test", skill_test, (SKILL_RATING, RULE, LED, KOMISSAR, PLATOON), skill_score),
    Aid(
        "motivation-test", motivation_test, (MOTIVATION, LED, RULE, KOMISSAR, PLATOON), nerve_score
    ),
    Aid("rally", with_komissar, (MOTIVATION, LED, KOMISSAR, PLATOON), nerve_score),
    Aid(
        "remount",
        motivation_test,
        (
            MOTIVATION,
            LED,
            Input("protected_ammo", "whether the tank has Protected Ammo"),
            KOMISSAR,
            PLATOON,
        ),
        nerve_score,
    ),
    Aid("assault-launch", motivation_test, (MOTIVATION, LED, KOMISSAR, PLATOON), nerve_score),
    Aid(
        "counterattack",
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
    ),
    Aid("komissar", komissar, (MOTIVATION, PLATOON), nerve_score),
    Aid(
        "firepower-test",
        simple_test(firepower_score, "reroll"),
        (
            Input("firepower", "the weapon's Firepower", "number", low=1, high=6, optional=False),
            RULE,
        ),
        firepower_score,
    ),
)
