"""Forged records of Flames of War: what is not listed as people's knowledge has to be found.

A twelfth of them, another each day (`support/rotation.py`); `nightly/` audits all.
"""

import pytest

from forgeries import score
from support.rotation import PARTS, part


@pytest.mark.slow
def test_every_forgery_of_today_that_contradicts_is_found() -> None:
    """There is no list of known misses: each is found."""
    records = score.records(score.GAMES["fow"])
    told = list(score.scored(records, part=part(), of=PARTS, judge=score.of_war))
    assert sum(one.means == "contradicts" for one in told) > 250
    missed = [one for one in told if one.missed]
    assert not missed, f"part {part()}\n{score.misses(missed)}"
