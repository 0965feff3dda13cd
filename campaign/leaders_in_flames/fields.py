"""Fields that commands of several chapters have. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.members import about
from events.base import Slug
from events.lif.powers import Power

LeaderField = Annotated[Slug, about("the leader")]
PowerField = Annotated[Power, about("the major power")]
TurnField = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^19[0-9]{2}-(JF|MA|MJ|JA|SO|ND)$",
        description="a turn: 1941-MJ",
        extra={"form": "a turn like 1941-MJ"},
    ),
]
