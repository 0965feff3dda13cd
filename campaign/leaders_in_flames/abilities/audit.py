"""The facts about the use of abilities that rest on people's word alone. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.lif.on_map import AbilityUsed

TRUSTED: Mapping[type[Event], str] = {AbilityUsed: "abilities used"}
