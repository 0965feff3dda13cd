"""The verbs of the battle log, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.battle_log.verbs",
    "At the table",
    {
        "deploy": "Which platoons begin off the table or hidden.",
        "fortify": "What fortifications the defender gets and buys.",
        "turn-of": "A side begins its turn; says what falls due.",
        "withdraw": "Withdraw a platoon, or gain a Delay Counter.",
        "lose": "A platoon is Destroyed, or leaves the table.",
    },
    group="battle",
)
