"""Dispatches of the war diary, as far as the record knows of them: who filed what, and where. Pure.

Their words are beside the record, and can be forgotten without a change in it.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.diary import DispatchFiled, DispatchRemoved


class FiledDispatch(msgspec.Struct, frozen=True, gc=False):
    """A dispatch that was filed."""

    id: str
    turn: str
    """The turn that it is about."""
    by: str
    at: str
    mark: str
    """What its words and pictures must fit."""
    filed_in: str
    """The turn that ran when it was filed."""
    subject: str = ""
    seat: str = ""
    pictures: int = 0
    until: str = ""
    """Up to when its author alone can read it: `turn`, `end`, or not at all."""
    replaces: str = ""
    replaced_by: str = ""
    removed: str = ""
    """Whose wish it was that it is there no more; empty while it is."""

    @property
    def is_there(self) -> bool:
        """Whether it was neither removed nor replaced."""
        return not (self.removed or self.replaced_by)


DISPATCH_FACTS: tuple[type[Event], ...] = (DispatchFiled, DispatchRemoved)
"""Facts about the diary, which no correction touches."""


def evolve_dispatches(
    filed: Mapping[str, FiledDispatch], event: Event, turn: str
) -> dict[str, FiledDispatch]:
    """The dispatches after a fact about them; `turn` is the running one.

    Raises `KeyError` for a dispatch that was never filed.
    """
    after = dict(filed)
    match event:
        case DispatchFiled():
            if event.replaces:
                after[event.replaces] = replace(after[event.replaces], replaced_by=event.dispatch)
            after[event.dispatch] = FiledDispatch(
                event.dispatch,
                event.turn,
                event.by,
                event.at,
                event.mark,
                turn,
                event.subject,
                event.seat,
                event.pictures,
                event.until,
                event.replaces,
            )
        case DispatchRemoved():
            after[event.dispatch] = replace(after[event.dispatch], removed=event.reason)
    return after
