"""LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.decider import Command, Wanted
from campaign.leaders_in_flames.state import Deciders, Evolvers, State

DECIDE: Deciders = {}
WANTED: dict[type[Command], Callable[[State, Any], Wanted]] = {}
EVOLVE: Evolvers = {}
