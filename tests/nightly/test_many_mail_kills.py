"""Two hundred kills of two runs of the mail at once: eight members, thirty-six turns."""

from pathlib import Path

import pytest

from support.mail_kills import once_each

pytestmark = [pytest.mark.slow, pytest.mark.faults]


def test_two_hundred_kills_send_nothing_twice_and_lose_nothing(tmp_path: Path) -> None:
    """No inbox has a turn twice, rows and inboxes agree, what is missing is what is in doubt."""
    told = once_each(tmp_path, 200, members=8, turns=36)
    print(told)
    assert told.endswith("none arrived twice")
