"""Commands read back from the use of abilities. Pure."""

from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.abilities import commands as play
from campaign.leaders_in_flames.state import State
from events.lif import on_map as lif

READERS: Readers[State] = {lif.AbilityUsed: same(play.UseAbility)}
