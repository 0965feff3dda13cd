"""What only people saw or said of the use of abilities. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.lif.on_map import AbilityUsed

TRUSTED: Mapping[type[Event], str] = {AbilityUsed: "abilities used"}
