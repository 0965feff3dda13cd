"""FoW Shooting, FoW Counterattack: rolls to hit in the Shooting Step and in an assault. Pure."""

from campaign.flames_of_war.dice.aid import (
    COUNT,
    PLATOON,
    Aid,
    Answer,
    Fell,
    Input,
    Inputs,
    several,
)
from campaign.flames_of_war.dice.nerve import SKILL, SKILLS
from campaign.flames_of_war.dice.tables import Score, ScorePart, added, rated
from campaign.kernel.decisions import Refused, bad_field

TARGET = Input("target", "the Skill of the target", "word", SKILLS, optional=False)
CONCEALED = Input("concealed", "whether the target is Concealed")
GONE = Input("gone_to_ground", "whether it is Gone to Ground as well")
THROWN_BACK = 5
"""Hits that throw an assault back (p. 101)."""

_ADDS = {
    "over_16": ("range-over-16", 'over 16"/40 cm'),
    "concealed": ("concealed", "Concealed"),
    "gone_to_ground": ("gone-to-ground", "Gone to Ground"),
    "rof_1_moved": ("rof-1-moved", "ROF 1 and moved"),
    "rof_1_pinned": ("rof-1-pinned", "ROF 1 and Pinned Down"),
    "stabiliser": ("stabiliser", "stabiliser"),
    "limited_vision": ("limited-vision", "Limited Vision"),
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


def hit_score(inputs: Inputs) -> Score:
    """FoW Shooting: the target's Skill, and 1 more for each circumstance (p. 65)."""
    base = rated("shooting", inputs.word("target"))
    more = [
        ScorePart(text, added("shooting", slug))
        for name, (slug, text) in _ADDS.items()
        if inputs.flag(name)
    ]
    return Score((base, *more))


def hits(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Shooting: every die that reaches the score is a hit; above 6 none does (p. 64-65)."""
    if refused := out_of_sight(inputs):
        return refused
    return _counted(inputs, dice, hit_score(inputs), "a die for each point of ROF")


def assault_score(inputs: Inputs) -> Score:
    """FoW Counterattack: the assaulting team's own Skill, with nothing added (p. 102)."""
    return Score((rated("assault", inputs.word("skill")),))


def assault_hits(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Counterattack: a die for each team that fights (p. 102)."""
    return _counted(inputs, dice, assault_score(inputs), "a die for each team that fights")


def _counted(inputs: Inputs, dice: tuple[int, ...], needs: Score, why: str) -> Answer:
    count = several(inputs, dice, why)
    if not isinstance(count, int):
        return count
    hit = sum(die >= needs.needed for die in dice[:count])
    return Fell(hit, count, needs.needed, needs.words, why)


AIDS = (
    Aid("shooting-hits", "FoW Shooting", "How many shots hit.", hits, SHOOTING, hit_score),
    Aid(
        "defensive-fire",
        "FoW Shooting",
        "How many shots hit who assaults.",
        hits,
        SHOOTING,
        hit_score,
        (f"{THROWN_BACK} hits throw an assault back, but not Fully-armoured Tanks.",),
    ),
    Aid(
        "assault-hits",
        "FoW Counterattack",
        "How many teams hit in an assault.",
        assault_hits,
        (SKILL, COUNT, PLATOON),
        assault_score,
    ),
)
