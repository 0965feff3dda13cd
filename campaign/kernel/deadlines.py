"""Deadlines and absences: who may set or tell them, and which deadlines still stand. Pure.

A deadline that has passed does nothing. A game may let somebody act on it; that is its own rule.
So is what a service does about it in the host's name, where a campaign wants that.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic

import msgspec

from campaign.kernel import defaults
from campaign.kernel.decisions import Command, Decision, Refused, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.names import Naming
from campaign.kernel.schedule import OF_DISPUTE, TURN, Absence, Deadline
from campaign.kernel.schedule_commands import SetDeadline, TellAbsence
from campaign.kernel.state import S
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import day_in_words, is_day, is_time, later
from campaign.text.suggest import near
from events.base import Event
from events.schedule import AbsenceTold, DeadlineSet

RULE = "Deadlines"
ABSENCE = "Absence"


def nothing_awaited(state: object) -> Mapping[str, int]:
    """The game awaits nothing that could have a deadline."""
    return {}


class Overdue(msgspec.Struct, frozen=True):
    """What a service is to send in the host's name, because a deadline is over."""

    key: str
    """Which deadline it acts on: it is sent for it once, even where it is taken back."""
    command: JsonFields


class Passed(msgspec.Struct, frozen=True):
    """A member's choice that a command passes over."""

    title: str
    """Whose, and what: `Red’s orders for the attack`."""
    members: tuple[str, ...]
    """Who would have made it; any one of them can."""
    what: str
    """What its deadline is set for."""
    counts_as: str = ""
    """What it counts as instead: `holding`; empty where it counts as nothing."""


class Awaiting(msgspec.Struct, Generic[S], frozen=True):
    """What a game awaits from its players and may have a deadline."""

    kinds: tuple[str, ...] = ()
    """What may be awaited at all, by the word before a colon."""
    now: Callable[[S], Mapping[str, int]] = nothing_awaited
    """What is awaited now, each with the number of its draw; 0 where it is about none."""
    overdue: Callable[[S, str], Overdue | None] = defaults.none
    """What the campaign wants done by itself at this moment, one step at a time."""
    passed: Callable[[S, Command], Iterable[Passed]] = defaults.empty
    """The choices still to be made that a command passes over, whoever makes them."""
    passed_by: Callable[[S, Event], Iterable[Passed]] = defaults.empty
    """The same of an event, given the state before it; so that those are told."""


# --- deciding -----------------------------------------------------------------------------------


def decide(state: S, awaiting: Awaiting[S], command: Command, now: str) -> Decision:
    """The fact that follows from a command about time. The caller has checked `permitted`."""
    match command:
        case SetDeadline():
            return _set(state, awaiting, command, now)
        case TellAbsence():
            return _tell(state.campaign, command)
    raise AssertionError(f"no command about time: {type(command).__name__}")


def _set(state: S, awaiting: Awaiting[S], command: SetDeadline, now: str) -> Decision:
    """Deadlines: for what is awaited now, at a time still to come."""
    what, until = command.what, command.until
    if not is_time(until):
        return bad_field("until", f"there is no day {until[:10]}")
    if not later(until, now):
        return bad_field("until", f"{until} is past")
    draw = _awaited(state, awaiting, what)
    if isinstance(draw, Refused):
        return draw
    if state.campaign.schedule.deadlines.get(what) == Deadline(until, draw):
        return Refused(RULE, f"the deadline for {what} is {until} already")
    return (DeadlineSet(what=what, until=until, draw=draw),)


def _awaited(state: S, awaiting: Awaiting[S], what: str) -> int | Refused:
    """The draw that something awaited is about, or why it can have no deadline."""
    if what == TURN:
        return 0
    if what.startswith(OF_DISPUTE):
        name = what.removeprefix(OF_DISPUTE)
        dispute = state.campaign.record.disputes.get(name)
        if dispute is None:
            return bad_field("what", f"there is no dispute {name!r}")
        return (
            0
            if dispute.is_open
            else Refused(RULE, f"dispute {name} is settled and waits for nobody")
        )
    if what.partition(":")[0] not in awaiting.kinds:
        known = ", ".join((TURN, f"{OF_DISPUTE}ID", *awaiting.kinds))
        return bad_field("what", f"{what!r} has no deadline; there is {known}")
    draw = awaiting.now(state).get(what)
    if draw is None:
        return Refused(RULE, f"{what!r} is not awaited now")
    return draw


