"""What the program's help says of Leaders in Flames: examples, and codes of reasons. Pure."""

from campaign.kernel.screen import Help
from campaign.leaders_in_flames import reasons

EXAMPLES: dict[str, str] = {
    "scenario": "global-war",
    "other scenario": "end-of-the-beginning",
    "short scenario": "--scenario custom --first-turn 1941-MJ --last-turn 1941-MJ",
    "other rulebook": "lif-list",
    "ruling": "draws=table",
    "other ruling": "starting_points.ussr=4",
    "extra": "leaders=FILE.csv brings its own leader sheet",
    "value": 'vichy = "installed"',
    "switch": "half_rounds=down",
    "seat": "germany",
    "other seat": "italy",
    "figure": "veto-points germany",
    "other figure": "leader rommel",
    "command": '{"command": "DeclareWar", "attacker": "italy", "target": "greece"}',
    "forgotten command": '{"command": "DeclareWar", "attacker": "germany", "target": "france"}',
    "act": "war case germany poland",
    "sealing": "campaign board late\ncampaign draw late\ncampaign ballot late germany no-veto",
    "sealed by": "Germany's player",
    "event": "LeaderDrawn",
}

HELP = Help(EXAMPLES, reasons.listed)
