"""Kills (`kill -9`) at each border of a delivery's states; `nightly/` has two hundred."""

from pathlib import Path

import pytest

from support.mail_kills import once_each

pytestmark = [pytest.mark.slow, pytest.mark.faults]


@pytest.mark.rotating(3)
def test_twenty_kills_send_nothing_twice_and_lose_nothing(tmp_path: Path) -> None:
    """Two runs at once; what is missing is what is in doubt."""
    assert once_each(tmp_path, 20, members=3, turns=6).endswith("none arrived twice")
