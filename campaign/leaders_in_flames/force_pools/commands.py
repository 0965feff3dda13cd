"""What a host or player may ask for about counters. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.leaders_in_flames.fields import TurnField
from events.base import Slug
from events.lif.force_pools import Counter, CounterPlace
from events.lif.on_map import Place


class AddCounters(Command, frozen=True, kw_only=True):
    """LiF 5.4: brings counters into the campaign, from the kit or from a club's counter sheet."""

    verb = "counters import"
    counters: Annotated[tuple[Counter, ...], msgspec.Meta(min_length=1, description="the counters")]
    source: Annotated[str, msgspec.Meta(max_length=80, description="where they come from")] = "kit"


class MoveCounter(Command, frozen=True, kw_only=True):
    """LiF 5.1: moves a counter between pool, circle, map, reserve, scrap and out of the game."""

    verb = "counters move COUNTER TO"
    in_short = "Move a counter to another place."
    example = """
    campaign counters move club guards-7th map --location E1429 --reason "begins on the map"
    campaign counters move club guards-7th reserve --reason destroyed
    """
    options = {"face_up": "--face-down"}  # noqa: RUF012
    who = "holder"
    counter: Annotated[Slug, about("the counter", "counter")]
    to: Annotated[CounterPlace, about("where it goes")]
    reason: Annotated[
        str, msgspec.Meta(min_length=1, max_length=120, description="why, for the journal")
    ] = "in play"
    arrives: Annotated[TurnField | None, about("on the circle: the turn of its arrival")] = None
    location: Annotated[Place | None, about("on the map: where, such as E1429")] = None
    face_up: Annotated[bool, about("on the map: face-up, or else face-down")] = True
