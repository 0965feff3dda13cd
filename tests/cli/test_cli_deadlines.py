"""The verbs for deadlines and absences, as a user types them."""

import json
import re
import time
from datetime import datetime
from pathlib import Path

import pytest

from campaign.cli.shared_verbs import turns
from support.command_line import Shell

pytestmark = pytest.mark.further


@pytest.mark.parametrize(
    ("typed", "now", "there"),
    [
        ("21:00", "2026-11-22T20:30:00Z", "2026-11-23T21:00+01:00"),
        ("21:45", "2026-11-22T20:30:00Z", "2026-11-22T21:45+01:00"),
        ("tomorrow 20:00", "2026-11-22T20:30:00Z", "2026-11-23T20:00+01:00"),
        ("Tomorrow 20:00", "2026-11-22T23:30:00Z", "2026-11-24T20:00+01:00"),
    ],
)
def test_a_short_time_is_the_next_by_this_computer_s_clock(
    typed: str, now: str, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The zone is an hour ahead of UTC: at 23:30 in UTC the next day has begun there."""
    monkeypatch.setenv("TZ", "CLB-1")
    time.tzset()
    try:
        assert turns._by_this_clock(typed, now) == datetime.fromisoformat(there)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_short_time_is_read_back_with_its_zone(tmp_path: Path) -> None:
    """A host at half past nine types 21:00; whoever reads it may live elsewhere."""
    shell = Shell(tmp_path, TZ="CLB-1")
    shell.fine("open", "club", "--scenario", "global-war")
    out = shell.fine("deadline", "club", "turn", "tomorrow", "20:00")
    assert re.search(r"set a deadline for the turn: [^.]*, 19:00 UTC\.", out)
    assert re.search(r"By this computer's clock: [0-9-]{10} 20:00, UTC\+01:00\.\n$", out)
    json.loads(shell.fine("deadline", "club", "turn", "21:00", "--json"))
