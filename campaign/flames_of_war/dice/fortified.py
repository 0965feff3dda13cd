"""FoW Bunkers, FoW Barbed Wire, FoW Minefields: fortifications and who gets past them. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.dice.aid import COUNT, PLATOON, Aid, Fell, Input, Inputs, More, Roll
from campaign.flames_of_war.dice.going import PIONEERS
from campaign.flames_of_war.dice.kinds import FAILED, Which, again, attempt, hits, more, reached
from campaign.flames_of_war.dice.nerve import (
    KOMISSAR,
    LED,
    MOTIVATIONS,
    SKILL,
    SKILLS,
    skill_score,
    with_komissar,
)
from campaign.flames_of_war.dice.saves import BOMBED, DESTROYED, TOP, UNHARMED
from campaign.flames_of_war.dice.shooting import FIREPOWER
from campaign.flames_of_war.dice.tables import Score, save, score
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import counted

BUNKERS, MINES = "FoW Bunkers", "FoW Minefields"
SHOOTING, FLAMES, BUSTER, ASSAULT, BACK = ATTACKS = (
    "shooting",
    "flame-thrower",
    "bunker-buster",
    "assault",
    "counterattack",
)
PINNED = "pinned"
MINE = 5
"""Anti-tank of a mine, whose Firepower always passes (p. 213)."""
_STRIKES_BACK = 4


def bunker_score(inputs: Inputs) -> Score | Refused:
    """FoW Bunkers: a Skill Test to hit one; it strikes back on 4 or more itself (p. 210-211)."""
    if inputs.word("attack") == BACK:
        return score(_STRIKES_BACK)
    if not inputs.word("skill"):
        what = "the Skill of who attacks"
        return missing_field("skill", f"bunker needs {what}", what)
    return skill_score(inputs)


def bunker(inputs: Inputs) -> Roll:
    """FoW Bunkers: fire at a slit pins it at best, an assault or a great gun destroys (p. 210-211).

    A flame-thrower's hit pins without a Firepower Test. Pioneers roll a failure to hit in an
    assault again.
    """
    attack = inputs.word("attack") or SHOOTING
    needs = bunker_score(inputs)
    if isinstance(needs, Refused):
        return needs
    if attack == BACK:
        (die,) = yield More(1, "a bunker strikes back with one die")
        return Fell(DESTROYED if die >= needs.needed else UNHARMED, needs.needed, needs.words)
    if attack != ASSAULT and inputs.flag("over_16"):
        return Refused(BUNKERS, "a bunker is shot at from 16 inches or 40 cm at most")
    firepower = inputs.number("firepower")
    if attack == SHOOTING and not firepower:
        what = "the Firepower of the weapon"
        return missing_field("firepower", f"bunker needs {what}", what)
    pioneers = attack == ASSAULT and inputs.flag("pioneers")
    hit = yield from attempt(needs, "rule" if pioneers else "")
    if isinstance(hit, Refused):
        return hit
    if hit.outcome == FAILED:
        return replace(hit, outcome=UNHARMED)
    if attack != SHOOTING:
        return replace(hit, outcome=PINNED if attack == FLAMES else DESTROYED)
    (test,) = yield More(1, "a hit, and a Firepower Test follows")
    outcome = PINNED if test >= firepower else UNHARMED
    return Fell(outcome, needs.needed, f"{needs.words}, then Firepower {firepower}+")


def minefield(inputs: Inputs) -> Roll:
    """FoW Minefields: the platoon's nerve, then each team's Skill, then saves (p. 213).

    Who gaps one tests Skill alone, without Pioneers twice, and saves as Infantry.
    """
    team, gapping = inputs.word("team"), inputs.flag("gapping")
    if gapping and team != "infantry":
        return bad_field("gapping", "is for infantry alone")
    nerve: Fell | Refused = Fell("")
    if inputs.word("rating") and not gapping:
        nerve = yield from with_komissar(inputs)
    if isinstance(nerve, Refused) or nerve.outcome == FAILED:
        return nerve
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each team of this kind")
    which: Which = "hits" if gapping and not inputs.flag("pioneers") else ""
    passed = yield from again(dice, needs.needed, which, "passed, rolled again without Pioneers")
    hit = len(dice) - passed
    words = f"{needs.words}, {counted(hit, 'hit')}"
    lost = hit
    if team != "unarmoured":
        saves = yield from more(hit, f"{counted(hit, 'hit')}, and a save for each")
        top = inputs.number("top") if team == "armoured" else 0
        lost -= reached(saves, MINE - top if team == "armoured" else save("mine", team))
        if team == "armoured":
            words += f", {sum(die + top == MINE for die in saves)} Bailed Out"
    before = f"{nerve.score}, then " if nerve.score else ""
    score = before + words
    return replace(nerve, outcome=lost, needed=needs.needed, score=score, why="", surplus="")


def obstacle(inputs: Inputs) -> Roll:
    """FoW Anti-tank Obstacles: successes add up, and six remove it (p. 214)."""
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each Pioneer team")
    total = inputs.number("successes") + reached(dice, needs.needed)
    return Fell(total, needs.needed, needs.words)


AIDS = (
    Aid(
        "bunker",
        bunker,
        (
            Input("attack", "how it is attacked, or that it strikes back", "word", ATTACKS),
            Input("skill", "the Skill of who attacks", "word", SKILLS),
            FIREPOWER,
            Input("over_16", "whether the range is over 16 inches or 40 cm"),
            PIONEERS,
            PLATOON,
        ),
        bunker_score,
    ),
    Aid(
        "barbed-wire",
        hits(skill_score, "a die for each team", "pioneers"),
        (SKILL, PIONEERS, COUNT, PLATOON),
        skill_score,
    ),
    Aid(
        "minefield",
        minefield,
        (
            Input("team", "which of the platoon's teams", "word", BOMBED, optional=False),
            SKILL,
            Input("count", "how many of them cross", "number", low=1, high=200, optional=False),
            Input(
                "rating",
                "the Motivation of the platoon; left out for its further teams and for mine flails",
                "word",
                MOTIVATIONS,
            ),
            LED,
            KOMISSAR,
            TOP,
            Input("gapping", "whether they clear it instead of shooting"),
            PIONEERS,
            PLATOON,
        ),
        skill_score,
    ),
    Aid(
        "anti-tank-obstacle",
        obstacle,
        (
            SKILL,
            Input("successes", "successful tests on it in earlier turns", "number", high=200),
            COUNT,
            PLATOON,
        ),
        skill_score,
    ),
)
