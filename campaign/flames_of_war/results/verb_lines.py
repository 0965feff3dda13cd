"""The verbs about battles and results, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

MODULE, HEADING = "campaign.flames_of_war.results.verbs", "Battles and results"
BATTLE = verb_lines(
    MODULE,
    HEADING,
    {"battle": "Begin a line's battle, or abandon it."},
    group="battle",
)
VERBS = verb_lines(
    MODULE,
    HEADING,
    {
        "result": "Report how a battle ended, in one line.",
        "contest": "Say what is wrong with a report.",
        "confirm": "Say that the other side's report is right.",
        "sectors": "Where each line's battle stands.",
        "standings": "How the players stand.",
    },
    group="result",
)
