"""Fields that commands of several chapters have. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.members import about
from events.base import Slug
from events.lif.on_map import Place
from events.lif.powers import Power

LeaderOnMap = Annotated[Slug, about("the leader", choices="leader_on_map")]
CountryField = Annotated[Slug, about("a major power or a minor country", choices="country")]
PlaceField = Annotated[Place, about("the place", choices="place")]
PowerField = Annotated[Power, about("the major power")]
TurnField = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^19[0-9]{2}-(JF|MA|MJ|JA|SO|ND)$",
        description="a turn: 1941-MJ",
        extra={"form": "a turn like 1941-MJ"},
    ),
]
