"""FoW Axis of Attack: a club's own axis file: every fault at once, each with its line.

What takes longer, waits or starts something, beside `fow/test_axis_files.py`.
"""

import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypeGuard

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.fow.opening import axes
from tests.fow.test_axis_files import FULL

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a table."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value if _lists(value) else ())
    for key, inner in items:
        yield from places(inner, (*path, key))


def _lists(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


PLACES = tuple(places(tomllib.loads(FULL)))


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON), min_size=1, max_size=3))
def test_whatever_stands_in_a_file_it_is_an_axis_or_has_faults(
    changes: list[tuple[tuple[str | int, ...], object]],
) -> None:
    """A checker that tells every fault must not stumble over one; what it lets pass is sound."""
    table: Any = tomllib.loads(FULL)
    for path, value in changes:
        with suppress(KeyError, IndexError, TypeError):  # the place went with an earlier change
            inner = table
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value
    text = json.dumps(table, indent=1)
    judged = axes.judge_text(text, as_json=True)
    assert (judged.axis is None) == bool(judged.faults)
    if judged.axis is not None:
        ends = {1, len(judged.axis.sector)}
        assert set(judged.axis.objective.values()) == ends
        assert judged.axis.start.sector not in ends
        assert [sector.place for sector in judged.axis.sector] == list(range(1, max(ends) + 1))
        assert axes.judge(axes.table_of(judged.axis)).axis == judged.axis
