"""FoW Shooting, FoW Saves: rolls to hit, and what a hit does. Pure."""

from campaign.fow.dice.aids import (
    FAILED,
    PASSED,
    Aid,
    Fell,
    Inputs,
    More,
    Roll,
    Rolled,
    Score,
    ScorePart,
    Which,
    added,
    again,
    either,
    fixed,
    hits,
    more,
    rated,
    reached,
    save,
    score,
    wanted,
)
from campaign.fow.dice.morale import skill_score
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.english import counted

# --- FoW Shooting, FoW Gun Tanks, FoW Counterattack: rolls to hit in a Shooting Step or assault --

MODEL = fixed(5)
"""What lets the shooter pick the model of tank that is hit (p. 68)."""

_ADDS = {
    "over_16": ("range-over-16", 'over 16"/40 cm'),
    "concealed": ("concealed", "Concealed"),
    "gone_to_ground": ("gone-to-ground", "Gone to Ground"),
    "rof_1_moved": ("rof-1-moved", "ROF 1 and moved"),
    "rof_1_pinned": ("rof-1-pinned", "ROF 1 and Pinned Down"),
    "stabiliser": ("stabiliser", "stabiliser"),
    "limited_vision": ("limited-vision", "Limited Vision"),
    "command_spotting": ("command-spotting", "a commander spots"),
}


def out_of_sight(inputs: Inputs) -> Refused | None:
    """FoW Shooting: who is Gone to Ground is Concealed as well (p. 65)."""
    if inputs.flag("gone_to_ground") and not inputs.flag("concealed"):
        return bad_field("gone_to_ground", "counts only with concealed; add concealed")
    return None


def target_score(roll: str, inputs: Inputs) -> Score:
    """FoW Shooting: the target's Skill, and 1 more for each circumstance (p. 65, 125, 143)."""
    more = [
        ScorePart(text, added(roll, slug))
        for name, (slug, text) in _ADDS.items()
        if inputs.flag(name)
    ]
    return Score((rated(roll, inputs.word("target")), *more))


def hit_score(inputs: Inputs) -> Score:
    """FoW Shooting: what a shot needs (p. 65)."""
    return target_score("shooting", inputs)


def shots(inputs: Inputs) -> Rolled:
    """FoW Shooting: every die that reaches the score is a hit; above 6 none does (p. 64-65)."""
    return out_of_sight(inputs) or hits(hit_score, "a die for each point of ROF")(inputs)


def assault_hit_score(inputs: Inputs) -> Score:
    """FoW Counterattack: the assaulting team's own Skill, with nothing added (p. 102)."""
    return Score((rated("assault", inputs.word("skill")),))


def flames(inputs: Inputs) -> Roll:
    """FoW Flame-throwers: a Skill Test a die; only a Fully-armoured vehicle may survive (p. 84).

    It has no Armour Save: a Firepower Test destroys it, and a failed one bails the crew out.
    """
    armoured, firepower = inputs.flag("armoured_tanks"), inputs.number("firepower")
    if armoured and not firepower:
        what = "the Firepower of the flame-thrower"
        return wanted("firepower", "flame-thrower at Armoured Tanks", what)
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each point of ROF")
    lost = hit = reached(dice, needs.needed)
    words = f"{needs.words}, {counted(hit, 'hit')}"
    if armoured:
        why = f"{counted(hit, 'hit')}, and a Firepower Test for each"
        lost = reached((yield from more(hit, why)), firepower)
        words += f", then Firepower {firepower}+; the others Bailed Out"
    return Fell(lost, needs.needed, words)


SHOOTING_AIDS = (
    Aid("shooting-hits", shots, hit_score),
    Aid("defensive-fire", shots, hit_score),
    Aid(
        "assault-hits",
        hits(assault_hit_score, "a die for each team that fights"),
        assault_hit_score,
    ),
    Aid("gun-tank", hits(MODEL, "a die for each hit"), MODEL),
    Aid("flame-thrower", flames, skill_score),
)


# --- FoW Saves: what a hit does to tanks, vehicles, guns and infantry ---------------------------

UNHARMED, BAILED_OUT, DESTROYED = "unharmed", "bailed-out", "destroyed"
IN_COVER = ("infantry", "gun")
ASSAULT_ANTI_TANK = 2
"""Of a team without Tank Assault (p. 104)."""
SHELLS = 6
"""Anti-tank of a Preliminary Bombardment (p. 217-218)."""

_BOMBARDED = 4
"""Hits a team of a platoon that is bombarded (p. 217-218)."""
PIT = fixed(save("tank-pit", "tank"))
"""Saves a tank in a Tank Pit after a failed Armour Save (p. 210)."""


def armour_score(inputs: Inputs) -> Score:
    """FoW Saves: the die that beats the Anti-tank together with the armour (p. 69)."""
    armour = inputs.number("armour") + inputs.flag("over_16")
    return score(max(1, inputs.number("anti_tank") + 1 - armour), "more than Anti-tank:")


