"""What the verbs of all chapters share: the line that a call is about, and dice.

Pure.
"""

from collections.abc import Sequence
from typing import Any

from campaign.fow.state import LineState, State
from campaign.kernel import verbs
from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import answered, asked
from campaign.kernel.steps import ConfirmIrreversible, Reply, Unfit, sending
from campaign.text.english import counted, listed, near

Words = tuple[str, ...]
FACES = 6
LINE = verbs.Argument("line", "[LINE]", required=False)
WITNESS = verbs.VerbOption(
    "--witness", "A member of the other side who saw the dice.", metavar="MEMBER"
)


def the_words(metavar: str) -> verbs.Argument:
    """All the words behind the campaign; the line comes first, where it is named."""
    return verbs.Argument("words", metavar, required=False, many=True)


# --- lines --------------------------------------------------------------------------------------


def on_line(words: Words) -> verbs.Course[tuple[State, str | None, Words]]:
    """The line that the first word names, and the other words. Asks where there are several."""
    state = yield from verbs.state_of(State)
    if words and words[0].lower() in state.lines:
        return state, words[0].lower(), words[1:]
    if len(state.lines) > 1 and (yield from verbs.interactive()):
        line = yield from verbs.ask_word("Which line?", tuple(state.lines))
        return state, line, words
    return state, None, words


def only_line(line: str | None) -> verbs.Course[tuple[State, str | None]]:
    """The same for a verb that takes nothing but a line."""
    state, found, rest = yield from on_line((line,) if line else ())
    yield from nothing_more(state, rest)
    return state, found


def nothing_more(state: State, words: Sequence[str]) -> verbs.Course[None]:
    """Fails on a word too many, which is most often a line spelt wrong."""
    if words:
        hint = near(words[0], state.lines) or f"; lines are {listed(state.lines)}"
        yield from verbs.fail(f"{words[0]!r} is no line of this campaign{hint}")


def at(state: State, line: str | None) -> LineState | None:
    """The line that a call is about, as it stands; None where that is not clear."""
    if line:
        return state.lines.get(line)
    return next(iter(state.lines.values())) if len(state.lines) == 1 else None


# --- sides --------------------------------------------------------------------------------------


def side_in(state: State, word: str) -> str | None:
    """The side that a word means: its id, its name, or how they begin; None if it is none."""
    folded = word.strip().lower()
    if folded in state.sides:
        return folded
    begun = [
        side
        for side, name in state.sides.items()
        if folded and (side.startswith(folded) or name.lower().startswith(folded))
    ]
    return begun[0] if len(begun) == 1 else None


def the_side(state: State, word: str) -> verbs.Course[str]:
    """The side that a word means; fails on any other word."""
    if (side := side_in(state, word)) is not None:
        return side
    hint = near(word, state.sides) or f"; it is {listed(state.sides, 'or')}"
    return (yield from verbs.fail(f"{word!r} is no side{hint}"))


# --- dice --------------------------------------------------------------------------------------


def dice(text: str) -> tuple[int, ...] | Unfit:
    """Dice as they are typed: `5`, `4,3` or `4 3`."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() for word in words):
        return Unfit(f"dice are numbers from 1 to {FACES}, such as 4,3")
    fell = tuple(map(int, words))
    wrong = [number for number in fell if not 1 <= number <= FACES]
    return Unfit(f"a die shows 1 to {FACES}, not {wrong[0]}") if wrong else fell


def ask_dice(whose: str, count: int = 0) -> verbs.Course[tuple[int, ...]]:
    """Asks for dice; `count`: how many there must be, 0 for any number."""
    noun = "die" if count == 1 else "dice"

    def read(text: str) -> tuple[int, ...] | Unfit:
        fell = dice(text)
        if isinstance(fell, tuple) and count and len(fell) != count:
            return Unfit(f"that is {counted(len(fell), 'die', 'dice')}, not {count}")
        return fell

    return (yield from verbs.ask_until(f"{whose} {noun}?", read))


def of_the_table(state: State) -> verbs.Course[bool]:
    """FoW ruling 63: whether the dice of a roll are thrown on the table, so that they are asked."""
    if not (yield from verbs.interactive()) or state.rulings.dice == "ledger":
        return False
    if state.rulings.dice == "table":
        return True
    return (
        yield from verbs.ask_word("Whose dice: table or ledger?", ("table", "ledger"))
    ) == "table"


def whose(name: str) -> str:
    """`Allies’`, `Able’s`."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def number(text: str) -> int | Unfit:
    """A whole number."""
    text = text.strip()
    ok = text.isascii() and text.isdecimal() and len(text) < 6
    return int(text) if ok else Unfit("write a whole number")


def yes_no(text: str) -> bool | Unfit:
    """Yes or no, as somebody types it."""
    word = text.strip().lower()
    if word in ("y", "yes", "true"):
        return True
    return False if word in ("n", "no", "false", "") else Unfit("say yes or no")


def passing_over(
    does: str, kind: type[Command], call: verbs.Call, /, **typed: Any
) -> verbs.Course[None]:
    """Sends a command, and asks first where it passes over a choice that is a side's own."""
    is_agreed = bool(typed.pop("confirmed", False))
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    step = sending(kind, **(yield from asked(kind, call, answers)))
    why = yield ConfirmIrreversible(step, does, yes=is_agreed, if_passed=True)
    answer: Reply = yield step.because(why)
    yield from verbs.tell(answer, step.command)
