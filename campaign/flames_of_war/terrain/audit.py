"""The battlefield in the audit: which dice can be checked, and what is taken on trust. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.rolling import Kind
from campaign.flames_of_war.terrain import setting_up
from events.base import Event
from events.fow.ground import BattlefieldDescribed, TerrainRolled


def terrain_dice(event: TerrainRolled) -> tuple[int, ...]:
    """FoW Terrain Chart: the dice of a square, in their order."""
    return event.dice


ROLLS: Mapping[type[Event], Kind] = {TerrainRolled: Kind(setting_up.LABEL, terrain_dice)}
TRUSTED: Mapping[type[Event], str] = {
    TerrainRolled: "dice thrown at the table",
    BattlefieldDescribed: "battlefields described",
}
