"""The verbs about battles and results, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.results.verbs",
    "Battles and results",
    {
        "battle": "Begin a line's battle, or abandon it.",
        "result": "Report how a battle ended, in one line.",
        "confirm": "Say that the other side's report is right.",
        "contest": "Say what is wrong with a report.",
        "sectors": "Where each line's battle stands.",
        "standings": "How the players stand.",
    },
    group="battles",
)
