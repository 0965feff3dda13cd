"""FoW: what an aid is: what it asks, how its score comes about, what dice bring. Pure.

A roll is written as a generator: it asks for dice until it knows what they bring. So the same
function asks the ledger for dice, checks those typed in, and decides a record again.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.dice.tables import AidRow, Score, aid_rows
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import counted, listed
from campaign.text.suggest import near, unfit

Value = str | int | bool
Again = Literal["", "leader", "rule", "komissar", "both"]
Komissar = Literal["", "used", "killed"]
RE_ROLLS = "FoW Re-rolls"


class Input(msgspec.Struct, frozen=True):
    """A fact of the table that a score rests on."""

    name: str
    what: str
    kind: Literal["flag", "number", "word", "text"] = "flag"
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 99
    optional: bool = True
    known: bool = False
    """Whether the campaign knows it, so that nobody tells it there."""


class Inputs(msgspec.Struct, frozen=True):
    """The facts that were told, checked."""

    values: dict[str, Value] = {}

    def flag(self, name: str) -> bool:
        """Whether it is so."""
        return self.values.get(name) is True

    def word(self, name: str) -> str:
        """A word; empty where none was told."""
        return str(self.values.get(name, ""))

    def number(self, name: str, otherwise: int = 0) -> int:
        """A number, or another where none was told."""
        value = self.values.get(name, otherwise)
        return value if isinstance(value, int) else otherwise


class More(msgspec.Struct, frozen=True):
    """The roll needs more dice: how many, and why."""

    total: int
    """Of the dice that a roll asks for, 0 stands for all that were typed in, and one at least."""
    why: str
    rule: str = ""
    """The rule that any other number breaks, where it breaks one."""


class Fell(msgspec.Struct, frozen=True):
    """What the dice brought."""

    outcome: str | int
    needed: int = 0
    score: str = ""
    """The score part by part."""
    why: str = ""
    """Why it takes no more dice; the reason for the last ones, where empty."""
    again: Again = ""
    komissar: Komissar = ""
    left: int = -1
    """Dice left in the air pool."""
    lost: bool = False
    """Whether the platoon is Destroyed by it."""
    broke: bool = False
    """Whether the company is."""
    surplus: str = ""
    """The rule that a die too many breaks, where it breaks one."""
    idle: bool = False
    """Whether dice beyond those may be thrown and change nothing."""
    used: int = 0
    """How many dice it took; counted as they are asked for."""


Answer = More | Fell | Refused
Roll = Generator[More, tuple[int, ...], Fell | Refused]
"""A roll that asks for dice and is sent them, until it says what they bring."""
Rolled = Roll | Fell | Refused
"""The same, or at once what is brought where no die is rolled."""
Part = Generator[More, tuple[int, ...], tuple[int, ...]]
"""A part of a roll, which brings its dice."""


class Aid(msgspec.Struct, frozen=True):
    """A roll of the table that the tracker explains and records; its words are in the tables."""

    slug: str
    roll: Callable[[Inputs], Rolled]
    inputs: tuple[Input, ...] = ()
    score: Callable[[Inputs], Score | Refused] | None = None
    """The score, where it does not depend on dice."""

    @property
    def row(self) -> AidRow:
        """What it is for, and what its outcomes are called."""
        return aid_rows()[self.slug]

    def throw(self, inputs: Inputs, dice: tuple[int, ...]) -> Answer:
        """What the dice thrown so far bring, or how many the roll needs in all."""
        rolling, used = self.roll(inputs), 0
        if not isinstance(rolling, Generator):
            return rolling
        try:
            more = next(rolling)
            while True:
                part = dice[used : used + more.total] if more.total else dice[used:]
                used += more.total or max(1, len(part))
                if used > len(dice):
                    return replace(more, total=used)
                last = more
                more = rolling.send(part)
        except StopIteration as stop:
            answer: Fell | Refused = stop.value
        if isinstance(answer, Refused) or not used:
            return answer
        surplus = answer.surplus or last.rule
        return replace(answer, used=used, why=answer.why or last.why, surplus=surplus)


def checked(aid: Aid, told: Mapping[str, object]) -> Inputs | Refused:
    """The facts told for an aid, each of its kind; or the first that is not."""
    asked = {one.name: one for one in aid.inputs}
    for name in told:
        if name not in asked:
            rest = [one.name for one in aid.inputs if not one.known]
            asks = f"it asks for {listed(rest)}" if rest else "it asks for nothing but its dice"
            return bad_field(name, f"{aid.slug} does not use it{near(name, rest)}; {asks}")
    for one in aid.inputs:
        value = told.get(one.name)
        if value is None:
            if not one.optional:
                return missing_field(one.name, f"{aid.slug} needs {one.what}", one.what)
        elif wrong := next(_faults(one, value), ""):
            return bad_field(one.name, wrong)
    return Inputs({name: value for name, value in told.items() if isinstance(value, Value)})


def _faults(one: Input, value: object) -> Iterator[str]:
    match one.kind:
        case "flag" if not isinstance(value, bool):
            yield unfit(str(value), "yes or no")
        case "number" if isinstance(value, bool) or not isinstance(value, int):
            yield unfit(str(value), f"a number from {one.low} to {one.high}")
        case "number" if isinstance(value, int) and not one.low <= value <= one.high:
            yield unfit(str(value), f"a number from {one.low} to {one.high}")
        case "word" if value not in one.words:
            yield unfit(str(value), listed(one.words, "or"))
        case "text" if not isinstance(value, str) or not value.strip():
            yield "is empty; write a text"


def settled(aid: Aid, inputs: Inputs, dice: tuple[int, ...]) -> Fell | Refused:
    """FoW Re-rolls: what typed dice bring; refused where they are too few or too many."""
    answer = aid.throw(inputs, dice)
    if isinstance(answer, Refused):
        return answer
    if isinstance(answer, More):
        return few(answer, len(dice))
    if answer.used >= len(dice) or answer.idle:
        return answer
    expected = counted(answer.used, "die", "dice") if answer.used else "no die"
    text = f"expected {expected}, got {len(dice)}: {answer.why}"
    return Refused(answer.surplus, text) if answer.surplus else bad_field("dice", text)


def few(more: More, got: int) -> Refused:
    """Too few dice for a roll, with how many it needs and why."""
    expected = counted(more.total, "die", "dice")
    if not got:
        return missing_field("dice", f"expected {expected}, got none: {more.why}", "Which dice?")
    text = f"expected {expected}, got {got}: {more.why}"
    return Refused(more.rule, text) if more.rule else bad_field("dice", text)


COUNT = Input("count", "how many dice are rolled", "number", low=1, high=200)
PLATOON = Input("platoon", "which platoon", "text")
NAMED_PLATOON = Input("platoon", "which platoon", "text", optional=False)
