"""FoW: what an aid is, kinds of rolls, and their numbers. Pure, but for its files."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.fow.csv_tables import column, read
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import capital, counted, listed, near, unfit
from campaign.text.moments import is_seen

# --- FoW: the numbers of the dice aids, read once from the game's tables ------------------------


class AidRow(msgspec.Struct, frozen=True):
    """An aid as the tables list it: what is rolled, what it needs, what comes of it."""

    slug: str
    chapter: str
    rule: str
    """The heading of the rule in the book."""
    called: str
    """What is rolled for, inside a sentence."""
    what: str
    """What it is for, in a sentence."""
    roll: str
    page: str
    reroll: str = ""
    outcome: str = ""
    says: str = ""
    """Outcomes that do not speak for themselves, each with its words; `#` is any number."""
    notes: str = ""
    """What else somebody should know before they roll."""
    elsewhere: str = ""
    """The act that it is part of in a campaign, where it has one of its own."""
    asks: tuple[str, ...] = ()
    """The facts that it asks for, in this order."""

    def words(self, outcome: str | int) -> str:
        """An outcome in words."""
        said = dict(part.split(": ", 1) for part in parts(self.says))
        text = said.get(str(outcome), said.get("#", "#") if isinstance(outcome, int) else "")
        return text.replace("#", str(outcome)) or str(outcome).replace("-", " ")


def parts(text: str) -> tuple[str, ...]:
    """The parts of a cell of a table."""
    return tuple(part.strip() for part in text.split("|")) if text else ()


class ScorePart(msgspec.Struct, frozen=True):
    """What a score is made of: the number that it begins with, or what is added."""

    text: str
    add: int


class Score(msgspec.Struct, frozen=True):
    """FoW Shooting: the score that a die must reach, part by part (p. 20)."""

    parts: tuple[ScorePart, ...]

    @property
    def needed(self) -> int:
        """The sum: a die of as much or more succeeds, and above 6 none does."""
        return sum(part.add for part in self.parts)

    @property
    def words(self) -> str:
        """As a reader wants it: `Veteran 4+, Concealed +1: 5+`."""
        first, *others = self.parts
        text = f"{first.text} {first.add}+" if first.text else f"{first.add}+"
        if not others:
            return text
        added = "".join(f", {part.text} {part.add:+}" for part in others)
        total = f"{self.needed}+" if self.needed <= 6 else f"{self.needed}+, which no die shows"
        return f"{text}{added}: {total}"


def score(number: int, text: str = "") -> Score:
    """A score that nothing is added to."""
    return Score((ScorePart(text, number),))


def fixed(number: int, text: str = "") -> "Scored":
    """A score that no fact changes."""
    return lambda inputs: score(number, text)


@cache
def aid_rows() -> dict[str, AidRow]:
    """Every aid of the tables by its slug."""
    return {row.slug: row for row in read("aids", AidRow)}


@cache
def _rated() -> dict[tuple[str, ...], str]:
    return column("ratings", "needed", "test", "value") | column(
        "to_hit", "needed", "roll", "rating"
    )


def rated(roll: str, rating: str) -> ScorePart:
    """FoW Shooting: what a roll needs by a rating: a test, or a roll to hit or to range in."""
    return ScorePart(capital(rating), int(_rated()[roll, rating]))


@cache
def added(roll: str, slug: str) -> int:
    """What a circumstance adds to the score of a roll."""
    return int(column("to_hit_modifiers", "add", "roll", "slug")[roll, slug])


@cache
def save(attack: str, target: str) -> int:
    """FoW Saves: the score with which a target without armour is saved."""
    return int(column("saves", "needed", "attack", "target")[attack, target])


@cache
def air(slug: str) -> str:
    """FoW Air Support: a number of its table, as it is written there."""
    return column("air_support", "value", "slug")[slug,]


@cache
def bogs(slug: str) -> int:
    """FoW Rough Terrain: what a die needs against bogging down."""
    return int(column("bogging", "needed", "slug")[slug,])


# --- FoW: what an aid is: what it asks, how its score comes about, what dice bring --------------
#
# A roll is written as a generator: it asks for dice until it knows what they bring. So the same
# function asks the ledger for dice, checks those typed in, and decides a record again.

Value = str | int | bool
Again = Literal["", "leader", "rule", "komissar", "both"]
Komissar = Literal["", "used", "killed"]
RE_ROLLS = "FoW Re-rolls"


class Input(msgspec.Struct, frozen=True):
    """A fact of the table that a score rests on."""

    name: str
    what: str
    kind: Literal["flag", "number", "word", "text"]
    aids: tuple[str, ...] = ()
    """Those to which it means this; none: all that have no such fact of their own."""
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 99
    needed: bool = False
    known: bool = False
    """Whether the campaign knows it, so that nobody tells it there."""


@cache
def _facts() -> dict[tuple[str, str], Input]:
    facts = read("aid_facts", Input)
    return {(aid, fact.name): fact for fact in facts for aid in fact.aids or ("",)}


@cache
def facts_of(aid: str) -> tuple[Input, ...]:
    """The facts that an aid asks for, in the order of its row."""
    facts = _facts()
    return tuple(facts.get((aid, name)) or facts["", name] for name in aid_rows()[aid].asks)


class Inputs(msgspec.Struct, frozen=True):
    """The answers for an aid, checked."""

    values: dict[str, Value] = {}

    def flag(self, name: str) -> bool:
        """Whether it is so."""
        return self.values.get(name) is True

    def word(self, name: str) -> str:
        """A word; empty where there is none."""
        return str(self.values.get(name, ""))

    def number(self, name: str, otherwise: int = 0) -> int:
        """A number, or another where there is none."""
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
    score: Callable[[Inputs], Score | Refused] | None = None
    """The score, where it does not depend on dice."""

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The facts that it asks for."""
        return facts_of(self.slug)

    @property
    def counts_dice(self) -> bool:
        """Whether it takes as many dice as are thrown, where nobody says how many."""
        return any(one.name == "count" and not one.needed for one in self.inputs)

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


