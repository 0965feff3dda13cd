"""Deadlines and absences: who may set or tell them, what stands, and who is passed over. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Generic

import msgspec

from campaign.kernel import decisions
from campaign.kernel.decisions import (
    About,
    BesidePlay,
    Command,
    Decision,
    MembersWord,
    Refused,
    bad_field,
    filled,
)
from campaign.kernel.members import Campaign, Naming, S
from campaign.kernel.record import OF_DISPUTE, TURN, Absence, Deadline
from campaign.text.english import capital, listed, near
from campaign.text.json_values import FORM, JsonFields, JsonObject
from campaign.text.moments import DAY, MOMENT, day_in_words, is_day, is_time, later
from events.base import Event
from events.club import AbsenceTold, DeadlineSet

# --- What members may say about time: by when something is awaited, and when they are away ------

_WISHES = "`wait`, `count-as-absent` or `substitute:MEMBER`"

What = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z-]{0,30}(:[a-z0-9][a-z0-9-]{0,62})?$(?!\n)",
        description="`turn`, `dispute:ID`, or what the game awaits",
        extra={FORM: "a word like turn, or like dispute:d1", "choices": "awaited", "hint": ""},
    ),
]
Until = Annotated[
    str,
    msgspec.Meta(
        pattern=MOMENT,
        description="a time in UTC, as 2100-01-31T21:00:00Z",
        extra={FORM: "a time in UTC like 2100-01-31T21:00:00Z", "hint": "in UTC"},
    ),
]
Day = Annotated[
    str,
    msgspec.Meta(
        pattern=DAY,
        description="a day, as 2100-01-31",
        extra={FORM: "a day like 2100-01-31", "hint": ""},
    ),
]
Wish = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(wait|count-as-absent|substitute:[a-z0-9][a-z0-9-]{0,62})$(?!\n)",
        description=f"{_WISHES}; asked of the others meanwhile",
        extra={FORM: _WISHES.replace("`", ""), "choices": "wish", "hint": ""},
    ),
]


class SetDeadline(BesidePlay, frozen=True, kw_only=True):
    """Deadlines: the host says by when something is awaited; a later word replaces it."""

    verb = "deadline"
    helped = "turn deadline: Say by when something is awaited. [late overdue reminder]"
    what: What
    until: Until


class TellAbsence(MembersWord, frozen=True, kw_only=True):
    """Absence: members say when they are away, each for themselves."""

    verb = "absent FIRST LAST"
    helped = "member absent: Say from when to when you are away. [holiday away vacation]"
    example = """
    campaign absent club 2100-01-03 2100-01-17 --as anna
    campaign absent club 2100-01-03 2100-01-17 --wish count-as-absent --as anna
    campaign absent club 2100-01-03 2100-01-17 --wish substitute:ben --as anna
    """
    first: Day
    last: Day
    wish: Wish = "wait"


COMMANDS: tuple[type[Command], ...] = (SetDeadline, TellAbsence)


# --- Deadlines and absences: who may set or tell them, and which deadlines still stand ----------
#
# A deadline that has passed does nothing. A game may let somebody act on it; that is its own rule.
# So is what a service does about it in the host's name, where a campaign wants that.

RULE = "Deadlines"
ABSENCE = "Absence"


class Overdue(msgspec.Struct, frozen=True):
    """What a service is to send in the host's name, because a deadline is over."""

    key: str
    """Which deadline it acts on: it is sent for it once, even where it is taken back."""
    command: JsonFields


class PassedSeat(msgspec.Struct, frozen=True):
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
    now: Callable[[S], Mapping[str, int]] = decisions.always({})
    """What is awaited now, each with the number of its draw; 0 where it is about none."""
    overdue: Callable[[S, str], Overdue | None] = decisions.none
    """What the campaign wants done by itself at this moment, one step at a time. What is overdue at
    one moment is so at every later one, until something is recorded."""
    passed: Callable[[S, Command], Iterable[PassedSeat]] = decisions.empty
    """The choices still to be made that a command passes over, whoever makes them."""
    passed_by: Callable[[S, Event], Iterable[PassedSeat]] = decisions.empty
    """The same of an event, given the state before it; so that those are told."""


# --- deciding -----------------------------------------------------------------------------------


def decide(state: S, awaiting: Awaiting[S], command: Command, now: str) -> Decision:
    """The fact that follows from a command about time. The caller has checked `permitted`."""
    if isinstance(command, SetDeadline):
        return _set(state, awaiting, command, now)
    assert isinstance(command, TellAbsence)
    return _tell(state.campaign, command)


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
        disputes = state.campaign.record.disputes.items()
        others = (f"{OF_DISPUTE}{name}" for name, one in disputes if one.is_open)
        awaited = (TURN, *others, *awaiting.now(state))
        verb = "is" if len(awaited) == 1 else "are"
        return Refused(RULE, f"{what!r} is not awaited now; {listed(awaited)} {verb}")
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
    return (filled(AbsenceTold, command, member=command.by),)


