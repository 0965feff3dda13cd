"""The switches a club sets when a campaign starts, with each one's ruling and rule. Pure."""

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from campaign.kernel.decisions import About, Refused
from campaign.kernel.members import GameState
from campaign.kernel.projections import RULINGS, Current, Projections, Row
from campaign.lif.roster import POWERS, in_full
from campaign.text.english import near

LIF_1998 = "lif-1998"
LIF_LIST = "lif-list"
RULEBOOKS = (LIF_1998, LIF_LIST)
RULEBOOK_NAMES = {LIF_1998: "1998 rulebook", LIF_LIST: "list rulebook"}
RULES = 1
"""The number of this game's rules: it rises with what is allowed, or what follows."""

Side = Literal["axis", "allies"]
Value = str | int | bool

_STARTING_POINTS = {
    "germany": 5, "italy": 2, "japan": 3, "ussr": 4,
    "commonwealth": 3, "france": 2, "usa": 1, "china": 1,
}  # fmt: skip
"""LiF 4: as the list edition prints them."""

_USSR_1998 = 3
"""Ruling 1: LiF 4.2(e) of 1998 lets the USSR rise by one to a total of four."""

_ABILITIES = 122

_AXIS = ("germany", "italy", "japan")


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


def _per_power(key: str, ruling: int, rule: str, question: str, values: Mapping[str, Value],
               choices: tuple[Value, ...] = ()) -> tuple[Switch, ...]:  # fmt: skip
    return tuple(
        Switch(f"{key}.{power}", ruling, rule, f"{question}: {power}", value, choices)
        for power, value in values.items()
    )


def switches(rulebook: str) -> tuple[Switch, ...]:
    """Every switch of a rulebook, with its default in that rulebook."""
    ussr = _USSR_1998 if rulebook == LIF_1998 else _STARTING_POINTS["ussr"]
    sides = {power: "axis" if power in _AXIS else "allies" for power in POWERS}
    return (
        *_per_power(
            "starting_points", 1, "LiF 4", "Starting points", {**_STARTING_POINTS, "ussr": ussr}
        ),
        *_per_power("sides", 3, "LiF 4.1", "Side", sides, ("axis", "allies")),
        Switch("days_of_decision", 5, "LiF 4", "Does the kit wait for a Days of Decision war?",
               False, (True, False)),
        Switch("conquered_leaders", 9, "LiF 3.3", "Leaders of a conquered power are",
               "removed", ("removed", "kept")),
        Switch("vichy_leaders", 14, "LiF 4.1", "While Vichy stands, its leaders are of",
               "neutral", ("neutral", "axis", "france")),
        Switch("mannerheim_cost", 15, "LiF 4.1", "What Germany pays for Mannerheim", 2, (2, 3)),
        Switch("charge_idle_support", 16, "LiF 4.1", "Is support paid when nobody vetoed?",
               True, (True, False)),
        Switch("draws", 21, "LiF 4.1", "Leaders are drawn by", "ledger", ("ledger", "table")),
        Switch("half_rounds", 26, "LiF 4.2", "Half a point is rounded", "up", ("up", "down")),
        Switch("intelligence", 27, "LiF 4.2", "May intelligence buy veto points?",
               True, (True, False)),
        Switch("hex_rows", 28, "LiF 2", "Half a hex to the right lies every row whose number is",
               "odd", ("odd", "even")),
        Switch("white_print", 29, "LiF 3", "Abilities in white print", "1 2 97", abilities=True),
        Switch("replaced_guards", 36, "LiF 5.1", "A Guards army promoted further goes to",
               "reserve", ("reserve", "force-pool")),
        Switch("entry_chits", 38, "LiF 5.3", "US entry chits are the",
               "ledger", ("ledger", "table")),
        Switch("tension_chits", 38, "LiF 5.3.2", "Chits that go from entry to tension are",
               "drawn", ("drawn", "chosen")),
        Switch("mixed_combats", 42, "LiF 3.2", "A modifier of a combat with units beyond the "
               "leader's limits", "strict", ("strict", "any")),
        Switch("shattered_counts", 48, "LiF 3.3", "Do a shattered unit's build points count for "
               "recall?", False, (False, True)),
        Switch("entry_level", 52, "LiF 5.3.2", "The USA's entry level is the sum of its pools",
               "entry", ("entry", "entry-and-tension")),
        Switch("entry_draws", 53, "LiF 5.3.3", "Chits that the USA may draw in a US entry step",
               "any", ("any", *range(1, 10))),
        Switch("entry_look", 53, "LiF 5.3.3", "The USA sees a chit of the step",
               "after", ("after", "before")),
        Switch("auto_open", 59, "LiF 4.1", "May what is overdue be opened in the host's name?",
               False, (False, True)),
        Switch("promote_until", 60, "LiF 5.1", "A Guards promotion may follow its combat until",
               "next", ("next", "turn")),
        Switch("advice", 63, "LiF 4.1", "Advice on ballots, and what answers gave away, is shown",
               "off", ("off", "after", "always")),
    )  # fmt: skip


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


# --- The read table of the rulings that a campaign has ------------------------------------------


def _rulings(state: GameState) -> Current:
    """Each switch of the campaign's rulebook with what the club chose."""
    chosen = state.campaign.rulings
    known = [switch for switch in switches(state.campaign.rulebook) if switch.key in chosen]
    yield RULINGS, [_ruling(switch, chosen[switch.key]) for switch in known]


def _ruling(switch: Switch, value: str | int | bool) -> Row:
    return {
        "switch": switch.key,
        "ruling": switch.ruling,
        "rule": switch.rule,
        "question": switch.question,
        "value": _worded(value),
        "default_value": _worded(switch.default),
        "house": int(value != switch.default),
    }


def _worded(value: str | int | bool) -> str:
    """A switch's value as a person reads it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


TABLES = Projections[Any](
    tables=(RULINGS,),
    current=_rulings,
    made_from=lambda state: (state.campaign.rulings, state.campaign.rulebook),
)
