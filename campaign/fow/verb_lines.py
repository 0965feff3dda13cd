"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = """
Scenarios: opening.verbs
    rules scenario: What may be played, and an axis of your own.
Sides and players: members.verbs
    member join: A member plays on a side.
    leave-side (battle): A player leaves their side.
Battles and results: members.verbs
    battle commanders: Who fights for a side on which line.
    free-battle (battle): Record a battle beside the campaign.
Forces: forces.verbs
    force: Rosters: enter, list, reorganise, organise. [roster platoons units]
    force army-list: Your own army list, to check forces by.
Battles and results: terrain.verbs
    battle field: The battlefield: terrain square by square. [terrain]
Battles and results: results.verbs
    battle: Begin a line's battle, or abandon it. [fight]
At the table: battle_log.commands
    battle deploy: Which platoons begin off the table or hidden.
    battle fortify: What fortifications the defender gets and buys.
    battle turn-of: A side begins its turn; says what falls due.
    battle withdraw: Withdraw a platoon, or gain a Delay Counter.
    battle lose: A platoon is Destroyed, or leaves the table.
Dice: dice.verbs
    dice: Record a roll with its score explained. [roll]
    dice aid: What a roll needs and why; no campaign needed.
Battles and results: results.verbs
    result: Report how a battle ended, in one line. [won lost score]
    result contest: Say what is wrong with a report. [disagree]
    result confirm: Say that the other side's report is right.
    result sectors: Where each line's battle stands.
    result standings: How the players stand. [ranking table]
Missions: missions.verbs
    mission: Roll for a line's next mission. [scenario]
    mission decline: Leave the mission as it is.
    mission agree: Agree on the mission of a footnote.
    mission roles: Roll for who attacks.
    mission card: Print the mission card of a battle.
    mission change: Pay 5 victory points for another mission.
"""
"""In the order of a first round, whose mission is given; then how the next one is chosen."""
VERBS = verb_list("campaign.fow", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    "free-battle": "battle free",
    "leave-side": "battle leave",
    "battles": "help battle",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
