"""Forged records of Flames of War: what is not listed as people's knowledge has to be found.

A twelfth of them, another each day (`support/rotation.py`); `nightly/` audits all.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest

from forgeries import score
from support.rotation import PARTS, part

ROOT = Path(__file__).parents[2].parent
PATHS = ":".join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "campaigns")))
ENV = {"PYTHONPATH": PATHS, "TMPDIR": tempfile.gettempdir()}


@pytest.mark.slow
def test_every_forgery_of_today_that_contradicts_is_found() -> None:
    """There is no list of known misses: each is found."""
    done = subprocess.run(
        [sys.executable, "-m", "forgeries", "--game", "fow", "--json",
         "--part", f"{part()}/{PARTS}"],
        capture_output=True, text=True, check=False, cwd=ROOT, env=ENV,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = [msgspec.json.decode(line, type=score.Told) for line in done.stdout.splitlines()]
    assert sum(one.means == "contradicts" for one in told) > 250
    missed = [one for one in told if one.missed]
    assert not missed, f"part {part()}\n{score.misses(missed)}"
