"""The verbs of a game as help lists them, before any of them is read. Pure.

Nothing slow is imported here: help and completion read these lines alone.
"""

from collections.abc import Iterator
from typing import NamedTuple


class VerbLine(NamedTuple):
    """A verb as the list of verbs shows it, and where to find it when it is called."""

    words: str
    heading: str
    line: str
    module: str
    """The module whose `VERBS` has it, unless its command says all; empty if an extension has."""
    group: str = ""
    """The word of its family; without one it belongs to none."""
    is_of_the_evening: bool = False
    """Whether the first page of the help shows it."""
    also: str = ""
    """Everyday words by which help finds it, beside its own and those of its line."""


# --- a game's whole list as a text --------------------------------------------------------------
#
#     HEADING: MODULE
#         WORDS (FAMILY): What the verb does. [everyday words]
#         FAMILY WORDS: Help has this one by the word of its family alone.
#
# The first page of the help has those with a star before them. Verbs of an extension stand below a
# heading without a module.


def verb_list(package: str, text: str) -> tuple[VerbLine, ...]:
    """The verbs of a list, in its order."""
    return tuple(
        VerbLine(
            words.split()[-1],
            heading,
            line.partition(" [")[0],
            module and f"{package}.{module}",
            family,
            is_of_the_evening,
            line.partition(" [")[2].removesuffix("]"),
        )
        for heading, module, words, family, is_of_the_evening, line in _read(text)
    )


def in_families(text: str) -> dict[str, str]:
    """The verbs that help has by their families alone, each with both words."""
    return {words.split()[-1]: words for _, _, words, *_ in _read(text) if " " in words}


def _read(text: str) -> Iterator[tuple[str, str, str, str, bool, str]]:
    heading = module = ""
    for row in text.strip().splitlines():
        name, _, rest = row.partition(": ")
        if not row.startswith(" "):
            heading, module = name.removesuffix(":"), rest
            continue
        words, _, family = name.strip().removeprefix("* ").partition(" (")
        family = family.removesuffix(")") or words.split()[0]
        yield heading, module, words, family, name.strip().startswith("*"), rest
