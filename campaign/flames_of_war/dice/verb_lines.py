"""The verbs about audited dice, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.dice.verbs",
    "Dice",
    {
        "dice": "Record a roll with its score explained.",
        "aid": "What a roll needs and why; no campaign needed.",
    },
    group="dice",
)
