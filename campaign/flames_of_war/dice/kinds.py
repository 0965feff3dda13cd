"""FoW Re-rolls: kinds of rolls that many aids share: tests, one die, dice counted. Pure."""

from collections.abc import Callable, Generator, Sequence
from typing import Literal

from campaign.flames_of_war.dice.aid import (
    RE_ROLLS,
    Again,
    Fell,
    Inputs,
    Komissar,
    More,
    Part,
    Roll,
    Rolled,
)
from campaign.flames_of_war.dice.tables import Score

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
