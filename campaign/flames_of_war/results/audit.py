"""What the players alone saw of a battle: taken on trust. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.fow.battles import BattleAbandoned, ResultReported

TRUSTED: Mapping[type[Event], str] = {
    ResultReported: "results of battles",
    BattleAbandoned: "battles that were not played",
}
