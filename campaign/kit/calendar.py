"""Turns by their numbers, names in a reader's words, and events as sentences. Pure."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.kit.state import State
from campaign.text.english import capital, counted, listed, says
from campaign.text.turns import Calendar, WrittenTurn
from events import kit
from events.base import Event

_TYPED = re.compile(r"turn[ -]?0*([1-9][0-9]{0,2})")


def turn_id(number: int) -> str:
    """A turn by its number: `turn-03`."""
    return f"turn-{number:02}"


def number_of(turn: str) -> int:
    """A turn's number."""
    return int(turn.rpartition("-")[2])


def read_turn(typed: str) -> str | None:
    """The turn that was typed; None if it is none."""
    match = _TYPED.fullmatch(typed.strip().lower())
    return turn_id(int(match[1])) if match else None


RULEBOOK = "clubscript-1"
RULEBOOK_NAMES = {RULEBOOK: "Clubscript 1"}

CALENDAR = Calendar(
    written=WrittenTurn("turn-03"),
    parse=read_turn,
    ordinal=number_of,
    following=lambda turn: turn_id(number_of(turn) + 1),
    in_words=lambda turn: f"Turn {number_of(turn)}",
    starts_year=lambda turn: False,
)


def calendar_of(state: State) -> Calendar:
    """The turns as the club calls them: `Round 3`."""
    return _called(state.rules.turn) if state.text else CALENDAR


@lru_cache(64)
def _called(word: str) -> Calendar:
    """Turns by a word for them; the same value each time, as pages are kept by it."""
    return replace(CALENDAR, in_words=lambda turn: f"{capital(word)} {number_of(turn)}", noun=word)


class Names(msgspec.Struct, frozen=True):
    """What a sentence needs to call members, seats and acts by name."""

    members: Mapping[str, str]
    seats: Mapping[str, str]
    rows: Mapping[str, str]
    """Every row of every table by its id, seats before others."""
    acts: Mapping[str, str]
    phases: Mapping[str, str]
    turn_word: str
    told: str
    """What the last event led to."""
    title: str = ""
    """What the club's game is called; empty before its rules are read."""
    fields: Mapping[str, tuple[str, ...]] = {}
    """The fields of each act, in the file's order."""

    def member(self, who: str) -> str:
        """A member's name; the id itself if the campaign does not know them."""
        return self.members.get(who, who)

    def seat(self, seat: str) -> str:
        """A seat by its name."""
        return self.seats.get(seat, seat)

    the_seat = seat
    """A seat inside a sentence."""

    def turn(self, turn: str) -> str:
        """A turn as its club says it: `Round 3`."""
        return f"{capital(self.turn_word)} {number_of(turn)}"

    def draw(self, what: str, number: int) -> str:
        """A draw by its number."""
        return f"draw {number} of the ledger"

    def awaited(self, what: str) -> str:
        """What may have a deadline, inside a sentence."""
        if what == "turn":
            return self.turn_word
        kind, _, number = what.partition(":")
        return f"the answer to {number}" if kind == "confirm" else "the sealed choices"

    def edition(self, scenario: str, rulebook: str) -> str:
        """What is played, by which rules: `Two evenings (Clubscript 1)`. The opening comes before a
        club's rules in the record, so it knows no title.
        """
        title = self.title or "the club's own rules"
        return f"{title} ({RULEBOOK_NAMES.get(rulebook, rulebook)})"

    def phase(self, phase: str) -> str:
        """A phase by its title."""
        return self.phases.get(phase, phase)

    def act(self, act: str) -> str:
        """What an act does, as its button says it."""
        return self.acts.get(act, act)


def names_of(state: State) -> Names:
    """The names that sentences about a campaign need, as they are now."""
    members = state.campaign.names
    if not state.text:
        return Names(members, {}, {}, {}, {}, "turn", "")
    rules = state.rules
    return Names(
        members=members,
        seats={seat: str(row[0]) for seat, row in state.tables["seats"].items()},
        rows={
            row: str(values[0])
            for name in sorted(state.tables, key=lambda name: name == "seats")
            for row, values in state.tables[name].items()
        },
        acts={key: act.does for key, act in rules.acts.items()},
        fields={key: tuple(act.fields) for key, act in rules.acts.items()},
        phases={key: phase.title for key, phase in rules.phases.items()},
        turn_word=rules.turn,
        told=state.told,
        title=rules.title,
    )


# --- events as sentences --------------------------------------------------------------------------


Sentence = Callable[[Any, Names], str]


def _told(otherwise: Sentence) -> Sentence:
    """What an act led to, where that is known."""
    return lambda event, names: names.told or otherwise(event, names)


def _acted(event: kit.Acted, names: Names) -> str:
    who = f"{names.seat(event.seat)}: " if event.seat else ""
    return f"{who}{names.act(event.act_name)}."


def _proposed(event: kit.Proposed, names: Names) -> str:
    who = names.seat(event.seat) if event.seat else "The host"
    known = names.fields.get(event.act_name, ())
    in_order = [field for field in known if field in event.values]
    in_order += [field for field in event.values if field not in known]
    held = {field: event.values[field] for field in in_order}
    filled = listed(f"{field} {names.rows.get(text, text)}" for field, text in held.items())
    about = f" ({filled})" if filled else ""
    return f"{who} proposed “{names.act(event.act_name)}”{about}; it waits under {event.number}."


def _declined(event: kit.Declined, names: Names) -> str:
    why = f": “{event.reason}”" if event.reason else ""
    return f"What waited under {event.number} was not confirmed{why}."


def _opened(event: kit.Opened, names: Names) -> str:
    absent = listed(map(names.seat, event.absent))
    missing = f" There was nothing to open from {absent}." if absent else ""
    return f"{names.told or 'The sealed choices were opened.'}{missing}"


def _written(event: kit.RulesWritten, names: Names) -> str:
    switches = listed(f"{name} {text}" for name, text in event.house.items())
    return f"The club’s rules were written down{f', with {switches}' if switches else ''}."


def _stated(event: kit.PositionStated, names: Names) -> str:
    text = f"Position of {names.turn(event.turn).lower()} taken over, on the club’s word"
    left = len(event.left_out)
    return f"{text}. {counted(left, 'row was', 'rows were')} left out." if left else f"{text}."


SENTENCES: Mapping[type[Event], Sentence] = {
    kit.RulesWritten: _written,
    kit.PositionStated: _stated,
    kit.Acted: _told(_acted),
    kit.Proposed: _proposed,
    kit.Declined: _declined,
    kit.Confirmed: _told(says("What waited under {number} was confirmed.")),
    kit.Sealed: _told(says("{seat:seat} has sealed a choice.")),
    kit.Fixed: says("“{act_name:act}”: nobody seals any more, and devices hand in their choices."),
    kit.Opened: _opened,
    kit.PhaseEnded: says("{phase:^phase} ended."),
    kit.Passed: says("{seat:seat} is done."),
    kit.SeatAdded: says("{name} joined."),
    kit.HouseRuleSet: says("The house rule {name} is {value} from now on: “{reason}”."),
    kit.RulesChanged: says("The rules changed: “{reason}”."),
}
THEN: tuple[type[Event], ...] = (kit.Acted, kit.Confirmed, kit.Opened, kit.Sealed)
"""Events whose sentence is what they led to at their time."""
