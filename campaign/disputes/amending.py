"""What an amendment may say: only what some command could have recorded. Pure.

A referee may decide against the rules, and the preview shows where. An amendment may not name what
does not exist, nor change what was sealed, revealed, drawn or rolled.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.disputes.impact import RULE
from campaign.history.acts import Act
from campaign.history.diff import differences
from campaign.history.effective import DOES_NOT_FOLD, Effective, fold, step
from campaign.history.recorded_acts import UnreadableActError, corrected, recorded
from campaign.kernel import kept_act
from campaign.kernel.decisions import Command, Refused, bad_field
from campaign.kernel.members import AssignPower, EnrolMember
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonFields, JsonObject
from events import codec
from events.base import Event, restamped
from events.campaign import MemberEnrolled, PowerAssigned

_SEALED = ("commitment", "sealed")
"""Fields of sealed values; an event with one of them may not be amended at all."""
_REVEALED = ("seed_revealed", "secret", "nonce")
"""Fields of revealed values, at any depth."""
_KEPT = {"draw": (int, "a draw keeps its number"), "turn": (str, "an event keeps its turn")}
"""Fields that place an event, what they hold then, and why they stay: a number may be called
`turn` where a game counts turns of its own.
"""
_OPENERS: Mapping[type[Event], type[Command]] = {
    MemberEnrolled: EnrolMember,
    PowerAssigned: AssignPower,
}
"""Events of the opening that are a command's own later."""


def is_settled(field: str, now: object) -> bool:
    """Whether no amendment may change a field, given what stands in it."""
    kind = _KEPT[field][0] if field in _KEPT else None
    return field in (*_SEALED, *_REVEALED) or (kind is not None and isinstance(now, kind))


def unsettled(before: JsonFields, after: JsonFields) -> Refused | None:
    """Whether an amendment touches what was sealed, revealed or drawn."""
    if any(_fields(before, _SEALED)):
        return Refused(RULE, "what was sealed cannot be changed; strike out the event instead")
    for field, (kind, text) in _KEPT.items():
        counted = kind is str and isinstance(before.get(field), int)
        if not counted and before.get(field) != after.get(field):
            return Refused(RULE, text)
    if dict(_fields(before, _REVEALED)) != dict(_fields(after, _REVEALED)):
        return Refused(RULE, "what was revealed cannot be changed; strike out the event instead")
    return None


def _fields(
    value: object, names: Sequence[str], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    """The values in fields of these names, and where; also the choice that a nonce opened."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            opened = key == "choice" and "nonce" in names and value.get("nonce")
            if (key in names or opened) and item:
                yield (*path, key), item
            else:
                yield from _fields(item, names, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _fields(item, names, (*path, str(place)))


def said_now(system: AnySystem, act: Act, was: Event, made: Event) -> JsonObject:
    """The command of an amended event's act, where it does not follow from the event itself."""
    said = corrected(system, act.said, was, made)
    if said is None and not any(entry.amended_by for entry in act.placed):
        return {}
    return {"act": said or act.said}


def misread(
    system: AnySystem, state: GameState, acts: Iterable[Act], placed: Effective, made: Event
) -> Refused | None:
    """What no command could have recorded in an amended event, given the acts from a state on."""
    for act in acts:
        if placed in act.placed and not placed.inserted:
            return _misread(system, state, act, placed, restamped(made, placed.event))
        state = fold(system, act.placed, state)
    return None


def _misread(
    system: AnySystem, state: GameState, act: Act, placed: Effective, made: Event
) -> Refused | None:
    """Refuses an amendment that no command could have produced, given the state before its act.

    The command of the act is decided with what it says now, names are looked up, and an auditor
    checks what the event claims. Whatever was wrong before is not the amendment's fault.
    """
    was, now = list(act.events), [made if entry is placed else entry.event for entry in act.placed]
    before = state
    try:
        for entry in act.placed[: act.placed.index(placed)]:
            before = step(system, before, entry)
    except DOES_NOT_FOLD as error:
        return Refused(RULE, f"event {placed.version} does not follow any more ({error})")
    if before is None:
        return None
    if refused := system.corrections.amended(before, placed.event, made):
        return refused
    found = _malformed(system, state, now, act.said)
    if found and found != _malformed(system, state, was, act.said):
        return bad_field("fields", found)
    if text := _opener(system, act.said, made) or _stranger(system, before, placed.event, made):
        return bad_field("fields", text)
    return _disclaimed(system, before, placed, made)


def _opener(system: AnySystem, said: object, made: Event) -> str:
    """What is malformed in an event of the opening that a command brings at any other time."""
    kind = _OPENERS.get(type(made))
    if said is not None or kind is None:
        return ""
    try:
        kept_act.command_of({"command": kind.__name__}, made, system.rules.commands)
    except UnreadableActError as error:
        return error.value or str(error)
    return ""


def _stranger(system: AnySystem, state: GameState, was: Event, made: Event) -> str:
    """A changed name that names nothing, such as an unknown member in a member's place."""
    tables = [item for item in system.view.show(state).values() if isinstance(item, dict)]
    fields = msgspec.structs.fields(type(made))
    may_be_empty = {(field.encode_name,) for field in fields if field.default == ""}
    for difference in differences(codec.fields(was), codec.fields(made)):
        if not (isinstance(difference.before, str) and isinstance(difference.after, str)):
            continue
        if not difference.after and difference.path in may_be_empty:
            continue
        known = [table for table in tables if difference.before in table]
        if known and not any(difference.after in table for table in known):
            return f"{difference.where}: there is no {difference.after!r}"
    return ""


def _disclaimed(
    system: AnySystem, state: GameState, placed: Effective, made: Event
) -> Refused | None:
    """What an auditor finds wrong with the amended event, and did not find in the original."""
    try:
        said = {
            finding.text
            for finding in system.audit.auditor().check(placed.version, state, placed.event)
        }
        for finding in system.audit.auditor().check(placed.version, state, made):
            if finding.text not in said:
                return Refused(RULE, f"the record would not verify after that: {finding.text}")
    except DOES_NOT_FOLD as error:
        return Refused(RULE, f"event {placed.version} does not follow any more ({error})")
    return None


def _malformed(system: AnySystem, state: GameState, events: Sequence[Event], said: object) -> str:
    """What is malformed in the command of these events; empty if nothing is, or none is kept."""
    if state is None or said is None:
        return ""
    try:
        request = recorded(system, state, events, said)
        decision = system.rules.decide(request.state or state, request.command, request.given)
    except UnreadableActError as error:
        return error.value or str(error)
    except DOES_NOT_FOLD as error:
        return str(error) or "no reason is given"
    if isinstance(decision, Refused) and decision.rule is None:
        return decision.reason
    return ""
