"""Forms made from types: of commands, of corrections, and of what a verb that only shows may be
asked. Pure.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from campaign.disputes.sentences import otherwise
from campaign.history.acts import Judgement
from campaign.history.diff import Difference, change, plain
from campaign.kernel.interview import answers
from campaign.kernel.interview.answers import Number, Option, Text
from campaign.kernel.terminal import steps, verbs
from campaign.text.english import capital

YES_NO = (Option("yes", "Yes"), Option("no", "No"))


ELSE = "else"
"""Behind a field's name: what is typed in place of its taps."""


SHORT = 100
"""So many letters of taps stand side by side."""


class FormField(msgspec.Struct, frozen=True):
    """A field of a form."""

    name: str
    label: str
    hint: str
    kind: str
    """What its box looks like."""
    is_required: bool
    is_rare: bool = False
    """Whether it is seldom filled in, so that a form folds it away."""
    asks: answers.Kind | None = None
    """The kind of answer, where a box is drawn from more than its choices."""
    options: tuple[Option, ...] = ()
    """What can be chosen; for other kinds, what is likely."""
    is_open: bool = False
    """Whether something else may be typed."""
    stands: str = ""
    """What is filled in before anybody answers."""

    @property
    def is_short(self) -> bool:
        """Whether its taps stand side by side."""
        if self.kind in ("chips", "yes-no"):
            return True
        near = [one for one in self.options if not one.is_far]
        is_bare = not any(one.about or one.piece for one in near)
        return is_bare and sum(len(one.name) + 4 for one in near) <= SHORT

    def is_tapped_at_once(self, most: int) -> bool:
        """Whether a tap can answer it and go on: one of a few, and none is filled in."""
        near = sum(not one.is_far for one in self.options)
        is_one = self.kind in ("choice", "yes-no", "chips") and self.is_required
        return is_one and not self.stands and 0 < near <= most

    def others(self, typed: Mapping[str, str]) -> tuple[str, ...]:
        """What was answered that is none of the taps."""
        known = {one.value for one in self.options}
        text = typed.get(self.name, "")
        if self.kind != "choices":
            return (text,) if text and text not in known else ()
        head = f"{self.name}:"
        values = (key.removeprefix(head) for key in typed if key.startswith(head))
        return tuple(one for one in values if one not in known and one != ELSE)


class NotReadError(Exception):
    """Something typed is not what its field takes: the field, and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field, self.why = field, why


# --- What a correction would change, for its page -----------------------------------------------


class FigureRow(NamedTuple):
    """A figure as it is, and as it would be."""

    figure: str
    now: str
    then: str


EACH = 12
"""Up to how many acts have a box of their own: nobody ticks a hundred one by one with care."""


class BrokenActs(NamedTuple):
    """Later acts that would no longer be allowed, all of them for the same reason."""

    versions: tuple[int, ...]
    command: str
    why: str
    rule: str

    @property
    def name(self) -> str:
        """The box beside them."""
        return f"also-{self.versions[0]}"


def figures(changes: Sequence[Difference], names: Mapping[str, str]) -> tuple[FigureRow, ...]:
    """Every figure before and after, as the reports have them."""

    def word(text: str) -> str:
        return names.get(text, text)

    called = Counter(_where(one.path, names) for one in changes)
    rows = []
    for one in changes:
        where = _where(one.path, names)
        if called[where] > 1:  # a table and a list may both have a row of one name
            where = _whole(one.path, names)
        if isinstance(one.before, list) and isinstance(one.after, list):
            rows.append(FigureRow(where, "", change(one.before, one.after, word)))
        else:
            rows.append(FigureRow(where, plain(one.before, word), plain(one.after, word)))
    return tuple(rows)


def _where(path: Sequence[str], names: Mapping[str, str]) -> str:
    """What a figure is called: whose it is, then what it is of them."""
    whose = next((at for at, part in enumerate(path) if part in names), 0)
    if 0 < whose < len(path) - 1:
        return f"{_whole(path[whose : whose + 1], names)}, {_words(path[whose + 1 :], names)}"
    return _whole(path, names)


def _whole(path: Sequence[str], names: Mapping[str, str]) -> str:
    """All the words that lead to a figure."""
    return capital(_words(path, names))


def _words(path: Sequence[str], names: Mapping[str, str]) -> str:
    return " ".join(names.get(part, part).replace("_", " ") for part in path)


def grouped(acts: Sequence[Judgement], names: Mapping[str, str]) -> tuple[BrokenActs, ...]:
    """Acts with the same reason share a line."""
    by_reason: dict[tuple[str, str, str], list[int]] = {}
    for act in acts:
        why = act.reason or otherwise(act.differs, names)
        by_reason.setdefault((act.command, why, act.rule or ""), []).extend(act.versions)
    return tuple(
        BrokenActs(tuple(sorted(versions)), command, why, rule)
        for (command, why, rule), versions in by_reason.items()
    )


def to_be_ticked(acts: Sequence[Judgement], names: Mapping[str, str]) -> tuple[BrokenActs, ...]:
    """A box beside each act; where there are many, one for all that go for the same reason."""
    if len(acts) > EACH:
        return grouped(acts, names)
    return tuple(one for act in acts for one in grouped([act], names))


# --- What a verb that only shows may be asked: its parameters as boxes, and what was typed -------

LETTERS = 200
"""How much of what was typed into a box is read."""


def asked_of(verb: verbs.Verb) -> list[verbs.Parameter]:
    """The parameters that a page asks for: all but what takes long, and the campaign, which its
    address names.
    """
    return [
        one
        for one in verb.parameters
        if not (
            one.takes_long
            if isinstance(one, verbs.Flag)
            else isinstance(one.kind, verbs.CampaignName)
        )
    ]


def boxes_of(verb: verbs.Verb, state: object) -> tuple[FormField, ...]:
    """The boxes of a verb's parameters."""
    return tuple(_box(one, state) for one in asked_of(verb))


