"""LiF 5.3.2, 5.3.3: the chart of options and actions: the kit's rows under the club's. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.decider import Command, Wanted
from campaign.leaders_in_flames.state import Deciders, Evolvers, State

DECIDE: Deciders = {}
WANTED: dict[type[Command], Callable[[State, Any], Wanted]] = {}
EVOLVE: Evolvers = {}
