"""The boxes of forms. Pure."""

from typing import Literal

import msgspec

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
