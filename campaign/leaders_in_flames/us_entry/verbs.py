"""LiF 5.3: the verb `us-entry` with its own verbs: the USA's way into the war. Pure."""

from campaign.kernel.verbs import VerbFamily
from campaign.leaders_in_flames.us_entry import (
    verbs_after,
    verbs_chits,
    verbs_choosing,
    verbs_looking,
    verbs_sheets,
)

US_ENTRY = VerbFamily(
    words="us-entry",
    help="Keeps US entry: the chart, the hidden chits, options and actions. No verb but mine and "
    "page tells a chit's value before it is shown.",
    sections={
        "Setting up": verbs_sheets.VERBS,
        "Chits": verbs_chits.VERBS,
        "Options and actions": (*verbs_choosing.VERBS, *verbs_after.VERBS),
        "Looking": verbs_looking.VERBS,
    },
    story=(
        "template",
        "import",
        "stock",
        "draw",
        "state",
        "show-chits",
        "pick",
        "act",
        "give-back",
        "ready",
        "shift",
        "enter",
        "take-back",
        "place",
        "answer",
        "chart",
        "next",
        "mine",
        "page",
        "retake",
        "spain",
        "enter-minor",
    ),
    first_example="""
    campaign us-entry template chart.csv
    campaign us-entry import club chart.csv
    campaign us-entry stock club chits.csv
    campaign us-entry draw club entry-japan
    campaign us-entry pick club 70
    """,
)

VERBS = {US_ENTRY.words: US_ENTRY}
