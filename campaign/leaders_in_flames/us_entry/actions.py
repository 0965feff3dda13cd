"""LiF 5.3.3: a power takes a US entry action. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.decider import Command, Wanted
from campaign.leaders_in_flames.state import Deciders, Evolvers, State

DECIDE: Deciders = {}
WANTED: dict[type[Command], Callable[[State, Any], Wanted]] = {}
EVOLVE: Evolvers = {}
