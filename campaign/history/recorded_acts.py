"""The command of a recorded act, and what the world supplied for it, from its events. Pure.

The first event of an act keeps the command. A game's chapters say what the world supplied for the
few commands that open or seal something; all others need only the time and the results of draws.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from campaign.kernel import kept_act
from campaign.kernel.decisions import Command, RecordedAct, Supplied
from campaign.kernel.kept_act import UnreadableActError
from campaign.kernel.recorded import SHARED, Readers
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from events.base import Event

__all__ = ["UnreadableActError", "command_of", "keeping", "recorded"]


def keeping(
    system: AnySystem, command: Command, given: Supplied, decision: Sequence[Event]
) -> tuple[Event, ...]:
    """The events of a decision, the first with the command and the results of its public draws."""
    (first, *rest), commands = decision, system.rules.commands
    act = kept_act.act_of(command, first, commands)
    again = kept_act.fields_of(act, first, type(command))
    assert again == kept_act.public(command, commands), f"{act} does not give its command back"
    drawn = tuple(claim.result for claim in given.claims)
    return (replace(first, act=act, drawn=drawn), *rest)


def command_of(system: AnySystem, events: Sequence[Event], said: object = None) -> Command:
    """The command of an act; `said` is what is kept of it, where a correction has changed that.

    Raises `UnreadableActError`.
    """
    first = events[0]
    return kept_act.command_of(said or first.act, first, system.rules.commands)


def recorded(
    system: AnySystem,
    state: GameState,
    events: Sequence[Event],
    said: object = None,
    others: Readers[GameState] | None = None,
) -> RecordedAct:
    """The command of an act with what the world supplied; `others` are readers for more commands.

    Raises `UnreadableActError`, and what a game's reader raises for events of no such act.
    """
    command = command_of(system, events, said)
    kind = type(command)
    read = system.audit.recorded.get(kind) or (others or {}).get(kind) or SHARED.get(kind)
    found = read(state, command, events) if read else RecordedAct(command)
    if found.command is not command:
        _check(system, found.command)
    given = replace(found.given, drawn=_drawn(events[0]), now=events[0].at)
    return replace(found, given=given)


def _check(system: AnySystem, command: Command) -> None:
    try:
        system.rules.commands.check(command)
    except msgspec.ValidationError as error:
        raise kept_act.unfit(type(command), error) from error


def corrected(system: AnySystem, said: object, was: Event, made: Event) -> JsonObject | None:
    """What an act keeps of its command once an event of it is amended, where that does not follow.

    A field that the event holds under the command's own name follows by itself.
    """
    says = system.audit.field_of.get(type(made))
    if says is None or not isinstance(said, dict):
        return None
    kind = system.rules.commands.get(str(said.get("command", "")))
    known = kind.__struct_fields__ if kind else ()
    before, after = (msgspec.to_builtins(says(event)) for event in (was, made))
    if before == after:
        return None
    return {**said, **{name: value for name, value in after.items() if name in known}}


def _drawn(first: Event) -> tuple[str, ...]:
    """The results on record. Raises `UnreadableActError` where they are no texts."""
    if isinstance(first.drawn, list | tuple) and all(type(one) is str for one in first.drawn):
        return tuple(first.drawn)
    raise UnreadableActError("keeps results of draws that are none")
