"""Ten minutes of eight members at two services on one database, and random kills of all three.

`MINUTES` in the environment makes it shorter or longer.
"""

import os
from pathlib import Path
from statistics import median

import pytest

from support.postgres import server
from support.two_services import WANTED, TwoServices

MINUTES = float(os.environ.get("MINUTES", "10"))
A_MINUTE = 4
"""How many kills there are in a minute."""


def test_ten_minutes_at_two_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lost, nothing doubled, records and receipts sound, and the same pages at both."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path))
    if (here := server()) is None:
        pytest.skip(f"needs {WANTED}")
    evening = TwoServices(tmp_path, here, max(1, round(MINUTES)), seed=11)
    with evening.mailing() as inboxes:
        evening.play(round(MINUTES * A_MINUTE), MINUTES * 60)
    night = evening.night
    starts = [start for one in night.services for start in one.starts]
    repeats = sum(one.repeats for one in night.phones.values())
    print(f"{len(night.noted)} accepted, {night.versions()} events, {repeats} sent again")
    print("kills:", ", ".join(f"{count} of {which}" for which, count in evening.kills.items()))
    print(f"starts: median {median(starts):.2f} s, most {max(starts):.2f}")
    print(f"mails: {inboxes.count()} to {len(inboxes.inboxes)} members")
    assert night.faults == []
    assert night.lost() == [] and evening.doubted() == [] and evening.doubled() == []
    assert evening.sent_twice(inboxes) == []
    assert evening.different == {}
