"""What Leaders in Flames brings to the command line, put together. Pure."""

from campaign.kernel.screen import Help, Screens
from campaign.kernel.stops import Stops
from campaign.kernel.system import Front
from campaign.leaders_in_flames import reasons
from campaign.leaders_in_flames.board.hints import hint
from campaign.leaders_in_flames.overview import overview, standings
from campaign.leaders_in_flames.replay_panel import panel
from campaign.leaders_in_flames.scenarios.new_campaign import CHOICES
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.status import status
from campaign.leaders_in_flames.verb_lines import OTHER_WORDS, VERBS
from events.base import Event
from events.lif.board import LeaderDrawn, ReinforcementOpened
from events.lif.on_map import ImpulseBegan, LeaderRecalled, StageBegan, StepBegan

_EXAMPLES: dict[str, str] = {
    "turn": "1939-SO",
    "next turn": "1939-ND",
    "later turn": "1940-MA",
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
    "forgotten command": "war attacker=germany target=france",
    "act": "war case germany poland",
    "sealing": "campaign board late\ncampaign draw late\ncampaign ballot late germany no-veto",
    "sealed by": "Germany's player",
    "event": "LeaderDrawn",
}
"""What the help of shared verbs names as an example."""


def _drawn(event: Event) -> bool:
    """Whether a leader was drawn; the draws of US entry have numbers of their own."""
    return isinstance(event, LeaderDrawn | LeaderRecalled) and event.draw > 0


_STOPS = Stops(
    stages=(ReinforcementOpened, StageBegan, ImpulseBegan, StepBegan),
    draws=_drawn,
    example="leader=rommel, type=LeaderDrawn, by=anna, rule=4.1",
)
FRONT = Front[State](
    screens=Screens(
        status=status,
        overview=overview,
        standings=standings,
        panel=panel,
        hint=hint,
    ),
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=CHOICES,
    help=Help(_EXAMPLES, reasons.listed),
    stops=_STOPS,
)
