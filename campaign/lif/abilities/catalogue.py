"""LiF abilities: all 122 in our own words, with their numbers. Pure, except for reading the table.

The table holds both editions: `list_text` and numbers named `list_…` are the list edition's where
it differs. `ability(number, rulebook)` applies the edition.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

import msgspec

from campaign.lif.roster import Sheet, rows
from campaign.lif.rulings import LIF_1998, LIF_LIST

Print = Literal["black", "white"]
Group = Literal[
    "restriction", "combat", "invasion", "air", "naval", "movement", "stacking", "supply",
    "reorganisation", "production", "partisans", "politics",
]  # fmt: skip
Step = Literal[
    "always", "partisans", "declaration-of-war",
    "port-strike", "naval-movement", "naval-search", "naval-combat",
    "strategic-bombing", "ground-strike", "air-to-air", "rail-movement", "land-movement",
    "shore-bombardment", "invasion", "land-combat-declaration", "ground-support", "land-combat",
    "retreat", "advance-after-combat",
    "air-rebase", "reorganisation", "return-to-base", "production",
]  # fmt: skip
Scope = Literal["stacked", "range", "hex", "moving", "sea-box", "own-power"]
"""LiF 2: whom it serves: units stacked with the leader, in range, in the same hex, moving along,
in the same section or sea area, or the leader's whole power."""
Trait = Literal[
    "at-sea", "off-a-coast", "own-section", "stacked-in-attack", "every-hex", "whole-combat"
]
"""LiF 2: it serves ships at sea, and so nobody while the leader is ashore (off a coast: and reaches
it, by their guns, landings or rescue), or those in the leader's own section of a sea box; its range
serves only the defence. Ruling 43: it reaches every unit, combat or hex in range: one use a hex.
Ruling 42: it changes the die, the odds, the table, the result or a hex's strength for a whole
combat."""

HELPS_NO_FOREIGN_POWER = 1
HELPS_OWN_NATION_ONLY = 2
AXIS_PAIR = 31
"""Its own text names Germans and Italians, whom no general limit keeps from it (ruling 41)."""
CHINESE_ATTACK = 43
"""Its own text names the Nationalist Chinese (ruling 41)."""
LOWER_SECTION = 113
"""Moves ships to a section lower than theirs, so that the zero box has none."""
COUNTED_UNITS = 49
"""Ruling 43: the ability that serves so many units in a step, over the hexes in range."""
_AIR_COMBAT: frozenset[Step] = frozenset({"air-to-air", "return-to-base"})
_AT_SEA: frozenset[Step] = frozenset({"naval-search", "naval-combat", "air-to-air"})
_BEFORE_COMBAT: frozenset[Step] = frozenset({
    "land-combat-declaration", "shore-bombardment", "ground-support", "air-to-air", "invasion",
    "land-combat", "retreat", "advance-after-combat",
})  # fmt: skip
_MISSIONS: frozenset[Step] = frozenset({
    "port-strike", "strategic-bombing", "ground-strike", "ground-support",
})  # fmt: skip
_ALONE: tuple[Step, ...] = (
    "partisans", "declaration-of-war", "rail-movement", "land-movement", "advance-after-combat",
    "air-rebase", "reorganisation", "return-to-base", "production",
)  # fmt: skip
USED_DURING: Mapping[str, frozenset[Step]] = MappingProxyType(
    {
        **{step: frozenset({step}) for step in _ALONE},
        "port-strike": frozenset({"port-strike", *_AT_SEA, *_AIR_COMBAT}),
        "naval-movement": frozenset({"naval-movement", *_AT_SEA}),
        "naval-search": _AT_SEA,
        "naval-combat": _AT_SEA,
        "strategic-bombing": frozenset({"strategic-bombing", *_AIR_COMBAT}),
        "ground-strike": frozenset({"ground-strike", *_AIR_COMBAT}),
        "air-to-air": _MISSIONS | _AT_SEA | _AIR_COMBAT,
        "shore-bombardment": _BEFORE_COMBAT,
        "invasion": _BEFORE_COMBAT,
        "land-combat-declaration": _BEFORE_COMBAT,
        "ground-support": _BEFORE_COMBAT | _AIR_COMBAT,
        "land-combat": _BEFORE_COMBAT | _AIR_COMBAT,
        "retreat": frozenset({"retreat", "advance-after-combat"}),
    }
)
"""LiF 3.2: the steps that a club may record, each to the abilities' steps that fall into it.

What serves a land combat, its retreats or advances is announced in any part before them. Fights
in the air belong to the mission that brings them about.
"""
FLOWN = frozenset({77})
"""Abilities that send aircraft to an attack in range."""
LIST_ONLY = "list_"

