"""What Flames of War brings to the command line, put together. Pure."""

from campaign.flames_of_war.opening.new_campaign import CHOICES
from campaign.flames_of_war.screens import SCREENS
from campaign.flames_of_war.state import State
from campaign.flames_of_war.verb_lines import OTHER_WORDS, VERBS
from campaign.kernel.screen import Help
from campaign.kernel.stops import Stops
from campaign.kernel.system import Front
from events.base import Event
from events.fow.battles import BattleBegun, ResultReported
from events.fow.missions import MissionChosen, MissionRolled

_EXAMPLES: dict[str, str] = {
    "turn": "round-01",
    "next turn": "round-02",
    "later turn": "round-03",
    "scenario": "anzio",
    "other scenario": "linked",
    "seat": "allies",
    "other seat": "axis",
    "command": '{"command": "ConfirmResult"}',
    "event": "ResultReported",
}
"""What the help of shared verbs names as an example."""


def _rolled(event: Event) -> bool:
    """Whether a mission was rolled for."""
    return isinstance(event, MissionRolled)


FRONT = Front[State](
    screens=SCREENS,
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=CHOICES,
    help=Help(_EXAMPLES),
    stops=Stops(
        stages=(MissionChosen, BattleBegun, ResultReported),
        draws=_rolled,
        example="side=allies, type=ResultReported, by=anna, rule=FoW",
    ),
)