def checked(aid: Aid, answers: Mapping[str, object]) -> Inputs | Refused:
    """The answers for an aid, each of its kind; or the first that is not."""
    asked = {one.name: one for one in aid.inputs}
    for name in answers:
        if name not in asked:
            rest = [one.name for one in aid.inputs if not one.known]
            asks = f"it asks for {listed(rest)}" if rest else "it asks for nothing but its dice"
            return bad_field(name, f"{aid.slug} does not use it{near(name, rest)}; {asks}")
    for one in aid.inputs:
        value = answers.get(one.name)
        if value is None:
            if one.needed:
                return wanted(one.name, aid.slug, one.what)
        elif wrong := next(_faults(one, value), ""):
            return bad_field(one.name, wrong)
    return Inputs({name: value for name, value in answers.items() if isinstance(value, Value)})


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
        case "text" if not isinstance(value, str) or not is_seen(value):
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


def wanted(field: str, whose: str, what: str) -> Refused:
    """A fact that a roll cannot do without under the others."""
    return missing_field(field, f"{whose} needs {what}", what)


def few(more: More, got: int) -> Refused:
    """Too few dice for a roll, with how many it needs and why."""
    expected = counted(more.total, "die", "dice")
    if not got:
        return missing_field("dice", f"expected {expected}, got none: {more.why}", "Which dice?")
    text = f"expected {expected}, got {got}: {more.why}"
    return Refused(more.rule, text) if more.rule else bad_field("dice", text)


# --- FoW Re-rolls: kinds of rolls that many aids share: tests, one die, dice counted ------------

PASSED, FAILED = "passed", "failed"
SIX = 6
ORDINALS = ("first", "second", "third")

Rolls = Callable[[Inputs], Rolled]
Scored = Callable[[Inputs], Score]
Which = Literal["", "hits", "misses"]
"""Which dice are rolled again."""


def more(count: int, why: str) -> Part:
    """So many dice, or none."""
    return (yield More(count, why)) if count else ()


def reached(dice: Sequence[int], needed: int) -> int:
    """FoW Shooting: how many dice reach a score."""
    return sum(die >= needed for die in dice)


