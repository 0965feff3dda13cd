"""Amendments of any field of any event, of both games: refused, or the record verifies.

What takes longer, waits or starts something, beside `verify/test_amended_at_random.py`.
"""

import pytest

from support.amended import Amended
from tests.verify.test_amended_at_random import amended

__all__ = ["amended"]
SOME = 60


@pytest.mark.rotating(3)
def test_some_amendments_are_refused_or_the_record_is_whole(amended: Amended) -> None:
    """Always the same ones; `Amended` says what makes a record whole."""
    amended.try_some(SOME, seed=1)
    assert amended.tally["refused"] > 10 and amended.tally["accepted"] > 5, amended.tally
