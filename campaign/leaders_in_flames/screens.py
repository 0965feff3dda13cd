"""What Leaders in Flames has to say on the screens that every campaign has. Pure."""

from campaign.kernel.screen import Screens
from campaign.leaders_in_flames.board.hints import hint
from campaign.leaders_in_flames.overview import overview, standings
from campaign.leaders_in_flames.replay_panel import panel
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.status import status

SCREENS = Screens[State](
    status=status,
    overview=overview,
    standings=standings,
    panel=panel,
    hint=hint,
)
