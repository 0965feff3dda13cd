"""Deadlines and absences, folded from the record. Neither does anything by itself. Pure."""

import msgspec
from msgspec.structs import replace

from campaign.text.moments import later
from events.base import Event
from events.campaign import TurnBegan
from events.disputes import Branched
from events.schedule import AbsenceTold, DeadlineSet

TURN = "turn"
"""What a deadline for the whole turn is about."""
OF_DISPUTE = "dispute:"
"""What a deadline for a dispute begins with; its id follows."""
SUBSTITUTE = "substitute:"
"""What a wish for a substitute begins with; the member follows."""


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """By when something is awaited."""

    until: str
    """RFC 3339 in UTC."""
    draw: int = 0
    """Number of the draw that it is about; 0 where it is about none."""


class Absence(msgspec.Struct, frozen=True, gc=False):
    """The days on which a member is away, both included, and what they wish meanwhile."""

    member: str
    first: str
    last: str
    wish: str

    @property
    def substitute(self) -> str:
        """The member who is to stand in; empty where none is named."""
        return self.wish.removeprefix(SUBSTITUTE) if self.wish.startswith(SUBSTITUTE) else ""

    def touches(self, first: str, last: str) -> bool:
        """Whether any of its days is among these, both included."""
        return self.first <= last and self.last >= first


class Schedule(msgspec.Struct, frozen=True, gc=False):
    """The deadlines and absences of a campaign."""

    deadlines: dict[str, Deadline] = {}
    """The last one set for each thing. A turn's end takes along those that are about the turn."""
    absences: tuple[Absence, ...] = ()
    """In the order told. A member's later word replaces earlier ones that share a day with it."""

    def passed(self, what: str, draw: int, now: str) -> bool:
        """Whether there is a deadline for this, and it is over."""
        found = self.deadlines.get(what)
        return found is not None and found.draw == draw and bool(now) and later(now, found.until)

    def without(self, *whats: str) -> "Schedule":
        """Without the deadlines for these things, which have come to their end."""
        if not any(what in self.deadlines for what in whats):
            return self
        left = {what: found for what, found in self.deadlines.items() if what not in whats}
        return replace(self, deadlines=left)


FACTS: tuple[type[Event], ...] = (DeadlineSet, AbsenceTold)
"""Facts about time. They are struck, amended and undone like any fact of play."""


def evolve(schedule: Schedule, event: Event) -> Schedule:
    """Deadlines and absences after a fact; most facts leave them as they are."""
    match event:
        case DeadlineSet():
            deadline = Deadline(event.until, event.draw)
            return replace(schedule, deadlines={**schedule.deadlines, event.what: deadline})
        case AbsenceTold():
            away = Absence(event.member, event.first, event.last, event.wish)
            others = (
                absence
                for absence in schedule.absences
                if absence.member != away.member or not absence.touches(away.first, away.last)
            )
            return replace(schedule, absences=(*others, away))
        case TurnBegan():
            return schedule.without(
                *(what for what in schedule.deadlines if not what.startswith(OF_DISPUTE))
            )
        case Branched():
            return Schedule()
    return schedule
