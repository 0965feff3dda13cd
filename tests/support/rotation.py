"""Which part of what is too long for one run is tried today: another each day, or the one named."""

import os
from collections import Counter
from collections.abc import Sequence
from datetime import date
from zlib import crc32

import pytest

PARTS = 12
NAMED = "CAMPAIGN_TEST_PART"
"""Names the part, to repeat a run of another day."""


def part() -> int:
    """The part of today, or the one that is named; from 0."""
    named = os.environ.get(NAMED)
    return (int(named) if named else date.today().timetuple().tm_yday) % PARTS


def name_part() -> None:
    """Names today's part for every process of a run, which may last past midnight."""
    os.environ.setdefault(NAMED, str(part()))


def resting(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The cases of tests marked `rotating` that are not tried today: all but one in so many.

    Those of a file follow each other, so that none has many of them on one day; each file begins on
    a day of its own.
    """
    cases: Counter[tuple[str, int]] = Counter()
    others = []
    for item in items:
        if (mark := item.get_closest_marker("rotating")) is None:
            continue
        file, parts = item.nodeid.partition("::")[0], mark.args[0]
        if (crc32(file.encode()) + cases[file, parts] + part()) % parts:
            others.append(item)
        cases[file, parts] += 1
    return others


def told() -> str:
    """The line at the end of a run."""
    return (
        f"of the forgeries and of what takes turns part {part()} of {PARTS} was tried; "
        f"{NAMED}={part()} tries it again"
    )
