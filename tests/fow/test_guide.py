"""The guide for hosts of Flames of War: every line in it is typed, in order, on one fresh store."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from support.command_line import LOADED, ROOT

GUIDE = (ROOT / "docs" / "flames-of-war.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^    .+\n)+", re.MULTILINE)


@pytest.mark.slow
def test_a_host_gets_through_the_guide(tmp_path: Path) -> None:
    """A team campaign is opened and its first round booked; the rest of the page follows."""
    lines = [line[4:] for block in BLOCK.findall(GUIDE) for line in block.splitlines()]
    assert any("scenario team" in line for line in lines)
    done = subprocess.run(
        ["bash", "-c", "set -e -o pipefail\n" + "\n".join(lines)],
        cwd=tmp_path,
        env={
            "PATH": f"{LOADED.programs()}:{os.environ['PATH']}",
            "HOME": str(tmp_path),
            "CAMPAIGN_STORE": str(tmp_path / "club.db"),
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "a stunning victory: 6 points to 1" in done.stdout
    assert "4 victory points are left, and a change costs 5" in done.stdout
    assert "For the Axis now commands Erik on The river road." in done.stdout
