"""LiF 2: abilities of ships: who serves whom at sea, in a port and off a coast. Pure."""

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.catalogue import (
    AMONG_SHIPS_AT_SEA,
    LOWER_SECTION,
    OF_HIS_SECTION,
    OFF_A_COAST,
    Ability,
)
from campaign.leaders_in_flames.abilities.command_range import SeaBox, parse
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.state import Placement


def ashore(known: Ability, command: UseAbility, placement: Placement) -> Refused | None:
    """LiF 2: a leader serves ships at sea from among them; only their guns reach a hex on land."""
    if known.number not in AMONG_SHIPS_AT_SEA:
        return None
    text = f"ability {known.number} serves ships at sea"
    if not isinstance(parse(placement.location), SeaBox):
        return Refused("LiF 2", f"{text}, and he is at {placement.location}")
    if known.number in OFF_A_COAST or isinstance(parse(command.hex), SeaBox):
        return None
    return Refused("LiF 2", f"{text}, and {command.hex} is on land")


def of_another_section(known: Ability, command: UseAbility, placement: Placement) -> Refused | None:
    """LiF abilities: words on "this section" of a sea box mean the section the leader is in."""
    if known.number == LOWER_SECTION and placement.location.endswith("/0"):
        return Refused("LiF abilities", f"from the zero box ability {known.number} moves nobody")
    elsewhere = isinstance(parse(command.hex), SeaBox)
    if known.number not in OF_HIS_SECTION or command.hex == placement.location or not elsewhere:
        return None
    text = f"ability {known.number} serves his own section, {placement.location}"
    return Refused("LiF abilities", text)


def of_another_sea(known: Ability, command: UseAbility, placement: Placement) -> Refused | None:
    """LiF 2: an ability of ships at sea serves those in the leader's sea area, in any section."""
    target, here = parse(command.hex), parse(placement.location)
    of_ships = known.scope == "sea-box" or (known.scope, known.group) == ("stacked", "naval")
    if not of_ships or not isinstance(target, SeaBox):
        return None
    if isinstance(here, SeaBox) and here.area == target.area:
        return None
    text = f"ability {known.number} serves the leader's own sea area"
    return Refused("LiF 2", f"{text}, and he is at {placement.location}")
