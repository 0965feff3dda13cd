"""FoW Re-rolls, FoW Platoon and Company Morale Checks: tests of Skill and Motivation. Pure."""

from msgspec.structs import replace

from campaign.fow.dice.aids import (
    FAILED,
    PASSED,
    RE_ROLLS,
    Again,
    Aid,
    Fell,
    Inputs,
    Komissar,
    More,
    Roll,
    Rolled,
    Score,
    attempt,
    rated,
    score,
    simple_test,
)
from campaign.kernel.decisions import Refused, missing_field

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


SKILL_AIDS = (
    Aid("skill-test", skill_test, skill_score),
    Aid("motivation-test", motivation_test, nerve_score),
    Aid("rally", with_komissar, nerve_score),
    Aid("remount", motivation_test, nerve_score),
    Aid("assault-launch", motivation_test, nerve_score),
    Aid("counterattack", counterattack, nerve_score),
    Aid("komissar", komissar, nerve_score),
    Aid("firepower-test", simple_test(firepower_score, "reroll"), firepower_score),
)


# --- FoW Platoon Morale Checks, FoW Company Morale Checks, FoW Sole Survivor --------------------

PLATOONS = "FoW Platoon Morale Checks"
COMPANY = "FoW Company Morale Checks"
NEAR = 8
"""Inches, or 20 cm: enemies this near make going to the rear a test (p. 120)."""


def below_half(destroyed: int, left: int) -> bool:
    """FoW Company Morale Checks: more Destroyed than left (p. 116, 118)."""
    return destroyed > left


def platoon_check(inputs: Inputs) -> Roll:
    """FoW Platoon Morale Checks: below half strength and hurt in this Step (p. 115-117).

    A platoon of Transports alone fails without a die.
    """
    destroyed, fighting = inputs.number("destroyed"), inputs.number("fighting")
    if not below_half(destroyed, fighting):
        text = f"{destroyed} Destroyed and {fighting} able to fight is not below half strength"
        return Refused(PLATOONS, f"{text}; there is no check")
    if not inputs.flag("casualties"):
        text = "nobody was Destroyed or Bailed Out in this Step"
        return Refused(PLATOONS, f"{text}; there is no check")
    if inputs.flag("transports_only"):
        why = "a platoon of Transports alone fails without a die"
        return Fell(FAILED, 0, why, why, lost=True)
    return _or_lost((yield from with_komissar(inputs)))


def company_check(inputs: Inputs) -> Rolled:
    """FoW Company Morale Checks: the commander tests, or the battle is lost (p. 118-119).

    A commander does not roll their own test again. Without one there is no test to pass.
    """
    for name in ("destroyed", "on_table"):
        if name not in inputs.values:
            what = f"how many platoons are {name.replace('_', ' ')}"
            return missing_field(name, f"company-morale needs {what}", what)
    destroyed, left = inputs.number("destroyed"), inputs.number("on_table")
    if not below_half(destroyed, left):
        text = f"{destroyed} platoons Destroyed and {left} on the table is not below half strength"
        return Refused(COMPANY, f"{text}; there is no check")
    return _commander(inputs)


def battalion_check(inputs: Inputs) -> Rolled:
    """FoW Company Morale Checks: fewer companies left than lost, and the battalion tests (p. 230).

    Ruling 33: a company is lost when it failed its check or has no platoon.
    """
    starting, left = inputs.number("companies"), inputs.number("companies_left")
    if not below_half(starting - left, left):
        text = f"{left} of {starting} companies left is not below half"
        return Refused(COMPANY, f"{text}; there is no check")
    return _commander(inputs)


def _commander(inputs: Inputs) -> Roll:
    if inputs.flag("commander_destroyed"):
        why = "the commander is Destroyed, and there is no test to pass"
        return Fell(FAILED, 0, why, why, broke=True)
    fell = yield from attempt(nerve_score(inputs))
    return replace(fell, broke=fell.outcome == FAILED) if isinstance(fell, Fell) else fell


def sole_survivor(inputs: Inputs) -> Roll:
    """FoW Sole Survivor: one Infantry team tests before Company Morale, or is lost (p. 120)."""
    return _or_lost((yield from with_komissar(inputs)))


def head_to_rear(inputs: Inputs) -> Roll:
    """FoW Sole Survivor: away from every enemy it leaves, near one it tests Skill (p. 120)."""
    if inputs.number("nearest_enemy_in") > NEAR:
        why = f"no enemy within {NEAR} inches or 20 cm, so no test"
        return Fell(PASSED, 0, why, why)
    return _or_lost((yield from attempt(skill_score(inputs))))


def rout(inputs: Inputs) -> Roll:
    """FoW Strategic Withdrawal: below half strength near the enemy it tests Skill (p. 201)."""
    return _or_lost((yield from attempt(skill_score(inputs))))


def _or_lost(answer: Fell | Refused) -> Fell | Refused:
    if isinstance(answer, Fell) and answer.outcome == FAILED:
        return replace(answer, lost=True)
    return answer


MORALE_AIDS = (
    Aid("platoon-morale", platoon_check, nerve_score),
    Aid("company-morale", company_check, nerve_score),
    Aid("battalion-morale", battalion_check, nerve_score),
    Aid("sole-survivor", sole_survivor, nerve_score),
    Aid("head-to-rear", head_to_rear, skill_score),
    Aid("rout", rout, skill_score),
)
