"""What a host or player may ask for about leaders' abilities. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.leaders_in_flames.fields import LeaderField
from events.base import Slug
from events.lif.on_map import Place


class UseAbility(Command, frozen=True, kw_only=True):
    """LiF 3.2: announces that a leader uses an ability; refused where a limit forbids it."""

    verb = "use"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    ability: Annotated[int, msgspec.Meta(ge=1, le=122, description="the ability's number")]
    hex: Annotated[Place, about("where it takes effect")]
    helps: Annotated[tuple[Slug, ...], about("powers and minors whose units it helps")]
    combat: Annotated[str, msgspec.Meta(max_length=40, description="the combat, if any")] = ""
    attacking: Annotated[bool, about("he helps an attack")] = False
    stacked_with_participant: Annotated[
        bool, about("he is stacked with a unit that takes part in the attack")
    ] = False
    in_attacked_hex: Annotated[bool, about("his own hex is under attack in this step")] = False
    units: Annotated[
        int, msgspec.Meta(ge=0, le=99, description="ability 49: how many units it serves here")
    ] = 0
    map: Annotated[str, about("at sea or on a dot: the letter of the map he counts for")] = ""
    entered: Annotated[
        dict[str, Annotated[int, msgspec.Meta(ge=0, le=99)]],
        about("where two maps join: hexes entered on each, by map letter (off-map: dot)"),
    ] = msgspec.field(default_factory=dict)
