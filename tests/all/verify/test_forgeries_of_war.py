"""Forged records of Flames of War: what is not listed as people's knowledge has to be found.

A twelfth of them, another each day (`support/rotation.py`); `nightly/` audits all.
"""

import pytest

from forgeries import score
from support.rotation import PARTS, part


@pytest.mark.slow
def test_every_forgery_of_today_that_contradicts_is_found() -> None:
    """There is no list of known misses: each is found."""
    tried = score.Slice("fow", PARTS, part())
    assert len(tried.told) > 250
    missed = tried.missed()
    assert not missed, f"part {part()}\n{score.misses(missed)}"
