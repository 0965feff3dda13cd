"""The battle log rests on the word of who fought. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.fow import table_top as facts

TRUSTED: Mapping[type[Event], str] = {
    facts.DeploymentRecorded: "deployments as the players told them",
    facts.FortificationsBought: "widths of tables and Infantry teams as the players told them",
    facts.PlatoonLost: "platoons lost as the players told them",
}
