"""The switches a club sets when a campaign starts, with each one's ruling and rule. Pure."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Literal

import msgspec

from campaign.kernel.decisions import About, Refused
from campaign.lif.roster import in_full, rows
from campaign.text.english import near

LIF_1998 = "lif-1998"
LIF_LIST = "lif-list"
RULEBOOKS = (LIF_1998, LIF_LIST)
RULEBOOK_NAMES = {LIF_1998: "1998 rulebook", LIF_LIST: "list rulebook"}
RULES = 1
"""The number of this game's rules: it rises with what is allowed, or what follows."""

Side = Literal["axis", "allies"]
Value = str | int | bool

_ABILITIES = 122


class Switch(msgspec.Struct, frozen=True):
    """One switch: its ruling's number, rule and question, its default and other values."""

    key: str
    ruling: int
    rule: str
    question: str
    default: Value
    choices: tuple[Value, ...] = ()
    """Empty where any whole number from 0 to 99 will do."""
    abilities: bool = False
    """Whether it is a list of ability numbers, such as `1 2 97`, or `none`."""


@cache
def switches(rulebook: str) -> tuple[Switch, ...]:
    """Every switch of a rulebook, with its default in that rulebook.

    Ruling 1: LiF 4.2(e) of 1998 lets the USSR rise by one to a total of four, so it begins with 3.
    """
    in_list = rulebook == LIF_LIST
    return tuple(
        Switch(
            row["key"],
            int(row["ruling"]),
            row["rule"],
            row["question"],
            _cell((in_list and row["in_list"]) or row["default"]),
            () if row["choices"] == _NUMBERS else tuple(map(_cell, row["choices"].split())),
            row["choices"] == _NUMBERS,
        )
        for row in rows("rulings")
    )


_NUMBERS = "abilities"


def _cell(text: str) -> Value:
    """A value as the table of switches has it."""
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if text.isdecimal() else text


class Rulings(msgspec.Struct, frozen=True):
    """The rulings in force, ready for use."""

    starting_points: dict[str, int]
    sides: dict[str, Side]
    days_of_decision: bool
    conquered_leaders: Literal["removed", "kept"]
    vichy_leaders: Literal["neutral", "axis", "france"]
    mannerheim_cost: int
    charge_idle_support: bool
    draws: Literal["ledger", "table"]
    half_rounds: Literal["up", "down"]
    intelligence: bool
    replaced_guards: Literal["reserve", "force-pool"]
    hex_rows: Literal["odd", "even"]
    white_print: str
    entry_chits: Literal["ledger", "table"]
    tension_chits: Literal["drawn", "chosen"]
    mixed_combats: Literal["strict", "any"]
    shattered_counts: bool
    entry_level: Literal["entry", "entry-and-tension"]
    entry_draws: Literal["any"] | int
    entry_look: Literal["after", "before"]
    """Whether the USA sees a chit after or before it chooses its pool."""
    auto_open: bool
    promote_until: Literal["next", "turn"]
    advice: Literal["off", "after", "always"] = "off"

    @property
    def white(self) -> frozenset[int]:
        """Ruling 29: the abilities in white print; all others are black."""
        return frozenset(int(number) for number in self.white_print.split() if number != "none")


def resolve(chosen: Mapping[str, Value], rulebook: str) -> dict[str, Value] | Refused:
    """Every switch with its value: the club's choice, or else the default.

    Refuses a switch that does not exist or a value that it cannot have.
    """
    known = {switch.key: switch for switch in switches(rulebook)}
    values = {key: switch.default for key, switch in known.items()}
    for typed, raw in chosen.items():
        about, dot, power = typed.partition(".")
        key = f"{about}{dot}{in_full(power)}"
        if key not in known:
            return _wrong(key, f"no such switch{_meant(key, known)}")
        value = _value(known[key], raw)
        if isinstance(value, Refused):
            return value
        values[key] = value
    return values


def _meant(key: str, known: Collection[str]) -> str:
    """The switches that a name may have meant."""
    same = sorted(name for name in known if name.partition(".")[0] == key.partition(".")[0])
    hint = "" if same else near(key, known)
    return hint or f"; there is {', '.join(same or sorted(known))}"


def _wrong(key: str, text: str) -> Refused:
    return Refused(None, f"ruling {key}: {text}", About("rulings", key), text)


def _value(switch: Switch, raw: Value) -> Value | Refused:
    """A switch's value, as the club wrote it."""
    if switch.abilities:
        return _ability_numbers(switch.key, raw)
    word = raw.strip().lower() if isinstance(raw, str) else ""
    value = word if word in switch.choices else _read(raw)
    allowed = switch.choices or range(100)
    if isinstance(value, bool) != isinstance(allowed[0], bool) or value not in allowed:
        words = " or ".join(map(_words, switch.choices))
        return _wrong(switch.key, f"expected {words or 'a number from 0 to 99'}, got {raw!r}")
    return value


def _read(raw: Value) -> Value:
    if not isinstance(raw, str):
        return raw
    yes, no = ("true", "on", "yes"), ("false", "off", "no")
    words: dict[str, Value] = {**dict.fromkeys(yes, True), **dict.fromkeys(no, False)}
    lowered = raw.strip().lower()
    is_number = lowered.isdecimal() and len(lowered) < 10
    return words.get(lowered, int(lowered) if is_number else lowered)


def _ability_numbers(key: str, raw: Value) -> str | Refused:
    words = str(raw).replace(",", " ").split()
    if words in ([], ["none"]):
        return "none"
    if isinstance(raw, bool) or not all(
        word.isascii() and word.isdecimal() and 1 <= int(word) <= _ABILITIES for word in words
    ):
        return _wrong(key, f"expected ability numbers such as 1 2 97, or none, got {raw!r}")
    return " ".join(str(number) for number in sorted({int(word) for word in words}))


def _words(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_force(values: Mapping[str, Value]) -> Rulings:
    """The rulings of a campaign, from the values in its opening event."""
    plain: dict[str, Value] = {}
    per_power: dict[str, dict[str, Value]] = {}
    for key, value in values.items():
        name, _, power = key.partition(".")
        if power:
            per_power.setdefault(name, {})[power] = value
        else:
            plain[name] = value
    return msgspec.convert({**plain, **per_power}, Rulings)