Numbers = Mapping[str, int | str]
_NUMBER = r"^[+-]?[0-9]+$"


class Ability(msgspec.Struct, frozen=True):
    """LiF abilities: one of the 122, by its number on the counters, in one edition's words."""

    number: int
    name: str
    """A name of ours."""
    text: str
    """What it does, in one or two sentences of ours."""
    print: Print = "black"
    """Ruling 29: white print must be used, black may."""
    group: Group = "combat"
    steps: tuple[Step, ...] = ("always",)
    """When it works; the first is the chief one."""
    scope: Scope = "stacked"
    traits: frozenset[Trait] = frozenset()
    numbers: Numbers = MappingProxyType({})
    """The numbers in it: `die`, `factors`, `movement`, `search` and so on."""
    rule: str = "LiF abilities"
    list_text: str = ""
    """What the list edition says, where it differs."""

    def number_of(self, key: str) -> int:
        """A whole number by its name; 0 if the ability has none."""
        value = self.numbers.get(key, 0)
        return value if isinstance(value, int) else 0

    def as_json(self) -> dict[str, object]:
        """The ability as plain JSON values, in the order of the table's columns."""
        return {
            "number": self.number,
            "name": self.name,
            "print": self.print,
            "group": self.group,
            "steps": list(self.steps),
            "scope": self.scope,
            "numbers": dict(self.numbers),
            "rule": self.rule,
            "text": self.text,
        }


@cache
def abilities(rulebook: str = LIF_1998) -> Mapping[int, Ability]:
    """LiF abilities: all 122 by number, as a rulebook has them."""
    return MappingProxyType({number: _edition(row, rulebook) for number, row in _table().items()})


def ability(number: int, rulebook: str = LIF_1998) -> Ability:
    """LiF abilities: the ability of this number. Raises KeyError outside 1 to 122."""
    return abilities(rulebook)[number]


def for_leader(leader: str, sheet: Sheet, rulebook: str = LIF_1998) -> tuple[Ability, ...]:
    """LiF 1: the abilities on a leader's counter, in the counter's order."""
    return tuple(ability(number, rulebook) for number in sheet[leader].abilities)


def holders(number: int, sheet: Sheet) -> tuple[str, ...]:
    """LiF 1: the leaders whose counters bear this ability, in id order."""
    return tuple(sorted(who for who, counter in sheet.items() if number in counter.abilities))


def search(words: str, rulebook: str = LIF_1998) -> tuple[Ability, ...]:
    """Abilities with every word, or a word that starts so, in name, text, group or steps."""
    wanted = re.findall(r"\w+", words.lower())
    return tuple(
        ability
        for ability in abilities(rulebook).values()
        if wanted and all(any(had.startswith(word) for had in _words(ability)) for word in wanted)
    )


@cache
def _table() -> dict[int, Ability]:
    known = map(_row, rows("abilities"))
    return {one.number: one for one in known}


def _row(row: Mapping[str, str]) -> Ability:
    pairs = (pair.partition("=") for pair in row["numbers"].split())
    numbers = {key: int(value) if re.match(_NUMBER, value) else value for key, _, value in pairs}
    words = {"steps": row["step"].split(), "traits": row["traits"].split(), "numbers": numbers}
    return msgspec.convert({**row, **words}, Ability, strict=False)


def _edition(row: Ability, rulebook: str) -> Ability:
    plain = {key: value for key, value in row.numbers.items() if not key.startswith(LIST_ONLY)}
    if rulebook != LIF_LIST:
        return msgspec.structs.replace(row, numbers=MappingProxyType(plain))
    changed = {
        key.removeprefix(LIST_ONLY): value
        for key, value in row.numbers.items()
        if key.startswith(LIST_ONLY)
    }
    return msgspec.structs.replace(
        row, numbers=MappingProxyType({**plain, **changed}), text=row.list_text or row.text
    )


def _words(ability: Ability) -> list[str]:
    return re.findall(
        r"\w+", " ".join((ability.name, ability.text, ability.group, *ability.steps)).lower()
    )
