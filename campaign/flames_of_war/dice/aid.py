"""FoW: what an aid is: what it asks, how its score comes about, what dice bring. Pure.

An aid looks at the dice thrown so far and says either how many it needs, or what they bring. So the
same function asks the ledger for dice, checks those typed in, and decides a record again.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

from campaign.flames_of_war.dice.tables import Score
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
    """The roll needs more dice: how many in all, and why."""

    total: int
    why: str


class Fell(msgspec.Struct, frozen=True):
    """What the dice brought."""

    outcome: str | int
    used: int = 1
    """How many dice it took."""
    needed: int = 0
    score: str = ""
    """The score part by part."""
    why: str = "one die is rolled"
    """Why it takes no more dice."""
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


Answer = More | Fell | Refused


class Aid(msgspec.Struct, frozen=True):
    """A roll of the table that the tracker explains and records."""

    slug: str
    rule: str
    """The heading of the rule in the book."""
    what: str
    """What it is for, in a sentence."""
    throw: Callable[[Inputs, tuple[int, ...]], Answer]
    inputs: tuple[Input, ...] = ()
    score: Callable[[Inputs], Score] | None = None
    """The score, where it does not depend on dice."""
    lines: tuple[str, ...] = ()
    """What else somebody should know before they roll."""
    elsewhere: str = ""
    """The act that it is part of in a campaign, where it has one of its own."""


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
    if answer.used >= len(dice):
        return answer
    expected = counted(answer.used, "die", "dice") if answer.used else "no die"
    text = f"expected {expected}, got {len(dice)}: {answer.why}"
    return Refused(answer.surplus, text) if answer.surplus else bad_field("dice", text)


def few(more: More, got: int) -> Refused:
    """Too few dice for a roll, with how many it needs and why."""
    expected = counted(more.total, "die", "dice")
    if not got:
        return missing_field("dice", f"expected {expected}, got none: {more.why}", "Which dice?")
    return bad_field("dice", f"expected {expected}, got {got}: {more.why}")


def several(inputs: Inputs, dice: tuple[int, ...], why: str) -> int | More:
    """How many dice a throw has: as many as were told, or all that were typed in."""
    told = inputs.number("count")
    if told and len(dice) < told:
        return More(told, why)
    return told or len(dice) or More(1, why)


COUNT = Input("count", "how many dice are rolled", "number", low=1, high=200)
PLATOON = Input("platoon", "which platoon", "text")
NAMED_PLATOON = Input("platoon", "which platoon", "text", optional=False)
