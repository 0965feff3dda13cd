"""FoW Platoon Morale Checks, FoW Company Morale Checks, FoW Sole Survivor. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.dice.aid import NAMED_PLATOON, Aid, Fell, Input, Inputs, Roll, Rolled
from campaign.flames_of_war.dice.kinds import FAILED, PASSED, attempt
from campaign.flames_of_war.dice.nerve import (
    KOMISSAR,
    LED,
    MOTIVATION,
    SKILL,
    nerve_score,
    skill_score,
    with_komissar,
)
from campaign.kernel.decisions import Refused, missing_field

PLATOONS = "FoW Platoon Morale Checks"
COMPANY = "FoW Company Morale Checks"
SURVIVOR = "FoW Sole Survivor"
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


_DESTROYED = Input("destroyed", "teams Destroyed", "number", optional=False)
_COMMANDER = Input("commander_destroyed", "whether the commander's team is Destroyed")
AIDS = (
    Aid(
        "platoon-morale",
        platoon_check,
        (
            NAMED_PLATOON,
            MOTIVATION,
            _DESTROYED,
            Input("fighting", "teams on the table able to fight", "number", optional=False),
            Input(
                "casualties",
                "whether teams were Destroyed or Bailed Out in this Step",
                optional=False,
            ),
            LED,
            KOMISSAR,
            Input("transports_only", "whether it has nothing but Transports"),
        ),
        nerve_score,
    ),
    Aid(
        "company-morale",
        company_check,
        (
            MOTIVATION,
            Input("destroyed", "platoons Destroyed", "number"),
            Input("on_table", "platoons on the table", "number"),
            _COMMANDER,
            Input("company", "which company, of several", "text"),
        ),
        nerve_score,
    ),
    Aid(
        "battalion-morale",
        battalion_check,
        (
            MOTIVATION,
            Input("companies", "companies at the start", "number", optional=False),
            Input("companies_left", "companies left", "number", optional=False),
            _COMMANDER,
        ),
        nerve_score,
    ),
    Aid("sole-survivor", sole_survivor, (NAMED_PLATOON, MOTIVATION, LED), nerve_score),
    Aid(
        "head-to-rear",
        head_to_rear,
        (
            NAMED_PLATOON,
            SKILL,
            Input(
                "nearest_enemy_in",
                "inches to the nearest enemy team",
                "number",
                high=999,
                optional=False,
            ),
        ),
        skill_score,
    ),
    Aid("rout", rout, (NAMED_PLATOON, SKILL), skill_score),
)
