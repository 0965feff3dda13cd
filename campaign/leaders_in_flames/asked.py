"""Rejudging: from the events of an act back to the command, and what the world supplied. Pure."""

from collections.abc import Sequence

from campaign.decider import Command, Given
from campaign.leaders_in_flames.state import State
from events.base import Event


def asked(state: State, events: Sequence[Event]) -> tuple[Command, Given] | None:
    """The command that these events answered; None where it cannot be read back."""
    return None
