"""Seats as commands and events hold them: ids from a short list of each game.

A game may let its campaigns name their own; then any id is read, and the rules say whether the
campaign has such a seat.
"""

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

_KINDS = {"NoneType": "null", "list": "array", "tuple": "array", "dict": "object"}
"""Names for kinds of values, as a reader knows them."""

_SLUG = r"^[a-z0-9][a-z0-9-]{0,62}$"
"""What a seat is called that a campaign names itself."""

if TYPE_CHECKING:
    Seat = str
else:

    class _Text(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, str)

    class Seat(metaclass=_Text):
        """The id of a seat. The value is plain text; reading checks it against the game's seats."""


def reading(seats: Collection[str], *, own: bool = False) -> Callable[[type, Any], Any]:
    """How msgspec reads a seat of a game: one of these, and nothing else.

    `own` where campaigns name their own seats.
    """

    def read(kind: type, value: Any) -> Any:
        if kind is not Seat:
            raise NotImplementedError(f"nobody reads {kind.__name__}")
        if not isinstance(value, str):
            got = type(value).__name__
            raise ValueError(f"Expected `str`, got `{_KINDS.get(got, got)}`")
        if value not in seats and not (own and re.fullmatch(_SLUG, value)):
            raise ValueError(f"Invalid enum value {value!r}")
        return value

    return read


def schema(seats: Collection[str], *, own: bool = False) -> Callable[[type], dict[str, Any]]:
    """How a JSON schema says what a seat of a game is.

    `own` where campaigns name their own seats.
    """

    def describe(kind: type) -> dict[str, Any]:
        if kind is not Seat:
            raise NotImplementedError(f"nobody describes {kind.__name__}")
        if own:
            return {"type": "string", "pattern": _SLUG, "examples": sorted(seats)}
        return {"enum": sorted(seats)}

    return describe
