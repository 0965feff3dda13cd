"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import VerbLine, verb_lines


def _lines(chapter: str, heading: str, group: str, lines: dict[str, str]) -> tuple[VerbLine, ...]:
    return verb_lines(f"campaign.fow.{chapter}.verbs", heading, lines, group)


VERBS: tuple[VerbLine, ...] = (
    *_lines("opening", "Scenarios", "rules", {
        "scenario": "What may be played, and an axis of your own.",
    }),
    *_lines("members", "Sides and players", "member", {
        "join": "A member plays on a side.",
        "leave": "A player leaves their side.",
    }),
    *_lines("members", "Battles and results", "battle", {
        "commanders": "Who fights for a side on which line.",
        "free-battle": "Record a battle beside the campaign.",
    }),
    *_lines("forces", "Forces", "force", {
        "force": "Rosters: enter, list, reorganise, organise.",
        "army-list": "Your own army list, to check forces by.",
    }),
    *_lines("terrain", "Battles and results", "battle", {
        "field": "The battlefield: terrain square by square.",
    }),
    *_lines("results", "Battles and results", "battle", {
        "battle": "Begin a line's battle, or abandon it.",
    }),
    *_lines("battle_log", "At the table", "battle", {
        "deploy": "Which platoons begin off the table or hidden.",
        "fortify": "What fortifications the defender gets and buys.",
        "turn-of": "A side begins its turn; says what falls due.",
        "withdraw": "Withdraw a platoon, or gain a Delay Counter.",
        "lose": "A platoon is Destroyed, or leaves the table.",
    }),
    *_lines("dice", "Dice", "dice", {
        "dice": "Record a roll with its score explained.",
        "aid": "What a roll needs and why; no campaign needed.",
    }),
    *_lines("results", "Battles and results", "result", {
        "result": "Report how a battle ended, in one line.",
        "contest": "Say what is wrong with a report.",
        "confirm": "Say that the other side's report is right.",
        "sectors": "Where each line's battle stands.",
        "standings": "How the players stand.",
    }),
    *_lines("missions", "Missions", "mission", {
        "mission": "Roll for a line's next mission.",
        "decline": "Leave the mission as it is.",
        "agree": "Agree on the mission of a footnote.",
        "roles": "Roll for who attacks.",
        "card": "Print the mission card of a battle.",
        "change": "Pay 5 victory points for another mission.",
    }),
)  # fmt: skip
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
