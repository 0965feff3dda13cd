"""Pages as a browser shows and prints them: open to everybody, sound, short, complete in one file.

The heaviest page of each kind is looked at here, every page of every recorded campaign at night.
"""

from pathlib import Path
from statistics import median

import pytest

from looks import shelf

pytestmark = pytest.mark.further

CAMPAIGN, WITH_ENTRY = "lif-1998-leaders-in-play", "lif-1998-us-entry-ledger"
SCREENS, SHEETS, KILOBYTES = 5, 2, 90
"""What the median turn may take: a phone's screens, sheets of paper, and less than so many kB."""
SIDEWAYS: dict[str, list[int]] = {}
"""Where a page is still wider than its window."""


@pytest.fixture(scope="module")
def turns() -> list[Path]:
    """The pages of a campaign's turns."""
    return [page for page in shelf.of(CAMPAIGN) if shelf.kind(page) == shelf.TURN]


# --- the median turn ----------------------------------------------------------------------------


def test_the_median_turn_is_light(turns: list[Path]) -> None:
    """The file as it lies there, with all that it needs."""
    assert median(page.stat().st_size for page in turns) < KILOBYTES * 1_000
