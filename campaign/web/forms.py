"""Forms of commands and corrections, made from the types of their fields; and what was typed as a
command. Pure.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from campaign.disputes.sentences import otherwise
from campaign.history.acts import Judgement
from campaign.history.diff import Difference, change, plain

# --- The boxes of forms -------------------------------------------------------------------------

Kind = Literal[
    "choice",
    "yes-no",
    "number",
    "line",
    "text",
    "words",
    "choices",
    "day",
    "moment",
]


class FormField(msgspec.Struct, frozen=True):
    """A field of a form."""

    name: str
    label: str
    hint: str
    kind: Kind
    is_required: bool
    choices: tuple[tuple[str, str], ...] = ()
    """What can be chosen, each with its text; for other kinds, what is likely."""
    is_rare: bool = False
    """Whether it is seldom filled in, so that a form folds it away."""


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

    rows = []
    for one in changes:
        where = " ".join(word(part).replace("_", " ") for part in one.path)
        where = where[:1].upper() + where[1:]
        if isinstance(one.before, list) and isinstance(one.after, list):
            rows.append(FigureRow(where, "", change(one.before, one.after, word)))
        else:
            rows.append(FigureRow(where, plain(one.before, word), plain(one.after, word)))
    return tuple(rows)


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
