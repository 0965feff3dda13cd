"""LiF 5.3.2, 5.3.3: the player who acts answers questions about the map; answers are kept. Pure."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import About, Refused, bad_field
from campaign.text.suggest import near

YES_OR_NO = ("yes", "no")


class MapQuestion(msgspec.Struct, frozen=True):
    """LiF 5.3: a question about the map, and which answers let an option or action happen."""

    key: str
    """Under which `stated` answers it."""
    text: str
    """A whole question, such as `Does Japan control Nanking?`."""
    allows: tuple[str, ...] = ("yes",)
    """The answers that permit it; none named: any word will do."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The possible answers; if there are none, any word will do."""
        return YES_OR_NO if set(self.allows) <= set(YES_OR_NO) and self.allows else self.allows


def unanswered(
    questions: Sequence[MapQuestion], stated: Mapping[str, str], rule: str
) -> Refused | None:
    """LiF 5.3: each question needs an answer that permits the act, and no other answer is given."""
    known = {question.key for question in questions}
    for key in stated:
        if key not in known:
            text = f"it asks for {', '.join(sorted(known))}" if known else "nothing is asked here"
            hint = near(key, known) or f"; {text}"
            return bad_field("stated", f"there is no question {key!r}{hint}")
    for question in questions:
        if refused := _judged(question, stated.get(question.key), rule):
            return refused
    return None


def _judged(question: MapQuestion, answer: str | None, rule: str) -> Refused | None:
    choices = " or ".join(question.answers)
    about = About("stated", question.key, question.text, question.answers, missing=True)
    if answer is None:
        text = f" with {choices}" if choices else ""
        return Refused(rule, f"{question.text} State {question.key}{text}", about)
    if question.answers and answer not in question.answers:
        text = f"{question.key}: expected {choices}, got {answer!r}"
        return Refused(None, f"stated: {text}", about, text)
    if question.allows and answer not in question.allows:
        return Refused(
            rule,
            f"{question.text} The answer is {answer}, which forbids it",
            replace(about, missing=False),
        )
    return None
