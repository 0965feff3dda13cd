"""The points that the book leaves open: each with its default, and its switch where it has one.

Numbers are those of the list of rulings for this game: `FoW ruling 4` is the lead. Pure.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, get_args, get_origin

import msgspec

from campaign.fow.csv_tables import read
from campaign.kernel.decisions import About, Refused
from campaign.text.english import near

RULEBOOK = "fow-2006"
RULEBOOKS = (RULEBOOK,)
RULEBOOK_NAMES = {RULEBOOK: "second edition, 2006"}
LINKED, TEAM = "linked", "team"
SCENARIOS = {LINKED: "Linked missions", "anzio": "Anzio", TEAM: "Team campaign"}
"""The scenarios by their ids, with their names."""
RULES = 1
"""The number of this game's rules: it rises with what is allowed, or what follows."""

Value = str | int | bool


class Rulings(msgspec.Struct, frozen=True):
    """The rulings in force, ready for use; the first value is the default."""

    passive_draw: Literal["table", "nothing"] = "table"
    drawn_battle: Literal["hold", "back"] = "hold"
    defender_advances: Literal["no", "yes"] = "no"
    lead: Literal["balance", "won"] = "balance"
    overdraw: Literal["no", "yes"] = "no"
    unplayed_counts: Literal["yes", "no"] = "yes"
    naval_turns: Literal["own", "every"] = "own"
    abandoned: Literal["replaced", "lost"] = "replaced"
    intense_first: Literal["each", "overall"] = "each"
    transport_platoons: Literal["count", "ignore"] = "count"
    confirmation: Literal["opponent", "none"] = "opponent"
    agreed_missions: Literal["footnotes", "any"] = "footnotes"
    breakthrough_reserves: Literal["reserves", "delayed"] = "reserves"
    first_square: Literal["attacker", "defender", "roll"] = "attacker"
    gun_troops: Literal["separate", "battery"] = "separate"
    double_ranging: Literal["off", "on"] = "off"
    dice: Literal["table", "ledger", "either"] = "table"
    breakthroughs: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Switch(msgspec.Struct, frozen=True):
    """A choice that a club makes when its campaign opens."""

    key: str
    ruling: int
    rule: str
    question: str

    @property
    def default(self) -> Value:
        """What holds where a club says nothing."""
        value: Value = getattr(Rulings(), self.key)
        return value

    @property
    def choices(self) -> tuple[Value, ...]:
        """What it may be: the words of its field, or a number within its bounds."""
        return _values()[self.key]


@cache
def _values() -> dict[str, tuple[Value, ...]]:
    """What each switch may be."""
    values: dict[str, tuple[Value, ...]] = {}
    for field in msgspec.structs.fields(Rulings):
        words = get_args(field.type)
        if get_origin(field.type) is Literal:
            values[field.name] = words
        else:
            values[field.name] = tuple(range(words[1].ge, words[1].le + 1))
    return values


SWITCHES = read("rulings", Switch)
"""In the order of the rulings."""


def resolve(chosen: Mapping[str, Value]) -> dict[str, Value] | Refused:
    """Every switch with its value: the club's choice, or else the default.

    Refuses a switch that does not exist or a value that it cannot have.
    """
    known = {switch.key: switch for switch in SWITCHES}
    values: dict[str, Value] = {key: switch.default for key, switch in known.items()}
    for key, raw in chosen.items():
        switch = known.get(key)
        if switch is None:
            hint = near(key, known) or f"; there is {', '.join(known)}"
            return _unfit(key, f"no such switch{hint}")
        value = _read(raw, switch.choices)
        if value not in switch.choices:
            return _unfit(key, f"expected {_words(switch.choices)}, got {raw!r}")
        values[key] = value
    return values


def _unfit(key: str, text: str) -> Refused:
    return Refused(None, f"ruling {key}: {text}", About("rulings", key), text)


def _read(raw: Value, choices: tuple[Value, ...]) -> Value:
    """A value as its switch has it; JSON's true and false may stand for yes and no, on and off."""
    if isinstance(raw, bool):
        return next(
            (word for word in (("yes", "on") if raw else ("no", "off")) if word in choices), raw
        )
    if isinstance(raw, str):
        lowered = raw.strip().lower()
        return int(lowered) if lowered.isdecimal() and len(lowered) < 10 else lowered
    return raw


def _words(choices: tuple[Value, ...]) -> str:
    if isinstance(choices[0], int):
        return f"a number from {choices[0]} to {choices[-1]}"
    return " or ".join(map(str, choices))


def in_force(values: Mapping[str, Value]) -> Rulings:
    """The rulings of a campaign, from the values in its opening event."""
    return msgspec.convert(dict(values), Rulings)
