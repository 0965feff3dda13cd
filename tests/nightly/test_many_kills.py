"""Many times the kills of every run."""

from pathlib import Path

import pytest

from support.kills import make, survive

pytestmark = pytest.mark.faults


def test_five_hundred_kills_lose_nothing_and_leave_nothing_half_done(tmp_path: Path) -> None:
    """Every answer that came out is on record; every act on record is whole; the rest verifies."""
    survive(tmp_path, 500)


def test_killed_while_it_makes_the_store_it_leaves_one_that_can_be_made(tmp_path: Path) -> None:
    """Whatever the kill left, the club opens its campaign there and plays."""
    make(tmp_path, 200)
