"""What of forces rests on the players' word. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.fow.forces import ArmyListImported, ForceEntered, ForceOrganised, ForceReorganised

TRUSTED: Mapping[type[Event], str] = {
    ForceEntered: "rosters",
    ForceReorganised: "rosters",
    ForceOrganised: "attachments",
    ArmyListImported: "army lists",
}
