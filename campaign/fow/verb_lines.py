"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import VerbLine, verb_lines

# --- The verbs about opening a campaign, as help lists them -------------------------------------

OPENING_VERBS = verb_lines(
    "campaign.fow.opening.verbs",
    "Scenarios",
    {"scenario": "What may be played, and an axis of your own."},
    group="rules",
)


# --- The verbs about sides and players, as help lists them --------------------------------------

MODULE = "campaign.fow.members.verbs"
MEMBER_VERBS = (
    *verb_lines(
        MODULE,
        "Sides and players",
        {
            "join": "A member plays on a side.",
            "leave": "A player leaves their side.",
        },
        group="member",
    ),
    *verb_lines(
        MODULE,
        "Battles and results",
        {
            "commanders": "Who fights for a side on which line.",
            "free-battle": "Record a battle beside the campaign.",
        },
        group="battle",
    ),
)


# --- The verbs about forces, as help lists them -------------------------------------------------

FORCE_VERBS = verb_lines(
    "campaign.fow.forces.verbs",
    "Forces",
    {
        "force": "Rosters: enter, list, reorganise, organise.",
        "army-list": "Your own army list, to check forces by.",
    },
    group="force",
)


# --- The verbs about missions, as help lists them -----------------------------------------------

MISSION_VERBS = verb_lines(
    "campaign.fow.missions.verbs",
    "Missions",
    {
        "mission": "Roll for a line's next mission.",
        "decline": "Leave the mission as it is.",
        "agree": "Agree on the mission of a footnote.",
        "roles": "Roll for who attacks.",
        "card": "Print the mission card of a battle.",
        "change": "Pay 5 victory points for another mission.",
    },
    group="mission",
)


# --- The verb about the battlefield, as help lists it -------------------------------------------

TERRAIN_VERBS = verb_lines(
    "campaign.fow.terrain.verbs",
    "Battles and results",
    {"field": "The battlefield: terrain square by square."},
    group="battle",
)


# --- The verbs about battles and results, as help lists them ------------------------------------

_RESULTS, _RESULTS_HEADING = "campaign.fow.results.verbs", "Battles and results"
BATTLE_VERBS = verb_lines(
    _RESULTS,
    _RESULTS_HEADING,
    {"battle": "Begin a line's battle, or abandon it."},
    group="battle",
)
RESULT_VERBS = verb_lines(
    _RESULTS,
    _RESULTS_HEADING,
    {
        "result": "Report how a battle ended, in one line.",
        "contest": "Say what is wrong with a report.",
        "confirm": "Say that the other side's report is right.",
        "sectors": "Where each line's battle stands.",
        "standings": "How the players stand.",
    },
    group="result",
)


# --- The verbs of the battle log, as help lists them --------------------------------------------

BATTLE_LOG_VERBS = verb_lines(
    "campaign.fow.battle_log.verbs",
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


# --- The verbs about audited dice, as help lists them -------------------------------------------

DICE_VERBS = verb_lines(
    "campaign.fow.dice.verbs",
    "Dice",
    {
        "dice": "Record a roll with its score explained.",
        "aid": "What a roll needs and why; no campaign needed.",
    },
    group="dice",
)


# --- Every verb of Flames of War, as help lists them --------------------------------------------

VERBS: tuple[VerbLine, ...] = (
    *OPENING_VERBS,
    *MEMBER_VERBS,
    *FORCE_VERBS,
    *TERRAIN_VERBS,
    *BATTLE_VERBS,
    *BATTLE_LOG_VERBS,
    *DICE_VERBS,
    *RESULT_VERBS,
    *MISSION_VERBS,
)
"""In the order of a first round, whose mission is given; then how the next one is chosen."""

OTHER_WORDS = {
    "scenario": "rules scenario",
    "join": "member join",
    "leave": "member leave",
    "commanders": "battle commanders",
    "free-battle": "battle free",
    "field": "battle field",
    "deploy": "battle deploy",
    "fortify": "battle fortify",
    "turn-of": "battle turn-of",
    "withdraw": "battle withdraw",
    "lose": "battle lose",
    "army-list": "force army-list",
    "aid": "dice aid",
    "contest": "result contest",
    "confirm": "result confirm",
    "sectors": "result sectors",
    "standings": "result standings",
    "decline": "mission decline",
    "agree": "mission agree",
    "roles": "mission roles",
    "card": "mission card",
    "change": "mission change",
    "battles": "help battle",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
