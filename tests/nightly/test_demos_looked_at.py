"""What `scripts/look --demo` prints: nothing is wrong with any page of the demos."""

from pathlib import Path

import pytest

from looks import browser, demos, judges

pytestmark = [pytest.mark.needs(*browser.NAMES), pytest.mark.needs(str(judges.AXE))]


def test_every_page_of_every_member_is_there_and_bars_nobody(tmp_path: Path) -> None:
    assert list(demos.wrong(tmp_path)) == []
