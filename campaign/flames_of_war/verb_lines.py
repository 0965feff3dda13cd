"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.flames_of_war.battle_log.verb_lines import VERBS as BATTLE_LOG
from campaign.flames_of_war.dice.verb_lines import VERBS as DICE
from campaign.flames_of_war.forces.verb_lines import VERBS as FORCES
from campaign.flames_of_war.members.verb_lines import VERBS as MEMBERS
from campaign.flames_of_war.missions.verb_lines import VERBS as MISSIONS
from campaign.flames_of_war.opening.verb_lines import VERBS as SCENARIOS
from campaign.flames_of_war.results.verb_lines import BATTLE
from campaign.flames_of_war.results.verb_lines import VERBS as RESULTS
from campaign.flames_of_war.terrain.verb_lines import VERBS as TERRAIN
from campaign.kernel.verb_lines import VerbLine

VERBS: tuple[VerbLine, ...] = (
    *SCENARIOS,
    *MEMBERS,
    *FORCES,
    *TERRAIN,
    *BATTLE,
    *BATTLE_LOG,
    *DICE,
    *RESULTS,
    *MISSIONS,
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