def armour_save(inputs: Inputs) -> Roll:
    """FoW Saves: die and armour against Anti-tank, then a Firepower Test (p. 69).

    More: unharmed. The same: the test bails the crew out. Less: it destroys, and fails to bail out.
    """
    armour, anti_tank = inputs.number("armour"), inputs.number("anti_tank")
    firepower, far = inputs.number("firepower"), inputs.flag("over_16")
    needs = armour_score(inputs).needed
    (die,) = yield More(1, "an Armour Save is one die")
    total = die + armour + far
    sums = f"{armour} + {die}{' + 1' if far else ''} = {total} against {anti_tank}"
    if total > anti_tank:
        return Fell(UNHARMED, needs, sums, f"{sums} saves the vehicle")
    (test,) = yield More(1, f"{sums} fails, and a Firepower Test follows")
    through = test >= firepower
    if total == anti_tank:
        outcome = BAILED_OUT if through else UNHARMED
    else:
        outcome = DESTROYED if through else BAILED_OUT
    words = f"{sums}; Firepower {firepower}+: {test}"
    return Fell(outcome, needs, words, "a save and a Firepower Test are two dice")


def assault_save(inputs: Inputs) -> Roll:
    """FoW Saves: Top armour against Assault Anti-tank, without a Firepower Test (p. 104).

    Who fired an AA MG is Destroyed on a 1 and rolls a success again.
    """
    against = inputs.number("assault_anti_tank", ASSAULT_ANTI_TANK)
    top, machine_gun = inputs.number("top"), inputs.flag("aa_mg")
    (fell,) = yield More(1, "an Armour Save is one die")
    if machine_gun and fell > 1 and fell + top > against:
        (fell,) = yield More(1, f"the {fell} saves, and who fired an AA MG rolls it again")
    total = fell + top
    sums = f"{top} + {fell} = {total} against {against}"
    if machine_gun and fell == 1:
        outcome = DESTROYED
    elif total > against:
        outcome = UNHARMED
    else:
        outcome = BAILED_OUT if total == against else DESTROYED
    return Fell(outcome, assault_save_score(inputs).needed, sums, f"{sums} settles it")


def assault_save_score(inputs: Inputs) -> Score:
    """FoW Saves: the die that beats the Assault Anti-tank together with the Top armour (p. 104)."""
    against = inputs.number("assault_anti_tank", ASSAULT_ANTI_TANK)
    return score(max(1, against + 1 - inputs.number("top")), "more than Assault Anti-tank:")


def team_score(inputs: Inputs) -> Score:
    """FoW Saves: what a team without armour needs (p. 71-72)."""
    return score(save("shooting", inputs.word("team")))


def team_save(inputs: Inputs) -> Roll:
    """FoW Saves: a die for each hit; in Bulletproof Cover a failure is a Firepower Test (p. 72)."""
    team, covered = inputs.word("team"), inputs.flag("bulletproof")
    if covered and team not in IN_COVER:
        return bad_field("bulletproof", "covers infantry and guns alone")
    if covered and not inputs.number("firepower"):
        what = "the Firepower of the weapon that hit"
        return wanted("firepower", "team-save in Bulletproof Cover", what)
    needs, firepower = team_score(inputs), inputs.number("firepower")
    dice = yield More(inputs.number("count"), "a die for each hit")
    failed = len(dice) - reached(dice, needs.needed)
    if not covered:
        return Fell(failed, needs.needed, needs.words)
    tests = yield from more(failed, f"{failed} of the saves fail, and each has a Firepower Test")
    words = f"{needs.words}, then Firepower {firepower}+"
    return Fell(reached(tests, firepower), needs.needed, words)


def preliminary_bombardment(inputs: Inputs) -> Roll:
    """FoW Saves: a die a team, then saves without cover, and a Tank Pit's after them (p. 217-218).

    Teams of one kind together; with Counterbattery as well misses on Artillery are rolled again.
    """
    team = inputs.word("team")
    dice = yield More(inputs.number("count"), "a die for each team of the platoon")
    which: Which = "misses" if inputs.flag("counterbattery") else ""
    why = "missed, and Counterbattery has them rolled again"
    hit = yield from again(dice, _BOMBARDED, which, why)
    lost = hit
    if needed := _bombarded_save(inputs):
        saves = yield from more(hit, f"{counted(hit, 'hit')}, and a save for each")
        lost -= reached(saves, needed)
    if inputs.flag("tank_pit") and lost:
        if team in IN_COVER:
            return bad_field("tank_pit", "is for vehicles alone")
        why = f"{counted(lost, 'hit')} without a save, and a Tank Pit's die for each"
        lost -= reached((yield from more(lost, why)), save("preliminary-bombardment", "tank-pit"))
    return Fell(lost, _BOMBARDED, score(_BOMBARDED).words)


def _bombarded_save(inputs: Inputs) -> int:
    """What a hit team needs; 0 where it has no save."""
    match inputs.word("team"):
        case "unarmoured":
            return 0
        case "armoured":
            return max(1, SHELLS - inputs.number("top"))
        case team:
            return save("preliminary-bombardment", team)


SAVE_AIDS = (
    Aid("armour-save", armour_save, armour_score),
    Aid("team-save", team_save, team_score),
    Aid("assault-save", assault_save, assault_save_score),
    Aid("tank-pit", either(PIT, PASSED, FAILED, "a Tank Pit's save is one die"), PIT),
    Aid("preliminary-bombardment", preliminary_bombardment, fixed(_BOMBARDED)),
)
