"""Events as sentences: what the rules say of an act, and who did it. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.kit.calendar import Names
from campaign.text.english import capital, counted, listed
from events import kit
from events.base import Event


def _acted(event: kit.Acted, names: Names) -> str:
    who = f"{names.seat(event.seat)}: " if event.seat else ""
    return names.told or f"{who}{names.act(event.act_name)}."


def _proposed(event: kit.Proposed, names: Names) -> str:
    who = names.seat(event.seat) if event.seat else "The host"
    filled = listed(f"{field} {names.rows.get(text, text)}" for field, text in event.values.items())
    about = f" ({filled})" if filled else ""
    return f"{who} proposed “{names.act(event.act_name)}”{about}; it waits under {event.number}."


def _declined(event: kit.Declined, names: Names) -> str:
    why = f": “{event.reason}”" if event.reason else ""
    return f"What waited under {event.number} was not confirmed{why}."


def _confirmed(event: kit.Confirmed, names: Names) -> str:
    return names.told or f"What waited under {event.number} was confirmed."


def _sealed(event: kit.Sealed, names: Names) -> str:
    return f"{names.seat(event.seat)} has sealed a choice."


def _opened(event: kit.Opened, names: Names) -> str:
    absent = listed(map(names.seat, event.absent))
    missing = f" {absent} had sealed nothing." if absent else ""
    return f"{names.told or 'The sealed choices were opened.'}{missing}"


def _written(event: kit.RulesWritten, names: Names) -> str:
    switches = listed(f"{name} {text}" for name, text in event.house.items())
    return f"The club’s rules were written down{f', with {switches}' if switches else ''}."


def _stated(event: kit.PositionStated, names: Names) -> str:
    text = f"Position of {names.turn(event.turn).lower()} taken over, on the club’s word"
    left = len(event.left_out)
    return f"{text}. {counted(left, 'row was', 'rows were')} left out." if left else f"{text}."


SENTENCES: Mapping[type[Event], Callable[[Any, Names], str]] = {
    kit.RulesWritten: _written,
    kit.PositionStated: _stated,
    kit.Acted: _acted,
    kit.Proposed: _proposed,
    kit.Declined: _declined,
    kit.Confirmed: _confirmed,
    kit.Sealed: _sealed,
    kit.Opened: _opened,
    kit.PhaseEnded: lambda event, names: (
        f"{capital(names.phases.get(event.phase, event.phase))} ended."
    ),
    kit.Passed: lambda event, names: f"{names.seat(event.seat)} is done.",
    kit.SeatAdded: lambda event, names: f"{event.name} joined.",
    kit.HouseRuleSet: lambda event, names: (
        f"The house rule {event.name} is {event.value} from now on: “{event.reason}”."
    ),
    kit.RulesChanged: lambda event, names: f"The rules changed: “{event.reason}”.",
}
THEN: tuple[type[Event], ...] = (kit.Acted, kit.Confirmed, kit.Opened)
"""Events whose sentence is what they led to at their time."""
