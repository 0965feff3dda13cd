"""The verbs of a game as help lists them, before any of them is read. Pure.

Nothing slow is imported here: help and completion read these lines alone.
"""

from collections.abc import Mapping
from typing import NamedTuple


class VerbLine(NamedTuple):
    """A verb as the list of verbs shows it, and where to find it when it is called."""

    words: str
    heading: str
    line: str
    module: str
    """The module whose `VERBS` has it."""


def verb_lines(module: str, heading: str, lines: Mapping[str, str]) -> tuple[VerbLine, ...]:
    """The verbs of a module under their heading, each with what it does in a few words."""
    return tuple(VerbLine(words, heading, line, module) for words, line in lines.items())
