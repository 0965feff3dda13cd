"""What the verbs of all chapters share: the line that a call is about, and dice.

Pure.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from campaign.fow.state import LineState, State
from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import answered, asked
from campaign.kernel.terminal import steps, verbs, views
from campaign.text.english import listed, near

Words = tuple[str, ...]


def lines_of(state: State) -> dict[str, str]:
    """The lines of a campaign with their names."""
    return {line.id: line.name for line in state.lines.values()}


LINE = verbs.Argument("line", "[LINE]", required=False, offers=lines_of)
WITNESS = verbs.VerbOption(
    "--witness", "A member of the other side who saw the dice.", metavar="MEMBER"
)


def the_words(
    metavar: str, offers: Callable[[State], dict[str, str]] = lambda state: {}
) -> verbs.Argument:
    """All the words behind the campaign; the line comes first, where it is named."""
    return verbs.Argument("words", metavar, required=False, many=True, offers=offers)


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


def looking_at_lines(
    look: Callable[[State, Sequence[LineState]], views.View],
) -> Callable[..., verbs.Look]:
    """The same for a verb that shows one line, or all of them."""

    @wraps(look)
    def course(call: verbs.Call, line: str | None) -> verbs.Look:
        state, name, rest = yield from on_line((line,) if line else ())
        yield from nothing_more(state, rest)
        return look(state, [state.lines[name]] if name else list(state.lines.values()))

    return course


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


# --- words ---------------------------------------------------------------------------------------


def passing_over(
    does: str, kind: type[Command], call: verbs.Call, /, **typed: Any
) -> verbs.Course[None]:
    """Sends a command, and asks first where it passes over a choice that is a side's own."""
    is_agreed = bool(typed.pop("confirmed", False))
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    step = steps.sending(kind, **(yield from asked(kind, call, answers)))
    why = yield steps.ConfirmIrreversible(step, does, yes=is_agreed, if_passed=True)
    answer: steps.Reply = yield step.because(why)
    yield from verbs.tell(answer, step.command)
