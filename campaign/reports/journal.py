"""The journal of a turn in short: what was sealed one after the other is one line. Pure."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from campaign.kernel.turn_log import JournalLine


def in_short(lines: Iterable[JournalLine]) -> tuple[JournalLine, ...]:
    """The lines, those of several sealed things of a kind in a row as one: `Orders: 8 sealed.`

    A line that a correction touched stays by itself.
    """
    return tuple(
        short
        for _, found in groupby(enumerate(lines), _together)
        for short in _one([line for _, line in found])
    )


def _together(placed: tuple[int, JournalLine]) -> str | int:
    """What lines of one group share; the place of a line that stays by itself."""
    place, line = placed
    touched = line.struck_by or line.amended_by or line.inserted
    return line.sealed if line.sealed and not touched else place


def _one(lines: Sequence[JournalLine]) -> Sequence[JournalLine]:
    if len(lines) == 1:
        return lines
    first, *rest = lines
    text = f"{first.sealed}: {len(lines)} sealed."
    return (replace(first, sentence=text, by="", also=tuple(line.version for line in rest)),)
