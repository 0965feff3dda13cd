"""Which part of what is too long for one run is tried today: another each day, or the one named."""

import os
from datetime import date

PARTS = 12
NAMED = "CAMPAIGN_TEST_PART"
"""Names the part, to repeat a run of another day."""


def part() -> int:
    """The part of today, or the one that is named; from 0."""
    named = os.environ.get(NAMED)
    return (int(named) if named else date.today().timetuple().tm_yday) % PARTS


def told() -> str:
    """The line at the end of a run."""
    return f"of the forgeries part {part()} of {PARTS} was tried; {NAMED}={part()} tries it again"
