"""Differences between two states as everybody may see them: a line for each figure. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

SKIPPED = ("version", "head", "campaign")
"""What always differs."""


class Difference(msgspec.Struct, frozen=True):
    """One figure that is not the same."""

    path: tuple[str, ...]
    """Where it stands in the state shown, as `veto_points` and `germany`."""
    before: Any
    after: Any

    @property
    def where(self) -> str:
        """The path as a reader reads it."""
        return " ".join(part.replace("_", " ") for part in self.path)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Every figure in which two shown states differ; of lists, what has come and gone."""
    return [one for one in _compared((), dict(before), dict(after)) if one.path[0] not in SKIPPED]


def _compared(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Difference]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *(key for key in after if key not in before)):
            yield from _compared((*path, str(key)), before.get(key), after.get(key))
        return
    if isinstance(before, list) and isinstance(after, list):
        gone = [one for one in before if one not in after]
        come = [one for one in after if one not in before]
        if gone or come:
            yield Difference(path, gone, come)
            return
    yield Difference(path, before, after)
