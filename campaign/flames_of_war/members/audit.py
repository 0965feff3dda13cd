"""What of sides and commanders rests on somebody's word. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.fow.sides import FreeBattleRecorded

TRUSTED: Mapping[type[Event], str] = {FreeBattleRecorded: "battles beside the campaign"}