# --- what stands --------------------------------------------------------------------------------


def standing(state: S, awaiting: Awaiting[S]) -> dict[str, Deadline]:
    """The deadlines for what is still awaited, the earliest first."""
    if state.campaign.closed:
        return {}
    awaited = {
        what: deadline
        for what, deadline in state.campaign.schedule.deadlines.items()
        if _awaited(state, awaiting, what) == deadline.draw
    }
    return dict(sorted(awaited.items(), key=lambda pair: (pair[1].until, pair[0])))


def deadline_for(what: str, deadlines: Mapping[str, Deadline]) -> str:
    """The deadline that holds for something awaited: its own, else the turn's; empty for none."""
    return next((due for due in (what, TURN) if due in deadlines), "")


def what_in_words(what: str, names: Naming) -> str:
    """What a deadline is about, inside a sentence: `the turn`, `dispute d1`."""
    if what == TURN:
        return f"the {names.awaited(TURN)}"
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
        msgspec.structs.asdict(away)
        for away in sorted(campaign.schedule.absences, key=lambda away: (away.first, away.member))
    ]
    return {
        **({"deadlines": deadlines} if deadlines else {}),
        **({"absences": absences} if absences else {}),
    }


# --- Passing over a member's choice: before its deadline only with a reason, which stays --------
#
# Whoever handles a command asks here, `decide` does not: a recorded act is judged without it.

WHYS = ("agreed with them", "cannot be reached", "has left the club")
"""The reasons that every form offers; else the sender writes their own."""
LEAST, MOST = 10, 120
"""How many letters a reason has."""


class PassedChoice(msgspec.Struct, frozen=True):
    """A choice that a command passes over now, and how much time there is for it."""

    passed: PassedSeat
    until: str = ""
    """Its deadline; empty without one."""
    is_late: bool = False
    """Whether that is over, so that no reason is wanted."""


def passed_over(
    awaiting: Awaiting[S], state: S, command: Command, now: str
) -> tuple[PassedChoice, ...]:
    """Whose choices a command passes over; nobody's, where the club has overdue ones opened.

    A seat that nobody holds is the host's, and nobody passes over their own choice.
    """
    if not command.why_field or getattr(command, "overdue", None):
        return ()
    others = [
        one
        for one in awaiting.passed(state, command)
        if one.members and command.by not in one.members
    ]
    deadlines = standing(state, awaiting) if others else {}
    choices = []
    for one in others:
        due = deadline_for(one.what, deadlines)
        until = deadlines[due].until if due else ""
        choices.append(PassedChoice(one, until, bool(until) and later(now, until)))
    return tuple(choices)


def passed_by(awaiting: Awaiting[S], before: S, event: Event) -> tuple[PassedSeat, ...]:
    """The choices of others that an event on record passed over, given the state before it."""
    choices = awaiting.passed_by(before, event)
    return tuple(one for one in choices if one.members and event.by not in one.members)


def refused(awaiting: Awaiting[S], state: S, command: Command, now: str) -> Refused | None:
    """Members: before the deadline a command says why it does not wait."""
    early = [one for one in passed_over(awaiting, state, command, now) if not one.is_late]
    field = command.why_field
    if not early or len(getattr(command, field) or "") >= LEAST:
        return None
    text = f"say why you don't wait for {who(state.campaign.called, early)}"
    how = f"{text}: `{field}`, {LEAST} to {MOST} letters, which stay in the record"
    about = About(field, prompt=f"{capital(text)}.", answers=WHYS, missing=True)
    return Refused("Members", how, about, text)


def who(called: Callable[[str], str], choices: Sequence[PassedChoice]) -> str:
    """Those who are passed over, by name."""
    names = (listed(map(called, one.passed.members), "or") for one in choices)
    return listed(dict.fromkeys(names))


def clause(called: Callable[[str], str], one: PassedChoice, until: str) -> str:
    """One who is passed over, without a full stop; `until` is the deadline in words."""
    passed = one.passed
    name = who(called, (one,))
    counts = f" counts as {passed.counts_as}" if passed.counts_as else " is not waited for"
    had = "had" if one.is_late else "has"
    time = f"{name} {had} until {until}" if until else f"{name} was given no deadline"
    return f"{passed.title}{counts}; {time}"
