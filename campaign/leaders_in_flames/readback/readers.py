"""Rejudging: how a command is read back from the events of its act. Pure."""

from collections.abc import Callable, Sequence

from campaign.kernel.decisions import Command, ReadBack
from campaign.leaders_in_flames.state import State
from events.base import Event

Reader = Callable[[State, Sequence[Event]], ReadBack]
Readers = dict[type[Event], Reader]
"""The event that an act begins with, to how the command is read back from it."""


def same(kind: type[Command]) -> Reader:
    """A command whose fields the first event bears under the same names."""
    own = [name for name in kind.__struct_fields__ if name not in Command.__struct_fields__]

    def read(state: State, events: Sequence[Event]) -> ReadBack:
        first = events[0]
        fields = {name: getattr(first, name) for name in own}
        return ReadBack(kind(by=first.by, **fields))

    return read
