"""Ruling 49: the squares of a table, named as on a chessboard: `a1` is the nearest on the left."""

import re

SQUARE_FEET = 2
LARGEST_FEET = 24
"""No table is longer."""
_NAME = re.compile(r"[a-l](?:[1-9]|1[0-2])")


def is_square(name: str) -> bool:
    """Whether a text names a square that some table can have."""
    return _NAME.fullmatch(name) is not None


def count_along(feet: int) -> int:
    """Ruling 49: squares along an edge; one is cut there, and left out where half or less is left.

    Five feet hold two squares and a half, so two; a table of less than a square has one.
    """
    whole, rest = divmod(feet, SQUARE_FEET)
    return max(1, whole + (2 * rest > SQUARE_FEET))


def squares(width_feet: int, depth_feet: int) -> tuple[str, ...]:
    """FoW Terrain Chart: the squares of a table, row by row."""
    return tuple(
        f"{chr(ord('a') + column)}{row}"
        for row in range(1, count_along(depth_feet) + 1)
        for column in range(count_along(width_feet))
    )


def column_and_row(name: str) -> tuple[int, int]:
    """A square's column and row, each from 1."""
    return ord(name[0]) - ord("a") + 1, int(name[1:])
