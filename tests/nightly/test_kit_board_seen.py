"""The Board of a club's own rules bars nobody: while all seal, and while a device is asked."""

from pathlib import Path

import pytest

from kit.club import Club
from kit.test_devices import SAIL, commitment_of, others
from looks import browser, judges
from looks.in_process import barriers, fetched
from support.web import WebClub


@pytest.mark.needs(*browser.NAMES)
@pytest.mark.needs(str(judges.AXE))
def test_the_board_bars_nobody(tmp_path: Path) -> None:
    """At 360 pixels, in light and in the dark: the seats' marks too."""
    club = Club(tmp_path, "naval")
    vale = WebClub.on(club.ledger).browser("vale")
    asked = fetched([vale.get("/c/club/board")], vale.get)
    club.do("SealChoice", "vale", **SAIL, commitment=commitment_of(club))
    others(club)
    later = fetched([vale.get("/c/club/board")], vale.get)
    with browser.browser() as there:
        found = [*barriers(there, asked).values(), *barriers(there, later).values()]
    assert found == [[], []]
