"""What a host or player may ask for about leaders' abilities. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.leaders_in_flames.fields import CountryField, LeaderOnMap, PlaceField


class UseAbility(Command, frozen=True, kw_only=True):
    """LiF 3.2: announces that a leader uses an ability; refused where a limit forbids it."""

    verb = "use LEADER ABILITY HEX"
    example = "campaign use front rommel 39 E1630 --helps germany --attacking --stacked"
    options = {  # noqa: RUF012
        "stacked_with_participant": "--stacked",
        "in_attacked_hex": "--under-attack",
    }
    who = "holder"
    module = "leaders"
    leader: LeaderOnMap
    ability: Annotated[int, msgspec.Meta(ge=1, le=122, description="the ability's number")]
    hex: Annotated[PlaceField, about("where it takes effect")]
    helps: Annotated[
        tuple[CountryField, ...], about("whose units it helps; else those of the leader's power")
    ]
    combat: Annotated[
        str, msgspec.Meta(max_length=40, description="the id of its combat; else the next there")
    ] = ""
    attacking: Annotated[bool, about("it helps an attack")] = False
    stacked_with_participant: Annotated[
        bool, about("the leader is stacked with a unit that takes part in the attack")
    ] = False
    in_attacked_hex: Annotated[bool, about("the leader's own hex is under attack in this step")] = (
        False
    )
    units: Annotated[
        int, msgspec.Meta(ge=0, le=99, description="ability 49: how many units it serves here")
    ] = 0
    map: Annotated[
        str, about("at sea or on a dot: the letter of the map it counts on", choices="map")
    ] = ""
    entered: Annotated[
        dict[
            Annotated[str, about("the map's letter, or dot", choices="map_or_dot")],
            Annotated[int, msgspec.Meta(ge=0, le=99)],
        ],
        about("where two maps join: hexes entered on each, by map letter (off-map: dot)"),
    ] = msgspec.field(default_factory=dict)
