"""Every verb of Leaders in Flames, as help lists them. Pure, and quick to read."""

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = """
Scenarios: scenarios.verbs
    rules scenario: The scenarios, and one of your own.
War and peace: politics.interviews
    war: Record a declaration of war. [declare attack]
    war peace: Record a peace. [armistice surrender]
    war conquest: Record that a power is conquered or liberated. [conquered liberated]
    war vichy: Record that Vichy France is installed or collapses.
    war minor: Record whose side a minor country is on.
How things stand: board.verbs.host
    board leaders: Where every leader is. [where]
    board cup: The leaders in the cup.
    board points: Veto points, now and by turn. [score money]
Promotions Board: board.verbs.host
    * board: Play the turn's Promotions Board at this keyboard. [promotions next veto]
    draw (board): Draw a leader.
Promotions Board: board.verbs.ballots
    ballot (board): Choose on the leader drawn: veto, support or no (secret). [veto secret support]
    * ballots (board): Enter several powers' ballots or votes at once. [together veto abstain]
Sealing on your own device: board.verbs.devices
    device seal: Seal a ballot or vote on your own device, without the store. [encrypt own secret]
Sealing on your own device: board.verbs.ballots
    device fix: End sealing, before devices hand in their openings.
Sealing on your own device: board.verbs.devices
    device reveal-ballot: Hand over what opens a ballot sealed on a device.
Promotions Board: board.verbs.ballots
    reveal (board): Open all ballots at once. [open]
    vote (board): Vote on drawing another leader (secret). [abstain another stop]
Sealing on your own device: board.verbs.devices
    device reveal-vote: Hand over what opens a vote sealed on a device.
Promotions Board: board.verbs.ballots
    count (board): Open all votes at once. [abstain tally]
War and peace: board.verbs.host
    war reserves: Call out a power's reserves.
    war buy: Buy veto points with intelligence.
    war activate: Bring the leaders into a Days of Decision campaign.
Leaders: board.verbs.values
    leader leader-values: What leaders are worth to the club, for veto advice. [worth value]
Leaders in play: on_map.verbs
    leader place: Put an arriving leader on the map. [arrived arriving]
    leader move: Move a leader on the map. [hex]
    leader flip: Turn a leader face-up or face-down.
    leader circle: Send a leader to the production circle. [production]
    leader range: How far a leader reaches, with a picture. [distance]
Within the turn: on_map.verbs
    turn stage: Begin a stage of the turn.
    turn impulse: Begin a side's impulse.
    turn step: Begin a step.
War and peace: on_map.verbs
    war cooperate: Record that two powers co-operate.
    war name-hex: Name a hex, for pictures and lists.
Leaders in play: on_map.verbs
    leader use: Use a leader's ability.
    leader combat: Report a combat; recalls and deaths follow. [recall recalled battle losses fight]
    leader ground-strike: Report a ground strike on a leader. [recall recalled]
    leader bombed: Report a leader as carpet bombed. [recall recalled]
    leader promote: Promote a Soviet unit to a Guards army. [guards banner]
    leader lost: Report a leader as lost or overrun. [dead killed died]
Leaders: abilities.verbs
    leader: A leader's counter and abilities.
Leaders:
    leader advise: What leaders may do in a combat; records nothing. [advice odds]
Abilities: abilities.verbs
    rules ability: An ability by number, word or step.
Force pools: force_pools.verbs
    counters: Counters and where each is: list, move, import a sheet. [units pool]
Promotions Board:
    board advise-veto: How often each ballot or vote should be given. [advice accuracy odds]
US entry: us_entry.verbs.family
    us-entry: The USA's way into the war: chart, chits, options, actions. [chits usa america]
Statistics:
    report stats: Chances, luck, vetoes, points spent, careers. [statistics odds luck]
"""
"""In the order of the chapters, the Board's as their examples make an evening; then what is worked
out from them all.
"""
VERBS = verb_list("campaign.lif", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    "wars": "help war",
    "promoting": "help board",
    "leading": "help leader",
    "pools": "help counters",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
