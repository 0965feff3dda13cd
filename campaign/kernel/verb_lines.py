"""The verbs of a game as help lists them, before any of them is read. Pure.

Nothing slow is imported here: help and completion read these lines alone.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple


class VerbLine(NamedTuple):
    """A verb as the list of verbs shows it, and where to find it when it is called."""

    words: str
    heading: str
    line: str
    module: str
    """The module whose `VERBS` has it; empty if an extension has."""
    group: str = ""
    """The word of its family; without one it belongs to none."""
    is_of_the_evening: bool = False
    """Whether the first page of the help shows it."""
    also: str = ""
    """Everyday words by which help finds it, beside its own and those of its line."""


def verb_lines(
    module: str,
    heading: str,
    lines: Mapping[str, str],
    group: str = "",
    evening: Collection[str] = (),
    also: Mapping[str, str] = MappingProxyType({}),
) -> tuple[VerbLine, ...]:
    """The verbs of a module under their heading, each with what it does in a few words.

    `evening` are those that the first page of the help shows; `also` gives everyday words for it.
    """
    return tuple(
        VerbLine(words, heading, line, module, group, words in evening, also.get(words, ""))
        for words, line in lines.items()
    )
