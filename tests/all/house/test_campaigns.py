"""Whole recorded campaigns, played through the ledger, against standings worked out elsewhere.

What takes longer, waits or starts something, beside `house/test_campaigns.py`.
"""

import json
import subprocess
import sys
from typing import Any

from support.recorded import HERE
from tests.house.test_campaigns import played

__all__ = ["played"]
RECKONERS = {
    "global-war": "worked_out.py",
    "custom": "in_play.py",
    "end-of-the-beginning": "us_entry.py",
}
"""The second calculation of each scenario's campaigns."""


def test_the_expected_standings_are_the_reckoner_s(played: Any) -> None:
    """The standings on file are those that the second, independent calculation gives today."""
    folder = played[0]
    scenario = json.loads((folder / "open.json").read_text())["scenario"]
    done = subprocess.run(
        [sys.executable, str(HERE / RECKONERS[scenario]), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == (folder / "expected.json").read_text()
