"""FoW Shooting, FoW Counterattack: rolls to hit in the Shooting Step and in an assault. Pure."""

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
from campaign.flames_of_war.dice.kinds import hits, more, reached
from campaign.flames_of_war.dice.nerve import SKILL, SKILLS, skill_score
from campaign.flames_of_war.dice.tables import Score, ScorePart, added, rated, score
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import counted

TARGET = Input("target", "the Skill of the target", "word", SKILLS, optional=False)
CONCEALED = Input("concealed", "whether the target is Concealed")
GONE = Input("gone_to_ground", "whether it is Gone to Ground as well")
FIREPOWER = Input("firepower", "the Firepower of the weapon", "number", low=1, high=6)
_MODEL = 5

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
SHOOTING = (
    TARGET,
    Input("over_16", "whether the range is over 16 inches or 40 cm"),
    CONCEALED,
    GONE,
    Input("rof_1_moved", "whether a ROF 1 weapon moved"),
    Input("rof_1_pinned", "whether a ROF 1 weapon's platoon is Pinned Down"),
    Input("stabiliser", "whether a moving tank uses its stabiliser at full ROF"),
    Input("limited_vision", "whether Limited Vision looks behind the hull's front"),
    COUNT,
    PLATOON,
)


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


def assault_score(inputs: Inputs) -> Score:
    """FoW Counterattack: the assaulting team's own Skill, with nothing added (p. 102)."""
    return Score((rated("assault", inputs.word("skill")),))


def model_score(inputs: Inputs) -> Score:
    """FoW Gun Tanks: what lets the shooter pick the model that is hit (p. 68)."""
    return score(_MODEL)


def flames(inputs: Inputs) -> Roll:
    """FoW Flame-throwers: a Skill Test a die; only a Fully-armoured vehicle may survive (p. 84).

    It has no Armour Save: a Firepower Test destroys it, and a failed one bails the crew out.
    """
    armoured, firepower = inputs.flag("armoured_tanks"), inputs.number("firepower")
    if armoured and not firepower:
        what = "the Firepower of the flame-thrower"
        return missing_field("firepower", f"flame-thrower at Armoured Tanks needs {what}", what)
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each point of ROF")
    lost = hit = reached(dice, needs.needed)
    words = f"{needs.words}, {counted(hit, 'hit')}"
    if armoured:
        why = f"{counted(hit, 'hit')}, and a Firepower Test for each"
        lost = reached((yield from more(hit, why)), firepower)
        words += f", then Firepower {firepower}+; the others Bailed Out"
    return Fell(lost, needs.needed, words)


AIDS = (
    Aid("shooting-hits", shots, SHOOTING, hit_score),
    Aid("defensive-fire", shots, SHOOTING, hit_score),
    Aid(
        "assault-hits",
        hits(assault_score, "a die for each team that fights"),
        (SKILL, COUNT, PLATOON),
        assault_score,
    ),
    Aid("gun-tank", hits(model_score, "a die for each hit"), (COUNT, PLATOON), model_score),
    Aid(
        "flame-thrower",
        flames,
        (
            SKILL,
            Input("armoured_tanks", "whether the target is Fully-armoured"),
            FIREPOWER,
            COUNT,
            PLATOON,
        ),
        skill_score,
    ),
)
