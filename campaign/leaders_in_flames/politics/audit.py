"""The facts about wars, conquests and minor countries that rest on people's word alone. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)

TRUSTED: Mapping[type[Event], str] = {
    WarDeclared: "war and peace",
    PeaceMade: "war and peace",
    ConquestChanged: "conquests",
    VichyInstalled: "conquests",
    VichyCollapsed: "conquests",
    MinorChanged: "minor countries",
}
