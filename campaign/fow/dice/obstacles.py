"""FoW Rough Terrain, FoW Fortifications: going, digging, bunkers, wire and mines. Pure."""

from msgspec.structs import replace

from campaign.fow.dice import aids
from campaign.fow.dice.aids import (
    FAILED,
    PASSED,
    Again,
    Aid,
    Fell,
    Inputs,
    More,
    Roll,
    Rolled,
    Rolls,
    Score,
    Scored,
    Which,
    again,
    attempt,
    hits,
    more,
    reached,
    save,
    score,
    simple_test,
    wanted,
)
from campaign.fow.dice.morale import (
    skill_score,
    with_komissar,
)
from campaign.fow.dice.shooting import DESTROYED, UNHARMED
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.english import counted

# --- FoW Rough Terrain, FoW Digging In, FoW Breaching Walls: teams that move or dig -------------

ROUGH = "FoW Rough Terrain"
STORM, RECCE, DIGGING = "FoW Stormtroopers", "FoW Reconnaissance", "FoW Digging In"
HOLDS, LOST, BROKEN = "holds", "lost", "broken-down"
ICE = 3
"""What is added to the die on ice (p. 244)."""
_ACE = 2
"""What a Tiger Ace's skill needs where it makes a Skill Test easier (p. 166-168)."""


def ace_score(inputs: Inputs) -> Score:
    """FoW Tiger Aces: a Skill Test, or 2 where the platoon's own skill is for it (p. 166-168)."""
    return score(_ACE, "Tiger Ace") if inputs.flag("ace") else skill_score(inputs)


def bogging_score(inputs: Inputs) -> Score | Refused:
    """FoW Rough Terrain: 2 on Difficult Going, 3 Overloaded; Skill where it is worse (p. 40, 46).

    Only Fully-tracked vehicles cross Very Difficult Going.
    """
    if inputs.word("going") == "difficult":
        slug = "overloaded" if inputs.flag("overloaded") else "difficult"
        return score(aids.bogs(slug), "Overloaded" if slug == "overloaded" else "")
    if inputs.word("team") != "fully-tracked":
        text = "only Fully-tracked vehicles and troops on foot cross Very Difficult Going"
        return Refused(ROUGH, text)
    if not inputs.word("skill") and not inputs.flag("ace"):
        return wanted("skill", "bogging on Very Difficult Going", "the Skill of the crew")
    return ace_score(inputs)


def bogging(inputs: Inputs) -> Roll:
    """FoW Rough Terrain: at night a success is rolled again, with wide tracks a 4 goes on (p. 40).

    Troops on foot never bog down.
    """
    if inputs.word("team") == "foot":
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
        needed = aids.bogs("wide-tracks")
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


GOING_AIDS = (
    Aid("bogging", bogging, bogging_score),
    Aid("free-bogged", free_bogged, ace_score),
    Aid("ice", ice, ice_score),
    Aid("dig-in", simple_test(skill_score, "pioneers"), skill_score),
    Aid("breach-wall", simple_test(skill_score, "pioneers"), skill_score),
    Aid("stormtrooper", not_doubled(ace_score, STORM, "makes no Stormtrooper move"), ace_score),
    Aid("recce-disengage", not_doubled(skill_score, RECCE, "does not disengage"), skill_score),
)


# --- FoW Bunkers, FoW Barbed Wire, FoW Minefields: fortifications and who gets past them --------

BUNKERS, MINES = "FoW Bunkers", "FoW Minefields"
SHOOTING, FLAMES, ASSAULT, BACK = "shooting", "flame-thrower", "assault", "counterattack"
PINNED = "pinned"
MINE = 5
"""Anti-tank of a mine, whose Firepower always passes (p. 213)."""
_STRIKES_BACK = 4


def bunker_score(inputs: Inputs) -> Score | Refused:
    """FoW Bunkers: a Skill Test to hit one; it strikes back on 4 or more itself (p. 210-211)."""
    if inputs.word("attack") == BACK:
        return score(_STRIKES_BACK)
    if not inputs.word("skill"):
        return wanted("skill", "bunker", "the Skill of who attacks")
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
        return wanted("firepower", "bunker", "the Firepower of the weapon")
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


FORTIFICATION_AIDS = (
    Aid("bunker", bunker, bunker_score),
    Aid("barbed-wire", hits(skill_score, "a die for each team", "pioneers"), skill_score),
    Aid("minefield", minefield, skill_score),
    Aid("anti-tank-obstacle", obstacle, skill_score),
)
