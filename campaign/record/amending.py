"""What an amendment may say: nothing that no command could have brought. Pure.

A referee's word may differ from the rules, and the preview tells where. It may not name what is not
there, nor touch what was sealed, revealed or drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.decider import Refused, System
from campaign.record.acts import acts
from campaign.record.diff import differences
from campaign.record.effective import NOT_FOLLOWING, Placed, step
from campaign.record.impact import RULE
from events import codec
from events.base import Event

_SETTLED = ("seed_revealed", "commitment", "sealed", "secret", "nonce")
"""Fields that hold what was sealed or revealed, at any depth."""
_KEPT = {"draw": "a draw keeps its number", "turn": "an event keeps its turn"}
"""Fields that place an event, and what a referee is told who would change them."""


def unsettled(before: Mapping[str, Any], after: Mapping[str, Any]) -> Refused | None:
    """Whether an amendment touches what was sealed, revealed or drawn."""
    for field, told in _KEPT.items():
        if before.get(field) != after.get(field):
            return Refused(RULE, told)
    if dict(_settled(before)) != dict(_settled(after)):
        return Refused(RULE, "what was sealed or revealed stays as it is")
    return None


def _settled(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What was sealed or revealed in a value, and where it stands; and the choice it opened."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            opened = key == "choice" and value.get("nonce")
            if (key in _SETTLED or opened) and one:
                yield (*path, key), one
            else:
                yield from _settled(one, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from _settled(one, (*path, str(place)))


def misread(
    system: System, history: Sequence[Placed], placed: Placed, made: Event
) -> Refused | None:
    """Whether the act, amended so, is read back into a command that nobody can give.

    Or names somebody who is nobody. What was malformed before is not the amendment's fault.
    """
    state: Any = None
    for act in acts(history):
        if placed in act.placed and not placed.inserted:
            was = list(act.events)
            now = [_stamped(made, one) if one is placed.event else one for one in was]
            told = "" if _malformed(system, state, was) else _malformed(system, state, now)
            told = told or _stranger(system, state, placed.event, made)
            return Refused(None, f"fields: {told}") if told else None
        for one in act.placed:
            state = step(system, state, one)
    return None


def _stranger(system: System, state: Any, was: Event, made: Event) -> str:
    """A name that is none where another was: of no leader in a leader's place, and the like."""
    if state is None:
        return ""
    tables = [one for one in system.show(state).values() if isinstance(one, dict)]
    for one in differences(codec.fields(was), codec.fields(made)):
        if not (isinstance(one.before, str) and isinstance(one.after, str)):
            continue
        known = [table for table in tables if one.before in table]
        if known and not any(one.after in table for table in known):
            return f"{one.where}: there is no {one.after!r}"
    return ""


def _stamped(made: Event, old: Event) -> Event:
    return replace(made, at=old.at, by=old.by, key=old.key, nth=old.nth, prev=old.prev)


def _malformed(system: System, state: Any, events: Sequence[Event]) -> str:
    """What is malformed in the command that these events answered; empty where nothing is."""
    if state is None:
        return ""
    try:
        if (asked := system.asked(state, events)) is None:
            return ""
        command = asked.command
        msgspec.convert(msgspec.to_builtins(command), type(command))
        decision = system.decide(asked.state or state, command, asked.given)
    except (*NOT_FOLLOWING, LookupError) as error:
        return str(error) or type(error).__name__
    if isinstance(decision, Refused) and decision.rule is None:
        return decision.reason
    return ""
