"""Passing over a member's choice: before its deadline only with a reason, which stays. Pure.

Whoever handles a command asks here, `decide` does not: a recorded act is judged without it.
"""

from collections.abc import Callable, Sequence

import msgspec

from campaign.kernel.deadlines import Awaiting, Passed, deadline_for, standing
from campaign.kernel.decisions import About, Command, Refused
from campaign.kernel.state import S
from campaign.text.english import capital, listed
from campaign.text.moments import later
from events.base import Event

WHYS = ("agreed with them", "cannot be reached", "has left the club")
"""The reasons that every form offers; else the sender writes their own."""
LEAST, MOST = 10, 120
"""How many letters a reason has."""


class PassedChoice(msgspec.Struct, frozen=True):
    """A choice that a command passes over now, and how much time there is for it."""

    passed: Passed
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
    found = []
    for one in others:
        due = deadline_for(one.what, deadlines)
        until = deadlines[due].until if due else ""
        found.append(PassedChoice(one, until, bool(until) and later(now, until)))
    return tuple(found)


def passed_by(awaiting: Awaiting[S], before: S, event: Event) -> tuple[Passed, ...]:
    """The choices of others that an event on record passed over, given the state before it."""
    found = awaiting.passed_by(before, event)
    return tuple(one for one in found if one.members and event.by not in one.members)


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


def who(called: Callable[[str], str], found: Sequence[PassedChoice]) -> str:
    """Those who are passed over, by name."""
    names = (listed(map(called, one.passed.members), "or") for one in found)
    return listed(dict.fromkeys(names))


def clause(called: Callable[[str], str], one: PassedChoice, until: str) -> str:
    """One who is passed over, without a full stop; `until` is the deadline in words."""
    passed = one.passed
    name = who(called, (one,))
    counts = f" counts as {passed.counts_as}" if passed.counts_as else " is not waited for"
    had = "had" if one.is_late else "has"
    time = f"{name} {had} until {until}" if until else f"{name} was given no deadline"
    return f"{passed.title}{counts}; {time}"