def _box(one: verbs.Parameter, state: object) -> FormField:
    if isinstance(one, verbs.Flag):
        label = _flag_label(one)
        return FormField(one.name, label, one.help, "yes-no", is_required=False, options=YES_NO)
    kind, known = _kind(one.kind, state)
    label, hint = (
        (_label(one), "") if isinstance(one, verbs.Argument) else (_flag_label(one), one.help)
    )
    known = known or (one.offers(state) if isinstance(one, verbs.Argument) else {})
    options = tuple(Option(word, text) for word, text in known.items())
    return FormField(one.name, label, hint, kind, one.required, options=options)


def _flag_label(one: verbs.VerbOption | verbs.Flag) -> str:
    return capital(one.flag.removeprefix("--").replace("-", " "))


def _label(one: verbs.Argument) -> str:
    """What an argument is called: `Turn or member` for `[TURN|MEMBER]`."""
    if isinstance(one.kind, verbs.OneOf):
        return capital(one.kind.name)
    words = re.sub(r"\[NAME\] |[][]", "", one.metavar).replace("|", " or ")
    return capital(words.lower())


def _kind(kind: object, state: object) -> tuple[str, Mapping[str, str]]:
    """What a kind of parameter looks like, and what can be chosen or is likely, each in words."""
    match kind:
        case verbs.OneOf():
            return "choice", {word: word for word in kind.words()}
        case verbs.Known():
            return "choice", {word: word for word in kind.known(state)}
        case verbs.ReadBy():
            return "line", kind.suggest()
    return "number" if isinstance(kind, Number) else "line", {}


def values_of(
    verb: verbs.Verb, typed: Mapping[str, str], state: object
) -> tuple[dict[str, Any], dict[str, str]]:
    """What was typed as the values of a verb's parameters, and what is wrong with which."""
    values: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for one in asked_of(verb):
        value = _value(one, typed.get(one.name, "").strip()[:LETTERS], state)
        if isinstance(value, steps.Unfit):
            errors[one.name] = f"{capital(value.text)}."
        else:
            values[one.name] = value
    return values, errors


def _value(one: verbs.Parameter, text: str, state: object) -> object:
    if isinstance(one, verbs.Flag):
        return text == "yes"
    if one.many:
        return tuple(text.split())
    if not text:
        return None if isinstance(one, verbs.Argument) else one.default
    match one.kind:
        case verbs.Known():
            return one.kind.read(text, state)
        case Text() | Number() | verbs.OneOf() | verbs.ReadBy():
            return one.kind.read(text)
    return text
