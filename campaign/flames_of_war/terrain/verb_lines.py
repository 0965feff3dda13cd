"""The verb about the battlefield, as help lists it. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.terrain.verbs",
    "Battles and results",
    {"field": "The battlefield: terrain square by square."},
    group="battle",
)
