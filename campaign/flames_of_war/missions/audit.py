"""Dice of choosing a mission: which fell in what order, and what is taken on trust. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.missions import roles, selection
from campaign.flames_of_war.rolling import Kind
from events.base import Event
from events.fow.missions import MissionRolled, RolesRolled


def mission_dice(event: MissionRolled) -> tuple[int, ...]:
    """FoW Mission Selector: one side's dice after the other's, in the order of their ids."""
    return tuple(die for side in sorted(event.rolls) for die in event.rolls[side].dice)


def roles_dice(event: RolesRolled) -> tuple[int, ...]:
    """FoW Defensive Battle: a throw of both sides after the other, in the order of their ids."""
    throws = zip(*(event.dice[side] for side in sorted(event.dice)), strict=False)
    return tuple(die for throw in throws for die in throw)


ROLLS: Mapping[type[Event], Kind] = {
    MissionRolled: Kind(selection.LABEL, mission_dice),
    RolesRolled: Kind(roles.LABEL, roles_dice),
}
TRUSTED: Mapping[type[Event], str] = {
    MissionRolled: "dice thrown at the table",
    RolesRolled: "dice thrown at the table",
}
