"""FoW Rough Terrain, FoW Digging In, FoW Breaching Walls: teams that move or dig. Pure."""

from campaign.flames_of_war.dice import tables
from campaign.flames_of_war.dice.aid import (
    PLATOON,
    Again,
    Aid,
    Fell,
    Input,
    Inputs,
    More,
    Roll,
    Rolled,
)
from campaign.flames_of_war.dice.kinds import FAILED, PASSED, Rolls, Scored, simple_test
from campaign.flames_of_war.dice.nerve import SKILL, SKILLS, skill_score
from campaign.flames_of_war.dice.tables import Score, score
from campaign.kernel.decisions import Refused, missing_field

ROUGH = "FoW Rough Terrain"
STORM, RECCE, DIGGING = "FoW Stormtroopers", "FoW Reconnaissance", "FoW Digging In"
GOING = ("difficult", "very-difficult")
VEHICLES = ("fully-tracked", "other-vehicle", "gun", "foot")
HOLDS, LOST, BROKEN = "holds", "lost", "broken-down"
ICE = 3
"""What is added to the die on ice (p. 244)."""
_ACE = 2
"""What a Tiger Ace's skill needs where it makes a Skill Test easier (p. 166-168)."""

FRONT = Input("armour", "the Front armour", "number", high=20, optional=False)
ACE = Input("ace", "whether the platoon's Tiger Ace skill is for this")
DOUBLE = Input("at_the_double", "whether it moved at the Double in its last movement")
PIONEERS = Input("pioneers", "whether Pioneer teams do it")


def ace_score(inputs: Inputs) -> Score:
    """FoW Tiger Aces: a Skill Test, or 2 where the platoon's own skill is for it (p. 166-168)."""
    return score(_ACE, "Tiger Ace") if inputs.flag("ace") else skill_score(inputs)


def bogging_score(inputs: Inputs) -> Score | Refused:
    """FoW Rough Terrain: 2 on Difficult Going, 3 Overloaded; Skill where it is worse (p. 40, 46).

    Only Fully-tracked vehicles cross Very Difficult Going.
    """
    if inputs.word("going") == GOING[0]:
        slug = "overloaded" if inputs.flag("overloaded") else "difficult"
        return score(tables.bogs(slug), "Overloaded" if slug == "overloaded" else "")
    if inputs.word("team") != VEHICLES[0]:
        text = "only Fully-tracked vehicles and troops on foot cross Very Difficult Going"
        return Refused(ROUGH, text)
    if not inputs.word("skill") and not inputs.flag("ace"):
        what = "the Skill of the crew"
        return missing_field("skill", f"bogging on Very Difficult Going needs {what}", what)
    return ace_score(inputs)


def bogging(inputs: Inputs) -> Roll:
    """FoW Rough Terrain: at night a success is rolled again, with wide tracks a 4 goes on (p. 40).

    Troops on foot never bog down.
    """
    if inputs.word("team") == VEHICLES[-1]:
        why = "troops on foot never bog down"
        return Fell(PASSED, 0, why, why)
    needs = bogging_score(inputs)
    if isinstance(needs, Refused):
        return needs
    words, needed = needs.words, needs.needed
    again: Again = ""
    (die,) = yield More(1, "a bogging check is one die")
    if die >= needed and inputs.flag("night"):
        (die,) = yield More(1, f"the {die} passes, and at night it is rolled again")
        words, again = f"{words}, again at night", "rule"
    if die < needed and inputs.flag("wide_tracks"):
        needed = tables.bogs("wide-tracks")
        (die,) = yield More(1, f"the {die} bogs down, and wide tracks have another die")
        words, again = f"{words}, Wide Tracks {needed}+", "rule"
    return Fell(PASSED if die >= needed else FAILED, needs.needed, words, again=again)


def free_bogged(inputs: Inputs) -> Roll:
    """FoW Rough Terrain: a Skill Test; an Unreliable vehicle breaks down on a 1 (p. 41, 47)."""
    needs = ace_score(inputs)
    (die,) = yield More(1, "the test is one die")
    broken = inputs.flag("unreliable") and die == 1
    outcome = PASSED if die >= needs.needed else BROKEN if broken else FAILED
    return Fell(outcome, needs.needed, needs.words)


def ice_score(inputs: Inputs) -> Score:
    """FoW Terrain Chart: the die that holds a vehicle on ice; ruling 53: an equal sum holds."""
    return score(max(1, inputs.number("armour") - ICE), "Front armour less 3:")


def ice(inputs: Inputs) -> Roll:
    """FoW Terrain Chart: the die and 3 against the Front armour; less is lost (p. 244)."""
    (die,) = yield More(1, "the ice has one die")
    total, armour = die + ICE, inputs.number("armour")
    sums = f"{die} + {ICE} = {total} against {armour}"
    return Fell(HOLDS if total >= armour else LOST, ice_score(inputs).needed, sums)


def not_doubled(score: Scored, rule: str, what: str) -> Rolls:
    """FoW Stormtroopers, FoW Reconnaissance: a test that nobody takes after the Double."""

    def roll(inputs: Inputs) -> Rolled:
        if inputs.flag("at_the_double"):
            return Refused(rule, f"a platoon that moved at the Double {what}")
        return simple_test(score)(inputs)

    return roll


AIDS = (
    Aid(
        "bogging",
        bogging,
        (
            Input("going", "the going of the terrain", "word", GOING, optional=False),
            Input("team", "what moves", "word", VEHICLES, optional=False),
            Input("skill", "the Skill of the crew, on Very Difficult Going", "word", SKILLS),
            Input("overloaded", "whether the vehicle is Overloaded"),
            Input("wide_tracks", "whether the tank has Wide Tracks"),
            ACE,
            Input("night", "whether Night Fighting is in force"),
            PLATOON,
        ),
        bogging_score,
    ),
    Aid(
        "free-bogged",
        free_bogged,
        (SKILL, ACE, Input("unreliable", "whether the vehicle is Unreliable"), PLATOON),
        ace_score,
    ),
    Aid("ice", ice, (FRONT, PLATOON), ice_score),
    Aid(
        "dig-in",
        simple_test(skill_score, "pioneers"),
        (
            SKILL,
            Input("pioneers", "whether a Pioneer Supply vehicle is next to the commander"),
            Input("dry_ground", "whether it is on Dry Ground or a Low Ridge, in deep mud"),
            PLATOON,
        ),
        skill_score,
    ),
    Aid(
        "breach-wall", simple_test(skill_score, "pioneers"), (SKILL, PIONEERS, PLATOON), skill_score
    ),
    Aid(
        "stormtrooper",
        not_doubled(ace_score, STORM, "makes no Stormtrooper move"),
        (SKILL, ACE, DOUBLE, PLATOON),
        ace_score,
    ),
    Aid(
        "recce-disengage",
        not_doubled(skill_score, RECCE, "does not disengage"),
        (SKILL, DOUBLE, PLATOON),
        skill_score,
    ),
)
