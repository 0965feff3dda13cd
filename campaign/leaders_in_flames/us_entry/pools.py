"""LiF 5.3: chits go from pool to pool: the entry step, returns and moves. Pure."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.decider import Command, Wanted
from campaign.leaders_in_flames.state import Deciders, Evolvers, State
from campaign.leaders_in_flames.us_entry.chits import FOLD
from events.base import Event

DECIDE: Deciders = {}
WANTED: dict[type[Command], Callable[[State, Any], Wanted]] = {}


def _folded(state: State, event: Event) -> State:
    entry = FOLD[type(event)](state.entry, event, state.campaign.turn)
    return replace(state, entry=entry)


EVOLVE: Evolvers = dict.fromkeys(FOLD, _folded)
