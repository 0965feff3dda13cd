"""Time in a campaign: a game's calendar; deadlines and absences that were recorded. Pure."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from campaign.text.english import capital
from campaign.text.moments import later
from events.base import Event
from events.campaign import TurnBegan
from events.club import AbsenceTold, DeadlineSet
from events.disputes import Branched

# --- A game's calendar, as the frame uses it ----------------------------------------------------


class WrittenTurn(msgspec.Struct, frozen=True):
    """How a turn of a game is written, for messages about a turn that cannot be read."""

    example: str
    """An example of a turn."""
    parts: str = ""
    """Its parts, where the example does not explain itself."""

    @property
    def advice(self) -> str:
        """What to do instead: `write it as …`."""
        return f"write it as {self.example}{f' ({self.parts})' if self.parts else ''}"


class Calendar(msgspec.Struct, frozen=True):
    """A game's turns: their names and their order."""

    written: WrittenTurn
    parse: Callable[[str], str | None]
    """The turn that somebody typed; None if it is not a turn."""
    ordinal: Callable[[str], int]
    """A turn's number, counted through all years, so that turns compare and subtract."""
    following: Callable[[str], str]
    """The turn after a turn."""
    in_words: Callable[[str], str]
    """A turn as a reader says it."""
    starts_year: Callable[[str], bool]
    """Whether a turn begins a new year, or whatever the game counts as one."""
    noun: str = "turn"
    """What the game calls a turn, inside a sentence; with an s behind it, several."""
    shortened: Callable[[str], str] | None = None
    """A turn in few letters; None where it is short enough in words."""

    def short(self, turn: str) -> str:
        """A turn where there is little room: `Nov/Dec 1941`, `Round 3`."""
        return (self.shortened or self.in_words)(turn)

    def progress(self, turn: str, first: str, last: str) -> str:
        """A turn, and how far a campaign has come by it: `Nov/Dec 1941 · turn 14 of 36`.

        A turn that is called by its number is not numbered twice: `Round 3 of 9`.
        """
        short, number = self.short(turn), f"{self.noun} {self.count(first, turn)}"
        called = short if short == capital(number) else f"{short} · {number}"
        return f"{called} of {self.count(first, last)}"

    def count(self, first: str, last: str) -> int:
        """How many turns there are from one to another, both counted."""
        return self.ordinal(last) - self.ordinal(first) + 1

    def turns(self, first: str, last: str) -> Iterator[str]:
        """The turns from one to another, both included."""
        turn = first
        for _ in range(self.count(first, last)):
            yield turn
            turn = self.following(turn)


# --- Deadlines and absences, folded from the record ---------------------------------------------
# Neither does anything by itself.

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
        due = self.deadlines.get(what)
        return due is not None and due.draw == draw and bool(now) and later(now, due.until)

    def without(self, *whats: str) -> "Schedule":
        """Without the deadlines for these things, which have come to their end."""
        if not any(what in self.deadlines for what in whats):
            return self
        left = {what: due for what, due in self.deadlines.items() if what not in whats}
        return replace(self, deadlines=left)


SCHEDULE_FACTS: tuple[type[Event], ...] = (DeadlineSet, AbsenceTold)
"""Facts about time. They are struck, amended and undone like any fact of play."""


def evolve_schedule(schedule: Schedule, event: Event) -> Schedule:
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