def _tell(campaign: Campaign, command: TellAbsence) -> Decision:
    """Absence: from a day to a later one or the same; a substitute is another member."""
    for field in ("first", "last"):
        if not is_day(day := getattr(command, field)):
            return bad_field(field, f"there is no day {day}")
    if command.last < command.first:
        return bad_field("last", f"{command.last} comes before {command.first}")
    away = Absence(command.by, command.first, command.last, command.wish)
    if away.substitute == command.by:
        return bad_field("wish", f"{campaign.called(command.by)} can't be their own substitute")
    if away.substitute and away.substitute not in campaign.members:
        hint = near(away.substitute, campaign.members)
        return bad_field("wish", f"{away.substitute!r} is not enrolled in this campaign{hint}")
    if away in campaign.schedule.absences:
        return Refused(ABSENCE, f"{campaign.called(command.by)} has said exactly this already")
    return (
        AbsenceTold(member=command.by, first=command.first, last=command.last, wish=command.wish),
    )


# --- what stands --------------------------------------------------------------------------------


def standing(state: S, awaiting: Awaiting[S]) -> dict[str, Deadline]:
    """The deadlines for what is still awaited, the earliest first."""
    if state.campaign.closed:
        return {}
    found = {
        what: deadline
        for what, deadline in state.campaign.schedule.deadlines.items()
        if _awaited(state, awaiting, what) == deadline.draw
    }
    return dict(sorted(found.items(), key=lambda pair: (pair[1].until, pair[0])))


def deadline_for(what: str, deadlines: Mapping[str, Deadline]) -> str:
    """The deadline that holds for something awaited: its own, else the turn's; empty for none."""
    return next((due for due in (what, TURN) if due in deadlines), "")


def what_in_words(what: str, names: Naming) -> str:
    """What a deadline is about, inside a sentence: `the turn`, `dispute d1`."""
    if what == TURN:
        return "the turn"
    if what.startswith(OF_DISPUTE):
        return f"dispute {what.removeprefix(OF_DISPUTE)}"
    return names.awaited(what)


def wish_in_words(absence: Absence, names: Naming) -> str:
    """What a member who is away wishes, behind their name and `asks`."""
    if absence.substitute:
        return f"that {names.member(absence.substitute)} stands in"
    return "to be waited for" if absence.wish == "wait" else "to be counted as absent"


def days_in_words(absence: Absence) -> str:
    """The days of an absence: `on 3 December 2026`, `from … to …`."""
    if absence.first == absence.last:
        return f"on {day_in_words(absence.first)}"
    return f"from {day_in_words(absence.first)} to {day_in_words(absence.last)}"


def away_in_words(absence: Absence, names: Naming) -> str:
    """An absence, without a full stop: `Anna is away from … to …, and asks to be waited for`."""
    who = names.member(absence.member) or absence.member
    wish = wish_in_words(absence, names)
    return f"{who} is away {days_in_words(absence)}, and asks {wish}"


def shown(campaign: Campaign) -> JsonObject:
    """Deadlines and absences in JSON values; nothing where there are none."""
    deadlines = [
        {
            "what": what,
            "until": deadline.until,
            **({"draw": deadline.draw} if deadline.draw else {}),
        }
        for what, deadline in sorted(campaign.schedule.deadlines.items())
    ]
    absences = [
        {"member": away.member, "first": away.first, "last": away.last, "wish": away.wish}
        for away in sorted(campaign.schedule.absences, key=lambda away: (away.first, away.member))
    ]
    return {
        **({"deadlines": deadlines} if deadlines else {}),
        **({"absences": absences} if absences else {}),
    }
