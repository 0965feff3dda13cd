"""Two games side by side: neither is read for the other, and neither's kept states rest on it.

What takes longer, waits or starts something, beside `kernel/test_two_games.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

READ = """
import sys
from campaign.cli import run
assert run(sys.argv[1:]) == 0
print(sorted(name for name in sys.modules if name.endswith(".system")), file=sys.stderr)
"""


@pytest.mark.rotating(3)
def test_a_call_that_only_reads_asks_the_campaigns_own_game_alone(tmp_path: Path) -> None:
    """So that a second game makes no call of the first slower."""
    store = str(tmp_path / "club.db")
    for name, scenario in (("east", "global-war"), ("beach", "anzio")):
        assert _called(["--store", store, "start", name, "--scenario", scenario])[0] == 0
    for name, own, other in (
        ("east", "lif", "fow"),
        ("beach", "fow", "lif"),
    ):
        for call in (["show", name], ["log", name], ["verify", name]):
            status, told = _called(["--store", store, *call])
            assert status == 0 and f"campaign.{own}.system" in told
            assert f"campaign.{other}.system" not in told, call


def _called(words: list[str]) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", READ, *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr
