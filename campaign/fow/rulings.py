"""The points that the book leaves open: each with its default, and its switch where it has one.

Numbers are those of the list of rulings for this game: `FoW ruling 4` is the lead. Pure.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from campaign.kernel.decisions import About, Refused
from campaign.text.english import near

RULEBOOK = "fow-2006"
RULEBOOKS = (RULEBOOK,)
RULES = 1
"""The number of this game's rules: it rises with what is allowed, or what follows."""

Value = str | int | bool


class Switch(msgspec.Struct, frozen=True):
    """A choice that a club makes when its campaign opens."""

    key: str
    ruling: int
    rule: str
    question: str
    default: Value
    choices: tuple[Value, ...]


SWITCHES = (
    Switch("passive_draw", 1, "FoW Fair Fight", "A drawn Fair Fight in which a side destroyed "
           "nothing brings it the points of the", "table", ("table", "nothing")),
    Switch("drawn_battle", 2, "FoW Axis of Attack", "After a battle that nobody won the sector",
           "hold", ("hold", "back")),
    Switch("defender_advances", 3, "FoW Axis of Attack", "Does a defender who wins a Fair Fight "
           "mission advance?", "no", ("no", "yes")),
    Switch("lead", 4, "FoW Linked Missions", "The higher total is that of the points", "balance",
           ("balance", "won")),
    Switch("overdraw", 6, "FoW Axis of Attack", "May points be spent that a side has not got?",
           "no", ("no", "yes")),
    Switch("unplayed_counts", 17, "FoW Ending the Campaign", "Does a battle that was never played "
           "count towards the limit?", "yes", ("yes", "no")),
    Switch("naval_turns", 18, "FoW Anzio", "Naval gunfire is rolled for in turns", "own",
           ("own", "every")),
    Switch("abandoned", 20, "FoW Reorganise", "What Last Teams Out leaves behind is", "replaced",
           ("replaced", "lost")),
    Switch("intense_first", 25, "FoW Victory Points", "Intense Battle leaves out the first platoon "
           "of", "each", ("each", "overall")),
    Switch("transport_platoons", 27, "FoW Victory Points", "Transport Platoons that are Destroyed",
           "count", ("count", "ignore")),
    Switch("confirmation", 29, "FoW Campaign Sequence", "A result is confirmed by the", "opponent",
           ("opponent", "none")),
    Switch("agreed_missions", 34, "FoW Mission Selector", "Sides may agree on the missions of the",
           "footnotes", ("footnotes", "any")),
    Switch("breakthrough_reserves", 41, "FoW Breakthrough", "The defender's platoons held back in "
           "Breakthrough are", "reserves", ("reserves", "delayed")),
    Switch("first_square", 50, "FoW Terrain Chart", "The first square is picked by the",
           "attacker", ("attacker", "defender", "roll")),
    Switch("gun_troops", 58, "FoW Choosing Your Force", "Before it is deployed a British "
           "battery of two Gun Troops counts as", "separate", ("separate", "battery")),
    Switch("double_ranging", 61, "FoW Artillery", "Is failed ranging at a platoon at the Double "
           "rolled again?", "off", ("off", "on")),
    Switch("dice", 63, "FoW Re-rolls", "Dice are those of the", "table",
           ("table", "ledger", "either")),
    Switch("breakthroughs", 76, "FoW Ending the Campaign", "Breakthroughs that win a team campaign",
           1, tuple(range(1, 10))),
)  # fmt: skip
"""In the order of the rulings."""


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
    breakthroughs: int = 1


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