def again(
    dice: Sequence[int], needed: int, which: Which, why: str
) -> Generator[More, tuple[int, ...], int]:
    """FoW Re-rolls: how many dice reach a score, where hits or misses are rolled again."""
    hit = reached(dice, needed)
    count = {"": 0, "hits": hit, "misses": len(dice) - hit}[which]
    second = reached((yield from more(count, f"{count} {why}")), needed)
    return second if which == "hits" else hit + second


def attempt(needs: Score, rerolled: Again = "", komissar: bool = False) -> Roll:
    """FoW Re-rolls: a test with one re-roll at most, and the Komissar's after it (p. 20, 180-182).

    `rerolled` is `leader` or `rule` where one of them lets a failure be rolled again.
    """
    chances = ["", *([rerolled] if rerolled else []), *(["komissar"] if komissar else [])]
    fell = used = 0
    for who in chances:
        (fell,) = yield More(1, _why(who, fell))
        used += 1
        if fell >= needs.needed:
            break
    passed, by = fell >= needs.needed, chances[1:used]
    shot: Komissar = ""
    if "komissar" in by:
        shot = "killed" if fell == 1 else "used"
    return Fell(
        PASSED if passed else FAILED,
        needs.needed,
        needs.words,
        _enough(fell, passed, used),
        "both" if len(by) > 1 else "komissar" if shot else rerolled if by else "",
        shot,
        surplus=RE_ROLLS,
    )


def _why(who: str, fell: int) -> str:
    if not who:
        return "the test is one die"
    whose = {"leader": "the leader", "rule": "a special rule", "komissar": "the Komissar"}[who]
    return f"the {fell} fails, and {whose} has it rolled again"


def _enough(fell: int, passed: bool, used: int) -> str:
    if passed:
        return f"the {fell} passes, and what has passed is not rolled again"
    if used == 1:
        return f"the {fell} fails, and nothing lets it be rolled again"
    return f"the {fell} fails, and there is no further re-roll"


def simple_test(score: Scored, flag: str = "") -> Rolls:
    """FoW Re-rolls: a test of one die; a fact of the table may let a failure be rolled again."""
    return lambda inputs: attempt(score(inputs), "rule" if inputs.flag(flag) else "")


def either(score: Scored, yes: str, no: str, why: str) -> Rolls:
    """FoW Re-rolls: one die, which reaches a score or does not."""

    def roll(inputs: Inputs) -> Roll:
        (die,) = yield More(1, why)
        needs = score(inputs)
        return Fell(yes if die >= needs.needed else no, needs.needed, needs.words)

    return roll


def faces(outcomes: Sequence[str | int], words: str, why: str) -> Rolls:
    """FoW Re-rolls: one die, each of whose faces has an outcome of its own."""

    def roll(inputs: Inputs) -> Roll:
        (die,) = yield More(1, why)
        return Fell(outcomes[die - 1], score=words)

    return roll


def hits(score: Scored, why: str, misses_again: str = "") -> Rolls:
    """FoW Shooting: dice that reach a score are counted; a fact may have misses rolled again."""

    def roll(inputs: Inputs) -> Roll:
        dice, needs = (yield More(inputs.number("count"), why)), score(inputs)
        which: Which = "misses" if inputs.flag(misses_again) else ""
        hit = yield from again(dice, needs.needed, which, "failed, and are rolled again")
        return Fell(hit, needs.needed, needs.words)

    return roll


def ranging(needs: Score, twice: Callable[[int], bool] = lambda attempt: False) -> Roll:
    """FoW Artillery, FoW Air Support: three attempts to range in (p. 125, 143)."""
    if needs.needed > SIX:
        return Fell(0, needs.needed, needs.words, "no die can range in", idle=True)
    for place, word in enumerate(ORDINALS, 1):
        for throw in range(1 + twice(place)):
            (die,) = yield More(1, f"the {word} attempt is {'rolled again' if throw else 'due'}")
            if die >= needs.needed:
                return Fell(place, needs.needed, needs.words, f"the {word} attempt ranges in")
    return Fell(0, needs.needed, needs.words, "all three attempts fail")
